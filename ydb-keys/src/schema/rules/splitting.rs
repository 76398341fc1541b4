//! Rules of how a row table goes on splitting: YDB's own advice, which a table can allow itself not to follow.

use crate::schema::any::Table;
use crate::schema::{ByLoad, BySize, Partitioning, Rule, Store};
use crate::types::const_text::{Message, refuse};

/// `partitioning(by_load = off)`, and a table that is never split: an overloaded partition stays as it is.
///
/// YDB advises to split by load (dev/tables/partitioning/anti-patterns, troubleshooting: overloaded shards). A model
/// that says nothing of load leaves it to YDB and is not judged.
#[track_caller]
pub const fn by_load(table: &Table<'_>) {
    refuse(unsplit(table))
}

/// What is wrong with how a row table is split by load.
pub const fn unsplit(table: &Table<'_>) -> Option<Message> {
    let Some(partitioning) = table.partitioning else { return None };
    if !breaks_partitioning_by_load(table) || table.allows(Rule::PartitioningByLoad) {
        return None;
    }
    let message = Message::rule("partitioning_by_load")
        .text("table ")
        .name(table.name)
        .text(match partitioning.by_load {
            ByLoad::Off => " is never split by load",
            _ => " is split neither by size nor, without `by_load`, by load",
        })
        .text(": an overloaded partition stays whole, and a partition has at most one core for its writes\nhelp: write `by_load`");
    Some(message.exception("if the load is known to be even, write `allow(partitioning_by_load, reason = \"...\")`"))
}

/// Whether no load splits the partitions of the row table.
pub const fn breaks_partitioning_by_load(table: &Table<'_>) -> bool {
    match table.partitioning {
        Some(Partitioning { by_load: ByLoad::Off, .. }) => matches!(table.store, Store::Row),
        Some(Partitioning { by_load: ByLoad::Default, by_size: BySize::Off, .. }) => matches!(table.store, Store::Row),
        _ => false,
    }
}

/// `min` and `max` of a table that is split by load: `min` is at least 80 % of `max`.
///
/// With a wider gap YDB splits partitions whenever the load rises and merges them when it drops; its documentation
/// advises 80 % (dev/tables/partitioning/anti-patterns) and a gap of 20 % (troubleshooting: excessive splits and
/// merges).
#[track_caller]
pub const fn gap(table: &Table<'_>) {
    refuse(far_apart(table))
}

/// What is wrong with the bounds of a table that is split by load.
pub const fn far_apart(table: &Table<'_>) -> Option<Message> {
    let Some((min, max)) = wide_gap(table) else { return None };
    if table.allows(Rule::PartitioningGap) {
        return None;
    }
    let message = Message::rule("partitioning_gap")
        .text("table ")
        .name(table.name)
        .text(" is split by load and has ")
        .number(min as i128)
        .text(" to ")
        .number(max as i128)
        .text(" partitions: with `min` below 80 % of `max` YDB splits partitions when the load rises and merges them when it drops, again and again\nhelp: write `min = ")
        .number((max as i128 * 4 + 4) / 5)
        .text("`, or `max = ")
        .number(min as i128 * 5 / 4)
        .text("`");
    Some(message.exception("if the load hardly varies, write `allow(partitioning_gap, reason = \"...\")`"))
}

/// Whether `min` and `max` are too far apart for a table that is split by load.
pub const fn breaks_partitioning_gap(table: &Table<'_>) -> bool {
    wide_gap(table).is_some()
}

/// The fewest and the most partitions, where the table is split by load and the one is below 80 % of the other.
///
/// The fewest are `min`, or the partitions at first; a model that says neither leaves them to YDB and is not judged.
const fn wide_gap(table: &Table<'_>) -> Option<(u32, u32)> {
    let Some(partitioning) = table.partitioning else { return None };
    let Partitioning { by_load: ByLoad::On, max: Some(max), .. } = partitioning else { return None };
    if partitioning.min.is_none() && partitioning.uniform.is_none() && partitioning.at_keys.is_empty() {
        return None;
    }
    let min = partitioning.fewest();
    if (min as u64) * 5 < (max as u64) * 4 { Some((min, max)) } else { None }
}
