//! The connection against a server that does what a test wants: loss, gaps, refusals, closes.

#![allow(clippy::unwrap_used, reason = "a test may stop here")]

mod fake_server;

use std::future::Future;
use std::time::Duration;

use boneyard_client::connection::WAITING_EVENTS;
use boneyard_client::{
    CloseReason, CommandError, Connection, Event, EventStream, Identity, Notice, OpenError,
};
use boneyard_protocol::{CloseCode, ErrorCode, Fact, TableId};
use fake_server::{FakeServer, FakeSocket, TABLE, TOKEN};
use serde_json::json;
use tokio::time::timeout;

/// No test needs so long; one that does hangs.
const DEADLINE: Duration = Duration::from_secs(20);
const SILENCE_MS: u32 = 45_000;

async fn in_time<T>(test: impl Future<Output = T>) -> T {
    timeout(DEADLINE, test).await.expect("the test hangs")
}

fn table() -> TableId {
    TABLE.parse().unwrap()
}

async fn connected(events: &mut EventStream) {
    assert!(matches!(events.next().await, Some(Event::Connected(_))));
}

/// The numbers of the next facts, checked against what they say.
async fn told(events: &mut EventStream) -> Vec<u64> {
    loop {
        if let Event::Facts(facts) = events.next().await.expect("the connection is over") {
            let numbers: Vec<u64> = (facts.seq..).take(facts.facts.len()).collect();
            for (number, fact) in numbers.iter().zip(&facts.facts) {
                assert_eq!(
                    *fact,
                    Fact::Ready {
                        seat: u8::try_from(number % 256).unwrap()
                    }
                );
            }
            return numbers;
        }
    }
}

/// A client that follows the table and has its snapshot, number 3.
async fn following(server: &FakeServer) -> (Connection, EventStream, FakeSocket) {
    let (connection, mut events, mut socket) = server.client().await;
    connected(&mut events).await;
    connection.follow(table()).await.unwrap();
    let resume = socket.hear_type("resume").await;
    assert_eq!(resume["since"], 0);
    socket.ack(&resume, 3).await;
    socket.say_snapshot(3).await;
    assert!(matches!(events.next().await, Some(Event::Snapshot(snapshot)) if snapshot.seq == 3));
    (connection, events, socket)
}

#[tokio::test]
async fn a_hello_without_a_token_gets_one_and_keeps_it() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, _events, socket) = server.client().await;
        assert_eq!(socket.hello["type"], "hello");
        assert_eq!(socket.hello["kind"], "bot");
        assert_eq!(connection.token(), TOKEN);
        assert_eq!(connection.player().name, "Ada");
        drop(socket);
        let again = server.accept().await;
        assert_eq!(again.hello["token"], TOKEN);
    })
    .await;
}

#[tokio::test]
async fn a_command_gets_its_ack_or_its_refusal() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, _events, mut socket) = server.client().await;
        let (acked, ()) = tokio::join!(connection.act(table(), 7, "play 6-4 left"), async {
            let act = socket.hear_type("act").await;
            assert_eq!(
                (&act["turn"], &act["action"]),
                (&json!(7), &json!("play 6-4 left"))
            );
            socket.ack(&act, 9).await;
        });
        assert_eq!(acked.unwrap().seq, Some(9));
        let (refused, ()) = tokio::join!(connection.act(table(), 7, "play 6-4 left"), async {
            let act = socket.hear_type("act").await;
            socket
                .say(
                    json!({"type": "refused", "id": act["id"], "code": "stale", "legal": ["draw"]}),
                )
                .await;
        });
        let Err(CommandError::Refused(refused)) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(
            (refused.why.code, refused.why.legal),
            (ErrorCode::Stale, vec!["draw".to_owned()])
        );
    })
    .await;
}

#[tokio::test]
async fn a_command_that_comes_too_fast_is_sent_again_later() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, _events, mut socket) = server.client().await;
        let (acked, ()) = tokio::join!(connection.ready(table()), async {
            let first = socket.hear_type("ready").await;
            socket
                .say(json!({"type": "refused", "id": first["id"], "code": "rate_limited", "retry_ms": 5}))
                .await;
            let again = socket.hear_type("ready").await;
            assert_ne!(first["id"], again["id"]);
            socket.ack(&again, 4).await;
        });
        assert_eq!(acked.unwrap().seq, Some(4));
        assert_eq!(connection.counters().slowed, 1);
    })
    .await;
}

#[tokio::test]
async fn a_lost_socket_resumes_from_the_last_number_and_repeats_the_unanswered_command() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, mut events, mut socket) = following(&server).await;
        socket.say_events(4, 2).await;
        assert_eq!(told(&mut events).await, [4, 5]);
        let (acked, ()) = tokio::join!(connection.ready(table()), async {
            let first = socket.hear_type("ready").await;
            drop(socket);
            let mut socket = server.accept().await;
            let resume = socket.hear_type("resume").await;
            assert_eq!(resume["since"], 5);
            let again = socket.hear_type("ready").await;
            assert_eq!(first, again, "the same id, the same body");
            socket.ack(&resume, 7).await;
            socket.say_events(6, 2).await;
            socket.ack(&again, 7).await;
            assert_eq!(told(&mut events).await, [6, 7]);
        });
        assert_eq!(acked.unwrap().seq, Some(7));
        let counters = connection.counters();
        assert_eq!((counters.reconnects, counters.gaps), (1, 0));
    })
    .await;
}

#[tokio::test]
async fn a_gap_is_resumed_and_every_fact_told_once() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, mut events, mut socket) = following(&server).await;
        socket.say_events(5, 1).await;
        let resume = socket.hear_type("resume").await;
        assert_eq!(resume["since"], 3);
        socket.say_events(6, 1).await;
        socket.ack(&resume, 6).await;
        socket.say_events(4, 3).await;
        socket.say_events(7, 1).await;
        assert_eq!(told(&mut events).await, [4, 5, 6]);
        assert_eq!(told(&mut events).await, [7]);
        assert_eq!(connection.counters().gaps, 1);
    })
    .await;
}

#[tokio::test]
async fn a_slow_reader_misses_nothing() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, mut events, mut socket) = following(&server).await;
        let many = u64::try_from(WAITING_EVENTS).unwrap() + 40;
        for seq in 4..4 + many {
            socket.say_events(seq, 1).await;
        }
        let last = 3 + many;
        // What is answered after the facts says that the connection has read them all.
        let (acked, ()) = tokio::join!(connection.ready(table()), async {
            let ready = socket.hear_type("ready").await;
            socket.ack(&ready, last).await;
        });
        acked.unwrap();
        let mut due = 4;
        while due <= last {
            tokio::select! {
                // A resume comes whenever the reader has made room.
                resume = socket.hear_type("resume") => {
                    let since = resume["since"].as_u64().unwrap();
                    socket.ack(&resume, last).await;
                    socket.say_events(since + 1, last - since).await;
                }
                numbers = told(&mut events) => {
                    assert_eq!(numbers.first(), Some(&due));
                    due += u64::try_from(numbers.len()).unwrap();
                }
            }
        }
        assert!(connection.counters().resumes > 1, "the test was too gentle");
    })
    .await;
}

#[tokio::test]
async fn a_refused_resume_says_that_the_table_is_gone() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (_connection, mut events, socket) = following(&server).await;
        drop(socket);
        let mut socket = server.accept().await;
        let resume = socket.hear_type("resume").await;
        socket
            .say(json!({"type": "refused", "id": resume["id"], "code": "no_such_table"}))
            .await;
        assert_eq!(events.next().await, Some(Event::Disconnected));
        connected(&mut events).await;
        let gone = Notice::Gone { table: table() };
        assert_eq!(events.next().await, Some(Event::Notice(gone)));
    })
    .await;
}

#[tokio::test]
async fn a_replaced_connection_does_not_come_back() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, mut events, mut socket) = server.client().await;
        connected(&mut events).await;
        let (answer, ()) = tokio::join!(connection.ready(table()), async {
            socket.hear_type("ready").await;
            socket.close(CloseCode::Replaced.number()).await;
        });
        let reason = CloseReason::ByServer(CloseCode::Replaced);
        assert_eq!(answer, Err(CommandError::Closed(reason.clone())));
        assert_eq!(events.next().await, Some(Event::Closed(reason.clone())));
        assert_eq!(events.next().await, None);
        assert_eq!(
            connection.ready(table()).await,
            Err(CommandError::Closed(reason))
        );
    })
    .await;
}

#[tokio::test]
async fn a_restarting_server_is_come_back_to() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (_connection, mut events, socket) = server.client().await;
        connected(&mut events).await;
        socket.close(CloseCode::Restart.number()).await;
        server.accept().await;
        assert_eq!(events.next().await, Some(Event::Disconnected));
        connected(&mut events).await;
    })
    .await;
}

#[tokio::test]
async fn a_silent_server_is_asked_and_then_left() {
    in_time(async {
        let server = FakeServer::bind(200).await;
        let (_connection, mut events, mut socket) = server.client().await;
        connected(&mut events).await;
        socket.hear_type("heartbeat").await;
        // No answer: the client takes the socket for dead.
        let _again = server.accept().await;
        assert_eq!(events.next().await, Some(Event::Disconnected));
    })
    .await;
}

#[tokio::test]
async fn a_refused_hello_is_the_callers_matter() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let url = server.url();
        let (opened, ()) = tokio::join!(Connection::open(&url, Identity::bot("Ada")), async {
            let mut socket = server.accept_hello().await;
            socket
                .say(json!({"type": "refused", "code": "bad_token"}))
                .await;
            socket.close(CloseCode::BadToken.number()).await;
        });
        let Err(OpenError::Refused(why)) = opened.map(|_| ()) else {
            panic!("welcome")
        };
        assert_eq!(why.code, ErrorCode::BadToken);
    })
    .await;
}

#[tokio::test]
async fn a_closed_connection_ends_its_stream() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, mut events, _socket) = server.client().await;
        connected(&mut events).await;
        connection.close().await;
        assert_eq!(
            events.next().await,
            Some(Event::Closed(CloseReason::ByClient))
        );
        assert_eq!(events.next().await, None);
    })
    .await;
}
