//! The figures of a load.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use hdrhistogram::Histogram;

use super::meter::TableFigures;
use crate::drill::machine::Machine;
use boneyard_client::Counters;

/// What a load has shown.
#[derive(Clone, Debug)]
pub struct LoadReport {
    /// The tables.
    pub tables: usize,
    /// How long was measured.
    pub measured: Duration,
    /// Acts done in that time.
    pub acts: u64,
    /// From sending an act until the last of the other seats had its facts.
    pub seen_by_all: Latencies,
    /// From sending an act until its acknowledgement.
    pub acknowledged: Latencies,
    /// Refusals by code.
    pub refused: BTreeMap<String, u64>,
    /// Acts that some seat never saw.
    pub lost: usize,
    /// Connections that ended for good.
    pub lost_seats: u64,
    /// Tables that stood still.
    pub stuck: usize,
    /// The connections' troubles.
    pub counters: Counters,
    /// Where it was measured.
    pub machine: Machine,
}

/// Significant digits of a latency. In microseconds that is exact below 32 ms, and never off by more than a ten
/// thousandth.
const DIGITS: u8 = 4;

/// Many latencies.
#[derive(Clone, Debug)]
pub struct Latencies(Histogram<u64>);

impl Default for Latencies {
    fn default() -> Self {
        Self(Histogram::new(DIGITS).expect("a histogram has at most five digits"))
    }
}

impl FromIterator<Duration> for Latencies {
    fn from_iter<I: IntoIterator<Item = Duration>>(all: I) -> Self {
        let mut latencies = Self::default();
        for latency in all {
            let micros = u64::try_from(latency.as_micros()).unwrap_or(u64::MAX);
            latencies.0 += micros;
        }
        latencies
    }
}

impl Latencies {
    /// How many there are.
    pub fn count(&self) -> usize {
        usize::try_from(self.0.len()).unwrap_or(usize::MAX)
    }

    /// The smallest latency that `share` of all, 0 to 1, do not exceed, to four digits; zero if there are none.
    pub fn quantile(&self, share: f64) -> Duration {
        let micros = self.0.value_at_quantile(share);
        Duration::from_micros(self.0.lowest_equivalent(micros))
    }
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |share| self.quantile(share).as_secs_f64() * 1000.0;
        write!(
            f,
            "p50 {:.1}, p90 {:.1}, p99 {:.1}, p99.9 {:.1}, max {:.1} ms",
            ms(0.5),
            ms(0.9),
            ms(0.99),
            ms(0.999),
            ms(1.0)
        )
    }
}

impl LoadReport {
    pub(super) fn new(
        tables: impl Iterator<Item = TableFigures>,
        measured: Duration,
        counters: Counters,
    ) -> Self {
        let mut report = Self {
            tables: 0,
            measured,
            acts: 0,
            seen_by_all: Latencies::default(),
            acknowledged: Latencies::default(),
            refused: BTreeMap::new(),
            lost: 0,
            lost_seats: 0,
            stuck: 0,
            counters,
            machine: Machine::here(),
        };
        let (mut seen_by_all, mut acknowledged) = (Vec::new(), Vec::new());
        for table in tables {
            report.tables += 1;
            report.acts += table.acts;
            report.lost += table.lost_acts();
            report.lost_seats += table.lost_seats;
            report.stuck += usize::from(table.stuck);
            seen_by_all.extend(table.seen_by_all);
            acknowledged.extend(table.acknowledged);
            for (code, count) in table.refused {
                *report.refused.entry(code).or_default() += count;
            }
        }
        if counters.slowed > 0 {
            // Sent again by the connection, and refused all the same.
            report.refused.insert("no time".to_owned(), counters.slowed);
        }
        report.seen_by_all = seen_by_all.into_iter().collect();
        report.acknowledged = acknowledged.into_iter().collect();
        report
    }

    /// Whether the server did all it should.
    pub fn is_clean(&self) -> bool {
        self.lost == 0
            && self.stuck == 0
            && self.lost_seats == 0
            && self.refused.is_empty()
            && self.acts > 0
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.measured.as_secs_f64();
        let rate = self.acts as f64 / seconds;
        writeln!(
            f,
            "actions          {} in {seconds:.1} s: {rate:.0} actions/s",
            self.acts
        )?;
        writeln!(f, "seen by the last {}", self.seen_by_all)?;
        writeln!(f, "acknowledged     {}", self.acknowledged)?;
        let refused: u64 = self.refused.values().sum();
        write!(
            f,
            "refused {refused}, lost {}, stuck {}, gaps {}, reconnects {}",
            self.lost, self.stuck, self.counters.gaps, self.counters.reconnects
        )?;
        if self.lost_seats > 0 {
            write!(f, ", seats lost {}", self.lost_seats)?;
        }
        for (code, count) in &self.refused {
            write!(f, "\n  refused {count} times: {code}")?;
        }
        write!(
            f,
            "\nmachine          {} (server and {} tables of seats)",
            self.machine, self.tables
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_ranks() {
        let hundred = (1..=100).rev().map(Duration::from_millis);
        let latencies: Latencies = hundred.collect();
        for (share, ms) in [(0.5, 50), (0.9, 90), (0.99, 99), (0.999, 100), (1.0, 100)] {
            assert_eq!(
                latencies.quantile(share),
                Duration::from_millis(ms),
                "{share}"
            );
        }
        assert_eq!(Latencies::default().quantile(0.5), Duration::ZERO);
    }
}
