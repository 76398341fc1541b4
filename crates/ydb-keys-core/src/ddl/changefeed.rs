//! `ALTER TABLE .. ADD CHANGEFEED`: YDB takes no changefeed within `CREATE TABLE`.

use std::fmt;

use super::create_table::CreateTable;
use super::quote::{Name, Text};
use crate::schema::ChangefeedDef;

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
    /// The statements that add the table's changefeeds, to be run after the table is created: each by its `exec(client)`,
    /// or as the text that it prints.
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

/// `CHANGEFEED name WITH (...)`
pub struct ChangefeedText<'a>(pub &'a ChangefeedDef);

impl fmt::Display for ChangefeedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let feed = self.0;
        write!(f, "CHANGEFEED {} WITH (", Name(feed.name))?;
        write!(f, "MODE = '{}', FORMAT = '{}'", feed.mode.yql(), feed.format.yql())?;
        let on = |f: &mut fmt::Formatter<'_>, is_on: bool, name: &str| match is_on {
            true => write!(f, ", {name} = TRUE"),
            false => Ok(()),
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
