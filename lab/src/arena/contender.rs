//! Who plays.

use std::fmt;
use std::str::FromStr;

use boneyard_engine::BOTS;

/// A bot of the engine by its name, or a program by its command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contender {
    /// A bot of the engine.
    BuiltIn(&'static str),
    /// A program with its arguments, separated by blanks, that speaks on its standard input and output.
    Program(String),
}

/// No bot of the engine has this name, and it is no command either.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no bot `{0}` here, only {all}; a command has arguments, or a path with a slash",
    all = BOTS.join(", ")
)]
pub struct NoSuchBot(pub String);

impl FromStr for Contender {
    type Err = NoSuchBot;

    fn from_str(text: &str) -> Result<Self, NoSuchBot> {
        let text = text.trim();
        if let Some(name) = BOTS.into_iter().find(|name| *name == text) {
            Ok(Self::BuiltIn(name))
        } else if text.contains([' ', '/']) {
            Ok(Self::Program(text.to_owned()))
        } else {
            Err(NoSuchBot(text.to_owned()))
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(name) => f.write_str(name),
            Self::Program(command) => f.write_str(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_bot_and_what_has_arguments_or_a_path_is_a_command() {
        assert_eq!("steady".parse(), Ok(Contender::BuiltIn("steady")));
        for command in ["./bot", "python3 bot.py --fast"] {
            let read = command.parse();
            assert_eq!(read, Ok(Contender::Program(command.to_owned())));
        }
    }

    #[test]
    fn an_unknown_name_is_refused_with_those_that_there_are() {
        let refused = "stedy".parse::<Contender>().unwrap_err();
        assert_eq!(
            refused.to_string(),
            "there is no bot `stedy` here, only random, steady; a command has arguments, or a path with a slash"
        );
    }
}
