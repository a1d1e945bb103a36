//! A world in which a law was broken, as a file that lives through it again.

use std::fmt;
use std::str::FromStr;

use super::{Keep, Options, Plant};

/// See the module. The file has lines `name: value`, then the last lines of the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The world.
    pub seed: u64,
    /// How it was lived.
    pub options: Options,
    /// The law, and how it was broken.
    pub broken: String,
    /// The last lines of the trace.
    pub lines: Vec<String>,
}

/// The text is not a failure's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the file has no line `{0}: …` that can be read")]
pub struct NotAFailure(&'static str);

/// What stands between the head and the trace.
const TRACE: &str = "\ntrace:\n";

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plant = self.options.plant.map_or("none", Plant::name);
        writeln!(f, "seed: {}", self.seed)?;
        writeln!(f, "steps: {}", self.options.steps)?;
        writeln!(f, "plant: {plant}")?;
        write!(f, "broken: {}", self.broken.replace('\n', " "))?;
        f.write_str(TRACE)?;
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl FromStr for Failure {
    type Err = NotAFailure;

    fn from_str(text: &str) -> Result<Self, NotAFailure> {
        let (head, trace) = text.split_once(TRACE).ok_or(NotAFailure("trace"))?;
        let field = |name: &'static str| {
            let mut lines = head.lines();
            let value = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            value.ok_or(NotAFailure(name))
        };
        let plant = match field("plant")? {
            "none" => None,
            name => Some(Plant::named(name).ok_or(NotAFailure("plant"))?),
        };
        Ok(Self {
            seed: field("seed")?.parse().map_err(|_| NotAFailure("seed"))?,
            options: Options {
                steps: field("steps")?.parse().map_err(|_| NotAFailure("steps"))?,
                keep: Keep::default(),
                plant,
            },
            broken: field("broken")?.to_owned(),
            lines: trace.lines().map(str::to_owned).collect(),
        })
    }
}
