//! The `WITH (...)` clause: partitioning, TTL and the other settings of a table.

use super::literal::SplitPoint;
use super::quote::{Name, Text};
use crate::schema::{BySize, Partitioning, ReadReplicas, Store, Table, Ttl};

/// Megabytes at which YDB splits a partition by default.
const DEFAULT_PARTITION_MB: u32 = 2048;

/// The settings, one `KEY = value` each; empty where the table leaves everything to YDB.
pub(super) fn settings(table: &Table) -> Vec<String> {
    let mut out = Vec::new();
    match (table.store, table.partitioning) {
        (Store::Row, Some(partitioning)) => row_partitioning(&partitioning, &mut out),
        // Of a column table YDB honours the fixed number of partitions only.
        (Store::Column, Some(Partitioning { min: Some(min), .. })) => {
            out.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {min}"));
        }
        _ => {}
    }
    if table.bloom_filter {
        out.push("KEY_BLOOM_FILTER = ENABLED".into());
    }
    if let Some(replicas) = table.read_replicas {
        let text = match replicas {
            ReadReplicas::PerAz(n) => format!("PER_AZ:{n}"),
            ReadReplicas::AnyAz(n) => format!("ANY_AZ:{n}"),
        };
        out.push(format!("READ_REPLICAS_SETTINGS = {}", Text(&text, '"')));
    }
    if let Some(ttl) = table.ttl {
        out.push(time_to_live(table, &ttl));
    }
    if table.store == Store::Column {
        out.push("STORE = COLUMN".into());
    }
    out
}

/// All settings of automatic partitioning together: setting one alone makes YDB reset its siblings.
fn row_partitioning(partitioning: &Partitioning, out: &mut Vec<String>) {
    let switch = |on: bool| if on { "ENABLED" } else { "DISABLED" };
    out.push(format!("AUTO_PARTITIONING_BY_SIZE = {}", switch(partitioning.by_size != BySize::Off)));
    match partitioning.by_size {
        BySize::Default => out.push(format!("AUTO_PARTITIONING_PARTITION_SIZE_MB = {DEFAULT_PARTITION_MB}")),
        BySize::Megabytes(size) => out.push(format!("AUTO_PARTITIONING_PARTITION_SIZE_MB = {size}")),
        BySize::Off => {}
    }
    out.push(format!("AUTO_PARTITIONING_BY_LOAD = {}", switch(partitioning.by_load)));
    out.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {}", first_partitions(partitioning)));
    if let Some(max) = partitioning.max {
        out.push(format!("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = {max}"));
    }
    if let Some(uniform) = partitioning.uniform {
        out.push(format!("UNIFORM_PARTITIONS = {uniform}"));
    }
    if !partitioning.at_keys.is_empty() {
        let points: Vec<String> = partitioning.at_keys.iter().map(|&point| SplitPoint(point).to_string()).collect();
        out.push(format!("PARTITION_AT_KEYS = ({})", points.join(", ")));
    }
}

/// The fewest partitions: as set, or as many as there are at first, so that YDB does not merge them at once.
fn first_partitions(partitioning: &Partitioning) -> u32 {
    let points = u32::try_from(partitioning.at_keys.len()).unwrap_or(u32::MAX - 1);
    partitioning.min.unwrap_or_else(|| partitioning.uniform.unwrap_or(points + 1))
}

fn time_to_live(table: &Table, ttl: &Ttl) -> String {
    let column = Name(table.columns[ttl.column].name);
    let unit = ttl.unit.map(|unit| format!(" AS {}", unit.yql())).unwrap_or_default();
    format!("TTL = Interval({}) ON {column}{unit}", Text(ttl.after, '"'))
}
