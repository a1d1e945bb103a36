//! The block: nobody can go on (SPEC 8.2).

use crate::deal::Deal;
use crate::sheet::Sheet;
use crate::tile_set::TileSet;

/// Whether the deal is blocked. Tested after every action once a lead lies.
pub(crate) fn is_blocked(deal: &Deal, sheet: &Sheet) -> bool {
    if deal.line.is_empty() {
        return false;
    }
    let fitting = TileSet::having(deal.line.numbers());
    let fits = |tiles: TileSet| !tiles.and(fitting).is_empty();
    if deal.hands.iter().any(|hand| fits(hand.set())) {
        return false;
    }
    deal.drawable(sheet) == 0
        || deal.idle as usize >= deal.hands.len()
        || (sheet.turn.dead_line_ends && !fits(deal.stock.iter().copied().collect()))
}
