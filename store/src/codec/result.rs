//! The form of results.

use boneyard_engine::{
    Adjusted, BySeat, BySide, DealEnd, DealResult, Fault, HandResult, LeadBy, LeadReason, MatchEnd,
    MatchResult, Points, Seat, Side, SideResult, Tile,
};
use serde::{Deserialize, Serialize};

use super::wrap::{OptionOf, SeatsOf, SidesOf, form};

#[derive(Serialize, Deserialize)]
#[serde(remote = "DealResult")]
struct DealResultForm {
    deal: u32,
    completed: u32,
    #[serde(with = "DealEndForm")]
    end: DealEnd,
    winners: Vec<Side>,
    #[serde(with = "SeatsOf::<HandResultItem>")]
    seats: BySeat<HandResult>,
    #[serde(with = "SidesOf::<SideResultItem>")]
    sides: BySide<SideResult>,
    egg_pot: u32,
    #[serde(default, with = "OptionOf::<LeadByItem>")]
    next_lead: Option<LeadBy>,
}

form!(DealResultItem of DealResult, "DealResultForm");

#[derive(Serialize, Deserialize)]
#[serde(remote = "HandResult")]
struct HandResultForm {
    tiles: Vec<Tile>,
    value: u32,
}

form!(HandResultItem of HandResult, "HandResultForm");

#[derive(Serialize, Deserialize)]
#[serde(remote = "SideResult")]
struct SideResultForm {
    value: u32,
    eggs: u32,
    bonus: u32,
    #[serde(default)]
    fine: u32,
    entry: Points,
    written: Points,
    #[serde(default, with = "OptionOf::<AdjustedItem>")]
    adjusted: Option<Adjusted>,
    waiting: Points,
    score: Points,
}

form!(SideResultItem of SideResult, "SideResultForm");

#[derive(Serialize, Deserialize)]
#[serde(remote = "DealEnd", rename_all = "snake_case")]
enum DealEndForm {
    Out {
        seat: Seat,
    },
    Block {
        closer: Seat,
    },
    Fault {
        seat: Seat,
        #[serde(with = "FaultForm")]
        fault: Fault,
    },
    Warning {
        side: Side,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Fault", rename_all = "snake_case")]
enum FaultForm {
    FalsePass,
    WrongTile,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Adjusted", rename_all = "snake_case")]
enum AdjustedForm {
    Lost,
    Waits,
    WithWaiting,
    Capped,
    Overshot,
}

form!(AdjustedItem of Adjusted, "AdjustedForm");

#[derive(Serialize, Deserialize)]
#[serde(remote = "LeadBy", rename_all = "snake_case")]
enum LeadByForm {
    Seat {
        seat: Seat,
        #[serde(with = "LeadReasonForm")]
        reason: LeadReason,
    },
    Lot,
    NamedTile,
    FewestPips,
    MostPips,
}

form!(LeadByItem of LeadBy, "LeadByForm");

#[derive(Serialize, Deserialize)]
#[serde(remote = "LeadReason", rename_all = "snake_case")]
enum LeadReasonForm {
    Winner,
    Closer,
    Rotation,
    Again,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MatchResult")]
pub(super) struct MatchResultForm {
    score: BySide<Points>,
    winners: Vec<Side>,
    losers: Vec<Side>,
    #[serde(with = "MatchEndForm")]
    reason: MatchEnd,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "MatchEnd", rename_all = "snake_case")]
enum MatchEndForm {
    Target,
    Deals,
    Immediate,
    Warnings,
}
