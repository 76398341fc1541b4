//! `TTL`: when rows expire or move to other storage.

use ydb_keys::__internal::schema::TtlUnit;

use super::cursor::Cursor;
use super::unquote::unquoted_text;
use crate::live::{LiveTtl, LiveTtlTier};

/// What follows `TTL =`: `INTERVAL('P30D') [DELETE | TO EXTERNAL DATA SOURCE path], .. ON column [AS unit]`
pub(super) fn ttl(cursor: &mut Cursor<'_>) -> Result<LiveTtl, String> {
    let mut tiers = vec![tier(cursor)?];
    while cursor.eat_symbol(',') {
        tiers.push(tier(cursor)?);
    }
    cursor.expect_word("ON")?;
    // A name may contain `-` or start with a digit, and YDB prints it without backticks.
    let shown = cursor.run();
    let column = if shown.starts_with('`') { unquoted_text(shown) } else { shown.to_owned() };
    if column.is_empty() {
        return Err(cursor.unexpected("the column of the TTL"));
    }
    let unit = units().find(|(word, _)| cursor.eat_words(&["AS", word])).map(|(_, unit)| unit);
    Ok(LiveTtl { column, tiers, unit })
}

fn tier(cursor: &mut Cursor<'_>) -> Result<LiveTtlTier, String> {
    cursor.expect_word("INTERVAL")?;
    cursor.expect_symbol('(')?;
    let after = cursor.text()?;
    cursor.expect_symbol(')')?;
    let action = cursor.position();
    let mut to = None;
    if cursor.eat_words(&["TO", "EXTERNAL", "DATA", "SOURCE"]) {
        to = Some(cursor.name()?);
    } else {
        cursor.eat_word("DELETE");
    }
    if !cursor.skip_until(|at| at.is_word("ON"))?.is_empty() {
        to = Some(cursor.between(action).to_owned());
    }
    Ok(LiveTtlTier { after, to })
}

fn units() -> impl Iterator<Item = (&'static str, TtlUnit)> {
    [
        ("SECONDS", TtlUnit::Seconds),
        ("MILLISECONDS", TtlUnit::Milliseconds),
        ("MICROSECONDS", TtlUnit::Microseconds),
        ("NANOSECONDS", TtlUnit::Nanoseconds),
    ]
    .into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<LiveTtl, String> {
        ttl(&mut Cursor::new(&format!("{text}\n)")).unwrap())
    }

    fn deleted(after: &str, column: &str, unit: Option<TtlUnit>) -> LiveTtl {
        LiveTtl { column: column.into(), tiers: vec![LiveTtlTier { after: after.into(), to: None }], unit }
    }

    #[test]
    fn the_column_is_printed_bare() {
        assert_eq!(read("INTERVAL('P30D') DELETE ON at"), Ok(deleted("P30D", "at", None)));
        assert_eq!(read("INTERVAL('P30D') DELETE ON made-at"), Ok(deleted("P30D", "made-at", None)));
        assert_eq!(read("INTERVAL('P30D') DELETE ON 2nd"), Ok(deleted("P30D", "2nd", None)));
        assert_eq!(read("INTERVAL('P30D') DELETE ON --"), Ok(deleted("P30D", "--", None)));
        assert_eq!(read("Interval(\"P1D\") ON `made-at`"), Ok(deleted("P1D", "made-at", None)));
    }

    #[test]
    fn units_of_numbers() {
        let milliseconds = deleted("PT0S", "at", Some(TtlUnit::Milliseconds));
        assert_eq!(read("INTERVAL('PT0S') DELETE ON at AS MILLISECONDS"), Ok(milliseconds));
        let as_seconds = deleted("PT1H", "AS", Some(TtlUnit::Seconds));
        assert_eq!(read("INTERVAL('PT1H') DELETE ON AS AS SECONDS"), Ok(as_seconds));
    }

    #[test]
    fn tiers() {
        let text = "INTERVAL('PT10S') TO EXTERNAL DATA SOURCE `/Root/tier1`,\n INTERVAL('PT1H') DELETE\n ON Key1 AS NANOSECONDS";
        let to = LiveTtlTier { after: "PT10S".into(), to: Some("/Root/tier1".into()) };
        let mut expected = deleted("PT1H", "Key1", Some(TtlUnit::Nanoseconds));
        expected.tiers.insert(0, to);
        assert_eq!(read(text), Ok(expected));
    }

    #[test]
    fn an_action_of_a_later_release() {
        let ttl = read("INTERVAL('P1D') COMPRESS WITH 'zstd', INTERVAL('P2D') DELETE ON at").unwrap();
        assert_eq!(ttl.tiers[0], LiveTtlTier { after: "P1D".into(), to: Some("COMPRESS WITH 'zstd'".into()) });
        assert_eq!(ttl.tiers[1], LiveTtlTier { after: "P2D".into(), to: None });
        assert_eq!(ttl.column, "at");
    }

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(read("INTERVAL('PT1H') DELETE"), Err("line 2: expected ON, found `)`".into()));
        assert_eq!(read("INTERVAL('PT1H') DELETE ON"), Err("line 2: expected the column of the TTL, found `)`".into()));
        assert_eq!(read("5 DELETE ON x"), Err("line 1: expected INTERVAL, found `5`".into()));
    }
}
