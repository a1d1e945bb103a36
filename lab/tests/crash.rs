//! The real program, killed by SIGKILL under load: nothing acknowledged is lost, nothing doubled, nothing seen
//! and then gone. `cargo lab crash` does the same at length.

use std::path::PathBuf;
use std::time::Duration;

use boneyard_lab::drill::crash::points::{self, PointsPlan};
use boneyard_lab::drill::crash::{self, CrashPlan};
use boneyard_lab::drill::faults::{self, Fault, FaultPlan};
use boneyard_lab::drill::network::{self, NetworkPlan};
use boneyard_lab::drill::server_process::{ServerProcess, server_program};
use boneyard_lab::drill::strace;
use boneyard_lab::not_tried;

/// Enough kills to find a promise that is broken often; rare faults are left to the long form.
const KILLS: u32 = 3;

async fn program() -> PathBuf {
    server_program().await.expect("the server can be built")
}

/// Tables of a sheet that are played while their server is killed so often.
async fn survives(kills: u32, tables: usize, seats: u8, sheet: &str) {
    let plan = CrashPlan {
        program: program().await,
        kills,
        tables,
        seats,
        sheet: sheet.to_owned(),
        think: Duration::from_millis(15),
        longest_life: Duration::from_millis(600),
        seed: rand::random(),
    };
    let report = crash::run(&plan)
        .await
        .expect("the server starts and every table goes on");
    assert!(report.is_clean(), "seed {}\n{report}", plan.seed);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_or_seen_is_there_after_every_kill() {
    survives(KILLS, 10, 4, "kozel").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn at_a_blind_table_too_where_no_fact_is_told_again() {
    survives(KILLS, 6, 3, "blind-memory").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_behind_a_failing_network_is_back_in_the_exact_state_each_time() {
    let server = ServerProcess::start(&program().await, 100, &mut rand::rng())
        .await
        .expect("the server starts");
    let plan = NetworkPlan {
        tables: 2,
        sheet: "kozel".to_owned(),
        think: Duration::from_millis(5),
        times: 2,
        seed: rand::random(),
    };
    let trials = network::run(&server, &plan)
        .await
        .expect("every table is filled");
    assert_eq!(trials.len(), 7);
    for trial in trials {
        eprintln!("{trial}");
        assert!(
            trial.is_clean(),
            "seed {}\n{trial}\n{}",
            plan.seed,
            trial.report
        );
    }
    server.stop().await.expect("the server ends");
}

/// Set where `strace` or the right to mount is missing: then what needs them is left out, and [`not_tried`] says so.
const MAY_SKIP: &str = "BONEYARD_MAY_SKIP_FAULTS";

fn may_skip() -> bool {
    std::env::var_os(MAY_SKIP).is_some()
}

fn note(what: std::fmt::Arguments<'_>) {
    not_tried::note(what).expect("what was not tried can be written down");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kill_at_a_write_or_a_sync_leaves_everything_acknowledged() {
    if let Err(missing) = strace::find().await {
        assert!(may_skip(), "{missing}; to go without, set {MAY_SKIP}");
        note(format_args!("kills at writes and syncs: {missing}"));
        return;
    }
    let plan = PointsPlan {
        program: program().await,
        sheet: "kozel".to_owned(),
        facts: 60,
        sample: Some(6),
        at_once: 2,
        seed: rand::random(),
    };
    let report = points::run(&plan)
        .await
        .expect("the server starts after every kill");
    assert!(report.is_clean(), "seed {}\n{report}", plan.seed);
}

async fn provoke(fault: Fault) {
    let plan = FaultPlan {
        program: program().await,
        seed: rand::random(),
        stall: Duration::from_secs(7),
        may_skip: may_skip(),
    };
    let trial = faults::run(&plan, fault).await;
    let trial = trial.unwrap_or_else(|error| panic!("{error}; to go without, set {MAY_SKIP}"));
    eprintln!("{trial}");
    for what in trial.not_tried() {
        note(format_args!("{}: {what}", fault.name()));
    }
    assert!(trial.is_right(), "seed {}\n{trial}", plan.seed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_the_clocks_and_passes() {
    provoke(Fault::DiskFull).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_sync_ends_the_server() {
    provoke(Fault::FailedSync).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stall_of_the_process_costs_nobody_their_turn() {
    provoke(Fault::Stall).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flipped_byte_stops_one_table_and_its_players_are_told() {
    provoke(Fault::FlippedByte).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_not_as_it_was_is_refused() {
    provoke(Fault::Folder).await;
}
