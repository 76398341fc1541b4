//! The partitioning of indexes with buckets.

use ydb_keys::__internal::ddl::{Change, index_partitioning};
use ydb_keys::schema::IndexDef;

use super::findings::{Findings, Turn};
use crate::diff::Difference;

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

/// Sets the partitioning of an index with buckets, which YDB does not take where an index is created.
pub(super) fn set(found: &mut Findings<'_>, index: &IndexDef) {
    if let Some(buckets) = index.hash.and_then(|hash| hash.buckets) {
        let settings = index_partitioning(buckets);
        found.step(Turn::AlterIndex, Change::AlterIndex { index: index.name, settings: &settings });
    }
}
