//! The metrics of a process. The recorder belongs to the process, so this test has its own process.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::time::Duration;

use boneyard_server::config::Config;
use boneyard_server::{Server, metrics};

fn gauge(name: &str) -> Option<usize> {
    let page = metrics::install().unwrap().render();
    let line = page
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line?.trim().parse().ok()
}

#[tokio::test]
async fn a_server_counts_its_first_tasks_too_and_keeps_no_latency_that_nobody_reads() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let config = Config::of_flags(["--listen", "127.0.0.1:0", "--data", folder]).unwrap();
    let _server = Server::bind(config).await.unwrap();
    let tasks = ["the writer", "the pulse", "the upkeep of the metrics"];
    assert_eq!(gauge("boneyard_tasks"), Some(tasks.len()), "{tasks:?}");
    #[cfg(target_os = "linux")]
    memory::stays_while_nobody_reads().await;
}

#[cfg(target_os = "linux")]
mod memory {
    use super::*;

    /// Appends in a round; each of them costs eight bytes until the recorder is kept up.
    const APPENDS: u32 = 100_000;
    const ROUNDS: u32 = 24;
    /// Longer than the recorder waits for its upkeep.
    const LATER: Duration = Duration::from_secs(30);
    /// KiB by which the process may grow after the second round; all its samples are 17 MB.
    const SLACK_KIB: u64 = 6_144;

    fn resident_kib() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let mut lines = status.lines();
        let line = lines.find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
    }

    pub(super) async fn stays_while_nobody_reads() {
        tokio::time::pause();
        let mut memory = Vec::new();
        for _ in 0..ROUNDS {
            for _ in 0..APPENDS {
                metrics::appended(Duration::from_millis(3));
            }
            tokio::time::sleep(LATER).await;
            memory.push(resident_kib());
        }
        let grown = memory.last().unwrap().saturating_sub(memory[1]);
        assert!(grown <= SLACK_KIB, "KiB after equal rounds: {memory:?}");
        let counted = gauge("boneyard_append_seconds_count");
        assert_eq!(counted, usize::try_from(APPENDS * ROUNDS).ok());
    }
}
