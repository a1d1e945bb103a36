//! What the steady bot is worth: whole matches of every sheet against random ones.

use std::collections::BTreeMap;

use boneyard_engine::{Options, presets};

use crate::laws::contest::contest;
use crate::laws::crew;

/// Wins and matches by sheet and number of players.
type Tally = BTreeMap<(&'static str, u8), (f64, u32)>;

/// Plays so many matches of every sheet at its fewest and its most players and prints the share that
/// the steady side has won.
pub fn report(each: u64) -> bool {
    let tables: Vec<(&'static str, u8)> = presets()
        .iter()
        .flat_map(|sheet| {
            let (min, max) = (sheet.players.min, sheet.players.max);
            let counts = if min == max {
                vec![min]
            } else {
                vec![min, max]
            };
            let count = |players| u8::try_from(players).expect("at most 28 players");
            counts
                .into_iter()
                .map(move |players| (sheet.id.as_str(), count(players)))
        })
        .collect();
    let count = u64::try_from(tables.len()).expect("a short list");
    let done = crew::work(
        0,
        count * each,
        |number, tally: &mut Tally| {
            let (rules, players) = tables[usize::try_from(number % count).expect("an index")];
            let names = ["steady", "random"];
            let won = contest(rules, &Options::default(), players, names, number / count);
            let cell = tally.entry((rules, players)).or_default();
            *cell = (cell.0 + won, cell.1 + 1);
            Ok(())
        },
        |all, some| {
            for (key, (won, of)) in some {
                let cell = all.entry(key).or_default();
                *cell = (cell.0 + won, cell.1 + of);
            }
        },
    );
    println!("sheet           players  matches  won by the steady side against random ones");
    for ((rules, players), (won, of)) in &done.results {
        println!(
            "{rules:<15} {players:>7} {of:>8}  {:.0} %",
            100.0 * won / f64::from(*of)
        );
    }
    println!("{:.1} s, {} cores", done.took.as_secs_f64(), done.threads);
    for (number, why) in &done.failures {
        println!("FAILED match {number}: {why}");
    }
    done.failures.is_empty()
}
