//! How a record is written down: one JSON object.
//!
//! `{"v":1,"at":1790000000000,"cause":{...},"fact":{"seated":{...}}}`: the version, the time, the command
//! behind it (absent if none), and the fact under its name.
//!
//! Facts and the engine's events derive no `Serialize`, so that hidden tiles cannot leave the program by
//! accident. The definitions in [`fact`](self), [`event`](self) and [`result`](self) mirror them for this
//! module alone: a variant or field that they do not know fails to compile.
//!
//! A new kind of fact or event, or a field without a default, raises [`VERSION`]; every version from 1 on
//! stays readable. An older program then refuses the record by its version and leaves the table alone.

mod event;
mod fact;
mod result;
mod wrap;

use boneyard_protocol::{CommandId, PlayerId};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::fact::FactForm;
use super::heads::HeadState;
use super::record::{BodyHash, Cause};
use crate::UnixMillis;
use crate::fact::Fact;

/// The version that is written.
pub const VERSION: u16 = 3;

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CodecError {
    /// It was written by a newer program.
    #[error("it has version {found}, this program reads versions 1 to {VERSION}")]
    Version {
        /// Its version.
        found: u64,
    },
    /// It is not a record of the version that it names: no JSON, an unknown kind of fact, a field missing
    /// or out of its range.
    #[error("it cannot be read: {why}")]
    Malformed {
        /// What the reader says. Never holds the record itself.
        why: String,
    },
}

impl From<serde_json::Error> for CodecError {
    fn from(error: serde_json::Error) -> Self {
        Self::Malformed {
            why: error.to_string(),
        }
    }
}

/// What a record's body holds.
#[derive(Debug, PartialEq)]
pub(super) struct Body {
    pub(super) version: u16,
    pub(super) at: UnixMillis,
    pub(super) cause: Option<Cause>,
    pub(super) fact: Fact,
}

#[derive(Serialize)]
struct Written<'a> {
    v: u16,
    at: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<CauseForm>,
    #[serde(with = "FactForm")]
    fact: &'a Fact,
}

#[derive(Deserialize)]
struct Read {
    v: u16,
    at: u64,
    #[serde(default)]
    cause: Option<CauseForm>,
    #[serde(with = "FactForm")]
    fact: Fact,
}

#[derive(Deserialize)]
struct Version {
    v: u64,
}

#[derive(Serialize, Deserialize)]
struct CauseForm {
    player: PlayerId,
    command: CommandId,
    #[serde(with = "hex::serde")]
    body: [u8; 32],
}

impl From<Cause> for CauseForm {
    fn from(cause: Cause) -> Self {
        Self {
            player: cause.player,
            command: cause.command,
            body: cause.body.0,
        }
    }
}

impl From<CauseForm> for Cause {
    fn from(form: CauseForm) -> Self {
        Self {
            player: form.player,
            command: form.command,
            body: BodyHash(form.body),
        }
    }
}

/// The body of a record.
pub(super) fn encode(at: UnixMillis, cause: Option<Cause>, fact: &Fact) -> String {
    let written = Written {
        v: VERSION,
        at: at.0,
        cause: cause.map(CauseForm::from),
        fact,
    };
    serde_json::to_string(&written).expect("every map in a fact has text as its keys")
}

/// What a body says.
pub(super) fn decode(body: &str) -> Result<Body, CodecError> {
    let read: Read = match serde_json::from_str(body) {
        Ok(read) => read,
        Err(error) => return Err(unreadable(body, error)),
    };
    if !(1..=VERSION).contains(&read.v) {
        return Err(CodecError::Version {
            found: read.v.into(),
        });
    }
    Ok(Body {
        version: read.v,
        at: UnixMillis(read.at),
        cause: read.cause.map(Cause::from),
        fact: read.fact,
    })
}

/// A body of a newer version need not have this version's form, so the version is looked for first.
fn unreadable(body: &str, error: serde_json::Error) -> CodecError {
    match serde_json::from_str::<Version>(body) {
        Ok(Version { v }) if v != 0 && v <= u64::from(VERSION) => error.into(),
        Ok(Version { v }) => CodecError::Version { found: v },
        Err(_no_version) => error.into(),
    }
}

/// What a table is after this fact.
pub(super) fn leaves(fact: &Fact) -> HeadState {
    if matches!(fact, Fact::Closed { .. }) {
        HeadState::Closed
    } else {
        HeadState::Open
    }
}

#[cfg(test)]
mod tests;
