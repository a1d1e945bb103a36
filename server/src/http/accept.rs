//! The accept loop and the life of one connection.
//!
//! While the server runs the loop never ends and never spins: the error of one connection does not affect the others,
//! and without file descriptors the loop waits. Every connection has a deadline for its request heads (hyper sets none
//! without a timer) and for its whole life.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tower::ServiceExt;

use crate::app::{App, Full, Passage};
use crate::metrics::{self, Refusal};
use crate::tls::{Greeting, Tls};

/// The most bytes of a request's head; a longer one is answered with 431.
const HEAD_BYTES: usize = 16_384;
/// The most headers of a request; more are answered with 431.
const HEADERS: usize = 64;
/// The wait after an accept that failed for lack of resources.
const BREATH: Duration = Duration::from_millis(200);
/// How long the current answer may take when a connection is to end.
const LAST_ANSWER: Duration = Duration::from_secs(1);

/// Who is at the other end of a connection, and its place at the gate.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    pub(super) address: IpAddr,
    pub(super) carriage: Carriage,
    /// The address of this machine to which it has connected.
    pub(super) local: IpAddr,
    pub(super) passage: Arc<Passage>,
}

/// What carries the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Carriage {
    /// TCP alone.
    Plain,
    /// TLS that ends here.
    Tls,
}

/// Accepts connections until the server drains.
pub(crate) async fn accept(
    listener: &TcpListener,
    tls: Option<&Tls>,
    app: &Arc<App>,
    router: &Router,
) {
    loop {
        let accepted = tokio::select! {
            () = app.draining.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => admit(stream, peer.ip(), tls, app, router),
            Err(error) if is_of_one_connection(&error) => {
                tracing::debug!(%error, "a connection was lost before it was accepted");
            }
            Err(error) => {
                metrics::connection_refused(Refusal::System);
                tracing::warn!(%error, "no connection can be accepted at the moment");
                sleep(BREATH).await;
            }
        }
    }
}

/// Whether the error concerns one connection only, so that the next accept may succeed.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::Interrupted
    )
}

/// Serves a connection in a task, or closes it at a limit.
fn admit(stream: TcpStream, peer: IpAddr, tls: Option<&Tls>, app: &Arc<App>, router: &Router) {
    let passage = match enter(app, peer) {
        Ok(passage) => Arc::new(passage),
        Err(full) => {
            let reason = match full {
                Full::Server => Refusal::Server,
                Full::Address => Refusal::Address,
            };
            metrics::connection_refused(reason);
            tracing::debug!(reason = reason.name(), "a connection was refused");
            return;
        }
    };
    // Small frames must not wait for each other. Without this option the game is slower, but works.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection does not take TCP_NODELAY");
    }
    // The connection is already gone, so there is nobody to answer.
    let Ok(local) = stream.local_addr() else {
        return;
    };
    let peer = Peer {
        address: peer,
        carriage: Carriage::Plain,
        local: local.ip(),
        passage,
    };
    let greeted = greet(stream, peer, tls.cloned(), Arc::clone(app), router.clone());
    app.tasks.spawn("connection", greeted);
}

/// Negotiates TLS if the server speaks it, and serves the connection to its end.
async fn greet(stream: TcpStream, mut peer: Peer, tls: Option<Tls>, app: Arc<App>, router: Router) {
    let _open = metrics::connection();
    let Some(tls) = tls else {
        return serve(stream, peer, &app, router).await;
    };
    let greeting = tokio::select! {
        greeting = tls.greet(stream, peer.address, app.times.head) => greeting,
        () = app.draining.cancelled() => return,
    };
    match greeting {
        Ok(Greeting::Tls(stream)) => {
            peer.carriage = Carriage::Tls;
            serve(*stream, peer, &app, router).await;
        }
        Ok(Greeting::Plain(stream)) => serve(stream, peer, &app, router).await,
        Ok(Greeting::Dismissed) => {}
        Err(error) => tracing::debug!(%error, "a connection failed to negotiate TLS"),
    }
}

/// Takes a place at the gate. A trusted proxy's connections are counted for its clients, once those are known.
fn enter(app: &App, peer: IpAddr) -> Result<Passage, Full> {
    let passage = app.gate.enter()?;
    if !app.trusts(peer) {
        app.gate.count(&passage, peer)?;
    }
    Ok(passage)
}

async fn serve<S>(stream: S, peer: Peer, app: &App, router: Router)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.times.head)
        .max_buf_size(HEAD_BYTES)
        .max_headers(HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = sleep(app.times.connection) => {
            connection.as_mut().graceful_shutdown();
            timeout(LAST_ANSWER, connection).await.unwrap_or(Ok(()))
        }
        () = app.draining.cancelled() => {
            connection.as_mut().graceful_shutdown();
            timeout(LAST_ANSWER, connection).await.unwrap_or(Ok(()))
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended badly");
    }
}
