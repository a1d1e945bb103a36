//! How much of a turn's time a seat has had, as the journal saw it: the clock may not act before.

use boneyard_engine::{Event, Ruling};

use boneyard_store::fact::Fact;

/// Milliseconds that the seat on turn has at least after a restart, or after a table was loaded again.
const GRACE_MS: u64 = 15_000;

/// The running wait of one table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Timing {
    /// World time at which it began, or the table was loaded.
    since: u64,
    /// Milliseconds since then that count for nobody: appends in flight, a journal that could not be written.
    forgiven: u64,
    /// Whether it began in this run of the server and was not loaded anew.
    is_whole: bool,
    /// When the append in flight was asked for.
    sent_at: Option<u64>,
    /// Since when the journal cannot be written.
    down: Option<u64>,
}

/// Whether a fact is the clock's.
pub(super) fn is_the_clocks(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::TimeUp { .. }
            | Fact::Game {
                event: Event::Ruled {
                    ruling: Ruling::Overtime(_),
                },
                ..
            }
    )
}

/// Whether a wait with a clock of its own begins with a fact: a turn, a period of it (SPEC 10.6), rows. A turn
/// whose time is up may go on, but its clock stays where it is.
fn begins(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Game {
            event: Event::TurnBegan { .. }
                | Event::Dealt { .. }
                | Event::Ruled {
                    ruling: Ruling::Overtime(_),
                },
            ..
        }
    )
}

impl Timing {
    /// A table that was opened, or loaded from its journal, just now.
    pub(super) fn loaded(&mut self, now: u64) {
        *self = Self {
            since: now,
            ..Self::default()
        };
    }

    /// The first moment at which the clock may act: later, if the one on turn was away for a while.
    pub(super) fn up_at(&self, clock_ms: u64) -> u64 {
        let due = if self.is_whole { clock_ms } else { GRACE_MS };
        self.since + self.forgiven + due
    }

    /// An append is asked for. Says what is wrong with it.
    pub(super) fn sent(&mut self, now: u64, facts: &[Fact], clock_ms: u64) -> Option<String> {
        if self.sent_at.is_some() {
            return Some("two appends of one table at the same time".to_owned());
        }
        self.sent_at = Some(now);
        if !facts.iter().any(is_the_clocks) {
            return None;
        }
        if self.down.is_some() {
            return Some("the clock acted while the journal could not be written".to_owned());
        }
        let had = now.saturating_sub(self.since).saturating_sub(self.forgiven);
        let due = self.up_at(clock_ms) - self.since - self.forgiven;
        (had < due).then(|| format!("the clock acted after {had} of {due} ms"))
    }

    /// The append in flight is done.
    pub(super) fn done<'a>(&mut self, now: u64, mut facts: impl Iterator<Item = &'a Fact>) {
        let sent_at = self.sent_at.take().unwrap_or(now);
        let stood = self.down.take().unwrap_or(sent_at);
        self.forgiven += now.saturating_sub(stood);
        if facts.any(begins) {
            self.since = now;
            self.forgiven = 0;
            self.is_whole = true;
        }
    }

    /// The append in flight has failed.
    pub(super) fn failed(&mut self, now: u64) {
        let sent_at = self.sent_at.take().unwrap_or(now);
        self.down.get_or_insert(sent_at);
    }

    /// The append in flight met a journal that was ahead: the table will be loaded anew.
    pub(super) fn ahead(&mut self) {
        self.sent_at = None;
    }
}
