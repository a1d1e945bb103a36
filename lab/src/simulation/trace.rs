//! What happened in a world, line by line: the same for the same seed, to the byte.

use std::collections::VecDeque;
use std::fmt;

use sha2::{Digest, Sha256};

/// The last lines that a failure takes along.
const LAST_LINES: usize = 400;

/// What is kept of what happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// Nothing: the quickest.
    #[default]
    Nothing,
    /// A hash of all lines, and the last of them.
    Last,
    /// A hash of all lines, and all of them.
    All,
}

/// The lines of a world.
pub(super) struct Trace {
    keep: Keep,
    hash: Sha256,
    lines: VecDeque<String>,
}

impl Trace {
    pub(super) fn new(keep: Keep) -> Self {
        Self {
            keep,
            hash: Sha256::new(),
            lines: VecDeque::new(),
        }
    }

    /// Adds a line. What is not kept is not even formatted.
    pub(super) fn line(&mut self, at_ms: u64, line: fmt::Arguments<'_>) {
        if self.keep == Keep::Nothing {
            return;
        }
        let line = format!("{at_ms} {line}");
        self.hash.update(line.as_bytes());
        self.hash.update(b"\n");
        if self.keep == Keep::Last && self.lines.len() >= LAST_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// The hash of all lines, and those that were kept. The hash of a world without a trace means nothing.
    pub(super) fn take(&mut self) -> (String, Vec<String>) {
        let hash = std::mem::take(&mut self.hash).finalize();
        (hex::encode(hash), self.lines.drain(..).collect())
    }
}
