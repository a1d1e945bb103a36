//! The figures as lines. Those that begin with `time` are another time others.

use std::fmt;

use super::figures::{Figures, Place, Standing, Times};

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.contenders;
        let deals = match (self.deals, self.duplicate) {
            (1, false) => "1 deal".to_owned(),
            (1, true) => "1 deal, played twice".to_owned(),
            (many, false) => format!("{many} deals"),
            (many, true) => format!("{many} deals, each played twice"),
        };
        writeln!(
            f,
            "{} against {}: {} at {} seats, {deals}, seed {}",
            one.name, other.name, self.sheet, self.seats, self.seed
        )?;
        for (letter, standing) in ["A", "B"].into_iter().zip(&self.contenders) {
            self.standing(f, letter, standing)?;
        }
        writeln!(
            f,
            "deals     A better in {}, level {}, B better in {}",
            self.pairs.first, self.pairs.level, self.pairs.second
        )?;
        writeln!(
            f,
            "elo       A {} (95 %: {} to {})",
            signed(self.elo.difference),
            signed(self.elo.low),
            signed(self.elo.high)
        )?;
        for (seat, places) in self.places.iter().enumerate() {
            let [one, other] = places.map(percent);
            writeln!(f, "seat {seat:<4} A wins {one}, B wins {other}")?;
        }
        for (letter, standing) in ["A", "B"].into_iter().zip(&self.contenders) {
            writeln!(f, "illegal   {letter} {}", illegal(standing))?;
        }
        for (letter, times) in ["A", "B"].into_iter().zip(&self.times) {
            writeln!(f, "time      {letter} {times}")?;
        }
        Ok(())
    }
}

impl Figures {
    fn standing(
        &self,
        f: &mut fmt::Formatter<'_>,
        letter: &str,
        standing: &Standing,
    ) -> fmt::Result {
        let better = if self.fewer_is_better {
            "fewer is better"
        } else {
            "more is better"
        };
        let rounds = self.rounds;
        writeln!(
            f,
            "{letter}         {}: won {:.1} of {rounds} ({:.1} %), {} points ({better}), {} actions",
            standing.name,
            standing.won,
            100.0 * standing.won / f64::from(rounds.max(1)),
            standing.points,
            standing.decisions
        )
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "median {} µs, p99 {} µs, slowest {} µs",
            self.median_us, self.p99_us, self.slowest_us
        )
    }
}

fn signed(elo: f64) -> String {
    if elo.is_infinite() {
        let sign = if elo > 0.0 { '+' } else { '-' };
        return format!("{sign}∞");
    }
    format!("{elo:+.1}")
}

fn percent(place: Place) -> String {
    if place.rounds == 0 {
        return "- of 0".to_owned();
    }
    let of_hundred = 100.0 * place.won / f64::from(place.rounds);
    format!("{of_hundred:.1} % of {}", place.rounds)
}

fn illegal(standing: &Standing) -> String {
    let total: u64 = standing.illegal.values().sum();
    if total == 0 {
        return "none".to_owned();
    }
    let codes: Vec<String> = standing
        .illegal
        .iter()
        .map(|(code, count)| format!("{code} {count}"))
        .collect();
    format!("{total}: {}", codes.join(", "))
}
