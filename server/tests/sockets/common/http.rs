//! Requests as bytes, so that they can also be wrong.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::soon;

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The head, in lower case.
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// A header's value, in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
            .map(str::trim_end)
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A GET with further header lines.
pub(crate) async fn get_with(address: SocketAddr, path: &str, headers: &str) -> Answer {
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\r\n");
    send(address, request.as_bytes()).await
}

/// A GET.
pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    get_with(address, path, "").await
}

/// Sends bytes and reads the answer to its end.
pub(crate) async fn send(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server that has seen enough may close before everything is written.
    match stream.write_all(request).await {
        Ok(()) | Err(_) => {}
    }
    let mut bytes = Vec::new();
    match soon("an answer", stream.read_to_end(&mut bytes)).await {
        Ok(_) | Err(_) => {}
    }
    let end = bytes
        .windows(4)
        .position(|window| window == b"\r\n\r\n")
        .expect("an answer");
    let head = String::from_utf8(bytes[..end].to_vec())
        .unwrap()
        .to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Answer {
        status,
        head,
        body: bytes[end + 4..].to_vec(),
    }
}
