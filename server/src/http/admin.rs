//! The host's API: `POST /api/admin/ACTION`.
//!
//! Only POST, so that nothing is ever linked, prefetched or cached. Checks come in this order: where the request comes
//! from, which page sent it, and whether it has the token. Only then the action is read.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, FORWARDED, HeaderName, VIA};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::admin::{AdminAction, Nothing};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::accept::Peer;
use super::account::bearer;
use super::client_address::{client_address, tells_the_way};
use super::error::Failure;
use super::origin::may_open_socket;
use crate::admin::token::AdminToken;
use crate::admin::{self, Refused};
use crate::app::App;

/// What a proxy adds to a request that it passes on.
const PASSED_ON: [HeaderName; 5] = [
    HeaderName::from_static("x-forwarded-for"),
    HeaderName::from_static("x-forwarded-host"),
    HeaderName::from_static("x-real-ip"),
    FORWARDED,
    VIA,
];

/// Answers one request of the host.
pub(super) async fn action(
    State(app): State<Arc<App>>,
    Extension(peer): Extension<Peer>,
    Path(action): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Failure> {
    check_place(&app, &peer, &headers)?;
    check_token(&app, &peer, &headers).await?;
    // In a separate task, so that the action goes on if the host closes the page.
    let work = app.tasks.clone();
    let doing = work.spawn("host", async move { run(&app, &action, &body).await });
    doing.await.unwrap_or_else(|_panicked| {
        Err(Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            ErrorCode::StorageUnavailable,
        ))
    })
}

/// Checks where the request comes from and which page sent it.
fn check_place(app: &App, peer: &Peer, headers: &HeaderMap) -> Result<(), Failure> {
    if !app.config.admin_remote && !is_of_this_machine(app, peer, headers) {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            ErrorCode::AdminLocalOnly,
        ));
    }
    if !may_open_socket(headers, &app.config.public_url) {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            ErrorCode::ForeignOrigin,
        ));
    }
    Ok(())
}

/// Whether the client is on this machine. A request that a proxy passes on belongs to the proxy's client.
/// The client of an untrusted proxy is unknown, and what is local to a proxy on another machine is not local here.
fn is_of_this_machine(app: &App, peer: &Peer, headers: &HeaderMap) -> bool {
    let is_passed_on = PASSED_ON.iter().any(|name| headers.contains_key(name));
    if is_passed_on && !(app.trusts(peer.address) && tells_the_way(headers)) {
        return false;
    }
    both_here(peer.address, address(app, peer, headers), peer.local)
}

/// Whether the peer and its client are on the machine of the address `local`.
fn both_here(peer: IpAddr, client: IpAddr, local: IpAddr) -> bool {
    let local = local.to_canonical();
    let is_here = |ip: IpAddr| ip.is_loopback() || ip == local;
    is_here(peer.to_canonical()) && is_here(client.to_canonical())
}

fn address(app: &App, peer: &Peer, headers: &HeaderMap) -> IpAddr {
    client_address(peer.address, headers, |ip| app.trusts(ip))
}

/// Checks the token. Wrong ones are counted by address.
async fn check_token(app: &App, peer: &Peer, headers: &HeaderMap) -> Result<(), Failure> {
    let Some(folder) = app.folder.clone() else {
        return Err(Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::StorageUnavailable,
        ));
    };
    let value = headers
        .get(AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let given = value.and_then(bearer).map(str::to_owned);
    let read = tokio::task::spawn_blocking(move || AdminToken::read(&folder)).await;
    let known = match read {
        Ok(Ok(token)) => given.is_some_and(|given| token.is(&given)),
        Ok(Err(error)) => {
            tracing::error!(%error, "the host's token cannot be read, so nobody can act as the host");
            false
        }
        Err(_panicked) => false,
    };
    if known {
        return Ok(());
    }
    match app.wrong_admins.take(address(app, peer, headers)) {
        Ok(()) => Err(Failure::new(StatusCode::UNAUTHORIZED, ErrorCode::BadToken)),
        Err(retry_ms) => Err(Failure {
            retry_ms: Some(retry_ms),
            ..Failure::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::RateLimited)
        }),
    }
}

/// Carries out the action.
async fn run(app: &Arc<App>, action: &str, body: &[u8]) -> Result<Response, Failure> {
    let action = AdminAction::named(action);
    let no_such_path = || Failure::new(StatusCode::NOT_FOUND, ErrorCode::NoSuchPath);
    match action.ok_or_else(no_such_path)? {
        AdminAction::State => {
            let Nothing {} = parse(body)?;
            Ok(answer(admin::state(app).await))
        }
        AdminAction::Tables => {
            let Nothing {} = parse(body)?;
            Ok(answer(admin::tables(app).await))
        }
        AdminAction::Players => {
            let Nothing {} = parse(body)?;
            Ok(answer(admin::players(app).await))
        }
        AdminAction::Bans => {
            let Nothing {} = parse(body)?;
            Ok(answer(admin::bans(app)))
        }
        AdminAction::Backups => {
            let Nothing {} = parse(body)?;
            done(admin::backups(app))
        }
        AdminAction::Check => {
            let Nothing {} = parse(body)?;
            done(admin::check(app).await)
        }
        AdminAction::Close => nothing(admin::close(app, parse(body)?).await),
        AdminAction::Kick => nothing(admin::kick(app, parse(body)?)),
        AdminAction::Ban => done(admin::ban(app, parse(body)?).await),
        AdminAction::Unban => nothing(admin::unban(app, parse(body)?).await),
        AdminAction::Announce => done(admin::announce(app, &parse(body)?)),
        AdminAction::Drain => done(admin::drain(app, parse(body)?)),
        AdminAction::Backup => done(admin::backup(app, parse(body)?).await),
        AdminAction::Restore => done(admin::restore(app, parse(body)?).await),
        AdminAction::BotToken => done(admin::bot_token(app, &parse(body)?).await),
        AdminAction::Reports => done(admin::reports(app, parse(body)?).await),
    }
}

/// The request of an action. A missing body counts as an empty request.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    let body = if body.is_empty() { b"{}" } else { body };
    // Serde would also accept an array of the fields' values, so a mistake would pass unnoticed.
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(Failure::new(StatusCode::BAD_REQUEST, ErrorCode::BadMessage));
    }
    serde_json::from_slice(body).map_err(|error| Failure {
        field: field_in(&error.to_string()),
        ..Failure::new(StatusCode::BAD_REQUEST, ErrorCode::BadMessage)
    })
}

/// The field that serde's sentence names between backticks, if it names one.
fn field_in(sentence: &str) -> Option<String> {
    let named = ["missing field `", "unknown field `"];
    let rest = named.iter().find_map(|words| sentence.strip_prefix(words));
    rest.and_then(|rest| rest.split('`').next())
        .map(str::to_owned)
}

fn answer(value: impl Serialize) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(value)).into_response()
}

fn done<T: Serialize>(done: Result<T, Refused>) -> Result<Response, Failure> {
    done.map(answer).map_err(failure)
}

fn nothing(done: Result<(), Refused>) -> Result<Response, Failure> {
    self::done(done.map(|()| Nothing {}))
}

fn failure(refused: Refused) -> Failure {
    let (status, code) = match refused {
        Refused::Field { code, field } => {
            return Failure {
                field: Some(field.to_owned()),
                ..Failure::new(StatusCode::BAD_REQUEST, code)
            };
        }
        Refused::TooManyBans => (StatusCode::BAD_REQUEST, ErrorCode::SettingRange),
        Refused::NoSuchTable => (StatusCode::NOT_FOUND, ErrorCode::NoSuchTable),
        Refused::NoSuchPlayer => (StatusCode::NOT_FOUND, ErrorCode::NoSuchPlayer),
        Refused::NoSuchBan => (StatusCode::NOT_FOUND, ErrorCode::NoSuchBan),
        Refused::BackupExists => (StatusCode::CONFLICT, ErrorCode::BackupExists),
        Refused::NoSuchBackup => (StatusCode::NOT_FOUND, ErrorCode::NoSuchBackup),
        Refused::BackupUnusable => (StatusCode::CONFLICT, ErrorCode::BackupUnusable),
        Refused::Ending => (StatusCode::SERVICE_UNAVAILABLE, ErrorCode::Restarting),
        Refused::Unavailable => (
            StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::StorageUnavailable,
        ),
    };
    Failure::new(status, code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_local_to_a_proxy_elsewhere_is_not_local_here() {
        let here = |peer: &str, client: &str| {
            let ip = |text: &str| text.parse().unwrap();
            both_here(ip(peer), ip(client), ip("10.0.0.1"))
        };
        assert!(here("127.0.0.1", "127.0.0.1") && here("::1", "::1"));
        assert!(here("::ffff:127.0.0.1", "10.0.0.1") && here("10.0.0.1", "10.0.0.1"));
        assert!(
            !here("127.0.0.1", "10.0.0.2"),
            "a proxy here, its client elsewhere"
        );
        assert!(
            !here("10.0.0.2", "127.0.0.1"),
            "a proxy and its client elsewhere"
        );
        assert!(!here("10.0.0.2", "10.0.0.2"));
    }
}
