//! Whether the comparison of worlds finds leaks: each planted one must be found.

use boneyard_engine::{Leak, Viewer, plant};

use crate::laws::crew;
use crate::laws::games::settings;
use crate::laws::secrecy::try_pair;

/// A leak that is not found among so many pairs is not found.
const MOST_PAIRS: u64 = 20_000;

/// A leak, who got to see it in which game, and after how many pairs.
struct Discovery {
    leak: Leak,
    viewer: Viewer,
    rules: &'static str,
    pairs: u64,
}

/// Plants one leak after the other and prints how each was found; whether all were.
pub(crate) fn report() -> bool {
    let settings = settings();
    let count = u64::try_from(Leak::ALL.len()).expect("a short list");
    let mut done = crew::work(
        0,
        count,
        |number, found: &mut Vec<Discovery>| {
            let leak = Leak::ALL[usize::try_from(number).expect("an index of the list")];
            plant(Some(leak));
            let discovery = (0..MOST_PAIRS).find_map(|number| {
                let pair = try_pair(settings, number).ok()?;
                pair.verdict.is_err().then_some(Discovery {
                    leak,
                    viewer: pair.viewer,
                    rules: pair.rules,
                    pairs: number + 1,
                })
            });
            plant(None);
            found.extend(discovery);
            Ok(())
        },
        |all, mut some| all.append(&mut some),
    );
    let found = &mut done.results;
    for leak in Leak::ALL {
        match found.iter().find(|one| one.leak == leak) {
            Some(one) => println!(
                "{:<23} seen by {:?} of {} after {} pairs",
                format!("{leak:?}"),
                one.viewer,
                one.rules,
                one.pairs
            ),
            None => println!("{leak:?} NOT FOUND in {MOST_PAIRS} pairs"),
        }
    }
    println!("{} of {count} planted leaks found", found.len());
    println!("{:.1} s, {} cores", done.took.as_secs_f64(), done.threads);
    done.failures.is_empty() && found.len() == Leak::ALL.len()
}
