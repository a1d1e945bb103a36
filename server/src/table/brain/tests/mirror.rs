//! What a client makes of the facts is what a snapshot shows, in every game and for every viewer.

use boneyard_client::{LeftOut, TableMirror, difference};
use boneyard_protocol::{Events, Snapshot};

use super::laws::sheets;
use super::*;

/// Steps of each game that are compared.
const STEPS: u32 = 60;

#[test]
fn the_mirror_of_the_facts_is_the_snapshot() {
    for (sheet, seats) in sheets() {
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
            if !world.go_on() {
                break;
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
                let differs = difference(mirror.view(), &shown, LeftOut::Clocks);
                assert_eq!(differs, None, "{sheet}, {viewer:?}, {:?}", events.facts);
            }
        }
    }
}
