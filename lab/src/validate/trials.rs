//! The trials, one start of the bot after the other.

use std::time::Duration;

use boneyard_engine::{Sheets, presets};
use tokio::time::interval;

use super::finding::{Finding, Report};
use super::ground::{CLOCK_S, Ground};
use super::process::{BotProcess, asked_for_sheets};
use super::relay::{Relay, Shared};
use super::trouble::{ALL, Cut, REPLACED, Trouble};
use super::witness::{Progress, Witness};
use super::{Patience, Trial, ValidateError};

/// Starts after which the troubles that have found no moment are left out.
const STARTS: u32 = 3;
/// Turns that a bot may miss before a trial is broken off.
const MISSED: u32 = 3;
/// How often it is looked whether something is to be done.
const LOOK: Duration = Duration::from_millis(20);
/// The sheet of a bot that does not say what it plays.
const USUAL: &str = "kozel";

/// Runs all trials.
pub(super) async fn all(
    trial: &Trial,
    ground: &Ground,
    tell: impl FnMut(&Finding),
) -> Result<Report, ValidateError> {
    let mut trials = Trials {
        trial,
        ground,
        tell,
        report: Report::default(),
        token: None,
        has_started: false,
    };
    let sheets = trials.sheets().await?;
    let first = sheets.first().map_or(USUAL, String::as_str).to_owned();
    if trials.troubles(&first).await? {
        for sheet in &sheets {
            trials.whole_match(sheet).await?;
        }
        trials.replaced(&first).await?;
    }
    Ok(trials.report)
}

struct Trials<'a, T> {
    trial: &'a Trial,
    ground: &'a Ground,
    tell: T,
    report: Report,
    /// The bot's token from its first start, until its second.
    token: Option<String>,
    /// Whether its first start is over.
    has_started: bool,
}

/// How a start went on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Course {
    /// The match is over.
    Over,
    /// The trial was broken off; why is told.
    BrokenOff,
}

/// A running start.
struct Start {
    shared: Shared,
    process: BotProcess,
    _relay: Relay,
}

impl<T: FnMut(&Finding)> Trials<'_, T> {
    fn find(&mut self, finding: Finding) {
        (self.tell)(&finding);
        self.report.findings.push(finding);
    }

    fn find_all(&mut self, findings: Vec<Finding>) {
        findings.into_iter().for_each(|finding| self.find(finding));
    }

    /// The sheets to try.
    async fn sheets(&mut self) -> Result<Vec<String>, ValidateError> {
        let known = Sheets::presets();
        let unknown = |sheets: &[String]| {
            let mut sheets = sheets.iter();
            sheets.find(|sheet| known.get(sheet).is_none()).cloned()
        };
        if let Some(sheet) = unknown(&self.trial.sheets) {
            return Err(ValidateError::NoSuchSheet(sheet));
        }
        if !self.trial.sheets.is_empty() {
            return Ok(self.trial.sheets.clone());
        }
        let Some(mut said) = asked_for_sheets(self.trial).await? else {
            let outcome = format!("it does not answer --sheets: {USUAL} is tried");
            self.find(Finding::note("sheets", outcome));
            return Ok(vec![USUAL.to_owned()]);
        };
        while let Some(sheet) = unknown(&said) {
            let outcome = format!("it says that it plays `{sheet}`, which there is not");
            self.find(Finding::wrong("sheets", outcome, "docs/bots/validate.md"));
            said.retain(|other| *other != sheet);
        }
        said.dedup();
        self.find(Finding::ok("sheets", said.join(", ")));
        Ok(said)
    }

    /// A match in which all troubles strike that a bot must get over. Returns whether it is worth going on.
    async fn troubles(&mut self, sheet: &str) -> Result<bool, ValidateError> {
        let mut left = ALL.to_vec();
        let mut goes_on = true;
        for _ in 0..STARTS {
            let mut start = self.start(sheet, &left).await?;
            let course = self.follow(sheet, &mut start).await?;
            left = start.shared.with(|witness, _| witness.troubles_left());
            self.conclude(sheet, &start, course);
            self.end(start, course).await?;
            goes_on = course == Course::Over;
            if left.is_empty() || !goes_on {
                break;
            }
        }
        for trouble in left.iter().filter(|_| goes_on) {
            self.find(Finding::note(trouble.words(), "there was no moment for it"));
        }
        Ok(goes_on)
    }

    /// A whole match of a sheet without any trouble.
    async fn whole_match(&mut self, sheet: &str) -> Result<(), ValidateError> {
        let mut start = self.start(sheet, &[]).await?;
        let course = self.follow(sheet, &mut start).await?;
        self.conclude(sheet, &start, course);
        if course == Course::Over {
            let acts = start.shared.with(|witness, _| witness.progress().acts);
            let outcome = format!("played to its end, {acts} acts");
            self.find(Finding::ok(format!("match of {sheet}"), outcome));
        }
        self.end(start, course).await
    }

    /// A bot that is replaced does not come back by itself.
    async fn replaced(&mut self, sheet: &str) -> Result<(), ValidateError> {
        let trouble = Trouble::CutInTurn(Cut::Close(REPLACED));
        let mut start = self.start(sheet, &[trouble]).await?;
        let is_cut = |progress: &Progress| progress.awaited_since.is_some();
        if self.await_moment(sheet, &mut start, is_cut).await? == Course::Over {
            let sockets = |start: &Start| start.shared.with(|w, _| w.progress().sockets);
            let before = sockets(&start);
            let ended = start.process.end_within(self.trial.patience.quiet).await;
            ended.map_err(|error| ValidateError::Ground("the bot", error))?;
            let finding = if sockets(&start) > before {
                let outcome = "it came back: two that replace each other never end";
                Finding::wrong(trouble.words(), outcome, "docs/protocol.md, Close codes")
            } else {
                Finding::ok(trouble.words(), "it stays away")
            };
            self.find(finding);
        }
        self.end(start, Course::BrokenOff).await
    }

    async fn start(&mut self, sheet: &str, troubles: &[Trouble]) -> Result<Start, ValidateError> {
        let table = self.ground.open_table(sheet, seats_of(sheet)).await?;
        let shared = Shared::new(Witness::new(troubles, self.token.take()));
        let relay = Relay::start(self.ground.address(), shared.clone()).await;
        let relay = relay.map_err(|error| ValidateError::Ground("a port", error))?;
        let folder = self.ground.folder();
        let process = BotProcess::start(self.trial, relay.address(), &table, folder)?;
        Ok(Start {
            shared,
            process,
            _relay: relay,
        })
    }

    async fn follow(&mut self, sheet: &str, start: &mut Start) -> Result<Course, ValidateError> {
        let is_over = |progress: &Progress| progress.is_over;
        self.await_moment(sheet, start, is_over).await
    }

    /// Tells what is found until a moment has come ([`Course::Over`]), or the bot does not get there.
    async fn await_moment(
        &mut self,
        sheet: &str,
        start: &mut Start,
        has_come: impl Fn(&Progress) -> bool,
    ) -> Result<Course, ValidateError> {
        let mut looks = interval(LOOK);
        loop {
            looks.tick().await;
            let (progress, findings) = start
                .shared
                .with(|witness, _| (witness.progress(), witness.take_findings()));
            self.find_all(findings);
            if has_come(&progress) {
                return Ok(Course::Over);
            }
            let ended = start.process.ended();
            let ended = ended.map_err(|error| ValidateError::Ground("the bot", error))?;
            let stuck = start.shared.with(|witness, _| witness.stuck_in());
            let why = match ended {
                Some(status) => Some(given_up(sheet, stuck, &status.to_string())),
                None => too_late(
                    sheet,
                    &progress,
                    stuck,
                    start.shared.now(),
                    self.trial.patience,
                ),
            };
            if let Some(finding) = why {
                self.find(finding);
                return Ok(Course::BrokenOff);
            }
        }
    }

    /// What can be said at the end of a start.
    fn conclude(&mut self, sheet: &str, start: &Start, course: Course) {
        let (findings, token, answers_pings) = start.shared.with(|witness, _| {
            witness.conclude(sheet);
            let token = witness.token().map(str::to_owned);
            (witness.take_findings(), token, witness.answers_pings())
        });
        self.find_all(findings);
        if !std::mem::replace(&mut self.has_started, true) {
            self.token = token;
            if course == Course::Over {
                if answers_pings {
                    self.find(Finding::ok("ping", "it answers"));
                }
                self.find(Finding::ok(
                    "unknown fields",
                    "in every message, and it went on",
                ));
            }
        }
    }

    /// Lets the bot end after a match, or ends it.
    async fn end(&mut self, mut start: Start, course: Course) -> Result<(), ValidateError> {
        let failed = |error| ValidateError::Ground("the bot", error);
        if course == Course::Over {
            let ended = start.process.end_within(self.trial.patience.quiet).await;
            let tried = "end of a match";
            self.find(match ended.map_err(failed)? {
                Some(status) if status.success() => Finding::ok(tried, "it ends"),
                Some(status) => {
                    Finding::wrong(tried, format!("it fails: {status}"), "docs/bots.md")
                }
                None => Finding::note(tried, "it goes on running"),
            });
        }
        start.process.kill().await.map_err(failed)
    }
}

fn seats_of(sheet: &str) -> u8 {
    let found = presets().iter().find(|preset| preset.id == sheet);
    let fewest = found.map_or(2, |sheet| sheet.players.min);
    u8::try_from(fewest).unwrap_or(2)
}

/// The bot has ended before the match.
fn given_up(sheet: &str, stuck: Option<Trouble>, status: &str) -> Finding {
    let outcome = format!("it ended before the match of {sheet} was over: {status}");
    match stuck {
        Some(trouble) => Finding::wrong(trouble.words(), outcome, trouble.see()),
        None => Finding::wrong("match", outcome, "docs/bots.md"),
    }
}

/// The bot keeps the trial waiting.
fn too_late(
    sheet: &str,
    progress: &Progress,
    stuck: Option<Trouble>,
    now: Duration,
    patience: Patience,
) -> Option<Finding> {
    let passed = |since: Duration, time: Duration| now.saturating_sub(since) > time;
    let seconds = patience.hello.as_secs_f64();
    if progress.hellos == 0 {
        let outcome = format!("no hello within {seconds} s at {{url}} or BONEYARD_URL");
        return passed(Duration::ZERO, patience.hello)
            .then(|| Finding::wrong("hello", outcome, "docs/bots/validate.md"));
    }
    if let (Some(since), Some(trouble)) = (progress.awaited_since, stuck) {
        let outcome = format!("it did not come back within {seconds} s");
        return passed(since, patience.hello)
            .then(|| Finding::wrong(trouble.words(), outcome, trouble.see()));
    }
    if progress.time_ups >= MISSED {
        let outcome = format!("{MISSED} turns of {CLOCK_S} s were not played in time ({sheet})");
        let see = "docs/protocol.md, Rows, challenges and clocks";
        return Some(match stuck {
            Some(trouble) => Finding::wrong(trouble.words(), outcome, trouble.see()),
            None => Finding::wrong("clock", outcome, see),
        });
    }
    if passed(progress.last_sign, patience.act + patience.hello) {
        let outcome = format!("nothing goes on: is it seated, ready, and following ({sheet})?");
        return Some(Finding::wrong(
            "match",
            outcome,
            "docs/protocol.md, A conversation, 4",
        ));
    }
    passed(Duration::ZERO, patience.whole_match).then(|| {
        let outcome = format!("the match of {sheet} is not over");
        Finding::note("match", outcome)
    })
}
