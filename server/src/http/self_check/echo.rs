//! A socket that echoes text.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::sleep;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_util::sync::CancellationToken;

/// The most bytes of a frame; a larger one ends the socket.
const FRAME_BYTES: usize = 1_024;
/// The number of frames after which the socket ends.
const FRAMES: u32 = 64;
/// The life of the socket. It is longer than the minute of silence after which proxies close sockets by default.
const LIFE: Duration = Duration::from_secs(100);

/// Serves one socket to its end. It never pings, so that a proxy that closes silent connections is noticed.
pub(super) async fn serve<S>(stream: S, draining: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let config = WebSocketConfig::default()
        .read_buffer_size(FRAME_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(8 * FRAME_BYTES)
        .max_message_size(Some(FRAME_BYTES))
        .max_frame_size(Some(FRAME_BYTES));
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
    tokio::select! {
        () = echo(&mut socket) => {}
        () = sleep(LIFE) => {}
        () = draining.cancelled() => {}
    }
    if let Err(error) = socket.close(None).await {
        tracing::debug!(%error, "a self-check's socket was gone before its close");
    }
}

async fn echo<S>(socket: &mut WebSocketStream<S>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    for _ in 0..FRAMES {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            Some(Ok(_)) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use tokio::io::DuplexStream;

    async fn client(stream: DuplexStream) -> WebSocketStream<DuplexStream> {
        WebSocketStream::from_raw_socket(stream, Role::Client, None).await
    }

    #[tokio::test]
    async fn a_text_comes_back() {
        let (ours, theirs) = tokio::io::duplex(4_096);
        let talk = async {
            let mut client = client(ours).await;
            client.send(Message::text("here")).await.unwrap();
            let answer = client.next().await.unwrap().unwrap();
            assert_eq!(answer, Message::text("here"));
            client.close(None).await.unwrap();
            while let Some(Ok(_)) = client.next().await {}
        };
        tokio::join!(talk, serve(theirs, CancellationToken::new()));
    }

    #[tokio::test(start_paused = true)]
    async fn it_sends_nothing_by_itself_and_ends() {
        let (ours, theirs) = tokio::io::duplex(4_096);
        let listen = async {
            let mut client = client(ours).await;
            client.next().await
        };
        let (message, ()) = tokio::join!(listen, serve(theirs, CancellationToken::new()));
        assert!(
            matches!(message, Some(Ok(Message::Close(_)))),
            "{message:?}"
        );
    }

    #[tokio::test]
    async fn too_large_a_frame_ends_it() {
        let (ours, theirs) = tokio::io::duplex(65_536);
        let talk = async {
            let mut client = client(ours).await;
            let large = "x".repeat(FRAME_BYTES + 1);
            client.send(Message::text(large)).await.unwrap();
            while let Some(Ok(message)) = client.next().await {
                assert!(!message.is_text(), "{message}");
            }
        };
        tokio::join!(talk, serve(theirs, CancellationToken::new()));
    }
}
