//! Who connects.

use std::fmt;

use boneyard_protocol::PlayerKind;

/// Who connects, and what they show to be let in.
///
/// The default is a new person with a name that the server invents.
///
/// ```
/// use boneyard_client::Identity;
///
/// let ada = Identity {
///     password: Some("our kitchen table".to_owned()),
///     ..Identity::bot("Ada")
/// };
/// assert!(!format!("{ada:?}").contains("kitchen"), "secrets are not printed");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    /// The secret of an earlier [`Connection::token`](crate::Connection::token). Absent: the server makes a new
    /// identity.
    pub token: Option<String>,
    /// The code that [`Connection::transfer`](crate::Connection::transfer) gave on another device, in place of a
    /// token: the identity moves here with its name and its seats, and the connection has a new token for it. The
    /// code is good once, for [`TRANSFER_MS`](boneyard_protocol::limits::TRANSFER_MS) milliseconds.
    pub transfer: Option<String>,
    /// Person or bot. A program that plays by itself is a bot and is shown as one.
    pub kind: PlayerKind,
    /// The name the player would like. Absent: the name the identity has, or one that the server invents.
    pub name: Option<String>,
    /// The language of an invented name, as a BCP 47 tag.
    pub language: Option<String>,
    /// The server's password, for a server that asks for one. A token that was let in once needs none, so it is
    /// sent with a new identity, and otherwise only when the server asks.
    pub password: Option<String>,
}

impl Identity {
    /// A new bot of this name.
    pub fn bot(name: impl Into<String>) -> Self {
        Self {
            kind: PlayerKind::Bot,
            ..Self::person(name)
        }
    }

    /// A new person of this name.
    pub fn person(name: impl Into<String>) -> Self {
        Self {
            name: Some(name.into()),
            ..Self::default()
        }
    }
}

impl Default for Identity {
    fn default() -> Self {
        Self {
            token: None,
            transfer: None,
            kind: PlayerKind::Person,
            name: None,
            language: None,
            password: None,
        }
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Every field by its name, so that a new secret cannot be printed by accident.
        let Self {
            token,
            transfer,
            kind,
            name,
            language,
            password,
        } = self;
        let hidden = |secret: &Option<String>| secret.as_ref().map(|_| "hidden");
        f.debug_struct("Identity")
            .field("token", &hidden(token))
            .field("transfer", &hidden(transfer))
            .field("kind", kind)
            .field("name", name)
            .field("language", language)
            .field("password", &hidden(password))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_prints_no_secret() {
        let secret = || Some("a-secret".to_owned());
        let identity = Identity {
            token: secret(),
            transfer: secret(),
            password: secret(),
            ..Identity::bot("Ada")
        };
        let printed = format!("{identity:?}");
        assert!(printed.contains("Ada"), "{printed}");
        assert!(!printed.contains("a-secret"), "{printed}");
    }
}
