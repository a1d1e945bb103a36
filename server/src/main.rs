//! The Boneyard server program.
fn main() {}
