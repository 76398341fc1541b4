//! Rules of changefeeds.

use super::iso8601::duration;
use super::partitioning::{key_part, leading_buckets};
use crate::schema::{ChangefeedDef, Table};
use crate::types::YdbType;
use crate::types::const_text::Message;

const SECOND: i64 = 1_000_000;

/// The longest that YDB keeps records of a topic: `MaxPQLifetimeSeconds` of its schema shard.
const LONGEST: i64 = 31 * 86_400 * SECOND;

const fn about(table: &Table, feed: &ChangefeedDef) -> Message {
    Message::rule("changefeed").text("changefeed ").name(feed.name).text(" of table ").name(table.name)
}

/// `changefeed(.., retention = "..")`: from a second to 31 days.
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
    about(table, feed)
        .text(" says `retention = \"")
        .text(text)
        .text("\"`, ")
        .text(fault)
        .text("\nhelp: write `\"PT12H\"` for twelve hours, `\"P7D\"` for seven days")
        .refuse()
}

/// `changefeed(.., barriers = "..")`: whole seconds. YDB cuts off the rest, and takes what is less than a second for
/// no barriers at all (`yql_kikimr_exec.cpp`).
#[track_caller]
pub const fn changefeed_barriers(table: &Table, position: usize) {
    let feed = &table.changefeeds[position];
    let Some(text) = feed.barriers else { return };
    let fault = match duration(text) {
        None => "which is not an ISO 8601 duration\nnote: it may have weeks, days, hours, minutes and seconds",
        Some(length) if length < SECOND || length % SECOND != 0 => "but YDB counts whole seconds, from one on",
        Some(_) => return,
    };
    about(table, feed)
        .text(" says `barriers = \"")
        .text(text)
        .text("\"`, ")
        .text(fault)
        .text("\nhelp: write `\"PT10S\"` for a barrier every ten seconds")
        .refuse()
}

/// `changefeed(.., min_partitions = n)`: YDB cuts the range of the leading column, as for `uniform`.
#[track_caller]
pub const fn changefeed_partitions(table: &Table, position: usize) {
    let feed = &table.changefeeds[position];
    let (name, ty) = key_part(table, 0);
    if let (Some(2..), Some(buckets)) = (feed.min_partitions, leading_buckets(table)) {
        about(table, feed)
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
    about(table, feed)
        .text(" has `min_partitions`, but the key begins with ")
        .name(name)
        .text(", of type ")
        .ydb_type(ty)
        .text("\nnote: YDB can share out only the range of a Uint32 or a Uint64\nhelp: remove `min_partitions`, so that the topic begins with as many partitions as the table, or put a hash column in front of the key")
        .refuse()
}
