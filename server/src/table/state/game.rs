//! The match on the table, with what its record and its viewers need of it.

use boneyard_engine::{
    Act, DealEntry, Event, HandRule, Match, MatchRecord, Phase, RecordedDeal, Ruling, TileSet,
};
use boneyard_protocol::MatchId;

use crate::clock::UnixMillis;
use crate::table::state::action_of;
use crate::table::wire::Shown;
use boneyard_store::fact::{Fact, Origin};

/// A running or finished match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) match_id: MatchId,
    /// Salt and commitment of every entry, by index.
    pub(crate) seals: Vec<Seal>,
    /// What happened in the deal on the table, as viewers see it.
    pub(crate) log: Vec<Shown>,
    /// The doubles of the deal on the table whose layers want them shown lengthwise.
    pub(crate) lengthwise: TileSet,
    /// How many entries have been void since the last deal.
    pub(crate) voids: u32,
    /// `None` only between `MatchStarted` of the table and that of the engine, within one append.
    play: Option<Match>,
    /// The record so far, without names and result.
    record: Option<MatchRecord>,
    began: UnixMillis,
}

/// What proves that an entry was fixed before it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seal {
    pub(crate) salt: [u8; 32],
    pub(crate) commitment: [u8; 32],
}

impl Game {
    pub(super) fn new(match_id: MatchId, began: UnixMillis) -> Self {
        Self {
            match_id,
            seals: Vec::new(),
            log: Vec::new(),
            lengthwise: TileSet::EMPTY,
            voids: 0,
            play: None,
            record: None,
            began,
        }
    }

    /// The engine's match.
    pub(crate) fn play(&self) -> Option<&Match> {
        self.play.as_ref()
    }

    /// Whether the match waits for an entry.
    pub(super) fn awaits_entry(&self) -> bool {
        self.play
            .as_ref()
            .is_some_and(|play| play.phase() == Phase::AwaitingEntry)
    }

    /// Folds one of the engine's events.
    pub(super) fn apply(&mut self, event: &Event, by: Origin, lengthwise: bool, at: UnixMillis) {
        match event {
            Event::MatchStarted { setup } => {
                self.play = Some(Match::new(setup.clone()));
                self.record = Some(MatchRecord::new(setup));
            }
            Event::Dealt { entry, .. } | Event::Voided { entry, .. } => {
                let is_void = matches!(event, Event::Voided { .. });
                self.voids = if is_void { self.voids + 1 } else { 0 };
                self.record_deal(entry);
                self.lengthwise = TileSet::EMPTY;
            }
            Event::Led { tile, .. } | Event::Played { tile, .. } if lengthwise => {
                self.lengthwise.insert(*tile);
            }
            _ => {}
        }
        let act = self.act(event, by);
        if let (Some(record), Some(act)) = (&mut self.record, act) {
            record.add_act(act, Some(at.0.saturating_sub(self.began.0)));
        }
        match &mut self.play {
            Some(play) => play.apply(event),
            None => tracing::error!("a match's first fact is not its start"),
        }
    }

    fn record_deal(&mut self, entry: &DealEntry) {
        let Some(record) = &mut self.record else {
            return;
        };
        let seal = self.seals.get(record.deals.len());
        record.deals.push(RecordedDeal {
            entry: entry.clone(),
            commitment: seal.map(|seal| hex::encode(seal.commitment)),
            salt: seal.map(|seal| hex::encode(seal.salt)),
        });
    }

    /// Keeps what a snapshot's log shall say. What is closed again is not kept (SPEC 12.4).
    pub(super) fn note(&mut self, fact: &Fact, shown: &Shown) {
        match fact {
            Fact::Game {
                event: Event::Ruled {
                    ruling: Ruling::Deal,
                },
                ..
            } => self.log.clear(),
            Fact::Game { .. } | Fact::TimeUp { .. } if !shown.is_hidden() => {
                let seen = |play: &Match| play.sheet().deal.hand == HandRule::Seen;
                let stays = self.play.as_ref().is_none_or(seen);
                let shown = shown.clone();
                self.log
                    .push(if stays { shown } else { shown.closed_again() });
            }
            _ => {}
        }
    }

    /// The whole record of a match that is over, with the names of those who played.
    pub(crate) fn finished_record(&self, names: Vec<Option<String>>) -> Option<MatchRecord> {
        let result = self.play.as_ref()?.result()?;
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

    /// The action or ruling that an event, not yet folded, records. What the engine does by itself, on a
    /// ruling or with a tile that it turned up to be led, is not an action of its own.
    fn act(&self, event: &Event, by: Origin) -> Option<Act> {
        if let Event::Ruled { ruling } = event {
            return Some(Act::Table(*ruling));
        }
        let turned_up = |play: &Match| play.turned_up().is_some();
        let is_led_by_itself =
            matches!(event, Event::Led { .. }) && self.play.as_ref().is_some_and(turned_up);
        if by == Origin::Table || is_led_by_itself {
            return None;
        }
        let (seat, action) = action_of(event)?;
        Some(Act::Seat(seat, action))
    }
}
