//! Laws that hold in every match. What the program `laws` tries on as many matches as one likes is
//! tried here on a few; `docs/laws.md` tells what is compared.

use boneyard_engine::{Action, HandRule, Match, MatchRecord, Phase, Seat, Viewer, presets};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

use super::games::settings;
use super::knowledge::{Eye, Presence};
use super::world::{Style, World, by_chance};
use super::{matches, secrecy, session};

/// No deal of any game takes more inputs than this: 28 tiles to lay, and before each of them every
/// seat may have to turn its whole row over.
const MOST_INPUTS_IN_A_DEAL: usize = 28 * 28 * 2;

fn config() -> ProptestConfig {
    let persistence = FileFailurePersistence::WithSource("regressions");
    ProptestConfig {
        cases: 96,
        failure_persistence: Some(Box::new(persistence)),
        ..ProptestConfig::default()
    }
}

fn worlds() -> impl Strategy<Value = World> {
    let style = prop::sample::select(Style::ALL.to_vec());
    (any::<prop::sample::Index>(), style, any::<u64>()).prop_map(|(setting, style, seed)| {
        let setting = setting.get(settings());
        World::new(by_chance(setting.setup(), seed), style, seed)
    })
}

impl std::fmt::Debug for World {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.record.to_text())
    }
}

fn seats(game: &Match) -> impl Iterator<Item = Seat> + use<> {
    (0..).take(game.players()).map(Seat::new)
}

/// One whole match, at least, of every sheet with every switch at every number of players.
#[test]
fn matches_end_conserve_their_tiles_and_replay_equal() {
    let count = u64::try_from(settings().len()).unwrap();
    assert!(matches::report(0, count));
}

#[test]
fn hidden_tiles_have_no_influence() {
    assert!(secrecy::report(0, 1000));
}

#[cfg(feature = "planted-leaks")]
#[test]
fn every_planted_leak_is_found() {
    assert!(super::leaks::report());
}

#[test]
fn every_sheet_is_tried_plain_and_switched_at_every_number_of_players() {
    let settings = settings();
    for sheet in presets() {
        for players in sheet.players.min..=sheet.players.max {
            for plain in [true, false] {
                let tried = settings.iter().any(|setting| {
                    setting.rules == sheet.id
                        && u32::from(setting.players) == players
                        && setting.plain == plain
                });
                assert!(tried, "{} for {players}, plain: {plain}", sheet.id);
            }
        }
    }
}

/// Every viewer sees of the hands exactly what SPEC 12.2 shows them.
fn assert_hands_shown(world: &World, viewer: Viewer) {
    let game = &world.game;
    let mut eye = Eye::new(viewer, game.sheet(), game.players());
    for event in &world.events {
        eye.watch(event, Presence::Here);
    }
    let view = game.view(viewer);
    for (seat, hand) in view.hands.pairs() {
        let mut tiles = eye.hands[seat.index()].clone();
        if game.sheet().deal.hand == HandRule::Seen {
            tiles.sort();
        }
        let up = view.turned_up.filter(|_| view.on_turn == Some(seat));
        let closed = |at: usize| up.filter(|_| at + 1 == hand.tiles.len());
        for (at, (shown, tile)) in hand.tiles.iter().zip(&tiles).enumerate() {
            let expected = if eye.sees(seat) {
                Some(*tile)
            } else {
                closed(at)
            };
            assert_eq!(*shown, expected, "{viewer:?}, hand of {seat}\n{world:?}");
        }
        assert_eq!(hand.tiles.len(), tiles.len());
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn deals_end(mut world in worlds()) {
        let (mut deals, mut inputs) = (0, 0);
        while deals < 4 && world.step().is_some() {
            inputs += 1;
            prop_assert!(inputs <= MOST_INPUTS_IN_A_DEAL, "the deal does not end");
            if world.game.phase() == Phase::AwaitingEntry {
                (deals, inputs) = (deals + 1, 0);
            }
        }
    }

    /// The legal list is all that is decidable, but for rows to arrange and challenges, which are
    /// never in it.
    #[test]
    fn what_is_legal_is_decidable_and_nothing_else(mut world in worlds()) {
        for at in 0..60 {
            if world.step().is_none() {
                break;
            }
            for seat in seats(&world.game).filter(|_| at % 12 == 0) {
                let legal = world.game.legal_actions(seat);
                prop_assert!(legal.as_slice().is_sorted_by_key(ToString::to_string));
                prop_assert_eq!(legal.is_empty(), world.game.on_turn() != Some(seat));
                for action in session::universe().filter(|action| *action != Action::Challenge) {
                    let decided = world.game.decide(seat, &action);
                    prop_assert_eq!(legal.contains(&action), decided.is_ok(), "{}", action);
                }
                let awaited = world.game.view(Viewer::Watcher).awaiting.contains(&seat);
                let mut arranged = false;
                for action in session::rows(&world.game, seat).chain([Action::Challenge]) {
                    prop_assert!(!legal.contains(&action));
                    let is_row = action != Action::Challenge;
                    arranged |= is_row && world.game.decide(seat, &action).is_ok();
                }
                prop_assert_eq!(arranged, awaited);
            }
        }
    }

    /// The honest list holds what is legal where impossible moves are refused.
    #[test]
    fn honest_actions_are_legal(mut world in worlds()) {
        for _ in 0..60 {
            if world.step().is_none() {
                break;
            }
            for seat in seats(&world.game) {
                let (honest, legal) = (world.game.honest_actions(seat), world.game.legal_actions(seat));
                prop_assert_eq!(honest.is_empty(), legal.is_empty());
                prop_assert!(honest.iter().all(|action| legal.contains(action)));
            }
        }
    }

    /// Also in the middle of a match.
    #[test]
    fn a_replay_is_the_match(mut world in worlds(), steps in 1..300_usize) {
        for _ in 0..steps {
            if world.step().is_none() {
                break;
            }
        }
        // A record ends after an action, not while the next entry is awaited.
        while world.game.phase() == Phase::AwaitingEntry {
            world.step();
        }
        prop_assert_eq!(matches::replays(&mut world), Ok(()));
    }

    #[test]
    fn views_show_the_hands_that_may_be_seen(mut world in worlds(), steps in 1..60_usize) {
        for _ in 0..steps {
            world.step();
        }
        let players = seats(&world.game).map(Viewer::Seat);
        for viewer in players.chain([Viewer::Watcher, Viewer::Referee]) {
            assert_hands_shown(&world, viewer);
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
        let _ = damaged.parse::<Action>();
    }
}
