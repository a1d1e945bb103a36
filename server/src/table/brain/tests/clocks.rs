//! The edges of deadlines, the wall clock, and a slow journal.

use boneyard_protocol::ErrorCode;

use super::*;

/// What the brain says to an action of the one on turn that was read at `received`; nothing is changed.
fn verdict(
    world: &World,
    action: &TableCommand,
    received: MonoMillis,
    now: Moment,
) -> Result<(), ErrorCode> {
    let player = person(world.on_turn());
    let input = Input::Command {
        player: &player,
        request: &action.clone().into(),
        received,
    };
    let decided = world.table.decide(&input, &at(now));
    decided
        .map(|facts| assert!(!facts.is_empty()))
        .map_err(|why| why.code)
}

fn at(now: Moment) -> Given {
    let match_id = MatchId(Uuid::from_u128(1));
    Given {
        now,
        draw: 7,
        match_id,
    }
}

#[test]
fn round_a_deadline_there_is_one_verdict_by_the_moment_of_arrival() {
    for sheet in ["kozel", "draw", "fives"] {
        let mut world = World::playing(sheet, 2, 1);
        let action = world.any_action();
        let begun = world.now;
        for offset in 29_000..31_000 {
            let received = begun.mono.plus(offset);
            for late in [0, 1, 5_000] {
                let now = Moment {
                    mono: received.plus(late),
                    ..begun
                };
                let expected = if offset < 30_000 {
                    Ok(())
                } else {
                    Err(ErrorCode::Stale)
                };
                assert_eq!(
                    verdict(&world, &action, received, now),
                    expected,
                    "{sheet}: {offset} {late}"
                );
                let alarm = world.table.decide(&Input::Wake, &at(now)).unwrap();
                let is_up = offset + late >= 30_000;
                assert_eq!(alarm.is_empty(), !is_up, "{sheet}: {offset} {late}");
            }
        }
    }
}

#[test]
fn an_action_that_wins_late_leaves_nothing_for_the_alarm_and_the_alarm_nothing_for_the_action() {
    let mut world = World::playing("kozel", 2, 1);
    let deadline = world.now.mono.plus(30_000);
    let (number, action) = (world.on_turn(), world.any_action());
    world.pass_time(35_000);
    world
        .command_at(number, action, MonoMillis(deadline.0 - 1))
        .unwrap();
    assert!(world.wake().is_empty(), "another turn has begun");
    let (number, action) = (world.on_turn(), world.any_action());
    world.pass_time(30_000);
    assert!(matches!(world.wake()[0], Fact::TimeUp { .. }));
    let why = world.command(number, action).unwrap_err();
    assert_eq!(why.code, ErrorCode::Stale);
}

#[test]
fn jumps_of_the_wall_clock_move_no_deadline() {
    const DAY_MS: u64 = 86_400_000;
    let mut world = World::playing("kozel", 2, 1);
    let (due, wall) = (world.table.wake_at(), world.now.wall.0);
    for jumped in [wall + 3_600_000, wall + DAY_MS, wall - DAY_MS, 0] {
        world.now.wall = UnixMillis(jumped);
        assert_eq!(world.table.wake_at(), due);
        assert!(world.wake().is_empty());
    }
    world.now.wall = UnixMillis(wall - DAY_MS);
    world.act();
    assert_eq!(world.table.wake_at(), Some(world.now.mono.plus(30_000)));
    world.pass_time(30_000);
    assert!(matches!(world.wake()[0], Fact::TimeUp { .. }));
    let table = Table::recovered(State::from_records(&world.journal).unwrap(), MonoMillis(5));
    let clock = table.position(None, MonoMillis(5)).clock.unwrap();
    assert!((15_000..=30_000).contains(&clock.left_ms), "{clock:?}");
}

#[test]
fn nobody_pays_for_a_journal_that_takes_its_time() {
    let mut world = World::playing("draw", 2, 1);
    let (number, action) = (world.on_turn(), world.any_action());
    world.pass_time(10_000);
    let player = person(number);
    let input = Input::Command {
        player: &player,
        request: &action.clone().into(),
        received: world.now.mono,
    };
    let facts = world.table.decide(&input, &at(world.now)).unwrap();
    let written = records(world.table.state.seq.next(), world.now, None, facts);
    let asked = world.now.mono;
    world.pass_time(5_000);
    world.table.apply(&written, asked, world.now.mono);
    assert_ne!(world.on_turn(), number);
    assert_eq!(world.table.wake_at(), Some(world.now.mono.plus(30_000)));
}

#[test]
fn comings_and_goings_after_a_deadline_make_no_action_late_and_save_none() {
    let begun = World::playing("kozel", 2, 1);
    let deadline = begun.now.mono.plus(30_000);
    let on_turn = begun.on_turn();
    let other = (on_turn + 1) % 2;
    type Coming = fn(&mut Table, u8, u8, MonoMillis);
    let comings: [Coming; 5] = [
        |table, on_turn, _, now| table.arrive(person(on_turn).id, ConnectionId(90), now),
        |table, _, _, now| table.arrive(person(9).id, ConnectionId(91), now),
        |table, _, other, now| {
            table.depart(person(other).id, ConnectionId(u64::from(other)), now);
        },
        |table, _, other, now| {
            table.depart(person(other).id, ConnectionId(u64::from(other)), now);
            table.arrive(person(other).id, ConnectionId(92), now.plus(1));
        },
        |table, on_turn, _, now| {
            table.depart(person(on_turn).id, ConnectionId(u64::from(on_turn)), now);
            table.arrive(person(on_turn).id, ConnectionId(93), now.plus(1));
        },
    ];
    for (number, come) in comings.into_iter().enumerate() {
        for (received, expected) in [
            (MonoMillis(deadline.0 - 1), Ok(())),
            (deadline, Err(ErrorCode::Stale)),
        ] {
            let mut world = World::playing("kozel", 2, 1);
            let action = world.any_action();
            world.pass_time(35_000);
            come(&mut world.table, on_turn, other, world.now.mono);
            let now = Moment {
                mono: world.now.mono.plus(1),
                ..world.now
            };
            let verdict = verdict(&world, &action, received, now);
            assert_eq!(verdict, expected, "{number}: {received:?}");
            let alarm = world.table.decide(&Input::Wake, &at(now)).unwrap();
            assert!(matches!(alarm[0], Fact::TimeUp { .. }), "{number}");
        }
    }
}
