//! The words between a Boneyard server and its clients.
