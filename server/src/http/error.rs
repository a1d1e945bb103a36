//! Errors of the HTTP API.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::http::HttpError;

use crate::metrics;

/// A status and a code; the body is an [`HttpError`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) status: StatusCode,
    pub(super) code: ErrorCode,
    /// Codes of SPEC 2.2.
    pub(super) codes: Vec<String>,
    /// The field in question.
    pub(super) field: Option<String>,
    /// Milliseconds after which to try again.
    pub(super) retry_ms: Option<u32>,
}

impl Failure {
    pub(super) const fn new(status: StatusCode, code: ErrorCode) -> Self {
        Self {
            status,
            code,
            codes: Vec::new(),
            field: None,
            retry_ms: None,
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        metrics::refused(self.code);
        let Self {
            status,
            code,
            codes,
            field,
            retry_ms,
        } = self;
        let error = HttpError {
            code,
            codes,
            field,
            retry_ms,
        };
        (status, Json(error)).into_response()
    }
}
