//! The connection against a server that does what a test wants: loss, gaps, refusals, closes.

#![allow(clippy::unwrap_used, reason = "a test may stop here")]

mod commands;
mod fake_server;
mod sockets;
mod streams;

use std::future::Future;
use std::time::Duration;

use boneyard_client::{Connection, Event, EventStream};
use boneyard_protocol::{Fact, TableId};
use fake_server::{FakeServer, FakeSocket, TABLE};
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
async fn next_numbers(events: &mut EventStream) -> Vec<u64> {
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
