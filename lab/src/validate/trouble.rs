//! What the relay does to a bot, one thing after the other.

/// How a socket is ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// By a reset, as by a network that fails.
    Reset,
    /// By a close frame with this code.
    Close(u16),
}

/// One trouble. It strikes at the first moment that suits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The socket is ended right after the bot was told that it is its turn.
    CutInTurn(Cut),
    /// The socket is ended while another seat is on turn.
    CutInOthers(Cut),
    /// Its act reaches the server, the answer does not reach it: the socket is reset before.
    CutBeforeAnswer,
    /// Its act does not reach the server; the answer is `rate_limited`, to be tried again after a while.
    RateLimited,
    /// Its act is changed on the way into one that is not legal: the server refuses it.
    Spoilt,
    /// A message of a type that does not exist yet.
    UnknownMessage,
    /// A fact of a type that does not exist yet, in the place of a hidden one.
    UnknownFact,
}

/// Milliseconds that a bot is asked to wait before it tries again.
pub(super) const RETRY_MS: u64 = 400;

/// The close code after which no client comes back by itself.
pub(super) const REPLACED: u16 = 4409;

/// All that a bot gets over, in the order in which they strike.
pub(super) const ALL: [Trouble; 9] = [
    Trouble::UnknownMessage,
    Trouble::UnknownFact,
    Trouble::CutInTurn(Cut::Reset),
    Trouble::RateLimited,
    Trouble::CutInOthers(Cut::Close(1012)),
    Trouble::CutBeforeAnswer,
    Trouble::Spoilt,
    Trouble::CutInTurn(Cut::Close(1012)),
    Trouble::CutInOthers(Cut::Reset),
];

impl Trouble {
    /// What is tried, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::CutInTurn(Cut::Reset) => "connection reset in its turn",
            Self::CutInTurn(Cut::Close(REPLACED)) => "replaced by another connection (4409)",
            Self::CutInTurn(Cut::Close(_)) => "server restarts (1012) in its turn",
            Self::CutInOthers(Cut::Reset) => "connection reset in another's turn",
            Self::CutInOthers(Cut::Close(_)) => "server restarts (1012) in another's turn",
            Self::CutBeforeAnswer => "connection reset before the answer to its act",
            Self::RateLimited => "act refused with rate_limited",
            Self::Spoilt => "act refused by the rules",
            Self::UnknownMessage => "message of an unknown type",
            Self::UnknownFact => "fact of an unknown type",
        }
    }

    /// Where it is described how to take it.
    pub(super) fn see(self) -> &'static str {
        match self {
            Self::CutInTurn(_) | Self::CutInOthers(_) => {
                "docs/protocol.md, Close codes, and docs/bots.md"
            }
            Self::CutBeforeAnswer => "docs/protocol.md, A conversation, 3 and 6",
            Self::RateLimited | Self::Spoilt => "docs/protocol.md, Refusals",
            Self::UnknownMessage | Self::UnknownFact => "docs/protocol.md, its first paragraph",
        }
    }

    /// Whether the bot has to come back after it.
    pub(super) fn ends_socket(self) -> bool {
        matches!(
            self,
            Self::CutInTurn(_) | Self::CutInOthers(_) | Self::CutBeforeAnswer
        )
    }
}
