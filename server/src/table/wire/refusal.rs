//! Refusals on the wire: one exhaustive conversion for each error of the engine.

use boneyard_engine::{IllegalAction, Invalid, LegalActions, NumberSet, StartError};
use boneyard_protocol::{ErrorCode, Refusal};

/// An action that the rules refuse. `legal` is the asker's own list: empty unless the asker is on turn.
pub fn illegal(error: IllegalAction, legal: &LegalActions) -> Refusal {
    let mut refusal = match error {
        IllegalAction::NoDeal | IllegalAction::MatchOver | IllegalAction::DealRunning => {
            Refusal::from(ErrorCode::NotNow)
        }
        IllegalAction::NotOnTurn => ErrorCode::NotYourTurn.into(),
        IllegalAction::NotHeld { tile } => Refusal {
            tile: Some(tile),
            ..ErrorCode::NotYourTile.into()
        },
        IllegalAction::LeadNamed { tile } => Refusal {
            tile: Some(tile),
            ..ErrorCode::WrongLead.into()
        },
        IllegalAction::NoSuchEnd { .. } => ErrorCode::NoSuchEnd.into(),
        IllegalAction::DoesNotFit { tile, needed, .. } => Refusal {
            tile: Some(tile),
            fits: numbers(needed),
            ..ErrorCode::DoesNotFit.into()
        },
        IllegalAction::Arranging => ErrorCode::Arranging.into(),
        IllegalAction::NotTheRow => ErrorCode::NotTheRow.into(),
        IllegalAction::TurnUpFirst => ErrorCode::TurnUpFirst.into(),
        IllegalAction::OnlyTurnedUp { tile } => Refusal {
            tile: Some(tile),
            ..ErrorCode::OnlyTurnedUp.into()
        },
        IllegalAction::NoChallenge => ErrorCode::NoChallenge.into(),
        IllegalAction::OnlyTwin { tile, .. } => Refusal {
            tile: Some(tile),
            ..ErrorCode::NotAllowed.into()
        },
        IllegalAction::TileFits { ends } => Refusal {
            fits: numbers(ends),
            ..ErrorCode::NotAllowed.into()
        },
        IllegalAction::LeadFirst
        | IllegalAction::AlreadyLed
        | IllegalAction::NotAlong
        | IllegalAction::MustDraw
        | IllegalAction::NothingToDraw
        | IllegalAction::CannotStop
        | IllegalAction::CannotPass
        | IllegalAction::NothingToArrange
        | IllegalAction::NothingToTurnUp
        | IllegalAction::NoLadder => ErrorCode::NotAllowed.into(),
    };
    refusal.legal = legal_texts(legal);
    refusal
}

/// The legal list as texts.
pub(crate) fn legal_texts(legal: &LegalActions) -> Vec<String> {
    legal.iter().map(ToString::to_string).collect()
}

/// A match that cannot be played here.
pub(crate) fn start_refused(error: &StartError) -> Refusal {
    match error {
        StartError::UnknownRules => ErrorCode::NoSuchSheet.into(),
        StartError::Invalid(codes) => sheet_refused(codes),
        StartError::Standing => ErrorCode::SheetInvalid.into(),
    }
}

/// Overrides that do not fit the sheet.
pub(crate) fn sheet_refused(codes: &[Invalid]) -> Refusal {
    if codes == [Invalid::PlayersRange] {
        return ErrorCode::PlayersRange.into();
    }
    let codes = codes.iter().map(|code| code.code().to_owned()).collect();
    Refusal {
        codes,
        ..ErrorCode::SheetInvalid.into()
    }
}

fn numbers(set: NumberSet) -> Vec<u8> {
    set.iter().map(|number| number.get()).collect()
}
