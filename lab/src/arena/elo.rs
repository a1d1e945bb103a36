//! The Elo difference that a score stands for, with its error bar.
//!
//! A score `s` (0 to 1) stands for `400 log10(s / (1 - s))` points of Elo. The unit of observation is what one
//! deal gave, both of its rounds together where it was played twice: two rounds of the same tiles are not
//! independent, deals are. The 95 % interval of the mean is `mean ± 1.96 sd / √n`, by the sample's own deviation,
//! and each of its ends is turned into Elo.

use serde::Serialize;

/// Standard deviations to each side that hold 95 % of a normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// A difference in Elo, positive where the first contender is better, and its 95 % interval. What has no end is
/// infinite (`null` in JSON).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The estimate.
    pub difference: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Elo {
    /// From the scores of deals, each 0 to 1. Without any, nothing is known.
    pub(super) fn of(scores: &[f64]) -> Self {
        let count = f64::from(u32::try_from(scores.len()).unwrap_or(u32::MAX));
        if scores.len() < 2 {
            return Self {
                difference: elo(scores.first().copied().unwrap_or(0.5)),
                low: f64::NEG_INFINITY,
                high: f64::INFINITY,
            };
        }
        let mean = scores.iter().sum::<f64>() / count;
        let squares: f64 = scores.iter().map(|score| (score - mean).powi(2)).sum();
        let reach = Z95 * (squares / (count - 1.0) / count).sqrt();
        // All won, or all lost: there is no deviation to go by. Had one in 3/n gone the other way, then at
        // least one of n would have done so with a probability of 95 % ("the rule of three").
        let three = 3.0 / count;
        let (low, high) = if mean >= 1.0 {
            (1.0 - three, 1.0)
        } else if mean <= 0.0 {
            (0.0, three)
        } else {
            (mean - reach, mean + reach)
        };
        Self {
            difference: elo(mean),
            low: elo(low),
            high: elo(high),
        }
    }
}

fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 0.05
    }

    /// Whether the error bar leaves a level match out.
    fn excludes_level(elo: &Elo) -> bool {
        elo.low > 0.0 || elo.high < 0.0
    }

    #[test]
    fn three_of_four_is_191_elo() {
        let scores: Vec<f64> = [1.0, 1.0, 1.0, 0.0].into_iter().cycle().take(400).collect();
        let elo = Elo::of(&scores);
        assert!(near(elo.difference, 190.8), "{elo:?}");
        // sd 0.4336, so 0.75 ± 0.04249.
        assert!(near(elo.low, 153.45) && near(elo.high, 232.78), "{elo:?}");
        assert!(excludes_level(&elo));
    }

    #[test]
    fn level_is_zero_and_both_signs_are_possible() {
        let scores: Vec<f64> = [0.0, 1.0].into_iter().cycle().take(100).collect();
        let elo = Elo::of(&scores);
        assert!(near(elo.difference, 0.0) && near(elo.low, -elo.high));
        assert!(!excludes_level(&elo));
    }

    #[test]
    fn where_all_is_won_the_bar_is_open_upwards() {
        let elo = Elo::of(&[1.0; 300]);
        assert_eq!((elo.difference, elo.high), (f64::INFINITY, f64::INFINITY));
        assert!(near(elo.low, 798.3), "{elo:?}");
        let lost = Elo::of(&[0.0; 300]);
        assert!(near(lost.high, -798.3) && excludes_level(&lost));
    }

    #[test]
    fn one_deal_proves_nothing() {
        let elo = Elo::of(&[1.0]);
        assert!(!excludes_level(&elo));
        assert!(!excludes_level(&Elo::of(&[])));
    }
}
