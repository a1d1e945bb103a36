//! The host's API: who may ask, and what each action does.

mod actions;
mod bots;
mod command;
mod door;

use std::net::SocketAddr;
use std::path::Path;

use boneyard_server::admin::token::AdminToken;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::TestServer;
use crate::common::http::{Answer, send};

/// A server on a data folder, and its host.
pub(crate) struct Host {
    pub(crate) server: TestServer,
    pub(crate) data: TempDir,
}

impl Host {
    pub(crate) async fn start(flags: &[&str]) -> Self {
        let data = tempfile::tempdir().unwrap();
        let server = TestServer::on_folder(data.path(), flags).await;
        Self { server, data }
    }

    pub(crate) fn token(&self) -> String {
        token(self.data.path())
    }

    /// Asks with the token, and further header lines.
    pub(crate) async fn ask_with(&self, action: &str, body: &str, headers: &str) -> Answer {
        let token = self.token();
        let headers = format!("authorization: Bearer {token}\r\n{headers}");
        post(self.server.address(), action, body, &headers).await
    }

    /// Asks for something that is done.
    pub(crate) async fn ask(&self, action: &str, body: Value) -> Value {
        let answer = self.ask_with(action, &body.to_string(), "").await;
        assert_eq!(answer.status, 200, "{action}: {}", answer.text());
        answer.json()
    }

    /// Asks for something that is refused: status, code, field.
    pub(crate) async fn refused(&self, action: &str, body: Value) -> (u16, String, Value) {
        let answer = self.ask_with(action, &body.to_string(), "").await;
        let error = answer.json();
        let code = error["code"].as_str().unwrap().to_owned();
        (answer.status, code, error["field"].clone())
    }
}

pub(crate) fn token(data: &Path) -> String {
    AdminToken::read(data).unwrap().reveal().to_owned()
}

/// A POST with these header lines.
pub(crate) async fn post(at: SocketAddr, action: &str, body: &str, headers: &str) -> Answer {
    let request = format!(
        "POST /api/admin/{action} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\n\
         content-length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    send(at, request.as_bytes()).await
}

/// The number of the action in a list of all that there are.
pub(crate) fn every_action() -> [(&'static str, Value); 15] {
    let nil = "00000000-0000-0000-0000-000000000000";
    [
        ("state", json!({})),
        ("tables", json!({})),
        ("players", json!({})),
        ("bans", json!({})),
        ("backups", json!({})),
        ("check", json!({})),
        ("close", json!({"table": nil})),
        ("kick", json!({"player": nil})),
        ("ban", json!({"player": nil})),
        ("unban", json!({"ban": 7})),
        ("announce", json!({"text": "hello"})),
        ("drain", json!({"cancel": true})),
        ("backup", json!({})),
        ("bot_token", json!({"name": "Emil 2"})),
        ("reports", json!({})),
    ]
}
