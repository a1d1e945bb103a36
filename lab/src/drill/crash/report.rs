//! The figures of a crash drill.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::ledger::TableLedger;
use super::player::PlayerEnd;
use super::record_check::Records;
use crate::drill::machine::Machine;

/// What a crash drill has shown.
#[derive(Clone, Debug, Default)]
pub struct CrashReport {
    /// Kills.
    pub kills: u32,
    /// Tables.
    pub tables: usize,
    /// Seats, all together.
    pub seats: usize,
    /// Tables that did not go on after a kill, which ended the drill.
    pub standing: usize,
    /// Facts told.
    pub facts: u64,
    /// Acts acknowledged.
    pub acknowledged: u64,
    /// Acknowledged, and not there.
    pub lost: u64,
    /// There more often than sent.
    pub doubled: u64,
    /// Numbers whose fact has changed or is not there any more.
    pub seen_and_gone: u64,
    /// Numbers that no seat was told.
    pub untold: u64,
    /// Refusals by code.
    pub refused: BTreeMap<String, u64>,
    /// Times that a seat came back.
    pub returns: u64,
    /// Known facts that were told again, byte for byte the same.
    pub told_again: u64,
    /// Seats that were not sent the last facts again at the end.
    pub unchecked: usize,
    /// Snapshots in the end that were not what the facts had made of the table.
    pub views_differing: usize,
    /// Facts missing in a living stream.
    pub gaps: u64,
    /// Finished matches whose record is what was played.
    pub records: u64,
    /// Finished matches whose record is missing or another.
    pub differing: u64,
    /// From each kill until the server was ready again, ascending.
    pub down: Vec<Duration>,
}

impl CrashReport {
    pub(super) fn new(
        seats: usize,
        standing: usize,
        ledgers: &[Arc<TableLedger>],
        ends: &[PlayerEnd],
        records: Records,
        mut down: Vec<Duration>,
    ) -> Self {
        down.sort_unstable();
        let mut report = Self {
            kills: u32::try_from(down.len()).unwrap_or(u32::MAX),
            tables: ledgers.len(),
            seats,
            standing,
            unchecked: seats.saturating_sub(ends.len()),
            records: records.same,
            differing: records.differing,
            down,
            ..Self::default()
        };
        for ledger in ledgers {
            let verdict = ledger.verdict();
            report.facts += verdict.facts;
            report.acknowledged += verdict.acknowledged;
            report.lost += verdict.lost;
            report.doubled += verdict.doubled;
            report.seen_and_gone += verdict.gone;
            report.untold += verdict.untold;
            for refused in ledger.refusals() {
                *report
                    .refused
                    .entry(format!("{:?}", refused.why.code))
                    .or_default() += 1;
            }
        }
        for end in ends {
            report.returns += end.returns;
            report.told_again += end.told_again;
            report.unchecked += usize::from(!end.checked);
            report.gaps += end.gaps;
            report.views_differing += usize::from(end.same_view == Some(false));
        }
        report
    }

    /// Whether the server has kept its promises, and acts were acknowledged that it could have lost.
    pub fn is_clean(&self) -> bool {
        self.kept_its_word() && self.refused.is_empty() && self.acknowledged > 0
    }

    /// Whether the server has kept its promises; it may have refused commands.
    pub fn kept_its_word(&self) -> bool {
        let broken = [
            self.lost,
            self.doubled,
            self.seen_and_gone,
            self.untold,
            self.differing,
        ];
        broken.iter().all(|count| *count == 0)
            && self.unchecked == 0
            && self.standing == 0
            && self.views_differing == 0
    }
}

impl fmt::Display for CrashReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |down: Option<&Duration>| down.map_or(0, Duration::as_millis);
        writeln!(
            f,
            "{} tables, {} seats, each with a journal of its own",
            self.tables, self.seats
        )?;
        writeln!(
            f,
            "facts told {}, told again the same {}, seats come back {}, gaps {}",
            self.facts, self.told_again, self.returns, self.gaps
        )?;
        writeln!(
            f,
            "records of finished matches: {} as played, {} not",
            self.records, self.differing
        )?;
        writeln!(
            f,
            "from the kill until ready again: median {} ms, longest {} ms",
            ms(self.down.get(self.down.len() / 2)),
            ms(self.down.last())
        )?;
        for (code, count) in &self.refused {
            writeln!(f, "refused {count} times: {code}")?;
        }
        if self.standing > 0 {
            writeln!(f, "tables that did not go on: {}", self.standing)?;
        }
        if self.views_differing > 0 {
            writeln!(
                f,
                "snapshots that are not the fold of the facts: {}",
                self.views_differing
            )?;
        }
        if self.untold > 0 || self.unchecked > 0 {
            writeln!(
                f,
                "facts untold {}, seats unchecked {}",
                self.untold, self.unchecked
            )?;
        }
        writeln!(f, "machine: {}", Machine::here())?;
        write!(
            f,
            "kills {}, acknowledged {}, lost {}, doubled {}, seen and gone {}",
            self.kills, self.acknowledged, self.lost, self.doubled, self.seen_and_gone
        )
    }
}
