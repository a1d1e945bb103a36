//! Tests over real sockets: a server on a free port, and clients that behave or do not.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

mod canary;
mod common;
mod connections;
mod frames;
mod games;
mod hello;
mod host;
mod own_sheets;
mod password;
mod play;
mod proxied;
mod secrets;
mod sheets;
mod shutdown;
mod tls;
mod transcript;
mod transcripts;
