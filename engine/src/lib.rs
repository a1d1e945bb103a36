//! The rules of dominoes: who may do what, what comes of it, and who may see it.
//!
//! The crate knows nobody: no I/O, no clock, no randomness of its own, no async, no logging. The
//! same inputs give the same outputs on any machine. `SPEC n` in these pages names a numbered
//! paragraph of the rules of the games.
//!
//! # Features
//!
//! Both are on by default; without them the rules, the presets and the bots remain.
//!
//! - `json`: overrides of sheets ([`Options`]), their clauses, and match records.
//! - `toml`: sheets from files ([`Sheet::from_toml`]); brings `json`.
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
//! ways out for hidden tiles: `Event` and `Match` cannot be serialized.
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
//! # #[cfg(feature = "json")] {
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
//! # }
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
mod phase;
mod plain;
#[cfg(feature = "planted-leaks")]
mod planted;
mod points;
#[cfg(feature = "json")]
mod record;
mod result;
mod scoring;
mod seat;
mod seat_draw;
#[cfg(test)]
mod secrets;
mod setup;
mod sheet;
mod shuffle;
mod tile;
mod tile_set;
mod view;

pub use action::{Action, End, IllegalAction, Lay, LegalActions, NotAnAction, Ruling};
pub use bot::{BOTS, Bot, RandomBot, SteadyBot, bot};
pub use entry::{DealEntry, EntryError, deal_line};
pub use event::{Event, SeenEvent};
pub use hidden::{Hidden, SeenHand, Sight, Viewer};
pub use line::{LaidTile, LinePlace, LineView, OpenEnd};
pub use match_state::Match;
pub use phase::Phase;
pub use plain::{Plain, is_plain};
#[cfg(feature = "planted-leaks")]
pub use planted::{Leak, plant};
pub use points::Points;
#[cfg(feature = "json")]
pub use record::{Act, MatchRecord, RecordError, RecordedAction, RecordedDeal, ReplayError};
pub use result::{
    Adjusted, DealEnd, DealResult, Fault, HandResult, LeadBy, LeadReason, MatchEnd, MatchResult,
    ScoreReason, SideResult, Warnings,
};
pub use seat::{BySeat, BySide, Seat, Side};
pub use seat_draw::seat_draw;
pub use setup::{MatchSetup, Standing, StartError};
pub use sheet::{
    AfterBlock, Blank, BlockRule, BlockTie, CollectFrom, DealRules, Direction, DrawRule,
    Enforcement, FaultPrice, FirstLead, Goal, HandRule, IdTaken, InPlay, Invalid, Ladder, LayRule,
    LeadRules, LeadTie, LeadTile, LineRules, Losers, MatchRules, MatchStop, MatchTie, MustLay,
    NamedLead, Names, NextLead, OpenedLay, Openness, Options, Overshoot, PlayDrawn, Players,
    RefereeRules, ResultRule, ScoreRules, SeatDraw, SeveralWithout, Sheet, Sheets, Spinner,
    SpinnerValue, Table, ThirdWarning, ThresholdMode, TurnRules, Undealt, Unit, WarnScope, preset,
    presets,
};
#[cfg(feature = "json")]
pub use sheet::{
    Clause, MOST_POINTS, Switch, SwitchChoice, SwitchGroup, Switches, clauses, effective_sheet,
    switches,
};
#[cfg(feature = "toml")]
pub use sheet::{NotASheet, WrongField};
pub use shuffle::{commitment, deal_entry};
pub use tile::{NotANumber, NotATile, Number, Tile};
pub use tile_set::{NumberSet, TileSet};
pub use view::SeatView;
