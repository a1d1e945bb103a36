//! What is told of a match besides how it stands.

use std::sync::Arc;

use boneyard_engine::{Act, DealEntry, Event, MatchRecord, RecordedDeal, Ruling};

use super::{Game, Occurrence, action_of};
use crate::clock::UnixMillis;
use boneyard_store::fact::{Fact, Origin};

/// The log of the deal on the table, and the record of the match so far. Nothing that the table decides depends on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Story {
    log: Vec<Arc<Occurrence>>,
    /// Without names and result. `None` only between `MatchStarted` of the table and that of the engine, within one
    /// append.
    record: Option<MatchRecord>,
    began: UnixMillis,
}

impl Story {
    pub(super) fn new(began: UnixMillis) -> Self {
        Self {
            log: Vec::new(),
            record: None,
            began,
        }
    }

    /// What has happened in the deal on the table.
    pub(super) fn log(&self) -> &[Arc<Occurrence>] {
        &self.log
    }

    /// Puts on record an event that `game` has not yet folded.
    pub(super) fn record(&mut self, game: &Game, event: &Event, by: Origin, at: UnixMillis) {
        match event {
            Event::MatchStarted { setup } => self.record = Some(MatchRecord::new(setup)),
            Event::Dealt { entry, .. } | Event::Voided { entry, .. } => {
                self.record_deal(game, entry);
            }
            _ => {}
        }
        if let (Some(record), Some(act)) = (&mut self.record, act(game, event, by)) {
            record.add_act(act, Some(at.0.saturating_sub(self.began.0)));
        }
    }

    fn record_deal(&mut self, game: &Game, entry: &DealEntry) {
        let Some(record) = &mut self.record else {
            return;
        };
        let seal = game.seals.get(record.deals.len());
        record.deals.push(RecordedDeal {
            entry: entry.clone(),
            commitment: seal.map(|seal| hex::encode(seal.commitment)),
            salt: seal.map(|seal| hex::encode(seal.salt)),
        });
    }

    /// Notes down what has been folded. A log begins anew with each deal, and leaves out how turns begin and end: the
    /// position tells that.
    pub(super) fn note(&mut self, occurrence: &Arc<Occurrence>) {
        match &occurrence.fact {
            Fact::Game {
                event: Event::Ruled {
                    ruling: Ruling::Deal,
                },
                ..
            } => self.log.clear(),
            Fact::Game {
                event:
                    Event::MatchStarted { .. } | Event::TurnBegan { .. } | Event::TurnEnded { .. },
                ..
            } => {}
            Fact::Game { .. } | Fact::TimeUp { .. } => self.log.push(Arc::clone(occurrence)),
            _ => {}
        }
    }

    /// The whole record of a match that is over, with the names of those who played.
    pub(crate) fn finished_record(
        &self,
        game: &Game,
        names: Vec<Option<String>>,
    ) -> Option<MatchRecord> {
        let result = game.play()?.result()?;
        let mut record = self.record.clone()?;
        record.seats = names;
        record.finish(result);
        Some(record)
    }

    /// The record so far of a match that was broken off, without a result. It opens all hands: nobody plays them
    /// any more.
    pub(crate) fn broken_off_record(&self, names: Vec<Option<String>>) -> Option<MatchRecord> {
        let mut record = self.record.clone()?;
        record.seats = names;
        Some(record)
    }
}

/// The action or ruling that an event, not yet folded, records. What the engine does by itself, on a ruling or with a
/// tile that it turned up to be led, is not an action of its own.
fn act(game: &Game, event: &Event, by: Origin) -> Option<Act> {
    if let Event::Ruled { ruling } = event {
        return Some(Act::Table(*ruling));
    }
    let is_turned_up = game.play().is_some_and(|play| play.turned_up().is_some());
    let is_led_by_itself = matches!(event, Event::Led { .. }) && is_turned_up;
    if by == Origin::Table || is_led_by_itself {
        return None;
    }
    let (seat, action) = action_of(event)?;
    Some(Act::Seat(seat, action))
}
