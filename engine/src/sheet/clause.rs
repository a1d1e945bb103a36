//! A sheet as clauses: code and parameters, so that a page can write the rules in any language.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::*;

/// One sentence of the rules. The code is a field of the sheet, followed by the policy where the
/// field chooses one (`turn.draw.until_fit`); the parameters are numbers and tables by player
/// count, so that each code is one sentence in a translation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Clause {
    /// Which sentence.
    pub code: String,
    /// The numbers in it.
    pub params: BTreeMap<&'static str, Value>,
}

/// The rules of a sheet in reading order. Only what matters in this sheet is said: nothing about
/// reserves where nobody draws, nothing about a tie of a search that is not made.
#[must_use]
pub fn clauses(sheet: &Sheet) -> Vec<Clause> {
    let mut said = Clauses::default();
    said.dealing(sheet);
    said.leading(sheet);
    said.playing(sheet);
    said.in_play(sheet);
    said.counting(sheet);
    said.values(sheet);
    said.ending(sheet);
    said.refereeing(sheet);
    said.0
}

#[derive(Default)]
struct Clauses(Vec<Clause>);

impl Clauses {
    fn say<const N: usize>(&mut self, code: &str, params: [(&'static str, Value); N]) {
        self.0.push(Clause {
            code: code.to_owned(),
            params: params.into(),
        });
    }

    /// A policy chosen in a field.
    fn choice(&mut self, field: &str, policy: &str) {
        self.say(&format!("{field}.{policy}"), []);
    }

    /// A switch that is on.
    fn switch(&mut self, code: &str, on: bool) {
        if on {
            self.say(code, []);
        }
    }

    /// A number that is not 0.
    fn number(&mut self, code: &str, count: u32) {
        if count > 0 {
            self.say(code, [("count", count.into())]);
        }
    }

    fn dealing(&mut self, sheet: &Sheet) {
        let deal = &sheet.deal;
        let Players { min, max } = sheet.players;
        self.say("players", [("min", min.into()), ("max", max.into())]);
        self.switch("pairs", sheet.pairs);
        self.say(
            "deal.tiles",
            [("by_players", by_players(&deal.tiles, sheet.players))],
        );
        self.choice("deal.undealt", deal.undealt.name());
        self.number("deal.reserve", deal.reserve);
        self.number("deal.redeal_doubles", deal.redeal_doubles);
        self.number("deal.redeal_suit", deal.redeal_suit);
        self.choice("deal.hand", deal.hand.name());
        self.number("deal.open_at", deal.open_at);
        if deal.open_at > 0 {
            self.choice("deal.open_to", deal.open_to.name());
        }
        if deal.hand != HandRule::Seen {
            self.choice("deal.misfit_visible", deal.misfit_visible.name());
        }
    }

    fn leading(&mut self, sheet: &Sheet) {
        let lead = &sheet.lead;
        self.choice("lead.first", lead.first.name());
        self.choice("lead.first_tile", lead.first_tile.name());
        self.choice("lead.next", lead.next.name());
        self.choice("lead.next_tile", lead.next_tile.name());
        if lead.first == FirstLead::Named || lead.next == NextLead::Named {
            self.choice("lead.named", lead.named.name());
            self.choice("lead.tie", lead.tie.name());
        }
        if lead.next == NextLead::Winner {
            self.choice("lead.after_block", lead.after_block.name());
        }
    }

    fn playing(&mut self, sheet: &Sheet) {
        let Sheet { turn, line, .. } = sheet;
        self.choice("turn.direction", turn.direction.name());
        self.choice("turn.lay", turn.lay.name());
        if sheet.deal.open_at > 0 {
            self.choice("turn.opened_lay", turn.opened_lay.name());
        }
        if turn.lay == LayRule::Any {
            self.choice("turn.must_lay", turn.must_lay.name());
        }
        self.switch("turn.lead_continues", turn.lead_continues);
        self.choice("turn.draw", turn.draw.name());
        if turn.draw != DrawRule::Never {
            self.switch("turn.draw_optional", turn.draw_optional);
            if sheet.deal.hand == HandRule::Seen {
                self.choice("turn.play_drawn", turn.play_drawn.name());
            }
        }
        self.switch("turn.dead_line_ends", turn.dead_line_ends);
        if line.spinner != Spinner::None {
            self.choice("line.spinner", line.spinner.name());
        }
        self.switch("line.sides_first", line.sides_first);
        self.switch("line.along", line.along);
    }

    fn in_play(&mut self, sheet: &Sheet) {
        let Sheet { score, line, .. } = sheet;
        match score.in_play {
            InPlay::None => {}
            InPlay::EqualEnds => {
                self.number("score.lead_double", score.lead_double);
                self.number("score.equal_ends", score.equal_ends);
                self.number("score.equal_ends_double", score.equal_ends_double);
            }
            InPlay::Multiples => {
                let code = format!("score.in_play.multiples.{}", score.unit.name());
                self.say(&code, [("divisor", score.divisor.into())]);
                if line.spinner != Spinner::None {
                    self.choice("line.spinner_value", line.spinner_value.name());
                }
            }
        }
        self.number("score.first_pass", score.first_pass);
    }

    fn counting(&mut self, sheet: &Sheet) {
        let score = &sheet.score;
        match score.result {
            ResultRule::Collect => {
                let code = format!("score.result.collect.{}", score.collect_from.name());
                self.say(&code, []);
            }
            ResultRule::Fixed => {
                self.say("score.result.fixed", [("count", score.out_points.into())]);
            }
            ResultRule::Own | ResultRule::Set => {
                self.choice("score.result", score.result.name());
            }
        }
        let block = format!("score.block.{}.{}", score.result.name(), score.block.name());
        match score.result {
            ResultRule::Fixed => self.say(&block, [("count", score.block_points.into())]),
            ResultRule::Collect | ResultRule::Own | ResultRule::Set => self.say(&block, []),
        }
        let may_tie = !matches!(
            score.block,
            BlockRule::All | BlockRule::Eggs | BlockRule::Lower
        );
        if may_tie {
            self.choice("score.block_tie", score.block_tie.name());
        }
        if score.block == BlockRule::Doubles {
            self.choice("score.several_without", score.several_without.name());
        }
        if score.round_to > 0 {
            let code = format!("score.round_to.{}", score.unit.name());
            self.say(&code, [("count", score.round_to.into())]);
        }
    }

    fn values(&mut self, sheet: &Sheet) {
        let score = &sheet.score;
        if score.blank != Blank::Zero {
            let code = format!("score.blank.{}", score.blank.name());
            self.say(&code, [("count", score.blank_value.into())]);
        }
        self.number("score.six_value", score.six_value);
        self.number("score.both_value", score.both_value);
        if score.threshold > 0 {
            let code = format!("score.threshold.{}", score.threshold_mode.name());
            self.say(&code, [("count", score.threshold.into())]);
        }
        self.number("score.capicua", score.capicua);
        self.number("score.blank_out", score.blank_out);
    }

    fn ending(&mut self, sheet: &Sheet) {
        let Sheet { goal, score, .. } = sheet;
        let code = format!("match.goal.{}", goal.goal.name());
        match goal.goal {
            Goal::ReachWins | Goal::ReachLoses => {
                self.say(
                    &code,
                    [("by_players", by_players(&goal.target, sheet.players))],
                );
            }
            Goal::Most | Goal::Fewest => {
                self.say(&code, [("count", goal.deals.into())]);
                self.choice("match.tie", goal.tie.name());
            }
        }
        if goal.goal == Goal::ReachWins {
            if score.in_play != InPlay::None || score.first_pass > 0 {
                self.choice("match.stop", goal.stop.name());
            }
            self.choice("match.overshoot", goal.overshoot.name());
        }
        if goal.goal == Goal::ReachLoses {
            self.choice("match.losers", goal.losers.name());
        }
        self.switch("match.out_wins_blank", goal.out_wins_blank);
        self.switch("match.out_wins_six", goal.out_wins_six);
        self.switch("match.out_wins_both", goal.out_wins_both);
    }

    fn refereeing(&mut self, sheet: &Sheet) {
        let referee = &sheet.referee;
        self.number("referee.clock", referee.clock);
        if referee.ladder == Ladder::None {
            return;
        }
        self.choice("referee.enforcement", referee.enforcement.name());
        self.choice("referee.ladder", referee.ladder.name());
        self.choice("referee.warn_scope", referee.warn_scope.name());
        if referee.enforcement == Enforcement::Penalize && sheet.score.result != ResultRule::Set {
            match referee.fault {
                FaultPrice::Fixed => self.number("referee.fault.fixed", referee.fault_points),
                FaultPrice::Hands => self.choice("referee.fault", referee.fault.name()),
            }
        }
        if referee.ladder == Ladder::Club {
            self.choice("referee.third", referee.third.name());
        }
    }
}

/// The entries of a table for the players allowed: one number if all are equal, else the table.
fn by_players(table: &Table, players: Players) -> Value {
    let allowed = players.min..=players.max;
    let mut entries = table
        .iter()
        .filter(|(count, _)| allowed.contains(&u32::from(*count)));
    let first = entries.next().map_or(0, |(_, value)| value);
    if entries.all(|(_, value)| value == first) {
        return first.into();
    }
    let entries = table
        .iter()
        .filter(|(count, _)| allowed.contains(&u32::from(*count)));
    entries
        .map(|(count, value)| (count.to_string(), value))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::preset;

    #[test]
    fn kozel_is_told_in_order_with_its_numbers() {
        let said = clauses(&preset("kozel").unwrap());
        let codes: Vec<&str> = said.iter().map(|clause| clause.code.as_str()).collect();
        assert_eq!(
            codes,
            [
                "players",
                "deal.tiles",
                "deal.undealt.drawable",
                "deal.hand.seen",
                "lead.first.named",
                "lead.first_tile.named",
                "lead.next.named",
                "lead.next_tile.named",
                "lead.named.high_double",
                "lead.tie.wide",
                "turn.direction.clockwise",
                "turn.lay.twin_doubles",
                "turn.draw.until_fit",
                "turn.play_drawn.must",
                "score.result.own",
                "score.block.own.all",
                "score.blank.always",
                "score.threshold.drop",
                "match.goal.reach_loses",
                "match.losers.all",
                "referee.clock",
            ]
        );
        let params = |code: &str| {
            let clause = said.iter().find(|clause| clause.code == code).unwrap();
            serde_json::to_string(&clause.params).unwrap()
        };
        assert_eq!(
            params("deal.tiles"),
            r#"{"by_players":{"2":7,"3":5,"4":5}}"#
        );
        assert_eq!(params("match.goal.reach_loses"), r#"{"by_players":101}"#);
        assert_eq!(params("score.threshold.drop"), r#"{"count":13}"#);
    }
}
