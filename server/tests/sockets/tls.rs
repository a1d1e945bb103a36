//! TLS on the server's own port.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::ClientMessage;
use boneyard_server::Times;
use boneyard_server::config::{Config, TlsSettings};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use crate::common::client::hello;
use crate::common::http::get;
use crate::common::program::{Program, run};
use crate::common::{PATIENCE, TestServer, config, soon};

/// A certificate for localhost in two files.
struct Certificate {
    folder: tempfile::TempDir,
}

impl Certificate {
    /// A folder with a certificate, and what a client must trust.
    fn new() -> (Self, CertificateDer<'static>) {
        let certificate = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let root = certificate.renew();
        (certificate, root)
    }

    /// Replaces the certificate.
    fn renew(&self) -> CertificateDer<'static> {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(self.path("key.pem"), made.key_pair.serialize_pem()).unwrap();
        std::fs::write(self.path("cert.pem"), made.cert.pem()).unwrap();
        made.cert.der().clone()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn settings(&self) -> TlsSettings {
        TlsSettings {
            tls_cert: Some(self.path("cert.pem")),
            tls_key: Some(self.path("key.pem")),
            ..TlsSettings::default()
        }
    }
}

async fn connect(
    at: SocketAddr,
    root: &CertificateDer<'static>,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(root.clone()).unwrap();
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(at).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    soon(
        "TLS",
        TlsConnector::from(Arc::new(client)).connect(name, stream),
    )
    .await
}

/// The head of an answer, in lower case.
async fn head(stream: &mut TlsStream<TcpStream>, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    soon("an answer", stream.read_to_end(&mut answer))
        .await
        .unwrap();
    String::from_utf8_lossy(&answer).to_lowercase()
}

#[tokio::test]
async fn the_page_and_sockets_come_by_tls() {
    let (certificate, root) = Certificate::new();
    let config = Config {
        tls: TlsSettings {
            hsts_days: 2,
            ..certificate.settings()
        },
        ..config()
    };
    let server = TestServer::with(config, Times::default()).await;
    let at = server.address();
    let page = head(&mut connect(at, &root).await.unwrap(), "/").await;
    assert!(page.starts_with("http/1.1 200 "), "{page}");
    assert!(
        page.contains("strict-transport-security: max-age=172800\r\n"),
        "{page}"
    );
    assert!(
        page.contains("cross-origin-opener-policy: same-origin\r\n"),
        "{page}"
    );
    let check = head(&mut connect(at, &root).await.unwrap(), "/api/self-check").await;
    assert!(check.contains("\"secure\":true"), "{check}");
    let stream = connect(at, &root).await.unwrap();
    let opened = client_async("wss://localhost/ws", stream);
    let (mut socket, _) = soon("the upgrade", opened).await.unwrap();
    let said = serde_json::to_string(&ClientMessage::Hello(hello())).unwrap();
    socket.send(Message::text(said)).await.unwrap();
    let message = soon("the welcome", socket.next()).await.unwrap().unwrap();
    assert!(
        message.to_text().unwrap().contains("\"type\":\"welcome\""),
        "{message}"
    );
}

#[tokio::test]
async fn nothing_is_said_of_tls_where_it_is_not_wanted() {
    let (certificate, root) = Certificate::new();
    let config = Config {
        tls: certificate.settings(),
        ..config()
    };
    let server = TestServer::with(config, Times::default()).await;
    let page = head(&mut connect(server.address(), &root).await.unwrap(), "/").await;
    assert!(!page.contains("strict-transport-security"), "{page}");
    let plain = get(server.address(), "/healthz").await;
    assert_eq!(plain.status, 200, "this machine may ask without TLS");
    assert_eq!(plain.header("strict-transport-security"), None);
}

#[tokio::test]
async fn a_new_certificate_is_shown_without_a_restart() {
    let (certificate, first) = Certificate::new();
    let config = Config {
        tls: certificate.settings(),
        ..config()
    };
    let times = Times {
        tls_reread: Duration::from_millis(10),
        ..Times::default()
    };
    let server = TestServer::with(config, times).await;
    let mut old = connect(server.address(), &first).await.unwrap();
    let second = certificate.renew();
    let renewed = async {
        while connect(server.address(), &second).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, renewed).await.unwrap();
    assert!(connect(server.address(), &first).await.is_err());
    let page = head(&mut old, "/healthz").await;
    assert!(
        page.starts_with("http/1.1 200 "),
        "what was open goes on: {page}"
    );
}

#[tokio::test]
async fn a_handshake_that_does_not_come_is_not_waited_for() {
    let (certificate, root) = Certificate::new();
    let config = Config {
        tls: certificate.settings(),
        ..config()
    };
    let times = Times {
        head: Duration::from_millis(100),
        ..Times::default()
    };
    let server = TestServer::with(config, times).await;
    for start in [&b""[..], b"\x16", b"\x16\x03\x01\x00"] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(start).await.unwrap();
        let mut rest = Vec::new();
        // The connection may be closed or reset.
        let _ended = soon("the end", stream.read_to_end(&mut rest)).await;
    }
    assert!(connect(server.address(), &root).await.is_ok());
}

#[tokio::test]
async fn the_program_speaks_tls_and_refuses_wrong_files() {
    let (certificate, root) = Certificate::new();
    let data = tempfile::tempdir().unwrap();
    let (cert, key) = (certificate.path("cert.pem"), certificate.path("key.pem"));
    let flags = [
        "--tls-cert",
        cert.to_str().unwrap(),
        "--tls-key",
        key.to_str().unwrap(),
    ];
    let program = Program::start_with_flags(data.path(), &flags).await;
    assert!(connect(program.address, &root).await.is_ok());
    let (status, said, _) = run(&["health", &program.address.to_string()]).await;
    assert!(status.success(), "{said}");
    program.kill().await;

    std::fs::write(&key, "no key").unwrap();
    let folder = data.path().to_str().unwrap();
    let (status, _, said) =
        run(&[&["--listen", "127.0.0.1:0", "--data", folder], &flags[..]].concat()).await;
    assert!(!status.success());
    assert!(
        said.contains("--tls-key: ") && said.contains("key.pem"),
        "{said}"
    );
}

/// With an authority that refuses everything.
#[cfg(feature = "acme")]
#[tokio::test]
async fn an_authority_that_refuses_is_logged_and_the_server_goes_on() {
    use tokio::io::{AsyncBufReadExt, BufReader};
    use tokio::net::TcpListener;

    let authority = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let directory = format!("http://{}/directory", authority.local_addr().unwrap());
    let refuse = async {
        loop {
            let (mut asker, _) = authority.accept().await.unwrap();
            let mut request = [0; 1024];
            let length = asker.read(&mut request).await.unwrap();
            assert!(request[..length].starts_with(b"GET /directory "));
            let no = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
            asker.write_all(no).await.unwrap();
        }
    };
    let data = tempfile::tempdir().unwrap();
    let flags = [
        "--acme-domain",
        "dominoes.example",
        "--acme-directory",
        &directory,
    ];
    let serve = async {
        let mut program = Program::start_with_flags(data.path(), &flags).await;
        let mut log = BufReader::new(program.child.stderr.take().unwrap()).lines();
        // The second line shows that the server tries again.
        let mut refusals = 0;
        while refusals < 2 {
            let line = soon("a line", log.next_line())
                .await
                .unwrap()
                .expect("a log");
            refusals += usize::from(line.contains("no certificate came") && line.contains("503"));
        }
        assert_eq!(get(program.address, "/readyz").await.status, 200);
        program.kill().await;
    };
    tokio::select! {
        () = refuse => {}
        () = serve => {}
    }
    assert!(data.path().join("acme").is_dir());
}
