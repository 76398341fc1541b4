//! Conversion of day numbers to calendar dates and back: to print and read times, and to check date literals.

use std::fmt;

const SECONDS_OF_A_DAY: i64 = 86_400;

/// Returns year, month and day of a day number (0 is 1970-01-01), in the proleptic Gregorian calendar.
const fn date_of(day: i64) -> (i64, i64, i64) {
    // Years start in March here, so that the leap day is the last day of its year; an era has 400 years.
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + (month <= 2) as i64;
    (year, month, day_of_month)
}

/// Returns the number of days of a month, or 0 if there is no such month.
pub const fn days_of_month(year: i64, month: i64) -> i64 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 0,
    }
}

/// Writes the day with this number from 1970-01-01 in the form of YQL's literals: `2026-11-29`.
pub fn write_date(f: &mut fmt::Formatter<'_>, day: i64) -> fmt::Result {
    let (year, month, day) = date_of(day);
    write!(f, "{year:04}-{month:02}-{day:02}")
}

/// Writes a point in time in ISO 8601 in UTC, with microseconds only if there are any.
pub fn write_time(f: &mut fmt::Formatter<'_>, micros: i128) -> fmt::Result {
    let seconds = micros.div_euclid(1_000_000) as i64;
    let fraction = micros.rem_euclid(1_000_000);
    write_date(f, seconds.div_euclid(SECONDS_OF_A_DAY))?;
    let second = seconds.rem_euclid(SECONDS_OF_A_DAY);
    write!(f, "T{:02}:{:02}:{:02}", second / 3_600, second / 60 % 60, second % 60)?;
    if fraction != 0 {
        write!(f, ".{fraction:06}")?;
    }
    f.write_str("Z")
}

/// Returns the day number of a date; the counterpart of `date_of`.
fn day_of(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    year.div_euclid(400) * 146_097 + day_of_era - 719_468
}

/// Parses the text that `write_date` writes, and returns the day number.
pub fn parse_date(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let mut parts = digits.splitn(3, '-');
    let year = sign * number(parts.next()?, if sign < 0 { 3 } else { 4 }, 6)?;
    let (month, day) = (number(parts.next()?, 2, 2)?, number(parts.next()?, 2, 2)?);
    (1 <= day && day <= days_of_month(year, month)).then(|| day_of(year, month, day))
}

/// Parses the text that `write_time` writes, with up to six digits after the seconds, and returns microseconds.
pub fn parse_time(text: &str) -> Option<i128> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut parts = time.splitn(3, ':').map(|part| number(part, 2, 2));
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next()??);
    let micros = number(fraction, 1, 6)? * 10_i64.pow(6 - fraction.len() as u32);
    let seconds = parse_date(date)? * SECONDS_OF_A_DAY + hour * 3_600 + minute * 60 + second;
    (hour < 24 && minute < 60 && second < 60).then(|| i128::from(seconds) * 1_000_000 + i128::from(micros))
}

/// Parses a number of `least` to `most` digits.
fn number(text: &str, least: usize, most: usize) -> Option<i64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && (least..=most).contains(&text.len());
    text.parse().ok().filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        struct Shown(i128, fn(&mut fmt::Formatter<'_>, i128) -> fmt::Result);
        impl fmt::Display for Shown {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.1(f, self.0)
            }
        }
        // Takes every 997th day of Date32, whose ends are in YDB's own header.
        for day in (-53_375_809..=53_375_807_i64).step_by(997) {
            let text = Shown(day.into(), |f, day| write_date(f, day as i64)).to_string();
            assert_eq!(parse_date(&text), Some(day), "{text}");
        }
        for micros in [0, 1, -1, 1_714_979_289_000_000, 1_714_979_289_120_000, -62_167_219_200_000_000] {
            let text = Shown(micros, write_time).to_string();
            assert_eq!(parse_time(&text), Some(micros), "{text}");
        }
        assert_eq!(parse_date("2000-02-29"), Some(11_016));
        assert_eq!(parse_time("1970-01-01T00:00:01.5Z"), Some(1_500_000));
        for bad in ["", "2000-02-30", "2001-02-29", "2000-13-01", "2000-1-01", "+2000-01-01", "2000-01-01 ", "99-01-01"]
        {
            assert_eq!(parse_date(bad), None, "{bad}");
        }
        let day = "2024-05-06";
        for bad in ["", "T", "T07:08:09", "T24:00:00Z", "T07:60:00Z", "T07:08Z", "T07:08:09.Z", "T07:08:09.1234567Z"] {
            assert_eq!(parse_time(&format!("{day}{bad}")), None, "{bad}");
        }
    }

    #[test]
    fn knows_the_calendar() {
        assert_eq!(date_of(0), (1970, 1, 1));
        assert_eq!(date_of(11_016), (2000, 2, 29));
        assert_eq!(date_of(-1), (1969, 12, 31));
        // A Date can hold no later day: YDB's upper bound, 2106-01-01, is exclusive.
        assert_eq!(date_of(49_672), (2105, 12, 31));
        // The last day of Date32, from YDB's own header.
        assert_eq!(date_of(53_375_807), (148_107, 12, 31));
        assert_eq!(days_of_month(1900, 2), 28);
        assert_eq!(days_of_month(2000, 2), 29);
        assert_eq!(days_of_month(2001, 13), 0);
    }
}
