//! One deal in all its rounds, and what each gave.

use std::sync::Arc;

use boneyard_engine::{BySide, Event, Goal, Match, MatchSetup, Points, Seat, Side, bot};
use boneyard_protocol::table::TableSettings;
use boneyard_protocol::{AbsenceEnd, MatchId, PlayerId, PlayerInfo, PlayerKind, TableId, Tempo};
use uuid::{Builder, Uuid};

use super::bout::{Bout, Player};
use super::dice::{Dice, Round};
use super::plan::{Plan, Playing};
use super::program::Program;
use super::tally::{Conduct, RoundScore};
use super::{ArenaError, Contender};
use boneyard_server::table::NotATable;
use boneyard_server::table::desk::Desk;
use boneyard_store::fact::Opening;

/// The place of a contender in a round: the contender's first seat is place 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Chair {
    /// A program plays the two rounds of a deal by two processes: the second would know all hands.
    pub(super) round: u8,
    /// 0 or 1.
    pub(super) owner: usize,
    pub(super) place: u8,
}

impl Chair {
    pub(super) fn of(round: Round, seat: Seat) -> Self {
        Self {
            round: round.number(),
            owner: round.owner(seat.get()),
            place: seat.get() / 2,
        }
    }

    /// Who sits there: the same in all deals.
    pub(super) fn player(self) -> PlayerInfo {
        let letter = if self.owner == 0 { 'A' } else { 'B' };
        let number = u128::from(self.place) * 2 + u128::from(self.owner > 0);
        PlayerInfo {
            id: PlayerId(id(1, number)),
            name: format!("{letter}{}", self.place + 1),
            kind: PlayerKind::Bot,
        }
    }
}

/// An id that follows from what it is for. It is no secret: anybody can compute it.
fn id(kind: u128, number: u128) -> Uuid {
    Builder::from_random_bytes(((kind << 120) | number).to_be_bytes()).into_uuid()
}

/// The rounds in which a deal is played.
pub(super) fn rounds(plan: &Plan, deal: u32) -> Vec<Round> {
    match plan.playing {
        Playing::Duplicate => vec![Round::First, Round::Exchanged],
        Playing::Once if deal.is_multiple_of(2) => vec![Round::First],
        Playing::Once => vec![Round::Exchanged],
    }
}

/// Plays one round. `programs` are those of the seats that programs have.
///
/// # Errors
///
/// A program does not do its part, or the deal cannot be played.
pub(super) fn play_round(
    plan: &Plan,
    deal: u32,
    round: Round,
    programs: &mut [Option<Program>],
) -> Result<(RoundScore, Vec<Conduct>), ArenaError> {
    let stuck = |what| ArenaError::Stuck { deal, what };
    let dice = Dice::new(plan.seed, deal);
    let started = Match::start(plan.setup.clone());
    let started = started.map_err(|_| stuck("the match does not start"))?;
    let game = Match::from_events([&started]);
    let game = game.ok_or_else(|| stuck("the match does not start"))?;
    let seats = usize::from(plan.setup.players);
    let desk = if plan.has_program() {
        let desk = desk(plan, deal, round, &started);
        Some(desk.map_err(|_| stuck("the sheet is not valid"))?)
    } else {
        None
    };
    let mut bout = Bout {
        deal: deal + 1,
        in_play: game.scores().map(|_| Points::ZERO),
        game,
        players: players(plan, round, dice, programs),
        conduct: vec![Conduct::default(); seats],
        desk,
        entries: dice.entries(),
        clock: dice.clock(round),
        think: plan.think,
        result: None,
        voids: 0,
    };
    bout.play(&started)?;
    let score = score(&plan.setup, round, &bout);
    Ok((score, bout.conduct))
}

fn players<'p>(
    plan: &Plan,
    round: Round,
    dice: Dice,
    programs: &'p mut [Option<Program>],
) -> Vec<Player<'p>> {
    let seats = (0..).map(Seat::new).zip(programs);
    let player = |(seat, program): (Seat, &'p mut Option<Program>)| match program {
        Some(program) => Player::Program(program),
        None => {
            let name = match plan.contenders.get(round.owner(seat.get())) {
                Some(Contender::BuiltIn(name)) => name,
                Some(Contender::Program(_)) | None => "random",
            };
            let bot = bot(name).expect("a contender's name is one of the engine's bots");
            Player::BuiltIn(bot, Box::new(dice.bot(round, seat)))
        }
    };
    seats.map(player).collect()
}

fn desk(plan: &Plan, deal: u32, round: Round, started: &Event) -> Result<Desk, NotATable> {
    let setup = &plan.setup;
    let think_ms = u64::try_from(plan.think.as_millis()).unwrap_or(u64::MAX);
    let number = (u128::from(deal) << 8) | u128::from(round.number());
    let opening = Opening {
        sheet: setup.rules.clone(),
        options: setup.options.clone(),
        rules: Some(Arc::clone(&setup.sheet)),
        seats: setup.players,
        settings: TableSettings {
            private: true,
            watchers: false,
            clock_ms: think_ms,
            absence_ms: 0,
            absence_end: AbsenceEnd::Bot,
            pause_ms: 0,
            tempo: Tempo::Plain,
        },
        code: "ARENAARENARE"
            .parse()
            .expect("it is made of the code's own alphabet, in its length"),
    };
    let seats = (0..setup.players).map(Seat::new);
    let players = seats.map(|seat| Chair::of(round, seat).player()).collect();
    Desk::open(
        TableId(id(2, number)),
        opening,
        players,
        MatchId(id(3, number)),
        started,
    )
}

/// Who wins the deal: the sides that got most in it, or least where points count against a side. Points of the
/// deal are those in play and the deal's entry, before thresholds and targets, which belong to matches.
fn score(setup: &MatchSetup, round: Round, bout: &Bout<'_>) -> RoundScore {
    let points = points_of(bout);
    let best = match bout.game.result() {
        // A match that ends without a deal's end has winners of its own (SPEC 9.9, 10.5).
        Some(over) if bout.result.is_none() => over.winners.clone(),
        _ => best_of(&points, setup.sheet.goal.goal),
    };
    let many = u32::try_from(best.len()).unwrap_or(u32::MAX).max(1);
    let one = 1.0 / f64::from(many);
    let share_of = |side: &Side| if best.contains(side) { one } else { 0.0 };
    let owned = |owner: usize| {
        points
            .pairs()
            .filter(move |(side, _)| round.owner(side.get()) == owner)
    };
    let side_of = |seat: u8| Side::new(if setup.sheet.pairs { seat % 2 } else { seat });
    RoundScore {
        share: owned(0).map(|(side, _)| share_of(&side)).sum(),
        points: [0, 1].map(|owner| owned(owner).map(|(_, points)| *points).sum()),
        seats: (0..setup.players)
            .map(|seat| share_of(&side_of(seat)))
            .collect(),
    }
}

fn points_of(bout: &Bout<'_>) -> BySide<Points> {
    let mut points = bout.in_play.clone();
    if let Some(result) = &bout.result {
        for (all, side) in points.iter_mut().zip(&result.sides) {
            *all += side.entry;
        }
    }
    points
}

/// The sides with the best points, all of them if they are level.
fn best_of(points: &BySide<Points>, goal: Goal) -> Vec<Side> {
    let best = match goal {
        Goal::ReachWins | Goal::Most => points.iter().max(),
        Goal::ReachLoses | Goal::Fewest => points.iter().min(),
    };
    let sides = points.pairs().filter(|(_, points)| Some(*points) == best);
    sides.map(|(side, _)| side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(each: &[i64]) -> BySide<Points> {
        each.iter().map(|points| Points::whole(*points)).collect()
    }

    #[test]
    fn best_is_most_or_least_as_the_goal_says_and_level_sides_share_it() {
        let sides = |numbers: &[u8]| numbers.iter().copied().map(Side::new).collect::<Vec<_>>();
        let three = points(&[5, 0, 5]);
        assert_eq!(best_of(&three, Goal::ReachWins), sides(&[0, 2]));
        assert_eq!(best_of(&three, Goal::ReachLoses), sides(&[1]));
        assert_eq!(best_of(&points(&[0, 0]), Goal::Fewest), sides(&[0, 1]));
    }

    #[test]
    fn partners_sit_opposite_and_the_second_round_exchanges_the_seats() {
        let owners = |round: Round| [0, 1, 2, 3].map(|seat| round.owner(seat));
        assert_eq!(owners(Round::First), [0, 1, 0, 1]);
        assert_eq!(owners(Round::Exchanged), [1, 0, 1, 0]);
        let chair = Chair::of(Round::Exchanged, Seat::new(3));
        assert_eq!(
            (chair.owner, chair.place, chair.player().name.as_str()),
            (0, 1, "A2")
        );
    }
}
