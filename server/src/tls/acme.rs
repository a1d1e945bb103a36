//! Certificates that the server gets for itself (RFC 8555), proved by TLS-ALPN-01 (RFC 8737): the authority connects
//! to port 443 of the name and is shown a certificate that only this server can make. No other port is needed.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;
use rustls_acme::caches::DirCache;
use rustls_acme::{AcmeConfig, AcmeState, EventError, EventOk};
use tokio_rustls::rustls::server::ResolvesServerCert;
use tokio_util::sync::CancellationToken;

use crate::config::{AcmeSettings, ConfigError};

/// The protocol that the authority names when it checks the proof.
pub(super) const CHALLENGE: &[u8] = b"acme-tls/1";
/// The default folder for account and certificate, in the data folder.
const FOLDER: &str = "acme";

/// The authority and the state of the order for a certificate.
pub(crate) struct Authority {
    state: AcmeState<io::Error>,
    domains: String,
}

/// Makes the folder for account and certificate. No certificate is ordered before [`Authority::follow`].
///
/// # Errors
///
/// The folder cannot be used.
pub(super) fn open(
    settings: &AcmeSettings,
    data: &Path,
) -> Result<(Authority, Arc<dyn ResolvesServerCert>), ConfigError> {
    let cache = match &settings.acme_cache {
        Some(folder) => folder.clone(),
        None => data.join(FOLDER),
    };
    make_private(&cache).map_err(|error| ConfigError {
        field: "acme-cache",
        reason: format!("{} cannot be used: {error}", cache.display()),
    })?;
    let mail = settings.acme_email.iter();
    let config = AcmeConfig::new(&settings.acme_domain)
        .contact(mail.map(|address| format!("mailto:{address}")))
        .cache(DirCache::new(cache));
    let state = match &settings.acme_directory {
        Some(url) => config.directory(url),
        None => config.directory_lets_encrypt(true),
    }
    .state();
    let resolver = state.resolver();
    let domains = settings.acme_domain.join(", ");
    Ok((Authority { state, domains }, resolver))
}

impl Authority {
    /// Gets a certificate and renews it in time, until `stop`. A failed order is tried again after ever longer waits;
    /// meanwhile the server uses the certificate it has.
    pub(super) async fn follow(mut self, stop: CancellationToken) {
        loop {
            let event = tokio::select! {
                () = stop.cancelled() => return,
                event = self.state.next() => event,
            };
            match event {
                Some(Ok(done)) => self.tell(&done),
                Some(Err(error)) => self.complain(&error),
                None => return,
            }
        }
    }

    fn tell(&self, done: &EventOk) {
        let domains = &self.domains;
        match done {
            EventOk::DeployedCachedCert => {
                tracing::info!(domains, "the stored certificate is in use");
            }
            EventOk::DeployedNewCert => {
                tracing::info!(domains, "a new certificate is in use");
            }
            EventOk::CertCacheStore | EventOk::AccountCacheStore => {
                tracing::debug!(domains, "account or certificate is stored");
            }
        }
    }

    fn complain(&self, error: &EventError<io::Error, io::Error>) {
        let domains = &self.domains;
        match error {
            EventError::CertCacheLoad(_)
            | EventError::AccountCacheLoad(_)
            | EventError::CertCacheStore(_)
            | EventError::AccountCacheStore(_)
            | EventError::CachedCertParse(_) => {
                tracing::error!(%error, "the folder of --acme-cache cannot be read or written");
            }
            EventError::Order(_) | EventError::NewCertParse(_) => {
                tracing::error!(%error, domains, "no certificate came; it is asked for again");
            }
        }
    }
}

/// Makes a folder that only its owner can enter. The files in it have the usual modes.
fn make_private(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder)?.permissions().mode();
        if mode & 0o077 != 0 {
            let reason = format!("others can read it (mode {:o})", mode & 0o777);
            return Err(io::Error::other(reason));
        }
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn settings(cache: Option<&Path>) -> AcmeSettings {
        AcmeSettings {
            acme_domain: vec!["dominoes.example".to_owned()],
            acme_email: Some("host@dominoes.example".to_owned()),
            acme_directory: Some("https://127.0.0.1:1/directory".to_owned()),
            acme_cache: cache.map(Path::to_owned),
        }
    }

    #[test]
    fn the_folder_is_the_owners_alone() {
        let data = tempfile::tempdir().unwrap();
        open(&settings(None), data.path()).unwrap();
        let mode = fs::metadata(data.path().join(FOLDER))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o700);
        open(&settings(None), data.path()).unwrap();
    }

    #[test]
    fn a_folder_that_others_can_read_is_refused() {
        let data = tempfile::tempdir().unwrap();
        let open_to_all = data.path().join("open");
        fs::create_dir(&open_to_all).unwrap();
        fs::set_permissions(&open_to_all, Permissions::from_mode(0o755)).unwrap();
        let error = open(&settings(Some(&open_to_all)), data.path())
            .err()
            .unwrap();
        assert_eq!(error.field, "acme-cache");
        assert!(error.reason.contains("755"), "{}", error.reason);
        let file = data.path().join("file");
        fs::write(&file, "").unwrap();
        let error = open(&settings(Some(&file)), data.path()).err().unwrap();
        assert_eq!(error.field, "acme-cache");
    }
}
