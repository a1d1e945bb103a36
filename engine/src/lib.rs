//! The rules of dominoes: who may do what, what comes of it, and who may see it.
//!
//! The crate knows nobody: no I/O, no clock, no randomness of its own, no async, no logging. The
//! same inputs give the same outputs on any machine. `SPEC n` in these pages names a numbered
//! paragraph of the rules of the games.
//!
//! # Playing a match
//!
//! A [`Match`] is a fold of [`Event`]s. [`decide`](Match::decide) (a seat's [`Action`]),
//! [`rule`](Match::rule) (a [`Ruling`] of the table) and [`enter`](Match::enter) (the
//! [`DealEntry`] of the next deal) may refuse and change nothing; [`apply`](Match::apply) changes
//! and refuses nothing.
//!
//! ```
//! use boneyard_engine::{Match, MatchSetup, Options, Phase, deal_entry, presets};
//!
//! let sheet = &presets()[0];
//! let setup = MatchSetup::preset(&sheet.id, Options::default(), 2)?;
//! let mut history = vec![Match::start(setup)?];
//! let mut game = Match::from_events(&history).expect("it begins with the start");
//!
//! assert_eq!(game.phase(), Phase::AwaitingEntry);
//! let dealt = game.enter(deal_entry([7; 32], 2))?;
//! dealt.iter().for_each(|event| game.apply(event));
//! history.extend(dealt);
//!
//! let seat = game.on_turn().expect("somebody leads");
//! let lead = game.legal_actions(seat).as_slice()[0].clone();
//! let led = game.decide(seat, &lead)?;
//! led.iter().for_each(|event| game.apply(event));
//! history.extend(led);
//!
//! assert_eq!(Match::from_events(&history), Some(game));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Showing it
//!
//! [`Event::seen_by`] and [`Match::view`] build what one [`Viewer`] may know. They are the only
//! doors out for hidden tiles: `Event` and `Match` cannot be serialized.
//!
//! ```
//! # use boneyard_engine::{Match, MatchSetup, Options, deal_entry, presets};
//! use boneyard_engine::{Seat, Viewer};
//! # let setup = MatchSetup::preset(&presets()[0].id, Options::default(), 2)?;
//! # let started = Match::start(setup)?;
//! # let mut game = Match::from_events([&started]).expect("it begins with the start");
//! # for event in game.enter(deal_entry([7; 32], 2))? { game.apply(&event); }
//!
//! let view = game.view(Viewer::Seat(Seat::new(0)));
//! assert!(view.hands[Seat::new(0)].tiles.iter().all(Option::is_some));
//! assert!(view.hands[Seat::new(1)].tiles.iter().all(Option::is_none));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Keeping it
//!
//! A [`MatchRecord`] is enough to play the match again.
//!
//! ```
//! use boneyard_engine::MatchRecord;
//!
//! let record = MatchRecord::from_text(
//!     "domino-record 1\n\
//!      rules block\n\
//!      players 2\n\
//!      deal 0 66 65 64 63 62 61 60 55 54 53 52 51 50 44 43 42 41 40 33 32 31 30 22 21 20 11 10 00\n\
//!      play 0*66 1- 0<65 1<55\n",
//! );
//! let game = record?.replay()?;
//! assert_eq!(game.turn(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! A game is a [`Sheet`], one file of `engine/sheets`: nothing else knows its name. [`presets`]
//! lists them, [`effective_sheet`] puts overrides in, [`clauses`] tells one in sentences.
//! [`deal_entry`] shuffles verifiably, [`bot`] makes a player.

mod action;
mod block;
mod bot;
mod deal;
mod entry;
mod event;
mod hidden;
mod in_play;
mod lead;
mod line;
mod match_state;
mod plain;
#[cfg(feature = "planted-leaks")]
mod planted;
mod points;
mod record;
mod result;
mod scoring;
mod seat;
mod seat_draw;
mod sheet;
mod shuffle;
mod tile;
mod tile_set;
mod view;

pub use action::*;
pub use bot::*;
pub use entry::*;
pub use event::*;
pub use hidden::*;
pub use match_state::*;
pub use plain::*;
#[cfg(feature = "planted-leaks")]
pub use planted::{Leak, plant};
pub use points::*;
pub use record::*;
pub use result::*;
pub use seat::*;
pub use seat_draw::*;
pub use sheet::*;
pub use shuffle::*;
pub use tile::*;
pub use tile_set::*;
pub use view::*;
