//! `ALTER TABLE` and `ALTER INDEX` statements, each with one change.

use std::fmt;

use super::create_table::{ChangefeedText, Column, CreateTable, Family, IndexText};
use super::quote::{DefaultLiteral, Name, Text, automatic_partitioning};
use crate::schema::{ByLoad, ChangefeedDef, ColumnDef, DefaultValue, FamilyDef, HashDef, IndexDef, Partitioning};
use crate::types::YdbType;

/// An `ALTER TABLE` statement, without a closing semicolon.
///
/// Syntax: [ALTER TABLE](https://ydb.tech/docs/en/yql/reference/syntax/alter_table/).
#[doc(hidden)]
pub struct AlterTable<'a> {
    /// Path of the table.
    pub path: &'a str,
    pub change: Change<'a>,
}

/// Change that an `ALTER TABLE` statement makes.
#[doc(hidden)]
pub enum Change<'a> {
    AddColumn(&'a ColumnDef),
    /// Computed column of an index to add, without NOT NULL. YDB adds a NOT NULL column only with a default, and any
    /// default would be a wrong value here.
    AddComputed(HashDef),
    DropColumn(&'a str),
    DropNotNull(&'a str),
    SetDefault(&'a str, DefaultValue, YdbType),
    DropDefault(&'a str),
    SetFamily {
        column: &'a str,
        family: &'a str,
    },
    AddFamily(&'a FamilyDef),
    /// Column family to change: the settings that the definition has. YDB leaves its other settings as they are.
    AlterFamily(&'a FamilyDef),
    AddIndex(IndexText<'a>),
    DropIndex(&'a str),
    AlterIndex {
        index: &'a str,
        /// Settings, each as `KEY = value`.
        settings: &'a [String],
    },
    RenameIndex {
        from: &'a str,
        to: &'a str,
    },
    /// Settings, each as `KEY = value`.
    Set(&'a [String]),
    ResetTtl,
    AddChangefeed(&'a ChangefeedDef),
    DropChangefeed(&'a str),
}

impl fmt::Display for AlterTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ALTER TABLE {} {}", Name(self.path), self.change)
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Change::AddColumn(column) => write!(f, "ADD COLUMN {}", Column::of(column)),
            Change::AddComputed(hash) => write!(f, "ADD COLUMN {} {}", Name(hash.name), hash.ty()),
            Change::DropColumn(name) => write!(f, "DROP COLUMN {}", Name(name)),
            Change::DropNotNull(name) => write!(f, "ALTER COLUMN {} DROP NOT NULL", Name(name)),
            Change::SetDefault(name, value, ty) => {
                write!(f, "ALTER COLUMN {} SET DEFAULT {}", Name(name), DefaultLiteral(*value, *ty))
            }
            Change::DropDefault(name) => write!(f, "ALTER COLUMN {} DROP DEFAULT", Name(name)),
            Change::SetFamily { column, family } => {
                write!(f, "ALTER COLUMN {} SET FAMILY {}", Name(column), Name(family))
            }
            Change::AddFamily(family) => write!(f, "ADD {}", Family(family)),
            Change::AlterFamily(family) => alter_family(f, family),
            Change::AddIndex(index) => write!(f, "ADD {index}"),
            Change::DropIndex(name) => write!(f, "DROP INDEX {}", Name(name)),
            Change::AlterIndex { index, settings } => {
                write!(f, "ALTER INDEX {} SET ({})", Name(index), settings.join(", "))
            }
            Change::RenameIndex { from, to } => write!(f, "RENAME INDEX {} TO {}", Name(from), Name(to)),
            Change::Set(settings) => write!(f, "SET ({})", settings.join(", ")),
            Change::ResetTtl => f.write_str("RESET (TTL)"),
            Change::AddChangefeed(feed) => write!(f, "ADD {}", ChangefeedText(feed)),
            Change::DropChangefeed(name) => write!(f, "DROP CHANGEFEED {}", Name(name)),
        }
    }
}

/// Writes an `ALTER FAMILY` action for each setting, because an action sets only one.
fn alter_family(f: &mut fmt::Formatter<'_>, family: &FamilyDef) -> fmt::Result {
    let name = Name(family.name);
    let data = family.data.map(|data| ("DATA", data));
    let compression = family.compression.map(|compression| ("COMPRESSION", compression.yql()));
    for (i, (setting, value)) in data.into_iter().chain(compression).enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        write!(f, "{comma}ALTER FAMILY {name} SET {setting} {}", Text(value, '"'))?;
    }
    Ok(())
}

/// An `ALTER TABLE .. ALTER INDEX .. SET` statement, without a closing semicolon; see [`CreateTable::index_settings`].
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is changed until `.exec(client).await`, or until you send its text"]
pub struct AlterIndex<'a> {
    #[doc(hidden)]
    pub table: &'static str,
    #[doc(hidden)]
    pub path: &'a str,
    #[doc(hidden)]
    pub index: &'static str,
    buckets: u32,
}

impl<'a> CreateTable<'a> {
    /// Returns the statements that let the indexes with buckets split by load, and keep a partition for each bucket.
    /// Run them after the table is created: each by its `exec(client)`, or as the text that it prints. Each statement
    /// names all settings of automatic partitioning, because YDB resets the settings that are left out.
    /// Syntax: [ALTER INDEX](https://ydb.tech/docs/en/yql/reference/syntax/alter_table/indexes).
    ///
    /// ```
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// #[ydb(index(by_time, on(time_shard = xxh3(order_id) % 16, placed_at)))]
    /// struct Order {
    ///     order_id: u64,
    ///     placed_at: u64,
    /// }
    ///
    /// let statements: Vec<String> = Order::TABLE.create_table().index_settings().map(|set| set.to_string()).collect();
    /// assert_eq!(
    ///     statements,
    ///     ["ALTER TABLE `orders` ALTER INDEX `by_time` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, \
    ///       AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048, AUTO_PARTITIONING_BY_LOAD = ENABLED, \
    ///       AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 16)"]
    /// );
    /// ```
    pub fn index_settings(&self) -> impl Iterator<Item = AlterIndex<'a>> + use<'a> {
        let (table, path) = (self.table(), self.path());
        let set = move |index: &'static IndexDef| {
            let buckets = index.hash?.buckets?;
            Some(AlterIndex { table: table.name, path, index: index.name, buckets })
        };
        table.indexes.iter().filter_map(set)
    }

    /// Returns all statements that must run after the table is created, in their order.
    #[doc(hidden)]
    pub fn further(&self) -> impl Iterator<Item = String> + use<'a> {
        let sets = self.index_settings().map(|set| set.to_string());
        sets.chain(self.changefeeds().map(|add| add.to_string()))
    }
}

impl fmt::Display for AlterIndex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, settings) = (Name(self.index), index_partitioning(self.buckets).join(", "));
        write!(f, "ALTER TABLE {} ALTER INDEX {index} SET ({settings})", Name(self.path))
    }
}

/// Returns the settings of automatic partitioning for an index with this number of buckets.
pub fn index_partitioning(buckets: u32) -> Vec<String> {
    let partitioning = Partitioning { by_load: ByLoad::On, min: Some(buckets), ..Partitioning::DEFAULT };
    automatic_partitioning(&partitioning, None)
}
