//! Which certificates are trusted at a `wss:` address.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::{self, PemObject};
use rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::Connector;

/// Which certificates are trusted at a `wss:` address.
///
/// The default trusts what the system trusts.
#[derive(Clone, Default)]
pub struct Trust {
    /// Absent: the roots of the system.
    config: Option<Arc<ClientConfig>>,
}

/// Why a file of root certificates cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TrustError {
    /// It cannot be read, or is not PEM.
    #[error("cannot read certificates from {0}: {1}")]
    Unreadable(PathBuf, #[source] pem::Error),
    /// A certificate in it is not usable as a root, or TLS cannot be set up with it.
    #[error("cannot trust the certificates of {0}: {1}")]
    Unusable(PathBuf, #[source] rustls::Error),
    /// There is no certificate in it.
    #[error("{0} holds no certificate")]
    Empty(PathBuf),
}

impl Trust {
    /// Trusts only the root certificates in this PEM file: for a private server whose certificate no public
    /// authority has signed. A self-signed certificate is its own root.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, holds no certificate, or holds one that cannot be a root.
    pub fn root_file(path: impl AsRef<Path>) -> Result<Self, TrustError> {
        let path = path.as_ref();
        let unreadable = |error| TrustError::Unreadable(path.to_owned(), error);
        let unusable = |error| TrustError::Unusable(path.to_owned(), error);
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_file_iter(path).map_err(unreadable)? {
            roots
                .add(certificate.map_err(unreadable)?)
                .map_err(unusable)?;
        }
        if roots.is_empty() {
            return Err(TrustError::Empty(path.to_owned()));
        }
        // Named rather than taken from the process, which may have none or several.
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(unusable)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self::config(Arc::new(config)))
    }

    /// Trusts what this configuration of rustls trusts.
    pub fn config(config: Arc<ClientConfig>) -> Self {
        Self {
            config: Some(config),
        }
    }

    /// None: tokio-tungstenite loads the roots of the system itself.
    pub(crate) fn connector(&self) -> Option<Connector> {
        self.config.clone().map(Connector::Rustls)
    }
}

impl fmt::Debug for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.config {
            None => "Trust(system roots)",
            Some(_) => "Trust(own roots)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_certificate_is_refused() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert!(matches!(Trust::root_file(here), Err(TrustError::Empty(_))));
        let nowhere = Trust::root_file("/no/such/file.pem");
        assert!(matches!(nowhere, Err(TrustError::Unreadable(_, _))));
    }
}
