//! `boneyard admin`, and what the program says at its start.

use serde_json::{Value, json};

use crate::common::program::{Program, run, run_with};

pub(super) async fn admin(data: &str, words: &[&str]) -> (bool, String, String) {
    let mut all = vec!["admin"];
    all.extend(words);
    all.extend(["--data", data]);
    let (status, printed, complained) = run(&all).await;
    (status.success(), printed, complained)
}

#[tokio::test]
async fn the_host_sees_and_does_everything_from_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap().to_owned();
    let program = Program::start(folder.path()).await;
    let (ok, text, why) = admin(&data, &["state"]).await;
    assert!(
        ok && text.contains("exposed, loopback only: yes\n"),
        "{text}{why}"
    );
    let (_, text, _) = admin(&data, &["state", "--json"]).await;
    let state: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(state["counts"]["tables"], json!(0));
    for (words, printed) in [
        (vec!["tables"], "none\n"),
        (vec!["players"], "none\n"),
        (vec!["announce", "Tea at ten."], "sockets: 0\n"),
        (
            vec!["ban", "--address", "203.0.113.0/24", "--for", "7d"],
            "address: 203.0.113.0/24\n",
        ),
        (vec!["bans"], "203.0.113.0/24"),
        (vec!["unban", "1"], "done\n"),
        (vec!["backup", "first"], "file: first.sqlite\n"),
        (vec!["backups"], "first.sqlite"),
        (vec!["check"], "well: yes\n"),
        (vec!["drain", "--in", "1h"], "in ms: "),
        (vec!["drain", "--cancel"], "done\n"),
        (vec!["bot-token", "Emil 2"], "token: "),
        (vec!["reports"], "none\n"),
    ] {
        let (ok, text, why) = admin(&data, &words).await;
        assert!(ok && text.contains(printed), "{words:?}: {text}{why}");
    }
    let (ok, _, why) = admin(&data, &["unban", "1"]).await;
    assert!(!ok && why.contains("no_such_ban"), "{why}");
    let (ok, text, _) = admin(&data, &["token"]).await;
    assert!(ok && text.trim_end().ends_with("admin-token"), "{text}");
    assert!(!text.contains(&super::token(folder.path())));
    let before = super::token(folder.path());
    admin(&data, &["token", "--renew"]).await;
    assert_ne!(super::token(folder.path()), before);
    let (ok, _, why) = admin(&data, &["drain", "--in", "0"]).await;
    assert!(ok, "{why}");
    let (status, log) = program.ended().await;
    assert!(status.success(), "{log}");
    assert!(!log.contains(&before), "the token is in no log");
    let (ok, _, why) = admin(&data, &["state"]).await;
    assert!(!ok && why.contains("does it run?"), "{why}");
}

#[tokio::test]
async fn bad_settings_end_the_program_with_their_name_and_reason() {
    for (flags, words) in [
        (vec!["--public-url", "https://a.example/?x"], "query"),
        (vec!["--tls-cert", "c.pem"], "no use without it"),
        (vec!["--trusted-proxy", "nginx"], "IP address"),
        (vec!["--server-password", "abc"], "4 to 128"),
        (vec!["--max-connections", "1"], "--max-connections"),
        (vec!["--data", ""], "--data"),
        (vec!["--log", "=="], "not a filter"),
        (vec!["--sheets", "/nowhere"], "/nowhere"),
        (
            vec!["--tls-cert", "/nowhere.pem", "--tls-key", "/nowhere.pem"],
            "cannot be read",
        ),
    ] {
        let (status, _, complained) = run(&flags).await;
        assert_eq!(status.code(), Some(2), "{flags:?}: {complained}");
        let named = complained.contains(flags[0]) && complained.contains(words);
        assert!(named, "{flags:?}: {complained}");
    }
}

/// A value that is neither yes nor no must not open the API to other machines.
#[tokio::test]
async fn a_switch_in_a_variable_is_on_off_or_refused() {
    for (name, flag) in [
        ("BONEYARD_ADMIN_REMOTE", "--admin-remote"),
        ("BONEYARD_QR", "--qr"),
    ] {
        let (status, _, complained) = run_with(&[(name, "maybe")], &[]).await;
        assert_eq!(status.code(), Some(2), "{name}: {complained}");
        assert!(complained.contains(flag), "{name}: {complained}");
        for value in ["1", "true", "no", "off"] {
            let (status, _, complained) = run_with(&[(name, value)], &["--data", ""]).await;
            assert_eq!(status.code(), Some(2));
            assert!(
                complained.contains("--data"),
                "{name}={value}: {complained}"
            );
        }
    }
}

#[tokio::test]
async fn the_help_has_a_heading_for_each_kind_of_setting() {
    let (_, help, _) = run(&["--help"]).await;
    for heading in [
        "Network:", "Players:", "Limits:", "Times:", "Files:", "Logs:",
    ] {
        assert!(
            help.contains(&format!("\n{heading}\n")),
            "{heading}\n{help}"
        );
    }
    assert!(help.contains("BONEYARD_SERVER_PASSWORD"));
    let flags = help
        .lines()
        .filter(|line| line.trim_start().starts_with("--"));
    let without = flags.filter(|line| !line.contains("--help") && !line.contains("--version"));
    let count = without.count();
    let variables = help.matches("[env: BONEYARD_").count();
    assert_eq!(count, variables, "every flag has a variable");
}
