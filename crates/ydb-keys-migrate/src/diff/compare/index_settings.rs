//! The partitioning of indexes with buckets.

use ydb_keys::schema::IndexDef;
use ydb_keys_core::ddl::{Change, Name};

use super::findings::{Findings, Turn};
use crate::diff::Difference;
use crate::rekey::settings_of_index;

const BY_LOAD: &str = "AUTO_PARTITIONING_BY_LOAD";
const MIN: &str = "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT";

/// The partitioning of an index with buckets. Where it differs, one step sets all of it: YDB resets what is not named.
pub(super) fn compare(found: &mut Findings<'_>, index: &IndexDef) {
    let Some(buckets) = index.hash.and_then(|hash| hash.buckets) else { return };
    let Some(settings) = found.settings() else { return };
    let text = settings.index_settings.iter().find(|(name, _)| name == index.name).map_or("", |(_, text)| text);
    let value = |name| text.split(',').find_map(|setting| setting.trim().strip_prefix(name)?.strip_prefix(" = "));
    let mut differs = |name: &str, model: String, live: &str| {
        let (index, name, live) = (index.name.into(), name.into(), live.into());
        found.differs(Difference::IndexSetting { index, name, model, live });
        true
    };
    let by_load = value(BY_LOAD).unwrap_or("DISABLED");
    let mut differ = by_load != "ENABLED" && differs(BY_LOAD, "ENABLED".into(), by_load);
    // The minimum is not printed while the index has that many partitions.
    if let Some(min) = value(MIN).filter(|min| min.parse().is_ok_and(|min: u32| min < buckets)) {
        differ |= differs(MIN, buckets.to_string(), min);
    }
    if differ {
        set(found, index);
    }
}

/// Sets the partitioning of an index with buckets, which YDB does not take where an index is created, and what people set on
/// the table's index of that name.
pub(super) fn set(found: &mut Findings<'_>, index: &IndexDef) {
    if let Some(settings) = settings_of_index(found.live, index) {
        found.step(Turn::AlterIndex, Change::AlterIndex { index: index.name, settings: &settings.texts });
    }
}

/// Sets what people set on an index on the one that will replace it. If `apply` stops after the old one was dropped, the new
/// one has it already.
pub(super) fn keep(found: &mut Findings<'_>, index: &IndexDef, new: &str) {
    let by_hand = settings_of_index(found.live, index).filter(|settings| settings.are_by_hand);
    if let Some(settings) = by_hand {
        let note = format!("as people set it on {}", Name(index.name));
        found.noted(Turn::ReplaceIndex, Change::AlterIndex { index: new, settings: &settings.texts }, note);
    }
}
