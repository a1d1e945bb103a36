//! The records of finished matches (SPEC 11), kept for ever.

use boneyard_protocol::{MatchId, TableId};

use crate::{Answer, ReadError, UnixMillis};

/// A match that ends, as [`crate::Append::finished`] hands it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedMatch {
    /// The match.
    pub id: MatchId,
    /// Its record in the JSON form of SPEC 11.1, each deal with `commitment` and `salt`. The text form is
    /// made from it when somebody asks.
    pub record: String,
}

/// A match that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchivedMatch {
    /// The match.
    pub id: MatchId,
    /// Where it was played.
    pub table: TableId,
    /// When its last fact was decided.
    pub finished: UnixMillis,
    /// Its record, as it was handed in.
    pub record: String,
}

/// The finished matches.
pub trait Archive: Send + Sync + 'static {
    /// A finished match; `None` if there is none with this id, or it is not over.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    fn find_match(&self, id: MatchId) -> Answer<Result<Option<ArchivedMatch>, ReadError>>;
}
