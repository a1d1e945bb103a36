//! Opening, seating, leaving, rematch, closing.

use std::sync::Arc;

use boneyard_engine::Event;
use boneyard_protocol::ErrorCode;

use super::*;
use crate::table::brain::game_facts;
use crate::table::seats::Occupant;
use boneyard_store::fact::{CloseReason, Origin, Sitter};

fn leave() -> TableCommand {
    TableCommand::Leave
}

fn ready() -> TableCommand {
    TableCommand::Ready
}

fn join(seat: Option<u8>) -> Request {
    Request::Join { code: code(), seat }
}

fn last(world: &World) -> &Fact {
    &world.journal.last().unwrap().fact
}

#[test]
fn with_bots_on_all_other_seats_the_match_starts_at_once() {
    let world = World::open("kozel", 4, 3, Opener::Ready, 1);
    assert_eq!(world.table.state.phase, TablePhase::Playing);
    assert_eq!(world.table.state.match_number, 1);
    assert!(world.table.state.on_turn().is_some());
}

#[test]
fn sitting_down_is_not_being_ready() {
    let mut world = World::open("kozel", 2, 0, Opener::NotYet, 1);
    world.command(1, join(None)).unwrap();
    world.command(0, ready()).unwrap();
    assert_eq!(world.table.state.phase, TablePhase::Seating);
    world.command(1, ready()).unwrap();
    assert_eq!(world.table.state.phase, TablePhase::Playing);
}

#[test]
fn a_seat_can_be_wished_for_and_only_a_free_one_is_given() {
    let mut world = World::open("kozel", 3, 0, Opener::NotYet, 1);
    let code_of = |result: Result<Vec<Fact>, Refusal>| result.unwrap_err().code;
    assert_eq!(
        code_of(world.command(1, join(Some(0)))),
        ErrorCode::SeatTaken
    );
    assert_eq!(
        code_of(world.command(1, join(Some(3)))),
        ErrorCode::BadMessage
    );
    world.command(1, join(Some(2))).unwrap();
    assert_eq!(world.table.state.seat_of(person(1).id), Some(Seat::new(2)));
    let sit = TableCommand::Sit { seat: None };
    assert_eq!(
        code_of(world.command(1, sit.clone())),
        ErrorCode::AlreadySeated
    );
    world.command(2, sit.clone()).unwrap();
    assert_eq!(code_of(world.command(3, sit)), ErrorCode::TableFull);
    assert!(
        world.command(1, join(None)).unwrap().is_empty(),
        "come back to the seat"
    );
}

#[test]
fn another_code_opens_nothing() {
    let mut world = World::open("kozel", 3, 0, Opener::NotYet, 1);
    let other = Request::Join {
        code: "WXYZ2345ABCD".parse().unwrap(),
        seat: None,
    };
    assert_eq!(
        world.command(1, other).unwrap_err().code,
        ErrorCode::NoSuchCode
    );
}

#[test]
fn only_the_host_adds_bots_and_only_before_the_match() {
    let mut world = World::open("kozel", 3, 0, Opener::NotYet, 1);
    world.command(1, join(None)).unwrap();
    let add = TableCommand::AddBot { seat: None };
    assert_eq!(
        world.command(1, add.clone()).unwrap_err().code,
        ErrorCode::NotOpener
    );
    world.command(0, add.clone()).unwrap();
    world.command(0, ready()).unwrap();
    world.command(1, ready()).unwrap();
    assert_eq!(world.command(0, add).unwrap_err().code, ErrorCode::NotNow);
}

#[test]
fn a_player_who_is_not_ready_in_time_loses_the_seat() {
    let mut world = World::open("kozel", 2, 0, Opener::NotYet, 1);
    world.command(1, join(None)).unwrap();
    world.command(0, ready()).unwrap();
    world.pass_time(60_000);
    assert_eq!(
        world.wake(),
        [Fact::Left {
            seat: Seat::new(1),
            bot: None
        }]
    );
}

#[test]
fn the_host_is_passed_on_and_the_last_to_leave_closes_the_table() {
    let mut world = World::open("kozel", 3, 0, Opener::NotYet, 1);
    world.command(1, join(Some(2))).unwrap();
    world.command(0, leave()).unwrap();
    assert_eq!(*last(&world), Fact::Opener { seat: Seat::new(2) });
    world.command(1, leave()).unwrap();
    assert_eq!(
        *last(&world),
        Fact::Closed {
            reason: CloseReason::Deserted
        }
    );
    assert_eq!(
        world.command(1, join(None)).unwrap_err().code,
        ErrorCode::NoSuchTable
    );
}

#[test]
fn a_seat_left_in_a_match_is_played_for_nobody_and_may_be_taken() {
    let mut world = World::playing("kozel", 2, 1);
    world.command(1, leave()).unwrap();
    assert_eq!(world.table.state.phase, TablePhase::Playing);
    let view = world.table.view(None, world.now.mono);
    assert!(view.seats[1].stand_in && view.seats[1].player.is_none());
    let sit = TableCommand::Sit { seat: None };
    world.command(2, sit).unwrap();
    let seat = &world.table.state.seats[Seat::new(1)];
    assert_eq!(seat.player_id(), Some(person(2).id));
}

#[test]
fn the_link_leads_to_the_seat_of_a_server_bot_in_the_middle_of_a_match() {
    let mut world = World::open("kozel", 3, 2, Opener::Ready, 1);
    assert!(world.command(1, TableCommand::Sit { seat: None }).is_err());
    let facts = world.command(1, join(None)).unwrap();
    assert_eq!(
        facts[0],
        Fact::Seated {
            seat: Seat::new(1),
            who: Sitter::Player(person(1))
        }
    );
    assert_eq!(world.table.state.phase, TablePhase::Playing);
}

#[test]
fn the_next_deal_comes_when_all_are_ready_or_the_pause_is_over() {
    let mut world = World::playing("kozel", 2, 1);
    world.play_deal();
    assert_eq!(world.table.state.phase, TablePhase::BetweenDeals);
    world.command(0, ready()).unwrap();
    assert_eq!(world.table.state.phase, TablePhase::BetweenDeals);
    world.command(1, ready()).unwrap();
    assert_eq!(world.table.state.phase, TablePhase::Playing);
    world.play_deal();
    world.pass_time(12_000);
    world.wake();
    assert_eq!(world.table.state.phase, TablePhase::Playing);
}

#[test]
fn between_deals_whoever_is_away_counts_as_ready() {
    let mut world = World::playing("kozel", 2, 1);
    world.play_deal();
    world.command(0, ready()).unwrap();
    world.depart(1);
    assert_eq!(world.table.state.phase, TablePhase::Playing);
}

#[test]
fn a_rematch_needs_everybody_and_bots_fill_what_is_free() {
    let mut world = World::playing("kozel", 3, 1);
    world.play_match(3);
    let rematch = TableCommand::Rematch;
    world.command(0, rematch.clone()).unwrap();
    world.command(1, rematch).unwrap();
    assert_eq!(world.table.state.phase, TablePhase::MatchOver);
    world.command(2, leave()).unwrap();
    let state = &world.table.state;
    assert_eq!((state.phase, state.match_number), (TablePhase::Playing, 2));
    assert!(matches!(
        state.seats[Seat::new(2)].occupant,
        Occupant::ServerBot { .. }
    ));
}

#[test]
fn without_a_rematch_the_table_closes() {
    let mut world = World::playing("kozel", 2, 1);
    world.play_match(2);
    world.pass_time(5 * 60_000);
    assert_eq!(
        world.wake(),
        [Fact::Closed {
            reason: CloseReason::Finished
        }]
    );
    assert_eq!(world.table.wake_at(), None);
}

#[test]
fn a_table_where_nobody_is_connected_is_closed_after_a_while() {
    let mut world = World::open("kozel", 2, 0, Opener::NotYet, 1);
    world.pass_time(60 * 60_000);
    assert!(world.wake().is_empty());
    world.depart(0);
    world.pass_time(10 * 60_000);
    assert_eq!(
        world.wake(),
        [Fact::Closed {
            reason: CloseReason::Idle
        }]
    );
}

#[test]
fn the_last_person_to_leave_a_match_ends_it() {
    let mut world = World::open("kozel", 4, 3, Opener::Ready, 1);
    world.command(0, leave()).unwrap();
    assert_eq!(
        *last(&world),
        Fact::Closed {
            reason: CloseReason::Deserted
        }
    );
}

/// One tile with some number is in every hand: the table would deal for ever.
#[test]
fn a_table_whose_every_deal_is_void_is_closed() {
    let every_suit = ("deal.redeal_suit".to_owned(), serde_json::json!(1));
    let options = [every_suit].into_iter().collect();
    let opening = Opening {
        options,
        ..opening("kozel", 2)
    };
    let world = World::of(opening, 1, Opener::Ready, 1);
    assert_eq!(
        *last(&world),
        Fact::Closed {
            reason: CloseReason::Undealable
        }
    );
    let is_void = |record: &&JournalRecord| {
        matches!(
            record.fact,
            Fact::Game {
                event: Event::Voided { .. },
                ..
            }
        )
    };
    assert_eq!(world.journal.iter().filter(is_void).count(), 200);
}

/// What a table proposes clones no more than it changes.
#[test]
fn a_draft_shares_the_match_until_it_changes_and_keeps_no_story() {
    let world = World::playing("block", 2, 1);
    let at = world.now.wall;
    let before = &world.table.state;
    let game = before.game.as_ref().unwrap();
    let mut draft = before.draft();
    draft.suppose(
        &Fact::AutoPass {
            seat: Seat::new(0),
            on: true,
        },
        at,
    );
    assert!(Arc::ptr_eq(game, draft.game.as_ref().unwrap()));
    assert!(Arc::ptr_eq(&before.opening, &draft.opening));
    let play = game.play().unwrap();
    let events = play.decide(
        before.on_turn().unwrap(),
        play.legal_actions(before.on_turn().unwrap())
            .iter()
            .next()
            .unwrap(),
    );
    for fact in game_facts(events.unwrap(), Origin::Seat) {
        draft.suppose(&fact, at);
    }
    assert!(!Arc::ptr_eq(game, draft.game.as_ref().unwrap()));
    assert!(draft.story.is_none() && before.story.is_some());
}
