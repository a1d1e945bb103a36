//! The commands that are tried: one of every kind, as correct as possible, and of some kinds several forms.

use std::collections::BTreeSet;

use boneyard_protocol::decode::CLIENT_TYPES;
use boneyard_protocol::{AbsenceChoice, JoinCode, QuickPlayAgainst, ReportReason, SessionCommand};

use super::*;

/// A command that is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Lobby,
    Rename,
    Create,
    QuickPlayBots,
    QuickPlayPeople,
    Join,
    Sit,
    Watch,
    WatchByCode,
    AddBot,
    Ready,
    Act,
    Arrange,
    Challenge,
    Phrase,
    Report,
    Rematch,
    AutoPass,
    AbsenceWait,
    AbsenceBot,
    AbsenceEnd,
    Leave,
    Resume,
}

impl Deed {
    pub(super) const ALL: [Self; 23] = [
        Self::Lobby,
        Self::Rename,
        Self::Create,
        Self::QuickPlayBots,
        Self::QuickPlayPeople,
        Self::Join,
        Self::Sit,
        Self::Watch,
        Self::WatchByCode,
        Self::AddBot,
        Self::Ready,
        Self::Act,
        Self::Arrange,
        Self::Challenge,
        Self::Phrase,
        Self::Report,
        Self::Rematch,
        Self::AutoPass,
        Self::AbsenceWait,
        Self::AbsenceBot,
        Self::AbsenceEnd,
        Self::Leave,
        Self::Resume,
    ];
}

/// What an actor knows of a table.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) table: TableId,
    pub(super) code: JoinCode,
    /// The running turn, or one that might be.
    pub(super) turn: u32,
    /// The index of the entry in play, or one that might be.
    pub(super) entry: u32,
    /// What would be legal for an actor on turn.
    pub(super) action: String,
    /// The row, as `arrange` names it.
    pub(super) row: String,
    /// Somebody else's seat.
    pub(super) other: u8,
}

impl Known {
    /// The command of a deed.
    pub(super) fn command(&self, deed: Deed) -> Command {
        let table = self.table;
        match deed {
            Deed::Lobby => Command::Lobby(LobbyCommand::Lobby { follow: false }),
            Deed::Rename => Command::Session(SessionCommand::Rename {
                name: "Another".to_owned(),
            }),
            Deed::Create => create(json!({})),
            Deed::QuickPlayBots => quick_play(QuickPlayAgainst::Bots),
            Deed::QuickPlayPeople => quick_play(QuickPlayAgainst::People),
            Deed::Join => Command::Lobby(LobbyCommand::Join {
                code: self.code.clone(),
                seat: None,
            }),
            Deed::Sit => TableCommand::Sit { seat: None }.at(table),
            Deed::Watch => Command::Lobby(LobbyCommand::Watch {
                table: Some(table),
                code: None,
            }),
            Deed::WatchByCode => Command::Lobby(LobbyCommand::Watch {
                table: None,
                code: Some(self.code.clone()),
            }),
            Deed::AddBot => TableCommand::AddBot { seat: None }.at(table),
            Deed::Ready => TableCommand::Ready.at(table),
            Deed::Act => self.act(Some(self.turn), None, &self.action),
            Deed::Arrange => self.act(None, Some(self.entry), &self.row),
            Deed::Challenge => self.act(None, Some(self.entry), "challenge"),
            Deed::Phrase => TableCommand::Phrase {
                phrase: "hello".to_owned(),
            }
            .at(table),
            Deed::Report => TableCommand::Report {
                seat: self.other,
                reason: ReportReason::Stalling,
            }
            .at(table),
            Deed::Rematch => TableCommand::Rematch.at(table),
            Deed::AutoPass => TableCommand::AutoPass { on: true }.at(table),
            Deed::AbsenceWait => self.absence(AbsenceChoice::Wait),
            Deed::AbsenceBot => self.absence(AbsenceChoice::Bot),
            Deed::AbsenceEnd => self.absence(AbsenceChoice::End),
            Deed::Leave => TableCommand::Leave.at(table),
            Deed::Resume => TableCommand::Resume { since: 0 }.at(table),
        }
    }

    fn act(&self, turn: Option<u32>, entry: Option<u32>, action: &str) -> Command {
        TableCommand::Act {
            turn,
            entry,
            action: action.to_owned(),
            lengthwise: false,
        }
        .at(self.table)
    }

    fn absence(&self, choice: AbsenceChoice) -> Command {
        TableCommand::Absence {
            turn: self.turn,
            choice,
        }
        .at(self.table)
    }
}

fn quick_play(against: QuickPlayAgainst) -> Command {
    Command::Lobby(LobbyCommand::QuickPlay {
        sheet: None,
        against,
        seats: None,
    })
}

/// What a successful command leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Trace {
    /// Nothing that affects another command or is sent to anybody else.
    Nothing,
    /// Something that affects no command of the matrix: another table, another name, a preference.
    Elsewhere,
    /// The table or the player's role has changed.
    Here,
}

/// See [`Trace`]. A phrase reaches everybody and changes nothing.
pub(super) fn trace(role: Role, command: &Command) -> Trace {
    let sees_it = role == Role::Watcher || role.seat().is_some();
    match command {
        Command::Lobby(LobbyCommand::Lobby { .. })
        | Command::Session(SessionCommand::Transfer)
        | Command::Table(_, TableCommand::Report { .. }) => Trace::Nothing,
        Command::Lobby(LobbyCommand::Watch { .. })
        | Command::Table(_, TableCommand::Resume { .. })
            if sees_it =>
        {
            Trace::Nothing
        }
        Command::Lobby(LobbyCommand::Join { .. }) if role.seat().is_some() => Trace::Nothing,
        Command::Session(SessionCommand::Rename { .. })
        | Command::Lobby(LobbyCommand::Create { .. } | LobbyCommand::QuickPlay { .. })
        | Command::Table(_, TableCommand::Phrase { .. })
        | Command::Table(_, TableCommand::AutoPass { .. }) => Trace::Elsewhere,
        Command::Lobby(LobbyCommand::Join { .. })
        | Command::Table(_, TableCommand::Sit { .. })
        | Command::Lobby(LobbyCommand::Watch { .. })
        | Command::Table(_, TableCommand::AddBot { .. })
        | Command::Table(_, TableCommand::Ready)
        | Command::Table(_, TableCommand::Act { .. })
        | Command::Table(_, TableCommand::Rematch)
        | Command::Table(_, TableCommand::Absence { .. })
        | Command::Table(_, TableCommand::Leave)
        | Command::Table(_, TableCommand::Resume { .. }) => Trace::Here,
    }
}

#[test]
fn the_matrix_leaves_out_no_message_of_the_protocol() {
    let known = Known {
        table: TableId(Uuid::nil()),
        code: "22222222222A".parse().unwrap(),
        turn: 1,
        entry: 0,
        action: "draw".to_owned(),
        row: "arrange 6-6".to_owned(),
        other: 0,
    };
    let kind = |deed: Deed| {
        let value = serde_json::to_value(known.command(deed)).unwrap();
        value["type"].as_str().unwrap().to_owned()
    };
    let tried: BTreeSet<String> = Deed::ALL.into_iter().map(kind).collect();
    let of_sessions = ["hello", "heartbeat", "transfer"];
    let types = CLIENT_TYPES.into_iter();
    let all = types.filter(|name| !of_sessions.contains(name));
    assert_eq!(tried, all.map(str::to_owned).collect());
}
