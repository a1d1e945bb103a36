//! What a case has found.

use std::io;

use serde_json::Value;

use crate::drill::raw::Reply;
use crate::drill::server_process::ServerError;
use crate::drill::tables::SetUpError;
use boneyard_protocol::ErrorCode;

/// Something else came than was due.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Miss(pub(super) String);

impl From<io::Error> for Miss {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

impl From<ServerError> for Miss {
    fn from(error: ServerError) -> Self {
        Self(error.to_string())
    }
}

impl From<SetUpError> for Miss {
    fn from(error: SetUpError) -> Self {
        Self(error.to_string())
    }
}

impl From<tokio::task::JoinError> for Miss {
    fn from(error: tokio::task::JoinError) -> Self {
        Self(format!("a task of the drill was lost: {error}"))
    }
}

/// What was provoked and what came, or what should not have come.
pub(super) type Found = Result<String, Miss>;

/// It must be so.
pub(super) fn check(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Miss> {
    if holds {
        Ok(())
    } else {
        Err(Miss(otherwise()))
    }
}

/// The socket must have been closed with this code.
pub(super) fn check_close(what: &str, end: &Reply, code: u16) -> Result<(), Miss> {
    check(*end == Reply::Closed(Some(code)), || {
        format!("{what}: {end:?} instead of close {code}")
    })
}

/// The answer must be this refusal.
pub(super) fn check_refused(what: &str, answer: &Value, code: ErrorCode) -> Result<(), Miss> {
    let wanted = serde_json::to_value(code).unwrap_or_default();
    let is_it = answer["type"] == "refused" && answer["code"] == wanted;
    check(is_it, || format!("{what}: {answer} instead of {wanted}"))
}

/// The answer must be an acknowledgement.
pub(super) fn check_done(what: &str, answer: &Value) -> Result<(), Miss> {
    check(answer["type"] == "ack", || format!("{what}: {answer}"))
}
