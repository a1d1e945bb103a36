//! Secrets do not show themselves where messages are written down for people.

use std::fmt;

/// Shows whether a secret is there, and nothing of it.
pub(crate) struct Hidden<'a>(pub(crate) &'a Option<String>);

impl fmt::Debug for Hidden<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(_) => f.write_str("Some(secret)"),
            None => f.write_str("None"),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::admin::BotToken;
    use crate::{ClientMessage, PlayerId, ServerMessage};

    const HELLO: &str = r#"{"type":"hello","versions":{"from":1,"to":1},"kind":"person","name":"Ada",
        "token":"sesame-1","password":"sesame-2","transfer":"sesame-3"}"#;
    const WELCOME: &str = include_str!("../fixtures/server/welcome.json");

    #[test]
    fn messages_are_shown_without_their_secrets() {
        let hello: ClientMessage = serde_json::from_str(HELLO).unwrap();
        let shown = format!("{hello:?}");
        assert!(shown.contains(r#"name: Some("Ada")"#), "{shown}");
        assert_eq!(shown.matches("Some(secret)").count(), 3, "{shown}");
        assert!(!shown.contains("sesame"), "{shown}");

        let welcome: ServerMessage = serde_json::from_str(WELCOME).unwrap();
        let ServerMessage::Welcome(inner) = &welcome else {
            panic!("no welcome")
        };
        let token = inner.token.clone().unwrap();
        let shown = format!("{welcome:?}");
        assert!(shown.contains("token: Some(secret)"), "{shown}");
        assert!(shown.contains(&inner.player.name), "{shown}");
        assert!(!shown.contains(&token), "{shown}");

        let player = PlayerId(uuid::Uuid::nil());
        let secret = BotToken { player, token };
        let shown = format!("{secret:?}");
        assert!(!shown.contains(&secret.token), "{shown}");
    }
}
