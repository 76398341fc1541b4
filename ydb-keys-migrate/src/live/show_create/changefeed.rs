//! The settings of a changefeed, as `SHOW CREATE TABLE` prints them.

use super::cursor::Cursor;

/// The settings by name, in the order printed: texts without their quotes, intervals as their texts, and anything else
/// as printed. What is not a setting is left out.
pub(crate) fn changefeed_settings(text: &str) -> Vec<(String, String)> {
    let Ok(mut cursor) = Cursor::new(text) else { return Vec::new() };
    let mut settings = Vec::new();
    while !cursor.is_at_end() {
        let key = cursor.key();
        let value = value(&mut cursor);
        settings.extend(key.zip(value.ok()));
        // After an unknown clause the next setting follows.
        if cursor.skip_until(|_| false).is_err() || !cursor.eat_symbol(',') {
            break;
        }
    }
    settings
}

fn value(cursor: &mut Cursor<'_>) -> Result<String, String> {
    if cursor.eat_word("INTERVAL") {
        cursor.expect_symbol('(')?;
        let text = cursor.text()?;
        cursor.expect_symbol(')')?;
        return Ok(text);
    }
    match cursor.text() {
        Ok(text) => Ok(text),
        Err(_) => cursor.value().map(str::to_owned),
    }
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
