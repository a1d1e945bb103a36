//! One way of a connection through the proxy.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

use super::{Orders, Weather};
use crate::clock;

/// Bytes read at once.
const CHUNK: usize = 16_384;
/// Chunks on their way; beyond them the sender is not read.
const CHUNKS: usize = 64;

/// Carries bytes, and at last the end of the stream, as far as the weather lets them through.
pub(super) async fn carry(
    mut reader: impl AsyncRead + Unpin,
    mut writer: impl AsyncWrite + Unpin,
    mut orders: watch::Receiver<Orders>,
) -> io::Result<()> {
    let (read, mut under_way) = mpsc::channel(CHUNKS);
    let reading = async move {
        let mut buffer = vec![0; CHUNK];
        loop {
            let count = reader.read(&mut buffer).await?;
            let chunk = buffer[..count].to_vec();
            if count == 0 || read.send((clock::now(), chunk)).await.is_err() {
                return Ok::<(), io::Error>(());
            }
        }
    };
    let writing = async {
        while let Some((read_at, chunk)) = under_way.recv().await {
            deliver(&mut writer, &chunk, read_at, &mut orders).await?;
        }
        out_of_the_hole(&mut orders).await;
        writer.shutdown().await
    };
    tokio::try_join!(reading, writing).map(|((), ())| ())
}

/// Writes one chunk as the weather is at each of its pieces.
async fn deliver(
    writer: &mut (impl AsyncWrite + Unpin),
    mut bytes: &[u8],
    read_at: Instant,
    orders: &mut watch::Receiver<Orders>,
) -> io::Result<()> {
    while !bytes.is_empty() {
        let weather = orders.borrow_and_update().weather;
        let (piece, pause) = match weather {
            Weather::Clear => (bytes.len(), None),
            Weather::Delay(by) => {
                sleep_until(read_at + by).await;
                (bytes.len(), None)
            }
            Weather::Trickle {
                bytes: piece,
                pause,
            } => (piece.clamp(1, bytes.len()), Some(pause)),
            Weather::Blackhole => {
                out_of_the_hole(orders).await;
                continue;
            }
        };
        let (now, later) = bytes.split_at(piece);
        writer.write_all(now).await?;
        bytes = later;
        if let Some(pause) = pause {
            sleep(pause).await;
        }
    }
    Ok(())
}

/// Waits until bytes may arrive; for ever, if the proxy is gone: then the connection is, too.
async fn out_of_the_hole(orders: &mut watch::Receiver<Orders>) {
    let passable = |orders: &Orders| orders.weather != Weather::Blackhole;
    if orders.wait_for(passable).await.is_err() {
        std::future::pending::<()>().await;
    }
}
