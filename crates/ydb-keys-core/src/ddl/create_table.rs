//! `CREATE TABLE`, and the statements that add changefeeds after it.

use std::fmt;

use super::quote::{DefaultLiteral, Name, Names, Text, settings};
use crate::schema::{ChangefeedDef, ColumnDef, FamilyDef, IndexDef, IndexKind, Layout, Store, Table};
use crate::types::YdbType;

/// The `CREATE TABLE` statement of a table, without a closing semicolon; see [`Table::create_table`].
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is created until `.exec(client).await`, or until you send its text"]
pub struct CreateTable<'a> {
    table: &'a Table,
    path: &'a str,
    if_not_exists: bool,
}

impl Table {
    /// Returns the table's `CREATE TABLE` statement, to print or to hand to the database.
    ///
    /// All identifiers are in backticks. The hash column comes first, then the fields as declared. With
    /// `partitioning(...)` all settings of automatic partitioning are written, because YDB resets the settings that are
    /// left out; without it none is written.
    /// Syntax: [CREATE TABLE](https://ydb.tech/docs/en/yql/reference/syntax/create_table).
    ///
    /// ```
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// struct Order {
    ///     order_id: u64,
    ///     amount: Option<f64>,
    /// }
    ///
    /// assert_eq!(
    ///     Order::TABLE.create_table().to_string(),
    ///     "CREATE TABLE `orders` (\n    \
    ///          `order_hash` Uint64 NOT NULL,\n    \
    ///          `order_id` Uint64 NOT NULL,\n    \
    ///          `amount` Double,\n    \
    ///          PRIMARY KEY (`order_hash`, `order_id`)\n)"
    /// );
    /// ```
    pub const fn create_table(&self) -> CreateTable<'_> {
        CreateTable { table: self, path: self.name, if_not_exists: false }
    }
}

impl<'a> CreateTable<'a> {
    /// Returns the statement for a table at another path.
    #[doc(hidden)]
    pub const fn at_path(self, path: &'a str) -> Self {
        CreateTable { path, ..self }
    }

    /// Returns the schema of the table.
    pub const fn table(&self) -> &'a Table {
        self.table
    }

    /// Returns the path at which the table is created.
    pub const fn path(&self) -> &'a str {
        self.path
    }

    /// Returns the layout of the key as a comment in YQL, which says how the hash is computed. No statement can set the
    /// layout attribute itself.
    #[doc(hidden)]
    pub fn layout(&self) -> String {
        format!("-- {}: {}", Layout::ATTRIBUTE, Layout::of(self.table))
    }

    pub(super) const fn leaves_an_old_table(&self) -> bool {
        self.if_not_exists
    }

    /// Adds `IF NOT EXISTS`: a table that exists at the path stays as it is. YDB does not compare its schema with this
    /// one.
    pub const fn if_not_exists(self) -> Self {
        CreateTable { if_not_exists: true, ..self }
    }
}

impl fmt::Display for CreateTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.table;
        let guard = if self.if_not_exists { "IF NOT EXISTS " } else { "" };
        writeln!(f, "CREATE TABLE {guard}{} (", Name(self.path))?;
        for (i, hash) in table.computed().enumerate() {
            let not_null = if i == 0 && table.hash_may_be_null() { "" } else { " NOT NULL" };
            writeln!(f, "    {} {}{not_null},", Name(hash.name), hash.ty())?;
        }
        for (i, column) in table.columns.iter().enumerate() {
            writeln!(f, "    {},", Column { column, may_be_null: table.may_be_null(i) })?;
        }
        for index in table.indexes {
            writeln!(f, "    {},", IndexText::of(table, index))?;
        }
        for family in table.families {
            writeln!(f, "    {},", Family(family))?;
        }
        let key: Vec<&str> = table.primary_key().collect();
        write!(f, "    PRIMARY KEY ({})\n)", Names(key.into_iter()))?;
        if table.store == Store::Column && !table.partition_by.is_empty() {
            write!(f, "\nPARTITION BY HASH ({})", Names(column_names(table, table.partition_by)))?;
        }
        let settings = settings(table);
        if !settings.is_empty() {
            write!(f, "\nWITH (\n    {}\n)", settings.join(",\n    "))?;
        }
        Ok(())
    }
}

fn column_names<'a>(table: &Table, positions: &'a [usize]) -> impl Iterator<Item = &'static str> + Clone + use<'a> {
    let columns = table.columns;
    positions.iter().map(move |&i| columns[i].name)
}

/// Column of a `CREATE TABLE` statement: `name type [FAMILY f] [NOT NULL] [DEFAULT literal]`. In any other order the
/// server takes NOT NULL for a part of the default.
pub struct Column<'a> {
    /// Definition of the column.
    pub column: &'a ColumnDef,
    /// `true` if rows may have NULL in the column.
    pub may_be_null: bool,
}

impl<'a> Column<'a> {
    /// Returns a column that is not in the key, as the statement has it.
    pub fn of(column: &'a ColumnDef) -> Self {
        Column { column, may_be_null: column.is_nullable() }
    }
}

impl fmt::Display for Column<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = self.column;
        write!(f, "{} ", Name(column.name))?;
        match (column.serial, column.ty) {
            (true, YdbType::Int16) => f.write_str("SmallSerial")?,
            (true, YdbType::Int64) => f.write_str("BigSerial")?,
            (true, _) => f.write_str("Serial")?,
            (false, ty) => write!(f, "{ty}")?,
        }
        if let Some(family) = column.family {
            write!(f, " FAMILY {}", Name(family))?;
        }
        if !self.may_be_null {
            f.write_str(" NOT NULL")?;
        }
        match column.default {
            Some(value) => write!(f, " DEFAULT {}", DefaultLiteral(value, column.ty)),
            None => Ok(()),
        }
    }
}

/// Index of a model or of a live table in a statement: `INDEX name GLOBAL kind ON (columns) [COVER (columns)]`.
pub struct IndexText<'a> {
    /// Name of the index.
    pub name: &'a str,
    /// Kind of the index: `SYNC`, `ASYNC` or `UNIQUE SYNC`.
    pub kind: &'a str,
    /// Columns by which the index is sorted.
    pub on: Vec<&'a str>,
    /// Further columns that the index holds.
    pub cover: Vec<&'a str>,
}

impl<'a> IndexText<'a> {
    #[doc(hidden)]
    pub fn of(table: &Table, index: &'a IndexDef) -> Self {
        let kind = match index.kind {
            IndexKind::Sync => "SYNC",
            IndexKind::Async => "ASYNC",
            IndexKind::Unique => "UNIQUE SYNC",
        };
        let names = |positions| column_names(table, positions);
        let on = index.hash.map(|hash| hash.name).into_iter().chain(names(index.on)).collect();
        IndexText { name: index.name, kind, on, cover: names(index.cover).collect() }
    }
}

impl fmt::Display for IndexText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "INDEX {} GLOBAL {} ON ({})", Name(self.name), self.kind, Names(self.on.iter().copied()))?;
        match &*self.cover {
            [] => Ok(()),
            cover => write!(f, " COVER ({})", Names(cover.iter().copied())),
        }
    }
}

/// Column family in a statement: `FAMILY name (settings)`.
pub struct Family<'a>(pub &'a FamilyDef);

impl fmt::Display for Family<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = self.0;
        let mut settings = Vec::new();
        if let Some(data) = family.data {
            settings.push(format!("DATA = {}", Text(data, '"')));
        }
        if let Some(compression) = family.compression {
            settings.push(format!("COMPRESSION = {}", Text(compression.yql(), '"')));
        }
        write!(f, "FAMILY {} ({})", Name(family.name), settings.join(", "))
    }
}

/// An `ALTER TABLE .. ADD CHANGEFEED` statement, without a closing semicolon; see [`CreateTable::changefeeds`].
#[derive(Clone, Copy, Debug)]
#[must_use = "nothing is added until `.exec(client).await`, or until you send its text"]
pub struct AddChangefeed<'a> {
    #[doc(hidden)]
    pub table: &'static str,
    #[doc(hidden)]
    pub path: &'a str,
    #[doc(hidden)]
    pub feed: &'a ChangefeedDef,
}

impl<'a> CreateTable<'a> {
    /// Returns the statements that add the table's changefeeds. Run them after the table is created: each by its
    /// `exec(client)`, or as the text that it prints.
    /// Syntax: [ADD CHANGEFEED](https://ydb.tech/docs/en/yql/reference/syntax/alter_table/changefeed).
    ///
    /// ```
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// #[ydb(changefeed(updates, mode = new_image, retention = "PT12H"))]
    /// struct Order {
    ///     order_id: u64,
    ///     amount: Option<f64>,
    /// }
    ///
    /// let statements: Vec<String> = Order::TABLE.create_table().changefeeds().map(|add| add.to_string()).collect();
    /// assert_eq!(
    ///     statements,
    ///     ["ALTER TABLE `orders` ADD CHANGEFEED `updates` WITH (MODE = 'NEW_IMAGE', FORMAT = 'JSON', \
    ///       RETENTION_PERIOD = Interval('PT12H'))"]
    /// );
    /// ```
    pub fn changefeeds(&self) -> impl Iterator<Item = AddChangefeed<'a>> + use<'a> {
        let (table, path) = (self.table(), self.path());
        table.changefeeds.iter().map(move |feed| AddChangefeed { table: table.name, path, feed })
    }
}

impl fmt::Display for AddChangefeed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ALTER TABLE {} ADD {}", Name(self.path), ChangefeedText(self.feed))
    }
}

/// Changefeed in a statement: `CHANGEFEED name WITH (...)`.
pub struct ChangefeedText<'a>(pub &'a ChangefeedDef);

impl fmt::Display for ChangefeedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let feed = self.0;
        write!(f, "CHANGEFEED {} WITH (", Name(feed.name))?;
        write!(f, "MODE = '{}', FORMAT = '{}'", feed.mode.yql(), feed.format.yql())?;
        let on = |f: &mut fmt::Formatter<'_>, is_on: bool, name: &str| {
            if is_on { write!(f, ", {name} = TRUE") } else { Ok(()) }
        };
        on(f, feed.virtual_timestamps, "VIRTUAL_TIMESTAMPS")?;
        on(f, feed.user_sids, "USER_SIDS")?;
        on(f, feed.trace_ids, "TRACE_IDS")?;
        for (name, interval) in [("BARRIERS_INTERVAL", feed.barriers), ("RETENTION_PERIOD", feed.retention)] {
            if let Some(text) = interval {
                write!(f, ", {name} = Interval({})", Text(text, '\''))?;
            }
        }
        if feed.auto_partitioning {
            f.write_str(", TOPIC_AUTO_PARTITIONING = 'ENABLED'")?;
        }
        if let Some(count) = feed.min_partitions {
            write!(f, ", TOPIC_MIN_ACTIVE_PARTITIONS = {count}")?;
        }
        on(f, feed.initial_scan, "INITIAL_SCAN")?;
        f.write_str(")")
    }
}
