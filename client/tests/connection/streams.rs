//! The facts of followed tables: gaps, losses, slow readers.

use boneyard_client::connection::WAITING_EVENTS;
use boneyard_client::{Event, Notice};
use serde_json::json;

use crate::fake_server::FakeServer;
use crate::{SILENCE_MS, connected, following, in_time, next_numbers, table};

#[tokio::test]
async fn a_lost_socket_resumes_from_the_last_number_and_repeats_the_unanswered_command() {
    in_time(async {
        let server = FakeServer::bind(SILENCE_MS).await;
        let (connection, mut events, mut socket) = following(&server).await;
        socket.say_events(4, 2).await;
        assert_eq!(next_numbers(&mut events).await, [4, 5]);
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
            assert_eq!(next_numbers(&mut events).await, [6, 7]);
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
        assert_eq!(next_numbers(&mut events).await, [4, 5, 6]);
        assert_eq!(next_numbers(&mut events).await, [7]);
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
                numbers = next_numbers(&mut events) => {
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
