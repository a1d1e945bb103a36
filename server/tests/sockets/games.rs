//! What other games have on the wire: rows that are closed again, challenges, overtimes.

use std::collections::BTreeSet;

use boneyard_protocol::fact::Fact;
use boneyard_protocol::position::TablePhase;
use boneyard_protocol::{
    Ack, Command, CommandId, Events, Hello, LobbyCommand, ServerMessage, Snapshot, TableCommand,
    TableId, TableRequest,
};
use serde_json::{Value, json};

use crate::common::client::{Client, hello};
use crate::common::program::Program;
use crate::play::{PlayerView, quick_play, quick_server};

/// Every tile that is written somewhere in a message.
fn tiles(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let words = text.split(' ');
            let tiles = words.filter(|word| word.parse::<boneyard_engine::Tile>().is_ok());
            found.extend(tiles.map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|item| tiles(item, found)),
        Value::Object(fields) => fields.values().for_each(|item| tiles(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn tiles_of(message: &impl serde::Serialize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    tiles(&serde_json::to_value(message).unwrap(), &mut found);
    found
}

/// What lies open at a blind table: the line, opened rows, the tile that is turned up, and a named lead.
fn open(snapshot: &Snapshot) -> BTreeSet<String> {
    let view = &snapshot.view;
    let game = view.game.as_ref().unwrap();
    let rows = game.hands.iter().enumerate();
    let rows = rows.filter(|(seat, _)| view.now.opened.iter().any(|of| usize::from(*of) == *seat));
    let rows: Vec<_> = rows.map(|(_, hand)| hand).collect();
    tiles_of(&json!([
        game.line,
        rows,
        view.now.turned_up,
        view.now.legal
    ]))
}

async fn snapshot(client: &mut Client, table: TableId, since: u64) -> Snapshot {
    client
        .command(TableCommand::Resume { since }.at(table))
        .await;
    loop {
        match client.hear().await {
            ServerMessage::Ack(_) => match client.hear().await {
                ServerMessage::Snapshot(snapshot) => return *snapshot,
                other => panic!("no snapshot but {other:?}"),
            },
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}

#[tokio::test]
async fn coming_back_to_a_blind_table_teaches_nothing() {
    let server = quick_server().await;
    for sheet in ["blind-memory", "blind-unseen"] {
        let (mut client, _) = Client::enter(server.address()).await;
        let ack = quick_play(&mut client, sheet, 2).await;
        let (table, me) = (ack.table.unwrap(), ack.seat.unwrap());
        let (mut seen, mut ever) = (PlayerView::default(), BTreeSet::new());
        let mut forgotten = 0;
        let is_over = |seen: &PlayerView| {
            matches!(
                seen.now.phase,
                TablePhase::BetweenDeals | TablePhase::MatchOver
            )
        };
        while !is_over(&seen) {
            let message = client.hear().await;
            ever.extend(tiles_of(&message));
            let moves_on = matches!(
                message,
                ServerMessage::Snapshot(_) | ServerMessage::Events(_)
            );
            seen.take(message);
            if moves_on && seen.now.seat == Some(me) {
                // The table waits for this seat: nothing happens between the two snapshots.
                let back = snapshot(&mut client, table, 0).await;
                let (shown, open) = (tiles_of(&back), open(&back));
                assert!(shown.is_subset(&open), "{sheet}: {shown:?} beyond {open:?}");
                forgotten += ever.difference(&shown).count();
                let late = snapshot(&mut client, table, back.seq).await;
                assert_eq!(late.view.game, back.view.game, "{sheet}: whatever `since`");
            }
            if moves_on && let Some(command) = seen.duty(table, me) {
                client.command(command).await;
            }
        }
        assert!(forgotten > 0, "{sheet}: nothing had been seen");
    }
}

#[tokio::test]
async fn a_row_is_still_to_be_arranged_after_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let program = Program::start(data.path()).await;
    let (mut client, welcome) = Client::enter(program.address).await;
    let ack = quick_play(&mut client, "blind-memory", 3).await;
    let (table, me) = (ack.table.unwrap(), ack.seat.unwrap());
    let mut before = PlayerView::default();
    while before.now.awaiting != [me] {
        before.take(client.hear().await);
    }
    let own = snapshot(&mut client, table, 0)
        .await
        .view
        .game
        .unwrap()
        .hands;
    program.kill().await;

    let program = Program::start(data.path()).await;
    let again = Hello {
        token: welcome.token,
        ..hello()
    };
    let (mut client, _) = Client::enter_as(program.address, again).await;
    let back = snapshot(&mut client, table, 0).await;
    assert_eq!(back.view.now.phase, TablePhase::Arranging);
    assert_eq!(back.view.now.awaiting, [me]);
    assert_eq!(back.view.game.as_ref().unwrap().hands, own);
    assert!(own.iter().any(|hand| hand.tiles.is_some()));
    let mut seen = PlayerView::default();
    seen.take(ServerMessage::Snapshot(Box::new(back)));
    client.ask(seen.duty(table, me).unwrap()).await.unwrap();
    let after = snapshot(&mut client, table, 0).await;
    assert_eq!(after.view.now.phase, TablePhase::Playing);
}

async fn strict_table(client: &mut Client) -> (TableId, u8) {
    let request: TableRequest = serde_json::from_value(json!({
        "sheet": "sport-points", "options": {"referee.enforcement": "penalize"},
        "seats": 4, "bots": 3, "private": true, "clock_s": 5,
    }))
    .unwrap();
    let ack = client
        .ask(Command::Lobby(LobbyCommand::Create { table: request }))
        .await
        .unwrap();
    (ack.table.unwrap(), ack.seat.unwrap())
}

/// Waits until the table says so.
async fn until(
    client: &mut Client,
    seen: &mut PlayerView,
    holds: impl Fn(&PlayerView) -> bool,
) -> Vec<Fact> {
    let mut facts = Vec::new();
    while !holds(seen) {
        let message = client.hear().await;
        if let ServerMessage::Events(events) = &message {
            facts.extend(events.facts.clone());
        }
        seen.take(message);
    }
    facts
}

#[tokio::test]
async fn a_connected_seat_is_warned_for_its_overtime_and_stays_on_turn() {
    let server = quick_server().await;
    let (mut client, _) = Client::enter(server.address()).await;
    let (_, me) = strict_table(&mut client).await;
    let mut seen = PlayerView::default();
    until(&mut client, &mut seen, |seen| seen.now.seat == Some(me)).await;
    let turn = seen.now.turn;
    let side = usize::from(me % 2);
    let warned = |seen: &PlayerView| seen.now.warnings.get(side).is_some_and(|of| of[0] == 1);
    let facts = until(&mut client, &mut seen, warned).await;
    let overtime = format!("overtime {me}");
    assert!(
        facts
            .iter()
            .any(|fact| matches!(fact, Fact::Ruled { ruling } if *ruling == overtime))
    );
    let is_warning = |fact: &Fact| {
        matches!(
            fact,
            Fact::Warned {
                game: 1,
                total: 1,
                fine: None,
                ..
            }
        )
    };
    assert!(facts.iter().any(is_warning), "{facts:?}");
    assert_eq!((seen.now.seat, seen.now.turn), (Some(me), turn));
    assert_eq!(seen.now.clock.unwrap().of_ms, 5_000);
}

#[tokio::test]
async fn a_challenge_is_made_by_entry_and_counts_once() {
    let server = quick_server().await;
    let (mut client, _) = Client::enter(server.address()).await;
    let (table, me) = strict_table(&mut client).await;
    let mut seen = PlayerView::default();
    // No matter who leads: once a tile lies, the seat may challenge, in turn or not.
    until(&mut client, &mut seen, |seen| seen.now.seat == Some(me)).await;
    if !seen.now.strict {
        client.ask(seen.duty(table, me).unwrap()).await.unwrap();
    }
    let id: CommandId = "0190e0c0-0000-7000-8000-00000000000c".parse().unwrap();
    let entry = seen.entry.unwrap();
    let challenge = format!(
        r#"{{"type":"act","id":"{id}","table":"{table}","entry":{entry},"action":"challenge"}}"#
    );
    let mut answers: Vec<Ack> = Vec::new();
    let mut events: Vec<Events> = Vec::new();
    for _ in 0..2 {
        client.say_text(&challenge).await;
        let sent = answers.len();
        while answers.len() == sent {
            match client.hear().await {
                ServerMessage::Ack(ack) if ack.id == id => answers.push(ack),
                ServerMessage::Events(more) => events.push(*more),
                ServerMessage::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
    }
    assert_eq!(answers.first(), answers.last());
    let back = snapshot(&mut client, table, 0).await.view;
    let log = back.game.unwrap().log;
    let is_mine = |fact: &&Fact| matches!(fact, Fact::Challenged { seat } if *seat == me);
    assert_eq!(log.iter().filter(is_mine).count(), 1, "{log:?}");
    let warned = back.now.warnings.get(usize::from(me % 2)).unwrap();
    assert_eq!(warned[0], 1, "it was unfounded");
}
