//! `boneyard-lab conformance`.

use std::process::ExitCode;

use boneyard_lab::conformance;
use clap::Args;

use super::code_of;

/// Run conformance cases, plain JSON Lines or gzip (`.gz`). Prints each failing case with the first step that differs,
/// and as its last line `N passed, M failed`. Exit code 1 on a failure.
#[derive(Debug, Args)]
pub(crate) struct Conformance {
    /// Files of cases.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
}

impl Conformance {
    pub(super) fn run(&self) -> ExitCode {
        if self.files.is_empty() {
            println!("usage: conformance FILE...");
            return ExitCode::from(2);
        }
        code_of(conformance::report(&self.files))
    }
}
