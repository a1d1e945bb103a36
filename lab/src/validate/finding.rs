//! What was tried, and how it went.

use std::fmt;

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As it should.
    Ok,
    /// Not as the protocol wants it.
    Wrong,
    /// Neither; worth knowing.
    Note,
}

/// One thing that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How it went.
    pub verdict: Verdict,
    /// What was tried.
    pub tried: String,
    /// What came of it.
    pub outcome: String,
    /// Where it is described, for what is wrong.
    pub see: &'static str,
}

impl Finding {
    pub(super) fn ok(tried: impl Into<String>, outcome: impl Into<String>) -> Self {
        Self::new(Verdict::Ok, tried, outcome, "")
    }

    pub(super) fn note(tried: impl Into<String>, outcome: impl Into<String>) -> Self {
        Self::new(Verdict::Note, tried, outcome, "")
    }

    pub(super) fn wrong(
        tried: impl Into<String>,
        outcome: impl Into<String>,
        see: &'static str,
    ) -> Self {
        Self::new(Verdict::Wrong, tried, outcome, see)
    }

    fn new(
        verdict: Verdict,
        tried: impl Into<String>,
        outcome: impl Into<String>,
        see: &'static str,
    ) -> Self {
        Self {
            verdict,
            tried: tried.into(),
            outcome: outcome.into(),
            see,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Ok => "ok   ",
            Verdict::Wrong => "WRONG",
            Verdict::Note => "note ",
        };
        write!(f, "{verdict}  {}: {}", self.tried, self.outcome)?;
        if !self.see.is_empty() {
            write!(f, " (see {})", self.see)?;
        }
        Ok(())
    }
}

/// All findings, in the order of the trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The findings.
    pub findings: Vec<Finding>,
}

impl Report {
    /// How many things are wrong.
    #[must_use]
    pub fn wrong(&self) -> usize {
        let is_wrong = |finding: &&Finding| finding.verdict == Verdict::Wrong;
        self.findings.iter().filter(is_wrong).count()
    }
}
