//! Is a snapshot what the facts have made of the table?

use boneyard_engine::HandRule;
use boneyard_protocol::TableView;
use boneyard_protocol::position::TablePhase;
use serde_json::Value;

/// What two views of one viewer may differ in besides what no fact tells (see
/// [`TableMirror`](super::TableMirror)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// Clocks and absences: the views were made at different moments.
    Clocks,
    /// Also who is here and whether the table is paused: that is told by messages that are no facts, and a viewer
    /// who was away has missed them.
    Presence,
}

/// The first field in which two views of one viewer differ, by its path, and how.
pub fn difference(folded: &TableView, shown: &TableView, left_out: LeftOut) -> Option<String> {
    let (folded, shown) = (comparable(folded, left_out), comparable(shown, left_out));
    if folded == shown {
        return None;
    }
    let value = |view| serde_json::to_value(view).unwrap_or_default();
    first_difference("", &value(folded), &value(shown))
}

fn first_difference(path: &str, folded: &Value, shown: &Value) -> Option<String> {
    match (folded, shown) {
        (Value::Object(one), Value::Object(other)) => {
            one.keys().chain(other.keys()).find_map(|field| {
                let of = |object: &serde_json::Map<String, Value>| {
                    object.get(field).cloned().unwrap_or_default()
                };
                first_difference(&format!("{path}.{field}"), &of(one), &of(other))
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(at, (one, other))| {
                first_difference(&format!("{path}[{at}]"), one, other)
            })
        }
        _ if folded == shown => None,
        _ => Some(format!("{path}: folded {folded}, shown {shown}")),
    }
}

/// A view without what need not be the same:
///
/// - what is left out;
/// - the deal while the next one's entry is awaited: a fold has the last deal on the table until then, a snapshot
///   has cleared it;
/// - the hands that the end of a deal opens: they are in its result;
/// - the order of a hand that its owner sees. The order of a row that is closed or fixed matters and stays.
fn comparable(view: &TableView, left_out: LeftOut) -> TableView {
    let mut view = view.clone();
    view.now.clock = None;
    if view.now.phase == TablePhase::Playing && view.now.seat.is_none() {
        view.game = None;
    }
    for seat in &mut view.seats {
        seat.absence_ms = None;
    }
    match left_out {
        LeftOut::Clocks => {}
        LeftOut::Presence => {
            view.paused = false;
            view.seats.iter_mut().for_each(|seat| seat.here = true);
            // The choices about an absent player follow from who is here.
            let absence = view.now.absence.iter_mut();
            absence.for_each(|absence| absence.choices.clear());
        }
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::tests::mirror;
    use super::*;

    #[test]
    fn the_first_difference_is_named_by_its_path() {
        let folded = json!({"same": 1, "list": [{"a": 1}, {"a": 2}]});
        let shown = json!({"same": 1, "list": [{"a": 1}, {"a": 3}]});
        let difference = first_difference("", &folded, &shown);
        assert_eq!(difference.as_deref(), Some(".list[1].a: folded 2, shown 3"));
        assert_eq!(first_difference("", &folded, &folded), None);
    }

    #[test]
    fn what_is_left_out_makes_no_difference_and_anything_else_does() {
        let view = mirror(1).view().clone();
        let mut other = view.clone();
        other.seats[0].absence_ms = Some(5);
        assert_eq!(difference(&view, &other, LeftOut::Clocks), None);
        other.seats[0].here = !view.seats[0].here;
        other.paused = true;
        assert_eq!(difference(&view, &other, LeftOut::Presence), None);
        let found = difference(&view, &other, LeftOut::Clocks).unwrap_or_default();
        assert!(found.starts_with(".seats[0].here"), "{found}");
        other.seats[1].ready = true;
        let found = difference(&view, &other, LeftOut::Presence).unwrap_or_default();
        assert!(found.starts_with(".seats[1].ready"), "{found}");
    }
}
