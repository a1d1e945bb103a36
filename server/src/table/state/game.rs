//! The match on the table.

use boneyard_engine::{Event, Match, Phase, TileSet};
use boneyard_protocol::MatchId;

/// A running or finished match.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game {
    pub(crate) match_id: MatchId,
    /// Salt and commitment of every entry, by index.
    pub(crate) seals: Vec<Seal>,
    /// The doubles of the deal on the table whose layers want them shown lengthwise.
    pub(crate) lengthwise: TileSet,
    /// How many entries have been void since the last deal.
    pub(crate) voids: u32,
    /// `None` only between `MatchStarted` of the table and that of the engine, within one append.
    play: Option<Match>,
}

/// What proves that an entry was fixed before it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seal {
    pub(crate) salt: [u8; 32],
    pub(crate) commitment: [u8; 32],
}

impl Game {
    pub(super) fn new(match_id: MatchId) -> Self {
        Self {
            match_id,
            seals: Vec::new(),
            lengthwise: TileSet::EMPTY,
            voids: 0,
            play: None,
        }
    }

    /// The engine's match.
    pub(crate) fn play(&self) -> Option<&Match> {
        self.play.as_ref()
    }

    /// The commitment to the last entry.
    pub(crate) fn last_commitment(&self) -> Option<[u8; 32]> {
        self.seals.last().map(|seal| seal.commitment)
    }

    /// Whether the match waits for an entry.
    pub(super) fn awaits_entry(&self) -> bool {
        self.play
            .as_ref()
            .is_some_and(|play| play.phase() == Phase::AwaitingEntry)
    }

    /// The double that the next event lays is to be shown lengthwise.
    pub(super) fn lay_lengthwise(&mut self, event: &Event) {
        if let Event::Led { tile, .. } | Event::Played { tile, .. } = event {
            self.lengthwise.insert(*tile);
        }
    }

    /// Folds one of the engine's events.
    pub(super) fn apply(&mut self, event: &Event) {
        match event {
            Event::MatchStarted { setup } => self.play = Some(Match::new(setup.clone())),
            Event::Dealt { .. } | Event::Voided { .. } => {
                let is_void = matches!(event, Event::Voided { .. });
                self.voids = if is_void { self.voids + 1 } else { 0 };
                self.lengthwise = TileSet::EMPTY;
            }
            _ => {}
        }
        match &mut self.play {
            Some(play) => play.apply(event),
            None => tracing::error!("a match's first fact is not its start"),
        }
    }
}
