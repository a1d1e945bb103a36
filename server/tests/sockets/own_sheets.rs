//! The host's own games: read at the start, played, and played on without their file.

use std::fs;
use std::path::Path;

use boneyard_protocol::{Hello, TableCommand};

use crate::common::client::{Client, hello};
use crate::common::http::get;
use crate::common::program::{Program, run};
use crate::play::{PlayerView, play_to_the_end, quick_play, step};

const OWN: &str = r#"
id = "our-fives"
names = { en = "Our fives" }
players = { min = 2, max = 2 }
[deal]
tiles = { 2 = 5 }
undealt = "drawable"
[turn]
draw = "one"
[score]
in_play = "multiples"
result = "fixed"
block = "lowest"
out_points = 3
[match]
target = { 2 = 12 }
"#;

/// Fast enough for a client that does not think.
const QUICK: [&str; 4] = ["--burst", "10000", "--commands-per-second", "10000"];

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("our-fives.toml"), text).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[tokio::test]
async fn a_wrong_sheet_keeps_the_server_from_starting() {
    let data = tempfile::tempdir().unwrap();
    for (wrong, says) in [
        (
            "line.spin = true\n",
            "our-fives.toml: line.spin: unknown_field",
        ),
        ("line.along = 1\n", "our-fives.toml: line.along: bad_value"),
        (
            "lead.first_tile = \"named\"\n",
            "our-fives.toml: lead.first_tile: named_lead",
        ),
    ] {
        let sheets = folder(&format!("{wrong}{OWN}"));
        let flags = [
            "--listen",
            "127.0.0.1:0",
            "--data",
            text(data.path()),
            "--sheets",
            text(sheets.path()),
        ];
        let (status, _, why) = run(&flags).await;
        assert!(!status.success() && why.contains(says), "{why}");
        assert_eq!(why.matches(says).count(), 1, "{why}");
    }
}

#[tokio::test]
async fn an_own_game_is_played_on_without_its_file_and_its_record_is_told_with_it() {
    let (data, sheets) = (tempfile::tempdir().unwrap(), folder(OWN));
    let with_sheets = [&QUICK[..], &["--sheets", text(sheets.path())]].concat();
    let program = Program::start_with_flags(data.path(), &with_sheets).await;
    let games = get(program.address, "/api/sheets").await.json();
    let own = games.as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&own["id"], &own["names"]["hu"]),
        (&"our-fives".into(), &"Our fives".into())
    );
    let (mut client, welcome) = Client::enter(program.address).await;
    let ack = quick_play(&mut client, "our-fives", 2).await;
    let (table, me) = (ack.table.unwrap(), ack.seat.unwrap());
    let mut seen = PlayerView::default();
    while seen.now.turn.is_none_or(|turn| turn < 4) {
        step(&mut client, &mut seen, table, me).await;
    }
    drop(client);
    program.kill().await;

    let program = Program::start_with_flags(data.path(), &QUICK).await;
    let again = Hello {
        token: welcome.token,
        ..hello()
    };
    let (mut client, _) = Client::enter_as(program.address, again).await;
    client
        .command(TableCommand::Resume { since: 0 }.at(table))
        .await;
    let seen = play_to_the_end(&mut client, table, me).await;
    let record = format!("/api/matches/{}", seen.match_id.unwrap());
    let json = get(program.address, &record).await;
    assert_eq!(json.json()["rules"], "our-fives");
    program.kill().await;

    let file = data.path().join("record.json");
    fs::write(&file, &json.body).unwrap();
    for command in ["verify", "replay"] {
        let with = [command, "--sheets", text(sheets.path()), text(&file)];
        let (status, output, why) = run(&with).await;
        assert!(status.success(), "{command}: {output}{why}");
        let (status, output, why) = run(&[command, text(&file)]).await;
        let says = output + &why;
        assert!(
            !status.success() && says.contains("no sheet `our-fives`"),
            "{says}"
        );
    }
}
