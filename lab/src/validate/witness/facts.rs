//! What a witness reads from a position.

use serde_json::Value;

/// How the table stands, as far as the witness cares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Now {
    pub(super) is_own_turn: bool,
    pub(super) is_others_turn: bool,
    pub(super) is_over: bool,
}

impl Now {
    pub(super) fn read(now: Option<&Value>, seat: Option<u64>) -> Self {
        let Some(now) = now else {
            return Self::default();
        };
        let on_turn = now.get("seat").and_then(Value::as_u64);
        let is_playing = text(now, "phase") == "playing";
        let legal = now.get("legal").and_then(Value::as_array);
        Self {
            is_own_turn: is_playing && legal.is_some_and(|legal| !legal.is_empty()),
            is_others_turn: is_playing && seat.is_some() && on_turn.is_some() && on_turn != seat,
            is_over: text(now, "phase") == "match_over",
        }
    }
}

/// A field's text; nothing if it has none.
pub(super) fn text<'a>(message: &'a Value, field: &str) -> &'a str {
    message.get(field).and_then(Value::as_str).unwrap_or("")
}
