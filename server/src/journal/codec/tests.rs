//! Every variant there and back, and what cannot be read.

use std::sync::Arc;

use boneyard_engine::{
    Adjusted, DealEnd, DealEntry, DealResult, End, Event, HandResult, Hidden, Lay, LeadBy,
    LeadReason, MatchEnd, MatchResult, MatchSetup, Points, Ruling, ScoreReason, Seat, Side,
    SideResult, Sight, Standing, Tile, preset,
};
use boneyard_protocol::{MatchId, PlayerInfo, PlayerKind};
use uuid::Uuid;

use super::*;
use crate::journal::contract::opened;
use crate::table::fact::{CloseReason, Origin, Sitter};

const SEAT: Seat = Seat::new(1);

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn hand(seat: u8, sight: Sight, tiles: &[&str]) -> Hidden<Vec<Tile>> {
    let value = tiles.iter().map(|text| tile(text)).collect();
    Hidden {
        owner: Seat::new(seat),
        sight,
        value,
    }
}

fn entry() -> DealEntry {
    DealEntry::new(Tile::ALL.to_vec(), SEAT).unwrap()
}

fn setup(prior: Option<[u32; 2]>, standing: Option<Standing>) -> Arc<MatchSetup> {
    let sheet = preset("kozel").expect("kozel is a preset");
    let options = [("match.target.2", 50)].into_iter().collect();
    let rules = "kozel".into();
    Arc::new(MatchSetup {
        rules,
        options,
        sheet,
        players: 2,
        prior,
        standing,
    })
}

fn deal_result(end: DealEnd, next_lead: Option<LeadBy>, adjusted: Option<Adjusted>) -> Event {
    let hands = vec![
        HandResult {
            tiles: vec![tile("0-0"), tile("6-4")],
            value: 35,
        },
        HandResult {
            tiles: Vec::new(),
            value: 0,
        },
    ];
    let side = SideResult {
        value: 35,
        eggs: 1,
        bonus: 2,
        entry: Points::from_halves(71),
        written: Points::whole(-3),
        adjusted,
        waiting: Points::HALF,
        score: Points::whole(101),
    };
    Event::DealOver {
        result: Arc::new(DealResult {
            deal: 3,
            completed: 2,
            end,
            winners: vec![Side::new(0)],
            seats: hands.into(),
            sides: vec![side, SideResult::default()].into(),
            egg_pot: 4,
            next_lead,
        }),
    }
}

fn results() -> Vec<Event> {
    let out = DealEnd::Out { seat: SEAT };
    let seat = |reason| Some(LeadBy::Seat { seat: SEAT, reason });
    let mut events = vec![
        deal_result(out, None, None),
        deal_result(
            DealEnd::Block { closer: SEAT },
            Some(LeadBy::Lot),
            Some(Adjusted::Lost),
        ),
        deal_result(out, Some(LeadBy::NamedTile), Some(Adjusted::Waits)),
        deal_result(out, Some(LeadBy::FewestPips), Some(Adjusted::WithWaiting)),
        deal_result(out, Some(LeadBy::MostPips), Some(Adjusted::Capped)),
        deal_result(out, seat(LeadReason::Winner), Some(Adjusted::Overshot)),
        deal_result(out, seat(LeadReason::Closer), None),
        deal_result(out, seat(LeadReason::Rotation), None),
    ];
    events.extend(
        [MatchEnd::Target, MatchEnd::Deals, MatchEnd::Immediate].map(|reason| {
            let score = vec![Points::whole(101), Points::from_halves(5)].into();
            let (winners, losers) = (vec![Side::new(1)], vec![Side::new(0)]);
            Event::MatchOver {
                result: MatchResult {
                    score,
                    winners,
                    losers,
                    reason,
                },
            }
        }),
    );
    events
}

fn set_ups() -> Vec<Event> {
    let standing = Standing {
        score: vec![Points::whole(2), Points::HALF].into(),
        done: 2,
        leader: SEAT,
        warnings: Some([0, 1]),
    };
    let hands = vec![
        hand(0, Sight::Owner, &["6-6"]),
        hand(1, Sight::Nobody, &["1-0", "5-3"]),
    ];
    vec![
        Event::MatchStarted {
            setup: setup(None, None),
        },
        Event::MatchStarted {
            setup: setup(Some([0, 2]), Some(standing)),
        },
        Event::Dealt {
            deal: 0,
            entry: entry(),
            hands: hands.into(),
            stock: 14,
        },
        Event::Voided {
            deal: 1,
            entry: entry(),
            hand: hand(1, Sight::All, &["6-6", "5-5"]),
        },
    ]
}

fn plays() -> Vec<Event> {
    let drawn = Hidden {
        owner: SEAT,
        sight: Sight::Owner,
        value: tile("3-3"),
    };
    let mut events = vec![
        Event::TurnBegan {
            seat: SEAT,
            turn: 7,
        },
        Event::Led {
            seat: SEAT,
            tile: tile("6-4"),
            lay: Lay::Across,
        },
        Event::Drew {
            seat: SEAT,
            tile: drawn,
        },
        Event::Passed { seat: SEAT },
        Event::Stopped { seat: SEAT },
        Event::TurnEnded { seat: SEAT },
        Event::Scored {
            side: Side::new(1),
            points: Points::HALF,
            reason: ScoreReason::FirstPass,
        },
    ];
    events.extend(End::ALL.map(|end| Event::Played {
        seat: SEAT,
        tile: tile("5-5"),
        end,
        lay: Lay::Along,
    }));
    let rulings = [
        Ruling::Deal,
        Ruling::Warn(SEAT),
        Ruling::Overtime(SEAT),
        Ruling::Restart,
    ];
    events.extend(rulings.map(|ruling| Event::Ruled { ruling }));
    events
}

fn seating() -> Vec<Fact> {
    let info = PlayerInfo {
        id: PlayerId(Uuid::from_u128(3)),
        name: "Ödön".into(),
        kind: PlayerKind::Bot,
    };
    vec![
        opened(),
        Fact::Seated {
            seat: SEAT,
            who: Sitter::Player(info),
        },
        Fact::Seated {
            seat: SEAT,
            who: Sitter::HouseBot {
                name: "Quiet \"Heron\"".into(),
            },
        },
        Fact::Renamed {
            seat: SEAT,
            name: "Анна".into(),
        },
        Fact::Left {
            seat: SEAT,
            bot: None,
        },
        Fact::Left {
            seat: SEAT,
            bot: Some("Heron".into()),
        },
        Fact::Host { seat: SEAT },
        Fact::Ready { seat: SEAT },
    ]
}

fn matches() -> Vec<Fact> {
    let mut facts = vec![
        Fact::MatchStarted {
            match_id: MatchId(Uuid::from_u128(4)),
        },
        Fact::Entry {
            index: 2,
            salt: [0xa5; 32],
            commitment: [0x0f; 32],
        },
        Fact::TimeUp { seat: SEAT },
        Fact::StandIn {
            seat: SEAT,
            absence_left_ms: 0,
        },
        Fact::Returned {
            seat: SEAT,
            absence_left_ms: u64::MAX,
        },
        Fact::RematchWanted { seat: SEAT },
        Fact::ClocksStopped {
            left_ms: Some(1),
            absence_left_ms: vec![1, 2].into(),
        },
        Fact::ClocksStopped {
            left_ms: None,
            absence_left_ms: vec![].into(),
        },
    ];
    let origins = [
        Origin::Seat,
        Origin::Clock,
        Origin::Bot,
        Origin::StandIn,
        Origin::Table,
    ];
    facts.extend(origins.map(|by| Fact::Game {
        event: Event::Passed { seat: SEAT },
        by,
    }));
    let reasons = [
        CloseReason::Deserted,
        CloseReason::Idle,
        CloseReason::Finished,
    ];
    facts.extend(reasons.map(|reason| Fact::Closed { reason }));
    facts
}

fn facts() -> Vec<Fact> {
    let events = [set_ups(), plays(), results()].concat();
    let game = events.into_iter().map(|event| Fact::Game {
        event,
        by: Origin::Table,
    });
    [seating(), matches(), game.collect()].concat()
}

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
        },
    );
    let expected = r#"{"v":1,"at":5,"fact":{"game":{"event":{"played":{"seat":1,"tile":"6-4","end":"left","lay":"across"}},"by":"clock"}}}"#;
    assert_eq!(text, expected);
}

#[test]
fn another_version_is_told_apart_from_damage() {
    for (text, found) in [
        (r#"{"v":2,"at":5,"fact":{"ready":{"seat":1}}}"#, 2),
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
