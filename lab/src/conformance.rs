//! Conformance cases: what the rules say, written down independently of this engine.

mod case;
mod play;
mod spelling;

use std::fs;
use std::io::Read as _;

use case::{Verdict, run};

/// Runs the cases of these files, plain JSON Lines or gzip (`.gz`). Prints each failing case with the first step that
/// differs, and as the last line `N passed, M failed`. Returns whether none failed; a file that cannot be read is a
/// failure.
pub fn report(files: &[String]) -> bool {
    let mut tally = Tally::default();
    for file in files {
        match read(file) {
            Ok(text) => tally.file(file, &text),
            Err(error) => {
                println!("{file}: {error}");
                tally.failed += 1;
            }
        }
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    tally.failed == 0
}

#[derive(Default)]
struct Tally {
    passed: u32,
    failed: u32,
}

impl Tally {
    fn file(&mut self, file: &str, text: &str) {
        let lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty());
        for (number, line) in lines {
            let (id, verdict) = run(line).unwrap_or_else(|error| {
                (
                    format!("{file}:{number}"),
                    Verdict::Failed(format!("not a case: {error}")),
                )
            });
            match verdict {
                Verdict::Passed => self.passed += 1,
                Verdict::Failed(why) => {
                    println!("FAILED {id}: {why}");
                    self.failed += 1;
                }
            }
        }
    }
}

fn read(file: &str) -> std::io::Result<String> {
    let bytes = fs::read(file)?;
    let mut text = String::new();
    if file.ends_with(".gz") {
        flate2::read::MultiGzDecoder::new(bytes.as_slice()).read_to_string(&mut text)?;
    } else {
        bytes.as_slice().read_to_string(&mut text)?;
    }
    Ok(text)
}
