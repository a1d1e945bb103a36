//! Feeding the readers with anything: frames, sheets and overrides, match records, journal records.
//!
//! Inputs are arbitrary texts, and true ones that were harmed. Whatever comes, a reader answers: no panic, no
//! overflow of the stack, no time without end. `docs/reliability/identity.md` has the command; the environment
//! variable `FUZZ_INPUTS` says how many inputs all readers together get.

use boneyard_engine::{MatchRecord, Options, Sheet, Sheets, effective_sheet, presets};
use boneyard_protocol::limits::MESSAGE_BYTES;
use boneyard_protocol::{ClientMessage, decode};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

use crate::clock::Stopwatch;
use crate::identity::PlayerName;

/// Inputs of all readers together in an ordinary run of the tests.
const FEW_INPUTS: u32 = 20_000;

/// Bits of text that readers stumble over.
const BITS: [&str; 28] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\\",
    "\n",
    "=",
    "0",
    "-",
    "null",
    "1e400",
    "-0",
    "1e-999",
    "9007199254740993",
    "18446744073709551616",
    "NaN",
    "\\ud800",
    "\\u0000",
    "\u{feff}",
    "\u{202e}",
    "é",
    "\u{0}",
    "\"id\":",
    "'''",
    "#",
];

/// A harm to a text.
#[derive(Clone, Debug)]
enum Harm {
    Bit(Index, usize),
    Cut(Index, u8),
    Twice(Index, u8),
    Byte(Index, u8),
    Nest(Index, u16),
    Digits(Index, u8),
    End(Index),
}

fn harms() -> impl Strategy<Value = Vec<Harm>> {
    let at = any::<Index>;
    let harm = prop_oneof![
        4 => (at(), 0..BITS.len()).prop_map(|(at, bit)| Harm::Bit(at, bit)),
        3 => (at(), any::<u8>()).prop_map(|(at, length)| Harm::Cut(at, length)),
        2 => (at(), any::<u8>()).prop_map(|(at, length)| Harm::Twice(at, length)),
        4 => (at(), any::<u8>()).prop_map(|(at, byte)| Harm::Byte(at, byte)),
        1 => (at(), any::<u16>()).prop_map(|(at, depth)| Harm::Nest(at, depth)),
        2 => (at(), any::<u8>()).prop_map(|(at, count)| Harm::Digits(at, count)),
        1 => at().prop_map(Harm::End),
    ];
    prop::collection::vec(harm, 0..5)
}

/// The text with its harms; what is not UTF-8 then is mended as a reader of files would.
fn harmed(text: &str, harms: &[Harm]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for harm in harms {
        let place = |at: &Index| at.index(bytes.len() + 1);
        let (start, removed, put) = match harm {
            Harm::Bit(at, bit) => (place(at), 0, BITS[*bit].as_bytes().to_vec()),
            Harm::Cut(at, length) => (place(at), usize::from(*length % 32), Vec::new()),
            Harm::Twice(at, length) => {
                let start = place(at);
                let end = bytes.len().min(start + usize::from(*length));
                (start, 0, bytes[start..end].to_vec())
            }
            Harm::Byte(at, byte) => (place(at), 1, vec![*byte]),
            Harm::Nest(at, depth) => (place(at), 0, b"[".repeat(usize::from(*depth % 4_096))),
            Harm::Digits(at, count) => (place(at), 1, b"9".repeat(usize::from(*count))),
            Harm::End(at) => (place(at), bytes.len(), Vec::new()),
        };
        let end = bytes.len().min(start + removed);
        bytes.splice(start..end, put);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A count from the environment.
pub(crate) fn count(variable: &str, few: u32) -> u32 {
    match std::env::var(variable) {
        Ok(text) => text.parse().expect("the variable holds a number"),
        Err(_) => few,
    }
}

/// Feeds a reader with its share of all inputs and says how many of them it took for good.
pub(crate) fn feed(name: &str, percent: u32, seeds: &[String], reads: impl Fn(&str) -> bool) {
    let cases =
        u32::try_from(u64::from(count("FUZZ_INPUTS", FEW_INPUTS)) * u64::from(percent) / 100)
            .unwrap();
    let seeds = seeds.to_vec();
    let text = prop_oneof![
        1 => prop::collection::vec(any::<u8>(), 0..300).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        12 => (prop::sample::select(seeds), harms()).prop_map(|(seed, harms)| harmed(&seed, &harms)),
    ];
    let taken = std::cell::Cell::new(0_u32);
    let began = Stopwatch::start();
    let mut runner = TestRunner::new(Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    });
    let done = runner.run(&text, |text| {
        taken.set(taken.get() + u32::from(reads(&text)));
        Ok(())
    });
    if let Err(failure) = done {
        panic!("{name}: {failure}");
    }
    let seconds = began.elapsed().as_secs_f64();
    eprintln!(
        "fuzz {name}: {cases} inputs, {} taken, {seconds:.1} s",
        taken.get()
    );
    assert!(
        taken.get() > 0,
        "{name}: nothing was harmless enough to be read"
    );
}

fn files(folder: &str, end: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let paths = std::fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let wanted = paths.filter(|path| path.extension().is_some_and(|found| found == end));
    wanted
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect()
}

#[test]
fn frames() {
    let seeds: Vec<String> = files("protocol/fixtures/client", "json");
    feed("frames", 60, &seeds, |text| {
        // A longer one is closed with 1009 before anybody reads it.
        if text.len() > MESSAGE_BYTES {
            return false;
        }
        let Ok(message) = decode(text) else {
            return false;
        };
        match &message {
            ClientMessage::Hello(hello) => {
                let _ = hello.name.as_deref().map(str::parse::<PlayerName>);
            }
            ClientMessage::Heartbeat | ClientMessage::Command(_) => {}
        }
        // What was understood can be said again, and is the same.
        let again = serde_json::to_string(&message).unwrap();
        assert_eq!(decode(&again), Ok(message));
        true
    });
}

#[test]
fn journal_records() {
    let seeds = boneyard_store::contract::record_bodies();
    feed(
        "journal records",
        20,
        &seeds,
        boneyard_store::contract::is_read_again,
    );
}

#[test]
fn names() {
    let seeds = [
        "Anna",
        "Ödön-bá'",
        "Анна",
        "麻將 7",
        "Ken 健",
        "राजेश",
        "مريم",
    ]
    .map(str::to_owned);
    feed("names", 8, &seeds, |text| {
        let Ok(name) = text.parse::<PlayerName>() else {
            return false;
        };
        assert_eq!(name.as_str().parse(), Ok(name));
        true
    });
}

#[test]
fn match_records() {
    let vectors = files("engine/tests/vectors", "jsonl");
    let lines = vectors.iter().flat_map(|file| file.lines());
    let values = lines.filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let texts: Vec<String> = values
        .filter_map(|value| Some(value.get("record")?.as_str()?.to_owned()))
        .take(60)
        .collect();
    let json = texts
        .iter()
        .filter_map(|text| MatchRecord::from_text(text).ok());
    let json: Vec<String> = json.map(|record| record.to_json().to_string()).collect();
    let sheets = Sheets::presets();
    feed("match records", 8, &[texts, json].concat(), |text| {
        let json = serde_json::from_str(text).ok();
        let record = match &json {
            Some(json) => MatchRecord::from_json(json),
            None => MatchRecord::from_text(text),
        };
        let Ok(record) = record else { return false };
        // Whether it can be played or not: it can be told.
        let _ = crate::replay::tell(&record, &sheets);
        true
    });
}

#[test]
fn sheets() {
    let seeds = files("engine/sheets", "toml");
    feed("sheets", 2, &seeds, |text| match Sheet::from_toml(text) {
        Ok(sheet) => {
            assert!(sheet.validate().is_ok());
            true
        }
        Err(why) => {
            assert!(
                why.to_string()
                    .chars()
                    .all(|c| c == '\n' || boneyard_engine::is_plain(c))
            );
            false
        }
    });
}

#[test]
fn overrides() {
    let seeds = [
        r#"{"match.target.2":50,"turn.draw":"one"}"#,
        r#"{"referee.enforcement":"penalize","line.spinner":"first_double"}"#,
        r#"{"deal.tiles.3":5,"score.blank":25,"match.deals":4}"#,
    ];
    let presets = presets();
    feed("overrides", 2, &seeds.map(str::to_owned), |text| {
        let Ok(options) = serde_json::from_str::<Options>(text) else {
            return false;
        };
        for sheet in presets.iter().take(3) {
            let _ = effective_sheet(sheet, &options);
        }
        true
    });
}
