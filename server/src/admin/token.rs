//! The host's token: a file in the data folder that only the server's user can read.
//!
//! The file is read for each request, so that a new token is valid at once, also if it was made while the server runs.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::dealer::{Dealer, NoEntropy};

/// The token's file in the data folder.
pub const FILE: &str = "admin-token";
/// The file beside it that names the running server's address on this machine.
pub const ADDRESS_FILE: &str = "address";
/// Characters of a token: 32 bytes in URL-safe base64.
pub const CHARS: usize = 43;

/// Why there is no token.
#[derive(Debug, Error)]
pub enum AdminTokenError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// The file does not hold a token.
    #[error("{} does not hold a token; `boneyard admin token --renew` makes a new one", .0.display())]
    Malformed(PathBuf),
    /// No token can be made.
    #[error(transparent)]
    NoEntropy(#[from] NoEntropy),
}

/// The host's token. `Debug` does not show it.
#[derive(Clone)]
pub struct AdminToken(String);

impl AdminToken {
    /// The token of a data folder.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be read.
    pub fn read(folder: &Path) -> Result<Self, AdminTokenError> {
        let path = folder.join(FILE);
        let text = fs::read_to_string(&path).map_err(io_at(&path))?;
        let text = text.trim();
        if text.len() == CHARS && URL_SAFE_NO_PAD.decode(text).is_ok() {
            Ok(Self(text.to_owned()))
        } else {
            Err(AdminTokenError::Malformed(path))
        }
    }

    /// Makes a token and replaces an existing one.
    ///
    /// # Errors
    ///
    /// It cannot be written. An existing token stays valid.
    pub fn renew(folder: &Path, dealer: &dyn Dealer) -> Result<Self, AdminTokenError> {
        let token = URL_SAFE_NO_PAD.encode(dealer.bytes()?);
        write_private(&folder.join(FILE), &token)?;
        Ok(Self(token))
    }

    /// The token as text, for a request.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether this is the token. Hashes are compared, so that the time says nothing about the token.
    pub fn is(&self, given: &str) -> bool {
        Sha256::digest(self.0.as_bytes()) == Sha256::digest(given.as_bytes())
    }
}

impl std::fmt::Debug for AdminToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AdminToken(secret)")
    }
}

/// Makes a token unless there is one.
///
/// # Errors
///
/// No token can be made, or the existing one cannot be used.
pub(crate) fn ensure(folder: &Path, dealer: &dyn Dealer) -> Result<(), AdminTokenError> {
    match AdminToken::read(folder) {
        Ok(_) => Ok(()),
        Err(AdminTokenError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
            AdminToken::renew(folder, dealer).map(drop)
        }
        Err(error) => Err(error),
    }
}

/// Notes the server's address for this machine.
///
/// # Errors
///
/// It cannot be written.
pub(crate) fn note_address(folder: &Path, url: &str) -> Result<(), AdminTokenError> {
    write_private(&folder.join(ADDRESS_FILE), url)
}

/// The address that the last server on this folder has noted.
///
/// # Errors
///
/// There is none, or it cannot be read.
pub fn noted_address(folder: &Path) -> Result<String, AdminTokenError> {
    let path = folder.join(ADDRESS_FILE);
    let text = fs::read_to_string(&path).map_err(io_at(&path))?;
    Ok(text.trim().to_owned())
}

fn io_at(path: &Path) -> impl Fn(io::Error) -> AdminTokenError {
    move |error| AdminTokenError::Io {
        path: path.to_owned(),
        error,
    }
}

/// Writes a line into a file of mode 0600. An existing file is replaced as a whole.
fn write_private(path: &Path, line: &str) -> Result<(), AdminTokenError> {
    let beside = path.with_extension("unfinished");
    let written = (|| {
        match fs::remove_file(&beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = new_private(&beside)?;
        writeln!(file, "{line}")?;
        file.sync_all()?;
        fs::rename(&beside, path)
    })();
    written.map_err(io_at(path))
}

fn new_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::SystemDealer;

    #[test]
    fn the_first_start_makes_a_token_and_later_ones_keep_it() {
        let folder = tempfile::tempdir().unwrap();
        ensure(folder.path(), &SystemDealer).unwrap();
        let token = AdminToken::read(folder.path()).unwrap();
        ensure(folder.path(), &SystemDealer).unwrap();
        assert!(AdminToken::read(folder.path()).unwrap().is(token.reveal()));
        let other = AdminToken::renew(folder.path(), &SystemDealer).unwrap();
        assert!(!other.is(token.reveal()) && !other.is("") && other.reveal().len() == CHARS);
        assert!(AdminToken::read(folder.path()).unwrap().is(other.reveal()));
        assert_eq!(format!("{other:?}"), "AdminToken(secret)");
    }

    #[test]
    fn a_file_without_a_token_is_reported_and_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "hello\n").unwrap();
        let refused = ensure(folder.path(), &SystemDealer).unwrap_err();
        assert!(
            matches!(refused, AdminTokenError::Malformed(_)),
            "{refused}"
        );
        let kept = fs::read_to_string(folder.path().join(FILE)).unwrap();
        assert_eq!(kept, "hello\n");
    }

    #[cfg(unix)]
    #[test]
    fn only_their_user_can_read_both_files() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        ensure(folder.path(), &SystemDealer).unwrap();
        note_address(folder.path(), "http://127.0.0.1:8080").unwrap();
        assert_eq!(
            noted_address(folder.path()).unwrap(),
            "http://127.0.0.1:8080"
        );
        for file in [FILE, ADDRESS_FILE] {
            let found = fs::metadata(folder.path().join(file)).unwrap();
            assert_eq!(found.permissions().mode() & 0o777, 0o600, "{file}");
        }
    }
}
