//! A small fault proxy: TCP connections through it are delayed, trickled, held back, cut and reset at will.
//!
//! What it does to bytes is its [`Weather`], the same for all connections and both ways until it is changed;
//! [`Proxy::cut`] ends every connection that is open, in the way that is asked for.

mod pipe;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// What happens to bytes on their way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weather {
    /// They pass at once.
    #[default]
    Clear,
    /// They arrive so much later, in order.
    Delay(Duration),
    /// They arrive in pieces of so many bytes, at least 1, with a pause after each.
    Trickle {
        /// Bytes of a piece.
        bytes: usize,
        /// After each piece.
        pause: Duration,
    },
    /// They do not arrive, and neither end learns of it. When the weather changes they are delivered.
    Blackhole,
}

/// How a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// In good order, both ways.
    Close,
    /// The client is told that the server will say no more; the other way stays open.
    HalfClose,
    /// By a reset, both ways.
    Reset,
}

/// The state that every connection follows.
#[derive(Clone, Copy, Debug, Default)]
struct Orders {
    weather: Weather,
    /// How many cuts there have been, and the last of them.
    cuts: u64,
    last: Option<Cut>,
}

/// A running proxy; it ends, and with it every connection, when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    address: SocketAddr,
    orders: watch::Sender<Orders>,
    open: Arc<AtomicUsize>,
    _accepting: JoinSet<()>,
}

impl Proxy {
    /// Starts on a free port of this machine.
    ///
    /// # Errors
    ///
    /// The system gives no port.
    pub async fn start(upstream: SocketAddr) -> io::Result<Self> {
        Self::start_on(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), upstream).await
    }

    /// Starts on an address.
    ///
    /// # Errors
    ///
    /// The address is taken or not this machine's.
    pub async fn start_on(address: SocketAddr, upstream: SocketAddr) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let (orders, followed) = watch::channel(Orders::default());
        let open = Arc::new(AtomicUsize::new(0));
        let mut accepting = JoinSet::new();
        accepting.spawn(accept(listener, upstream, followed, Arc::clone(&open)));
        Ok(Self {
            address,
            orders,
            open,
            _accepting: accepting,
        })
    }

    /// Where clients connect to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many connections are open.
    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }

    /// Changes the weather, for open and for later connections.
    pub fn set_weather(&self, weather: Weather) {
        self.orders.send_modify(|orders| orders.weather = weather);
    }

    /// Ends every connection that is open now.
    pub fn cut(&self, cut: Cut) {
        self.orders.send_modify(|orders| {
            orders.cuts += 1;
            orders.last = Some(cut);
        });
    }
}

/// Counts an open connection.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(open))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn accept(
    listener: TcpListener,
    upstream: SocketAddr,
    orders: watch::Receiver<Orders>,
    open: Arc<AtomicUsize>,
) {
    let mut connections = JoinSet::new();
    loop {
        let client = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((client, _)) => client,
                Err(error) => {
                    tracing::warn!(%error, "the proxy cannot accept a connection");
                    continue;
                }
            },
            Some(_ended) = connections.join_next() => continue,
        };
        let (orders, counted) = (orders.clone(), Counted::new(&open));
        connections.spawn(async move {
            if let Err(error) = carry(client, upstream, orders).await {
                tracing::debug!(%error, "a connection through the proxy was lost");
            }
            drop(counted);
        });
    }
}

async fn carry(
    mut client: TcpStream,
    upstream: SocketAddr,
    mut orders: watch::Receiver<Orders>,
) -> io::Result<()> {
    let mut server = TcpStream::connect(upstream).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let cuts = orders.borrow_and_update().cuts;
    let cut = {
        let (from_client, to_client) = client.split();
        let (from_server, to_server) = server.split();
        let up = pipe::carry(from_client, to_server, orders.clone());
        let down = pipe::carry(from_server, to_client, orders.clone());
        let both = async { tokio::try_join!(up, down) };
        tokio::select! {
            carried = both => return carried.map(|((), ())| ()),
            cut = cut_after(&mut orders, cuts) => cut,
        }
    };
    match cut {
        Some(Cut::Close) | None => Ok(()),
        Some(Cut::Reset) => {
            client.set_zero_linger()?;
            server.set_zero_linger()
        }
        Some(Cut::HalfClose) => half_closed(client, server, orders).await,
    }
}

/// The next cut.
async fn cut_after(orders: &mut watch::Receiver<Orders>, cuts: u64) -> Option<Cut> {
    let cut = orders.wait_for(|orders| orders.cuts > cuts).await;
    cut.ok().and_then(|orders| orders.last)
}

/// What the client says still arrives; what the server says is thrown away.
async fn half_closed(
    mut client: TcpStream,
    mut server: TcpStream,
    mut orders: watch::Receiver<Orders>,
) -> io::Result<()> {
    client.shutdown().await?;
    let cuts = orders.borrow_and_update().cuts;
    let (from_client, _) = client.split();
    let (mut from_server, to_server) = server.split();
    let mut nowhere = tokio::io::sink();
    let up = pipe::carry(from_client, to_server, orders.clone());
    let down = async {
        tokio::io::copy(&mut from_server, &mut nowhere)
            .await
            .map(drop)
    };
    let both = async { tokio::try_join!(up, down) };
    tokio::select! {
        carried = both => carried.map(|((), ())| ()),
        _ = cut_after(&mut orders, cuts) => Ok(()),
    }
}
