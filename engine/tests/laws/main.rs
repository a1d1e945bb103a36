//! Laws that hold in every match.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod secrecy;
mod world;

use boneyard_engine::{Match, MatchRecord, Phase, TileSet, Viewer};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use world::{World, games, seats, setup, universe};

/// No deal of any game takes more actions than this: 28 tiles, each drawn and laid once, and idle
/// turns of up to eight seats in between.
const MOST_ACTIONS_IN_A_DEAL: usize = 28 * 10;

fn config() -> ProptestConfig {
    let persistence = FileFailurePersistence::WithSource("regressions");
    ProptestConfig {
        cases: 48,
        failure_persistence: Some(Box::new(persistence)),
        ..ProptestConfig::default()
    }
}

fn worlds() -> impl Strategy<Value = World> {
    (0..games().len(), any::<u32>(), any::<u64>())
        .prop_map(|(game, players, seed)| World::new(setup(&games()[game], players), seed))
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.record.to_text())
    }
}

/// Every tile is in exactly one place.
fn assert_conserved(game: &Match) {
    let view = game.view(Viewer::Referee);
    let line = &view.line;
    let arms = [&line.left, &line.right, &line.up, &line.down];
    let laid = line
        .lead
        .iter()
        .chain(arms.into_iter().flatten())
        .map(|laid| laid.tile);
    let held = view
        .hands
        .iter()
        .flat_map(|hand| hand.tiles.iter().copied().flatten());
    let open: Vec<_> = laid.chain(held).collect();
    let distinct: TileSet = open.iter().copied().collect();
    assert_eq!(
        open.len(),
        usize::try_from(distinct.len()).unwrap(),
        "a tile is doubled"
    );
    if view.stock > 0 || !open.is_empty() {
        assert_eq!(open.len() + usize::try_from(view.stock).unwrap(), 28);
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn tiles_are_conserved_and_deals_end(mut world in worlds()) {
        let (mut deals, mut actions) = (0, 0);
        while deals < 6 && world.step().is_some() {
            assert_conserved(&world.game);
            actions += 1;
            prop_assert!(actions <= MOST_ACTIONS_IN_A_DEAL, "the deal does not end");
            if world.game.phase() != Phase::Playing {
                (deals, actions) = (deals + 1, 0);
            }
        }
    }

    #[test]
    fn matches_end(mut world in worlds()) {
        let mut steps = 0;
        while world.step().is_some() {
            steps += 1;
            prop_assert!(steps < 20_000, "the match does not end");
        }
        let result = world.game.result().unwrap();
        prop_assert!(!result.winners.is_empty());
    }

    #[test]
    fn what_is_legal_is_decidable_and_nothing_else(mut world in worlds()) {
        let universe = universe();
        for at in 0..60 {
            if world.step().is_none() {
                break;
            }
            for seat in seats(&world.game).filter(|_| at % 3 == 0) {
                let legal = world.game.legal_actions(seat);
                prop_assert!(legal.as_slice().is_sorted_by_key(ToString::to_string));
                prop_assert_eq!(legal.is_empty(), world.game.on_turn() != Some(seat));
                for action in &universe {
                    let decided = world.game.decide(seat, action);
                    prop_assert_eq!(legal.contains(action), decided.is_ok(), "{}", action);
                }
            }
        }
    }

    #[test]
    fn a_replay_is_the_match(mut world in worlds(), steps in 1..400_usize) {
        for _ in 0..steps {
            // A record ends after an action, not while the next entry is awaited.
            if world.step().is_none() {
                break;
            }
        }
        while world.game.phase() == Phase::AwaitingEntry {
            world.step();
        }
        let folded = Match::from_events(&world.events).unwrap();
        prop_assert_eq!(&folded, &world.game);

        if let Some(result) = world.game.result() {
            world.record.finish(result);
        }
        let text = world.record.to_text();
        let read = MatchRecord::from_text(&text).unwrap();
        prop_assert_eq!(&read, &world.record);
        let json = world.record.to_json();
        let read = MatchRecord::from_json(&json).unwrap();
        prop_assert_eq!(&read, &world.record);
        let replayed = world.record.replay().unwrap();
        prop_assert_eq!(&replayed, &world.game);
    }

    #[test]
    fn no_foreign_tile_is_in_a_view_or_event(mut world in worlds()) {
        for _ in 0..80 {
            let Some(events) = world.step() else { break };
            secrecy::assert_no_foreign_tile(&world.game, &events);
        }
    }

    /// Whatever the text, reading it ends in a record or an error, and what is read is written
    /// again as a record of the same match.
    #[test]
    fn texts_that_are_no_records_are_refused(
        mut world in worlds(),
        cut in any::<prop::sample::Index>(),
        other in "[ -~é\\n]{0,3}",
    ) {
        for _ in 0..30 {
            world.step();
        }
        let text = world.record.to_text();
        let at = cut.index(text.len());
        let damaged = format!("{}{other}{}", &text[..at], &text[(at + 1).min(text.len())..]);
        if let Ok(record) = MatchRecord::from_text(&damaged) {
            let again = MatchRecord::from_text(&record.to_text()).unwrap();
            prop_assert!(again.same_match(&record));
            // May be refused, must not panic.
            let _ = record.replay();
        }
        let _ = damaged.parse::<boneyard_engine::Action>();
    }
}
