//! Requests as bytes.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::route::Route;

/// What comes back on one connection.
#[derive(Clone, Debug, Default)]
pub struct HttpAnswer {
    /// Everything, until the server has closed or nothing more came.
    pub bytes: Vec<u8>,
    /// How many bytes of the request were taken.
    pub taken: usize,
    /// Whether the server has closed the connection.
    pub closed: bool,
}

impl HttpAnswer {
    /// The status of the first answer.
    pub fn status(&self) -> Option<u16> {
        let head = String::from_utf8_lossy(self.bytes.get(..12)?).into_owned();
        head.strip_prefix("HTTP/1.1 ")?.parse().ok()
    }

    /// How many answers there are.
    pub fn count(&self) -> usize {
        let start = b"HTTP/1.1 ";
        let windows = self.bytes.windows(start.len());
        windows.filter(|window| window == start).count()
    }

    /// Everything as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// Sends bytes on a connection of their own and reads what comes within a time.
///
/// # Errors
///
/// There is no connection. That it is lost later is in the answer.
pub async fn exchange(route: &Route, request: &[u8], within: Duration) -> io::Result<HttpAnswer> {
    let stream = route.connect().await?;
    let (mut reading, mut writing) = stream.into_split();
    let (mut bytes, mut taken) = (Vec::new(), 0);
    let write = async {
        for part in request.chunks(65_536) {
            if writing.write_all(part).await.is_err() {
                break;
            }
            taken += part.len();
        }
        // A server would take the end of the writing side for the end of the connection.
        std::future::pending::<()>().await;
    };
    let read = async {
        // A reset ends the answer as well.
        drop(reading.read_to_end(&mut bytes).await);
    };
    let both = async {
        tokio::select! {
            () = write => {}
            () = read => {}
        }
    };
    let closed = timeout(within, both).await.is_ok();
    Ok(HttpAnswer {
        bytes,
        taken,
        closed,
    })
}
