//! `boneyard-lab fuzz`.

use std::process::ExitCode;

use boneyard_lab::fuzz;
use clap::Args;

use crate::commands::code_of;

/// Feed every reader of texts with anything: frames, names, match records, sheets, overrides, journal
/// records. Prints a line for each
/// reader. Exit code 1 if one of them breaks what it promises; a panic names its input.
#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// Inputs of all readers together.
    #[arg(long, env = "FUZZ_INPUTS", default_value_t = fuzz::FEW_INPUTS, value_name = "N")]
    inputs: u32,
}

impl Fuzz {
    pub(super) fn run(&self) -> ExitCode {
        let mut kept = true;
        for reader in fuzz::Reader::ALL {
            match reader.feed(self.inputs) {
                Ok(fed) => println!("{fed}"),
                Err(failure) => {
                    println!("FAILED {failure}");
                    kept = false;
                }
            }
        }
        code_of(kept)
    }
}
