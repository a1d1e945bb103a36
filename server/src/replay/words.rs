//! The words for the steps of a match.

use boneyard_engine::{
    Act, BySide, DealEnd, DealEntry, DealResult, Event, Fault, Match, MatchEnd, MatchRecord,
    MatchResult, Plain, Ruling, ScoreReason, Seat, Side, Tile,
};

/// Names, and sentences about events.
pub(super) struct Words<'a> {
    record: &'a MatchRecord,
}

impl<'a> Words<'a> {
    pub(super) fn new(record: &'a MatchRecord) -> Self {
        Self { record }
    }

    /// `0 Anna`, or `0` without a name. A record may come from anywhere, so its names cannot break or colour a line.
    pub(super) fn name(&self, seat: Seat) -> String {
        match self.record.seats.get(seat.index()) {
            Some(Some(name)) => format!("{seat} {}", Plain(name)),
            _ => seat.to_string(),
        }
    }

    /// Who did what.
    pub(super) fn act(&self, act: &Act) -> String {
        match act {
            Act::Seat(seat, action) => format!("{}: {action}", self.name(*seat)),
            Act::Table(Ruling::Warn(seat)) => format!("table: warn {}", self.name(*seat)),
            Act::Table(Ruling::Overtime(seat)) => format!("table: overtime {}", self.name(*seat)),
            Act::Table(ruling @ (Ruling::Deal | Ruling::Restart)) => format!("table: {ruling}"),
        }
    }

    /// What an event adds to its action.
    pub(super) fn event(&self, event: &Event, game: &Match) -> Vec<String> {
        let line = match event {
            Event::MatchStarted { .. } | Event::TurnBegan { .. } | Event::TurnEnded { .. } => {
                return Vec::new();
            }
            Event::Dealt { deal, entry, .. } => return self.dealt(*deal, entry, game),
            Event::Voided { deal, hand, .. } => {
                let (name, tiles) = (self.name(hand.owner), tiles(hand.uncovered()));
                format!("entry {deal} is void: {name} holds {tiles}")
            }
            Event::Arranged { seat, row } => {
                format!(
                    "the row of {} stays {}",
                    self.name(*seat),
                    tiles(row.uncovered())
                )
            }
            Event::Led { seat, tile, .. } => format!("{} leads {tile}", self.name(*seat)),
            Event::Played {
                seat, tile, end, ..
            } => format!("{tile} {end} is laid for {}", self.name(*seat)),
            Event::TurnedUp { tile, .. } => format!("{tile} is turned up"),
            Event::Misfit { tile, .. } => {
                format!("{} does not fit and goes to the left", tile.uncovered())
            }
            Event::Opened { row, .. } => format!("the row is opened: {}", tiles(row.uncovered())),
            Event::Drew { tile, .. } => format!("{} is drawn", tile.uncovered()),
            Event::Passed { seat } => format!("{} passes", self.name(*seat)),
            Event::Stopped { seat } => format!("{} stops", self.name(*seat)),
            Event::Challenged { seat } => format!("{} challenges", self.name(*seat)),
            Event::TakenBack { seat, tile, end } => {
                format!("{tile} {end} goes back to {}", self.name(*seat))
            }
            Event::Warned {
                side,
                warnings,
                fine,
            } => {
                let (game, total) = (warnings.game, warnings.total);
                let fine = match fine {
                    0 => String::new(),
                    fine => format!(", fine {fine}"),
                };
                format!("side {side} is warned: {game} in this match, {total} in all{fine}")
            }
            Event::Scored {
                side,
                points,
                reason,
            } => format!("side {side} gets {points} for {}", score_reason(*reason)),
            Event::Ruled { ruling } => format!("the table rules: {ruling}"),
            Event::DealOver { result } => return self.deal_over(result),
            Event::MatchOver { result } => return vec![match_over(result)],
        };
        vec![line]
    }

    fn dealt(&self, deal: u32, entry: &DealEntry, game: &Match) -> Vec<String> {
        let players = usize::from(self.record.players);
        let each = game.sheet().tiles_each(players);
        let number = game.completed() + 1;
        let lot = self.name(entry.lot());
        let mut lines = vec![format!("deal {number} (entry {deal}), lot {lot}")];
        let hands = entry.order().chunks(each.max(1)).take(players);
        for (seat, hand) in (0..).map(Seat::new).zip(hands) {
            lines.push(format!("  {}: {}", self.name(seat), tiles(hand)));
        }
        let rest = entry.order().get(each * players..).unwrap_or_default();
        if !rest.is_empty() {
            lines.push(format!("  undealt: {}", tiles(rest)));
        }
        lines
    }

    fn deal_over(&self, result: &DealResult) -> Vec<String> {
        let why = match result.end {
            DealEnd::Out { seat } => format!("{} goes out", self.name(seat)),
            DealEnd::Block { closer } => format!("blocked by {}", self.name(closer)),
            DealEnd::Fault { seat, fault } => {
                let fault = match fault {
                    Fault::FalsePass => "a false pass",
                    Fault::WrongTile => "a wrong tile",
                };
                format!("lost by {fault} of {}", self.name(seat))
            }
            DealEnd::Warning { side } => format!("lost by a warning of side {side}"),
        };
        let winners = match result.winners.as_slice() {
            [] => "nobody wins".to_owned(),
            sides => format!("won by side {}", list(sides)),
        };
        let mut lines = vec![format!("the deal is over: {why}, {winners}")];
        for (seat, hand) in result.seats.pairs() {
            let (name, tiles) = (self.name(seat), tiles(&hand.tiles));
            lines.push(format!("  {name}: {tiles} ({})", hand.value));
        }
        for (side, sum) in result.sides.pairs() {
            let mut parts = vec![format!("entry {}", sum.entry)];
            let named = [("eggs", sum.eggs), ("bonus", sum.bonus), ("fine", sum.fine)];
            let named = named.into_iter().filter(|(_, count)| *count > 0);
            parts.extend(named.map(|(name, count)| format!("{name} {count} in it")));
            parts.push(format!("written {}", sum.written));
            lines.push(format!(
                "  side {side}: {}, score {}",
                parts.join(", "),
                sum.score
            ));
        }
        lines
    }
}

fn match_over(result: &MatchResult) -> String {
    let why = match result.reason {
        MatchEnd::Target => "the target is reached",
        MatchEnd::Deals => "the deals are played",
        MatchEnd::Immediate => "won by the last tile",
        MatchEnd::Warnings => "ended by warnings",
    };
    let losers = match result.losers.as_slice() {
        [] => String::new(),
        sides => format!(", lost by side {}", list(sides)),
    };
    let (winners, score) = (list(&result.winners), scores(&result.score));
    format!("the match is over: {why}, won by side {winners}{losers}, score {score}")
}

fn score_reason(reason: ScoreReason) -> String {
    match reason {
        ScoreReason::LeadDouble => "a double that is led".to_owned(),
        ScoreReason::EqualEnds => "equal ends".to_owned(),
        ScoreReason::EqualEndsDouble => "equal ends with a double".to_owned(),
        ScoreReason::Multiple { value } => format!("a layout of {value}"),
        ScoreReason::FirstPass => "the first pass".to_owned(),
    }
}

fn tiles(tiles: &[Tile]) -> String {
    if tiles.is_empty() {
        return "nothing".to_owned();
    }
    let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
    tiles.join(" ")
}

fn list(sides: &[Side]) -> String {
    let sides: Vec<String> = sides.iter().map(ToString::to_string).collect();
    sides.join(" and ")
}

fn scores(score: &BySide<boneyard_engine::Points>) -> String {
    let score: Vec<String> = score.iter().map(ToString::to_string).collect();
    score.join(":")
}
