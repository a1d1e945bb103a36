//! States, views and events as the cases spell them.

use boneyard_engine::{
    Action, BySide, Event, Match, Phase, Points, Seat, SeenEvent, SeenHand, Viewer,
};
use serde_json::{Map, Value, json};

/// Whether two values are equal, numbers by value.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let alike = |(key, a)| b.get(key).is_some_and(|b| same(a, b));
            a.len() == b.len() && a.iter().all(alike)
        }
        _ => a == b,
    }
}

/// The state of a match; `before` are the scores before the step.
pub(crate) fn state(game: &Match, before: Option<&BySide<Points>>) -> Value {
    let on_turn = game.on_turn();
    let view = game.view(on_turn.map_or(Viewer::Watcher, Viewer::Seat));
    let ends = view.line.ends.iter().map(|open| {
        let double = if open.double { "d" } else { "" };
        (
            open.end.to_string(),
            json!(format!("{}{double}", open.number)),
        )
    });
    let points = view.scores.pairs().map(|(side, score)| match before {
        Some(before) => *score - before[side],
        None => Points::ZERO,
    });
    let (over, winners) = match (view.phase, &view.result, &view.last_result) {
        (Phase::MatchOver, Some(result), _) => (json!("match"), json!(result.winners)),
        (Phase::DealOver, _, Some(result)) => (json!("deal"), json!(result.winners)),
        _ => (Value::Null, json!([])),
    };
    let mut state = json!({
        "deal": view.deal,
        "turn": on_turn,
        "legal": view.legal.iter().map(Action::to_string).collect::<Vec<_>>(),
        "ends": ends.collect::<Map<_, _>>(),
        "stock": view.stock,
        "hands": view.hands.iter().map(|hand| hand.tiles.len()).collect::<Vec<_>>(),
        "points": points.collect::<Vec<_>>(),
        "score": view.scores,
        "over": over,
        "winners": winners,
    });
    if let Some(result) = &view.result {
        state["losers"] = json!(result.losers);
    }
    if !view.awaiting.is_empty() {
        state["await"] = json!(view.awaiting);
    }
    state
}

/// A watcher and every seat, in the order of the cases.
fn viewers(players: usize) -> impl Iterator<Item = Viewer> {
    let seats = (0..)
        .take(players)
        .map(|seat| Viewer::Seat(Seat::new(seat)));
    std::iter::once(Viewer::Watcher).chain(seats)
}

/// What each viewer sees of the hands.
pub(crate) fn views(game: &Match) -> Value {
    let hands = |viewer| game.view(viewer).hands.iter().map(hand).collect::<Vec<_>>();
    json!(viewers(game.players()).map(hands).collect::<Vec<_>>())
}

fn hand(hand: &SeenHand) -> Vec<String> {
    let tile = |tile: &Option<_>| tile.map_or("?".to_owned(), |tile| format!("{tile}"));
    hand.tiles.iter().map(tile).collect()
}

/// What each viewer is told.
pub(crate) fn events(players: usize, of_step: &[Event]) -> Value {
    let as_seen = |viewer| {
        let seen: Vec<SeenEvent> = of_step.iter().map(|event| event.seen_by(viewer)).collect();
        let spelled = seen.iter().enumerate().filter(|(at, event)| {
            // The cases spell a tile that is turned up and led as turned up.
            let led = matches!(event, SeenEvent::Led { .. });
            let turned_up = |event: &SeenEvent| matches!(event, SeenEvent::TurnedUp { .. });
            !(led && *at > 0 && turned_up(&seen[at - 1]))
        });
        spelled
            .filter_map(|(_, event)| event_text(event))
            .collect::<Vec<_>>()
    };
    json!(viewers(players).map(as_seen).collect::<Vec<_>>())
}

fn event_text(event: &SeenEvent) -> Option<String> {
    let text = match event {
        SeenEvent::Voided {
            seat, hand: open, ..
        } => {
            format!("redeal {seat} {}", hand(open).join(" "))
        }
        SeenEvent::Led { tile, lay, .. } => Action::Lead {
            tile: *tile,
            lay: *lay,
        }
        .to_string(),
        SeenEvent::Played { tile, end, lay, .. } => Action::Play {
            tile: *tile,
            end: *end,
            lay: *lay,
        }
        .to_string(),
        SeenEvent::Drew {
            tile: Some(tile), ..
        } => format!("draw {tile}"),
        SeenEvent::Drew { tile: None, .. } => Action::Draw.to_string(),
        SeenEvent::TurnedUp { tile, .. } => format!("turn_up {tile}"),
        SeenEvent::Misfit {
            tile: Some(tile), ..
        } => format!("misfit {tile}"),
        SeenEvent::Misfit { tile: None, .. } => "misfit".to_owned(),
        SeenEvent::Opened { row, .. } if row.tiles.contains(&None) => "opened".to_owned(),
        SeenEvent::Opened { row, .. } => format!("opened {}", hand(row).join(" ")),
        SeenEvent::Arranged { .. } => "arrange".to_owned(),
        SeenEvent::Challenged { .. } => Action::Challenge.to_string(),
        SeenEvent::Passed { .. } => Action::Pass.to_string(),
        SeenEvent::Stopped { .. } => Action::Stop.to_string(),
        SeenEvent::Ruled { ruling } => ruling.to_string(),
        // The cases show these in the state.
        _ => return None,
    };
    Some(text)
}
