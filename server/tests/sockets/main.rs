//! Tests over real sockets: a server on a free port, and clients that behave or do not.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a test waits for some messages and passes over all others"
)]

mod canary;
mod common;
mod door;
mod frames;
mod games;
mod hello;
mod host;
mod own_sheets;
mod password;
mod play;
mod proxied;
mod secrets;
mod shutdown;
mod tls;
mod transcript;
mod transcripts;
