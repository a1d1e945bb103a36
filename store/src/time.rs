//! Wall time, as it stands in records.

use std::fmt;

/// Milliseconds since 1970-01-01T00:00:00Z. For people and records: the host may set this clock at will, so nothing
/// is measured by it. Shown in UTC, to the second: `2026-11-30 09:15:02`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixMillis(pub u64);

const DAY_S: u64 = 86_400;
/// Days from 0000-03-01 to 1970-01-01. Years that begin in March have their odd day at their end.
const EPOCH_DAY: u64 = 719_468;
/// Days of 400 years.
const ERA_DAYS: u64 = 146_097;

impl fmt::Display for UnixMillis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0 / 1_000;
        let (year, month, day) = date(seconds / DAY_S);
        let second = seconds % DAY_S;
        let (hours, minutes) = (second / 3_600, second / 60 % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02}:{:02}",
            second % 60
        )
    }
}

/// Year, month and day of the Gregorian calendar, of a day counted from 1970-01-01.
fn date(day: u64) -> (u64, u64, u64) {
    let day = day + EPOCH_DAY;
    let (era, of_era) = (day / ERA_DAYS, day % ERA_DAYS);
    // Leap days before this day in its era are taken out, and put back for centuries.
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // March is month 0; five months on end have 153 days.
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let (month, next_year) = if from_march < 10 {
        (from_march + 3, 0)
    } else {
        (from_march - 9, 1)
    };
    (era * 400 + year_of_era + next_year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_dates() {
        for (millis, text) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_399_999, "2000-02-28 23:59:59"),
            (951_782_400_000, "2000-02-29 00:00:00"),
            (1_709_164_800_000, "2024-02-29 00:00:00"),
            (1_796_028_302_000, "2026-11-30 08:45:02"),
            (4_107_542_400_000, "2100-03-01 00:00:00"),
        ] {
            assert_eq!(UnixMillis(millis).to_string(), text);
        }
    }
}
