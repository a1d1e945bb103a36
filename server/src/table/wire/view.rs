//! Whole views of a table.

use boneyard_engine::{
    Enforcement, HandRule, LaidTile, Lay, LinePlace, LineView, OpenEnd, Seat, SeatView, TileSet,
};
use boneyard_protocol::position::{ClockView, Position, TablePhase};
use boneyard_protocol::table::{self, SeatSummary};
use boneyard_protocol::{Fact as WireFact, GameView, HandView, SeatInfo, TableSummary, TableView};

use super::{count, legal_texts, points, result};
use crate::table::state::{Game, State};

/// What no journal knows: who is here, and the clocks.
pub(crate) struct Around<'a> {
    /// The seats as everybody sees them.
    pub(crate) seats: &'a [SeatInfo],
    /// How the table stands.
    pub(crate) now: Position,
    pub(crate) paused: bool,
}

/// How the table stands, for one viewer.
pub(crate) fn position(state: &State, viewer: Option<Seat>, clock: Option<ClockView>) -> Position {
    let mut position = Position {
        phase: state.phase,
        clock,
        ..Position::default()
    };
    let Some(play) = state.game.as_deref().and_then(Game::play) else {
        return position;
    };
    let view = play.view(super::viewer(viewer));
    position.turn = (view.turn > 0).then_some(view.turn);
    position.seat = state.on_turn().map(Seat::get);
    position.ends = view.line.ends.iter().map(end).collect();
    position.stock = u8::try_from(view.stock).unwrap_or(u8::MAX);
    position.drawable = u8::try_from(view.drawable).unwrap_or(u8::MAX);
    position.hands = view
        .hands
        .iter()
        .map(|hand| count(hand.tiles.len()))
        .collect();
    position.score = view.scores.iter().copied().map(points).collect();
    position.awaiting = state.arranging().into_iter().map(Seat::get).collect();
    position.value = view.layout_value.filter(|_| view.line.lead.is_some());
    position.opened = view.opened.iter().copied().map(Seat::get).collect();
    position.turned_up = view.turned_up;
    let warnings = view.warnings.iter().flatten();
    position.warnings = warnings.map(|pair| [pair.game, pair.total]).collect();
    let fines: Vec<u32> = view.fines.iter().flatten().copied().collect();
    if fines.iter().any(|fine| *fine > 0) {
        position.fines = fines;
    }
    position.strict = viewer.is_some() && is_challengeable(state, &view);
    if position.seat.is_some() && position.seat == viewer.map(Seat::get) {
        position.legal = legal_texts(&view.legal);
    }
    position
}

/// SPEC 10.2: for every seat while a deal runs and a tile lies, at a strict table.
fn is_challengeable(state: &State, view: &SeatView) -> bool {
    state.phase == TablePhase::Playing
        && state.sheet.referee.enforcement == Enforcement::Penalize
        && view.line.lead.is_some()
}

fn end(end: &OpenEnd) -> (String, String) {
    let double = if end.double { "d" } else { "" };
    (end.end.to_string(), format!("{}{double}", end.number.get()))
}

/// The whole table, for one viewer.
pub(crate) fn table_view(state: &State, viewer: Option<Seat>, around: Around<'_>) -> TableView {
    let sheet = &state.sheet;
    let own = viewer.and_then(|seat| state.seats.get(seat));
    TableView {
        sheet: state.opening.sheet.clone(),
        options: state.opening.options.0.clone(),
        pairs: sheet.pairs,
        direction: sheet.turn.direction,
        target: sheet.target(usize::from(state.opening.seats)),
        goal: sheet.goal.goal,
        threshold: sheet.score.threshold,
        deals: sheet.goal.deals,
        hand: sheet.deal.hand,
        lay: sheet.turn.lay,
        spinner: sheet.line.spinner,
        in_play: sheet.score.in_play,
        divisor: sheet.score.divisor,
        unit: sheet.score.unit,
        enforcement: sheet.referee.enforcement,
        ladder: sheet.referee.ladder,
        settings: state.opening.settings,
        code: viewer.map(|_| state.opening.code.clone()),
        me: viewer.map(Seat::get),
        opener: state.opener.map(Seat::get),
        seats: around.seats.to_vec(),
        match_number: state.match_number,
        match_id: state.game.as_deref().map(|game| game.match_id),
        game: game_view(state, viewer),
        now: around.now,
        auto_pass: own.is_some_and(|seat| seat.auto_pass),
        paused: around.paused,
    }
}

/// The deal on the table, for one viewer; `None` before the first.
fn game_view(state: &State, viewer: Option<Seat>) -> Option<GameView> {
    let game = state.game.as_deref()?;
    let play = game.play()?;
    let view = play.view(super::viewer(viewer));
    let entry = view.deal?;
    let commitments: Vec<String> = game
        .seals
        .iter()
        .map(|seal| hex::encode(seal.commitment))
        .collect();
    let over = view.result.as_ref();
    let sides = |sides: &[boneyard_engine::Side]| sides.iter().map(|side| side.get()).collect();
    Some(GameView {
        entry,
        commitment: commitments.last().cloned().unwrap_or_default(),
        commitments,
        deal: view.deal_number,
        leader: view.leader.map(Seat::get),
        line: line(&view.line, game.lengthwise),
        hands: view
            .hands
            .pairs()
            .map(|(seat, hand)| {
                // A row with a tile turned up is still a closed one, however short it is.
                let is_closed = view.turned_up.is_some() && view.on_turn == Some(seat);
                let open = hand.tiles.iter().copied().collect::<Option<_>>();
                HandView {
                    count: count(hand.tiles.len()),
                    tiles: open.filter(|_| !is_closed),
                }
            })
            .collect(),
        pot: view.egg_pot,
        result: deal_result(&view).map(result::deal),
        winners: over
            .map(|result| sides(&result.winners))
            .unwrap_or_default(),
        losers: over.map(|result| sides(&result.losers)).unwrap_or_default(),
        log: log(state, viewer),
    })
}

/// What happened in the deal on the table. What is closed again is not told again (SPEC 12.4).
fn log(state: &State, viewer: Option<Seat>) -> Vec<WireFact> {
    let mut log = super::facts(&state.opening, state.log(), viewer);
    if !hands_are_seen(state) {
        log = log.into_iter().map(WireFact::closed_again).collect();
    }
    log
}

/// The result of the deal on the table, once it is over: the last result may be an earlier deal's.
fn deal_result(view: &SeatView) -> Option<&boneyard_engine::DealResult> {
    let last = view.last_result.as_deref()?;
    (Some(last.deal) == view.deal).then_some(last)
}

fn line(line: &LineView, lengthwise: TileSet) -> Option<table::LineView> {
    let laid = |tile: &LaidTile, end| laid(tile, end, lengthwise);
    let lead = line.lead.as_ref()?;
    let mut after: Vec<(u32, table::LaidTile)> = Vec::new();
    let arms = [
        (boneyard_engine::End::Left, &line.left),
        (boneyard_engine::End::Right, &line.right),
        (boneyard_engine::End::Up, &line.up),
        (boneyard_engine::End::Down, &line.down),
    ];
    for (end, arm) in arms {
        after.extend(arm.iter().map(|tile| (tile.order, laid(tile, Some(end)))));
    }
    after.sort_by_key(|(order, _)| *order);
    let spinner = line.spinner.and_then(|place| match place {
        LinePlace::Lead => Some(lead),
        LinePlace::Arm { end, index } => {
            let arm = arms.iter().find(|(name, _)| *name == end)?.1;
            arm.get(usize::try_from(index).ok()?)
        }
    });
    Some(table::LineView {
        lead: laid(lead, None),
        laid: after.into_iter().map(|(_, tile)| tile).collect(),
        spinner: spinner.map(|tile| tile.tile),
    })
}

fn laid(
    tile: &LaidTile,
    end: Option<boneyard_engine::End>,
    lengthwise: TileSet,
) -> table::LaidTile {
    table::LaidTile {
        tile: tile.tile,
        end,
        seat: tile.seat.get(),
        along: tile.lay == Lay::Along,
        lengthwise: lengthwise.contains(tile.tile),
    }
}

/// The table's line in the lobby.
pub(crate) fn summary(state: &State) -> TableSummary {
    let seats = state.seats.iter().map(|seat| match seat.name() {
        Some((name, kind)) => SeatSummary {
            name: Some(name.to_owned()),
            kind: Some(kind),
        },
        None => SeatSummary::default(),
    });
    TableSummary {
        table: state.id,
        sheet: state.opening.sheet.clone(),
        options: state.opening.options.0.clone(),
        phase: state.phase,
        seats: seats.collect(),
        settings: state.opening.settings,
        target: state.sheet.target(usize::from(state.opening.seats)),
    }
}

/// Whether hands are seen, so that events can be followed after a gap.
pub(crate) fn hands_are_seen(state: &State) -> bool {
    state.sheet.deal.hand == HandRule::Seen
}
