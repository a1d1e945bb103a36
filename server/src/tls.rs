//! TLS on the server's own port, for servers without a proxy in front.

#[cfg(feature = "acme")]
mod acme;
mod files;
mod greeting;

use std::sync::Arc;
use std::time::Duration;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::server::ResolvesServerCert;
use tokio_util::sync::CancellationToken;

use crate::config::{Config, ConfigError};

use files::Files;
pub(crate) use greeting::Greeting;

/// The protocol inside TLS. WebSockets need HTTP/1.1.
const INSIDE: &[u8] = b"http/1.1";

/// Negotiates TLS with each client that connects. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Tls {
    acceptor: TlsAcceptor,
}

/// Keeps the certificate up to date while the server runs.
pub(crate) enum Upkeep {
    /// The host's own files.
    Files(Files),
    /// Certificates that the server gets for itself.
    #[cfg(feature = "acme")]
    Acme(Box<acme::Authority>),
}

/// TLS according to the settings; `None` if they turn it off.
///
/// # Errors
///
/// A file cannot be used; the field and the reason.
pub(crate) fn open(config: &Config) -> Result<Option<(Tls, Upkeep)>, ConfigError> {
    #[cfg(feature = "acme")]
    if !config.tls.acme.acme_domain.is_empty() {
        let (authority, resolver) = acme::open(&config.tls.acme, &config.data)?;
        let tls = Tls::new(resolver, &[INSIDE, acme::CHALLENGE])?;
        return Ok(Some((tls, Upkeep::Acme(Box::new(authority)))));
    }
    let (Some(cert), Some(key)) = (&config.tls.tls_cert, &config.tls.tls_key) else {
        return Ok(None);
    };
    let files = Files::open(cert, key)?;
    let tls = Tls::new(files.resolver(), &[INSIDE])?;
    Ok(Some((tls, Upkeep::Files(files))))
}

impl Tls {
    /// TLS 1.2 and 1.3 with the resolver's current certificate.
    fn new(resolver: Arc<dyn ResolvesServerCert>, inside: &[&[u8]]) -> Result<Self, ConfigError> {
        let provider = Arc::new(ring::default_provider());
        let versions = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| ConfigError {
                field: "tls-cert",
                reason: error.to_string(),
            })?;
        let mut config = versions.with_no_client_auth().with_cert_resolver(resolver);
        config.alpn_protocols = inside.iter().map(|name| name.to_vec()).collect();
        Ok(Self {
            acceptor: TlsAcceptor::from(Arc::new(config)),
        })
    }
}

impl Upkeep {
    /// Looks after the certificate until `stop`. Files are read again once in `every`.
    pub(crate) async fn run(self, every: Duration, stop: CancellationToken) {
        match self {
            Self::Files(files) => files.follow(every, stop).await,
            #[cfg(feature = "acme")]
            Self::Acme(authority) => authority.follow(stop).await,
        }
    }
}
