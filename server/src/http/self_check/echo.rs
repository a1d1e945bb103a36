//! A socket that says back what it hears.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::sleep;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_util::sync::CancellationToken;

/// Bytes of a frame; a larger one ends the socket.
const FRAME_BYTES: usize = 1_024;
/// Frames that are said back; then the socket ends.
const FRAMES: u32 = 64;
/// The socket's life. Longer than the minute of silence after which proxies cut it by default.
const LIFE: Duration = Duration::from_secs(100);

/// Serves one socket to its end. It never pings: a proxy that cuts silent connections is to be noticed.
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
        () = say_back(&mut socket) => {}
        () = sleep(LIFE) => {}
        () = draining.cancelled() => {}
    }
    if let Err(error) = socket.close(None).await {
        tracing::debug!(%error, "a self-check's socket was gone before its close");
    }
}

async fn say_back<S>(socket: &mut WebSocketStream<S>)
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
            Some(Ok(
                Message::Binary(_) | Message::Ping(_) | Message::Pong(_) | Message::Frame(_),
            )) => {}
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
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
    async fn what_is_said_comes_back() {
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
    async fn it_is_silent_by_itself_and_ends() {
        let (ours, theirs) = tokio::io::duplex(4_096);
        let listen = async {
            let mut client = client(ours).await;
            client.next().await
        };
        let (heard, ()) = tokio::join!(listen, serve(theirs, CancellationToken::new()));
        assert!(matches!(heard, Some(Ok(Message::Close(_)))), "{heard:?}");
    }

    #[tokio::test]
    async fn too_much_ends_it() {
        let (ours, theirs) = tokio::io::duplex(65_536);
        let talk = async {
            let mut client = client(ours).await;
            let large = "x".repeat(FRAME_BYTES + 1);
            client.send(Message::text(large)).await.unwrap();
            while let Some(Ok(heard)) = client.next().await {
                assert!(!heard.is_text(), "{heard}");
            }
        };
        tokio::join!(talk, serve(theirs, CancellationToken::new()));
    }
}
