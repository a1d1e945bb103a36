//! Whole matches of every sheet and player count: they end, every tile is in one place after every
//! action, and the events and the record, read back, are the same match again.

use std::collections::BTreeMap;

use boneyard_engine::{Match, MatchRecord, Phase};

use crate::laws::crew;
use crate::laws::games::{Setting, settings};
use crate::laws::world::{Style, World, by_chance};

/// A match that takes more inputs than this is one that does not end.
const MOST_INPUTS: usize = 100_000;

/// What was played, of one sheet at one number of players.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Played {
    pub(crate) matches: u64,
    /// Of them, with an overridden sheet.
    pub(crate) switched: u64,
    pub(crate) deals: u64,
    /// Actions of seats and rulings of the table.
    pub(crate) actions: u64,
}

impl Played {
    fn add(&mut self, other: Self) {
        self.matches += other.matches;
        self.switched += other.switched;
        self.deals += other.deals;
        self.actions += other.actions;
    }
}

/// By sheet and number of players.
type Tally = BTreeMap<(&'static str, u8), Played>;

/// Plays the matches with these numbers and prints what came of it; whether all laws held.
pub fn report(first: u64, count: u64) -> bool {
    let settings = settings();
    let done = crew::work(
        first,
        count,
        |number, tally: &mut Tally| {
            let (setting, played) = play(settings, number)?;
            let cell = tally.entry((setting.rules, setting.players)).or_default();
            cell.add(played);
            Ok(())
        },
        |all, some| {
            for (key, played) in some {
                all.entry(key).or_default().add(played);
            }
        },
    );
    println!("sheet           players  matches  switched     deals    actions");
    let mut total = Played::default();
    for ((rules, players), played) in &done.results {
        line(rules, &players.to_string(), *played);
        total.add(*played);
    }
    line("total", "", total);
    println!("{:.1} s, {} cores", done.took.as_secs_f64(), done.threads);
    for (number, why) in &done.failures {
        println!("FAILED match {number}: {why}\nrepeat: laws matches 1 {number}");
    }
    done.failures.is_empty()
}

fn line(rules: &str, players: &str, played: Played) {
    let Played {
        matches,
        switched,
        deals,
        actions,
    } = played;
    println!("{rules:<15} {players:>7} {matches:>8} {switched:>9} {deals:>9} {actions:>10}");
}

/// Plays the match with this number to its end and states the laws.
///
/// # Errors
///
/// The law that is broken.
pub(crate) fn play(settings: &[Setting], number: u64) -> Result<(&Setting, Played), String> {
    let count = u64::try_from(settings.len()).expect("a short list");
    let setting = &settings[usize::try_from(number % count).expect("an index of the list")];
    let style = Style::ALL[usize::try_from(number / count % 3).expect("below 3")];
    let mut world = World::new(by_chance(setting.setup(), number), style, number);
    let named = |why: &str| {
        let Setting { rules, players, .. } = setting;
        let options = &world_options(setting);
        format!("{rules} {options} for {players}, {style:?}: {why}")
    };
    while world.step().is_some() {
        if !world.game.conserves_tiles() {
            return Err(named("a tile is missing or in two places"));
        }
        if world.inputs.len() > MOST_INPUTS {
            return Err(named("the match does not end"));
        }
    }
    ends_well(&world).map_err(|why| named(&why))?;
    replays(&mut world).map_err(|why| named(&why))?;
    let standing = world.game.setup().standing.as_ref();
    let before = standing.map_or(0, |standing| standing.done);
    let played = Played {
        matches: 1,
        switched: u64::from(!setting.plain),
        deals: u64::from(world.game.completed() - before),
        actions: u64::try_from(world.record.actions.len()).expect("a short list"),
    };
    Ok((setting, played))
}

fn world_options(setting: &Setting) -> String {
    serde_json::to_string(&setting.setup().options).expect("overrides are plain data")
}

fn ends_well(world: &World) -> Result<(), String> {
    let result = world.game.result().ok_or("no result")?;
    if world.game.phase() != Phase::MatchOver || result.winners.is_empty() {
        return Err("nobody has won".to_owned());
    }
    Ok(())
}

/// The fold of the events is the match, and so is the replay of the record in both its forms.
pub(crate) fn replays(world: &mut World) -> Result<(), String> {
    if Match::from_events(&world.events).as_ref() != Some(&world.game) {
        return Err("the fold of its events is another match".to_owned());
    }
    if let Some(result) = world.game.result() {
        world.record.finish(result);
    }
    let text = world.record.to_text();
    let read = MatchRecord::from_text(&text).map_err(|error| format!("its text: {error}"))?;
    if read != world.record {
        return Err("its record as text is read as another".to_owned());
    }
    let json = world.record.to_json();
    let read = MatchRecord::from_json(&json).map_err(|error| format!("its JSON: {error}"))?;
    if read != world.record {
        return Err("its record as JSON is read as another".to_owned());
    }
    let replayed = read
        .replay()
        .map_err(|error| format!("its replay: {error}"))?;
    if replayed != world.game {
        return Err("the replay of its record is another match".to_owned());
    }
    Ok(())
}
