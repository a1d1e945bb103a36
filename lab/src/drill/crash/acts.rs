//! Acts as facts and records tell them.

use boneyard_protocol::Fact;

/// Who did what, as its action is written, without what a fact tells in another way.
pub(super) type Act = (u8, String);

/// The act that a fact tells of, after the fact `before` it. Rows are fixed by an act, too, but what is in them nobody
/// is told; and a tile that was turned up to be led is led in the same act.
pub(super) fn act_of(fact: &Fact, before: Option<&Fact>) -> Option<Act> {
    if let Fact::Led { seat, tile, .. } = fact {
        let is_turned_up = matches!(before, Some(Fact::TurnedUp { .. }));
        return (!is_turned_up).then(|| (*seat, format!("lead {tile}")));
    }
    if let Fact::Played {
        seat, tile, end, ..
    } = fact
    {
        return Some((*seat, format!("play {tile} {end}")));
    }
    if let Fact::TurnedUp { seat, .. } | Fact::Misfit { seat, .. } = fact {
        return Some((*seat, "turn_up".to_owned()));
    }
    if let Fact::Drew { seat, .. } = fact {
        return Some((*seat, "draw".to_owned()));
    }
    if let Fact::Passed { seat, .. } = fact {
        return Some((*seat, "pass".to_owned()));
    }
    if let Fact::Stopped { seat } = fact {
        return Some((*seat, "stop".to_owned()));
    }
    None
}

/// An action without what its fact tells in another way (`along`).
pub(super) fn bare(action: &str) -> String {
    action
        .split(' ')
        .filter(|word| *word != "along")
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_that_is_turned_up_to_be_led_is_one_act() {
        let tile = "6-4".parse().unwrap();
        let turned_up = Fact::TurnedUp { seat: 1, tile };
        let led = Fact::Led {
            seat: 1,
            tile,
            along: false,
            lengthwise: false,
        };
        assert_eq!(act_of(&turned_up, None), Some((1, "turn_up".to_owned())));
        assert_eq!(act_of(&led, Some(&turned_up)), None);
        assert_eq!(act_of(&led, None), Some((1, "lead 6-4".to_owned())));
    }
}
