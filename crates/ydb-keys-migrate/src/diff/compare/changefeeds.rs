//! Comparison of changefeeds. A model that declares none leaves the table's changefeeds alone; a model that declares
//! some must declare all.
//!
//! YDB cannot change a changefeed, and therefore a different one is dropped and added again. Its topic is lost: the
//! records that were not read yet, and the positions of the consumers.

use std::collections::BTreeMap;

use ydb_keys_core::ddl::{Change, ChangefeedText, Name};
use ydb_keys_core::schema::rules::duration;
use ydb_keys_core::schema::settings::ChangefeedDef;

use super::findings::{StepTurn, TableFindings};
use crate::diff::Difference;
use crate::live::changefeed_settings;
use crate::pull::unsaid;

/// YDB's default time to keep records.
const RETENTION: &str = "PT24H";

pub(super) fn compare_changefeeds(found: &mut TableFindings<'_>) {
    let (feeds, Some(settings)) = (found.table.changefeeds, found.settings()) else { return };
    if feeds.is_empty() {
        return;
    }
    // Changefeeds are dropped first to make room: a table can have 5.
    for name in settings.changefeeds.iter().filter(|name| feeds.iter().all(|feed| feed.name != **name)) {
        let with = settings.changefeed_settings.iter().find(|(of, _)| of == name).map_or("", |(_, with)| with);
        if !unsaid::is_changefeed(name, with, found.live.store) {
            found.left_alone(printed(found, name));
            continue;
        }
        found.differences.push(Difference::ExtraChangefeed { name: name.clone(), changefeed: printed(found, name) });
        let note =
            format!("the topic of {} is deleted with its records and the positions of its consumers", Name(name));
        found.destructive(StepTurn::Changefeed, Change::DropChangefeed(name), note);
    }
    for feed in feeds {
        let text = ChangefeedText(feed).to_string();
        if !settings.changefeeds.iter().any(|name| name == feed.name) {
            found.differences.push(Difference::MissingChangefeed { name: feed.name.into(), changefeed: text });
            found.step(StepTurn::Changefeed, Change::AddChangefeed(feed));
            // The comparison after the step must not report anything new.
            not_printed(found, feed, &BTreeMap::new());
            continue;
        }
        let live = settings.changefeed_settings.iter().find(|(name, _)| name == feed.name);
        // A changefeed that is printed without settings cannot be compared.
        let Some((_, live)) = live else { continue };
        let live: BTreeMap<String, String> = changefeed_settings(live).into_iter().collect();
        not_printed(found, feed, &live);
        if !is_same(feed, &live) {
            let live = printed(found, feed.name);
            found.differences.push(Difference::Changefeed { name: feed.name.into(), model: text, live });
            found.as_one(format!("changefeed {}", feed.name), |found| replace(found, feed));
        }
    }
}

fn replace(found: &mut TableFindings<'_>, feed: &'static ChangefeedDef) {
    let note = format!(
        "the topic of {0} is deleted with its records, the consumers lose their positions and must be added again, and \
         changes of rows before {0} is added again are not recorded",
        Name(feed.name)
    );
    found.destructive(StepTurn::Changefeed, Change::DropChangefeed(feed.name), note);
    found.step(StepTurn::Changefeed, Change::AddChangefeed(feed));
}

/// Formats a live changefeed like `SHOW CREATE TABLE`.
fn printed(found: &TableFindings<'_>, name: &str) -> String {
    let settings = found.settings().map(|settings| settings.changefeed_settings.as_slice()).unwrap_or_default();
    let with = settings.iter().find(|(of, _)| of == name);
    let with = with.map_or_else(String::new, |(_, text)| format!(" WITH ({text})"));
    format!("CHANGEFEED {}{with}", Name(name))
}

/// Returns `true` if a live changefeed agrees with the model in all printed settings. `INITIAL_SCAN` is ignored: it
/// only affected the changefeed's beginning.
fn is_same(feed: &ChangefeedDef, live: &BTreeMap<String, String>) -> bool {
    let text = |name: &str| live.get(name).map_or("", String::as_str);
    let is_on = |name: &str| text(name).eq_ignore_ascii_case("TRUE");
    let partitions = feed.min_partitions.map(|count| count.to_string());
    text("MODE").eq_ignore_ascii_case(feed.mode.yql())
        && text("FORMAT").eq_ignore_ascii_case(feed.format.yql())
        && is_on("VIRTUAL_TIMESTAMPS") == feed.virtual_timestamps
        && is_on("USER_SIDS") == feed.user_sids
        && is_on("TRACE_IDS") == feed.trace_ids
        && same_time(feed.retention.or(Some(RETENTION)), live.get("RETENTION_PERIOD").or(Some(&RETENTION.to_owned())))
        && partitions.is_none_or(|count| text("TOPIC_MIN_ACTIVE_PARTITIONS") == count)
        && (barriers(live).is_none() || same_time(feed.barriers, barriers(live)))
        && live.get(AUTO_PARTITIONING).is_none_or(|mode| mode.eq_ignore_ascii_case("ENABLED") == feed.auto_partitioning)
}

const AUTO_PARTITIONING: &str = "TOPIC_AUTO_PARTITIONING";

/// Returns the interval of barriers. `RESOLVED_TIMESTAMPS` is another name of the setting.
fn barriers(live: &BTreeMap<String, String>) -> Option<&String> {
    live.get("BARRIERS_INTERVAL").or_else(|| live.get("RESOLVED_TIMESTAMPS"))
}

fn same_time(model: Option<&str>, live: Option<&String>) -> bool {
    let length = |text: Option<&str>| text.and_then(duration).map(|micros| micros / 1_000_000);
    length(model) == length(live.map(String::as_str))
}

/// Records declared settings that no release up to 26.2 prints.
fn not_printed(found: &mut TableFindings<'_>, feed: &ChangefeedDef, live: &BTreeMap<String, String>) {
    let barriers = feed.barriers.is_some() && barriers(live).is_none();
    let partitioning = feed.auto_partitioning && !live.contains_key(AUTO_PARTITIONING);
    let what = match (barriers, partitioning) {
        (true, true) => "barriers and automatic partitioning",
        (true, false) => "barriers",
        (false, true) => "automatic partitioning",
        (false, false) => return,
    };
    found.not_compared(
        format!("{what} of changefeed {}", Name(feed.name)),
        "SHOW CREATE TABLE of this server does not print them",
    );
}
