//! How a table's stream is broken and mended.

use boneyard_protocol::{Fact, LobbyCommand, Position};
use uuid::Uuid;

use super::*;

const TABLE: TableId = TableId(Uuid::from_u128(1));
const ID: CommandId = CommandId(Uuid::from_u128(2));

fn events(seq: u64, facts: usize) -> Box<Events> {
    let facts = vec![Fact::Hidden; facts];
    Box::new(Events {
        table: TABLE,
        seq,
        facts,
        now: Position::default(),
    })
}

fn following(last: u64) -> Following {
    let mut following = Following::default();
    following.follow(TABLE, last);
    following.mended(TABLE);
    following
}

#[test]
fn a_snapshot_that_was_lost_with_its_socket_is_asked_for() {
    let table = TableId(uuid::Uuid::from_u128(1));
    let mut following = Following::default();
    following.came_in(table);
    assert!(!following.any_broken(), "it is on its way");
    following.break_all();
    let mending = following.mend_next(CommandId(uuid::Uuid::from_u128(2)));
    assert_eq!(mending, Some(TableCommand::Resume { since: 0 }.at(table)));
}

#[test]
fn the_next_facts_are_told_once() {
    let mut following = following(4);
    assert_eq!(
        following.take_events(events(5, 2)),
        Reading::Next(events(5, 2))
    );
    assert_eq!(following.take_events(events(5, 2)), Reading::Known);
    assert_eq!(
        following.take_events(events(7, 1)),
        Reading::Next(events(7, 1))
    );
}

#[test]
fn of_an_overlap_only_the_new_part_is_told() {
    let mut following = following(4);
    assert_eq!(
        following.take_events(events(3, 4)),
        Reading::Next(events(5, 2))
    );
}

#[test]
fn a_gap_asks_once_and_the_answer_mends_it() {
    let mut following = following(4);
    assert_eq!(following.take_events(events(6, 1)), Reading::Gap);
    assert_eq!(
        following.mend_next(ID),
        Some(TableCommand::Resume { since: 4 }.at(TABLE))
    );
    assert_eq!(following.mend_next(ID), None);
    assert_eq!(
        following.take_events(events(7, 1)),
        Reading::Known,
        "part of the answer"
    );
    assert_eq!(following.mending(ID), Some(TABLE));
    assert_eq!(
        following.take_events(events(5, 3)),
        Reading::Next(events(5, 3))
    );
    assert_eq!(
        following.take_events(events(8, 1)),
        Reading::Next(events(8, 1))
    );
}

#[test]
fn a_gap_behind_an_empty_answer_is_found_again() {
    let mut following = following(4);
    assert_eq!(following.take_events(events(6, 1)), Reading::Gap);
    following.mended(TABLE);
    assert_eq!(following.take_events(events(7, 1)), Reading::Gap);
}

#[test]
fn what_could_not_be_told_is_asked_for_again() {
    let mut following = following(4);
    assert_eq!(
        following.take_events(events(5, 2)),
        Reading::Next(events(5, 2))
    );
    following.untold(TABLE, 4);
    assert!(following.any_broken());
    assert_eq!(
        following.mend_next(ID),
        Some(TableCommand::Resume { since: 4 }.at(TABLE))
    );
}

#[test]
fn a_message_without_facts_refreshes_the_position() {
    let mut following = following(4);
    assert_eq!(
        following.take_events(events(5, 0)),
        Reading::Next(events(5, 0))
    );
    assert_eq!(
        following.take_events(events(5, 1)),
        Reading::Next(events(5, 1))
    );
}

#[test]
fn a_resume_that_is_refused_for_now_is_sent_again_later() {
    let mut following = following(4);
    following.break_all();
    assert!(following.mend_next(ID).is_some());
    following.not_mended(TABLE);
    assert!(!following.any_broken(), "not at once");
    following.try_again();
    assert!(following.mend_next(ID).is_some());
}

#[test]
fn a_watcher_comes_in_again_the_same_way() {
    let mut following = following(4);
    let watch = Command::Lobby(LobbyCommand::Watch {
        table: Some(TABLE),
        code: None,
    });
    following.came_in_by(TABLE, watch.clone());
    following.break_all();
    assert_eq!(following.mend_next(ID), Some(watch));
}
