//! Is a snapshot what the facts have made of the table?

use boneyard_protocol::TableView;
use serde_json::Value;

/// The first field in which two views of a viewer differ, and how.
pub(in crate::drill) fn difference(folded: &TableView, shown: &TableView) -> Option<String> {
    let value = |view| serde_json::to_value(comparable(view)).unwrap_or_default();
    first_difference("", &value(folded), &value(shown))
}

fn first_difference(path: &str, folded: &Value, shown: &Value) -> Option<String> {
    match (folded, shown) {
        (Value::Object(one), Value::Object(other)) => {
            let fields = one.keys().chain(other.keys());
            let of = |object: &serde_json::Map<String, Value>, field: &String| {
                object.get(field).cloned().unwrap_or_default()
            };
            fields.into_iter().find_map(|field| {
                first_difference(
                    &format!("{path}.{field}"),
                    &of(one, field),
                    &of(other, field),
                )
            })
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other).enumerate();
            pairs.into_iter().find_map(|(index, (one, other))| {
                first_difference(&format!("{path}[{index}]"), one, other)
            })
        }
        _ if folded == shown => None,
        _ => Some(format!("{path}: folded {folded}, shown {shown}")),
    }
}

/// A view without what is not made of facts: clocks and presence; and without what takes another viewer's
/// eyes, hands that are opened. A hand has no order.
fn comparable(view: &TableView) -> TableView {
    let mut view = view.clone();
    view.now.clock = None;
    for seat in &mut view.seats {
        seat.here = true;
        seat.absence_ms = None;
    }
    if let Some(game) = &mut view.game {
        for (seat, hand) in game.hands.iter_mut().enumerate() {
            if view.me.map(usize::from) != Some(seat) {
                hand.tiles = None;
            }
            if let Some(tiles) = &mut hand.tiles {
                tiles.sort_unstable();
            }
        }
    }
    view
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_named_by_its_path() {
        let folded = json!({"same": 1, "list": [{"a": 1}, {"a": 2}]});
        let shown = json!({"same": 1, "list": [{"a": 1}, {"a": 3}]});
        let difference = first_difference("", &folded, &shown);
        assert_eq!(difference.as_deref(), Some(".list[1].a: folded 2, shown 3"));
        assert_eq!(first_difference("", &folded, &folded), None);
    }
}
