//! Partitioning: the settings of row tables, and the columns and number of partitions of column tables.

use ydb_keys::schema::Store;
use ydb_keys_core::ddl::{Change, Names, automatic_partitioning, partition_megabytes, switch};
use ydb_keys_core::schema::settings::{ByLoad, BySize, Partitioning};

use super::findings::{Findings, Turn};
use crate::diff::Difference;
use crate::live::LiveSettings;

const BY_SIZE: &str = "AUTO_PARTITIONING_BY_SIZE";
const SIZE_MB: &str = "AUTO_PARTITIONING_PARTITION_SIZE_MB";
const BY_LOAD: &str = "AUTO_PARTITIONING_BY_LOAD";
const MIN: &str = "AUTO_PARTITIONING_MIN_PARTITIONS_COUNT";
const MAX: &str = "AUTO_PARTITIONING_MAX_PARTITIONS_COUNT";

pub(super) fn compare(found: &mut Findings<'_>) {
    if let Some(partitioning) = &found.table.partitioning
        && (partitioning.uniform.is_some() || !partitioning.at_keys.is_empty())
    {
        found.not_compared(
            "first partitions",
            "they take effect when the table is created; after that, YDB splits and merges partitions",
        );
    }
    let Some(settings) = found.settings() else { return };
    match (found.table.store, &found.table.partitioning) {
        (Store::Row, Some(partitioning)) => automatic(found, partitioning, settings),
        (Store::Row, None) => {}
        (Store::Column, partitioning) => {
            by_hash(found, settings);
            fixed(found, partitioning.and_then(|partitioning| partitioning.min), settings);
        }
    }
}

/// If one setting differs, the step sets all of them: YDB resets the others when one is set alone.
fn automatic(found: &mut Findings<'_>, model: &Partitioning, live: &LiveSettings) {
    let mut differ = false;
    let mut check = |name: &str, model: String, live: String| {
        if model != live {
            differ = true;
            found.differs(Difference::Setting { name: name.into(), model, live });
        }
    };
    let by_size = model.by_size != BySize::Off;
    if let Some(there) = live.by_size {
        check(BY_SIZE, switch(by_size).into(), switch(there).into());
    }
    if let (Some(wanted), Some(there)) = (partition_megabytes(model), live.size_mb) {
        check(SIZE_MB, wanted.to_string(), there.to_string());
    }
    check(BY_LOAD, switch(model.by_load == ByLoad::On).into(), switch(live.by_load.unwrap_or(false)).into());
    if let Some(there) = least(model, live) {
        check(MIN, model.fewest().to_string(), there.to_string());
    }
    if let Some(wanted) = model.max {
        check(MAX, wanted.to_string(), live.max.map_or_else(|| "none".into(), |max| max.to_string()));
    }
    if differ {
        // A maximum that the model does not declare stays, unless it is below the model's minimum.
        let open = live.max.map(|max| max.max(model.fewest().into()));
        let settings = automatic_partitioning(model, model.max.map(u64::from).or(open));
        found.step(Turn::Partitioning, Change::Set(&settings));
    }
    if live.by_size.is_none() || by_size && live.by_size == Some(true) && live.size_mb.is_none() {
        found.not_compared("partition size", "SHOW CREATE TABLE does not print it");
    }
}

/// The minimum number of partitions of the table; `None` if it is not printed and may be the model's.
///
/// SHOW CREATE TABLE omits the minimum if it equals the number of partitions, and some releases omit a minimum of one.
fn least(model: &Partitioning, live: &LiveSettings) -> Option<u64> {
    let wanted = u64::from(model.fewest());
    let partitions = live.split_points.len() as u64 + 1;
    match live.min {
        Some(min) => Some(min),
        None if wanted == 1 || wanted == partitions => None,
        None => Some(partitions),
    }
}

fn by_hash(found: &mut Findings<'_>, settings: &LiveSettings) {
    let there = &settings.partition_by;
    let table = found.table;
    // Without `PARTITION BY HASH`, the key chooses the partition, on both sides.
    let same = match table.partition_by {
        [] => there.is_empty() || *there == found.live.primary_key,
        chosen => {
            let names = chosen.iter().map(|&i| table.columns[i].name);
            names.eq(if there.is_empty() { &found.live.primary_key } else { there }.iter().map(String::as_str))
        }
    };
    if same {
        return;
    }
    let model: Vec<&str> = match table.partition_by {
        [] => table.primary_key().collect(),
        chosen => chosen.iter().map(|&i| table.columns[i].name).collect(),
    };
    found.needs_copy(format!(
        "the table has PARTITION BY HASH ({}), but the model declares ({}): YDB cannot change it",
        Names(there.iter().map(String::as_str)),
        Names(model.iter().copied())
    ));
    let model = model.into_iter().map(str::to_owned).collect();
    found.differs(Difference::PartitionBy { model, live: there.clone() });
}

/// A column table keeps the number of partitions that it was created with.
fn fixed(found: &mut Findings<'_>, wanted: Option<u32>, settings: &LiveSettings) {
    let (Some(wanted), Some(there)) = (wanted, settings.min) else { return };
    if u64::from(wanted) != there {
        let (model, live) = (wanted.to_string(), there.to_string());
        found.differs(Difference::Setting { name: MIN.into(), model, live });
        found.needs_copy(format!(
            "the column table has {there} partitions, but the model declares {wanted}: YDB cannot change the number"
        ));
    }
}
