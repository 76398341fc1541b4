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
            _ => " is split neither by size nor by load",
        })
        .text("\nnote: an overloaded partition stays whole, and a partition has at most one core for its writes\nhelp: write `by_load`");
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
