//! The limits every client meets. Each says its unit and what happens there.

use serde::{Deserialize, Serialize};

/// Bytes of one inbound message; a larger one closes the socket (1009).
pub const MESSAGE_BYTES: usize = 4096;
/// Milliseconds from the upgrade to a complete `hello`; later closes the socket (4400).
pub const HELLO_MS: u64 = 5_000;
/// Milliseconds between two pings of the server. A socket that has sent nothing, pong included, for
/// [`SILENCE_MS`] is closed (1001); its seat stays.
pub const PING_MS: u64 = 20_000;
/// See [`PING_MS`].
pub const SILENCE_MS: u64 = 45_000;
/// Characters of a player's name as a reader counts them (grapheme clusters), at least 1.
pub const NAME_CHARS: usize = 24;
/// Bytes of a player's name in UTF-8: what looks like one character may be made of many.
pub const NAME_BYTES: usize = 192;
/// Seats of one table.
pub const SEATS: u8 = 8;
/// Commands whose answers a table remembers for each player; older ids may be used again.
pub const REMEMBERED_COMMANDS: usize = 64;
/// Facts that one `events` message may hold when it answers `resume`; a longer gap is answered by a snapshot.
pub const RESUME_FACTS: usize = 256;
/// Commands a socket may send in one burst, and those it regains a second. Beyond them a command is
/// refused (`rate_limited`); [`FLOOD`] refusals within a minute close the socket (1008), the seat stays.
pub const BURST: u32 = 40;
/// See [`BURST`].
pub const COMMANDS_PER_SECOND: u32 = 10;
/// See [`BURST`].
pub const FLOOD: u32 = 50;
/// Canned phrases a player may say at one table in a minute; beyond them `rate_limited`.
pub const PHRASES_PER_MINUTE: u32 = 12;
/// Reports one player may make in an hour; beyond them `rate_limited`.
pub const REPORTS_PER_HOUR: u32 = 12;

/// Characters of an announcement, or of a host's reason, at least 1.
pub const ANNOUNCEMENT_CHARS: usize = 280;
/// Passwords that may be tried on one socket; then it is closed (4400).
pub const PASSWORD_TRIES: u32 = 5;
/// Milliseconds for the next `hello` after one without the server's password.
pub const PASSWORD_MS: u64 = 60_000;
/// Milliseconds for which the code of a `transfer` is good.
pub const TRANSFER_MS: u64 = 300_000;

/// Milliseconds in which the persons who are here choose what happens to an absent player whose time is up;
/// then a bot plays for that player.
pub const ABSENCE_CHOICE_MS: u32 = 20_000;
/// Milliseconds for which they wait when they choose to, each time.
pub const ABSENCE_WAIT_MS: u32 = 60_000;

/// The limits in force, as `welcome` tells them (a host may have changed some).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Bytes of one inbound message.
    pub message_bytes: u32,
    /// Commands in one burst.
    pub burst: u32,
    /// Commands regained a second.
    pub commands_per_second: u32,
    /// Milliseconds between two pings of the server.
    pub ping_ms: u32,
    /// Milliseconds of silence after which the server closes the socket. A client whose socket has been
    /// silent for so long may take it for dead, too.
    pub silence_ms: u32,
    /// Characters of a name, as a reader counts them.
    pub name_chars: u32,
    /// Seats of one table.
    pub seats: u8,
    /// Tables one player may hold open at once.
    pub tables_per_player: u32,
    /// Milliseconds in which those who are here choose what shall be done about an absent player.
    pub absence_choice_ms: u32,
    /// Milliseconds for which they wait when they choose to.
    pub absence_wait_ms: u32,
}

impl Limits {
    /// Those of a host who changes none of them, for players who may hold so many tables open.
    #[must_use]
    pub fn usual(tables_per_player: u32) -> Self {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let ms = |time: u64| u32::try_from(time).unwrap_or(u32::MAX);
        Self {
            message_bytes: count(MESSAGE_BYTES),
            burst: BURST,
            commands_per_second: COMMANDS_PER_SECOND,
            ping_ms: ms(PING_MS),
            silence_ms: ms(SILENCE_MS),
            name_chars: count(NAME_CHARS),
            seats: SEATS,
            tables_per_player,
            absence_choice_ms: ABSENCE_CHOICE_MS,
            absence_wait_ms: ABSENCE_WAIT_MS,
        }
    }
}

/// The canned phrases, by code; a client writes them in its own language. They are public, so that they
/// are no private signal.
pub const PHRASES: [&str; 8] = [
    "hello",
    "good_luck",
    "well_laid",
    "thanks",
    "one_moment",
    "sorry",
    "good_match",
    "bye",
];
