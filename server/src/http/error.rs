//! Errors of the HTTP API.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::http::HttpError;

use crate::metrics;

/// A status and a code; the body is an [`HttpError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) status: StatusCode,
    pub(super) code: ErrorCode,
}

impl Failure {
    pub(super) const fn new(status: StatusCode, code: ErrorCode) -> Self {
        Self { status, code }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        metrics::refused(self.code);
        (self.status, Json(HttpError { code: self.code })).into_response()
    }
}
