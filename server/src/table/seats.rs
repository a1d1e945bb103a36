//! Who sits where.

use boneyard_engine::Seat;
use boneyard_protocol::{PlayerId, PlayerInfo, PlayerKind};

use boneyard_store::fact::{Fact, Sitter};

/// The names of the server bots, by seat.
const BOT_NAMES: [&str; 8] = [
    "Ada", "Bruno", "Clara", "Dezső", "Emil", "Fanni", "Grisha", "Hilda",
];

/// The name of the server bot that plays at a seat.
pub(crate) fn bot_name(seat: Seat) -> String {
    BOT_NAMES
        .get(seat.index())
        .copied()
        .unwrap_or("Bot")
        .to_owned()
}

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Occupant {
    /// Nobody.
    Free,
    /// A person, or a bot on a socket.
    Player(PlayerInfo),
    /// A server bot.
    ServerBot { name: String },
    /// A server bot, for nobody: the player left during the match. Whoever comes may have the seat.
    Vacant { name: String },
}

/// Whether the table passes for a player who can do nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AutoPass {
    On,
    Off,
}

impl From<bool> for AutoPass {
    fn from(on: bool) -> Self {
        if on { Self::On } else { Self::Off }
    }
}

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatState {
    pub(crate) occupant: Occupant,
    /// Ready for the match, or for the next deal.
    pub(crate) ready: bool,
    /// Wants another match.
    pub(crate) rematch: bool,
    /// A bot plays for the player, whose absence is used up.
    pub(crate) stand_in: bool,
    /// The table passes for the player when nothing else is possible.
    pub(crate) auto_pass: bool,
    /// Milliseconds of absence left in this match, as far as they are journaled.
    pub(crate) absence_ms: u64,
}

impl SeatState {
    /// A free seat.
    pub(crate) fn free() -> Self {
        Self {
            occupant: Occupant::Free,
            ready: false,
            rematch: false,
            stand_in: false,
            auto_pass: false,
            absence_ms: 0,
        }
    }

    /// The player, if one has the seat.
    pub(crate) fn player(&self) -> Option<&PlayerInfo> {
        match &self.occupant {
            Occupant::Player(player) => Some(player),
            Occupant::Free | Occupant::ServerBot { .. } | Occupant::Vacant { .. } => None,
        }
    }

    /// The player's id.
    pub(crate) fn player_id(&self) -> Option<PlayerId> {
        self.player().map(|player| player.id)
    }

    /// Whether nobody, not even a bot, has the seat.
    pub(crate) fn is_free(&self) -> bool {
        self.occupant == Occupant::Free
    }

    /// Whether somebody may sit down here by the table's id alone.
    pub(crate) fn is_open(&self) -> bool {
        match self.occupant {
            Occupant::Free | Occupant::Vacant { .. } => true,
            Occupant::Player(_) | Occupant::ServerBot { .. } => false,
        }
    }

    /// Whether a server bot plays the seat: for itself, for nobody, or for an absent player.
    pub(crate) fn played_by_server_bot(&self) -> bool {
        match self.occupant {
            Occupant::ServerBot { .. } | Occupant::Vacant { .. } => true,
            Occupant::Player(_) => self.stand_in,
            Occupant::Free => false,
        }
    }

    /// Name and kind of whoever has the seat.
    pub(crate) fn name(&self) -> Option<(&str, PlayerKind)> {
        match &self.occupant {
            Occupant::Free => None,
            Occupant::Player(player) => Some((&player.name, player.kind)),
            Occupant::ServerBot { name } | Occupant::Vacant { name } => {
                Some((name, PlayerKind::Bot))
            }
        }
    }

    /// Folds a fact about this seat.
    pub(crate) fn change(&mut self, fact: &Fact, absence_ms: u64) {
        match fact {
            Fact::Seated { who, .. } => {
                let occupant = match who {
                    Sitter::Player(player) => Occupant::Player(player.clone()),
                    Sitter::ServerBot { name } => Occupant::ServerBot { name: name.clone() },
                };
                *self = Self {
                    occupant,
                    absence_ms,
                    ..Self::free()
                };
            }
            Fact::Left { bot, .. } => {
                let vacant = |name: &String| Occupant::Vacant { name: name.clone() };
                let occupant = bot.as_ref().map_or(Occupant::Free, vacant);
                *self = Self {
                    occupant,
                    ..Self::free()
                };
            }
            Fact::Renamed { name, .. } => {
                if let Occupant::Player(player) = &mut self.occupant {
                    player.name.clone_from(name);
                }
            }
            Fact::Ready { .. } => self.ready = true,
            Fact::RematchWanted { .. } => self.rematch = true,
            Fact::AutoPass { on, .. } => self.auto_pass = *on,
            Fact::StandIn {
                absence_left_ms, ..
            } => {
                (self.stand_in, self.absence_ms) = (true, *absence_left_ms);
            }
            Fact::Returned {
                absence_left_ms, ..
            } => {
                (self.stand_in, self.absence_ms) = (false, *absence_left_ms);
            }
            _ => {}
        }
    }
}
