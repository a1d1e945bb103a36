//! Backups and checks of the data folder.

use serde_json::json;

use super::{Host, open_table};
use crate::common::client::Client;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_clicks_make_one_backup() {
    let host = Host::start(&[]).await;
    let backups = host.data.path().join("backups");
    std::fs::create_dir(&backups).unwrap();
    for left in ["old.sqlite.unfinished", "old.sqlite.unfinished-journal"] {
        std::fs::write(backups.join(left), "half").unwrap();
    }
    let body = json!({"file": "clicked"}).to_string();
    let click = || host.ask_with("backup", &body, "");
    let (one, two, three) = tokio::join!(click(), click(), click());
    let mut statuses = [one.status, two.status, three.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409]);
    let files: Vec<_> = std::fs::read_dir(&backups).unwrap().collect();
    assert_eq!(files.len(), 1, "what killed backups have left is gone");
}

#[tokio::test]
async fn backups_are_made_named_and_listed() {
    let host = Host::start(&[]).await;
    let (mut ada, _) = Client::enter(host.server.address()).await;
    open_table(&mut ada).await;
    let made = host.ask("backup", json!({"file": "before"})).await;
    assert_eq!(
        (&made["file"], &made["tables"]),
        (&json!("before.sqlite"), &json!(1))
    );
    let listed = host.ask("backups", json!({})).await;
    assert_eq!(listed[0]["bytes"], made["bytes"]);
    assert!(host.data.path().join("backups/before.sqlite").is_file());
    let twice = host.refused("backup", json!({"file": "before"})).await;
    assert_eq!((twice.0, twice.1.as_str()), (409, "backup_exists"));
    let outside = host.refused("backup", json!({"file": "../before"})).await;
    assert_eq!(outside, (400, "bad_message".to_owned(), json!("file")));
    host.ask("backup", json!({})).await;
    assert_eq!(
        host.ask("backups", json!({}))
            .await
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let report = host.ask("check", json!({})).await;
    assert_eq!(report["well"], true, "{report}");
}
