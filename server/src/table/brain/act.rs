//! What a seat's player does in the match.

use boneyard_engine::{Action, Event, InPlay, LegalActions, Match, Ruling, Seat, Sheet, Spinner};
use boneyard_protocol::{ErrorCode, PlayerInfo, Refusal};

use super::{Table, game_facts};
use crate::clock::MonoMillis;
use crate::table::state::Game;
use crate::table::turn_clock::Awaited;
use crate::table::wire;
use boneyard_store::fact::{Fact, Origin};

/// What an `act` says.
pub(super) struct Act<'a> {
    pub(super) turn: Option<u32>,
    pub(super) entry: Option<u32>,
    pub(super) action: &'a str,
    pub(super) lengthwise: bool,
    pub(super) received: MonoMillis,
}

/// Whether an action came in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Timing {
    InTime,
    /// The clock's fact follows, and ends what the action belongs to.
    TooLate,
    /// A period of the turn is over: it is an overtime, but the turn may go on after it.
    Overtime,
}

impl Table {
    pub(super) fn act(&self, player: &PlayerInfo, act: &Act<'_>) -> Result<Vec<Fact>, Refusal> {
        let seat = self.seated(player)?;
        let action: Action = act
            .action
            .parse()
            .map_err(|_| Refusal::from(ErrorCode::MalformedAction))?;
        let play = self.state.game.as_deref().and_then(Game::play);
        let play = play.ok_or_else(|| Refusal::from(ErrorCode::NotNow))?;
        if !belongs_here(play, &action, act.turn, act.entry)? || !self.state.deal_runs() {
            return Err(ErrorCode::Stale.into());
        }
        if act.lengthwise && !may_lie_lengthwise(play.sheet(), &action) {
            return Err(ErrorCode::NotLengthwise.into());
        }
        match self.timing(&action, act.received) {
            Timing::InTime => {
                let events = play.decide(seat, &action);
                let events =
                    events.map_err(|error| wire::illegal(error, &play.legal_actions(seat)))?;
                Ok(acted(events, act).collect())
            }
            Timing::TooLate => Err(ErrorCode::Stale.into()),
            Timing::Overtime => act_after_overtime(play, seat, &action, act),
        }
    }

    /// One verdict on what is late: the clock's fact follows, or comes before the action. A challenge is no
    /// part of a turn and never late.
    fn timing(&self, action: &Action, received: MonoMillis) -> Timing {
        if *action == Action::Challenge || !self.clocks.is_up_at(received) {
            return Timing::InTime;
        }
        match self.clocks.awaited() {
            Awaited::Rows(_) | Awaited::Turn(_) => Timing::TooLate,
            Awaited::Period { .. } => Timing::Overtime,
            _ => Timing::InTime,
        }
    }
}

/// Whether the action belongs to the running turn or, where turns do not matter, to the entry in play.
pub(in crate::table) fn belongs_here(
    play: &Match,
    action: &Action,
    turn: Option<u32>,
    entry: Option<u32>,
) -> Result<bool, Refusal> {
    let missing = |field| Refusal::of_field(ErrorCode::BadMessage, field);
    Ok(match action {
        Action::Arrange { .. } | Action::Challenge => {
            let entry = entry.ok_or_else(|| missing("entry"))?;
            Some(entry) == play.deal()
        }
        Action::Draw
        | Action::Lead { .. }
        | Action::Pass
        | Action::Play { .. }
        | Action::Stop
        | Action::TurnUp => turn.ok_or_else(|| missing("turn"))? == play.turn(),
    })
}

/// Whether the layer of a double may have it shown lengthwise: only where both its halves count however it
/// lies, so that nobody takes the picture for a rule.
fn may_lie_lengthwise(sheet: &Sheet, action: &Action) -> bool {
    let counts_alike = sheet.score.in_play == InPlay::Multiples
        && sheet.line.spinner == Spinner::None
        && !sheet.line.along;
    match action {
        Action::Lead { tile, .. } | Action::Play { tile, .. } => counts_alike && tile.is_double(),
        _ => false,
    }
}

/// A late action at a table with a ladder: first the overtime (SPEC 10.6), then the action, if the turn goes
/// on after it.
fn act_after_overtime(
    play: &Match,
    seat: Seat,
    action: &Action,
    act: &Act<'_>,
) -> Result<Vec<Fact>, Refusal> {
    let overtime = play.rule(Ruling::Overtime(seat));
    let overtime = overtime.map_err(|error| wire::illegal(error, &LegalActions::default()))?;
    let mut after = play.clone();
    overtime.iter().for_each(|event| after.apply(event));
    if after.on_turn() != Some(seat) || after.turn() != play.turn() {
        return Err(ErrorCode::Stale.into());
    }
    let events = after.decide(seat, action);
    let events = events.map_err(|error| wire::illegal(error, &after.legal_actions(seat)))?;
    let overtime = game_facts(overtime, Origin::Table);
    Ok(overtime.chain(acted(events, act)).collect())
}

/// The facts of a player's action; the tile that is laid in it may be wanted lengthwise.
fn acted(events: Vec<Event>, act: &Act<'_>) -> impl Iterator<Item = Fact> + use<> {
    let lengthwise = act.lengthwise;
    events.into_iter().map(move |event| {
        let is_laid = matches!(event, Event::Led { .. } | Event::Played { .. });
        Fact::Game {
            event,
            by: Origin::Seat,
            lengthwise: lengthwise && is_laid,
        }
    })
}
