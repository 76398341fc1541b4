//! Rules of a table's settings: time to live, changefeeds, partitions, and the rules that `allow` names.

use super::advice::{Gathered, gathered};
use super::iso8601::duration;
use super::literal::{compare, is_key_literal};
use crate::schema::any::{ColumnDef, Table};
use crate::schema::{ChangefeedDef, KeyLiteral, Rule, Store};
use crate::types::YdbType;
use crate::types::const_text::{Message, any, each, refuse};

const fn about_ttl(table: &Table) -> Message {
    Message::rule("ttl").text("the ttl of table ").name(table.name)
}

const fn on_column(table: &Table, column: &ColumnDef<'_>) -> Message {
    about_ttl(table).text(" is on column ").name(column.name).text(" of type ").ydb_type(column.ty)
}

/// Returns `true` if a TTL on the type needs a unit: numbers do, times have their own.
const fn needs_unit(ty: YdbType) -> bool {
    matches!(ty, YdbType::Uint32 | YdbType::Uint64 | YdbType::DyNumber)
}

/// Refuses `ttl(column = ..)` of a column that is neither a time nor a number with a unit.
#[track_caller]
pub const fn ttl_column(table: &Table) {
    let Some(ttl) = table.ttl else { return };
    let column = &table.columns[ttl.column];
    if !column.ty.is_time() && !needs_unit(column.ty) {
        on_column(table, column)
            .text(", which is not a time\nhelp: use a Date, Datetime or Timestamp column, or a Uint32, Uint64 or DyNumber with `unit = seconds`")
            .refuse()
    }
    if needs_unit(column.ty) && ttl.unit.is_none() {
        on_column(table, column)
            .text(", a number without a unit\nhelp: add `unit = seconds`, `milliseconds`, `microseconds` or `nanoseconds`")
            .refuse()
    }
}

/// Refuses `ttl(unit = ..)` for a column that is not a number.
#[track_caller]
pub const fn ttl_unit(table: &Table) {
    let Some(ttl) = table.ttl else { return };
    let column = &table.columns[ttl.column];
    if column.ty.is_time() && ttl.unit.is_some() {
        about_ttl(table)
            .text(" names a unit, but column ")
            .name(column.name)
            .text(" is a ")
            .ydb_type(column.ty)
            .text(", which has its own\nhelp: remove `unit`")
            .refuse()
    }
}

/// Refuses `ttl(after = "..")` that is not an ISO 8601 duration as YQL reads it.
#[track_caller]
pub const fn ttl_interval(table: &Table) {
    let Some(ttl) = table.ttl else { return };
    if duration(ttl.after).is_none() {
        about_ttl(table)
            .text(" says `after = \"")
            .text(ttl.after)
            .text("\"`, which is not an ISO 8601 duration below 136 years\nnote: it may have weeks, days, hours, minutes and seconds\nhelp: write `\"P30D\"` for thirty days, `\"PT12H\"` for twelve hours, `\"P1DT6H\"` for both")
            .refuse()
    }
}

const SECOND: i64 = 1_000_000;

/// Longest time for which YDB keeps records of a topic, in microseconds: `MaxPQLifetimeSeconds` of its schema shard.
const LONGEST: i64 = 31 * 86_400 * SECOND;

const fn about_feed(table: &Table, feed: &ChangefeedDef) -> Message {
    Message::rule("changefeed").text("changefeed ").name(feed.name).text(" of table ").name(table.name)
}

/// Refuses `changefeed(.., retention = "..")` outside of a second to 31 days.
#[track_caller]
pub const fn changefeed_retention(table: &Table, position: usize) {
    let feed = &table.changefeeds[position];
    let Some(text) = feed.retention else { return };
    let fault = match duration(text) {
        None => "which is not an ISO 8601 duration\nnote: it may have weeks, days, hours, minutes and seconds",
        Some(length) if length < SECOND => "which is less than a second\nnote: YDB counts whole seconds",
        Some(length) if length > LONGEST => "but YDB keeps a record for 31 days at most",
        Some(_) => return,
    };
    says(table, feed, "retention", text, fault).text("`\"PT12H\"` for twelve hours, `\"P7D\"` for seven days").refuse()
}

/// Begins a message about a setting that is a duration, up to the help's "write".
const fn says(table: &Table, feed: &ChangefeedDef, setting: &str, text: &str, fault: &str) -> Message {
    let message = about_feed(table, feed).text(" says `").text(setting).text(" = \"").text(text);
    message.text("\"`, ").text(fault).text("\nhelp: write ")
}

/// Refuses `changefeed(.., barriers = "..")` that is not in whole seconds. YDB cuts off the rest, and takes less than a
/// second for no barriers at all (`yql_kikimr_exec.cpp`).
#[track_caller]
pub const fn changefeed_barriers(table: &Table, position: usize) {
    let feed = &table.changefeeds[position];
    let Some(text) = feed.barriers else { return };
    let fault = match duration(text) {
        None => "which is not an ISO 8601 duration\nnote: it may have weeks, days, hours, minutes and seconds",
        Some(length) if length < SECOND || length % SECOND != 0 => "but YDB counts whole seconds, from one on",
        Some(_) => return,
    };
    says(table, feed, "barriers", text, fault).text("`\"PT10S\"` for a barrier every ten seconds").refuse()
}

/// Refuses `changefeed(.., min_partitions = n)` where YDB cannot divide the range of the leading column into equal
/// parts, as for `uniform`.
#[track_caller]
pub const fn changefeed_partitions(table: &Table, position: usize) {
    let feed = &table.changefeeds[position];
    let (name, ty) = key_part(table, 0);
    if let (Some(2..), Some(buckets)) = (feed.min_partitions, leading_buckets(table)) {
        about_feed(table, feed)
            .text(" has `min_partitions`, but the key begins with the bucket ")
            .name(name)
            .text("\nnote: equal parts of the range of a Uint32 would leave all ")
            .number(buckets as i128)
            .text(" buckets in the topic's first partition\nhelp: remove `min_partitions`, so that the topic begins with as many partitions as the table")
            .refuse()
    }
    if matches!(feed.min_partitions, None | Some(1)) || matches!(ty, YdbType::Uint32 | YdbType::Uint64) {
        return;
    }
    about_feed(table, feed)
        .text(" has `min_partitions`, but the key begins with ")
        .name(name)
        .text(", of type ")
        .ydb_type(ty)
        .text("\nnote: YDB can share out only the range of a Uint32 or a Uint64\nhelp: remove `min_partitions`, so that the topic begins with as many partitions as the table, or put a hash column in front of the key")
        .refuse()
}

const fn about(id: &str, table: &Table<'_>) -> Message {
    Message::rule(id).text("table ").name(table.name)
}

/// Returns the name and the type of the column at a position of the whole primary key, the hash column counted.
pub(super) const fn key_part<'a>(table: &Table<'a>, position: usize) -> (&'a str, YdbType) {
    let offset = match table.hash {
        Some(hash) if position == 0 => return (hash.name, hash.ty()),
        Some(_) => 1,
        None => 0,
    };
    let column = &table.columns[table.key[position - offset]];
    (column.name, column.ty)
}

/// Returns the number of buckets, if a bucket leads the primary key.
pub(super) const fn leading_buckets(table: &Table<'_>) -> Option<u32> {
    match table.hash {
        Some(hash) => hash.buckets,
        None => None,
    }
}

const fn key_len(table: &Table<'_>) -> usize {
    table.key.len() + table.hash.is_some() as usize
}

/// Refuses `partitioning(uniform = n)` if the leading column is not a Uint32 or a Uint64, or is a bucket.
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

/// Refuses a split point of `partitioning(at_keys(..))` that is not a prefix of the key, or not greater than the one
/// before it.
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
    each!(i < point.len(), {
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
    });
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

/// Refuses a partition key of a column table that gathers rows: the hash needs a column with many values that are not
/// all "now".
#[track_caller]
pub const fn partition_key(table: &Table<'_>) {
    refuse(gathering_partition_key(table))
}

/// Returns the message about the partition key of a column table, if it gathers rows.
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

/// Returns `true` if the partition key of a column table gathers the rows of a moment or of a value.
pub const fn breaks_column_partition_key(table: &Table<'_>) -> bool {
    matches!(table.store, Store::Column) && gathered_by_partition_key(table).is_some()
}

/// Returns the rows that the partition key of a column table gathers; by default that key is the whole primary key.
const fn gathered_by_partition_key(table: &Table<'_>) -> Option<Gathered> {
    gathered(table, if table.partition_by.is_empty() { table.key } else { table.partition_by })
}

// Rule of allowances: each must switch something off.
//
// Each allowable rule has a function `breaks_<id>`, beside the rule, that says whether a table breaks it. The derive
// names the function by the id in `allow(..)`.

/// Refuses `allow(rule, reason = "...")` if the table does not break the rule.
#[track_caller]
pub const fn allowance(table: &Table, index: usize, broken: bool) {
    let rule = table.allowances[index].rule;
    if !broken {
        Message::rule("allowance")
            .text("table ")
            .name(table.name)
            .text(" does not break the rule ")
            .name(rule.id())
            .text(", so allowing it has no effect\nhelp: remove `allow(")
            .text(rule.id())
            .text(", ...)`; it would hide the next mistake")
            .refuse()
    }
}

/// Returns `true` if a key can be too large. The limit itself is checked when a row is written.
pub const fn breaks_large_key(table: &Table) -> bool {
    varying(table, true)
}

/// Returns `true` if a row can be too large. A column table has no higher limit that could be allowed.
pub const fn breaks_large_row(table: &Table) -> bool {
    matches!(table.store, Store::Row) && varying(table, false)
}

/// Returns `true` if the key, or the row, has a column of varying length. Without such a column it can never be too
/// large.
const fn varying(table: &Table, key_only: bool) -> bool {
    any!(i < table.columns.len(), { table.columns[i].ty.fixed_size().is_none() && (!key_only || table.is_key(i)) })
}
