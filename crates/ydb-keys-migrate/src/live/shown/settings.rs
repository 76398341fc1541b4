//! Reader of a table's settings as printed: `WITH (...)`, TTL and changefeeds.

use ydb_keys::schema::Store;
use ydb_keys_core::schema::settings::TtlUnit;
use ydb_keys_core::schema::simple::{DISABLED, ENABLED, Form, SETTINGS};
use ydb_yql::ast::{Arg, Expr, ExprKind, Literal, Setting, SettingValue};
use ydb_yql::printed_settings;

use super::PrintedParts;
use crate::live::{LiveSettings, LiveTtl, LiveTtlTier};

/// Reads the settings, and returns the store if it is among them.
pub(super) fn settings(
    all: &[Setting],
    settings: &mut LiveSettings,
    printed: &mut PrintedParts<'_>,
) -> Result<Option<Store>, String> {
    let mut store = None;
    for setting in all {
        let mut is_known = !setting.has_more;
        let key = setting.key.name.to_ascii_uppercase();
        match key.as_str() {
            "STORE" => store = Some(self::store(setting, printed)?),
            "AUTO_PARTITIONING_BY_SIZE" => settings.by_size = Some(flag(setting, printed)?),
            "AUTO_PARTITIONING_PARTITION_SIZE_MB" => settings.size_mb = Some(number(setting, printed)?),
            "AUTO_PARTITIONING_BY_LOAD" => settings.by_load = Some(flag(setting, printed)?),
            "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT" => settings.min = Some(number(setting, printed)?),
            "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT" => settings.max = Some(number(setting, printed)?),
            "PARTITION_AT_KEYS" => settings.split_points = split_points(setting, printed)?,
            "TTL" => settings.ttl = Some(ttl(setting, printed)?),
            key => match SETTINGS.iter().find(|known| known.name == key) {
                Some(known) => {
                    let value = match known.form {
                        Form::Switch if flag(setting, printed)? => ENABLED.to_owned(),
                        Form::Switch => DISABLED.to_owned(),
                        Form::Text => text(setting, printed)?,
                    };
                    let value = known.effective(&value).map_err(|_| printed.unexpected(setting, known.values))?;
                    settings.simple.extend(value.map(|value| (known.name, value)));
                }
                None => is_known = false,
            },
        }
        if !is_known {
            printed.keep(setting.span, printed.of(setting.span));
        }
    }
    Ok(store)
}

fn word(setting: &Setting, words: [&'static str; 2]) -> Option<&'static str> {
    let SettingValue::Word(word) = &setting.value else { return None };
    words.into_iter().find(|known| word.name.eq_ignore_ascii_case(known))
}

fn store(setting: &Setting, printed: &PrintedParts<'_>) -> Result<Store, String> {
    match word(setting, ["COLUMN", "ROW"]) {
        Some("COLUMN") => Ok(Store::Column),
        Some(_) => Ok(Store::Row),
        None => Err(printed.unexpected(setting, "ROW or COLUMN")),
    }
}

fn flag(setting: &Setting, printed: &PrintedParts<'_>) -> Result<bool, String> {
    match word(setting, [ENABLED, DISABLED]) {
        Some(word) => Ok(word == ENABLED),
        None => Err(printed.unexpected(setting, "ENABLED or DISABLED")),
    }
}

fn number(setting: &Setting, printed: &PrintedParts<'_>) -> Result<u64, String> {
    match &setting.value {
        SettingValue::Expr(Expr { kind: ExprKind::Literal(Literal::Integer { value, .. }), .. }) => Ok(*value),
        _ => Err(printed.unexpected(setting, "a number")),
    }
}

/// Reads `((10), (100, 5))`, and returns each tuple as printed.
fn split_points(setting: &Setting, printed: &PrintedParts<'_>) -> Result<Vec<String>, String> {
    let SettingValue::Keys(points) = &setting.value else { return Err(printed.unexpected(setting, "keys")) };
    Ok(points.iter().flatten().map(|point| printed.of(point.span).to_owned()).collect())
}

/// Returns the settings by name, in the printed order: texts without their quotes, intervals as their texts, and all
/// other values as printed. Parts that are not settings are left out.
pub(crate) fn changefeed_settings(text: &str) -> Vec<(String, String)> {
    let settings = printed_settings(text).unwrap_or_default().into_iter().filter_map(|setting| {
        let value = match &setting.value {
            SettingValue::Expr(value) => {
                interval(value).or_else(|| string(value)).unwrap_or_else(|| value.span.of(text).to_owned())
            }
            SettingValue::Word(word) => word.span.of(text).to_owned(),
            _ => return None,
        };
        Some((setting.key.name.to_ascii_uppercase(), value))
    });
    settings.collect()
}

/// Reads `TTL = INTERVAL('P30D') [DELETE | TO EXTERNAL DATA SOURCE path], .. ON column [AS unit]`.
pub(super) fn ttl(setting: &Setting, printed: &PrintedParts<'_>) -> Result<LiveTtl, String> {
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

/// Returns the value of a setting that is a string.
pub(super) fn text(setting: &Setting, printed: &PrintedParts<'_>) -> Result<String, String> {
    let text = if let SettingValue::Expr(value) = &setting.value { string(value) } else { None };
    text.ok_or_else(|| printed.unexpected(setting, "a string in quotes"))
}

/// Returns the text of a string literal.
pub(super) fn string(value: &Expr) -> Option<String> {
    match &value.kind {
        ExprKind::Literal(Literal::String { bytes, .. }) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    }
}

/// Returns the text in `Interval('P1D')`.
fn interval(value: &Expr) -> Option<String> {
    let ExprKind::Call(call) = &value.kind else { return None };
    match &call.args[..] {
        [Arg::Value(text)] if call.module.is_none() && call.name.name.eq_ignore_ascii_case("INTERVAL") => string(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    fn read_changefeed(text: &str) -> Vec<String> {
        changefeed_settings(text).into_iter().map(|(name, value)| format!("{name}={value}")).collect()
    }

    #[test]
    fn settings_are_read_by_name() {
        let text = "MODE = 'UPDATES', FORMAT = 'JSON', VIRTUAL_TIMESTAMPS = TRUE, RETENTION_PERIOD = INTERVAL('P1D'), \
                    TOPIC_MIN_ACTIVE_PARTITIONS = 4";
        let expected = [
            "MODE=UPDATES",
            "FORMAT=JSON",
            "VIRTUAL_TIMESTAMPS=TRUE",
            "RETENTION_PERIOD=P1D",
            "TOPIC_MIN_ACTIVE_PARTITIONS=4",
        ];
        assert_eq!(read_changefeed(text), expected);
    }

    #[test]
    fn what_a_later_release_prints_hides_nothing() {
        let text = "LATELY, MODE = 'UPDATES' ON (a, b), SINCE = f(1, 'x'), FORMAT = 'JSON'";
        assert_eq!(read_changefeed(text), ["MODE=UPDATES", "SINCE=f(1, 'x')", "FORMAT=JSON"]);
        for broken in ["", "MODE", "MODE =", "MODE = 'x", "(", "= ,", "RETENTION_PERIOD = INTERVAL("] {
            assert!(read_changefeed(broken).len() <= 1, "{broken}");
        }
    }

    fn read_ttl(text: &str) -> Result<LiveTtl, String> {
        let table = read(&format!("CREATE TABLE `t` (`k` Uint64, PRIMARY KEY (`k`)) WITH (TTL = {text}\n)"));
        Ok(table?.settings.ttl.unwrap())
    }

    fn deleted(after: &str, column: &str, unit: Option<TtlUnit>) -> LiveTtl {
        LiveTtl { column: column.into(), tiers: vec![LiveTtlTier { after: after.into(), to: None }], unit }
    }

    #[test]
    fn the_column_is_printed_bare() {
        assert_eq!(read_ttl("INTERVAL('P30D') DELETE ON at"), Ok(deleted("P30D", "at", None)));
        assert_eq!(read_ttl("INTERVAL('P30D') DELETE ON made-at"), Ok(deleted("P30D", "made-at", None)));
        assert_eq!(read_ttl("INTERVAL('P30D') DELETE ON 2nd"), Ok(deleted("P30D", "2nd", None)));
        assert_eq!(read_ttl("INTERVAL('P30D') DELETE ON --"), Ok(deleted("P30D", "--", None)));
        assert_eq!(read_ttl("Interval(\"P1D\") ON `made-at`"), Ok(deleted("P1D", "made-at", None)));
    }

    #[test]
    fn units_of_numbers() {
        let milliseconds = deleted("PT0S", "at", Some(TtlUnit::Milliseconds));
        assert_eq!(read_ttl("INTERVAL('PT0S') DELETE ON at AS MILLISECONDS"), Ok(milliseconds));
        let as_seconds = deleted("PT1H", "AS", Some(TtlUnit::Seconds));
        assert_eq!(read_ttl("INTERVAL('PT1H') DELETE ON AS AS SECONDS"), Ok(as_seconds));
    }

    #[test]
    fn tiers() {
        let text = "INTERVAL('PT10S') TO EXTERNAL DATA SOURCE `/Root/tier1`,\n INTERVAL('PT1H') DELETE\n ON Key1 AS NANOSECONDS";
        let to = LiveTtlTier { after: "PT10S".into(), to: Some("/Root/tier1".into()) };
        let mut expected = deleted("PT1H", "Key1", Some(TtlUnit::Nanoseconds));
        expected.tiers.insert(0, to);
        assert_eq!(read_ttl(text), Ok(expected));
    }

    #[test]
    fn an_action_of_a_later_release() {
        let ttl = read_ttl("INTERVAL('P1D') COMPRESS WITH 'zstd', INTERVAL('P2D') DELETE ON at").unwrap();
        assert_eq!(ttl.tiers[0], LiveTtlTier { after: "P1D".into(), to: Some("COMPRESS WITH 'zstd'".into()) });
        assert_eq!(ttl.tiers[1], LiveTtlTier { after: "P2D".into(), to: None });
        assert_eq!(ttl.column, "at");
    }

    #[test]
    fn what_is_missing_is_named() {
        for text in ["INTERVAL('PT1H') DELETE", "INTERVAL('PT1H') DELETE ON", "5 DELETE ON x"] {
            let reason = format!("line 1: expected INTERVAL('..') .. ON a column, found `{text}`");
            assert_eq!(read_ttl(text), Err(reason));
        }
    }
}
