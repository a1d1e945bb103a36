//! The switches about dealing, leading, turns and the line.

use serde_json::Value;

use super::SwitchGroup::{Deal, Lead, Line, Turn};
use super::rule::{Rule, State, only, plain, together};
use crate::sheet::*;
use crate::tile::Tile;

pub(super) static PLAY: &[Rule] = &[
    Rule::listed("deal.tiles", Deal, |at| {
        let most = Tile::COUNT / at.seats;
        (3..=9u32)
            .filter(|&tiles| tiles as usize <= most && tiles > at.sheet.deal.open_at)
            .map(plain)
            .collect()
    }),
    Rule::numbers("deal.reserve", Deal, |at| only(at.draws(), [0, 1, 2])),
    Rule::numbers("deal.redeal_doubles", Deal, |at| {
        only(at.seen() && at.fewest_tiles() >= 5, [0, 4, 5, 6])
    }),
    Rule::numbers("deal.redeal_suit", Deal, |at| {
        only(at.seen() && at.fewest_tiles() >= 5, [0, 5, 6])
    }),
    Rule::listed("deal.open_at", Deal, |at| {
        if at.seen() || at.sheet.turn.lay == LayRule::AllOrOne {
            return Vec::new();
        }
        (0..=5)
            .filter(|&tiles| tiles < at.fewest_tiles())
            .map(plain)
            .collect()
    }),
    Rule::listed("deal.open_to", Deal, |at| {
        only(at.opens(), [Openness::All, Openness::Owner])
    }),
    Rule::listed("deal.misfit_visible", Deal, |at| {
        only(!at.seen(), [Openness::All, Openness::Owner])
    }),
    Rule::listed("lead.first", Lead, |at| {
        use FirstLead::*;
        only(!at.unseen(), [Lot, Named, FewestPips, MostPips])
    })
    .carrying(&["lead.first_tile"], |value, at| {
        together([("lead.first_tile", lead_tile(value, at))])
    }),
    Rule::listed("lead.first_tile", Lead, |at| {
        let searched = at.sheet.lead.first == FirstLead::Named;
        only(searched, [LeadTile::Named, at.free_lead()])
    }),
    Rule::listed("lead.next", Lead, |at| {
        use NextLead::*;
        if at.unseen() {
            only(true, [Lot, Rotate, Winner])
        } else {
            only(true, [Lot, Rotate, Winner, Named, FewestPips, MostPips])
        }
    })
    .carrying(&["lead.next_tile"], |value, at| {
        together([("lead.next_tile", lead_tile(value, at))])
    }),
    Rule::listed("lead.next_tile", Lead, |at| {
        let searched = at.sheet.lead.next == NextLead::Named;
        only(searched, [LeadTile::Named, at.free_lead()])
    }),
    Rule::listed("lead.named", Lead, |at| {
        use NamedLead::*;
        only(at.named(), [HighDouble, LowDouble, OneDouble, Zero])
    }),
    Rule::listed("lead.tie", Lead, |at| {
        only(
            at.named(),
            [LeadTie::Wide, LeadTie::Narrow, LeadTie::Double],
        )
    }),
    Rule::listed("lead.after_block", Lead, |at| {
        use AfterBlock::*;
        let winner_leads = at.sheet.lead.next == NextLead::Winner;
        only(winner_leads, [Winner, Closer, Lot, Rotate])
    }),
    Rule::listed("turn.direction", Turn, |_| {
        only(true, [Direction::Clockwise, Direction::Anticlockwise])
    }),
    Rule::listed("turn.must_lay", Turn, |at| {
        only(
            at.sheet.turn.lay == LayRule::Any,
            [MustLay::One, MustLay::All],
        )
    }),
    Rule::listed("turn.lead_continues", Turn, |at| {
        let several = matches!(at.sheet.turn.lay, LayRule::Any | LayRule::Chain);
        only(several, [false, true])
    }),
    Rule::listed("turn.opened_lay", Turn, |at| {
        only(at.opens(), [OpenedLay::Any, OpenedLay::One])
    }),
    Rule::listed("turn.draw_optional", Turn, |at| {
        only(at.draws(), [false, true])
    }),
    Rule::listed("turn.play_drawn", Turn, |at| {
        use PlayDrawn::*;
        let drawn_is_seen = at.seen() && at.draws();
        if at.sheet.turn.draw == DrawRule::UntilFit {
            only(drawn_is_seen, [Must, May])
        } else {
            only(drawn_is_seen, [Must, May, No])
        }
    }),
    Rule::listed("turn.dead_line_ends", Turn, |at| {
        only(at.draws(), [false, true])
    }),
    Rule::listed("line.spinner", Line, |at| {
        let changeable =
            at.multiples() && at.sheet.turn.lay != LayRule::TwinDoubles && !at.strict();
        only(changeable, [Spinner::None, Spinner::FirstDouble])
    })
    .carrying(
        &["line.along", "line.sides_first", "score.capicua"],
        |value, _| {
            if *value == plain(Spinner::None) {
                together([("line.sides_first", false.into())])
            } else {
                together([("line.along", false.into()), ("score.capicua", 0.into())])
            }
        },
    ),
    Rule::listed("line.sides_first", Line, |at| {
        only(at.spinner(), [false, true])
    }),
    Rule::listed("line.spinner_value", Line, |at| {
        let counted = at.spinner() && at.multiples();
        only(counted, [SpinnerValue::Sides, SpinnerValue::Line])
    }),
    Rule::listed("line.along", Line, |at| {
        only(at.scores_in_play() && !at.spinner(), [false, true])
    }),
];

/// What is led with a way to find the leader.
fn lead_tile(way: &Value, before: State) -> Value {
    let named = *way == plain(FirstLead::Named);
    plain(if named {
        LeadTile::Named
    } else {
        before.free_lead()
    })
}
