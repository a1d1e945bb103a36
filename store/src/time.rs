//! Wall time, as it stands in records.

use std::fmt;

use time::OffsetDateTime;

/// Milliseconds since 1970-01-01T00:00:00Z. For people and records: the host may set this clock at will, so nothing
/// is measured by it. Shown in UTC, to the second: `2026-11-30 09:15:02`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixMillis(pub u64);

impl fmt::Display for UnixMillis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = i64::try_from(self.0 / 1_000).ok();
        let time = seconds.and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
        let Some(time) = time else {
            return f.write_str("after the year 9999");
        };
        let (hour, minute, second) = time.to_hms();
        write!(f, "{} {hour:02}:{minute:02}:{second:02}", time.date())
    }
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
            (u64::MAX, "after the year 9999"),
        ] {
            assert_eq!(UnixMillis(millis).to_string(), text);
        }
    }
}
