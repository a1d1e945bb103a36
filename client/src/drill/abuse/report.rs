//! What came of it.

use std::fmt;
use std::time::Duration;

use super::honest::HonestEnd;
use super::{AbusePlan, Case};
use crate::drill::load::Latencies;
use crate::drill::machine::Machine;

/// One case.
#[derive(Clone, Debug)]
pub struct CaseReport {
    /// Which.
    pub case: Case,
    /// How long the honest players were measured.
    pub took: Duration,
    /// What was provoked and what came, or what missed.
    pub found: Result<String, String>,
    /// How long honest acts took meanwhile.
    pub honest: Latencies,
    /// Honest sockets lost meanwhile.
    pub lost: u64,
    /// What the honest players felt, if it was too much.
    pub felt: Option<String>,
}

impl CaseReport {
    /// Whether all was as it should be.
    pub fn is_clean(&self) -> bool {
        self.found.is_ok() && self.felt.is_none()
    }
}

/// The whole drill.
#[derive(Clone, Debug)]
pub struct AbuseReport {
    /// The cases, in the order in which they ended.
    pub cases: Vec<CaseReport>,
    /// What is wrong with the servers in the end.
    pub faults: Vec<String>,
    pub(super) honest: HonestEnd,
    tables: usize,
    baseline: Latencies,
    seed: u64,
    machine: Machine,
}

fn ms(latency: Duration) -> f64 {
    latency.as_secs_f64() * 1_000.0
}

impl AbuseReport {
    pub(super) fn new(plan: &AbusePlan, baseline: &Latencies) -> Self {
        Self {
            cases: Vec::new(),
            faults: Vec::new(),
            honest: HonestEnd::default(),
            tables: plan.tables,
            baseline: baseline.clone(),
            seed: plan.seed,
            machine: Machine::here(),
        }
    }

    /// Whether the server has borne everything, and nobody has felt it.
    pub fn is_clean(&self) -> bool {
        let honest = &self.honest;
        let troubles = honest.disconnects + honest.gaps + honest.refused + honest.differing;
        self.faults.is_empty() && troubles == 0 && self.cases.iter().all(CaseReport::is_clean)
    }
}

impl fmt::Display for CaseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_clean() { "ok  " } else { "MISS" };
        let found = match &self.found {
            Ok(found) => found,
            Err(miss) => miss,
        };
        write!(
            f,
            "{:<4}{verdict} {}: {found} | honest p99 {:.1} ms of {} acts in {:.1} s, {} lost",
            self.case,
            self.case.what(),
            ms(self.honest.quantile(0.99)),
            self.honest.count(),
            self.took.as_secs_f64(),
            self.lost
        )?;
        match &self.felt {
            Some(felt) => write!(f, " | {felt}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for AbuseReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HonestEnd {
            seats,
            acts,
            disconnects,
            gaps,
            refused,
            differing,
        } = &self.honest;
        writeln!(f, "honest acts before any abuse: {}", self.baseline)?;
        writeln!(
            f,
            "honest: {} tables, {seats} seats, {acts} acts; disconnects {disconnects}, gaps {gaps}, refused {refused}, \
             mirrors that differ {differing}",
            self.tables
        )?;
        for fault in &self.faults {
            writeln!(f, "fault: {fault}")?;
        }
        let missed = self.cases.iter().filter(|case| !case.is_clean()).count();
        writeln!(f, "machine: {}; seed {}", self.machine, self.seed)?;
        write!(f, "cases {}, missed {missed}", self.cases.len())
    }
}
