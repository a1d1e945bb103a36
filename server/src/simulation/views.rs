//! Is a snapshot what the facts have made of the table?

use boneyard_engine::HandRule;
use boneyard_protocol::TableView;
use boneyard_protocol::position::TablePhase;
use serde_json::Value;

/// The first field in which two views of one viewer differ, but for what no fact tells.
pub(super) fn difference(one: &TableView, other: &TableView) -> Option<String> {
    let (one, other) = (comparable(one), comparable(other));
    if one == other {
        return None;
    }
    let value = |view| serde_json::to_value(view).unwrap_or_default();
    first_difference("", &value(one), &value(other))
}

fn first_difference(path: &str, one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => a.keys().chain(b.keys()).find_map(|field| {
            let of = |object: &serde_json::Map<String, Value>| {
                object.get(field).cloned().unwrap_or_default()
            };
            first_difference(&format!("{path}.{field}"), &of(a), &of(b))
        }),
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b).enumerate();
            pairs.find_map(|(at, (a, b))| first_difference(&format!("{path}[{at}]"), a, b))
        }
        _ if one == other => None,
        _ => Some(format!("{path}: {one} and {other}")),
    }
}

/// A view without clocks and presence, hands that the end of a deal opens, and the order of a hand that its
/// owner sees.
fn comparable(view: &TableView) -> TableView {
    let mut view = view.clone();
    view.now.clock = None;
    view.paused = false;
    for seat in &mut view.seats {
        seat.absence_ms = None;
        seat.here = true;
    }
    let is_over = matches!(
        view.now.phase,
        TablePhase::BetweenDeals | TablePhase::MatchOver
    );
    let (me, is_seen) = (view.me.map(usize::from), view.hand == HandRule::Seen);
    let hands = view.game.iter_mut().flat_map(|game| &mut game.hands);
    for (seat, hand) in hands.enumerate() {
        if is_over && (me != Some(seat) || !is_seen) {
            hand.tiles = None;
        }
        if is_seen && let Some(tiles) = &mut hand.tiles {
            tiles.sort_unstable();
        }
    }
    view
}
