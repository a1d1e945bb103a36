//! The Boneyard server.
