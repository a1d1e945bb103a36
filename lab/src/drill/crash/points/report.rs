//! The figures of the crash points.

use std::fmt;
use std::time::Duration;

use super::PointEnd;
use crate::drill::machine::Machine;
use crate::drill::strace::CALLS;

/// What the crash points have shown.
#[derive(Debug)]
pub struct PointsReport {
    /// Calls of the script, in the order of `pwrite64`, `fdatasync`, `fsync`.
    pub calls: [u32; CALLS.len()],
    /// Points that had to be reached; without it, all were tried.
    pub wanted: Option<usize>,
    /// Points tried.
    pub tried: usize,
    /// Points at which the server was killed.
    pub reached: usize,
    /// Acts acknowledged, all together.
    pub acknowledged: u64,
    /// Acknowledged, and not there.
    pub lost: u64,
    /// There more often than sent.
    pub doubled: u64,
    /// Told, and not there or another fact.
    pub seen_and_gone: u64,
    /// The reports that are not clean.
    pub failed: Vec<PointEnd>,
    /// How long it took.
    pub took: Duration,
}

impl PointsReport {
    pub(super) fn new(calls: [u32; CALLS.len()], wanted: Option<usize>) -> Self {
        Self {
            calls,
            wanted,
            tried: 0,
            reached: 0,
            acknowledged: 0,
            lost: 0,
            doubled: 0,
            seen_and_gone: 0,
            failed: Vec::new(),
            took: Duration::ZERO,
        }
    }

    pub(super) fn add(&mut self, end: PointEnd) {
        self.tried += 1;
        self.reached += usize::from(end.reached);
        self.acknowledged += end.report.acknowledged;
        self.lost += end.report.lost;
        self.doubled += end.report.doubled;
        self.seen_and_gone += end.report.seen_and_gone;
        // A server that was killed at its start may have nothing acknowledged before the end.
        if !end.report.kept_its_word() {
            self.failed.push(end);
        }
    }

    /// Whether the server has kept its promises at every point, and as many were reached as were wanted. Where all are
    /// tried, most must be there: two runs of the script have about the same calls, not exactly.
    pub fn is_clean(&self) -> bool {
        let enough = match self.wanted {
            Some(wanted) => self.reached >= wanted,
            None => self.reached * 3 >= self.tried * 2,
        };
        self.failed.is_empty() && self.acknowledged > 0 && enough
    }
}

impl fmt::Display for PointsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls: Vec<String> = CALLS
            .iter()
            .zip(self.calls)
            .map(|(call, count)| format!("{call} {count}"))
            .collect();
        writeln!(f, "calls of the script: {}", calls.join(", "))?;
        for end in &self.failed {
            writeln!(f, "at {}:\n{}", end.point, end.report)?;
        }
        writeln!(
            f,
            "machine: {}; {:.0} s",
            Machine::here(),
            self.took.as_secs_f64()
        )?;
        write!(
            f,
            "points {}, killed at {}, acknowledged {}, lost {}, doubled {}, seen and gone {}, failed {}",
            self.tried,
            self.reached,
            self.acknowledged,
            self.lost,
            self.doubled,
            self.seen_and_gone,
            self.failed.len()
        )
    }
}
