//! A bot that is a program of its own: one JSON message a line, on its standard input what a socket would send it,
//! on its standard output what it would send. Its standard error is the arena's.
//!
//! Two threads carry the lines, so that a program that neither reads nor writes stops nobody.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Duration;

use boneyard_protocol::ServerMessage;
use boneyard_protocol::limits::MESSAGE_BYTES;

use super::{ArenaError, ProgramFault};
use boneyard_server::clock::Stopwatch;

/// Messages that may wait for a program; one that lets more wait does not read.
pub(super) const WAITING: usize = 1_024;
/// Lines of a program that may wait; it is not read meanwhile.
const WAITING_LINES: usize = 64;
/// How long a program has to end after its standard input has; then it is killed.
const FAREWELL: Duration = Duration::from_secs(1);

/// A running program.
pub(super) struct Program {
    command: String,
    child: Child,
    /// `None` only while it is being ended.
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
}

/// What came from a program.
enum Line {
    Said(String),
    TooLong,
}

impl Program {
    /// Starts `command`, a program and its arguments separated by blanks, and says the first message to it.
    pub(super) fn start(command: &str, welcome: &ServerMessage) -> Result<Self, ArenaError> {
        let fault = |why| ArenaError::Program {
            command: command.to_owned(),
            why,
        };
        let not_started = |error| fault(ProgramFault::NotStarted(error));
        let mut words = command.split_whitespace();
        let mut starting = Command::new(words.next().unwrap_or_default());
        starting.args(words);
        starting.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = starting.spawn().map_err(not_started)?;
        let no_pipe = || not_started(io::Error::other("it has no pipes"));
        let input = child.stdin.take().ok_or_else(no_pipe)?;
        let output = child.stdout.take().ok_or_else(no_pipe)?;
        let (to, messages) = sync_channel(WAITING);
        let (lines, from) = sync_channel(WAITING_LINES);
        thread::spawn(move || write_all(input, &messages));
        thread::spawn(move || read_all(output, &lines));
        let program = Self {
            command: command.to_owned(),
            child,
            to: Some(to),
            from,
        };
        program.tell(welcome)?;
        Ok(program)
    }

    /// Says a message.
    pub(super) fn tell(&self, message: &ServerMessage) -> Result<(), ArenaError> {
        let mut line =
            serde_json::to_string(message).expect("messages are plain data with keys of text");
        line.push('\n');
        let sent = self.to.as_ref().map(|to| to.try_send(line));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(self.fault(ProgramFault::Deaf)),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(self.fault(ProgramFault::Ended)),
        }
    }

    /// Its next line, or `None` if it says nothing for so long.
    pub(super) fn hear(&self, time: Duration) -> Result<Option<String>, ArenaError> {
        match self.from.recv_timeout(time) {
            Ok(Line::Said(line)) => Ok(Some(line)),
            Ok(Line::TooLong) => Err(self.fault(ProgramFault::LongLine)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.fault(ProgramFault::Ended)),
        }
    }

    fn fault(&self, why: ProgramFault) -> ArenaError {
        ArenaError::Program {
            command: self.command.clone(),
            why,
        }
    }
}

/// Its standard input ends; a program that does not end with it is killed.
impl Drop for Program {
    fn drop(&mut self) {
        self.to = None;
        let farewell = Stopwatch::start();
        let left =
            || Some(FAREWELL.saturating_sub(farewell.elapsed())).filter(|left| !left.is_zero());
        // What it still prints is thrown away; a program that never stops printing is not waited for longer.
        while let Some(left) = left()
            && self.from.recv_timeout(left).is_ok()
        {}
        // Both fail only for a program that has ended already.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn write_all(mut input: ChildStdin, messages: &Receiver<String>) {
    while let Ok(line) = messages.recv() {
        // A program that has closed its input has ended or is about to: the reader of its output says so.
        if input.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

fn read_all(output: ChildStdout, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    while let Some(line) = next_line(&mut output) {
        let last = matches!(line, Line::TooLong);
        if lines.send(line).is_err() || last {
            return;
        }
    }
}

/// The next line that is not empty; `None` at the end, also after a fault of the pipe.
fn next_line(output: &mut impl BufRead) -> Option<Line> {
    let most = u64::try_from(MESSAGE_BYTES).unwrap_or(u64::MAX);
    loop {
        let mut bytes = Vec::new();
        // One byte more for the line's end.
        let read = output.by_ref().take(most + 1).read_until(b'\n', &mut bytes);
        if read.ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\n', '\r']);
        if line.len() > MESSAGE_BYTES {
            return Some(Line::TooLong);
        }
        if !line.trim().is_empty() {
            return Some(Line::Said(line.to_owned()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<Option<String>> {
        let mut bytes = text.as_bytes();
        std::iter::from_fn(|| next_line(&mut bytes))
            .take(5)
            .map(|line| match line {
                Line::Said(line) => Some(line),
                Line::TooLong => None,
            })
            .collect()
    }

    #[test]
    fn lines_are_read_whole_and_empty_ones_are_none() {
        let said = |text: &str| Some(text.to_owned());
        assert_eq!(lines("a\n\n b\r\nc"), [said("a"), said(" b"), said("c")]);
        assert_eq!(lines(""), []);
    }

    #[test]
    fn a_line_is_as_long_as_a_message_may_be_and_no_longer() {
        let longest = "x".repeat(MESSAGE_BYTES);
        assert_eq!(lines(&format!("{longest}\n")), [Some(longest.clone())]);
        assert_eq!(lines(&format!("{longest}x\n")).first(), Some(&None));
    }
}
