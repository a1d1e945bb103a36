//! A fact that has been folded, as it is kept for those who are told of it.

use boneyard_engine::{Event, Match, Seat, Side, Viewer};

use super::State;
use boneyard_store::Seq;
use boneyard_store::fact::Fact;

/// A fact of a table, with what its viewers are told beside it.
///
/// It holds the whole fact, hidden tiles too. What one viewer is told is built from it where it is sent.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Occurrence {
    pub(crate) seq: Seq,
    pub(crate) fact: Fact,
    pub(crate) context: Context,
}

/// What the table knew right after a fact, where the fact alone does not say it. Taken with the fold: a later state of
/// the table says something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Context {
    /// The fact says everything.
    Nothing,
    /// Of tiles that were dealt.
    Dealt {
        /// `None` where nothing proves the entry.
        commitment: Option<[u8; 32]>,
        /// The deal's number, from 1.
        deal: u32,
        leader: Option<Seat>,
    },
    /// Of an entry that was void.
    Voided { commitment: Option<[u8; 32]> },
    /// Of a tile that was laid.
    Laid { lengthwise: bool },
    /// Of a pass: the numbers of the open ends, each once, ascending.
    Passed { open_numbers: Vec<u8> },
    /// Of a warning: the fine that the side had in this deal before.
    Warned { earlier_fine: u32 },
}

impl Context {
    /// The context of a fact that `state` has just folded, but not yet logged.
    pub(super) fn of(fact: &Fact, state: &State) -> Self {
        let (Fact::Game { event, .. }, Some(game)) = (fact, state.game.as_deref()) else {
            return Self::Nothing;
        };
        match event {
            Event::Dealt { .. } => Self::Dealt {
                commitment: game.last_commitment(),
                deal: game.play().map_or(1, |play| play.completed() + 1),
                leader: game
                    .play()
                    .and_then(|play| play.view(Viewer::Watcher).leader),
            },
            Event::Voided { .. } => Self::Voided {
                commitment: game.last_commitment(),
            },
            Event::Led { tile, .. } | Event::Played { tile, .. } => Self::Laid {
                lengthwise: game.lengthwise.contains(*tile),
            },
            Event::Passed { .. } => Self::Passed {
                open_numbers: game.play().map(open_numbers).unwrap_or_default(),
            },
            Event::Warned { side, .. } => Self::Warned {
                earlier_fine: earlier_fine(state, *side),
            },
            _ => Self::Nothing,
        }
    }
}

/// A pass does not change them.
fn open_numbers(play: &Match) -> Vec<u8> {
    let ends = play.view(Viewer::Watcher).line.ends;
    let mut numbers: Vec<u8> = ends.iter().map(|end| end.number.get()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn earlier_fine(state: &State, of: Side) -> u32 {
    let fine_of = |occurrence: &Occurrence| match &occurrence.fact {
        Fact::Game {
            event: Event::Warned { side, fine, .. },
            ..
        } if *side == of => Some(*fine),
        _ => None,
    };
    let fines = state.log().filter_map(fine_of);
    fines.max().unwrap_or(0)
}
