//! What this machine does not let a fault trial try. It is said on the standard output, and written to a file for a
//! script that runs many trials and repeats it at its end.

use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::{self, Write};

/// The environment variable that names the file; without it there is none.
pub const FILE: &str = "BONEYARD_NOT_TRIED";

/// Says that something was not tried, and why.
///
/// # Errors
///
/// The file cannot be written: then it would go unnoticed that something was not tried.
pub fn note(what: impl Display) -> io::Result<()> {
    println!("NOT TRIED: {what}");
    let Some(file) = std::env::var_os(FILE) else {
        return Ok(());
    };
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    // In one write, so that lines of tests that run at the same time stay whole.
    file.write_all(format!("{what}\n").as_bytes())
}
