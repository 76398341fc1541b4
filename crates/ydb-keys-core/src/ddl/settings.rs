//! The `WITH (...)` clause: partitioning, TTL and the other settings of a table.

use super::literal::SplitPoint;
use super::quote::{Name, Text};
use crate::schema::{ByLoad, BySize, Form, Partitioning, SETTINGS, Setting, Store, Table, Ttl, TtlUnit};

/// Megabytes at which YDB splits a partition by default.
const DEFAULT_PARTITION_MB: u32 = 2048;

/// The settings, one `KEY = value` each; empty if the table leaves everything to YDB.
pub(super) fn settings(table: &Table) -> Vec<String> {
    let mut out = Vec::new();
    match (table.store, table.partitioning) {
        (Store::Row, Some(of_table)) => out.extend(partitioning(&of_table)),
        // For a column table YDB honours only the fixed number of partitions.
        (Store::Column, Some(Partitioning { min: Some(min), .. })) => {
            out.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {min}"));
        }
        _ => {}
    }
    out.extend(SETTINGS.iter().filter_map(|setting| Some(simple(setting, &(setting.of)(table)?))));
    if let Some(ttl) = table.ttl {
        out.push(time_to_live(table, &ttl));
    }
    if table.store == Store::Column {
        out.push("STORE = COLUMN".into());
    }
    out
}

/// All settings of a row table's partitioning.
pub fn partitioning(partitioning: &Partitioning) -> Vec<String> {
    let mut out = automatic_partitioning(partitioning, partitioning.max.map(u64::from));
    if let Some(uniform) = partitioning.uniform {
        out.push(format!("UNIFORM_PARTITIONS = {uniform}"));
    }
    if !partitioning.at_keys.is_empty() {
        let points: Vec<String> = partitioning.at_keys.iter().map(|&point| SplitPoint(point).to_string()).collect();
        out.push(format!("PARTITION_AT_KEYS = ({})", points.join(", ")));
    }
    out
}

/// All settings of automatic partitioning together: YDB resets the other ones if only one is set.
pub fn automatic_partitioning(partitioning: &Partitioning, max: Option<u64>) -> Vec<String> {
    let mut out = vec![format!("AUTO_PARTITIONING_BY_SIZE = {}", switch(partitioning.by_size != BySize::Off))];
    if let Some(size) = partition_megabytes(partitioning) {
        out.push(format!("AUTO_PARTITIONING_PARTITION_SIZE_MB = {size}"));
    }
    out.push(format!("AUTO_PARTITIONING_BY_LOAD = {}", switch(partitioning.by_load == ByLoad::On)));
    out.push(format!("AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {}", partitioning.fewest()));
    if let Some(max) = max {
        out.push(format!("AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = {max}"));
    }
    out
}

/// The word of a setting that is on or off.
pub const fn switch(on: bool) -> &'static str {
    if on { "ENABLED" } else { "DISABLED" }
}

/// The size at which a partition is split, where it is split by size.
pub const fn partition_megabytes(partitioning: &Partitioning) -> Option<u32> {
    match partitioning.by_size {
        BySize::Default => Some(DEFAULT_PARTITION_MB),
        BySize::Megabytes(size) => Some(size),
        BySize::Off => None,
    }
}

/// `READ_REPLICAS_SETTINGS = "PER_AZ:1"`
pub fn simple(setting: &Setting, value: &str) -> String {
    match setting.form {
        Form::Switch => format!("{} = {value}", setting.name),
        Form::Text => format!("{} = {}", setting.name, Text(value, '"')),
    }
}

fn time_to_live(table: &Table, ttl: &Ttl) -> String {
    format!("TTL = {}", ttl_text(table.columns[ttl.column].name, ttl.after, ttl.unit))
}

/// `Interval("P30D") ON column AS SECONDS`
pub fn ttl_text(column: &str, after: &str, unit: Option<TtlUnit>) -> String {
    let unit = unit.map(|unit| format!(" AS {}", unit.yql())).unwrap_or_default();
    format!("Interval({}) ON {}{unit}", Text(after, '"'), Name(column))
}
