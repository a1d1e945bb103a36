//! Non-interference: two worlds that look the same to a viewer show that viewer the same, whatever is
//! hidden. Over every sheet and viewer.

use std::collections::BTreeMap;

use boneyard_engine::{Action, Seat, Tile, Viewer};

use crate::laws::contents::Contents;
use crate::laws::crew;
use crate::laws::games::{Setting, settings};
use crate::laws::knowledge;
use crate::laws::pair;
use crate::laws::session::Session;
use crate::laws::world::{Style, World, by_chance};

/// How many worlds are tried for one pair.
const MOST_WORLDS: u64 = 60;
/// A world gets at most so many inputs.
const MOST_INPUTS: usize = 90;

/// By sheet.
type Tally = BTreeMap<&'static str, Contents>;

/// Compares the pairs with these numbers and prints what they contained; whether nothing leaked and
/// the pairs mean something: a sheet with less than half its share, or a thing that never happened,
/// is a failure where a thousand pairs or more are asked for.
pub(crate) fn report(first: u64, count: u64) -> bool {
    let settings = settings();
    let done = crew::work(
        first,
        count,
        |number, tally: &mut Tally| {
            let found = try_pair(settings, number)?;
            tally.entry(found.rules).or_default().add(&found.contents);
            let who = format!("{:?} of {}", found.viewer, found.rules);
            found.verdict.map_err(|why| format!("{who}: {why}"))
        },
        |all, some| {
            for (rules, contents) in some {
                all.entry(rules).or_default().add(&contents);
            }
        },
    );
    let mut total = Contents::default();
    println!("sheet             pairs  reconnects  passes   draws  redeals  misfits  opened");
    for (rules, one) in &done.results {
        println!(
            "{rules:<15} {:>7} {:>11} {:>7} {:>7} {:>8} {:>8} {:>7}",
            one.pairs, one.reconnects, one.passes, one.draws, one.redeals, one.misfits, one.opened
        );
        total.add(one);
    }
    let parts = total.named().map(|(name, count)| format!("{count} {name}"));
    println!("{} pairs: {}", total.pairs, parts.join(", "));
    println!("{:.1} s, {} cores", done.took.as_secs_f64(), done.threads);
    for (number, why) in &done.failures {
        println!("LEAK in pair {number}: {why}\nrepeat: laws secrecy 1 {number}");
    }
    done.failures.is_empty() && (count < 1000 || means_something(&done.results, &total))
}

fn means_something(tally: &Tally, total: &Contents) -> bool {
    let sheets = u64::try_from(boneyard_engine::presets().len()).expect("a short list");
    let share = total.pairs / sheets / 2;
    let mut enough = true;
    for sheet in boneyard_engine::presets() {
        let pairs = tally.get(sheet.id.as_str()).map_or(0, |one| one.pairs);
        if pairs < share {
            println!("FAILED: {} has only {pairs} pairs", sheet.id);
            enough = false;
        }
    }
    for (name, count) in total.named() {
        if count == 0 {
            println!("FAILED: the pairs contain no {name}");
            enough = false;
        }
    }
    enough
}

/// A pair, and whether its viewer can tell the worlds apart.
pub(crate) struct Found {
    pub(crate) rules: &'static str,
    pub(crate) viewer: Viewer,
    pub(crate) contents: Contents,
    pub(crate) verdict: Result<(), String>,
}

/// The pair with this number.
///
/// # Errors
///
/// If chance finds none.
pub(crate) fn try_pair(settings: &[Setting], number: u64) -> Result<Found, String> {
    let setting = setting_of(settings, number);
    for attempt in 0..MOST_WORLDS {
        let seed = number * MOST_WORLDS + attempt;
        let mut world = played(setting, seed);
        let session = session(&mut world, number, attempt);
        let players = world.game.players();
        let since = session.first_event(&world);
        let sheet = world.game.sheet();
        let mut seen = knowledge::seen(session.viewer, sheet, players, &world.events, since);
        let named = named_lead(session.viewer, &world);
        if let (Some(tile), Some(seen)) = (named, seen.last_mut()) {
            seen.insert(tile);
        }
        let other = pair::like(&mut world, &seen)
            .filter(|other| named_lead(session.viewer, other) == named);
        if let Some(other) = other {
            let verdict = session.compare(&world, &other).map_err(|why| {
                let (one, other) = (world.record.to_text(), other.record.to_text());
                format!("{session:?}: {why}\nof the worlds\n{one}\nand\n{other}")
            });
            return Ok(Found {
                rules: setting.rules,
                viewer: session.viewer,
                contents: Contents::of(session, &world),
                verdict,
            });
        }
    }
    Err(format!("no pair of {} was found", setting.rules))
}

/// The tile that the viewer must lead now: the list of legal actions names it (SPEC 5.4, 12.1), also if it lies
/// in a closed row.
fn named_lead(viewer: Viewer, world: &World) -> Option<Tile> {
    let Viewer::Seat(seat) = viewer else {
        return None;
    };
    let legal = world.game.legal_actions(seat);
    let mut leads = legal.iter().filter_map(|action| match action {
        Action::Lead { tile, .. } => Some(*tile),
        _ => None,
    });
    let named = leads.next()?;
    leads.all(|tile| tile == named).then_some(named)
}

/// The sheets take turns, whatever number of settings they have.
fn setting_of(settings: &[Setting], number: u64) -> &Setting {
    let sheets = boneyard_engine::presets();
    let index = |number: u64, of: usize| {
        let of = u64::try_from(of).expect("a short list");
        usize::try_from(number % of).expect("an index of the list")
    };
    let sheet = &sheets[index(number, sheets.len())];
    let of_sheet: Vec<&Setting> = settings
        .iter()
        .filter(|one| one.rules == sheet.id)
        .collect();
    let round = number / u64::try_from(sheets.len()).expect("a short list");
    of_sheet[index(round, of_sheet.len())]
}

/// A world that stops somewhere.
fn played(setting: &Setting, seed: u64) -> World {
    let style = Style::ALL[usize::try_from(seed % 3).expect("below 3")];
    let mut world = World::new(by_chance(setting.setup(), seed), style, seed);
    let inputs = 2 + world.below(MOST_INPUTS - 2);
    while world.inputs.len() < inputs && world.step().is_some() {}
    world
}

/// Every viewer in turn; from the beginning, from somewhere, or from the last moment.
fn session(world: &mut World, number: u64, attempt: u64) -> Session {
    let players = u64::try_from(world.game.players()).expect("at most 28");
    let turn = (number / 7 + attempt) % (players + 2);
    let viewer = match turn.checked_sub(players) {
        None => Viewer::Seat(Seat::new(u8::try_from(turn).expect("below 28"))),
        Some(0) => Viewer::Watcher,
        Some(_) => Viewer::Referee,
    };
    let since = match world.below(4) {
        0 | 1 => 0,
        2 => world.below(world.inputs.len()),
        _ => world.inputs.len(),
    };
    Session { viewer, since }
}
