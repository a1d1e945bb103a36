//! The door to the host's API: `POST /api/admin/ACTION`.
//!
//! Only POST, so that nothing is ever linked, prefetched or kept. Asked are, in this order: where the request comes
//! from, which page sent it, and whether it knows the token; only then what it wants.

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
use boneyard_protocol::admin::Nothing;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::accept::Peer;
use super::account::bearer;
use super::client_address::client_address;
use super::error::Failure;
use super::origin::may_open_socket;
use crate::admin::token::AdminToken;
use crate::admin::{self, Refused};
use crate::house::House;

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
    State(house): State<Arc<House>>,
    Extension(peer): Extension<Peer>,
    Path(action): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Failure> {
    check_place(&house, &peer, &headers)?;
    check_token(&house, &peer, &headers).await?;
    // A host who closes his page does not break off what he has begun.
    let work = house.tasks.clone();
    let doing = work.spawn("host", async move { run(&house, &action, &body).await });
    doing.await.unwrap_or_else(|_panicked| {
        Err(Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            ErrorCode::StorageUnavailable,
        ))
    })
}

/// Where it comes from, and which page sent it.
fn check_place(house: &House, peer: &Peer, headers: &HeaderMap) -> Result<(), Failure> {
    if !house.config.admin_remote && !is_of_this_machine(house, peer, headers) {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            ErrorCode::AdminLocalOnly,
        ));
    }
    if !may_open_socket(headers, &house.config.public_url) {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            ErrorCode::ForeignOrigin,
        ));
    }
    Ok(())
}

/// Whether the client is on this machine. What a proxy passes on is its client's; of a proxy that is not trusted
/// nobody knows whose it is.
fn is_of_this_machine(house: &House, peer: &Peer, headers: &HeaderMap) -> bool {
    if !house.trusts(peer.address) && PASSED_ON.iter().any(|name| headers.contains_key(name)) {
        return false;
    }
    let client = address(house, peer, headers);
    client.is_loopback() || client == peer.local.to_canonical()
}

fn address(house: &House, peer: &Peer, headers: &HeaderMap) -> IpAddr {
    client_address(peer.address, headers, |ip| house.trusts(ip))
}

/// Whether it knows the token. Wrong ones are counted by address.
async fn check_token(house: &House, peer: &Peer, headers: &HeaderMap) -> Result<(), Failure> {
    let Some(folder) = house.folder.clone() else {
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
            tracing::error!(%error, "nobody can show himself to be the host");
            false
        }
        Err(_panicked) => false,
    };
    if known {
        return Ok(());
    }
    match house.wrong_admins.take(address(house, peer, headers)) {
        Ok(()) => Err(Failure::new(StatusCode::UNAUTHORIZED, ErrorCode::BadToken)),
        Err(retry_ms) => Err(Failure {
            retry_ms: Some(retry_ms),
            ..Failure::new(StatusCode::TOO_MANY_REQUESTS, ErrorCode::RateLimited)
        }),
    }
}

/// Does what is asked for.
async fn run(house: &Arc<House>, action: &str, body: &[u8]) -> Result<Response, Failure> {
    if matches!(
        action,
        "state" | "tables" | "players" | "bans" | "backups" | "check"
    ) {
        parse::<Nothing>(body)?;
    }
    match action {
        "state" => Ok(answer(admin::state(house).await)),
        "tables" => Ok(answer(admin::tables(house).await)),
        "players" => Ok(answer(admin::players(house).await)),
        "bans" => Ok(answer(admin::bans(house))),
        "backups" => done(admin::backups(house)),
        "check" => done(admin::check(house).await),
        "close" => nothing(admin::close(house, parse(body)?).await),
        "kick" => nothing(admin::kick(house, parse(body)?)),
        "ban" => done(admin::ban(house, parse(body)?).await),
        "unban" => nothing(admin::unban(house, parse(body)?).await),
        "announce" => done(admin::announce(house, &parse(body)?)),
        "drain" => done(admin::drain(house, parse(body)?)),
        "backup" => done(admin::backup(house, parse(body)?).await),
        "bot_token" => done(admin::bot_token(house, &parse(body)?).await),
        "reports" => done(admin::reports(house, parse(body)?).await),
        _ => Err(Failure::new(StatusCode::NOT_FOUND, ErrorCode::NoSuchPath)),
    }
}

/// The request of an action. No body is a request without content.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    let body = if body.is_empty() { b"{}" } else { body };
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

#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "every other code is of a request that is wrong"
)]
fn failure(refused: Refused) -> Failure {
    let status = match refused.code {
        ErrorCode::NoSuchTable | ErrorCode::NoSuchPlayer | ErrorCode::NoSuchBan => {
            StatusCode::NOT_FOUND
        }
        ErrorCode::BackupExists => StatusCode::CONFLICT,
        ErrorCode::StorageUnavailable => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::BAD_REQUEST,
    };
    Failure {
        field: refused.field.map(str::to_owned),
        ..Failure::new(status, refused.code)
    }
}
