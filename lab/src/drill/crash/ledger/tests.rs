//! What a ledger says of itself.

use super::*;
use boneyard_protocol::{CommandId, ServerMessage};
use uuid::Uuid;

fn ack(seq: u64) -> Ack {
    Ack {
        id: CommandId(Uuid::nil()),
        table: None,
        seat: None,
        code: None,
        seq: Some(seq),
    }
}

fn led() -> Fact {
    Fact::Led {
        seat: 2,
        tile: "6-4".parse().unwrap(),
        along: false,
        lengthwise: false,
    }
}

fn dealt() -> Fact {
    Fact::Dealt {
        entry: 3,
        commitment: String::new(),
        deal: 1,
        hands: Vec::new(),
        stock: 0,
        hand: None,
        leader: None,
    }
}

fn started() -> Fact {
    let match_id = MatchId(Uuid::nil());
    Fact::MatchStarted {
        match_id,
        sheet: String::new(),
        options: BTreeMap::new(),
        players: 4,
    }
}

fn key() -> ActKey {
    ActKey {
        match_number: 1,
        entry: 3,
        seat: 2,
        act: "lead 6-4".to_owned(),
    }
}

fn ledger(facts: &[Fact]) -> TableLedger {
    let ledger = TableLedger::default();
    for (seq, fact) in (1..).zip(facts) {
        ledger.note_fact(seq, fact);
    }
    ledger
}

#[test]
fn an_acknowledged_act_that_is_there_is_well() {
    let ledger = ledger(&[started(), dealt(), led()]);
    ledger.acknowledged(key(), &ack(3));
    let well = Verdict {
        facts: 3,
        acknowledged: 1,
        ..Verdict::default()
    };
    assert_eq!(ledger.verdict(), well);
    let acts = vec![(2, "lead 6-4".to_owned())];
    let seen = SeenMatch {
        id: MatchId(Uuid::nil()),
        acts,
        is_over: false,
    };
    assert_eq!(ledger.matches(), [seen]);
}

#[test]
fn an_acknowledged_act_that_is_not_there_is_lost() {
    let ledger = ledger(&[started(), dealt()]);
    ledger.acknowledged(key(), &ack(3));
    assert_eq!(ledger.verdict().lost, 1);
}

#[test]
fn an_acknowledged_act_that_was_taken_back_is_lost_and_gone() {
    let ledger = ledger(&[started(), dealt(), led()]);
    ledger.acknowledged(key(), &ack(3));
    ledger.gone(std::iter::once(3));
    let verdict = ledger.verdict();
    assert_eq!((verdict.lost, verdict.gone), (1, 1));
}

#[test]
fn an_act_that_is_there_twice_is_doubled() {
    let ledger = ledger(&[started(), dealt(), led(), led()]);
    ledger.acknowledged(key(), &ack(3));
    assert_eq!(ledger.verdict().doubled, 1);
}

#[test]
fn a_number_that_tells_something_else_is_gone() {
    let ledger = ledger(&[started(), dealt(), led()]);
    ledger.note_fact(3, &Fact::Hidden);
    assert_eq!(ledger.verdict().gone, 0, "hidden from another seat");
    ledger.note_fact(
        3,
        &Fact::Passed {
            seat: 2,
            numbers: Vec::new(),
        },
    );
    assert_eq!(ledger.verdict().gone, 1);
}

#[test]
fn what_only_one_seat_sees_is_no_difference() {
    let ledger = ledger(&[
        started(),
        Fact::Drew {
            seat: 1,
            tile: "6-4".parse().ok(),
        },
    ]);
    ledger.note_fact(
        2,
        &Fact::Drew {
            seat: 1,
            tile: None,
        },
    );
    assert_eq!(ledger.verdict().gone, 0);
}

/// A blind table's snapshot with this log of the deal.
fn blind(seq: u64, log: &[Fact]) -> Snapshot {
    let seating = include_str!("../../../../../protocol/fixtures/server/snapshot_seating.json");
    let ServerMessage::Snapshot(snapshot) = serde_json::from_str(seating).unwrap() else {
        panic!("the fixture is a snapshot");
    };
    let mut view = snapshot.view;
    view.me = Some(0);
    view.hand = boneyard_engine::HandRule::Unseen;
    view.match_number = 1;
    view.match_id = Some(MatchId(Uuid::nil()));
    let game = serde_json::json!({
        "entry": 3, "commitment": "", "commitments": [], "deal": 1, "hands": [], "log": log
    });
    view.game = serde_json::from_value(game).unwrap();
    Snapshot {
        table: snapshot.table,
        seq,
        view,
    }
}

#[test]
fn at_a_blind_table_the_log_of_a_snapshot_stands_for_what_nobody_was_told() {
    let ledger = ledger(&[started(), dealt()]);
    ledger.acknowledged(key(), &ack(5));
    assert_eq!(ledger.verdict().lost, 1);
    ledger.shown(&blind(6, &[dealt(), led()]));
    let verdict = ledger.verdict();
    let troubles = (verdict.lost, verdict.doubled, verdict.gone, verdict.untold);
    assert_eq!(troubles, (0, 0, 0, 0));
    assert_eq!(ledger.matches()[0].acts, [(2, "lead 6-4".to_owned())]);
    // What follows the snapshot is counted to it.
    ledger.note_fact(7, &Fact::Stopped { seat: 1 });
    assert_eq!(ledger.verdict().doubled, 1);
    ledger.note_fact(9, &Fact::Hidden);
    assert_eq!(ledger.verdict().untold, 1, "number 8");
}

#[test]
fn what_was_told_or_shown_and_is_not_in_the_log_is_gone() {
    let ledger = ledger(&[started(), dealt(), led()]);
    ledger.acknowledged(key(), &ack(3));
    ledger.shown(&blind(5, &[]));
    assert_eq!(ledger.verdict().gone, 0, "the next deal is being dealt");
    ledger.shown(&blind(6, &[dealt()]));
    let verdict = ledger.verdict();
    assert_eq!(
        (verdict.lost, verdict.gone),
        (2, 1),
        "missing and taken back"
    );
    ledger.shown(&blind(7, &[dealt(), Fact::Stopped { seat: 1 }]));
    assert_eq!(ledger.verdict().gone, 1);
    ledger.shown(&blind(8, &[dealt(), led()]));
    assert_eq!(
        ledger.verdict().gone,
        1,
        "3 is there again, but 8 goes another way"
    );
}

#[test]
fn at_a_blind_table_an_act_in_the_log_that_was_not_sent_is_doubled() {
    let ledger = ledger(&[started()]);
    ledger.acknowledged(key(), &ack(3));
    ledger.shown(&blind(6, &[dealt(), led(), led()]));
    assert_eq!(ledger.verdict().doubled, 1);
}
