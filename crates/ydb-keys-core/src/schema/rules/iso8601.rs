//! Dates, times, durations and UUIDs in text, checked at compile time.

use crate::types::const_text::any;
use crate::types::days_of_month;

/// A cursor over the bytes of a text.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    const fn new(text: &str) -> Cursor<'_> {
        Cursor { bytes: text.as_bytes(), at: 0 }
    }

    const fn peek(&self) -> u8 {
        if self.at < self.bytes.len() { self.bytes[self.at] } else { 0 }
    }

    const fn done(&self) -> bool {
        self.at == self.bytes.len()
    }

    const fn take(&mut self, byte: u8) -> bool {
        let found = !self.done() && self.peek() == byte;
        if found {
            self.at += 1;
        }
        found
    }

    /// Skips digits and returns their number.
    const fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.at - start
    }

    /// Reads a number of any width; a number beyond `i64` becomes the greatest one.
    const fn count(&mut self) -> i64 {
        let (mut i, mut value) = (self.at, 0_i64);
        self.digits();
        while i < self.at {
            value = value.saturating_mul(10).saturating_add((self.bytes[i] - b'0') as i64);
            i += 1;
        }
        value
    }

    /// Reads the digits after a point as microseconds; smaller parts are cut off.
    const fn micros(&mut self) -> i64 {
        let (mut unit, mut micros) = (100_000, 0);
        while self.peek().is_ascii_digit() {
            micros += (self.bytes[self.at] - b'0') as i64 * unit;
            unit /= 10;
            self.at += 1;
        }
        micros
    }

    /// Reads a number of exactly `width` digits, or returns -1.
    const fn number(&mut self, width: usize) -> i64 {
        let start = self.at;
        let value = self.count();
        if self.at - start == width { value } else { -1 }
    }

    /// Reads a date such as `2024-02-29`; returns `true` if it exists and its year is from `first_year` to `last_year`.
    const fn date(&mut self, first_year: i64, last_year: i64) -> bool {
        let year = self.number(4);
        let month = if self.take(b'-') { self.number(2) } else { -1 };
        let day = if self.take(b'-') { self.number(2) } else { -1 };
        first_year <= year && year <= last_year && 1 <= day && day <= days_of_month(year, month)
    }

    /// Reads a time of day such as `T23:59:59`; returns `true` if it exists.
    const fn time(&mut self) -> bool {
        let hour = if self.take(b'T') { self.number(2) } else { -1 };
        let minute = if self.take(b':') { self.number(2) } else { -1 };
        let second = if self.take(b':') { self.number(2) } else { -1 };
        0 <= hour && hour <= 23 && 0 <= minute && minute <= 59 && 0 <= second && second <= 59
    }
}

/// Returns the first and the last year that four digits can write and the type can hold.
const fn years(wide: bool) -> (i64, i64) {
    if wide { (1, 9999) } else { (1970, 2105) }
}

/// Returns `true` if the text is a date: `2024-02-29`.
pub(super) const fn is_date(text: &str, wide: bool) -> bool {
    let mut cursor = Cursor::new(text);
    let (first, last) = years(wide);
    cursor.date(first, last) && cursor.done()
}

/// Returns `true` if the text is a point in time: `2024-02-29T23:59:59Z`, with up to `fraction` digits after the
/// seconds.
pub(super) const fn is_time(text: &str, wide: bool, fraction: usize) -> bool {
    let mut cursor = Cursor::new(text);
    let (first, last) = years(wide);
    if !cursor.date(first, last) || !cursor.time() {
        return false;
    }
    if fraction > 0 && cursor.take(b'.') {
        let digits = cursor.digits();
        if digits == 0 || digits > fraction {
            return false;
        }
    }
    cursor.take(b'Z') && cursor.done()
}

/// Limit of an interval in seconds: YDB's Interval stays below 136 years, the span of its Timestamp.
const MAX_SECONDS: i64 = 49_673 * 86_400;

/// Parses an interval as YQL's `Interval("...")` reads it, and returns its microseconds: `P30D`, `P1DT2H`, `PT0.5S`,
/// `P2W`. Years and months are refused, because they have no fixed length.
pub const fn duration(text: &str) -> Option<i64> {
    let mut cursor = Cursor::new(text);
    if !cursor.take(b'P') {
        return None;
    }
    let mut seconds = 0;
    if cursor.peek().is_ascii_digit() {
        let count = cursor.count();
        if cursor.take(b'W') {
            return if cursor.done() { length(add(seconds, count, 7 * 86_400), 0) } else { None };
        }
        if !cursor.take(b'D') {
            return None;
        }
        seconds = add(seconds, count, 86_400);
        if cursor.done() {
            return length(seconds, 0);
        }
    }
    if !cursor.take(b'T') {
        return None;
    }
    let units = [(b'H', 3_600), (b'M', 60), (b'S', 1)];
    let (mut unit, mut parts, mut micros) = (0, 0, 0);
    while !cursor.done() {
        if !cursor.peek().is_ascii_digit() {
            return None;
        }
        let count = cursor.count();
        if cursor.take(b'.') {
            if !cursor.peek().is_ascii_digit() {
                return None;
            }
            micros = cursor.micros();
            if cursor.peek() != b'S' {
                return None;
            }
        }
        while unit < 3 && cursor.peek() != units[unit].0 {
            unit += 1;
        }
        if unit == 3 {
            return None;
        }
        seconds = add(seconds, count, units[unit].1);
        cursor.at += 1;
        unit += 1;
        parts += 1;
    }
    if parts > 0 { length(seconds, micros) } else { None }
}

/// Returns a length in microseconds; `None` if YDB's type cannot hold it.
const fn length(seconds: i64, micros: i64) -> Option<i64> {
    if seconds < MAX_SECONDS { Some(seconds * 1_000_000 + micros) } else { None }
}

/// Returns `seconds + count * unit`; a sum beyond `i64` becomes the greatest number, which no interval has.
const fn add(seconds: i64, count: i64, unit: i64) -> i64 {
    seconds.saturating_add(count.saturating_mul(unit))
}

/// Returns `true` if the text is a UUID: `f81d4fae-7dec-11d0-a765-00a0c91e6bf6`.
pub(super) const fn is_uuid(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 36
        && !any!(i < 36, {
            let dash = matches!(i, 8 | 13 | 18 | 23);
            dash != (bytes[i] == b'-') || !dash && !bytes[i].is_ascii_hexdigit()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        for good in ["P30D", "PT0S", "P1DT2H", "PT1H30M", "PT0.5S", "P2W", "PT1H2M3.25S", "P49672DT23H59M59.9S"] {
            assert!(duration(good).is_some(), "{good}");
        }
        for bad in [
            "", "P", "PT", "30D", "P1M", "P1Y", "P1DT", "PT1S1H", "PT1H1H", "P1D2H", "PT1.5H", "PT.5S", "p1d", "P1W2D",
            "P-1D", "PT1X",
        ] {
            assert!(duration(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn durations_have_a_length() {
        assert_eq!(duration("P30D"), Some(2_592_000_000_000));
        assert_eq!(duration("P2W"), duration("P14D"));
        assert_eq!(duration("P1DT2H"), duration("PT26H"));
        assert_eq!(duration("PT1H2M3.25S"), Some(3_723_250_000));
        assert_eq!(duration("PT0.0000019S"), Some(1));
        assert_eq!(duration("PT0S"), Some(0));
        assert_eq!(duration("P1Y"), None);
    }

    #[test]
    fn dates_and_times() {
        assert!(is_date("2024-02-29", false) && !is_date("2023-02-29", false));
        assert!(!is_date("1969-12-31", false) && is_date("1969-12-31", true));
        assert!(!is_date("2106-01-01", false) && is_date("2105-12-31", false));
        assert!(!is_date("2024-2-9", false) && !is_date("2024-02-09T", false));
        assert!(is_time("2024-02-29T23:59:59Z", false, 0));
        assert!(!is_time("2024-02-29T24:00:00Z", false, 0) && !is_time("2024-02-29T23:59:59", false, 0));
        assert!(is_time("2024-02-29T23:59:59.123456Z", false, 6));
        assert!(!is_time("2024-02-29T23:59:59.1234567Z", false, 6) && !is_time("2024-02-29T23:59:59.Z", false, 6));
    }

    #[test]
    fn uuids() {
        assert!(is_uuid("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"));
        assert!(!is_uuid("f81d4fae7dec11d0a76500a0c91e6bf6"));
        assert!(!is_uuid("f81d4fae-7dec-11d0-a765-00a0c91e6bfg"));
    }
}
