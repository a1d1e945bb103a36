use boneyard_engine::{
    Direction, Enforcement, Goal, HandRule, InPlay, Ladder, LayRule, Spinner, Unit,
};
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::table::TableSettings;
use boneyard_protocol::{AbsenceEnd, Fact, MatchId, Position, SeatInfo, TableView, Tempo};
use uuid::Uuid;

use super::*;

const TABLE: TableId = TableId(Uuid::from_u128(1));

pub(crate) fn mirror(seq: u64) -> TableMirror {
    let settings = TableSettings {
        private: true,
        watchers: true,
        clock_ms: 30_000,
        absence_ms: 120_000,
        absence_end: AbsenceEnd::Ask,
        pause_ms: 12_000,
        tempo: Tempo::Plain,
    };
    let seat = |name: &str| SeatInfo {
        name: Some(name.to_owned()),
        ..SeatInfo::default()
    };
    let view = TableView {
        sheet: "kozel".to_owned(),
        options: Default::default(),
        pairs: false,
        direction: Direction::Clockwise,
        target: Some(101),
        goal: Goal::ReachLoses,
        threshold: 13,
        deals: 0,
        hand: HandRule::Seen,
        lay: LayRule::TwinDoubles,
        spinner: Spinner::None,
        in_play: InPlay::None,
        divisor: 5,
        unit: Unit::Per,
        enforcement: Enforcement::Refuse,
        ladder: Ladder::None,
        settings,
        code: None,
        me: Some(0),
        opener: Some(0),
        seats: vec![seat("Ada"), seat("Bert")],
        match_number: 0,
        match_id: None,
        game: None,
        now: Position::default(),
        auto_pass: false,
        paused: false,
    };
    TableMirror::new(Snapshot {
        table: TABLE,
        seq,
        view,
    })
}

fn events(seq: u64, facts: Vec<Fact>, now: Position) -> Events {
    Events {
        table: TABLE,
        seq,
        facts,
        now,
    }
}

fn on_turn(seat: u8, legal: &[&str]) -> Position {
    Position {
        phase: TablePhase::Playing,
        turn: Some(1),
        seat: Some(seat),
        hands: vec![2, 2],
        legal: legal.iter().map(|text| (*text).to_owned()).collect(),
        ..Position::default()
    }
}

fn dealt() -> Vec<Fact> {
    let hand = vec!["6-4".parse().unwrap(), "1-1".parse().unwrap()];
    vec![
        Fact::MatchStarted {
            match_id: MatchId(Uuid::from_u128(5)),
            sheet: "kozel".to_owned(),
            options: Default::default(),
            players: 2,
        },
        Fact::Dealt {
            entry: 0,
            commitment: "c0".to_owned(),
            deal: 1,
            hands: vec![2, 2],
            stock: 24,
            hand: Some(hand),
            leader: Some(0),
        },
    ]
}

#[test]
fn facts_behind_a_gap_change_nothing() {
    let mut mirror = mirror(4);
    let before = mirror.clone();
    let early = events(6, vec![Fact::Hidden], Position::default());
    assert_eq!(mirror.apply(&early), Err(OutOfStep { wanted: 5, got: 6 }));
    assert_eq!(mirror, before);
}

#[test]
fn facts_that_are_known_are_skipped() {
    let mut mirror = mirror(0);
    mirror
        .apply(&events(
            1,
            vec![Fact::Ready { seat: 0 }],
            Position::default(),
        ))
        .unwrap();
    let before = mirror.clone();
    mirror
        .apply(&events(
            1,
            vec![Fact::Ready { seat: 0 }],
            Position::default(),
        ))
        .unwrap();
    assert_eq!(mirror, before);
    let more = vec![Fact::Ready { seat: 0 }, Fact::Ready { seat: 1 }];
    mirror.apply(&events(1, more, Position::default())).unwrap();
    assert_eq!(mirror.seq(), 2);
    assert!(mirror.view().seats[1].ready);
}

#[test]
fn a_wish_to_pass_is_forgotten_with_the_seat() {
    let wish = Fact::AutoPass { seat: 0, on: true };
    let left = |seat| Fact::Left { seat, bot: None };
    let mut mirror = mirror(0);
    let facts = vec![wish.clone(), left(1)];
    mirror
        .apply(&events(1, facts, Position::default()))
        .unwrap();
    assert!(mirror.view().auto_pass, "another's seat");
    mirror
        .apply(&events(3, vec![left(0)], Position::default()))
        .unwrap();
    assert!(!mirror.view().auto_pass);
    let of_another = Fact::AutoPass { seat: 1, on: true };
    mirror
        .apply(&events(4, vec![of_another], Position::default()))
        .unwrap();
    assert!(
        !mirror.view().auto_pass,
        "a seat that is not known as one's own"
    );
}

#[test]
fn a_hidden_fact_takes_its_number() {
    let mut mirror = mirror(4);
    mirror
        .apply(&events(
            5,
            vec![Fact::Hidden, Fact::Unknown],
            Position::default(),
        ))
        .unwrap();
    assert_eq!(mirror.seq(), 6);
}

#[test]
fn ready_is_a_duty_until_it_is_said_and_again_after_a_deal() {
    let mut mirror = mirror(0);
    assert_eq!(mirror.duty(), Some(Duty::Ready));
    mirror
        .apply(&events(
            1,
            vec![Fact::Ready { seat: 0 }],
            Position::default(),
        ))
        .unwrap();
    assert_eq!(mirror.duty(), None);
    mirror.apply(&events(2, dealt(), on_turn(1, &[]))).unwrap();
    assert_eq!(mirror.duty(), None, "it is the other's turn");
    let over = Position {
        phase: TablePhase::BetweenDeals,
        ..Position::default()
    };
    mirror.apply(&events(4, Vec::new(), over)).unwrap();
    assert_eq!(mirror.duty(), Some(Duty::Ready));
}

#[test]
fn a_turn_is_a_duty_with_its_legal_actions() {
    let mut mirror = mirror(0);
    mirror
        .apply(&events(1, dealt(), on_turn(0, &["lead 1-1"])))
        .unwrap();
    let duty = Duty::Act {
        turn: 1,
        legal: vec!["lead 1-1".to_owned()],
    };
    assert_eq!(mirror.duty(), Some(duty));
}

#[test]
fn a_laid_tile_leaves_the_own_hand_and_lies_in_the_line() {
    let mut mirror = mirror(0);
    mirror
        .apply(&events(1, dealt(), on_turn(0, &["lead 1-1"])))
        .unwrap();
    let led = Fact::Led {
        seat: 0,
        tile: "1-1".parse().unwrap(),
        along: false,
        lengthwise: false,
    };
    let mut now = on_turn(1, &[]);
    now.hands = vec![1, 2];
    mirror.apply(&events(3, vec![led], now)).unwrap();
    let game = mirror.view().game.as_ref().unwrap();
    assert_eq!(game.hands[0].tiles, Some(vec!["6-4".parse().unwrap()]));
    assert_eq!((game.hands[0].count, game.hands[1].count), (1, 2));
    assert_eq!(
        game.line.as_ref().unwrap().lead.tile,
        "1-1".parse().unwrap()
    );
    assert_eq!(game.commitments, ["c0"]);
}

#[test]
fn a_seat_left_in_a_match_is_played_by_a_bot_until_somebody_sits_down() {
    let mut mirror = mirror(0);
    mirror
        .apply(&events(1, dealt(), on_turn(0, &["lead 1-1"])))
        .unwrap();
    mirror
        .apply(&events(
            3,
            vec![Fact::Left {
                seat: 1,
                bot: Some("Steady 1".to_owned()),
            }],
            on_turn(0, &["lead 1-1"]),
        ))
        .unwrap();
    assert!(mirror.view().seats[1].stand_in);
    let seated = Fact::Seated {
        seat: 1,
        player: None,
        name: "Carl".to_owned(),
        kind: boneyard_protocol::PlayerKind::Person,
    };
    mirror
        .apply(&events(4, vec![seated], on_turn(0, &["lead 1-1"])))
        .unwrap();
    assert_eq!(mirror.view().seats[1].name.as_deref(), Some("Carl"));
    assert!(!mirror.view().seats[1].stand_in);
}
