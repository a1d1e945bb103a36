//! The SDK at a real server: one test for each command, and what a connection says by itself.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

mod common;
mod coverage;
mod hello;
mod lobby;
mod notices;
mod playing;
mod seats;
mod session;
mod tls;
