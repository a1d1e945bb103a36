//! Requests: proper ones by the program's own client, and raw bytes, which can be malformed.

use std::net::SocketAddr;

use axum::http::Request;
use axum::http::request::Builder;
use boneyard_server::http_client::HttpClient;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::spawn_blocking;

use super::{PATIENCE, soon};

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
    let request = Request::get(format!("http://{address}{path}"));
    exchange(request, headers, "").await
}

/// A GET.
pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    get_with(address, path, "").await
}

/// A POST with these header lines.
pub(crate) async fn post(address: SocketAddr, path: &str, body: &str, headers: &str) -> Answer {
    let request = Request::post(format!("http://{address}{path}"));
    exchange(request, headers, body).await
}

/// Sends a proper request.
async fn exchange(mut request: Builder, headers: &str, body: &str) -> Answer {
    for line in headers.lines() {
        let (name, value) = line.split_once(": ").unwrap();
        request = request.header(name, value);
    }
    let request = request.body(body.as_bytes().to_vec()).unwrap();
    let client = HttpClient::new(PATIENCE, PATIENCE);
    let answer = spawn_blocking(move || client.send(request)).await.unwrap();
    let (parts, body) = answer.unwrap().into_parts();
    let mut head = format!("{:?} {}\n", parts.version, parts.status);
    for (name, value) in &parts.headers {
        head.push_str(&format!("{name}: {}\n", value.to_str().unwrap()));
    }
    Answer {
        status: parts.status.as_u16(),
        head: head.to_lowercase(),
        body,
    }
}

/// Sends bytes and reads the answer to its end.
pub(crate) async fn send(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // A server may close before everything is written.
    let _ = stream.write_all(request).await;
    let mut bytes = Vec::new();
    let _ = soon("an answer", stream.read_to_end(&mut bytes)).await;
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
