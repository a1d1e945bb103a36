//! Which action an event records.

use boneyard_engine::{Action, Event, Seat};

use boneyard_store::fact::{Fact, Origin};

/// How many actions of seats one append's facts hold. What the table does by itself is none, and neither is the lead
/// of a tile that was turned up to be led: both are facts of one action.
pub(crate) fn actions_in<'a>(facts: impl IntoIterator<Item = &'a Fact>) -> usize {
    let (mut count, mut is_turned_up) = (0, false);
    for fact in facts {
        let Fact::Game { event, by, .. } = fact else {
            continue;
        };
        let is_led_by_itself = is_turned_up && matches!(event, Event::Led { .. });
        let is_action = *by != Origin::Table && action_of(event).is_some() && !is_led_by_itself;
        count += usize::from(is_action);
        is_turned_up = matches!(event, Event::TurnedUp { .. });
    }
    count
}

/// The seat's action that an event records. A misfit is the turning up that showed it; a lead may have been
/// made by the engine, with a tile that was turned up to be led.
pub(crate) fn action_of(event: &Event) -> Option<(Seat, Action)> {
    let (seat, action) = match event {
        Event::Led { seat, tile, lay } => {
            let (tile, lay) = (*tile, *lay);
            (seat, Action::Lead { tile, lay })
        }
        Event::Played {
            seat,
            tile,
            end,
            lay,
        } => {
            let (tile, end, lay) = (*tile, *end, *lay);
            (seat, Action::Play { tile, end, lay })
        }
        Event::Arranged { seat, row } => {
            let row = row.uncovered().clone();
            (seat, Action::Arrange { row })
        }
        Event::TurnedUp { seat, .. } | Event::Misfit { seat, .. } => (seat, Action::TurnUp),
        Event::Drew { seat, .. } => (seat, Action::Draw),
        Event::Passed { seat } => (seat, Action::Pass),
        Event::Stopped { seat } => (seat, Action::Stop),
        Event::Challenged { seat } => (seat, Action::Challenge),
        _ => return None,
    };
    Some((*seat, action))
}
