//! `TTL`: when rows expire or move to other storage.

use ydb_keys_core::schema::settings::TtlUnit;
use ydb_yql::ast::{Setting, SettingValue};

use super::Printed;
use super::values::interval;
use crate::live::{LiveTtl, LiveTtlTier};

/// `TTL = INTERVAL('P30D') [DELETE | TO EXTERNAL DATA SOURCE path], .. ON column [AS unit]`
pub(super) fn ttl(setting: &Setting, printed: &Printed<'_>) -> Result<LiveTtl, String> {
    let unexpected = || printed.unexpected(setting, "INTERVAL('..') .. ON a column");
    let SettingValue::Ttl { tiers, column, unit } = &setting.value else { return Err(unexpected()) };
    let tiers = tiers.iter().map(|tier| {
        let to = tier.storage.as_ref().map(|storage| storage.name.to_string());
        interval(&tier.interval).map(|after| LiveTtlTier { after, to })
    });
    Ok(LiveTtl {
        column: column.name.to_string(),
        tiers: tiers.collect::<Option<_>>().ok_or_else(unexpected)?,
        unit: unit
            .as_ref()
            .and_then(|unit| UNITS.iter().find(|(word, _)| unit.name.eq_ignore_ascii_case(word)))
            .map(|(_, unit)| *unit),
    })
}

const UNITS: [(&str, TtlUnit); 4] = [
    ("SECONDS", TtlUnit::Seconds),
    ("MILLISECONDS", TtlUnit::Milliseconds),
    ("MICROSECONDS", TtlUnit::Microseconds),
    ("NANOSECONDS", TtlUnit::Nanoseconds),
];

#[cfg(test)]
mod tests {
    use super::super::read as read_table;
    use super::*;

    fn read(text: &str) -> Result<LiveTtl, String> {
        let table = read_table(&format!("CREATE TABLE `t` (`k` Uint64, PRIMARY KEY (`k`)) WITH (TTL = {text}\n)"));
        Ok(table?.settings.ttl.unwrap())
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
        for text in ["INTERVAL('PT1H') DELETE", "INTERVAL('PT1H') DELETE ON", "5 DELETE ON x"] {
            let reason = format!("line 1: expected INTERVAL('..') .. ON a column, found `{text}`");
            assert_eq!(read(text), Err(reason));
        }
    }
}
