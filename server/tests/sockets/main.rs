//! Tests over real sockets: a server on a free port, and clients that behave or do not.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

mod common;
mod door;
mod frames;
mod hello;
mod play;
mod shutdown;
mod transcript;
