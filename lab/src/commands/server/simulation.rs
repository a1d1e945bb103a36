//! `boneyard-lab simulation`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use boneyard_lab::simulation::{
    Done, Failure, Keep, MUST_HAPPEN, Options, Plant, STEPS, Work, run, work,
};
use clap::Args;

use crate::commands::code_of;

/// Worlds below which it may happen that something never happens.
const ENOUGH: u64 = 200;

/// Live through seeded worlds of the server and say what they contained: many with a COUNT, on all cores, or one with
/// its trace. Exit code 1 if a law was broken, or something that must happen never did.
#[derive(Debug, Args)]
pub(crate) struct Simulation {
    /// Worlds to live through.
    #[arg(value_name = "COUNT")]
    count: Option<u64>,

    /// The first seed.
    #[arg(long, default_value_t = 0, value_name = "SEED")]
    from: u64,

    /// One world alone, with its trace.
    #[arg(long, env = "SIM_SEED", value_name = "SEED")]
    seed: Option<u64>,

    /// Where the trace of one world goes; without it, to the standard output.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// A world that failed, from its file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed"])]
    replay: Option<PathBuf>,

    /// Where the file of a failure is written.
    #[arg(long, default_value = "simulation-failure.txt", value_name = "FILE")]
    failure: PathBuf,

    /// Steps of a world.
    #[arg(long, default_value_t = STEPS, value_name = "N")]
    steps: u32,

    /// Every so many worlds one is lived through twice and compared; 0 for none.
    #[arg(long, default_value_t = 50, value_name = "N")]
    twice_every: u64,

    /// A fault to plant, by name.
    #[arg(long, value_name = "NAME")]
    plant: Option<String>,
}

impl Simulation {
    pub(super) fn run(&self) -> ExitCode {
        match answer(self) {
            Ok(kept) => code_of(kept),
            Err(error) => {
                eprintln!("{error:#}");
                ExitCode::from(2)
            }
        }
    }
}

fn answer(flags: &Simulation) -> Result<bool> {
    let plant = match &flags.plant {
        Some(name) => Some(Plant::named(name).with_context(|| {
            let names = Plant::ALL.map(Plant::name).join(", ");
            format!("no such fault as {name}; there are {names}")
        })?),
        None => None,
    };
    let options = Options {
        steps: flags.steps,
        keep: Keep::Nothing,
        plant,
    };
    if let Some(file) = &flags.replay {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let failure: Failure = text.parse()?;
        return one(failure.seed, failure.options, flags);
    }
    match (flags.count, flags.seed) {
        (None, Some(seed)) => one(seed, options, flags),
        (Some(count), _) => many(count, options, flags),
        (None, None) => bail!("say how many worlds, or set SIM_SEED"),
    }
}

/// One world and its trace.
fn one(seed: u64, options: Options, flags: &Simulation) -> Result<bool> {
    let options = Options {
        keep: Keep::All,
        ..options
    };
    let outcome = run(seed, options);
    let mut text = outcome.lines.join("\n");
    text.push('\n');
    match &flags.trace {
        Some(file) => fs::write(file, text).with_context(|| file.display().to_string())?,
        None => print!("{text}"),
    }
    let broken = outcome.broken.as_deref().unwrap_or("nothing");
    println!("seed {seed}, trace {}, broken: {broken}", outcome.hash);
    Ok(outcome.broken.is_none())
}

/// Many worlds and what they contained.
fn many(count: u64, options: Options, flags: &Simulation) -> Result<bool> {
    let done = work(Work {
        first: flags.from,
        count,
        options,
        twice_every: flags.twice_every,
    });
    report(&done);
    if let Some(failure) = &done.failure {
        let file = &flags.failure;
        fs::write(file, failure.to_string()).with_context(|| file.display().to_string())?;
        println!("\nseed {} broke a law: {}", failure.seed, failure.broken);
        println!(
            "written to {}; again: boneyard-lab simulation --replay {0}",
            file.display()
        );
        return Ok(false);
    }
    let missing = done.counters.missing();
    if count >= ENOUGH && !missing.is_empty() {
        println!("\nnever happened: {}", missing.join(", "));
        return Ok(false);
    }
    Ok(true)
}

fn report(done: &Done) {
    for (what, count) in done.counters.iter() {
        println!("{count:>10}  {what}");
    }
    println!(
        "\n{} worlds, {} of them twice with the same trace, {} h of their time, on {} threads in {:.1} s; \
         {} things had to happen",
        done.worlds,
        done.twice,
        done.lasted_ms / 3_600_000,
        done.threads,
        done.took.as_secs_f64(),
        MUST_HAPPEN.len(),
    );
}
