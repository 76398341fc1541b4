//! Rules of partitioning that depend on the types of the key columns.

use super::literal::{compare, is_key_literal};
use super::spread::{Gathered, gathered};
use crate::schema::any::Table;
use crate::schema::{KeyLiteral, Rule, Store};
use crate::types::YdbType;
use crate::types::const_text::{Message, refuse};

const fn about(id: &str, table: &Table<'_>) -> Message {
    Message::rule(id).text("table ").name(table.name)
}

/// Name and type of the column at a position of the whole primary key, the hash column counted.
pub(super) const fn key_part<'a>(table: &Table<'a>, position: usize) -> (&'a str, YdbType) {
    let offset = match table.hash {
        Some(hash) if position == 0 => return (hash.name, hash.ty()),
        Some(_) => 1,
        None => 0,
    };
    let column = &table.columns[table.key[position - offset]];
    (column.name, column.ty)
}

/// The number of buckets, if one leads the primary key.
pub(super) const fn leading_buckets(table: &Table<'_>) -> Option<u32> {
    match table.hash {
        Some(hash) => hash.buckets,
        None => None,
    }
}

const fn key_len(table: &Table<'_>) -> usize {
    table.key.len() + table.hash.is_some() as usize
}

/// `partitioning(uniform = n)`: the range of the leading column must be that of a Uint32 or a Uint64.
#[track_caller]
pub const fn uniform(table: &Table<'_>) {
    let (name, ty) = key_part(table, 0);
    if let Some(buckets) = leading_buckets(table) {
        about("partitioning", table)
            .text(" has `uniform`, but its key begins with the bucket ")
            .name(name)
            .text("\nnote: equal parts of the range of a Uint32 would leave all ")
            .number(buckets as i128)
            .text(" buckets in the first partition\nhelp: remove `uniform`: the table is split at the borders of its buckets")
            .refuse()
    }
    if !matches!(ty, YdbType::Uint32 | YdbType::Uint64) {
        about("partitioning", table)
            .text(" has `uniform`, but its key begins with ")
            .name(name)
            .text(", of type ")
            .ydb_type(ty)
            .text("\nnote: YDB can split only the range of a Uint32 or a Uint64 evenly\nhelp: put a hash column in front, or list the split points with `at_keys(...)`")
            .refuse()
    }
}

/// `partitioning(at_keys(..))`: a split point holds a prefix of the key, and is greater than the one before it.
#[track_caller]
pub const fn split_point(table: &Table<'_>, index: usize) {
    let Some(partitioning) = table.partitioning else { return };
    let point = partitioning.at_keys[index];
    if point.is_empty() {
        about("partitioning", table)
            .text(" has a split point without values\nhelp: give a value for the first key column at least, or remove the point")
            .refuse()
    }
    if point.len() > key_len(table) {
        about("partitioning", table)
            .text(" has a split point of ")
            .number(point.len() as i128)
            .text(" values, but its primary key has ")
            .number(key_len(table) as i128)
            .text(" columns\nhelp: give the first columns of the key only")
            .refuse()
    }
    let mut i = 0;
    while i < point.len() {
        let (name, ty) = key_part(table, i);
        if !is_key_literal(point[i], ty) {
            let message = about("partitioning", table).text(" has a split point whose value for column ").name(name);
            if let (KeyLiteral::Int(_), Some(range)) = (point[i], ty.integer()) {
                let message = message.text(" is out of range\nhelp: write a number in 0..=");
                message.number(range.greatest).refuse()
            }
            let message = message.text(" is not of type ").ydb_type(ty);
            match ty {
                _ if ty.is_integer() => message.text("\nhelp: write a non-negative integer within its range"),
                YdbType::Utf8 | YdbType::String => message.text("\nhelp: write a string in quotes"),
                YdbType::Bool => message.text("\nhelp: write `true` or `false`"),
                _ => message
                    .text("\nnote: YDB accepts integers, strings and bools there\nhelp: give values for the key columns before it only"),
            }
            .refuse()
        }
        i += 1;
    }
    if index > 0 && !ascends(partitioning.at_keys[index - 1], point) {
        about("partitioning", table)
            .text(" has a split point that is not greater than the one before it\nhelp: sort them in key order; a point that is the beginning of another comes first")
            .refuse()
    }
}

const fn ascends(left: &[KeyLiteral], right: &[KeyLiteral]) -> bool {
    let mut i = 0;
    while i < left.len() && i < right.len() {
        let (less, equal) = compare(left[i], right[i]);
        if !equal {
            return less;
        }
        i += 1;
    }
    left.len() < right.len()
}

/// Column tables: the hash that chooses the partition needs a column with many values that are not all "now".
#[track_caller]
pub const fn partition_key(table: &Table<'_>) {
    refuse(gathering_partition_key(table))
}

/// What is wrong with the partition key of a column table: it gathers rows.
pub const fn gathering_partition_key(table: &Table<'_>) -> Option<Message> {
    if !matches!(table.store, Store::Column) || table.allows(Rule::ColumnPartitionKey) {
        return None;
    }
    let why = match gathered_by_partition_key(table) {
        Some(Gathered::Day | Gathered::Moment) => {
            " is partitioned by the hash of times only\nnote: all rows of one moment go to the same partition, so one node takes all the writes"
        }
        Some(Gathered::Value) => {
            " is partitioned by the hash of columns with a handful of values\nnote: no more partitions are used than there are values"
        }
        Some(Gathered::DayAndValue | Gathered::MomentAndValue) => {
            " is partitioned by the hash of a time and a handful of values\nnote: the rows of one moment go to a handful of partitions"
        }
        None => return None,
    };
    let message = about("column_partition_key", table)
        .text(why)
        .text("\nhelp: add a column with many values, such as the id of a user or a device, to ")
        .text(if table.partition_by.is_empty() {
            "`primary_key(...)`, all of which is hashed"
        } else {
            "`partition_by_hash(...)`"
        });
    Some(message.exception("if the table stays small, write `allow(column_partition_key, reason = \"...\")`"))
}

/// Whether the partition key of a column table gathers the rows of a moment or of a value.
pub const fn breaks_column_partition_key(table: &Table<'_>) -> bool {
    matches!(table.store, Store::Column) && gathered_by_partition_key(table).is_some()
}

/// Which rows the partition key of a column table gathers; by default it is the whole primary key.
const fn gathered_by_partition_key(table: &Table<'_>) -> Option<Gathered> {
    gathered(table, if table.partition_by.is_empty() { table.key } else { table.partition_by })
}
