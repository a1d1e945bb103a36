//! The form of a table's facts.

use std::sync::Arc;

use boneyard_engine::{BySeat, Event, Options, Seat, Sheet};
use boneyard_protocol::table::TableSettings;
use boneyard_protocol::{AbsenceChoice, JoinCode, MatchId, PlayerInfo};
use serde::{Deserialize, Serialize};

use super::event::EventForm;
use super::wrap::{ArcOf, BoxOf, OptionOf, form};
use crate::fact::{CloseReason, Fact, Opening, Origin, Sitter};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Fact", rename_all = "snake_case")]
pub(super) enum FactForm {
    Opened(#[serde(with = "BoxOf::<OpeningItem>")] Box<Opening>),
    Seated {
        seat: Seat,
        #[serde(with = "SitterForm")]
        who: Sitter,
    },
    Renamed {
        seat: Seat,
        name: String,
    },
    Left {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    #[serde(rename = "host")]
    Opener {
        seat: Seat,
    },
    Ready {
        seat: Seat,
    },
    MatchStarted {
        match_id: MatchId,
    },
    Entry {
        index: u32,
        #[serde(with = "hex::serde")]
        salt: [u8; 32],
        #[serde(with = "hex::serde")]
        commitment: [u8; 32],
    },
    Game {
        #[serde(with = "EventForm")]
        event: Event,
        #[serde(with = "OriginForm")]
        by: Origin,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lengthwise: bool,
    },
    TimeUp {
        seat: Seat,
    },
    Absent {
        seat: Seat,
    },
    AbsenceChoice {
        seat: Seat,
        choice: AbsenceChoice,
    },
    Unfinished {
        match_id: MatchId,
    },
    AutoPass {
        seat: Seat,
        on: bool,
    },
    StandIn {
        seat: Seat,
        absence_left_ms: u64,
    },
    Returned {
        seat: Seat,
        absence_left_ms: u64,
    },
    RematchWanted {
        seat: Seat,
    },
    ClocksStopped {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u64>,
        absence_left_ms: BySeat<u64>,
    },
    Closed {
        #[serde(with = "CloseReasonForm")]
        reason: CloseReason,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Opening")]
struct OpeningForm {
    sheet: String,
    options: Options,
    #[serde(
        default,
        with = "OptionOf::<SharedSheet>",
        skip_serializing_if = "Option::is_none"
    )]
    rules: Option<Arc<Sheet>>,
    seats: u8,
    settings: TableSettings,
    code: JoinCode,
}

form!(OpeningItem of Opening, "OpeningForm");
form!(SharedSheet of Arc<Sheet>, "ArcOf::<Sheet>");

#[derive(Serialize, Deserialize)]
#[serde(remote = "Sitter", rename_all = "snake_case")]
enum SitterForm {
    Player(PlayerInfo),
    #[serde(rename = "house_bot")]
    ServerBot {
        name: String,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Origin", rename_all = "snake_case")]
enum OriginForm {
    Seat,
    Clock,
    Bot,
    StandIn,
    AutoPass,
    Table,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "CloseReason", rename_all = "snake_case")]
enum CloseReasonForm {
    Deserted,
    Idle,
    Finished,
    Undealable,
}
