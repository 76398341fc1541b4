//! The settings of a changefeed, as `SHOW CREATE TABLE` prints them.

use ydb_yql::ast::SettingValue;
use ydb_yql::printed_settings;

use super::values::{interval, string};

/// The settings by name, in the order printed: texts without their quotes, intervals as their texts, and anything else
/// as printed. What is not a setting is left out.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
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
        assert_eq!(read(text), expected);
    }

    #[test]
    fn what_a_later_release_prints_hides_nothing() {
        let text = "LATELY, MODE = 'UPDATES' ON (a, b), SINCE = f(1, 'x'), FORMAT = 'JSON'";
        assert_eq!(read(text), ["MODE=UPDATES", "SINCE=f(1, 'x')", "FORMAT=JSON"]);
        for broken in ["", "MODE", "MODE =", "MODE = 'x", "(", "= ,", "RETENTION_PERIOD = INTERVAL("] {
            assert!(read(broken).len() <= 1, "{broken}");
        }
    }
}
