//! Every fact and event, in as many forms as have fields of their own.

use std::sync::Arc;

use boneyard_engine::{
    Adjusted, DealEnd, DealEntry, DealResult, End, Event, Fault, HandResult, Hidden, Lay, LeadBy,
    LeadReason, MatchEnd, MatchResult, MatchSetup, Points, Ruling, ScoreReason, Seat, Side,
    SideResult, Sight, Standing, Tile, Warnings, preset,
};
use boneyard_protocol::{AbsenceChoice, MatchId, PlayerId, PlayerInfo, PlayerKind};
use uuid::Uuid;

use crate::contract::opened;
use crate::fact::{CloseReason, Fact, Origin, Sitter};

/// The seat of most of them.
pub const SEAT: Seat = Seat::new(1);

/// A tile in notation.
pub fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn hand(seat: u8, sight: Sight, tiles: &[&str]) -> Hidden<Vec<Tile>> {
    let value = tiles.iter().map(|text| tile(text)).collect();
    Hidden::new(Seat::new(seat), sight, value)
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
        fine: 20,
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
        deal_result(
            DealEnd::Fault {
                seat: SEAT,
                fault: Fault::FalsePass,
            },
            seat(LeadReason::Again),
            None,
        ),
        deal_result(
            DealEnd::Fault {
                seat: SEAT,
                fault: Fault::WrongTile,
            },
            None,
            None,
        ),
        deal_result(
            DealEnd::Warning { side: Side::new(1) },
            Some(LeadBy::Lot),
            None,
        ),
    ];
    events.extend(
        [
            MatchEnd::Target,
            MatchEnd::Deals,
            MatchEnd::Immediate,
            MatchEnd::Warnings,
        ]
        .map(|reason| {
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

fn rows_and_referees() -> Vec<Event> {
    vec![
        Event::Arranged {
            seat: SEAT,
            row: hand(1, Sight::Nobody, &["1-0", "5-3"]),
        },
        Event::TurnedUp {
            seat: SEAT,
            tile: tile("5-3"),
        },
        Event::Misfit {
            seat: SEAT,
            tile: Hidden::new(SEAT, Sight::All, tile("3-3")),
        },
        Event::Opened {
            seat: SEAT,
            row: hand(1, Sight::Owner, &["1-0", "5-3"]),
        },
        Event::Challenged { seat: SEAT },
        Event::TakenBack {
            seat: SEAT,
            tile: tile("5-3"),
            end: End::Left,
        },
        Event::Warned {
            side: Side::new(1),
            warnings: Warnings { game: 2, total: 3 },
            fine: 10,
        },
    ]
}

fn plays() -> Vec<Event> {
    let drawn = Hidden::new(SEAT, Sight::Owner, tile("3-3"));
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
    ];
    let reasons = [
        ScoreReason::LeadDouble,
        ScoreReason::EqualEnds,
        ScoreReason::EqualEndsDouble,
        ScoreReason::Multiple { value: 15 },
        ScoreReason::FirstPass,
    ];
    events.extend(reasons.map(|reason| Event::Scored {
        side: Side::new(1),
        points: Points::HALF,
        reason,
    }));
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

fn opened_with_rules() -> Fact {
    let Fact::Opened(mut opening) = opened() else {
        panic!("not an opening");
    };
    opening.rules = preset("fives");
    Fact::Opened(opening)
}

fn seating() -> Vec<Fact> {
    let info = PlayerInfo {
        id: PlayerId(Uuid::from_u128(3)),
        name: "Ödön".into(),
        kind: PlayerKind::Bot,
    };
    vec![
        opened(),
        opened_with_rules(),
        Fact::Seated {
            seat: SEAT,
            who: Sitter::Player(info),
        },
        Fact::Seated {
            seat: SEAT,
            who: Sitter::ServerBot {
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
        Fact::Opener { seat: SEAT },
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
        Fact::Absent { seat: SEAT },
        Fact::Unfinished {
            match_id: MatchId(Uuid::from_u128(4)),
        },
        Fact::AutoPass {
            seat: SEAT,
            on: true,
        },
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
        Origin::AutoPass,
        Origin::Table,
    ];
    let choices = [AbsenceChoice::Wait, AbsenceChoice::Bot, AbsenceChoice::End];
    facts.extend(choices.map(|choice| Fact::AbsenceChoice { seat: SEAT, choice }));
    facts.extend(origins.map(|by| Fact::Game {
        event: Event::Passed { seat: SEAT },
        by,
        lengthwise: by == Origin::Seat,
    }));
    let reasons = [
        CloseReason::Deserted,
        CloseReason::Idle,
        CloseReason::Finished,
        CloseReason::Undealable,
    ];
    facts.extend(reasons.map(|reason| Fact::Closed { reason }));
    facts
}

pub fn facts() -> Vec<Fact> {
    let events = [set_ups(), plays(), rows_and_referees(), results()].concat();
    let game = events.into_iter().map(|event| Fact::Game {
        event,
        by: Origin::Table,
        lengthwise: false,
    });
    [seating(), matches(), game.collect()].concat()
}
