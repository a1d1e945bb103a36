//! Pairs of worlds that differ only in tiles which a viewer has not seen: they are sent the same bytes at the same
//! moments, so that neither a frame's content nor its size nor its time tells them anything.

use boneyard_engine::HandRule;
use boneyard_protocol::{Events, ServerMessage};

use super::laws::sheets;
use super::*;

/// What one world says, step by step.
struct Transcript {
    /// The frames to each viewer after each step, watcher first.
    frames: Vec<Vec<String>>,
    /// When the table would next do something by itself, and what the server would do.
    times: Vec<(Option<MonoMillis>, Option<super::super::ServerMove>)>,
    /// Who is on turn in the end.
    on_turn: Option<Seat>,
}

impl World {
    fn frames(&mut self) -> Vec<String> {
        let frame = |viewer: Option<Seat>| {
            let events = Events {
                table: TABLE,
                seq: self.sent.first().map_or(0, |fact| fact.seq.0),
                facts: self.told(viewer),
                now: self.table.position(viewer, self.now.mono),
            };
            serde_json::to_string(&ServerMessage::Events(Box::new(events))).unwrap()
        };
        let frames = self.viewers().into_iter().map(frame).collect();
        self.sent.clear();
        frames
    }

    /// Where a tile is that nobody has laid: a seat's hand, or the stock.
    fn holder(&self, tile: Tile) -> Option<Seat> {
        let play = self.table.state.game.as_deref().unwrap().play().unwrap();
        self.table.state.seats.places().find(|seat| {
            let hand = &play.view(Viewer::Seat(*seat)).hands[*seat];
            hand.tiles.contains(&Some(tile))
        })
    }

    fn is_laid(&self, tile: Tile) -> bool {
        let play = self.table.state.game.as_deref().unwrap().play().unwrap();
        let line = play.view(Viewer::Watcher).line;
        let arms = [line.left, line.right, line.up, line.down];
        let mut laid = line.lead.iter().chain(arms.iter().flatten());
        laid.any(|laid| laid.tile == tile)
    }
}

/// Plays on for some steps by chance and remembers what was done.
fn play_on(world: &mut World, steps: usize) -> Vec<(u8, TableCommand)> {
    let mut done = Vec::new();
    while done.len() < steps && world.table.state.phase == TablePhase::Playing {
        let (number, action) = (world.on_turn(), world.any_action());
        world.command(number, action.clone()).unwrap();
        done.push((number, action));
    }
    done
}

/// The same deeds in another world; `None` if they are not possible there.
fn repeat(world: &mut World, deeds: &[(u8, TableCommand)]) -> Option<Transcript> {
    let mut told = Transcript {
        frames: vec![world.frames()],
        times: Vec::new(),
        on_turn: None,
    };
    for (number, action) in deeds {
        world.pass_time(700);
        if world.table.state.on_turn() != Some(Seat::new(*number)) {
            return None;
        }
        world.command(*number, action.clone()).ok()?;
        told.frames.push(world.frames());
        told.times
            .push((world.table.wake_at(), world.table.next_step()));
    }
    told.on_turn = world.table.state.on_turn();
    Some(told)
}

impl Transcript {
    fn forget_last_step(&mut self) {
        self.frames.pop();
        self.times.pop();
    }
}

/// Whether the last of these deeds is a draw.
fn is_draw(deeds: &[(u8, TableCommand)]) -> bool {
    deeds
        .split_last()
        .is_some_and(|(last, _)| said(std::slice::from_ref(last), "draw") == 1)
}

/// How often something was said.
fn said(deeds: &[(u8, TableCommand)], word: &str) -> usize {
    let is_it = |deed: &&(u8, TableCommand)| matches!(&deed.1, TableCommand::Act { action, .. } if action == word);
    deeds.iter().filter(is_it).count()
}

#[test]
fn a_viewer_is_sent_the_same_bytes_whatever_the_tiles_that_they_have_not_seen() {
    let (mut pairs, mut passes, mut draws, mut differed) = (0, 0, 0, 0);
    for (sheet, seats) in sheets() {
        for seed in 0..20 {
            let mut first = World::playing_swapped(sheet, seats, seed, None);
            if first.table.state.sheet.deal.hand != HandRule::Seen {
                break;
            }
            let steps = usize::try_from(seed % 14 + 4).unwrap();
            let deeds = play_on(&mut first, steps);
            if first.table.state.phase != TablePhase::Playing {
                continue;
            }
            let from = usize::try_from(seed).unwrap() % Tile::ALL.len();
            let unseen = Tile::ALL.iter().cycle().skip(from).take(Tile::ALL.len());
            let mut unseen = unseen.copied().filter(|tile| !first.is_laid(*tile));
            let one = unseen.find(|tile| first.holder(*tile).is_some()).unwrap();
            let holder = first.holder(one);
            let Some(other) = unseen.find(|tile| first.holder(*tile) != holder) else {
                continue;
            };
            let holders = [holder, first.holder(other)];
            let mut original = World::playing_swapped(sheet, seats, seed, None);
            let mut twin = World::playing_swapped(sheet, seats, seed, Some((one, other)));
            let mut told = repeat(&mut original, &deeds).unwrap();
            let Some(mut retold) = repeat(&mut twin, &deeds) else {
                continue;
            };
            if told.on_turn != retold.on_turn {
                // By the rules a drawn tile that fits keeps the turn, and a line on which nobody can go on ends the
                // deal: both are seen by everybody. All that was sent before it is compared.
                let is_over = told.on_turn.is_none() || retold.on_turn.is_none();
                assert!(is_over || is_draw(&deeds), "{sheet}, seed {seed}");
                told.forget_last_step();
                retold.forget_last_step();
            }
            pairs += 1;
            passes += said(&deeds, "pass");
            draws += said(&deeds, "draw");
            assert_eq!(told.times, retold.times, "{sheet}, seed {seed}");
            for (index, viewer) in original.viewers().into_iter().enumerate() {
                let of = |told: &Transcript| -> Vec<String> {
                    told.frames
                        .iter()
                        .map(|frames| frames[index].clone())
                        .collect()
                };
                if viewer.is_some() && holders.contains(&viewer) {
                    differed += usize::from(of(&told) != of(&retold));
                } else {
                    assert_eq!(of(&told), of(&retold), "{sheet}, seed {seed}, {viewer:?}");
                }
            }
        }
    }
    let counts =
        format!("{pairs} pairs, {passes} passes, {draws} draws, {differed} seen to differ");
    assert!(pairs > 60 && passes > 10 && draws > 10, "{counts}");
    assert!(differed > 60, "whoever holds the tiles sees it: {counts}");
}
