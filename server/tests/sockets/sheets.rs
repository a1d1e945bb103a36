//! The switches of a game as the API tells them: every choice is one that the server takes.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::common::TestServer;
use crate::common::http::get;

/// The address of a sheet with overrides and, if wanted, the switches for so many seats.
fn path(sheet: &str, options: &Map<String, Value>, seats: Option<u64>) -> String {
    let mut path = format!("/api/sheets/{sheet}?options=");
    for byte in Value::from(options.clone()).to_string().bytes() {
        write!(path, "%{byte:02X}").unwrap();
    }
    if let Some(seats) = seats {
        write!(path, "&seats={seats}").unwrap();
    }
    path
}

fn list<'a>(of: &'a Value, field: &str) -> &'a [Value] {
    of[field].as_array().map_or(&[], Vec::as_slice)
}

/// The overrides after a choice.
fn after(page: &Value, choice: &Value) -> Map<String, Value> {
    let mut options = page["options"].as_object().unwrap().clone();
    for (field, value) in choice["changes"].as_object().into_iter().flatten() {
        if value.is_null() {
            options.remove(field);
        } else {
            options.insert(field.clone(), value.clone());
        }
    }
    options
}

#[tokio::test]
async fn the_server_takes_every_value_of_every_switch_of_every_game() {
    let server = TestServer::start().await;
    let sheets = get(server.address(), "/api/sheets").await.json();
    let mut values_tried = 0;
    for sheet in sheets.as_array().unwrap() {
        let (id, most) = (sheet["id"].as_str().unwrap(), sheet["max"].as_u64());
        let page = get(server.address(), &path(id, &Map::new(), most)).await;
        let page = page.json();
        assert_eq!(page["options"], json!({}), "{id}");
        for switch in list(&page, "switches") {
            let values: Vec<_> = list(switch, "choices")
                .iter()
                .map(|choice| &choice["value"])
                .collect();
            assert!(values.contains(&&switch["value"]), "{id}: {switch}");
            for choice in list(switch, "choices") {
                let options = after(&page, choice);
                let changed = get(server.address(), &path(id, &options, None)).await;
                assert_eq!(changed.status, 200, "{id}: {options:?}");
                assert!(!list(&changed.json(), "clauses").is_empty());
                values_tried += 1;
            }
        }
    }
    assert!(values_tried > 1000, "{values_tried}");
}

#[tokio::test]
async fn overrides_that_no_longer_fit_are_taken_back_and_the_rest_is_refused() {
    let server = TestServer::start().await;
    let ask = async |options: Value, seats| {
        let path = path("kozel", options.as_object().unwrap(), Some(seats));
        get(server.address(), &path).await
    };
    let page = ask(json!({"match.target.3": 51, "score.blank": "zero"}), 4).await;
    let page = page.json();
    assert_eq!(page["options"], json!({"score.blank": "zero"}));
    assert_eq!(page["sheet"]["score"]["blank"], "zero");
    let target = &list(&page, "switches")[0];
    assert_eq!(target["field"], "match.target.4");
    assert_eq!(
        (&target["value"], &target["most"]),
        (&json!(101), &json!(1000))
    );
    let draw = list(&page, "switches")
        .iter()
        .find(|switch| switch["field"] == "turn.draw");
    let never = &list(draw.unwrap(), "choices")[0];
    assert_eq!(
        never["changes"],
        json!({"turn.draw": "never", "deal.undealt": "aside"})
    );
    for (options, seats, code) in [
        (json!({"nothing": 1}), 4, "unknown_field"),
        (json!({"turn.draw": 7}), 4, "bad_value"),
        (json!({}), 1, "players_range"),
        (json!({}), 200, "players_range"),
        (json!({"deal.hand": "unseen"}), 4, "hand_draw"),
    ] {
        let refused = ask(options, seats).await;
        assert_eq!(refused.status, 400);
        let refusal = refused.json();
        assert_eq!(refusal["code"], "sheet_invalid");
        assert!(list(&refusal, "codes").contains(&json!(code)), "{refusal}");
    }
}
