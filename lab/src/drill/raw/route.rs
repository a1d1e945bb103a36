//! From where, and how, a raw client connects.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::{TcpSocket, TcpStream};

/// A server, and the machine from which it is visited.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// Where the server listens.
    pub server: SocketAddr,
    /// The address to come from, one of 127.0.0.0/8; `None` the usual one.
    pub from: Option<Ipv4Addr>,
    /// Bytes that this machine takes for a client that does not read; `None` as the system does.
    pub receive_buffer: Option<u32>,
}

impl Route {
    /// The usual way to a server.
    pub fn of(server: SocketAddr) -> Self {
        Self {
            server,
            from: None,
            receive_buffer: None,
        }
    }

    /// From another address.
    #[must_use]
    pub fn from(self, address: Ipv4Addr) -> Self {
        Self {
            from: Some(address),
            ..self
        }
    }

    /// With hardly any room for what is not read.
    #[must_use]
    pub fn narrow(self) -> Self {
        Self {
            receive_buffer: Some(4_096),
            ..self
        }
    }

    /// A connection.
    ///
    /// # Errors
    ///
    /// The system refuses it.
    pub async fn connect(&self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = self.receive_buffer {
            socket.set_recv_buffer_size(bytes)?;
        }
        if let Some(from) = self.from {
            socket.bind(SocketAddr::from((from, 0)))?;
        }
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}
