//! The first bytes of a connection to a port that speaks TLS.

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::server::TlsStream;

use super::Tls;

/// The first byte of every TLS connection: a record with a handshake in it.
const HANDSHAKE: u8 = 0x16;
/// The answer to plain http. A browser shows the text as it is.
const SPEAK_TLS: &[u8] = b"HTTP/1.1 400 Bad Request\r\n\
    content-type: text/plain; charset=utf-8\r\n\
    connection: close\r\n\
    content-length: 74\r\n\
    \r\n\
    This port speaks https. Put https:// before the address in place of http.\n";
/// Bytes of the request that are read and thrown away, so that the answer is not lost with a reset.
const REST_BYTES: u64 = 16_384;

/// What a connection has turned out to be.
pub(crate) enum Greeting {
    /// Both sides speak TLS.
    Tls(Box<TlsStream<TcpStream>>),
    /// Plain http from this machine: `boneyard health`, a proxy, the host's own shell.
    Plain(TcpStream),
    /// Nothing more is sent.
    Dismissed,
}

impl Tls {
    /// Negotiates TLS with a client. Plain http is served to this machine only, where nobody can listen in; other
    /// clients are told to use https.
    ///
    /// # Errors
    ///
    /// The connection is lost, the client speaks neither TLS nor http, or it takes longer than `within`.
    pub(crate) async fn greet(
        &self,
        stream: TcpStream,
        peer: IpAddr,
        within: Duration,
    ) -> io::Result<Greeting> {
        let greeted = timeout(within, self.agree(stream, peer)).await;
        greeted.unwrap_or_else(|_elapsed| Err(io::ErrorKind::TimedOut.into()))
    }

    async fn agree(&self, stream: TcpStream, peer: IpAddr) -> io::Result<Greeting> {
        let mut first = [0];
        if stream.peek(&mut first).await? == 0 {
            return Ok(Greeting::Dismissed);
        }
        if first == [HANDSHAKE] {
            let agreed = self.acceptor.accept(stream).await?;
            return Ok(Greeting::Tls(Box::new(agreed)));
        }
        if peer.to_canonical().is_loopback() {
            return Ok(Greeting::Plain(stream));
        }
        dismiss(stream).await?;
        Ok(Greeting::Dismissed)
    }
}

async fn dismiss(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(SPEAK_TLS).await?;
    stream.shutdown().await?;
    tokio::io::copy(&mut stream.take(REST_BYTES), &mut tokio::io::sink()).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::files::Files;
    use super::*;

    use tokio::net::TcpListener;

    const WITHIN: Duration = Duration::from_secs(5);

    fn tls() -> Tls {
        let folder = tempfile::tempdir().unwrap();
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (cert, key) = (folder.path().join("c"), folder.path().join("k"));
        std::fs::write(&cert, made.cert.pem()).unwrap();
        std::fs::write(&key, made.key_pair.serialize_pem()).unwrap();
        let files = Files::open(&cert, &key).unwrap();
        Tls::new(files.resolver(), &[super::super::INSIDE]).unwrap()
    }

    /// A connection's two ends.
    async fn connection() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, server) = tokio::join!(TcpStream::connect(address), listener.accept());
        (client.unwrap(), server.unwrap().0)
    }

    #[tokio::test]
    async fn plain_http_from_elsewhere_is_told_to_come_by_https() {
        let (mut client, server) = connection().await;
        client
            .write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
            .await
            .unwrap();
        let read = async {
            let mut answer = String::new();
            client.read_to_string(&mut answer).await.unwrap();
            drop(client);
            answer
        };
        let tls = tls();
        let greet = tls.greet(server, "203.0.113.9".parse().unwrap(), WITHIN);
        let (greeting, answer) = tokio::join!(greet, read);
        assert!(matches!(greeting, Ok(Greeting::Dismissed)));
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 400 "), "{head}");
        assert!(
            head.ends_with(&format!("content-length: {}", body.len())),
            "{head}"
        );
        assert!(body.contains("https://"), "{body}");
    }

    #[tokio::test]
    async fn plain_http_from_this_machine_is_served() {
        for peer in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let (mut client, server) = connection().await;
            client.write_all(b"GET").await.unwrap();
            let greeting = tls().greet(server, peer.parse().unwrap(), WITHIN).await;
            let Ok(Greeting::Plain(mut stream)) = greeting else {
                panic!("{peer} was not served");
            };
            let mut read = [0; 3];
            stream.read_exact(&mut read).await.unwrap();
            assert_eq!(&read, b"GET", "nothing is lost");
        }
    }

    #[tokio::test]
    async fn a_silent_client_is_not_waited_for() {
        let (_client, server) = connection().await;
        let short = Duration::from_millis(20);
        let greeting = tls()
            .greet(server, "127.0.0.1".parse().unwrap(), short)
            .await;
        assert_eq!(greeting.err().unwrap().kind(), io::ErrorKind::TimedOut);
        let (client, server) = connection().await;
        drop(client);
        let greeting = tls()
            .greet(server, "127.0.0.1".parse().unwrap(), WITHIN)
            .await;
        assert!(matches!(greeting, Ok(Greeting::Dismissed)));
    }
}
