//! The real program, killed by SIGKILL under load: nothing acknowledged is lost, nothing doubled, nothing seen
//! and then gone. `cargo run --release -p boneyard-client --bin boneyard-crash` does the same at length.

use std::time::Duration;

use boneyard_client::drill::crash::{self, CrashPlan};

/// Enough kills to find a promise that is broken as a rule; the rare ones are the long form's.
const KILLS: u32 = 3;

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_or_seen_is_there_after_every_kill() {
    let plan = CrashPlan {
        program: env!("CARGO_BIN_EXE_boneyard").into(),
        kills: KILLS,
        tables: 10,
        seats: 4,
        sheet: "kozel".to_owned(),
        think: Duration::from_millis(15),
        longest_life: Duration::from_millis(600),
        seed: rand::random(),
    };
    let report = crash::run(&plan)
        .await
        .expect("the server starts and every table goes on");
    assert!(report.is_clean(), "seed {}\n{report}", plan.seed);
}
