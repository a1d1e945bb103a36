//! A Rust client for Boneyard.
