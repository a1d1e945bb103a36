//! A deadline for every message: a message that has begun must be complete in time.
//!
//! The WebSocket library returns whole messages only, so a client could send one byte a second for ever, with pings in
//! between to look alive. [`Assembled`] follows the frame headers in the byte stream (RFC 6455, section 5.2) without
//! changing the bytes, and fails the read when a message or frame has been open too long or has too many frames.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use boneyard_protocol::limits::MESSAGE_BYTES;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// The position in the byte stream.
#[derive(Debug, Default)]
struct FrameScan {
    /// The header read so far: two bytes, an extended length, a mask.
    header: [u8; 14],
    header_len: usize,
    /// Bytes of the current frame's payload that are still to come.
    payload_left: u64,
    /// Whether the current frame is the last of its message; control frames belong to no message.
    ends_message: bool,
    /// Whether a message has begun and not ended.
    in_message: bool,
    /// Frames of the open message.
    frames: usize,
}

/// The open message has more frames than it may have bytes.
#[derive(Debug, PartialEq, Eq)]
struct TooManyFrames;

impl FrameScan {
    /// Whether a frame or a message is incomplete.
    fn is_open(&self) -> bool {
        self.in_message || self.header_len > 0 || self.payload_left > 0
    }

    /// Advances by these bytes. Returns whether something new began in them: another message, or a control frame
    /// between two messages.
    fn follow(&mut self, mut bytes: &[u8]) -> Result<bool, TooManyFrames> {
        let mut has_begun = false;
        while let Some((first, rest)) = bytes.split_first() {
            if self.payload_left > 0 {
                let skip = usize::try_from(self.payload_left)
                    .unwrap_or(usize::MAX)
                    .min(bytes.len());
                self.payload_left -= u64::try_from(skip)
                    .unwrap_or(u64::MAX)
                    .min(self.payload_left);
                bytes = bytes.get(skip..).unwrap_or_default();
                self.end_frame_if_complete();
                continue;
            }
            has_begun |= !self.in_message && self.header_len == 0;
            if let Some(slot) = self.header.get_mut(self.header_len) {
                *slot = *first;
                self.header_len += 1;
            }
            bytes = rest;
            if self.header_len >= self.header_needed() {
                self.begin_frame()?;
            }
        }
        Ok(has_begun)
    }

    /// The length of the header, as far as it is known yet.
    fn header_needed(&self) -> usize {
        let [_, second, ..] = self.header;
        if self.header_len < 2 {
            return 2;
        }
        let extended = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        2 + extended + if second & 0x80 == 0 { 0 } else { 4 }
    }

    fn begin_frame(&mut self) -> Result<(), TooManyFrames> {
        let [first, second, a, b, c, d, e, f, g, h, ..] = self.header;
        self.payload_left = match second & 0x7f {
            126 => u64::from(u16::from_be_bytes([a, b])),
            127 => u64::from_be_bytes([a, b, c, d, e, f, g, h]),
            short => u64::from(short),
        };
        self.header_len = 0;
        let is_control = first & 0x08 != 0;
        self.ends_message = first & 0x80 != 0 && !is_control;
        if !is_control {
            self.in_message = true;
            self.frames += 1;
            if self.frames > MESSAGE_BYTES {
                return Err(TooManyFrames);
            }
        }
        self.end_frame_if_complete();
        Ok(())
    }

    fn end_frame_if_complete(&mut self) {
        if self.payload_left == 0 && self.ends_message {
            self.in_message = false;
            self.ends_message = false;
            self.frames = 0;
        }
    }
}

/// A byte stream whose WebSocket messages must each be complete `within` a time. The first byte read must
/// be the first of a frame.
#[derive(Debug)]
pub(crate) struct Assembled<S> {
    inner: S,
    scan: FrameScan,
    within: Duration,
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> Assembled<S> {
    /// Watches a stream.
    pub(crate) fn new(inner: S, within: Duration) -> Self {
        Self {
            inner,
            scan: FrameScan::default(),
            within,
            deadline: None,
        }
    }

    /// The stream itself.
    pub(crate) fn into_inner(self) -> S {
        self.inner
    }

    /// Fails if the open message or frame has been open too long.
    fn check_deadline(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        let Some(deadline) = &mut self.deadline else {
            return Ok(());
        };
        if deadline.as_mut().poll(cx).is_ready() {
            return Err(io::Error::new(
                io::ErrorKind::TimedOut,
                "a message was not completed in time",
            ));
        }
        Ok(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Assembled<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        if Pin::new(&mut this.inner).poll_read(cx, buf)?.is_pending() {
            this.check_deadline(cx)?;
            return Poll::Pending;
        }
        let new = buf.filled().get(before..).unwrap_or_default();
        let has_begun = this
            .scan
            .follow(new)
            .map_err(|TooManyFrames| io::Error::new(io::ErrorKind::TimedOut, "too many frames"))?;
        if !this.scan.is_open() {
            this.deadline = None;
        } else if this.deadline.is_none() || has_begun {
            this.deadline = Some(Box::pin(sleep(this.within)));
        }
        this.check_deadline(cx)?;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Assembled<S> {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().inner).poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    /// A masked frame with a zero mask.
    fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![first];
        match u16::try_from(payload.len()).unwrap() {
            short @ 0..126 => bytes.push(0x80 | u8::try_from(short).unwrap()),
            long => {
                bytes.push(0x80 | 126);
                bytes.extend(long.to_be_bytes());
            }
        }
        bytes.extend([0; 4]);
        bytes.extend(payload);
        bytes
    }

    #[test]
    fn a_message_is_open_from_its_first_byte_to_its_last() {
        let mut bytes = frame(0x01, b"{\"a\"");
        bytes.extend(frame(0x89, b"ping"));
        bytes.extend(frame(0x80, &[b' '; 300]));
        for cut in [1, 7, 4096] {
            let mut scan = FrameScan::default();
            let mut read = 0;
            for part in bytes.chunks(cut) {
                scan.follow(part).unwrap();
                read += part.len();
                assert_eq!(
                    scan.is_open(),
                    read < bytes.len(),
                    "cut {cut}, {read} bytes"
                );
            }
        }
    }

    #[test]
    fn a_message_of_endless_empty_frames_is_not_followed() {
        let mut scan = FrameScan::default();
        scan.follow(&frame(0x01, b"")).unwrap();
        let empty = frame(0x00, b"");
        let end = (0..=MESSAGE_BYTES).find_map(|_| scan.follow(&empty).err());
        assert_eq!(end, Some(TooManyFrames));
    }

    #[tokio::test(start_paused = true)]
    async fn pings_do_not_keep_a_message_open() {
        let (mut client, server) = duplex(4096);
        let mut server = Assembled::new(server, Duration::from_secs(10));
        let mut buf = [0; 64];
        client.write_all(&frame(0x01, b"x")).await.unwrap();
        server.read_exact(&mut buf[..7]).await.unwrap();
        for _ in 0..2 {
            tokio::time::advance(Duration::from_secs(4)).await;
            client.write_all(&frame(0x89, b"")).await.unwrap();
            server.read_exact(&mut buf[..6]).await.unwrap();
        }
        let error = server.read(&mut buf).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_steady_stream_is_not_late_if_reads_end_inside_a_message() {
        let (mut client, server) = duplex(4096);
        let mut server = Assembled::new(server, Duration::from_secs(10));
        let message = frame(0x81, b"{}");
        // Cut within the header, and within the payload.
        for cut in [1, 7] {
            let (head, tail) = message.split_at(cut);
            let mut buf = [0; 64];
            client.write_all(head).await.unwrap();
            server.read_exact(&mut buf[..head.len()]).await.unwrap();
            for _ in 0..10 {
                tokio::time::advance(Duration::from_secs(4)).await;
                client.write_all(&[tail, head].concat()).await.unwrap();
                server.read_exact(&mut buf[..message.len()]).await.unwrap();
            }
            client.write_all(tail).await.unwrap();
            server.read_exact(&mut buf[..tail.len()]).await.unwrap();
        }
    }
}
