//! Every state of a table is a wait with a deadline and a default: left alone, it ends.

use super::super::ServerMove;
use super::*;
use boneyard_store::fact::CloseReason;

/// Far more than any table needs that is left alone.
const STEPS: usize = 60_000;

impl World {
    /// Lets the table alone until it is closed: clocks run out, the server plays, nobody else does anything.
    fn leave_alone(&mut self, what: &str) {
        for _ in 0..STEPS {
            if self.table.is_closed() {
                return;
            }
            if let Some(step) = self.table.next_step() {
                self.take(step);
                continue;
            }
            let at = self.table.wake_at();
            let at = at
                .unwrap_or_else(|| panic!("{what}: {:?} has no deadline", self.table.state.phase));
            self.pass_time(at.since(self.now.mono));
            let before = self.table.wake_at();
            let facts = self.wake();
            assert!(
                !facts.is_empty() || self.table.wake_at() != before,
                "{what}: {:?} has no default",
                self.table.state.phase
            );
        }
        panic!("{what}: the table is not closed after {STEPS} steps");
    }

    /// The server makes its move: something legal.
    fn take(&mut self, step: ServerMove) {
        let facts = match step {
            ServerMove::AutoPass(seat) => self.input(&Input::AutoPass { seat }),
            ServerMove::ServerBot(seat) => {
                let arranges = self.table.state.phase == TablePhase::Arranging;
                let command = if arranges {
                    self.arrangement(seat)
                } else {
                    self.any_action()
                };
                let TableCommand::Act { action, .. } = command else {
                    panic!("not an act");
                };
                let action = action.parse().unwrap();
                self.input(&Input::ServerBot { seat, action })
            }
        };
        assert!(!facts.unwrap().is_empty());
    }
}

fn between_deals(sheet: &str, seats: u8) -> World {
    let mut world = World::playing(sheet, seats, 3);
    world.play_deal();
    assert_eq!(world.table.state.phase, TablePhase::BetweenDeals);
    world
}

fn match_over() -> World {
    let mut world = World::playing("kozel", 2, 1);
    world.play_match(2);
    world
}

fn asked_about_an_absent_player() -> World {
    let mut world = World::playing("kozel", 3, 1);
    world.depart(world.on_turn());
    world.pass_time(120_000);
    world.wake();
    assert!(world.table.position(None, world.now.mono).absence.is_some());
    world
}

fn full_but_not_ready() -> World {
    let mut world = World::open("kozel", 2, 0, Opener::NotYet, 1);
    let seat = None;
    world
        .command(1, Request::Join { code: code(), seat })
        .unwrap();
    world.arrive(1);
    world
}

fn deserted(mut world: World) -> World {
    for number in 0..world.table.state.opening.seats {
        world.depart(number);
    }
    world
}

#[test]
fn every_phase_left_alone_ends_with_people_here_and_with_nobody() {
    type Phase = (&'static str, fn() -> World);
    let phases: [Phase; 11] = [
        ("seats are free", || {
            World::open("kozel", 3, 0, Opener::NotYet, 1)
        }),
        ("nobody is ready", full_but_not_ready),
        ("a turn", || World::playing("kozel", 2, 1)),
        ("a turn with draws", || World::playing("draw", 2, 1)),
        ("a turn on a ladder", || {
            World::playing("sport-points", 4, 1)
        }),
        ("rows are arranged", || World::playing("blind-memory", 3, 1)),
        ("closed rows", || World::playing("blind-unseen", 2, 1)),
        ("between deals", || between_deals("kozel", 2)),
        ("between deals of rows", || between_deals("blind-memory", 2)),
        ("the match is over", match_over),
        ("an absent player", asked_about_an_absent_player),
    ];
    for (what, world) in phases {
        world().leave_alone(what);
        deserted(world()).leave_alone(&format!("{what}, nobody here"));
    }
}

#[test]
fn every_phase_says_how_long_it_waits_unless_it_waits_for_company() {
    for (world, of_ms) in [
        (full_but_not_ready(), 60_000),
        (World::playing("kozel", 2, 1), 30_000),
        (World::playing("blind-memory", 3, 1), 60_000),
        (between_deals("kozel", 2), 12_000),
        (match_over(), 5 * 60_000),
        (asked_about_an_absent_player(), 20_000),
    ] {
        let clock = world.table.position(None, world.now.mono).clock.unwrap();
        assert_eq!((clock.of_ms, clock.left_ms), (of_ms, of_ms));
        assert!(clock.running);
    }
}

#[test]
fn a_table_that_was_broken_off_seats_again_and_ends_like_any_other() {
    let mut world = asked_about_an_absent_player();
    let turn = world.turn();
    let absent = world.on_turn();
    for number in (0..3).filter(|number| *number != absent) {
        let choice = boneyard_protocol::AbsenceChoice::End;
        world
            .command(number, TableCommand::Absence { turn, choice })
            .unwrap();
    }
    assert_eq!(world.table.state.phase, TablePhase::Seating);
    world.leave_alone("broken off");
    let last = &world.journal.last().unwrap().fact;
    let idle = Fact::Closed {
        reason: CloseReason::Idle,
    };
    let deserted = Fact::Closed {
        reason: CloseReason::Deserted,
    };
    assert!([idle, deserted].contains(last), "{last:?}");
}
