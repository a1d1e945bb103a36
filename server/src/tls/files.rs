//! A certificate and its key in files that may change while the server runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::time::interval;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_util::sync::CancellationToken;

use crate::config::ConfigError;

const CERT: &str = "tls-cert";
const KEY: &str = "tls-key";

/// The two files, and what was in them at the last look.
pub(crate) struct Files {
    cert: PathBuf,
    key: PathBuf,
    /// A digest of both, or why they could not be read. Only a difference from it is a change, so a wrong file is
    /// reported once.
    last: Result<Fingerprint, ConfigError>,
    current: Arc<Current>,
}

type Fingerprint = [u8; 32];

/// The certificate that new connections are shown.
#[derive(Debug)]
struct Current(RwLock<Arc<CertifiedKey>>);

/// What a look at the files found.
#[derive(Debug, PartialEq, Eq)]
enum Change {
    /// Nothing new.
    None,
    /// A new certificate; new connections are shown it from now on.
    Taken,
    /// Something that cannot be used. Connections are still shown the old certificate.
    Refused(ConfigError),
}

impl Files {
    /// Reads them.
    ///
    /// # Errors
    ///
    /// One of them cannot be used; the field and the reason.
    pub(super) fn open(cert: &Path, key: &Path) -> Result<Self, ConfigError> {
        let pair = Pair::read(cert, key)?;
        let certified = pair.certified(cert, key)?;
        warn_of_open_key(key);
        Ok(Self {
            cert: cert.to_owned(),
            key: key.to_owned(),
            last: Ok(pair.fingerprint()),
            current: Arc::new(Current(RwLock::new(Arc::new(certified)))),
        })
    }

    /// Answers with the current certificate.
    pub(super) fn resolver(&self) -> Arc<dyn ResolvesServerCert> {
        self.current.clone()
    }

    /// Looks at the files once in `every`, until `stop`.
    pub(super) async fn follow(mut self, every: Duration, stop: CancellationToken) {
        let mut due = interval(every);
        loop {
            tokio::select! {
                () = stop.cancelled() => return,
                _ = due.tick() => {}
            }
            match self.look() {
                Change::None => {}
                Change::Taken => {
                    tracing::info!(cert = %self.cert.display(), "a new certificate is in use");
                }
                Change::Refused(error) => {
                    tracing::error!(%error, "the new certificate cannot be used; the old one stays in use");
                }
            }
        }
    }

    /// Reads both files whole: their times do not change when a link is pointed elsewhere.
    fn look(&mut self) -> Change {
        let read = Pair::read(&self.cert, &self.key);
        let now = read.as_ref().map(Pair::fingerprint).map_err(Clone::clone);
        if now == self.last {
            return Change::None;
        }
        self.last = now;
        let certified = read.and_then(|pair| pair.certified(&self.cert, &self.key));
        match certified {
            Err(error) => Change::Refused(error),
            Ok(certified) => {
                let Current(current) = &*self.current;
                *current.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(certified);
                Change::Taken
            }
        }
    }
}

impl ResolvesServerCert for Current {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let Self(current) = self;
        Some(Arc::clone(
            &current.read().unwrap_or_else(PoisonError::into_inner),
        ))
    }
}

/// What is in the files.
struct Pair {
    cert: Vec<u8>,
    key: Vec<u8>,
}

impl Pair {
    fn read(cert: &Path, key: &Path) -> Result<Self, ConfigError> {
        let bytes = |field, path: &Path| {
            fs::read(path).map_err(|error| ConfigError {
                field,
                reason: format!("{} cannot be read: {error}", path.display()),
            })
        };
        Ok(Self {
            cert: bytes(CERT, cert)?,
            key: bytes(KEY, key)?,
        })
    }

    fn fingerprint(&self) -> Fingerprint {
        let mut hasher = Sha256::new();
        for part in [&self.cert, &self.key] {
            hasher.update(Sha256::digest(part));
        }
        hasher.finalize().into()
    }

    /// The certificate with its key, if they belong together.
    fn certified(&self, cert: &Path, key: &Path) -> Result<CertifiedKey, ConfigError> {
        let wrong = |field, path: &Path, reason: &dyn std::fmt::Display| ConfigError {
            field,
            reason: format!("{}: {reason}", path.display()),
        };
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(&self.cert)
            .collect::<Result<_, _>>()
            .map_err(|error| wrong(CERT, cert, &error))?;
        if chain.is_empty() {
            return Err(wrong(CERT, cert, &"it has no certificate in PEM"));
        }
        let private = PrivateKeyDer::from_pem_slice(&self.key).map_err(|error| {
            let reason = format!("it has no private key in PEM ({error})");
            wrong(KEY, key, &reason)
        })?;
        // Errors name the key file: this fails if the key is not the certificate's, or the certificate is malformed.
        CertifiedKey::from_der(chain, private, &ring::default_provider()).map_err(|error| {
            let reason = format!("it does not go with {}: {error}", cert.display());
            wrong(KEY, key, &reason)
        })
    }
}

#[cfg(unix)]
fn warn_of_open_key(key: &Path) {
    use std::os::unix::fs::PermissionsExt;
    if fs::metadata(key).is_ok_and(|found| found.permissions().mode() & 0o004 != 0) {
        tracing::warn!(key = %key.display(), "everybody on this machine can read the private key");
    }
}

#[cfg(not(unix))]
fn warn_of_open_key(_key: &Path) {}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn path(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        fn write(&self, cert: &str, key: &str) {
            fs::write(self.path("cert.pem"), cert).unwrap();
            fs::write(self.path("key.pem"), key).unwrap();
        }

        fn open(&self) -> Result<Files, ConfigError> {
            Files::open(&self.path("cert.pem"), &self.path("key.pem"))
        }
    }

    fn pair() -> (String, String) {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        (made.cert.pem(), made.key_pair.serialize_pem())
    }

    fn shown(files: &Files) -> Vec<u8> {
        let Current(current) = &*files.current;
        current.read().unwrap().cert[0].to_vec()
    }

    #[test]
    fn a_new_certificate_is_taken_and_nothing_else_is_a_change() {
        let folder = Folder::new();
        let (cert, key) = pair();
        folder.write(&cert, &key);
        let mut files = folder.open().unwrap();
        let first = shown(&files);
        assert_eq!(files.look(), Change::None);
        folder.write(&cert, &key);
        assert_eq!(files.look(), Change::None, "written anew, the same inside");
        let (cert, key) = pair();
        folder.write(&cert, &key);
        assert_eq!(files.look(), Change::Taken);
        assert_ne!(shown(&files), first);
    }

    #[test]
    fn a_half_written_pair_is_reported_once_and_the_old_one_kept() {
        let folder = Folder::new();
        let (cert, key) = pair();
        folder.write(&cert, &key);
        let mut files = folder.open().unwrap();
        let first = shown(&files);
        let (new_cert, new_key) = pair();
        folder.write(&new_cert, &key);
        assert!(matches!(files.look(), Change::Refused(_)));
        assert_eq!(files.look(), Change::None);
        assert_eq!(shown(&files), first);
        fs::remove_file(folder.path("key.pem")).unwrap();
        assert!(matches!(files.look(), Change::Refused(_)));
        assert_eq!(files.look(), Change::None);
        folder.write(&new_cert, &new_key);
        assert_eq!(files.look(), Change::Taken);
        assert_ne!(shown(&files), first);
    }

    #[test]
    fn files_that_cannot_be_used_are_refused_by_their_field() {
        let folder = Folder::new();
        let field = |folder: &Folder| folder.open().err().unwrap().field;
        assert_eq!(field(&folder), CERT, "there is none");
        let (cert, key) = pair();
        for (cert, key, expected) in [
            ("", key.as_str(), CERT),
            ("no certificate", &key, CERT),
            (&key, &key, CERT),
            (&cert, "", KEY),
            (&cert, &cert, KEY),
            (&cert, &pair().1, KEY),
        ] {
            folder.write(cert, key);
            assert_eq!(field(&folder), expected, "{cert} {key}");
        }
    }
}
