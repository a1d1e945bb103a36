//! A table: what has happened there.

pub mod fact;
