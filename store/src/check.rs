//! Whether a data folder is well, in lines for people: see [`Maintenance::check`](crate::Maintenance::check).

use std::fmt;

/// Free bytes below which the disk is about to be full.
pub const LITTLE_SPACE: u64 = 256 << 20;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// As it should be.
    Well,
    /// Somebody should look at it.
    Doubtful,
    /// Something is lost or cannot be played on.
    Bad,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub grade: Grade,
    /// A sentence about it.
    pub text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grade = match self.grade {
            Grade::Well => "well",
            Grade::Doubtful => "look",
            Grade::Bad => "BAD ",
        };
        write!(f, "{grade}  {}", self.text)
    }
}

/// What a check has found.
#[derive(Clone, Debug, Default)]
pub struct Checkup(Vec<Finding>);

impl Checkup {
    /// Whether nothing bad was found.
    pub fn is_well(&self) -> bool {
        self.0.iter().all(|finding| finding.grade != Grade::Bad)
    }

    /// Everything that was looked at, in order.
    pub fn findings(&self) -> &[Finding] {
        &self.0
    }

    pub(crate) fn add(&mut self, grade: Grade, text: impl Into<String>) {
        let text = text.into();
        self.0.push(Finding { grade, text });
    }
}

impl fmt::Display for Checkup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.0 {
            writeln!(f, "{finding}")?;
        }
        let verdict = if self.is_well() { "well" } else { "BAD" };
        writeln!(f, "all in all: {verdict}")
    }
}
