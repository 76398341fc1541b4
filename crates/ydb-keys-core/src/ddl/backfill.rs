//! The statement that copies the rows of a table into a table with hash columns or buckets, which the server computes.

use std::fmt;

use super::{Name, Names};
use crate::schema::Table;

/// `UPSERT` statement that fills a hashed table from an older one, without a closing semicolon; see
/// [`Table::backfill`].
#[derive(Clone, Copy, Debug)]
pub struct Backfill<'a> {
    table: &'a Table,
    source: &'a str,
}

impl Table {
    /// Returns the statement that copies the rows of `source` into this table. The server computes the hash column and
    /// the buckets, those of indexes too. Returns `None` for a table without hash columns and buckets, and for a
    /// [`ForeignHash`](crate::hash::foreign::ForeignHash) that the server cannot compute.
    ///
    /// `source` is the path of a table with the same columns, except the computed ones. A run of the statement copies
    /// the rows whose first key column is at or above `$from` and below `$to`, because YDB limits the size of a
    /// transaction. A run may be repeated.
    ///
    /// ```
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "orders_hashed", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// struct Order {
    ///     order_id: u64,
    ///     amount: Option<f64>,
    /// }
    ///
    /// assert_eq!(
    ///     Order::TABLE.backfill("orders").unwrap().to_string(),
    ///     "DECLARE $from AS Uint64;\n\
    ///      DECLARE $to AS Uint64;\n\
    ///      UPSERT INTO `orders_hashed`\n\
    ///      SELECT Digest::NumericHash(`order_id`) AS `order_hash`, `order_id`, `amount`\n\
    ///      FROM `orders`\n\
    ///      WHERE `order_id` >= $from AND `order_id` < $to"
    /// );
    /// ```
    pub fn backfill<'a>(&'a self, source: &'a str) -> Option<Backfill<'a>> {
        self.computed().next()?.yql(self)?;
        Some(Backfill { table: self, source })
    }
}

impl fmt::Display for Backfill<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Backfill { table, source } = *self;
        let first = table.key_columns().next();
        if let Some(first) = first {
            write!(f, "DECLARE $from AS {0};\nDECLARE $to AS {0};\n", first.ty)?;
        }
        write!(f, "UPSERT INTO {}\nSELECT ", Name(table.name))?;
        for hash in table.computed() {
            // `Table::backfill` has checked that the server can compute the hash.
            if let Some(expression) = hash.yql(table) {
                write!(f, "{expression} AS {}, ", Name(hash.name))?;
            }
        }
        write!(f, "{}", Names(table.columns.iter().map(|column| column.name)))?;
        write!(f, "\nFROM {}", Name(source))?;
        match first {
            Some(first) => write!(f, "\nWHERE {0} >= $from AND {0} < $to", Name(first.name)),
            None => Ok(()),
        }
    }
}
