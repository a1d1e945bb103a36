//! The running server restores a backup itself.

use std::fs;
use std::path::{Path, PathBuf};

use boneyard_protocol::{Command, Hello, ServerMessage, SessionCommand};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::command::admin;
use super::{Host, hear_until, open_table};
use crate::common::client::{Client, hello};
use crate::common::program::{Program, run};
use crate::common::soon;

/// The answer to a command of the shell, if a server answers.
async fn answer(data: &Path, action: &str) -> Option<Value> {
    let (ok, text, _) = admin(data.to_str().unwrap(), &[action, "--json"]).await;
    ok.then(|| serde_json::from_str(&text).unwrap())
}

/// Runs a command of the shell and returns its output.
async fn done(data: &Path, words: &[&str]) -> String {
    let (ok, text, why) = admin(data.to_str().unwrap(), words).await;
    assert!(ok, "{words:?}: {text}{why}");
    text
}

/// When the server was started, if there is one.
async fn start_of(data: &Path) -> Option<Value> {
    Some(answer(data, "state").await?["started_at"].clone())
}

/// Waits for a server that was started at another time.
async fn another_start(data: &Path, before: &Value) {
    let started = async { while start_of(data).await.is_none_or(|start| start == *before) {} };
    soon("another start", started).await;
}

/// The folders with data that was put aside.
fn put_aside(data: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(data).unwrap().map(|entry| entry.unwrap());
    let aside =
        entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("replaced-"));
    aside.map(|entry| entry.path()).collect()
}

/// A running program with one table in its backup `before`. Since then a table was opened and the player renamed.
struct Evening {
    folder: TempDir,
    program: Program,
    ada: Client,
    token: Option<String>,
    /// The table of the backup.
    table: Value,
    start: Value,
}

impl Evening {
    async fn begin() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = Program::start(folder.path()).await;
        let (mut ada, welcome) = Client::enter(program.address).await;
        let (table, _) = open_table(&mut ada).await;
        done(folder.path(), &["backup", "before"]).await;
        open_table(&mut ada).await;
        let name = "Zelda".to_owned();
        ada.ask(Command::Session(SessionCommand::Rename { name }))
            .await
            .unwrap();
        let start = start_of(folder.path()).await.unwrap();
        Self {
            folder,
            program,
            ada,
            token: welcome.token,
            table: json!(table),
            start,
        }
    }

    fn data(&self) -> &Path {
        self.folder.path()
    }

    /// The open tables.
    async fn tables(&self) -> Vec<Value> {
        let tables = answer(self.data(), "tables").await.unwrap();
        let tables = tables.as_array().unwrap().iter();
        tables.map(|table| table["table"].clone()).collect()
    }

    /// The player comes back. Returns the name in the welcome.
    async fn name(&mut self) -> String {
        let again = Hello {
            token: self.token.clone(),
            name: None,
            ..hello()
        };
        let (ada, welcome) = Client::enter_as(self.program.address, again).await;
        self.ada = ada;
        welcome.player.name
    }

    /// Ends the program by a signal and returns its folder and its log.
    async fn end(self) -> (TempDir, String) {
        self.program.signal("TERM").await;
        self.ended().await
    }

    async fn ended(self) -> (TempDir, String) {
        let (status, log) = self.program.ended().await;
        assert!(status.success(), "{log}");
        (self.folder, log)
    }
}

#[tokio::test]
async fn the_backup_is_restored_and_the_old_data_is_put_aside() {
    let mut evening = Evening::begin().await;
    let token = super::token(evening.data());
    let text = done(evening.data(), &["restore", "before", "--in", "0"]).await;
    assert!(text.contains("restore: before.sqlite\n"), "{text}");
    assert_eq!(evening.ada.closed().await, Some(1012));
    another_start(evening.data(), &evening.start).await;
    assert_eq!(evening.tables().await, [evening.table.clone()]);
    assert_eq!(evening.name().await, "Ada");
    assert_eq!(super::token(evening.data()), token);
    let state = answer(evening.data(), "state").await.unwrap();
    assert!(state.get("draining").is_none(), "{state}");
    open_table(&mut evening.ada).await;

    let aside = put_aside(evening.data());
    assert_eq!(aside.len(), 1, "{aside:?}");
    let aside = aside[0].to_str().unwrap();
    let (_, checked, _) = run(&["check", "--data", aside]).await;
    assert!(checked.contains("2 open tables"), "{checked}");
    evening.end().await;
}

/// The backup is removed between the request and the end.
#[tokio::test]
async fn a_backup_that_is_gone_at_the_end_leaves_everything_as_it_was() {
    let mut evening = Evening::begin().await;
    done(evening.data(), &["restore", "before", "--in", "1"]).await;
    fs::remove_file(evening.data().join("backups/before.sqlite")).unwrap();
    assert_eq!(evening.ada.closed().await, Some(1012));
    another_start(evening.data(), &evening.start).await;
    assert_eq!(evening.tables().await.len(), 2);
    assert_eq!(evening.name().await, "Zelda");
    assert!(put_aside(evening.data()).is_empty());
    let (_, log) = evening.end().await;
    assert!(log.contains("the backup is not restored"), "{log}");
}

#[tokio::test]
async fn a_signal_ends_the_program_and_nothing_is_restored() {
    let evening = Evening::begin().await;
    done(evening.data(), &["restore", "before", "--in", "1h"]).await;
    let (folder, _) = evening.end().await;
    assert!(put_aside(folder.path()).is_empty());
}

#[tokio::test]
async fn a_later_end_forgets_what_was_to_follow() {
    let evening = Evening::begin().await;
    done(evening.data(), &["restore", "before", "--in", "1h"]).await;
    done(evening.data(), &["drain", "--in", "0"]).await;
    let (folder, _) = evening.ended().await;
    assert!(put_aside(folder.path()).is_empty());
}

#[tokio::test]
async fn it_is_announced_and_can_be_called_off() {
    let host = Host::start(&[]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    host.ask("backup", json!({"file": "before"})).await;
    let wish = json!({"backup": "before.sqlite", "in_s": 3600});
    let announced = host.ask("restore", wish).await;
    assert_eq!(announced["restore"], "before.sqlite");
    let is_told = |message: &ServerMessage| matches!(message, ServerMessage::Restarting { in_ms: Some(left) } if *left > 3_590_000);
    hear_until(&mut ada, is_told).await;
    let draining = &host.ask("state", json!({})).await["draining"];
    assert_eq!(draining["restore"], "before.sqlite");
    assert_eq!(host.ask("drain", json!({"cancel": true})).await, json!({}));
    let off = |message: &ServerMessage| *message == ServerMessage::RestartCancelled;
    hear_until(&mut ada, off).await;
    let later = host.ask("drain", json!({"in_s": 3600})).await;
    assert!(later.get("restore").is_none(), "{later}");
}

#[tokio::test]
async fn an_unusable_backup_is_refused_and_ends_nothing() {
    let host = Host::start(&[]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    open_table(&mut ada).await;
    host.ask("backup", json!({"file": "whole"})).await;
    let backups = host.data.path().join("backups");
    let whole = fs::read(backups.join("whole.sqlite")).unwrap();
    let mut newer = whole.clone();
    // The version of the tables, in the head of the file.
    newer[60..64].copy_from_slice(&99_u32.to_be_bytes());
    let mut damaged = whole.clone();
    damaged[4096..].fill(0x5a);
    for (name, bytes) in [
        ("newer", newer),
        ("damaged", damaged),
        ("cut", whole[..whole.len() / 2].to_vec()),
        ("words", b"no backup".to_vec()),
    ] {
        fs::write(backups.join(name).with_extension("sqlite"), bytes).unwrap();
    }
    fs::write(host.data.path().join("outside.sqlite"), &whole).unwrap();
    let unusable = (409, "backup_unusable".to_owned(), Value::Null);
    let missing = (404, "no_such_backup".to_owned(), Value::Null);
    let wrong = (400, "bad_message".to_owned(), json!("backup"));
    for (name, expected) in [
        ("nowhere", &missing),
        ("../outside", &wrong),
        ("/etc/passwd", &wrong),
        (".hidden", &wrong),
        ("newer", &unusable),
        ("damaged", &unusable),
        ("cut", &unusable),
        ("words", &unusable),
    ] {
        let refused = host.refused("restore", json!({"backup": name})).await;
        assert_eq!(refused, *expected, "{name}");
    }
    let late = json!({"backup": "whole", "in_s": 86_401});
    let out_of_range = (400, "setting_range".to_owned(), json!("in_s"));
    assert_eq!(host.refused("restore", late).await, out_of_range);
    assert!(host.ask("state", json!({})).await.get("draining").is_none());
    open_table(&mut ada).await;
}
