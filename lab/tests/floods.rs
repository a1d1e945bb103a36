//! Floods from a client that keeps sending whatever it is told, at a server in this process.

#![allow(clippy::unwrap_used, reason = "a failing test says where and why")]

use std::sync::Arc;
use std::time::Duration;

use boneyard_lab::drill::raw::{Frame, RawSocket, ReadFrame, Route};
use boneyard_server::config::Config;
use boneyard_server::tasks::Tasks;
use boneyard_server::{Parts, Server};
use boneyard_store::MemoryStore;

/// No flood takes longer, unless its socket is never closed.
const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_client_that_keeps_flooding_is_still_told_why_it_is_closed() {
    let config = Config::of_flags(["--listen", "127.0.0.1:0"]).unwrap();
    let parts = Parts::of_store(Arc::new(MemoryStore::new()));
    let bound = Server::bind_with(config, parts, Tasks::new()).await;
    let server = Arc::new(bound.unwrap());
    let (tasks, running) = (Tasks::new(), Arc::clone(&server));
    tasks.spawn("server", async move { running.run().await });
    let route = Route::of(server.local_addr());
    let heartbeats = Frame::text(r#"{"type":"heartbeat"}"#)
        .to_bytes()
        .repeat(1_000);
    for _ in 0..5 {
        let (mut socket, _) = RawSocket::enter(&route, None).await.unwrap();
        let (_, frames) = socket.flood(&heartbeats, PATIENCE).await;
        let code = frames.last().and_then(ReadFrame::close_code);
        assert_eq!(code, Some(1008), "{:?}", frames.last());
    }
    server.shut_down();
    tasks.finish(PATIENCE).await.unwrap();
}
