//! Statements that explain why a copy cannot be had, and those that set the sequences of its serial columns.

use super::Pair;
use super::compare::ROWS;
use crate::ddl::Name;
use crate::schema::{ColumnDef, IndexKind};

/// How many rows an error names.
const NAMED: usize = 3;

impl Pair<'_> {
    /// The old keys of a few rows that hold NULL in a column.
    pub(crate) fn nulls(&self, column: &ColumnDef) -> String {
        let key: Vec<String> = self.old_key_names().map(|name| Name(name).to_string()).collect();
        let path = Name(&self.paths.path);
        format!("SELECT {}\nFROM {path}\nWHERE {} IS NULL\nLIMIT {NAMED}", key.join(", "), Name(column.name))
    }

    /// A few new keys that more than one row of the old table would have, without the hash, which follows from the rest.
    pub(crate) fn collisions(&self) -> String {
        self.repeated(self.table.key, false)
    }

    /// The unique indexes of the model: name, columns, and a statement for a few values that more than one row has; NULL is no value.
    pub(crate) fn unique(&self) -> impl Iterator<Item = (&'static str, Vec<&'static str>, String)> + use<'_> {
        let table = self.table;
        let unique = table.indexes.iter().filter(|index| index.kind == IndexKind::Unique);
        let there = |at: &usize| self.old.column(table.columns[*at].name).is_some();
        unique.filter(move |index| index.on.iter().all(there)).map(move |index| {
            let names = index.on.iter().map(|at| table.columns[*at].name).collect();
            (index.name, names, self.repeated(index.on, true))
        })
    }

    fn repeated(&self, columns: &[usize], skip_nulls: bool) -> String {
        let columns = columns.iter().map(|at| &self.table.columns[*at]);
        let names: Vec<String> = columns.clone().map(|column| Name(column.name).to_string()).collect();
        let nullable = |column: &&ColumnDef| self.old.column(column.name).is_none_or(|live| live.nullable);
        let present: Vec<String> = columns
            .filter(|column| skip_nulls && nullable(column))
            .map(|column| format!("{} IS NOT NULL", Name(column.name)))
            .collect();
        let filter = if present.is_empty() { String::new() } else { format!("\nWHERE {}", present.join(" AND ")) };
        let names = names.join(", ");
        format!(
            "SELECT {names}, COUNT(*) AS {ROWS}\nFROM {}{filter}\nGROUP BY {names}\nHAVING COUNT(*) > 1\nLIMIT {NAMED}",
            Name(&self.paths.path)
        )
    }

    /// The serial columns of the model.
    pub(crate) fn serials(&self) -> impl Iterator<Item = &'static ColumnDef> + use<> {
        self.table.columns.iter().filter(|column| column.serial)
    }

    /// The greatest value of a column of the new table.
    pub(crate) fn greatest(&self, column: &ColumnDef) -> String {
        format!("SELECT MAX({}) AS {ROWS}\nFROM {}", Name(column.name), Name(&self.paths.new))
    }

    /// Lets the sequence of a serial column go on with a value. `database` is the database's path.
    ///
    /// A sequence lies below its table: <https://ydb.tech/docs/en/yql/reference/syntax/alter-sequence>.
    pub(crate) fn restart(&self, column: &ColumnDef, database: &str, value: i64) -> String {
        let path = format!("/{}/{}/_serial_column_{}", database.trim_matches('/'), self.paths.new, column.name);
        format!("ALTER SEQUENCE {}\nRESTART WITH {value}", Name(&path))
    }
}
