//! What came of it.

use std::fmt;
use std::time::Duration;

use super::honest::HonestEnd;
use super::{AbusePlan, BOUND, Case};
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

    /// The 99th percentile of honest acts meanwhile.
    fn slow(&self) -> Duration {
        self.honest.quantile(0.99)
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
    noise: Duration,
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
            noise: plan.noise,
            seed: plan.seed,
            machine: Machine::here(),
        }
    }

    /// Whether the server has withstood everything and no honest player has felt it.
    pub fn is_clean(&self) -> bool {
        let honest = &self.honest;
        let troubles = honest.disconnects + honest.gaps + honest.refused + honest.differing;
        self.faults.is_empty() && troubles == 0 && self.cases.iter().all(CaseReport::is_clean)
    }

    /// The case in which honest acts were slowest, and how much slower than without abuse.
    fn worst(&self) -> Option<(&CaseReport, f64)> {
        let slowest = self.cases.iter().max_by_key(|case| case.slow())?;
        let before = ms(self.baseline.quantile(0.99));
        Some((slowest, ms(slowest.slow()) / before))
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
            ms(self.slow()),
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
        writeln!(f, "machine: {}; seed {}", self.machine, self.seed)?;
        let held = self.cases.iter().filter(|case| case.is_clean()).count();
        write!(
            f,
            "abuse {} cases, {held} held; honest p99 {:.1} ms of {} acts without abuse",
            self.cases.len(),
            ms(self.baseline.quantile(0.99)),
            self.baseline.count()
        )?;
        if let Some((case, ratio)) = self.worst() {
            write!(
                f,
                ", at worst {ratio:.2} times that ({}: {:.1} ms of {} acts; {BOUND} times or {} ms are allowed)",
                case.case,
                ms(case.slow()),
                case.honest.count(),
                self.noise.as_millis()
            )?;
        }
        write!(f, "; honest disconnects {disconnects}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(cases: &[(Case, u64)]) -> AbuseReport {
        let all = |ms| std::iter::repeat_n(Duration::from_millis(ms), 1_000).collect::<Latencies>();
        let plan = AbusePlan {
            program: std::path::PathBuf::new(),
            cases: Vec::new(),
            tables: 20,
            think: Duration::ZERO,
            crowd: 8,
            watchers: 1,
            noise: Duration::from_millis(10),
            seed: 1,
        };
        let mut report = AbuseReport::new(&plan, &all(10));
        report
            .cases
            .extend(cases.iter().map(|(case, slow)| CaseReport {
                case: *case,
                took: Duration::from_secs(2),
                found: Ok(String::new()),
                honest: all(*slow),
                lost: 0,
                felt: (*slow > 20).then(|| "too slow".to_owned()),
            }));
        report
    }

    #[test]
    fn the_last_line_says_how_many_held_and_which_was_felt_most() {
        let good = report(&[(Case::O1, 12), (Case::O5, 15)]);
        let expected = "abuse 2 cases, 2 held; honest p99 10.0 ms of 1000 acts without abuse, at worst 1.50 times that \
                        (O5: 15.0 ms of 1000 acts; 2 times or 10 ms are allowed); honest disconnects 0";
        assert_eq!(good.to_string().lines().last(), Some(expected));
        assert!(good.is_clean());
        let slow = report(&[(Case::O1, 12), (Case::O2, 25)]);
        let last = slow
            .to_string()
            .lines()
            .last()
            .unwrap_or_default()
            .to_owned();
        assert!(last.starts_with("abuse 2 cases, 1 held;"), "{last}");
        assert!(last.contains("2.50 times that (O2"), "{last}");
        assert!(!slow.is_clean());
        let mut lost = report(&[(Case::O1, 12)]);
        lost.honest.disconnects = 1;
        assert!(!lost.is_clean() && lost.to_string().ends_with("honest disconnects 1"));
    }
}
