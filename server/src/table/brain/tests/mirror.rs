//! What a client makes of the facts is what a snapshot shows, in every game and for every viewer.

use boneyard_client::TableMirror;
use boneyard_engine::HandRule;
use boneyard_protocol::{Events, Snapshot, TableView};

use super::laws::SHEETS;
use super::*;

/// Steps of each game that are compared.
const STEPS: u32 = 60;

/// A view without what no fact tells: clocks, absences, hands opened by the end of a deal, and the order of a
/// hand that its owner sees.
fn comparable(view: &TableView) -> TableView {
    let mut view = view.clone();
    view.now.clock = None;
    for seat in &mut view.seats {
        seat.absence_ms = None;
    }
    let is_over = matches!(
        view.now.phase,
        TablePhase::BetweenDeals | TablePhase::MatchOver
    );
    let (me, is_seen) = (view.me.map(usize::from), view.hand == HandRule::Seen);
    let hands = view.game.iter_mut().flat_map(|game| &mut game.hands);
    for (seat, hand) in hands.enumerate() {
        if is_over && (me != Some(seat) || !is_seen) {
            hand.tiles = None;
        }
        if is_seen && let Some(tiles) = &mut hand.tiles {
            tiles.sort_unstable();
        }
    }
    view
}

#[test]
fn the_mirror_of_the_facts_is_the_snapshot() {
    for (sheet, seats) in SHEETS {
        let mut world = World::playing(sheet, seats, 9);
        world.sent.clear();
        let viewers = world.viewers();
        let snapshot = |world: &World, viewer| Snapshot {
            table: TABLE,
            seq: world.table.state.seq.0,
            view: world.table.view(viewer, world.now.mono),
        };
        let mut mirrors: Vec<TableMirror> = viewers
            .iter()
            .map(|viewer| TableMirror::new(snapshot(&world, *viewer)))
            .collect();
        for _ in 0..STEPS {
            match world.table.state.phase {
                TablePhase::Arranging | TablePhase::Playing => world.arrange_or_act(),
                TablePhase::BetweenDeals => {
                    world.pass_time(12_000);
                    world.wake();
                }
                TablePhase::Seating | TablePhase::MatchOver | TablePhase::Closed => break,
            }
            let fresh = world.sent.split_off(0);
            for (viewer, mirror) in viewers.iter().zip(&mut mirrors) {
                let events = Events {
                    table: TABLE,
                    seq: fresh[0].seq.0,
                    facts: fresh.iter().map(|f| f.shown.to(*viewer).clone()).collect(),
                    now: world.table.position(*viewer, world.now.mono),
                };
                mirror.apply(&events).unwrap();
                let shown = snapshot(&world, *viewer).view;
                let (folded, shown) = (comparable(mirror.view()), comparable(&shown));
                assert_eq!(folded, shown, "{sheet}, {viewer:?}, {:?}", events.facts);
            }
        }
    }
}
