//! Hidden tiles: absent from views, and without influence on what a viewer gets.

use boneyard_engine::{
    Act, DealEntry, Event, Hidden, Match, Phase, Seat, SeatView, SeenEvent, SeenHand, Tile,
    TileSet, Viewer,
};

use crate::world::{World, games, seats, setup, universe};

fn closed(hand: &SeenHand) -> bool {
    hand.tiles.iter().all(Option::is_none)
}

/// While a deal runs a seat sees its own tiles, a watcher none, and nobody those of another.
pub(crate) fn assert_no_foreign_tile(game: &Match, events: &[Event]) {
    let viewers = seats(game).map(Viewer::Seat).chain([Viewer::Watcher]);
    for viewer in viewers {
        let own = |seat: Seat| viewer == Viewer::Seat(seat);
        let view = game.view(viewer);
        if matches!(game.phase(), Phase::Playing | Phase::AwaitingEntry) {
            assert!(
                view.hands
                    .pairs()
                    .all(|(seat, hand)| own(seat) || closed(hand))
            );
        }
        assert!(view.legal.is_empty() || view.on_turn.is_some_and(own));
        for event in events {
            match event.seen_by(viewer) {
                SeenEvent::Dealt { hands, .. } => {
                    assert!(hands.pairs().all(|(seat, hand)| own(seat) != closed(hand)));
                }
                SeenEvent::Drew { seat, tile } => assert_eq!(own(seat), tile.is_some()),
                SeenEvent::MatchStarted { .. }
                | SeenEvent::Voided { .. }
                | SeenEvent::TurnBegan { .. }
                | SeenEvent::Led { .. }
                | SeenEvent::Played { .. }
                | SeenEvent::Passed { .. }
                | SeenEvent::Stopped { .. }
                | SeenEvent::TurnEnded { .. }
                | SeenEvent::Scored { .. }
                | SeenEvent::Ruled { .. }
                | SeenEvent::DealOver { .. }
                | SeenEvent::MatchOver { .. } => {}
            }
        }
    }
}

/// What everybody at the table sees happen, told without the engine's views: who may act, how many
/// tiles each seat holds, what it is about.
type Public = (Phase, Option<Seat>, Vec<usize>, u32);

fn public(game: &Match) -> Public {
    let view = game.view(Viewer::Referee);
    let counts = view.hands.iter().map(|hand| hand.tiles.len()).collect();
    (game.phase(), game.on_turn(), counts, view.stock)
}

fn void_hand(world: &World, at: usize) -> Option<&Hidden<Vec<Tile>>> {
    match world.events.get(at) {
        Some(Event::Voided { hand, .. }) => Some(hand),
        _ => None,
    }
}

/// The same first deal with hidden tiles in other places: played by the same actions, as far as
/// they are possible. `None` if somebody at the table would notice.
fn elsewhere(world: &World, entries: Vec<DealEntry>, trace: &[Public]) -> Option<World> {
    let mut other = World::new(world.game.setup().as_ref().clone(), 0);
    let mut trace = trace.iter();
    for entry in entries {
        other.enter(entry);
        // A void deal shows whose hand it was.
        (void_hand(world, other.events.len() - 1) == void_hand(&other, other.events.len() - 1))
            .then_some(())?;
        (*trace.next()? == public(&other.game)).then_some(())?;
    }
    for action in &world.record.actions {
        let Act::Seat(seat, action) = &action.act else {
            return None;
        };
        other.game.decide(*seat, action).ok()?;
        other.act(Act::Seat(*seat, action.clone()));
        (*trace.next()? == public(&other.game)).then_some(())?;
    }
    Some(other)
}

/// The tiles of the first deal a viewer has seen, those of a void hand included.
fn seen(viewer: Viewer, world: &World) -> Vec<TileSet> {
    let mut void = Vec::new();
    let mut seen = TileSet::EMPTY;
    for event in &world.events {
        match event.seen_by(viewer) {
            SeenEvent::Dealt { hands, .. } => {
                seen = hands
                    .iter()
                    .flat_map(|hand| hand.tiles.iter().copied().flatten())
                    .collect();
            }
            SeenEvent::Voided { hand, .. } => void.push(hand.tiles.into_iter().flatten().collect()),
            SeenEvent::Led { tile, .. }
            | SeenEvent::Played { tile, .. }
            | SeenEvent::Drew {
                tile: Some(tile), ..
            } => seen.insert(tile),
            SeenEvent::Drew { tile: None, .. }
            | SeenEvent::MatchStarted { .. }
            | SeenEvent::TurnBegan { .. }
            | SeenEvent::Passed { .. }
            | SeenEvent::Stopped { .. }
            | SeenEvent::TurnEnded { .. }
            | SeenEvent::Scored { .. }
            | SeenEvent::Ruled { .. }
            | SeenEvent::DealOver { .. }
            | SeenEvent::MatchOver { .. } => {}
        }
    }
    void.push(seen);
    void
}

/// The entry with the tiles a viewer has not seen in other places.
fn shuffled(entry: &DealEntry, seen: TileSet, world: &mut World) -> DealEntry {
    let mut order: Vec<Tile> = entry.order().to_vec();
    let hidden: Vec<usize> = (0..28).filter(|at| !seen.contains(order[*at])).collect();
    for last in (1..hidden.len()).rev() {
        let other = world.below(last + 1);
        order.swap(hidden[last], hidden[other]);
    }
    DealEntry::new(order, entry.lot()).unwrap()
}

/// Everything a viewer gets: the events and the view, and for a seat what each action would meet.
fn all_of(viewer: Viewer, world: &World) -> (Vec<SeenEvent>, SeatView, Vec<String>) {
    let events = world
        .events
        .iter()
        .map(|event| event.seen_by(viewer))
        .collect();
    let answers = match viewer {
        Viewer::Seat(seat) => {
            let refusal = |action| world.game.decide(seat, &action).err();
            universe()
                .into_iter()
                .map(|action| format!("{:?}", refusal(action)))
                .collect()
        }
        Viewer::Watcher | Viewer::Referee => Vec::new(),
    };
    (events, world.game.view(viewer), answers)
}

/// Non-interference: two deals that look the same to a viewer give him the same, byte for byte.
#[test]
fn hidden_tiles_have_no_influence() {
    let (mut pairs, mut draws, mut passes, mut voids) = (0, 0, 0, 0);
    for seed in 0..400_u64 {
        let game = usize::try_from(seed).unwrap() % games().len();
        let mut world = World::new(
            setup(&games()[game], u32::try_from(seed).unwrap() / 7),
            seed,
        );
        let steps = 2 + world.below(24);
        let mut trace = Vec::new();
        for _ in 0..steps {
            let before = (world.events.len(), world.record.clone(), world.game.clone());
            world.step();
            if !matches!(world.game.phase(), Phase::Playing | Phase::AwaitingEntry) {
                // The hands are open now: look at the moment before.
                world.events.truncate(before.0);
                (world.record, world.game) = (before.1, before.2);
                break;
            }
            trace.push(public(&world.game));
        }
        let viewers: Vec<Viewer> = seats(&world.game)
            .map(Viewer::Seat)
            .chain([Viewer::Watcher])
            .collect();
        for viewer in viewers {
            let seen = seen(viewer, &world);
            let dealt = world.record.deals.clone();
            let entries: Vec<DealEntry> = dealt
                .iter()
                .zip(seen)
                .map(|(deal, seen)| shuffled(&deal.entry, seen, &mut world))
                .collect();
            let Some(other) = elsewhere(&world, entries, &trace) else {
                continue;
            };
            assert_eq!(
                all_of(viewer, &world),
                all_of(viewer, &other),
                "{viewer:?}\n{world:?}"
            );
            pairs += 1;
            let count = |what: fn(&&Event) -> bool| other.events.iter().filter(what).count();
            draws += count(|event| matches!(event, Event::Drew { .. }));
            passes += count(|event| matches!(event, Event::Passed { .. }));
            voids += count(|event| matches!(event, Event::Voided { .. }));
        }
    }
    println!("{pairs} pairs with {draws} draws, {passes} passes, {voids} void deals");
    assert!(pairs > 400 && draws > 100 && passes > 50 && voids > 20);
}
