//! The deal on the table: its hands, its line, its log.

use boneyard_engine::{HandRule, Spinner, Tile};
use boneyard_protocol::table::{LaidTile, LineView};
use boneyard_protocol::{Fact, GameView, HandView, TableView};

use super::seats::nobody_ready;

/// An entry was spent; the log tells of it.
pub(super) fn void(view: &mut TableView, commitment: &str, fact: &Fact) {
    let game = view.game.get_or_insert_with(no_game);
    game.commitments.push(commitment.to_owned());
    game.log.push(fact.clone());
}

/// A fact of the deal on the table.
pub(super) fn play(view: &mut TableView, fact: &Fact) {
    let spinner = view.spinner;
    let log_entry = remembered(view, fact);
    let Some(game) = &mut view.game else { return };
    // The log of the last deal ends here; what follows, a void entry too, belongs to the next.
    if matches!(fact, Fact::Ruled { ruling } if ruling == "deal") {
        game.log.clear();
        return;
    }
    game.log.push(log_entry);
    if let Some(laid) = laid_in(fact) {
        lay(game, laid, spinner);
    }
    // From now on nobody sees the row, not even its owner.
    if let Fact::Arranged { seat } = fact {
        show_hand(game, *seat, None);
    }
    if let Fact::Opened { seat, tiles } = fact {
        show_hand(game, *seat, tiles.as_ref());
    }
    if let Fact::Drew { seat, tile } = fact {
        change_hand(game, *seat, |hand| hand.extend(tile));
    }
    if let Fact::TakenBack { seat, tile, .. } = fact {
        if let Some(line) = &mut game.line {
            line.laid.pop();
        }
        change_hand(game, *seat, |hand| hand.push(*tile));
    }
    if let Fact::DealOver(result) = fact {
        game.pot = result.pot;
        game.result = Some((**result).clone());
    }
    if let Fact::MatchOver {
        winners, losers, ..
    } = fact
    {
        game.winners.clone_from(winners);
        game.losers.clone_from(losers);
    }
}

/// A fact as the log keeps it.
fn remembered(view: &TableView, fact: &Fact) -> Fact {
    match view.hand {
        HandRule::Seen => fact.clone(),
        HandRule::Arranged | HandRule::Unseen => fact.clone().closed_again(),
    }
}

/// The tile that a fact lays.
fn laid_in(fact: &Fact) -> Option<LaidTile> {
    if let Fact::Led {
        seat,
        tile,
        along,
        lengthwise,
    } = fact
    {
        return Some(LaidTile {
            tile: *tile,
            end: None,
            seat: *seat,
            along: *along,
            lengthwise: *lengthwise,
        });
    }
    if let Fact::Played {
        seat,
        tile,
        end,
        along,
        lengthwise,
    } = fact
    {
        return Some(LaidTile {
            tile: *tile,
            end: Some(*end),
            seat: *seat,
            along: *along,
            lengthwise: *lengthwise,
        });
    }
    None
}

/// A tile on its way from a hand to the line.
fn lay(game: &mut GameView, laid: LaidTile, spinner: Spinner) {
    let (seat, tile) = (laid.seat, laid.tile);
    if laid.end.is_none() {
        game.leader = Some(seat);
        game.line = Some(LineView {
            lead: laid,
            laid: Vec::new(),
            spinner: None,
        });
    } else if let Some(line) = &mut game.line {
        line.laid.push(laid);
    }
    if let Some(line) = &mut game.line
        && spinner == Spinner::FirstDouble
        && tile.is_double()
    {
        line.spinner.get_or_insert(tile);
    }
    change_hand(game, seat, |hand| hand.retain(|held| *held != tile));
}

/// Changes a hand whose tiles the viewer sees.
fn change_hand(game: &mut GameView, seat: u8, change: impl FnOnce(&mut Vec<Tile>)) {
    let hand = game.hands.get_mut(usize::from(seat));
    if let Some(tiles) = hand.and_then(|hand| hand.tiles.as_mut()) {
        change(tiles);
    }
}

/// Shows all tiles of a hand, or none.
fn show_hand(game: &mut GameView, seat: u8, tiles: Option<&Vec<Tile>>) {
    if let Some(hand) = game.hands.get_mut(usize::from(seat)) {
        hand.tiles = tiles.cloned();
    }
}

fn no_game() -> GameView {
    GameView {
        entry: 0,
        commitment: String::new(),
        commitments: Vec::new(),
        deal: 0,
        leader: None,
        line: None,
        hands: Vec::new(),
        pot: 0,
        result: None,
        winners: Vec::new(),
        losers: Vec::new(),
        log: Vec::new(),
    }
}

/// A new deal takes the place of the last one; commitments and the pot go on, and so does
/// the log, which tells of a void entry or an annulled deal before it.
pub(super) fn deal(view: &mut TableView, fact: &Fact) {
    let Fact::Dealt {
        entry,
        commitment,
        deal,
        hands,
        hand,
        leader,
        ..
    } = fact
    else {
        return;
    };
    nobody_ready(view);
    let log_entry = remembered(view, fact);
    let before = view.game.take().unwrap_or_else(no_game);
    let mut commitments = before.commitments;
    commitments.push(commitment.clone());
    let is_over = before
        .log
        .iter()
        .any(|fact| matches!(fact, Fact::DealOver(_)));
    let mut log = if is_over { Vec::new() } else { before.log };
    log.push(log_entry);
    let mut hands: Vec<HandView> = hands
        .iter()
        .map(|count| HandView {
            count: *count,
            tiles: None,
        })
        .collect();
    let mine = view.me.and_then(|me| hands.get_mut(usize::from(me)));
    if let Some(mine) = mine {
        mine.tiles.clone_from(hand);
    }
    view.game = Some(GameView {
        entry: *entry,
        commitment: commitment.clone(),
        commitments,
        deal: *deal,
        leader: *leader,
        hands,
        pot: before.pot,
        log,
        ..no_game()
    });
}
