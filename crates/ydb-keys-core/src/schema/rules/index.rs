//! Rules of secondary indexes and of buckets, and of splitting a table by load.

use super::advice::{bucket_input, bucketed_index, gathered_by, renamed};
use super::key::how_few;
use crate::schema::any::{HashDef, IndexDef, Table};
use crate::schema::{ByLoad, BySize, IndexKind, Partitioning, Rule, Store};
use crate::types::const_text::{Message, any, contains, each, refuse};

/// Begins a message about an index.
const fn about_index(id: &str, table: &Table<'_>, index: &IndexDef<'_>) -> Message {
    Message::rule(id).text("index ").name(index.name).text(" of table ").name(table.name)
}

/// Checks the column at position `position` of an index: its type must be one that YDB takes in a key. The first column
/// must spread the rows.
#[track_caller]
pub const fn index_column(table: &Table<'_>, index: usize, position: usize) {
    let index = &table.indexes[index];
    let column = &table.columns[index.on[position]];
    if !column.ty.is_row_key() {
        about_index("column_type", table, index)
            .text(" is on column ")
            .name(column.name)
            .text(" of type ")
            .ydb_type(column.ty)
            .text(", which YDB refuses in a key\nhelp: index another column; to read this one from the index write `cover(")
            .text(column.field)
            .text(")`")
            .refuse()
    }
    if position == 0 && (column.is_monotonic() || column.is_low_cardinality()) {
        refuse(hot_index(table, index))
    }
}

/// Returns the message about the first column of an index, if it does not spread the rows of the index.
pub const fn hot_index(table: &Table<'_>, index: &IndexDef<'_>) -> Option<Message> {
    let column = &table.columns[index.on[0]];
    // A column after a hash or a bucket may grow.
    if index.hash.is_some() || table.allows(Rule::HotIndex) {
        return None;
    }
    let (which, load) = if column.is_monotonic() && column.is_nullable() {
        (
            "always grows",
            "each write that sets it goes to the index's last partition, and each with NULL to its first one",
        )
    } else if column.is_monotonic() {
        ("always grows", "every insert writes to the index's last partition")
    } else if column.is_low_cardinality() {
        (how_few(column), "a few partitions of the index take all the load")
    } else {
        return None;
    };
    let message = about_index("hot_index", table, index)
        .text(" starts with column ")
        .name(column.name)
        .text(if column.is_monotonic() { ", which " } else { ", which has " })
        .text(which)
        .text("\nnote: ")
        .text(load)
        .text("; an index is another table, partitioned by key ranges too\nhelp: ");
    let message = match bucket_input(table, true) {
        // A unique index with a bucket would be unique only within each bucket.
        Some(input) if column.is_monotonic() && !matches!(index.kind, IndexKind::Unique) => {
            bucketed_index(message.text("put a bucket in front, "), table, index, input).text(", or ")
        }
        _ => message,
    }
    .text("start it with a column whose values are spread");
    Some(message.exception("if the table takes few writes, write `allow(hot_index, reason = \"...\")`"))
}

/// Returns `true` if the first column of an index grows or has few values. An index with a hash breaks the rule if the
/// hash covers nothing but few values and dates.
pub const fn breaks_hot_index(table: &Table<'_>) -> bool {
    any!(i < table.indexes.len(), {
        let index = &table.indexes[i];
        let first = &table.columns[index.on[0]];
        match index.hash {
            Some(hash) => gathered_by(table, &hash).is_some(),
            None => first.is_monotonic() || first.is_low_cardinality(),
        }
    })
}

// Limit on the number of buckets of a table or an index: each statement over all of them must stay within YDB's limit
// of text.
//
// The longest statement merges the buckets in order, in its shortest form ([`Query`](crate::statements)): a branch for
// each bucket, in which only names vary. A number of buckets is permanent, so the limit depends on nothing that may
// change later: not on the other columns, only on the path, the index, and the columns that rows are sorted by.

/// Greatest length of a query's text in bytes, as YDB's documentation allows: 10 KB, read as the smaller of its two
/// meanings. A server's configuration may say otherwise (`QueryLimitBytes`, which counts DDL too).
pub const TEXT_LIMIT: usize = 10_000;

/// Refuses `primary_key(b = .. % n, ..)` if n buckets do not fit into a statement.
#[track_caller]
pub const fn bucket(table: &Table) {
    if let Some(hash) = table.hash {
        check(table, None, &hash)
    }
}

/// Refuses `index(.., on(b = .. % n, ..))` if n buckets do not fit into a statement.
#[track_caller]
pub const fn index_bucket(table: &Table, index: usize) {
    let index = &table.indexes[index];
    if let Some(hash) = index.hash {
        check(table, Some(index), &hash)
    }
}

#[track_caller]
const fn check(table: &Table, index: Option<&IndexDef>, hash: &HashDef) {
    let (Some(buckets), most) = (hash.buckets, most_buckets(table, index)) else { return };
    if buckets <= most {
        return;
    }
    let message = Message::rule("hash").name(hash.name);
    let message = match index {
        Some(index) => message.text(" of index ").name(index.name),
        None => message,
    }
    .text(" of table ")
    .name(table.name)
    .text(" has ")
    .number(buckets as i128);
    if most < 2 {
        message
            .text(" buckets, which is too many for names this long\nnote: the statement that reads two buckets in order is longer than the 10 KB that YDB accepts\nhelp: shorten the names of the table and of the columns that rows are sorted by, or write a hash without `%`")
            .refuse()
    }
    message
        .text(" buckets, but at most ")
        .number(most as i128)
        .text(" fit into a statement\nnote: one statement reads all of them in order, and YDB accepts 10 KB of text\nhelp: write `% ")
        .number(power_of_two(most) as i128)
        .text("` or less; shorter names make room for more")
        .refuse()
}

/// Returns the greatest power of two that is at most `most`.
const fn power_of_two(most: u32) -> u32 {
    let mut power = 1;
    while power * 2 <= most {
        power *= 2;
    }
    power
}

/// Lengths of the names of the columns that the rows of a bucket are sorted by.
#[derive(Clone, Copy)]
struct Order {
    columns: usize,
    /// Bytes of all names; `longest` has those of the longest name.
    names: usize,
    longest: usize,
    /// Bytes of the names in a condition "after this row", which names a column up to three times.
    compared: usize,
}

impl Order {
    const fn with(self, name: &str, mentions: usize) -> Self {
        let longest = if name.len() > self.longest { name.len() } else { self.longest };
        let names = self.names + name.len();
        Order { columns: self.columns + 1, names, longest, compared: self.compared + mentions * name.len() }
    }

    /// Measures the columns that sort a table or an index: those of the index, and then of the primary key, each once.
    const fn of(table: &Table, index: Option<&IndexDef>) -> Self {
        let mut order = Order { columns: 0, names: 0, longest: 0, compared: 0 };
        let on = match index {
            Some(index) => index.on,
            None => &[],
        };
        each!(i < on.len(), {
            let column = &table.columns[on[i]];
            order = order.with(column.name, 3);
        });
        if let (Some(_), Some(hash)) = (index, table.hash) {
            order = order.with(hash.name, 2);
        }
        each!(i < table.key.len(), {
            if !contains(on, table.key[i]) {
                let column = &table.columns[table.key[i]];
                order = order.with(column.name, if column.is_nullable() { 3 } else { 2 });
            }
        });
        order
    }
}

/// Returns the greatest number of buckets whose statements stay within [`TEXT_LIMIT`], for the bucket that leads a
/// table or one of its indexes. Each number below is the length of a piece of text, with two digits for each number of
/// a parameter or argument.
pub const fn most_buckets(table: &Table, index: Option<&IndexDef>) -> u32 {
    let (lead, view) = match index {
        None => (table.hash, 0),
        // VIEW `name`
        Some(index) => (index.hash, index.name.len() + 8),
    };
    let Some(lead) = lead else { return 0 };
    let (path, lead, order) = (quoted(table.name), lead.name.len(), Order::of(table, index));
    // DECLARE $p60 AS Decimal(35,35)?;
    let declared = 34 * (order.columns + 3);
    // $c = ($c60, ..) -> (($c60 <= $p60 OR $c60 IS NULL) AND $c60 >= $p60 AND ($c60 < $p60 OR $c60 IS NULL OR ($c60 =
    // $p60 AND ..))); SELECT * FROM ( .. ) ORDER BY `a` DESC, .. LIMIT $p60;
    let mut merged = declared + 120 + 58 * order.columns + order.names + 9 * order.columns;
    // (SELECT * FROM `path` VIEW `view` WHERE `lead` = 0u AND $c(`a`, ..) ORDER BY `lead` DESC, `a` DESC, .. LIMIT
    // $p60) UNION ALL
    let number = if order.columns + 3 > 10 { 2 } else { 1 };
    let mut branch = 75 + number + path + view + 2 * lead + 2 * order.names + 13 * order.columns;
    if index.is_some() {
        // The buckets of an index give the names of its columns, and the first rows of all buckets are joined with the
        // table.
        branch += order.names + 4 * order.columns;
        merged += 200 + path + 4 * order.names + 30 * order.columns;
    }
    // SELECT COUNT(*) AS `count` FROM (SELECT `lead` FROM `path` VIEW `view` WHERE `lead` IN (..) AND `a` = .. LIMIT
    // $p60);
    // SELECT * FROM `path` VIEW `view` WHERE `lead` IN (..) AND `a` = .. ORDER BY `a` DESC, .. LIMIT $p60;
    let compared = order.compared + 60 * order.columns + 3 * order.longest + order.names + 9 * order.columns;
    let mut counted = declared + 160 + path + view + 2 * lead + compared;
    let mut buckets = 0;
    loop {
        let digits = digits(buckets);
        merged += branch + digits;
        // 0u, 1u, ..
        counted += digits + 3;
        if merged > TEXT_LIMIT || counted > TEXT_LIMIT {
            return buckets;
        }
        buckets += 1;
    }
}

const fn digits(number: u32) -> usize {
    match number {
        0..=9 => 1,
        10..=99 => 2,
        // Numbers of more digits do not fit into the text.
        _ => 3,
    }
}

/// Returns the bytes of a path in backticks, not counting the backticks. Characters that YQL escapes count more.
const fn quoted(path: &str) -> usize {
    let (bytes, mut length, mut i) = (path.as_bytes(), 0, 0);
    while i < bytes.len() {
        length += match bytes[i] {
            b'`' | b'\\' => 2,
            // \u0007
            0..b' ' | 0x7f => 6,
            0x80.. => 3,
            _ => 1,
        };
        i += 1;
    }
    length
}

/// Refuses a row table that is never split by load, because an overloaded partition stays as it is:
/// `partitioning(by_load = off)`.
///
/// YDB advises to split by load (dev/tables/partitioning/anti-patterns, troubleshooting: overloaded shards). A model
/// that says nothing of load leaves it to YDB and is not judged.
#[track_caller]
pub const fn by_load(table: &Table<'_>) {
    refuse(unsplit(table))
}

/// Returns the message about a row table whose partitions no load splits.
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

/// Returns `true` if no load splits the partitions of the row table.
pub const fn breaks_partitioning_by_load(table: &Table<'_>) -> bool {
    match table.partitioning {
        Some(Partitioning { by_load: ByLoad::Off, .. }) => matches!(table.store, Store::Row),
        Some(Partitioning { by_load: ByLoad::Default, by_size: BySize::Off, .. }) => matches!(table.store, Store::Row),
        _ => false,
    }
}

/// Returns the message about a computed column that the new model of a table computes in another way than the old one.
pub const fn recomputed(new: &Table<'_>, hash: &HashDef<'_>) -> Message {
    let message = Message::rule("duplicate_column")
        .text("the two models of table ")
        .name(new.name)
        .text(" compute the column ")
        .name(hash.name)
        .text(" in different ways")
        .text("\nnote: after the change of the key, a program from before it would go on writing, with wrong values in the column")
        .text("\nhelp: give the column of the new model another name, ");
    renamed(message, new, hash)
}
