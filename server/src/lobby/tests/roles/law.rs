//! The whole law. It names every command: a new one does not compile before it stands here.

use boneyard_protocol::AbsenceChoice;

use super::*;

/// What must come.
type Expected = Result<(), ErrorCode>;

/// What must come of a command at a place.
pub(super) fn expected(place: Place, command: &Command) -> Expected {
    match command {
        // The session's own: the lobby never sees it.
        Command::Transfer => Err(ErrorCode::NotNow),
        // Of no table: whoever has said hello may.
        Command::Lobby { .. }
        | Command::Rename { .. }
        | Command::Create { .. }
        | Command::QuickPlay { .. } => Ok(()),
        // By the code: whoever sits there comes back to his seat, anybody else gets the free one, or looks on.
        Command::Join { .. } | Command::Watch { code: Some(_), .. } => {
            if place.stage == Stage::Closed {
                Err(ErrorCode::NoSuchCode)
            } else {
                Ok(())
            }
        }
        Command::Sit { .. }
        | Command::Watch { code: None, .. }
        | Command::AddBot { .. }
        | Command::Ready { .. }
        | Command::Act { .. }
        | Command::Phrase { .. }
        | Command::Report { .. }
        | Command::Rematch { .. }
        | Command::AutoPass { .. }
        | Command::Absence { .. }
        | Command::Leave { .. }
        | Command::Resume { .. } => {
            if is_there_for(place) {
                at_the_table(place, command)
            } else {
                Err(ErrorCode::NoSuchTable)
            }
        }
    }
}

/// Whether there is such a table for him. A private one is there for those who sit or look on.
fn is_there_for(place: Place) -> bool {
    let is_let_in = match place.role {
        Role::Stranger | Role::Left | Role::Elsewhere => place.door == Door::Listed,
        Role::Watcher | Role::Host | Role::OnTurn | Role::Program | Role::Waiting => true,
    };
    is_let_in && place.stage != Stage::Closed
}

/// What must come of a command that names a table which is there.
fn at_the_table(place: Place, command: &Command) -> Expected {
    let Place { role, stage, door } = place;
    let seated = role.seat().is_some();
    match command {
        Command::Watch { .. } | Command::Resume { .. } | Command::Leave { .. } => Ok(()),
        Command::Sit { .. } if seated => Err(ErrorCode::AlreadySeated),
        Command::Sit { .. } if door == Door::Private => Err(ErrorCode::NoSuchTable),
        Command::Sit { .. } => Ok(()),
        Command::AddBot { .. }
        | Command::Ready { .. }
        | Command::Act { .. }
        | Command::Phrase { .. }
        | Command::Report { .. }
        | Command::Rematch { .. }
        | Command::AutoPass { .. }
        | Command::Absence { .. }
            if !seated =>
        {
            Err(ErrorCode::NotSeated)
        }
        Command::AddBot { .. } if role != Role::Host => Err(ErrorCode::NotHost),
        Command::AddBot { .. } => only_in(stage, &[Stage::Seating]),
        Command::Ready { .. } => only_in(stage, &[Stage::Seating, Stage::BetweenDeals]),
        Command::Rematch { .. } => only_in(stage, &[Stage::MatchOver]),
        Command::Phrase { .. } | Command::Report { .. } | Command::AutoPass { .. } => Ok(()),
        Command::Absence { choice, .. } => about_the_absent(role, stage, *choice),
        Command::Act { action, .. } => acting(role, stage, action),
        Command::Lobby { .. }
        | Command::Rename { .. }
        | Command::Transfer
        | Command::Create { .. }
        | Command::QuickPlay { .. }
        | Command::Join { .. } => unreachable!("no command to a table"),
    }
}

fn only_in(stage: Stage, stages: &[Stage]) -> Expected {
    if stages.contains(&stage) {
        Ok(())
    } else {
        Err(ErrorCode::NotNow)
    }
}

/// Persons who are here choose; programs never do. Without a question, or when the one who was missed is back, there
/// is nothing to choose.
fn about_the_absent(role: Role, stage: Stage, choice: AbsenceChoice) -> Expected {
    match choice {
        AbsenceChoice::Wait | AbsenceChoice::Bot | AbsenceChoice::End => {}
    }
    if stage != Stage::Asked || role == Role::OnTurn {
        Err(ErrorCode::Stale)
    } else if role == Role::Program {
        Err(ErrorCode::NotNow)
    } else {
        Ok(())
    }
}

/// What a seated one is told who acts: for his turn, by arranging his row, by a challenge.
fn acting(role: Role, stage: Stage, action: &str) -> Expected {
    let arranges = action.starts_with("arrange");
    let challenges = action == "challenge";
    match stage {
        Stage::Seating | Stage::Closed => Err(ErrorCode::NotNow),
        Stage::BetweenDeals | Stage::MatchOver => Err(ErrorCode::Stale),
        Stage::Arranging if arranges => Ok(()),
        Stage::Arranging if challenges => Err(ErrorCode::Arranging),
        // Nobody is on turn: whatever turn is named is not the running one.
        Stage::Arranging => Err(ErrorCode::Stale),
        Stage::Playing | Stage::Asked if challenges => Err(ErrorCode::NoChallenge),
        Stage::Playing | Stage::Asked if role != Role::OnTurn => Err(ErrorCode::NotYourTurn),
        Stage::Playing | Stage::Asked if arranges => Err(ErrorCode::NotAllowed),
        Stage::Playing | Stage::Asked => Ok(()),
    }
}
