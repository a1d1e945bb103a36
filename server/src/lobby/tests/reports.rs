//! A player reports another one: the host learns of it and nobody else does.

use boneyard_protocol::limits::REPORTS_PER_HOUR;
use boneyard_protocol::{ErrorCode, ReportReason};

use super::*;
use boneyard_store::memory::Storage;
use boneyard_store::{Report, Reports};

const fn report(table: TableId, seat: u8) -> Command {
    let reason = ReportReason::Phrases;
    TableCommand::Report { seat, reason }.at(table)
}

async fn kept(server: &TestServer) -> Vec<Report> {
    server.store.reports(u32::MAX).await.unwrap()
}

async fn code(guest: &mut Guest, command: Command) -> ErrorCode {
    guest.ask(command).await.unwrap_err().why.code
}

/// Every message to a guest until somebody says a phrase.
async fn messages_before_the_phrase(guest: &mut Guest) -> Vec<ServerMessage> {
    let mut messages = Vec::new();
    loop {
        let message = guest.next().await.unwrap();
        if matches!(message, ServerMessage::Phrase { .. }) {
            return messages;
        }
        messages.push(message);
    }
}

#[tokio::test(start_paused = true)]
async fn the_host_learns_who_where_and_why_and_nobody_at_the_table_anything() {
    let server = TestServer::new().await;
    let (mut one, mut two, table) = two_at_a_table(&server).await;
    two.ask(TableCommand::Resume { since: 0 }.at(table))
        .await
        .unwrap();
    let view = two.snapshot().await.view;
    let (code, match_id) = (view.code, view.match_id);
    assert!(code.is_some() && match_id.is_some());
    let watch = Command::Lobby(LobbyCommand::Watch { table: None, code });
    let mut watcher = server.hello(3, 3);
    watcher.ask(watch).await.unwrap();
    watcher.snapshot().await;
    let phrase = |phrase: &str| {
        TableCommand::Phrase {
            phrase: phrase.to_owned(),
        }
        .at(table)
    };
    one.ask(phrase("hello")).await.unwrap();
    for guest in [&mut two, &mut watcher] {
        messages_before_the_phrase(guest).await;
    }
    let seq = one.seq;
    let id = one.id();
    let ack = one.ask_as(id, report(table, 1)).await.unwrap();
    assert_eq!((ack.table, ack.seat, ack.seq), (Some(table), Some(0), None));
    tokio::time::sleep(Duration::from_secs(5)).await;
    one.ask(phrase("thanks")).await.unwrap();
    for guest in [&mut two, &mut watcher] {
        assert_eq!(messages_before_the_phrase(guest).await, []);
    }
    assert_eq!(one.seq, seq, "no fact is made of it");
    let [report] = &kept(&server).await[..] else {
        panic!("one report")
    };
    let said = (report.by, report.command, report.table, report.match_id);
    let by = one.caller.player.id;
    assert_eq!(said, (by, id, table, match_id));
    let meant = (report.seat, report.reported, report.reason);
    let reported = two.caller.player.id;
    assert_eq!(meant, (1, reported, ReportReason::Phrases));
}

#[tokio::test(start_paused = true)]
async fn nobody_can_report_themselves_a_bot_a_free_seat_or_without_a_seat() {
    let server = TestServer::new().await;
    let mut opener = server.hello(1, 1);
    let open = create(json!({"seats": 3, "bots": 1, "private": true}));
    let ack = opener.ask(open).await.unwrap();
    let (table, code_of_table) = (ack.table.unwrap(), ack.code.unwrap());
    let snapshot = opener.snapshot().await;
    assert_eq!(snapshot.view.me, Some(0));
    for seat in [0, 1, 2, 3, 255] {
        assert_eq!(
            code(&mut opener, report(table, seat)).await,
            ErrorCode::NobodyThere,
            "{seat}"
        );
    }
    let mut other = server.hello(2, 2);
    assert_eq!(
        code(&mut other, report(table, 0)).await,
        ErrorCode::NoSuchTable,
        "a private table is not there for a player without its code"
    );
    let watch = Command::Lobby(LobbyCommand::Watch {
        table: None,
        code: Some(code_of_table),
    });
    other.ask(watch).await.unwrap();
    assert_eq!(
        code(&mut other, report(table, 0)).await,
        ErrorCode::NotSeated
    );
    assert_eq!(kept(&server).await, []);
}

#[tokio::test(start_paused = true)]
async fn an_absent_player_can_be_reported_and_one_who_has_left_cannot() {
    let server = TestServer::new().await;
    let (one, mut two, table) = two_at_a_table(&server).await;
    let Caller { player, connection } = &one.caller;
    server.lobby.disconnected(player.id, *connection);
    two.ask(report(table, 0)).await.unwrap();
    assert_eq!(kept(&server).await[0].reported, player.id);
    let mut back = server.hello(1, 9);
    back.ask(TableCommand::Leave.at(table)).await.unwrap();
    let refused = code(&mut two, report(table, 0)).await;
    assert_eq!(refused, ErrorCode::NobodyThere);
}

#[tokio::test(start_paused = true)]
async fn the_same_command_is_one_report_and_too_many_others_must_wait() {
    let server = TestServer::new().await;
    let (mut one, _two, table) = two_at_a_table(&server).await;
    let first = one.id();
    let answer = one.ask_as(first, report(table, 1)).await.unwrap();
    for _ in 1..REPORTS_PER_HOUR {
        one.ask(report(table, 1)).await.unwrap();
    }
    let refused = one.ask(report(table, 1)).await.unwrap_err().why;
    assert_eq!(refused.code, ErrorCode::RateLimited);
    assert!(refused.retry_ms.is_some_and(|ms| ms <= 3_600_000));
    assert_eq!(one.ask_as(first, report(table, 1)).await.unwrap(), answer);
    let other = TableCommand::Report {
        seat: 1,
        reason: ReportReason::Bot,
    }
    .at(table);
    let reused = one.ask_as(first, other).await.unwrap_err().why.code;
    assert_eq!(reused, ErrorCode::IdReused);
    assert_eq!(kept(&server).await.len(), 12);
}

#[tokio::test(start_paused = true)]
async fn a_report_that_cannot_be_kept_is_refused_and_the_table_plays_on() {
    let server = TestServer::new().await;
    let (mut one, mut two, table) = two_at_a_table(&server).await;
    server.store.set_storage(Storage::Failing);
    assert_eq!(
        code(&mut one, report(table, 1)).await,
        ErrorCode::StorageUnavailable
    );
    server.store.set_storage(Storage::Working);
    one_acts([&mut one, &mut two], table).await;
    assert_eq!(kept(&server).await, []);
}
