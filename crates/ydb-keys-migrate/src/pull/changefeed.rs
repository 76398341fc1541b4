//! Attributes of changefeeds.

use ydb_keys::schema::Store;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::rules::duration;
use ydb_keys_core::schema::settings::{ChangefeedFormat, ChangefeedMode};

use super::attribute::{Word, bare, list, named, text};
use super::draft::Draft;
use crate::live::{LiveSettings, changefeed_settings};

/// Settings that are either on or missing, each with its word in the attribute.
const FLAGS: [(&str, &str); 3] =
    [("VIRTUAL_TIMESTAMPS", "virtual_timestamps"), ("USER_SIDS", "user_sids"), ("TRACE_IDS", "trace_ids")];

/// Adds attributes for the changefeeds that a model can declare, and notes for all others.
pub(super) fn changefeeds(draft: &mut Draft<'_>, settings: &LiveSettings) {
    for name in &settings.changefeeds {
        let with = settings.changefeed_settings.iter().find(|(of, _)| of == name).map_or("", |(_, with)| with);
        match one(name, with) {
            Ok(word) if draft.live.store == Store::Row => draft.word(word),
            Ok(_) => draft.miss(format!("The changefeed `{name}`, which a model of a column table cannot declare.")),
            Err(why) => draft.miss(format!("The changefeed {} WITH ({with}): {why}.", Name(name))),
        }
    }
}

/// Returns the attribute of a changefeed, or the reason why a model cannot declare it.
pub(super) fn one(name: &str, with: &str) -> Result<Word, String> {
    let mut words = vec![named(name)];
    let (mut mode, mut format) = (None, None);
    for (setting, value) in changefeed_settings(with) {
        let flag = FLAGS.iter().find(|(known, _)| *known == setting);
        match (setting.as_str(), flag) {
            (_, Some((_, word))) if value.eq_ignore_ascii_case("TRUE") => words.push(bare(*word)),
            ("MODE", _) => mode = ChangefeedMode::ALL.into_iter().find(|(mode, _)| value == mode.yql()),
            ("FORMAT", _) => format = ChangefeedFormat::ALL.into_iter().find(|(format, _)| value == format.yql()),
            // YDB prints its default value, which needs no attribute.
            ("RETENTION_PERIOD", _) if duration(&value) == duration("PT24H") => {}
            ("RETENTION_PERIOD", _) => words.push(text("retention", &value)),
            ("BARRIERS_INTERVAL" | "RESOLVED_TIMESTAMPS", _) => words.push(text("barriers", &value)),
            ("TOPIC_AUTO_PARTITIONING", _) if value.eq_ignore_ascii_case("ENABLED") => {
                words.push(bare("auto_partitioning"));
            }
            ("TOPIC_MIN_ACTIVE_PARTITIONS", _) => words.push(Word::Value("min_partitions", value)),
            // The setting only affected the beginning of the changefeed.
            ("INITIAL_SCAN", _) => {}
            (_, _) if value.eq_ignore_ascii_case("FALSE") || value.eq_ignore_ascii_case("DISABLED") => {}
            _ => return Err(format!("a model cannot declare {setting}")),
        }
    }
    let Some((_, mode)) = mode else { return Err("a model cannot declare its mode".to_owned()) };
    words.insert(1, Word::Value("mode", mode.to_owned()));
    match format {
        Some((ChangefeedFormat::Json, _)) => {}
        Some((_, format)) => words.insert(2, Word::Value("format", format.to_owned())),
        None => return Err("a model cannot declare its format".to_owned()),
    }
    Ok(list("changefeed", words))
}

#[cfg(test)]
mod tests {
    use super::super::attribute::attribute;
    use super::*;

    fn pulled(name: &str, with: &str) -> Result<String, String> {
        one(name, with).map(|word| attribute(vec![word], 0))
    }

    #[test]
    fn changefeeds_become_attributes() {
        let plain = pulled("updates", "MODE = 'UPDATES', FORMAT = 'JSON', RETENTION_PERIOD = INTERVAL('P1D')");
        assert_eq!(plain.as_deref(), Ok("#[ydb(changefeed(updates, mode = updates))]\n"));
        let settings = "MODE = 'NEW_IMAGE', FORMAT = 'DEBEZIUM_JSON', USER_SIDS = TRUE, \
                        RETENTION_PERIOD = INTERVAL('PT12H'), TOPIC_MIN_ACTIVE_PARTITIONS = 4, INITIAL_SCAN = TRUE";
        assert_eq!(
            pulled("to-debezium", settings).as_deref(),
            Ok("#[ydb(changefeed(
    \"to-debezium\",
    mode = new_image,
    format = debezium_json,
    user_sids,
    retention = \"PT12H\",
    min_partitions = 4
))]
")
        );
    }

    #[test]
    fn what_a_model_cannot_declare_is_said() {
        for (with, why) in [
            ("MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON'", "a model cannot declare its format"),
            ("MODE = 'LATELY', FORMAT = 'JSON'", "a model cannot declare its mode"),
            ("MODE = 'UPDATES', FORMAT = 'JSON', SCHEMA_CHANGES = TRUE", "a model cannot declare SCHEMA_CHANGES"),
            ("", "a model cannot declare its mode"),
        ] {
            assert_eq!(pulled("feed", with), Err(why.to_owned()), "{with}");
        }
    }
}
