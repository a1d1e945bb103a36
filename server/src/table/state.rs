//! The durable state of a table: a fold of its journal, the same live and at recovery.

mod absence;
mod action;
mod game;
mod occurrence;
mod story;

use std::collections::BTreeMap;
use std::sync::Arc;

use boneyard_engine::{BySeat, Event, HandRule, Ruling, Seat, Sheet, effective_sheet, preset};
use boneyard_protocol::limits::RESUME_FACTS;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{MatchId, PlayerId, TableId};

use super::answers::Answers;
use super::seats::SeatState;
use crate::clock::UnixMillis;
use boneyard_store::fact::{Fact, Opening};
use boneyard_store::{JournalRecord, Seq};

pub(crate) use absence::AbsenceQuestion;
pub(crate) use action::{action_of, actions_in};
pub(crate) use game::{Game, Seal};
pub(crate) use occurrence::{Context, Occurrence};
pub(crate) use story::Story;

/// A journal that does not begin as a table's must, or whose game this server does not have any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotATable {
    /// The first fact is not the opening.
    #[error("the journal does not begin with the table's opening")]
    NoOpening,
    /// The sheet is unknown, or the overrides do not fit it.
    #[error("the table's sheet is not valid here")]
    Sheet,
}

/// A table, as its journal tells it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    pub(crate) id: TableId,
    /// The number of the last fact.
    pub(crate) seq: Seq,
    pub(crate) opening: Arc<Opening>,
    pub(crate) sheet: Arc<Sheet>,
    pub(crate) seats: BySeat<SeatState>,
    pub(crate) opener: Option<Seat>,
    /// The players who left in the running deal, and the seat whose hand each has seen.
    pub(crate) seen_hands: BTreeMap<PlayerId, Seat>,
    pub(crate) phase: TablePhase,
    /// The number of the running or last match, from 1; 0 before the first.
    pub(crate) match_number: u32,
    /// The running or last match.
    ///
    /// Shared between copies of the state until one of them changes it.
    pub(crate) game: Option<Arc<Game>>,
    /// Its log and its record. Shared like the match; [`State::draft`] has none.
    pub(crate) story: Option<Arc<Story>>,
    /// The number of the last fact of a match: the server makes its next move after it.
    pub(crate) played: Seq,
    /// What the persons who are here were last asked about an absent player in this match.
    asked: Option<AbsenceQuestion>,
    /// Shared like the match.
    pub(crate) answers: Arc<Answers>,
    /// What is known of the clocks; of use at recovery only.
    pub(crate) clock_marks: ClockMarks,
}

/// What the journal knows of the clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClockMarks {
    /// When the running wait began.
    pub(crate) since: UnixMillis,
    /// When the last fact was written.
    pub(crate) last: UnixMillis,
    /// Milliseconds left, if the last fact stopped the clocks.
    pub(crate) stopped_left_ms: Option<u64>,
}

impl State {
    /// A table right after its opening.
    ///
    /// # Errors
    ///
    /// [`NotATable::Sheet`].
    pub(crate) fn open(id: TableId, opening: &Opening) -> Result<Self, NotATable> {
        let sheet = match &opening.rules {
            Some(rules) => Arc::clone(rules),
            None => {
                let preset = preset(&opening.sheet).ok_or(NotATable::Sheet)?;
                let sheet = effective_sheet(&preset, &opening.options);
                Arc::new(sheet.map_err(|_| NotATable::Sheet)?)
            }
        };
        Ok(Self {
            id,
            seq: Seq(0),
            opening: Arc::new(opening.clone()),
            sheet,
            seats: BySeat::from_fn(usize::from(opening.seats), |_| SeatState::free()),
            opener: None,
            seen_hands: BTreeMap::new(),
            phase: TablePhase::Seating,
            match_number: 0,
            game: None,
            story: None,
            played: Seq(0),
            asked: None,
            answers: Arc::default(),
            clock_marks: ClockMarks::default(),
        })
    }

    /// Folds a table's journal.
    ///
    /// # Errors
    ///
    /// [`NotATable`].
    pub(crate) fn from_records(records: &[JournalRecord]) -> Result<Self, NotATable> {
        Self::with_recent(records).map(|(state, _)| state)
    }

    /// Folds a table's journal, and keeps its last facts for those who come back.
    ///
    /// # Errors
    ///
    /// [`NotATable`].
    pub(crate) fn with_recent(
        records: &[JournalRecord],
    ) -> Result<(Self, Vec<Arc<Occurrence>>), NotATable> {
        let (first, rest) = records.split_first().ok_or(NotATable::NoOpening)?;
        let mut state = Self::from_first(first)?;
        let (before, last) = rest.split_at(rest.len().saturating_sub(RESUME_FACTS));
        for record in before {
            state.apply(record);
        }
        let recent = last.iter().map(|record| state.apply(record)).collect();
        Ok((state, recent))
    }

    /// A table from its first record.
    ///
    /// # Errors
    ///
    /// [`NotATable`].
    pub(crate) fn from_first(record: &JournalRecord) -> Result<Self, NotATable> {
        let Fact::Opened(opening) = &record.fact else {
            return Err(NotATable::NoOpening);
        };
        let mut state = Self::open(record.table, opening)?;
        state.apply(record);
        Ok(state)
    }

    /// Folds one record. Never refuses.
    pub(crate) fn apply(&mut self, record: &JournalRecord) -> Arc<Occurrence> {
        if let Some(cause) = &record.cause {
            Arc::make_mut(&mut self.answers).remember(cause, record.seq);
        }
        self.fold(record.seq, &record.fact, record.at)
    }

    /// Folds one fact.
    pub(crate) fn fold(&mut self, seq: Seq, fact: &Fact, at: UnixMillis) -> Arc<Occurrence> {
        self.seq = seq;
        self.put_on_record(fact, at);
        self.change(fact, at);
        let occurrence = Arc::new(Occurrence {
            seq,
            fact: fact.clone(),
            context: Context::of(fact, self),
        });
        if let Some(story) = &mut self.story {
            Arc::make_mut(story).note(&occurrence);
        }
        occurrence
    }

    /// A copy to try out what might become fact. It shares the match until a fact changes it, and keeps no story.
    pub(crate) fn draft(&self) -> Self {
        Self {
            story: None,
            ..self.clone()
        }
    }

    /// Changes a draft as the fact would change the table.
    pub(crate) fn suppose(&mut self, fact: &Fact, at: UnixMillis) {
        self.change(fact, at);
    }

    /// The log of the deal on the table.
    pub(crate) fn log(&self) -> impl Iterator<Item = &Occurrence> {
        let story = self.story.iter().flat_map(|story| story.log());
        story.map(Arc::as_ref)
    }

    /// Keeps the story of the match up with a fact that has not yet changed the table.
    fn put_on_record(&mut self, fact: &Fact, at: UnixMillis) {
        match fact {
            Fact::MatchStarted { .. } => self.story = Some(Arc::new(Story::new(at))),
            Fact::Unfinished { .. } => self.story = None,
            Fact::Game { event, by, .. } => {
                if let (Some(story), Some(game)) = (&mut self.story, &self.game) {
                    Arc::make_mut(story).record(game, event, *by, at);
                }
            }
            _ => {}
        }
    }

    fn change(&mut self, fact: &Fact, at: UnixMillis) {
        self.clock_marks.last = at;
        self.clock_marks.stopped_left_ms = None;
        match fact {
            Fact::Opened(_) | Fact::TimeUp { .. } => {}
            Fact::Seated { seat, .. }
            | Fact::Renamed { seat, .. }
            | Fact::Ready { seat }
            | Fact::StandIn { seat, .. }
            | Fact::AutoPass { seat, .. }
            | Fact::Returned { seat, .. }
            | Fact::RematchWanted { seat } => self.change_seat(*seat, fact),
            Fact::Left { seat, .. } => {
                let player = self.seats.get(*seat).and_then(SeatState::player_id);
                if let Some(player) = player.filter(|_| self.deal_runs()) {
                    self.seen_hands.insert(player, *seat);
                }
                self.change_seat(*seat, fact);
                self.opener = self.opener.filter(|opener| opener != seat);
            }
            Fact::Opener { seat } => self.opener = Some(*seat),
            Fact::MatchStarted { match_id } => self.begin_match(*match_id),
            Fact::Entry {
                salt, commitment, ..
            } => {
                self.seen_hands.clear();
                if let Some(game) = &mut self.game {
                    Arc::make_mut(game).seals.push(Seal {
                        salt: *salt,
                        commitment: *commitment,
                    });
                }
            }
            Fact::Game {
                event, lengthwise, ..
            } => {
                if let (true, Some(game)) = (*lengthwise, &mut self.game) {
                    Arc::make_mut(game).lay_lengthwise(event);
                }
                self.play(event, at);
            }
            Fact::Absent { seat } => {
                self.ask_about(*seat);
                self.clock_marks.since = at;
            }
            Fact::AbsenceChoice { seat, choice } => {
                self.choose_about_absent(*seat, *choice);
                self.clock_marks.since = at;
            }
            Fact::Unfinished { .. } => self.break_off_match(at),
            Fact::ClocksStopped {
                left_ms,
                absence_left_ms,
            } => {
                self.clock_marks.stopped_left_ms = *left_ms;
                for (seat, left) in self.seats.iter_mut().zip(absence_left_ms) {
                    seat.absence_ms = *left;
                }
            }
            Fact::Closed { .. } => self.phase = TablePhase::Closed,
        }
    }

    fn change_seat(&mut self, seat: Seat, fact: &Fact) {
        self.answer_about(seat, fact);
        let absence_ms = self.opening.settings.absence_ms;
        match self.seats.iter_mut().nth(seat.index()) {
            Some(state) => state.change(fact, absence_ms),
            None => tracing::error!(%seat, "a fact names a seat that the table does not have"),
        }
    }

    fn begin_match(&mut self, match_id: MatchId) {
        self.match_number += 1;
        self.phase = TablePhase::Playing;
        self.game = Some(Arc::new(Game::new(match_id)));
        let absence_ms = self.opening.settings.absence_ms;
        for seat in self.seats.iter_mut() {
            let occupant = seat.occupant.clone();
            *seat = SeatState {
                absence_ms,
                occupant,
                auto_pass: seat.auto_pass,
                ..SeatState::free()
            };
        }
        self.asked = None;
    }

    /// The match ends without a result. Players keep their seats and may be ready for another.
    fn break_off_match(&mut self, at: UnixMillis) {
        self.phase = TablePhase::Seating;
        self.game = None;
        self.asked = None;
        self.seen_hands.clear();
        self.clock_marks.since = at;
        for seat in self.seats.iter_mut() {
            (seat.ready, seat.rematch, seat.stand_in) = (false, false, false);
        }
    }

    fn play(&mut self, event: &Event, at: UnixMillis) {
        self.played = self.seq;
        match event {
            Event::Dealt { .. } => {
                self.clock_marks.since = at;
                // With the deal itself, which viewers see, not with the ruling before it, which they do not.
                for seat in self.seats.iter_mut() {
                    seat.ready = false;
                }
                if self.sheet.deal.hand == HandRule::Arranged {
                    self.phase = TablePhase::Arranging;
                }
            }
            Event::TurnBegan { .. } => {
                self.clock_marks.since = at;
                self.phase = TablePhase::Playing;
            }
            // A further period of the same turn begins (SPEC 10.6).
            Event::Ruled {
                ruling: Ruling::Overtime(_),
            } if self.phase == TablePhase::Playing => self.clock_marks.since = at,
            Event::Ruled {
                ruling: Ruling::Deal,
            } => self.phase = TablePhase::Playing,
            Event::DealOver { .. } => {
                self.phase = TablePhase::BetweenDeals;
                self.seen_hands.clear();
                self.clock_marks.since = at;
            }
            Event::MatchOver { .. } => {
                self.phase = TablePhase::MatchOver;
                self.clock_marks.since = at;
                for seat in self.seats.iter_mut() {
                    seat.stand_in = false;
                }
            }
            _ => {}
        }
        if let Some(game) = &mut self.game {
            Arc::make_mut(game).apply(event);
        }
    }

    /// The seat of a player.
    pub(crate) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let mut seats = self.seats.pairs();
        seats
            .find(|(_, state)| state.player_id() == Some(player))
            .map(|(seat, _)| seat)
    }

    /// The seat on turn.
    pub(crate) fn on_turn(&self) -> Option<Seat> {
        match self.phase {
            TablePhase::Playing => self.game.as_deref()?.play()?.on_turn(),
            _ => None,
        }
    }

    /// Whether a match is being played, deals and pauses alike.
    pub(crate) fn match_runs(&self) -> bool {
        matches!(
            self.phase,
            TablePhase::Arranging | TablePhase::Playing | TablePhase::BetweenDeals
        )
    }

    /// Whether a deal is being arranged or played.
    pub(crate) fn deal_runs(&self) -> bool {
        matches!(self.phase, TablePhase::Arranging | TablePhase::Playing)
    }

    /// The seats that have still to arrange their row, ascending.
    pub(crate) fn arranging(&self) -> Vec<Seat> {
        match (self.phase, self.game.as_deref().and_then(Game::play)) {
            (TablePhase::Arranging, Some(play)) => play.arranging(),
            _ => Vec::new(),
        }
    }

    /// How many seats players have, server bots not counted.
    pub(crate) fn players(&self) -> usize {
        self.seats
            .iter()
            .filter(|seat| seat.player().is_some())
            .count()
    }

    /// Whether the table goes on only when it is given an entry.
    pub(crate) fn awaits_entry(&self) -> bool {
        self.match_runs() && self.game.as_deref().is_some_and(Game::awaits_entry)
    }
}
