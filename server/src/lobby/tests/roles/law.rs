//! The whole law. It names every command: a new one does not compile until it is listed here.

use boneyard_protocol::{AbsenceChoice, SessionCommand};

use super::*;

/// The answer that must come.
type Expected = Result<(), ErrorCode>;

/// The answer to a command at a place. If two reasons forbid it, the first one counts.
pub(super) fn expected(place: Place, command: &Command) -> Expected {
    let Place { role, stage, .. } = place;
    let there = there_for(place);
    let seated = there.and(if role.seat().is_some() {
        Ok(())
    } else {
        Err(ErrorCode::NotSeated)
    });
    match command {
        // The session answers it; the lobby never sees it.
        Command::Session(SessionCommand::Transfer) => Err(ErrorCode::NotNow),
        // Without a table: any player may.
        Command::Lobby(LobbyCommand::Lobby { .. })
        | Command::Session(SessionCommand::Rename { .. })
        | Command::Lobby(LobbyCommand::Create { .. } | LobbyCommand::QuickPlay { .. }) => Ok(()),
        // By the code: a seated player comes back to the seat; anybody else gets the free one, or watches.
        Command::Lobby(LobbyCommand::Join { .. })
        | Command::Lobby(LobbyCommand::Watch { code: Some(_), .. }) => {
            if stage == Stage::Closed {
                Err(ErrorCode::NoSuchCode)
            } else {
                Ok(())
            }
        }
        Command::Lobby(LobbyCommand::Watch { code: None, .. })
        | Command::Table(_, TableCommand::Resume { .. })
        | Command::Table(_, TableCommand::Leave) => there,
        Command::Table(_, TableCommand::Sit { .. }) => there.and(sitting_down(place)),
        Command::Table(_, TableCommand::Phrase { .. })
        | Command::Table(_, TableCommand::Report { .. })
        | Command::Table(_, TableCommand::AutoPass { .. }) => seated,
        Command::Table(_, TableCommand::AddBot { .. }) => seated
            .and(as_opener(role))
            .and(only_in(stage, &[Stage::Seating])),
        Command::Table(_, TableCommand::Ready) => {
            seated.and(only_in(stage, &[Stage::Seating, Stage::BetweenDeals]))
        }
        Command::Table(_, TableCommand::Rematch) => seated.and(only_in(stage, &[Stage::MatchOver])),
        Command::Table(_, TableCommand::Absence { choice, .. }) => {
            seated.and(about_the_absent(role, stage, *choice))
        }
        Command::Table(_, TableCommand::Act { action, .. }) => {
            seated.and(acting(role, stage, action))
        }
    }
}

/// Whether the actor can see the table. A private one exists only for seated players and watchers.
fn there_for(place: Place) -> Expected {
    let is_let_in = match place.role {
        Role::Stranger | Role::Left | Role::Elsewhere => place.listing == Listing::Listed,
        Role::Watcher | Role::Opener | Role::OnTurn | Role::Program | Role::Waiting => true,
    };
    if is_let_in && place.stage != Stage::Closed {
        Ok(())
    } else {
        Err(ErrorCode::NoSuchTable)
    }
}

/// A seat at a private table needs the code, also for a watcher.
fn sitting_down(place: Place) -> Expected {
    if place.role.seat().is_some() {
        Err(ErrorCode::AlreadySeated)
    } else if place.listing == Listing::Private {
        Err(ErrorCode::NoSuchTable)
    } else {
        Ok(())
    }
}

fn as_opener(role: Role) -> Expected {
    if role == Role::Opener {
        Ok(())
    } else {
        Err(ErrorCode::NotOpener)
    }
}

fn only_in(stage: Stage, stages: &[Stage]) -> Expected {
    if stages.contains(&stage) {
        Ok(())
    } else {
        Err(ErrorCode::NotNow)
    }
}

/// Persons who are here choose; programs never do. If nobody is missing, or the missing player is back, there is
/// nothing to choose.
fn about_the_absent(role: Role, stage: Stage, choice: AbsenceChoice) -> Expected {
    match choice {
        AbsenceChoice::Wait | AbsenceChoice::Bot | AbsenceChoice::End => {}
    }
    if stage != Stage::PlayerMissing || role == Role::OnTurn {
        Err(ErrorCode::Stale)
    } else if role == Role::Program {
        Err(ErrorCode::NotNow)
    } else {
        Ok(())
    }
}

/// The answer to a seated player who acts: on turn, by arranging a row, by a challenge.
fn acting(role: Role, stage: Stage, action: &str) -> Expected {
    let arranges = action.starts_with("arrange");
    let challenges = action == "challenge";
    match stage {
        Stage::Seating | Stage::Closed => Err(ErrorCode::NotNow),
        Stage::BetweenDeals | Stage::MatchOver => Err(ErrorCode::Stale),
        Stage::Arranging if arranges => Ok(()),
        Stage::Arranging if challenges => Err(ErrorCode::Arranging),
        // Nobody is on turn, so no turn that is named can be the running one.
        Stage::Arranging => Err(ErrorCode::Stale),
        Stage::Playing | Stage::PlayerMissing if challenges => Err(ErrorCode::NoChallenge),
        Stage::Playing | Stage::PlayerMissing if role != Role::OnTurn => {
            Err(ErrorCode::NotYourTurn)
        }
        Stage::Playing | Stage::PlayerMissing if arranges => Err(ErrorCode::NotAllowed),
        Stage::Playing | Stage::PlayerMissing => Ok(()),
    }
}
