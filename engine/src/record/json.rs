//! The JSON form (SPEC 11.1). Readers ignore further keys.

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use super::text::MOST_PLAYERS;
use super::{Act, MatchRecord, RecordError, RecordedAction, RecordedDeal};
use crate::entry::DealEntry;
use crate::seat::Seat;
use crate::sheet::Options;
use crate::tile::Tile;

const FORMAT: &str = "domino-record";

#[derive(Serialize, Deserialize)]
struct Raw {
    format: String,
    version: Value,
    rules: String,
    options: Options,
    players: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seats: Vec<Option<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prior: Option<[u32; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Value>,
    deals: Vec<RawDeal>,
    actions: Vec<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<Value>,
}

#[derive(Serialize, Deserialize)]
struct RawDeal {
    #[serde(flatten, serialize_with = "write_entry")]
    entry: DealEntry,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    salt: Option<String>,
}

/// An entry cannot be serialized by itself. Records write it down here, and as the text form's `deal_line`.
fn write_entry<S: Serializer>(entry: &DealEntry, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Written<'a> {
        order: &'a [Tile],
        lot: Seat,
    }
    let (order, lot) = (entry.order(), entry.lot());
    Written { order, lot }.serialize(serializer)
}

impl MatchRecord {
    /// Writes the JSON form.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let deal = |deal: &RecordedDeal| RawDeal {
            entry: deal.entry.clone(),
            commitment: deal.commitment.clone(),
            salt: deal.salt.clone(),
        };
        let raw = Raw {
            format: FORMAT.to_owned(),
            version: json!(1),
            rules: self.rules.clone(),
            options: self.options.clone(),
            players: self.players,
            seats: self.seats.clone(),
            prior: self.prior,
            start: self.start.clone(),
            deals: self.deals.iter().map(deal).collect(),
            actions: self.actions.iter().map(action_to_json).collect(),
            result: self.result.clone(),
        };
        serde_json::to_value(raw).expect("a record is plain data with text keys")
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    ///
    /// What is missing or malformed.
    pub fn from_json(json: &Value) -> Result<Self, RecordError> {
        if json.get("format") != Some(&json!(FORMAT)) || json.get("version") != Some(&json!(1)) {
            return Err(RecordError::Format);
        }
        let raw = Raw::deserialize(json).map_err(|_| RecordError::Item(malformed(json)))?;
        if !(2..=MOST_PLAYERS).contains(&raw.players) {
            return Err(RecordError::Players);
        }
        let seats = raw.seats;
        if !seats.is_empty() && seats.len() != usize::from(raw.players) {
            return Err(RecordError::Item("seats"));
        }
        let deal = |deal: RawDeal| RecordedDeal {
            entry: deal.entry,
            commitment: deal.commitment,
            salt: deal.salt,
        };
        let actions: Option<Vec<RecordedAction>> = raw
            .actions
            .iter()
            .map(|action| action_from_json(action))
            .collect();
        Ok(Self {
            rules: raw.rules,
            options: raw.options,
            players: raw.players,
            // A record without names reads alike whether it lists none or leaves the list out.
            seats: if seats.iter().all(Option::is_none) {
                Vec::new()
            } else {
                seats
            },
            prior: raw.prior,
            start: raw.start,
            deals: raw.deals.into_iter().map(deal).collect(),
            actions: actions.ok_or(RecordError::Item("actions"))?,
            result: raw.result,
        })
    }
}

/// The first item that cannot be read by itself.
fn malformed(json: &Value) -> &'static str {
    let reads = |item: &str| -> bool {
        let value = json.get(item).cloned().unwrap_or_default();
        match item {
            "rules" => value.is_string(),
            "options" => value.is_object(),
            "players" => serde_json::from_value::<u8>(value).is_ok(),
            "seats" => serde_json::from_value::<Option<Vec<Option<String>>>>(value).is_ok(),
            "prior" => serde_json::from_value::<Option<[u32; 2]>>(value).is_ok(),
            "deals" => serde_json::from_value::<Vec<RawDeal>>(value).is_ok(),
            _ => false,
        }
    };
    ["rules", "options", "players", "seats", "prior", "deals"]
        .into_iter()
        .find(|item| !reads(item))
        .unwrap_or("actions")
}

fn action_to_json(action: &RecordedAction) -> Vec<Value> {
    let mut item = match &action.act {
        Act::Seat(seat, action) => vec![json!(seat), json!(action)],
        Act::Table(ruling) => vec![Value::Null, json!(ruling)],
    };
    item.extend(action.at_ms.map(seconds));
    item
}

/// Whole seconds as an integer, others with at most three decimals.
fn seconds(at_ms: u64) -> Value {
    if at_ms.is_multiple_of(1000) {
        json!(at_ms / 1000)
    } else {
        // The nearest double of three decimals prints them again.
        #[expect(clippy::cast_precision_loss)]
        let seconds = at_ms as f64 / 1000.0;
        json!(seconds)
    }
}

fn action_from_json(item: &[Value]) -> Option<RecordedAction> {
    let (seat, action, at) = match item {
        [seat, action] => (seat, action, None),
        [seat, action, at] => (seat, action, Some(at.as_f64()?)),
        _ => return None,
    };
    let text = action.as_str()?;
    let act = match seat {
        Value::Null => Act::Table(text.parse().ok()?),
        seat => Act::Seat(Seat::deserialize(seat).ok()?, text.parse().ok()?),
    };
    let at_ms = match at {
        None => None,
        Some(at) if (0.0..1e12).contains(&at) =>
        {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            Some((at * 1000.0).round() as u64)
        }
        Some(_) => return None,
    };
    Some(RecordedAction { act, at_ms })
}
