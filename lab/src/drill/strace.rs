//! `strace`, which can count a program's calls, make them fail, and kill it in the middle of one.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

/// The calls by which a server's records reach the disk.
pub(super) const CALLS: [&str; 3] = ["pwrite64", "fdatasync", "fsync"];

/// Why nothing can be traced on this machine.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum NoStrace {
    /// The program is not there.
    #[error("strace is missing (Debian: apt-get install strace): nothing was tried")]
    Missing,
    /// It is there, and the system does not let it trace; many containers do not.
    #[error("strace may not trace a process here: nothing was tried")]
    Forbidden,
}

/// Where `strace` is, once it has traced a process.
///
/// # Errors
///
/// See [`NoStrace`].
pub async fn find() -> Result<PathBuf, NoStrace> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&path).map(|folder| folder.join("strace"));
    let strace = found.find(|program| program.is_file());
    let strace = strace.ok_or(NoStrace::Missing)?;
    let mut trial = Command::new(&strace);
    trial.args(["-f", "-qq", "-o", "/dev/null", "true"]);
    trial
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    match trial.status().await {
        Ok(status) if status.success() => Ok(strace),
        _ => Err(NoStrace::Forbidden),
    }
}

/// The words of a command before the server's own: every thread is traced, the server keeps its process id and its
/// parent, and what is seen goes to `log`.
pub(super) fn under(strace: &Path, log: &Path, inject: Option<String>) -> Vec<String> {
    let mut words = vec![
        strace.to_string_lossy().into_owned(),
        "-D".into(),
        "-f".into(),
        "-qq".into(),
        "-s0".into(),
        "-o".into(),
        log.to_string_lossy().into_owned(),
        format!("-etrace={}", CALLS.join(",")),
    ];
    words.extend(inject.map(|inject| format!("-einject={inject}")));
    words
}

/// A line of a log: the thread, and which of [`CALLS`] it begins; `None` for the end of a call that other threads
/// have interrupted.
fn call_of(line: &str) -> Option<(&str, &'static str)> {
    let mut words = line.split_whitespace();
    let (thread, begun) = (words.next()?, words.next()?);
    let begins = |call: &&str| {
        begun
            .strip_prefix(*call)
            .is_some_and(|rest| rest.starts_with('('))
    };
    let call = CALLS.into_iter().find(begins)?;
    Some((thread, call))
}

/// How often each of [`CALLS`] was made by the thread that made it most often: by such numbers a point is named.
pub(super) fn counts(log: &str) -> [u32; CALLS.len()] {
    CALLS.map(|wanted| {
        let mut by_thread = std::collections::HashMap::<&str, u32>::new();
        for (thread, call) in log.lines().filter_map(call_of) {
            if call == wanted {
                *by_thread.entry(thread).or_default() += 1;
            }
        }
        by_thread.into_values().max().unwrap_or_default()
    })
}

/// Which of [`CALLS`] the thread of the first call that failed like this has begun after it; `None` if none failed.
pub(super) fn calls_after(log: &str, failure: &str) -> Option<Vec<&'static str>> {
    let mut lines = log.lines();
    let failed = lines.find(|line| line.contains(failure))?;
    let failing = failed.split_whitespace().next()?;
    let later = lines.filter_map(call_of);
    Some(
        later
            .filter(|(thread, _)| *thread == failing)
            .map(|(_, call)| call)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_for_the_busiest_thread() {
        let log = "7 pwrite64(3, \"\"..., 32, 0) = 32\n\
                   8 pwrite64(3, \"\"..., 32, 0) = 32\n\
                   7 pwrite64(3, \"\"..., 32, 0 <unfinished ...>\n\
                   7 <... pwrite64 resumed>) = 32\n\
                   7 fdatasync(3) = 0\n";
        assert_eq!(counts(log), [2, 1, 0]);
    }
    #[test]
    fn what_a_thread_does_after_a_failure_is_seen() {
        let log = "7 pwrite64(3, \"\"..., 32, 0) = 32\n\
                   7 fdatasync(3 <unfinished ...>\n\
                   8 fsync(4) = 0\n\
                   7 <... fdatasync resumed>) = -1 EIO (Input/output error) (INJECTED)\n\
                   8 fsync(4) = 0\n";
        assert_eq!(calls_after(log, "EIO"), Some(vec![]));
        let again = format!("{log}7 fsync(3) = -1 EIO (Input/output error) (INJECTED)\n");
        assert_eq!(calls_after(&again, "EIO"), Some(vec!["fsync"]));
        assert_eq!(calls_after(log, "ENOSPC"), None);
    }
}
