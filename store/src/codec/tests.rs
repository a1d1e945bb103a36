//! Every variant there and back, and what cannot be read.

use boneyard_engine::{End, Event, Lay};
use boneyard_protocol::{AbsenceEnd, Tempo};
use uuid::Uuid;

use super::*;
use crate::contract::{SEAT, facts, tile};
use crate::fact::Origin;

#[test]
fn every_fact_and_event_is_read_back_as_it_was() {
    let cause = Cause {
        player: PlayerId(Uuid::from_u128(1)),
        command: CommandId(Uuid::from_u128(2)),
        body: BodyHash::of(b"body"),
    };
    for fact in facts() {
        for cause in [None, Some(cause)] {
            let text = encode(UnixMillis(5), cause, &fact);
            let body = decode(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(
                body,
                Body {
                    version: VERSION,
                    at: UnixMillis(5),
                    cause,
                    fact: fact.clone()
                }
            );
        }
    }
}

#[test]
fn the_form_of_a_record_is_frozen() {
    let event = Event::Played {
        seat: SEAT,
        tile: tile("6-4"),
        end: End::Left,
        lay: Lay::Across,
    };
    let text = encode(
        UnixMillis(5),
        None,
        &Fact::Game {
            event,
            by: Origin::Clock,
            lengthwise: false,
        },
    );
    let expected = r#"{"v":3,"at":5,"fact":{"game":{"event":{"played":{"seat":1,"tile":"6-4","end":"left","lay":"across"}},"by":"clock"}}}"#;
    assert_eq!(text, expected);
}

/// Records as version 1 wrote them.
#[test]
fn what_version_1_wrote_is_read_with_defaults() {
    let opened = r#"{"v":1,"at":5,"fact":{"opened":{"sheet":"kozel","options":{},"seats":2,"settings":{"private":false,"watchers":true,"clock_ms":30000,"absence_ms":120000,"pause_ms":12000},"code":"ABCD2345WXYZ"}}}"#;
    let Fact::Opened(opening) = decode(opened).unwrap().fact else {
        panic!("not an opening");
    };
    assert_eq!((opening.sheet.as_str(), opening.rules), ("kozel", None));
    let settings = opening.settings;
    assert_eq!(
        (settings.absence_end, settings.tempo),
        (AbsenceEnd::Bot, Tempo::Even)
    );
    let played = r#"{"v":1,"at":5,"fact":{"game":{"event":{"played":{"seat":1,"tile":"6-4","end":"left","lay":"across"}},"by":"seat"}}}"#;
    let body = decode(played).unwrap();
    assert_eq!(body.version, 1);
    assert!(matches!(
        body.fact,
        Fact::Game {
            lengthwise: false,
            ..
        }
    ));
    let over = r#"{"v":1,"at":5,"fact":{"game":{"event":{"deal_over":{"result":{"deal":0,"completed":1,"end":{"out":{"seat":0}},"winners":[0],"seats":[{"tiles":[],"value":0},{"tiles":["6-4"],"value":10}],"sides":[{"value":0,"eggs":0,"bonus":0,"entry":0,"written":0,"adjusted":null,"waiting":0,"score":0},{"value":10,"eggs":0,"bonus":0,"entry":10,"written":0,"adjusted":"lost","waiting":0,"score":0}],"egg_pot":0,"next_lead":"named_tile"}}},"by":"seat"}}}"#;
    let Fact::Game {
        event: Event::DealOver { result },
        ..
    } = decode(over).unwrap().fact
    else {
        panic!("not a deal's end");
    };
    assert!(result.sides.iter().all(|side| side.fine == 0));
}

#[test]
fn another_version_is_told_apart_from_damage() {
    for (text, found) in [
        (r#"{"v":4,"at":5,"fact":{"ready":{"seat":1}}}"#, 4),
        (r#"{"v":70000,"when":5}"#, 70_000),
        (r#"{"v":0,"at":5,"fact":{"ready":{"seat":1}}}"#, 0),
    ] {
        assert_eq!(decode(text), Err(CodecError::Version { found }), "{text}");
    }
}

#[test]
fn an_unknown_kind_and_damage_are_refused() {
    for text in [
        "",
        "{",
        r#"{"at":5,"fact":{"ready":{"seat":1}}}"#,
        r#"{"v":1,"at":5,"fact":{"danced":{"seat":1}}}"#,
        r#"{"v":1,"at":5,"fact":{"game":{"event":{"danced":{}},"by":"seat"}}}"#,
        r#"{"v":1,"at":5,"fact":{"ready":{}}}"#,
        r#"{"v":1,"at":5,"fact":{"ready":{"seat":-1}}}"#,
        r#"{"v":1,"at":5,"cause":{"player":1},"fact":{"ready":{"seat":1}}}"#,
    ] {
        assert!(
            matches!(decode(text), Err(CodecError::Malformed { .. })),
            "{text}"
        );
    }
}
