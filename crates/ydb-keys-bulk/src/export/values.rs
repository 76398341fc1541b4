//! Exports of tables that are known only at run time: a row is a list of values, not a struct.
//!
//! A hash that leads the key is read like any other column, so its function need not be known.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::runtime::Handle;
use tokio::sync::mpsc::Receiver;
use ydb::YdbError;
use ydb_grpc::ydb_proto::TypedValue;
use ydb_keys::__internal::Detail;
use ydb_keys::schema::ColumnDef;
use ydb_keys::{Result, Value, YdbType};
use ydb_keys_core::ddl::{Name, Names};
use ydb_keys_core::keys::Rest;
use ydb_keys_core::keys::order::{Rows, Side, condition};
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::schema::path::TablePath;

use super::run::{Handed, Settings, Source};
use super::stream::Task;
use crate::connection::Connection;
use crate::decode::{Part, Reader};
use crate::describe::partition_bounds;
use crate::proto;

/// Values of the first columns of a key.
pub type Key = Vec<Value<'static>>;

/// An [`Export`](super::Export) of rows as lists of values.
pub struct ValueExport {
    settings: Settings,
    table: Whole,
}

/// A table whose rows are all read.
#[derive(Clone, Copy, Debug)]
struct Whole {
    /// Path of the table, relative to the database.
    path: &'static str,
    columns: &'static [ColumnDef],
    key: &'static [ColumnDef],
}

/// Stream with the rows of a part, in the order of the key.
pub struct ValueStream {
    parts: Receiver<Handed>,
    path: &'static str,
    _task: Task,
}

/// Some rows that follow one another.
pub struct ValueRows(Part);

impl ValueExport {
    /// Makes an export of these columns of a table. `path` is relative to the database; `key` is the whole primary key.
    pub fn new(
        connection: &Connection,
        path: &'static str,
        columns: &'static [ColumnDef],
        key: &'static [ColumnDef],
    ) -> Self {
        let (connection, plain) = (connection.clone(), Arc::new(AtomicBool::new(false)));
        ValueExport {
            settings: Settings { connection, batch: None, timeout: None, plain },
            table: Whole { path, columns, key },
        }
    }

    /// Returns the keys that cut the table into this many parts or fewer. Each part has about the same number of
    /// partitions.
    ///
    /// # Errors
    /// Returns an error of YDB if YDB does not describe the table.
    pub async fn cuts(&self, parts: usize) -> Result<Vec<Key>> {
        let Settings { connection, timeout, .. } = &self.settings;
        let path = TablePath::new(connection.database(), self.table.path).absolute();
        let key: Vec<Member> = self.table.key.iter().map(member).collect();
        let mut bounds = Box::pin(partition_bounds(connection, path, &key, *timeout))
            .await
            .map_err(|source| failed(self.table.path, source))?;
        // A NULL at the end of a prefix sorts before everything, as if it did not exist.
        for bound in &mut bounds {
            bound.truncate(bound.iter().rposition(|value| *value != Value::Null).map_or(0, |last| last + 1));
        }
        bounds.retain(|bound| !bound.is_empty());
        let (have, cuts) = (bounds.len(), bounds.len().min(parts.max(1) - 1));
        Ok((1..=cuts).filter_map(|cut| bounds.get(cut * (have + 1) / (cuts + 1) - 1).cloned()).collect())
    }

    /// Starts to read the rows from the key `from` on, or after the row with the key `after`, up to the key `to`
    /// exclusively. An empty `from` is the beginning of the table, and an empty `to` its end.
    ///
    /// # Errors
    /// Fails outside of a `tokio` runtime.
    pub fn stream(&self, from: Key, after: Option<Key>, to: Key) -> Result<ValueStream> {
        let path = self.table.path;
        let no_runtime = |_| failed(path, YdbError::Custom("an export needs a `tokio` runtime".to_owned()));
        let runtime = Handle::try_current().map_err(no_runtime)?;
        let (task, parts) = Task::begin(&runtime, self.settings.clone(), self.table, Rest { from, after, to });
        Ok(ValueStream { parts, path, _task: task })
    }
}

impl ValueStream {
    /// Returns the next rows, about a megabyte; `None` after the last ones.
    ///
    /// # Errors
    /// Returns an error of YDB if a request fails and cannot be repeated.
    pub async fn next(&mut self) -> Result<Option<ValueRows>> {
        match self.parts.recv().await {
            Some(Handed::Part(part)) => Ok(Some(ValueRows(part))),
            Some(Handed::End) => Ok(None),
            Some(Handed::Failed(error)) => Err(error),
            None => {
                Err(failed(self.path, YdbError::Custom("the runtime that reads the rows was shut down".to_owned())))
            }
        }
    }
}

impl ValueRows {
    /// Returns the number of rows, at least one.
    #[allow(clippy::len_without_is_empty, reason = "it is never empty")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the approximate bytes of the rows.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Returns the value of a row in a column. `column` is the column's index in the export.
    pub fn value(&self, row: usize, column: usize) -> Value<'_> {
        self.0.value(row, column)
    }

    /// Returns the key of the last row.
    pub fn last(&self) -> Key {
        self.0.position(self.0.len() - 1)
    }
}

impl Source for Whole {
    fn path(&self) -> &str {
        self.path
    }

    fn most(&self) -> Option<u64> {
        None
    }

    fn is_stale(&self) -> bool {
        false
    }

    fn next(&self, rest: &Rest, rows: u64) -> Result<(String, HashMap<String, TypedValue>)> {
        let ends = match &rest.after {
            Some(after) => [("after", after, Rows::After), ("to", &rest.to, Rows::Before)],
            None => [("from", &rest.from, Rows::From), ("to", &rest.to, Rows::Before)],
        };
        let (mut text, mut parameters, mut conditions) = (String::new(), HashMap::new(), Vec::new());
        let mut declare = |name: &str, member: Member, value: Value<'_>| {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "DECLARE {name} AS {};", member.ty);
            parameters.insert(name.to_owned(), proto::typed(self.path, member, value)?);
            Ok::<(), ydb_keys::Error>(())
        };
        for (end, values, which) in ends {
            let mut sides = Vec::new();
            for (at, (column, value)) in self.key.iter().zip(values).enumerate() {
                let param = (*value != Value::Null).then(|| format!("${end}_{at}"));
                if let Some(param) = &param {
                    declare(param, Member { optional: false, ..member(column) }, value.clone())?;
                }
                sides.push(Side { name: column.name, nullable: column.is_nullable(), param });
            }
            conditions.extend((!sides.is_empty()).then(|| condition(&sides, which)));
        }
        declare(
            "$limit",
            Member { name: "limit", ty: YdbType::Uint64, optional: false, may_be_null: false },
            Value::Uint64(rows),
        )?;
        let name = |column: &ColumnDef| column.name;
        let key_only = self.key.iter().filter(|key| !self.columns.iter().any(|column| column.name == key.name));
        let columns = Names(self.columns.iter().chain(key_only).map(name));
        let key = Names(self.key.iter().map(name));
        let filter =
            if conditions.is_empty() { String::new() } else { format!("\nWHERE {}", conditions.join(" AND ")) };
        let _ = write!(text, "SELECT {columns}\nFROM {}{filter}\nORDER BY {key}\nLIMIT $limit", Name(self.path));
        Ok((text, parameters))
    }

    fn after(&self, _: Rest) -> Result<Option<Rest>> {
        Ok(None)
    }

    fn reader(&self) -> Reader {
        Reader::of(self.path, self.columns, self.key.iter().collect())
    }
}

fn member(column: &ColumnDef) -> Member {
    let nullable = column.is_nullable();
    Member { name: column.name, ty: column.ty, optional: nullable, may_be_null: nullable }
}

#[cold]
fn failed(path: &'static str, source: YdbError) -> ydb_keys::Error {
    Detail::of_ydb(path, "export", source, false)
}

#[cfg(test)]
mod tests {
    use ydb_keys::types::ColumnInfo;

    use super::*;

    const fn column(name: &'static str, ty: YdbType, nullable: bool) -> ColumnDef {
        let info = ColumnInfo {
            ty,
            carries: &[],
            nullable,
            monotonic: false,
            dispersed: false,
            low_cardinality: false,
            texts: &[],
            codes: &[],
        };
        ColumnDef::new(name, info)
    }

    const KEY: &[ColumnDef] = &[column("a", YdbType::Uint64, false), column("b", YdbType::Utf8, true)];
    const TABLE: Whole = Whole {
        path: "shop/t",
        columns: &[column("b", YdbType::Utf8, true), column("c", YdbType::Int32, true)],
        key: KEY,
    };

    /// Returns the WHERE clause of a statement, without the types of its parameters, and the number of parameters.
    fn text(from: Key, after: Option<Key>, to: Key) -> (String, usize) {
        let (text, parameters) = TABLE.next(&Rest { from, after, to }, 10).unwrap();
        let (declared, rest) = text.split_once("SELECT ").unwrap();
        assert_eq!(declared.lines().count(), parameters.len(), "{declared}");
        let parts = ("SELECT `b`, `c`, `a`\nFROM `shop/t`", "\nORDER BY `a`, `b`\nLIMIT $limit");
        let text = format!("SELECT {rest}");
        let filter = text.strip_prefix(parts.0).and_then(|rest| rest.strip_suffix(parts.1));
        (filter.unwrap().to_owned(), parameters.len())
    }

    #[test]
    fn statements_read_what_is_left() {
        let (five, nine) = (Value::Uint64(5), Value::Uint64(9));
        let b = Value::Utf8("b".into());
        assert_eq!(text(vec![], None, vec![]), (String::new(), 1));
        let of_part = text(vec![five.clone()], None, vec![nine.clone()]);
        assert_eq!(of_part, ("\nWHERE `a` >= $from_0 AND `a` < $to_0".to_owned(), 3));
        // The row `after` is inside of the part, so the beginning of the part does not matter.
        let after = text(vec![five.clone()], Some(vec![five.clone(), b.clone()]), vec![nine, b]);
        let expected = "\nWHERE (`a` > $after_0 OR (`a` = $after_0 AND `b` > $after_1)) AND \
                        (`a` < $to_0 OR (`a` = $to_0 AND (`b` < $to_1 OR `b` IS NULL)))";
        assert_eq!(after, (expected.to_owned(), 5));
        let null = text(vec![], Some(vec![five, Value::Null]), vec![]);
        assert_eq!(null, ("\nWHERE (`a` > $after_0 OR (`a` = $after_0 AND `b` IS NOT NULL))".to_owned(), 2));
    }
}
