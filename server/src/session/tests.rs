//! Sessions without sockets, on paused time: the promised times to the millisecond.

mod identity;
mod person;
mod roles;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use boneyard_protocol::limits::{HELLO_MS, PING_MS, SILENCE_MS};
use boneyard_protocol::{CloseCode, ErrorCode, ServerMessage};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::frames::{FrameSink, FrameSource, Inbound, Lost, Outbound};
use super::run;
use crate::config::Config;
use crate::dealer::SeededDealer;
use crate::outbox::{OUTBOX_FRAMES, Outbox};
use crate::server::{Parts, Server};
use crate::table::Caller;
use crate::tasks::Tasks;
use boneyard_store::memory::MemoryStore;

async fn server() -> Server {
    server_with(&[]).await
}

/// A server with further flags. All its randomness follows from one seed.
async fn server_with(further: &[&str]) -> Server {
    let flags = ["--listen", "127.0.0.1:0", "--burst", "1000"];
    let flags = flags.iter().chain(further).copied();
    let parts = Parts {
        dealer: Arc::new(SeededDealer::new(1)),
        ..Parts::of_store(Arc::new(MemoryStore::new()))
    };
    let config = Config::of_flags(flags).unwrap();
    Server::bind_with(config, parts, Tasks::new())
        .await
        .unwrap()
}

struct FakeSource(mpsc::Receiver<Inbound>);

impl FrameSource for FakeSource {
    async fn next(&mut self) -> Inbound {
        self.0.recv().await.unwrap_or(Inbound::Gone)
    }
}

struct FakeSink(mpsc::Sender<(Instant, Outbound)>);

impl FrameSink for FakeSink {
    #[expect(clippy::disallowed_methods, reason = "the paused time of a test")]
    async fn send(&mut self, frame: Outbound) -> Result<(), Lost> {
        self.0.send((Instant::now(), frame)).await.map_err(|_| Lost)
    }
}

/// The client's end of a session.
struct Peer {
    start: Instant,
    to_server: mpsc::Sender<Inbound>,
    from_server: mpsc::Receiver<(Instant, Outbound)>,
    session: JoinHandle<()>,
}

impl Peer {
    /// Begins a session. The client's side buffers `takes` frames.
    #[expect(clippy::disallowed_methods, reason = "the paused time of a test")]
    fn connect(server: &Server, takes: usize) -> Self {
        let (to_server, incoming) = mpsc::channel(4_096);
        let (outgoing, from_server) = mpsc::channel(takes);
        let app = Arc::clone(server.app());
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let session = server.app().tasks.spawn("session", async move {
            run(
                &app,
                address,
                &mut FakeSource(incoming),
                &mut FakeSink(outgoing),
            )
            .await;
        });
        Self {
            start: Instant::now(),
            to_server,
            from_server,
            session,
        }
    }

    async fn say(&self, text: &str) {
        self.to_server
            .send(Inbound::Text(text.into()))
            .await
            .unwrap();
    }

    async fn enter(&mut self) {
        self.say(r#"{"type":"hello","versions":{"from":1,"to":1},"kind":"person"}"#)
            .await;
        let welcome = self.message().await;
        assert!(matches!(welcome, ServerMessage::Welcome(_)), "{welcome:?}");
    }

    /// Waits until the session has taken and handled everything that was sent.
    async fn all_taken(&self) {
        for _ in 0..100_000 {
            if self.to_server.capacity() == self.to_server.max_capacity() {
                return;
            }
            tokio::task::yield_now().await;
        }
        panic!("the session takes no more");
    }

    /// The next frame, and after how many milliseconds it came.
    async fn frame(&mut self) -> (u128, Outbound) {
        let (at, frame) = self.from_server.recv().await.expect("a frame");
        (at.duration_since(self.start).as_millis(), frame)
    }

    async fn message(&mut self) -> ServerMessage {
        match self.frame().await.1 {
            Outbound::Text(text) => serde_json::from_str(&text).unwrap(),
            other @ (Outbound::Ping | Outbound::Close(_)) => panic!("no message but {other:?}"),
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_hello_that_does_not_come_is_waited_for_as_long_as_promised() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 8);
    let ServerMessage::Refused(refused) = peer.message().await else {
        panic!("no refusal")
    };
    assert_eq!(refused.why.code, ErrorCode::HelloFirst);
    assert_eq!(
        peer.frame().await,
        (u128::from(HELLO_MS), Outbound::Close(CloseCode::BadHello))
    );
    peer.session.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn pings_come_as_promised_and_silence_is_closed() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 8);
    peer.enter().await;
    assert_eq!(peer.frame().await, (u128::from(PING_MS), Outbound::Ping));
    assert_eq!(
        peer.frame().await,
        (u128::from(2 * PING_MS), Outbound::Ping)
    );
    assert_eq!(
        peer.frame().await,
        (u128::from(SILENCE_MS), Outbound::Close(CloseCode::Silent))
    );
    peer.session.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_answered_ping_is_a_sign_of_life() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 8);
    peer.enter().await;
    for _ in 0..10 {
        assert_eq!(peer.frame().await.1, Outbound::Ping);
        peer.to_server.send(Inbound::Control).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_client_that_does_not_read_is_closed_as_slow() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 1);
    peer.enter().await;
    // One more than the client, the writer and the queue hold together.
    for _ in 0..OUTBOX_FRAMES + 3 {
        peer.say(r#"{"type":"heartbeat"}"#).await;
    }
    // Nothing is read until all of it has been answered.
    peer.all_taken().await;
    // The client has one frame, the writer another; the frames in the queue are dropped.
    let mut frames = Vec::new();
    while let Some((_, frame)) = peer.from_server.recv().await {
        frames.push(frame);
    }
    assert_eq!(frames.pop(), Some(Outbound::Close(CloseCode::Slow)));
    assert!(frames.len() <= 3, "{frames:?}");
    peer.session.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_frame_that_is_never_taken_ends_the_session() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 1);
    peer.enter().await;
    for _ in 0..3 {
        peer.say(r#"{"type":"heartbeat"}"#).await;
    }
    peer.session.await.unwrap();
}

/// The messages of a closing socket up to its close.
async fn rest_of(peer: &mut Peer) -> Vec<ServerMessage> {
    let mut messages = Vec::new();
    loop {
        match peer.frame().await.1 {
            Outbound::Text(text) => messages.push(serde_json::from_str(&text).unwrap()),
            Outbound::Ping => {}
            Outbound::Close(_) => return messages,
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_frame_that_waits_for_its_client_is_not_lost_when_the_socket_is_closed() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 1);
    peer.enter().await;
    // The client has one frame, the writer another, and the queue a third.
    for _ in 0..3 {
        peer.say(r#"{"type":"heartbeat"}"#).await;
    }
    peer.all_taken().await;
    let broken = Inbound::Violation(CloseCode::BrokenFrame);
    peer.to_server.send(broken).await.unwrap();
    peer.all_taken().await;
    let rest = rest_of(&mut peer).await;
    assert_eq!(rest, [const { ServerMessage::Heartbeat }; 3]);
    peer.session.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_client_is_told_once_that_the_server_goes() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 1);
    peer.enter().await;
    server.shut_down();
    assert_eq!(
        peer.message().await,
        ServerMessage::Restarting { in_ms: None }
    );
    let broken = Inbound::Violation(CloseCode::BrokenFrame);
    peer.to_server.send(broken).await.unwrap();
    assert_eq!(rest_of(&mut peer).await, []);
    peer.session.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_replaced_socket_that_does_not_read_does_nothing_more() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 1);
    peer.say(r#"{"type":"hello","versions":{"from":1,"to":1},"kind":"person"}"#)
        .await;
    let ServerMessage::Welcome(welcome) = peer.message().await else {
        panic!("no welcome")
    };
    // The client takes no more frames, so its close cannot be written.
    for _ in 0..3 {
        peer.say(r#"{"type":"heartbeat"}"#).await;
    }
    peer.all_taken().await;
    let (outbox, _newer) = Outbox::new();
    let newer = Caller {
        player: welcome.player,
        connection: server.app().next_connection(),
    };
    let seats = server.app().lobby.connected(&newer, &outbox);
    assert!(seats.is_empty());
    let create = r#"{"type":"create","id":"0190e0c0-0000-7000-8000-000000000001","table":{"sheet":"kozel","seats":2}}"#;
    peer.say(create).await;
    peer.session.await.unwrap();
    assert_eq!(server.app().lobby.summaries(), []);
}

#[tokio::test(start_paused = true)]
async fn a_draining_server_says_so_and_takes_no_command() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 8);
    peer.enter().await;
    server.shut_down();
    assert_eq!(
        peer.message().await,
        ServerMessage::Restarting { in_ms: None }
    );
    let id = "0190e0c0-0000-7000-8000-000000000001";
    peer.say(&format!(r#"{{"type":"lobby","follow":false,"id":"{id}"}}"#))
        .await;
    let ServerMessage::Refused(refused) = peer.message().await else {
        panic!("no refusal")
    };
    assert_eq!(refused.why.code, ErrorCode::Restarting);
    server.app().tasks.stop();
    assert_eq!(peer.frame().await.1, Outbound::Close(CloseCode::Restart));
    peer.session.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_client_that_has_not_said_hello_does_not_keep_the_server_from_ending() {
    let server = server().await;
    let mut peer = Peer::connect(&server, 8);
    peer.all_taken().await;
    server.app().tasks.stop();
    assert_eq!(peer.frame().await, (0, Outbound::Close(CloseCode::Restart)));
    peer.session.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_client_that_goes_leaves_nothing_behind() {
    let server = server().await;
    let before = server.app().tasks.count();
    let mut peer = Peer::connect(&server, 8);
    peer.enter().await;
    drop(peer.to_server);
    peer.session.await.unwrap();
    assert_eq!(server.app().tasks.count(), before);
}
