//! What a seat and the table may do, and why it may be refused (SPEC 3).

mod illegal;
mod legal;

use std::fmt;
use std::str::FromStr;

pub use illegal::IllegalAction;
pub use legal::LegalActions;
use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::tile::Tile;

/// An open place of the line. Ordered as its name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    /// Below the spinner.
    Down,
    /// The left end of the line.
    Left,
    /// The right end of the line.
    Right,
    /// Above the spinner.
    Up,
}

impl End {
    /// All ends in the order of their names.
    pub const ALL: [Self; 4] = [Self::Down, Self::Left, Self::Right, Self::Up];

    /// The end's name in actions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
        }
    }

    /// The end at the other side of the line.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a double is laid (SPEC 6.4). Anything but a double is always laid `Across`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lay {
    /// As every double lies unless something else is said.
    Across,
    /// Lengthwise.
    Along,
}

/// What a seat does: one placement, one drawn tile or one declaration. Ordered as its text is, so
/// that a sorted list of actions is sorted by the bytes of their spelling (SPEC 3.3).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Action {
    /// Fixes the seat's row, left to right, before play.
    Arrange {
        /// Exactly the seat's tiles.
        row: Vec<Tile>,
    },
    /// "The other pair has laid a wrong tile."
    Challenge,
    /// Takes the front tile of the stock.
    Draw,
    /// Lays the first tile of the deal.
    Lead {
        /// The tile.
        tile: Tile,
        /// How a double lies.
        lay: Lay,
    },
    /// Declares that nothing is possible.
    Pass,
    /// Lays a tile at an end.
    Play {
        /// The tile.
        tile: Tile,
        /// Where.
        end: End,
        /// How a double lies.
        lay: Lay,
    },
    /// Ends a turn that could go on.
    Stop,
    /// Turns up the rightmost tile of the seat's closed row.
    TurnUp,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let along = |lay: &Lay| match lay {
            Lay::Across => "",
            Lay::Along => " along",
        };
        match self {
            Self::Arrange { row } => {
                f.write_str("arrange")?;
                row.iter().try_for_each(|tile| write!(f, " {tile}"))
            }
            Self::Challenge => f.write_str("challenge"),
            Self::Draw => f.write_str("draw"),
            Self::Lead { tile, lay } => write!(f, "lead {tile}{}", along(lay)),
            Self::Pass => f.write_str("pass"),
            Self::Play { tile, end, lay } => write!(f, "play {tile} {end}{}", along(lay)),
            Self::Stop => f.write_str("stop"),
            Self::TurnUp => f.write_str("turn_up"),
        }
    }
}

/// The text is not an action spelled as SPEC 3.1 says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnAction;

impl fmt::Display for NotAnAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an action")
    }
}

impl std::error::Error for NotAnAction {}

impl FromStr for Action {
    type Err = NotAnAction;

    fn from_str(text: &str) -> Result<Self, NotAnAction> {
        // A row holds at most 28 tiles; longer texts are refused before they are split.
        const LONGEST: usize = "arrange".len() + 4 * Tile::COUNT;
        if text.len() > LONGEST {
            return Err(NotAnAction);
        }
        let words: Vec<&str> = text.split(' ').collect();
        let tile = |word: &str| word.parse::<Tile>().map_err(|_| NotAnAction);
        Ok(match *words.as_slice() {
            ["challenge"] => Self::Challenge,
            ["draw"] => Self::Draw,
            ["pass"] => Self::Pass,
            ["stop"] => Self::Stop,
            ["turn_up"] => Self::TurnUp,
            ["lead", word] => Self::Lead {
                tile: tile(word)?,
                lay: Lay::Across,
            },
            ["lead", word, "along"] => Self::Lead {
                tile: tile(word)?,
                lay: Lay::Along,
            },
            ["play", word, at] => Self::Play {
                tile: tile(word)?,
                end: end(at)?,
                lay: Lay::Across,
            },
            ["play", word, at, "along"] => Self::Play {
                tile: tile(word)?,
                end: end(at)?,
                lay: Lay::Along,
            },
            ["arrange", ref row @ ..] if !row.is_empty() => Self::Arrange {
                row: row
                    .iter()
                    .map(|word| tile(word))
                    .collect::<Result<_, _>>()?,
            },
            _ => return Err(NotAnAction),
        })
    }
}

fn end(word: &str) -> Result<End, NotAnAction> {
    End::ALL
        .into_iter()
        .find(|end| end.name() == word)
        .ok_or(NotAnAction)
}

impl TryFrom<String> for Action {
    type Error = NotAnAction;

    fn try_from(text: String) -> Result<Self, NotAnAction> {
        text.parse()
    }
}

impl From<Action> for String {
    fn from(action: Action) -> Self {
        action.to_string()
    }
}

/// What the table itself does (SPEC 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Ruling {
    /// Sets up the next deal after one is over.
    Deal,
    /// Warns the pair of a seat (SPEC 10.4).
    Warn(Seat),
    /// The time of a seat has run out (SPEC 10.6, 4.4).
    Overtime(Seat),
    /// Annuls the running deal (SPEC 10.8).
    Restart,
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal => f.write_str("deal"),
            Self::Warn(seat) => write!(f, "warn {seat}"),
            Self::Overtime(seat) => write!(f, "overtime {seat}"),
            Self::Restart => f.write_str("restart"),
        }
    }
}

impl FromStr for Ruling {
    type Err = NotAnAction;

    fn from_str(text: &str) -> Result<Self, NotAnAction> {
        let seat = |number: &str| match number.as_bytes() {
            [b'0'..=b'9'] | [b'1'..=b'2', b'0'..=b'9'] => {
                number.parse().map(Seat::new).map_err(|_| NotAnAction)
            }
            _ => Err(NotAnAction),
        };
        match text.split_once(' ') {
            None if text == "deal" => Ok(Self::Deal),
            None if text == "restart" => Ok(Self::Restart),
            Some(("warn", number)) => seat(number).map(Self::Warn),
            Some(("overtime", number)) => seat(number).map(Self::Overtime),
            _ => Err(NotAnAction),
        }
    }
}

impl TryFrom<String> for Ruling {
    type Error = NotAnAction;

    fn try_from(text: String) -> Result<Self, NotAnAction> {
        text.parse()
    }
}

impl From<Ruling> for String {
    fn from(ruling: Ruling) -> Self {
        ruling.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_spelled_as_they_are_read() {
        for text in [
            "lead 6-4",
            "lead 6-6 along",
            "play 6-4 left",
            "play 6-6 up along",
            "draw",
            "pass",
            "stop",
            "turn_up",
            "arrange 3-1 6-6",
            "challenge",
        ] {
            assert_eq!(
                text.parse::<Action>().map(|action| action.to_string()),
                Ok(text.into())
            );
        }
        for text in ["deal", "restart", "warn 2", "overtime 27"] {
            assert_eq!(
                text.parse::<Ruling>().map(|ruling| ruling.to_string()),
                Ok(text.into())
            );
        }
    }

    #[test]
    fn other_spellings_are_refused() {
        for text in [
            "",
            "lead",
            "lead  6-4",
            "lead 4-6",
            "play 6-4",
            "pass ",
            "Pass",
            "arrange",
            "deal",
        ] {
            assert_eq!(text.parse::<Action>(), Err(NotAnAction), "{text:?}");
        }
        for text in [
            "warn", "warn 02", "warn +2", "warn 30", "overtime", "deal 1",
        ] {
            assert_eq!(text.parse::<Ruling>(), Err(NotAnAction), "{text:?}");
        }
    }

    #[test]
    fn the_order_of_actions_is_the_order_of_their_bytes() {
        let mut actions: Vec<Action> = [Action::Draw, Action::Pass, Action::Stop, Action::TurnUp]
            .into_iter()
            .chain([
                Action::Challenge,
                Action::Arrange {
                    row: vec![Tile::ALL[3]],
                },
            ])
            .collect();
        for tile in Tile::ALL {
            for lay in [Lay::Along, Lay::Across] {
                actions.push(Action::Lead { tile, lay });
                actions.extend(End::ALL.map(|end| Action::Play { tile, end, lay }));
            }
        }
        actions.sort();
        assert!(actions.iter().map(Action::to_string).is_sorted());
    }
}
