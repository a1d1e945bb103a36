//! `boneyard-lab laws`.

use std::process::ExitCode;

use boneyard_lab::laws;
use clap::Args;

use super::code_of;

const USAGE: &str = "usage: laws matches COUNT [FIRST] | secrecy COUNT [FIRST] | leaks | bots EACH";

/// Try the engine's laws on random matches. `matches COUNT [FIRST]` plays whole matches of every sheet at every number
/// of players; `secrecy COUNT [FIRST]` compares what viewers get in worlds that look the same to them; `leaks`, built
/// with the feature `planted-leaks`, looks for leaks that were planted, and with that feature `secrecy` does both;
/// `bots EACH` lets steady bots play against random ones. Exit code 1 on a failure, which names its number:
/// `matches 1 NUMBER` repeats it.
#[derive(Debug, Args)]
pub(crate) struct Laws {
    /// What to try, and how often.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

impl Laws {
    pub(super) fn run(&self) -> ExitCode {
        let words = &self.words;
        let numbers: Option<Vec<u64>> =
            words.iter().skip(1).map(|word| word.parse().ok()).collect();
        let command = words.first().map(String::as_str);
        let passed = match (command, numbers.as_deref()) {
            (Some("matches"), Some([count])) => laws::matches(0, *count),
            (Some("matches"), Some([count, first])) => laws::matches(*first, *count),
            (Some("secrecy"), Some([count])) => laws::secrecy(0, *count),
            (Some("secrecy"), Some([count, first])) => laws::secrecy(*first, *count),
            (Some("leaks"), Some([])) => laws::leaks(),
            (Some("bots"), Some([each])) => laws::bots(*each),
            _ => {
                println!("{USAGE}");
                return ExitCode::from(2);
            }
        };
        code_of(passed)
    }
}
