//! The form of the engine's events. Here, and nowhere else, hidden tiles are written down.

use std::sync::Arc;

use boneyard_engine::{
    BySeat, DealEntry, DealResult, End, Event, Hidden, Lay, MatchResult, MatchSetup, Options,
    Points, Ruling, ScoreReason, Seat, Sheet, Side, Sight, Standing, Tile, Warnings,
};
use serde::{Deserialize, Serialize, Serializer};

use super::result::{DealResultItem, MatchResultForm};
use super::wrap::{ArcOf, Form, SeatsOf, form};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Event", rename_all = "snake_case")]
pub(super) enum EventForm {
    MatchStarted {
        #[serde(with = "ArcOf::<MatchSetupItem>")]
        setup: Arc<MatchSetup>,
    },
    Dealt {
        deal: u32,
        #[serde(serialize_with = "write_entry")]
        entry: DealEntry,
        #[serde(with = "SeatsOf::<HandItem>")]
        hands: BySeat<Hidden<Vec<Tile>>>,
        stock: u32,
    },
    Voided {
        deal: u32,
        #[serde(serialize_with = "write_entry")]
        entry: DealEntry,
        #[serde(with = "HandForm")]
        hand: Hidden<Vec<Tile>>,
    },
    Arranged {
        seat: Seat,
        #[serde(with = "HandForm")]
        row: Hidden<Vec<Tile>>,
    },
    TurnBegan {
        seat: Seat,
        turn: u32,
    },
    Led {
        seat: Seat,
        tile: Tile,
        #[serde(with = "LayForm")]
        lay: Lay,
    },
    Played {
        seat: Seat,
        tile: Tile,
        end: End,
        #[serde(with = "LayForm")]
        lay: Lay,
    },
    TurnedUp {
        seat: Seat,
        tile: Tile,
    },
    Misfit {
        seat: Seat,
        #[serde(with = "TileForm")]
        tile: Hidden<Tile>,
    },
    Opened {
        seat: Seat,
        #[serde(with = "HandForm")]
        row: Hidden<Vec<Tile>>,
    },
    Drew {
        seat: Seat,
        #[serde(with = "TileForm")]
        tile: Hidden<Tile>,
    },
    Passed {
        seat: Seat,
    },
    Stopped {
        seat: Seat,
    },
    Challenged {
        seat: Seat,
    },
    TakenBack {
        seat: Seat,
        tile: Tile,
        end: End,
    },
    Warned {
        side: Side,
        #[serde(with = "WarningsForm")]
        warnings: Warnings,
        fine: u32,
    },
    TurnEnded {
        seat: Seat,
    },
    Scored {
        side: Side,
        points: Points,
        #[serde(with = "ScoreReasonForm")]
        reason: ScoreReason,
    },
    Ruled {
        ruling: Ruling,
    },
    DealOver {
        #[serde(with = "ArcOf::<DealResultItem>")]
        result: Arc<DealResult>,
    },
    MatchOver {
        #[serde(with = "MatchResultForm")]
        result: MatchResult,
    },
}

/// An entry cannot be serialized by itself.
fn write_entry<S: Serializer>(entry: &DealEntry, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct EntryForm<'a> {
        order: &'a [Tile],
        lot: Seat,
    }
    let (order, lot) = (entry.order(), entry.lot());
    EntryForm { order, lot }.serialize(serializer)
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MatchSetup")]
struct MatchSetupForm {
    rules: String,
    options: Options,
    #[serde(with = "ArcOf::<Sheet>")]
    sheet: Arc<Sheet>,
    players: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    prior: Option<[u32; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    standing: Option<Standing>,
}

/// A sheet is data and has a form of its own.
impl Form for Sheet {
    type Value = Self;

    fn of(value: &Self) -> Self {
        value.clone()
    }

    fn into_value(self) -> Self {
        self
    }
}

form!(MatchSetupItem of MatchSetup, "MatchSetupForm");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Hidden::<Vec<Tile>>")]
struct HandForm {
    owner: Seat,
    #[serde(with = "SightForm")]
    sight: Sight,
    #[serde(getter = "Hidden::uncovered")]
    value: Vec<Tile>,
}

impl From<HandForm> for Hidden<Vec<Tile>> {
    fn from(form: HandForm) -> Self {
        Self::new(form.owner, form.sight, form.value)
    }
}

form!(HandItem of Hidden<Vec<Tile>>, "HandForm");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Hidden::<Tile>")]
struct TileForm {
    owner: Seat,
    #[serde(with = "SightForm")]
    sight: Sight,
    #[serde(getter = "Hidden::uncovered")]
    value: Tile,
}

impl From<TileForm> for Hidden<Tile> {
    fn from(form: TileForm) -> Self {
        Self::new(form.owner, form.sight, form.value)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Sight", rename_all = "snake_case")]
enum SightForm {
    All,
    Owner,
    Nobody,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Lay", rename_all = "snake_case")]
enum LayForm {
    Across,
    Along,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ScoreReason", rename_all = "snake_case")]
enum ScoreReasonForm {
    LeadDouble,
    EqualEnds,
    EqualEndsDouble,
    Multiple { value: u32 },
    FirstPass,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Warnings")]
struct WarningsForm {
    game: u32,
    total: u32,
}
