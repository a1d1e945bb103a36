//! The host's API: who may use it, and what each action does.

mod access;
mod bans;
mod bots;
mod command;
mod people;
mod restart;
mod restore;
mod store;
mod tables;

use std::net::SocketAddr;
use std::path::Path;

use boneyard_protocol::admin::AdminAction;
use boneyard_protocol::{Command, JoinCode, LobbyCommand, ServerMessage, TableId};
use boneyard_server::admin::token::AdminToken;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::TestServer;
use crate::common::client::Client;
use crate::common::http::{self, Answer};

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

/// A request to the host's API, with these header lines.
pub(crate) async fn post(at: SocketAddr, action: &str, body: &str, headers: &str) -> Answer {
    http::post(at, &format!("/api/admin/{action}"), body, headers).await
}

pub(crate) async fn open_table(client: &mut Client) -> (TableId, JoinCode) {
    let request = json!({"sheet": "kozel", "seats": 3, "private": true});
    let table = serde_json::from_value(request).unwrap();
    let ack = client
        .ask(Command::Lobby(LobbyCommand::Create { table }))
        .await
        .unwrap();
    (ack.table.unwrap(), ack.code.unwrap())
}

/// Waits for a message.
pub(crate) async fn hear_until(
    client: &mut Client,
    is_it: impl Fn(&ServerMessage) -> bool,
) -> ServerMessage {
    loop {
        let message = client.hear().await;
        if is_it(&message) {
            return message;
        }
    }
}

/// Every action, with a request that it takes.
pub(crate) fn every_action() -> impl Iterator<Item = (&'static str, Value)> {
    let all = AdminAction::ALL.into_iter();
    all.map(|action| (action.name(), request(action)))
}

fn request(action: AdminAction) -> Value {
    let nil = "00000000-0000-0000-0000-000000000000";
    match action {
        AdminAction::Close => json!({"table": nil}),
        AdminAction::Kick | AdminAction::Ban => json!({"player": nil}),
        AdminAction::Unban => json!({"ban": 7}),
        AdminAction::Announce => json!({"text": "hello"}),
        AdminAction::Drain => json!({"cancel": true}),
        AdminAction::Restore => json!({"backup": "nowhere"}),
        AdminAction::BotToken => json!({"name": "Emil 2"}),
        _ => json!({}),
    }
}
