//! Requests by players.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL};
use axum::http::{StatusCode, request};
use axum::response::{IntoResponse, Response};
use boneyard_protocol::ErrorCode;

use super::accept::Peer;
use super::client_address::client_address;
use super::error::Failure;
use crate::app::App;
use crate::identity::Identity;

/// A request with `Authorization: Bearer TOKEN` of an identity.
pub(super) struct Player(Identity);

impl FromRequestParts<Arc<App>> for Player {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut request::Parts,
        app: &Arc<App>,
    ) -> Result<Self, Failure> {
        let banned = || Failure::new(StatusCode::FORBIDDEN, ErrorCode::Banned);
        let now = app.clock.now().wall;
        let peer = parts.extensions.get::<Peer>().map(|peer| peer.address);
        let address = peer.map(|peer| client_address(peer, &parts.headers, |ip| app.trusts(ip)));
        if address.is_some_and(|address| app.admission.keeps_out_address(address, now)) {
            return Err(banned());
        }
        let bad_token = || Failure::new(StatusCode::UNAUTHORIZED, ErrorCode::BadToken);
        let unavailable = Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::StorageUnavailable,
        );
        let token = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let token = token.and_then(bearer).ok_or_else(bad_token)?;
        if let Some(identity) = app.identities.find(token).await.map_err(|_| unavailable)? {
            if app.admission.keeps_out(identity.player, now) {
                return Err(banned());
            }
            return Ok(Self(identity));
        }
        match address.map(|address| app.newcomers.take(address)) {
            Some(Err(_wait)) => Err(Failure::new(
                StatusCode::TOO_MANY_REQUESTS,
                ErrorCode::RateLimited,
            )),
            _ => Err(bad_token()),
        }
    }
}

/// The token of an `Authorization` header.
pub(super) fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Proof that the request may see what is played here. Without a server password every request may; with one, only
/// requests of admitted players.
pub(super) struct LetIn;

impl FromRequestParts<Arc<App>> for LetIn {
    type Rejection = Failure;

    async fn from_request_parts(
        parts: &mut request::Parts,
        app: &Arc<App>,
    ) -> Result<Self, Failure> {
        if app.admission.password().is_none() {
            return Ok(Self);
        }
        let refused = || Failure::new(StatusCode::UNAUTHORIZED, ErrorCode::PasswordRequired);
        if !parts.headers.contains_key(AUTHORIZATION) {
            return Err(refused());
        }
        let Player(identity) = Player::from_request_parts(parts, app).await?;
        let admitted = app.admission.has_admitted(identity.player).await;
        match admitted {
            Ok(true) => Ok(Self),
            Ok(false) => Err(refused()),
            Err(_unavailable) => Err(Failure::new(
                StatusCode::SERVICE_UNAVAILABLE,
                ErrorCode::StorageUnavailable,
            )),
        }
    }
}

/// `/api/me`: the token's owner.
pub(super) async fn me(State(_): State<Arc<App>>, Player(identity): Player) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(identity.info())).into_response()
}
