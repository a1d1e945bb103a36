//! A table told again from its journal, beside the live one: what viewers were told is compared with it.

use boneyard_engine::{HandRule, Match, Seat, TileSet, Viewer};
use boneyard_protocol::position::TablePhase;
use boneyard_server::table::TableFold;

/// How a table stands, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) phase: TablePhase,
    /// 0 before the first match.
    pub(super) match_number: u32,
    /// The running or last turn of the match; 0 before the first.
    pub(super) turn: u32,
    pub(super) on_turn: Option<Seat>,
    /// Whether the next fact is an entry.
    pub(super) awaits_entry: bool,
    /// Tiles in hands, on the line and in the stock, once a deal is dealt.
    pub(super) tiles: Option<usize>,
    /// Milliseconds for a turn.
    pub(super) clock_ms: u64,
}

impl Standing {
    pub(super) fn of(table: &TableFold) -> Self {
        Self {
            phase: table.phase(),
            match_number: table.match_number(),
            turn: table.play().map_or(0, Match::turn),
            on_turn: table.on_turn(),
            awaits_entry: table.awaits_entry(),
            tiles: table.play().filter(|_| table.deal_runs()).and_then(tiles),
            clock_ms: table.opening().settings.clock_ms,
        }
    }
}

/// The seat on turn and the texts of its legal actions, where hands are not seen: a lead that the rules name is told
/// to its leader there.
pub(super) fn named_to(table: &TableFold) -> Option<(Seat, Vec<String>)> {
    let play = table.play()?;
    if play.sheet().deal.hand == HandRule::Seen {
        return None;
    }
    let seat = table.on_turn()?;
    let legal = play.legal_actions(seat);
    Some((seat, legal.iter().map(ToString::to_string).collect()))
}

/// The tiles in hands that lie open to everybody.
pub(super) fn open_hands(table: &TableFold) -> TileSet {
    let hands = table.play().map(|play| play.view(Viewer::Watcher).hands);
    let tiles = hands.iter().flat_map(|hands| hands.iter());
    tiles
        .flat_map(|hand| hand.tiles.iter().flatten().copied())
        .collect()
}

fn tiles(play: &Match) -> Option<usize> {
    let view = play.view(Viewer::Watcher);
    view.deal?;
    let hands: usize = view.hands.iter().map(|hand| hand.tiles.len()).sum();
    let line = &view.line;
    let arms = [&line.left, &line.right, &line.up, &line.down];
    let laid: usize = arms.iter().map(|arm| arm.len()).sum();
    let lead = usize::from(line.lead.is_some());
    let stock = usize::try_from(view.stock).ok()?;
    Some(hands + laid + lead + stock)
}
