//! Readers of texts, fed with anything: frames, names, match records, sheets, overrides, journal records.
//!
//! Inputs are arbitrary texts, and valid ones that were damaged. A reader must answer each: no panic, no overflow of the
//! stack, no endless work. `docs/reliability/identity.md` has the command.

mod harm;

use std::cell::Cell;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use boneyard_engine::{MatchRecord, Options, Sheet, Sheets, effective_sheet, is_plain, presets};
use boneyard_protocol::limits::MESSAGE_BYTES;
use boneyard_protocol::{ClientMessage, decode};
use boneyard_server::clock::Stopwatch;
use boneyard_server::identity::PlayerName;
use boneyard_server::replay;
use boneyard_store::contract::{is_read_again, record_bodies};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use harm::{harmed, harms};

/// Inputs of all readers together, if nobody asks for more.
pub const FEW_INPUTS: u32 = 20_000;

/// A reader of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Messages of clients.
    Frames,
    /// Names of players.
    Names,
    /// Match records, as text and as JSON.
    MatchRecords,
    /// Sheets in TOML.
    Sheets,
    /// Overrides of a sheet's fields.
    Overrides,
    /// Records of a table's journal.
    JournalRecords,
}

/// What a reader was fed with.
#[derive(Clone, Debug)]
pub struct Fed {
    reader: Reader,
    inputs: u32,
    /// Inputs that were read without an error.
    taken: u32,
    seconds: f64,
}

/// Why a reader did not pass.
#[derive(Debug, thiserror::Error)]
pub enum FuzzError {
    /// The right texts that are harmed lie in the repository.
    #[error("{0}: {1}; run it in the repository")]
    Seeds(String, io::Error),
    /// An input made it panic, or what was read is not the same when it is written and read again.
    #[error("{reader}: {why}")]
    Broken {
        /// Which.
        reader: &'static str,
        /// The least input that was found, and what it does.
        why: String,
    },
    /// Every input was refused: the harm is too great to show anything.
    #[error("{0}: nothing was harmless enough to be read")]
    NothingTaken(&'static str),
}

impl Reader {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Frames,
        Self::Names,
        Self::MatchRecords,
        Self::Sheets,
        Self::Overrides,
        Self::JournalRecords,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Frames => "frames",
            Self::Names => "names",
            Self::MatchRecords => "match records",
            Self::Sheets => "sheets",
            Self::Overrides => "overrides",
            Self::JournalRecords => "journal records",
        }
    }

    /// Its share of all inputs.
    const fn percent(self) -> u32 {
        match self {
            Self::Frames => 60,
            Self::Names | Self::MatchRecords => 8,
            Self::Sheets | Self::Overrides => 2,
            Self::JournalRecords => 20,
        }
    }

    /// Valid texts.
    fn seeds(self) -> Result<Vec<String>, FuzzError> {
        match self {
            Self::Frames => files("protocol/fixtures/client", "json"),
            Self::Names => Ok(NAMES.map(str::to_owned).into()),
            Self::MatchRecords => records(),
            Self::Sheets => files("engine/sheets", "toml"),
            Self::Overrides => Ok(OVERRIDES.map(str::to_owned).into()),
            Self::JournalRecords => Ok(record_bodies()),
        }
    }

    /// Reads a text. Returns whether it was accepted.
    ///
    /// # Panics
    ///
    /// The reader breaks what it promises.
    fn read(self, text: &str) -> bool {
        match self {
            Self::Frames => read_frame(text),
            Self::Names => read_name(text),
            Self::MatchRecords => read_record(text),
            Self::Sheets => read_sheet(text),
            Self::Overrides => read_overrides(text),
            Self::JournalRecords => is_read_again(text),
        }
    }

    /// Feeds it with its share of so many inputs.
    ///
    /// # Errors
    ///
    /// See [`FuzzError`].
    pub fn feed(self, inputs: u32) -> Result<Fed, FuzzError> {
        let seeds = self.seeds()?;
        let inputs = u64::from(inputs) * u64::from(self.percent()) / 100;
        let cases = u32::try_from(inputs).unwrap_or(u32::MAX);
        let text = prop_oneof![
            1 => prop::collection::vec(any::<u8>(), 0..300)
                .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
            12 => (prop::sample::select(seeds), harms())
                .prop_map(|(seed, harms)| harmed(&seed, &harms)),
        ];
        let taken = Cell::new(0_u32);
        let began = Stopwatch::start();
        let mut runner = TestRunner::new(Config {
            cases,
            failure_persistence: None,
            ..Config::default()
        });
        let done = runner.run(&text, |text| {
            taken.set(taken.get() + u32::from(self.read(&text)));
            Ok(())
        });
        done.map_err(|failure| FuzzError::Broken {
            reader: self.name(),
            why: failure.to_string(),
        })?;
        if taken.get() == 0 {
            return Err(FuzzError::NothingTaken(self.name()));
        }
        Ok(Fed {
            reader: self,
            inputs: cases,
            taken: taken.get(),
            seconds: began.elapsed().as_secs_f64(),
        })
    }
}

impl fmt::Display for Fed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "fuzz {}: {} inputs, {} taken, {:.1} s",
            self.reader.name(),
            self.inputs,
            self.taken,
            self.seconds
        )
    }
}

const NAMES: [&str; 7] = [
    "Anna",
    "Ödön-bá'",
    "Анна",
    "麻將 7",
    "Ken 健",
    "राजेश",
    "مريم",
];

const OVERRIDES: [&str; 3] = [
    r#"{"match.target.2":50,"turn.draw":"one"}"#,
    r#"{"referee.enforcement":"penalize","line.spinner":"first_double"}"#,
    r#"{"deal.tiles.3":5,"score.blank":25,"match.deals":4}"#,
];

/// The files of a folder of the repository whose names end so.
fn files(folder: &str, end: &str) -> Result<Vec<String>, FuzzError> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let read = || -> io::Result<Vec<String>> {
        let mut texts = Vec::new();
        for entry in fs::read_dir(&path)? {
            let path = entry?.path();
            if path.extension().is_some_and(|found| found == end) {
                texts.push(fs::read_to_string(path)?);
            }
        }
        Ok(texts)
    };
    read().map_err(|error| FuzzError::Seeds(path.display().to_string(), error))
}

/// Match records of the conformance cases, in both forms.
fn records() -> Result<Vec<String>, FuzzError> {
    let vectors = files("engine/tests/vectors", "jsonl")?;
    let lines = vectors.iter().flat_map(|file| file.lines());
    let values = lines.filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let texts: Vec<String> = values
        .filter_map(|value| Some(value.get("record")?.as_str()?.to_owned()))
        .take(60)
        .collect();
    let records = texts
        .iter()
        .filter_map(|text| MatchRecord::from_text(text).ok());
    let json: Vec<String> = records.map(|record| record.to_json().to_string()).collect();
    Ok([texts, json].concat())
}

fn read_frame(text: &str) -> bool {
    // A longer one is closed with 1009 before it is read.
    if text.len() > MESSAGE_BYTES {
        return false;
    }
    let Ok(message) = decode(text) else {
        return false;
    };
    if let ClientMessage::Hello(hello) = &message {
        let _ = hello.name.as_deref().map(str::parse::<PlayerName>);
    }
    // What was understood can be said again, and is the same.
    let again = serde_json::to_string(&message).expect("a message is JSON");
    assert_eq!(decode(&again), Ok(message));
    true
}

fn read_name(text: &str) -> bool {
    let Ok(name) = text.parse::<PlayerName>() else {
        return false;
    };
    assert_eq!(name.as_str().parse(), Ok(name));
    true
}

fn read_record(text: &str) -> bool {
    let json = serde_json::from_str(text).ok();
    let record = match &json {
        Some(json) => MatchRecord::from_json(json),
        None => MatchRecord::from_text(text),
    };
    let Ok(record) = record else { return false };
    // Played or refused: either must work without a panic.
    let _ = replay::tell(&record, &Sheets::presets());
    true
}

fn read_sheet(text: &str) -> bool {
    match Sheet::from_toml(text) {
        Ok(sheet) => {
            assert!(sheet.validate().is_ok());
            true
        }
        Err(why) => {
            assert!(why.to_string().chars().all(|c| c == '\n' || is_plain(c)));
            false
        }
    }
}

fn read_overrides(text: &str) -> bool {
    let Ok(options) = serde_json::from_str::<Options>(text) else {
        return false;
    };
    for sheet in presets().iter().take(3) {
        let _ = effective_sheet(sheet, &options);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds a reader as the environment says, as a run of `boneyard-lab fuzz` would.
    fn feed(reader: Reader) {
        let inputs = std::env::var("FUZZ_INPUTS").map_or(FEW_INPUTS, |text| text.parse().unwrap());
        let fed = reader
            .feed(inputs)
            .unwrap_or_else(|error| panic!("{error}"));
        eprintln!("{fed}");
    }

    #[test]
    fn frames() {
        feed(Reader::Frames);
    }

    #[test]
    fn names() {
        feed(Reader::Names);
    }

    #[test]
    fn match_records() {
        feed(Reader::MatchRecords);
    }

    #[test]
    fn sheets() {
        feed(Reader::Sheets);
    }

    #[test]
    fn journal_records() {
        feed(Reader::JournalRecords);
    }

    #[test]
    fn overrides() {
        feed(Reader::Overrides);
    }
}
