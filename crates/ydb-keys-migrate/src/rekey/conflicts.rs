//! Statements that find the rows because of which a copy fails.

use ydb_keys::schema::{ColumnDef, IndexKind};
use ydb_keys_core::ddl::Name;

use super::Pair;
use super::compare::ROWS;

/// The number of rows that an error names.
const NAMED: usize = 3;

impl Pair<'_> {
    /// The old keys of a few rows with NULL in a column.
    pub(crate) fn nulls(&self, column: &ColumnDef) -> String {
        let key: Vec<String> = self.old_key_names().map(|name| Name(name).to_string()).collect();
        let path = Name(&self.paths.path);
        format!("SELECT {}\nFROM {path}\nWHERE {} IS NULL\nLIMIT {NAMED}", key.join(", "), Name(column.name))
    }

    /// A few new keys that several rows of the old table would have, without the hash, which follows from the other
    /// columns.
    pub(crate) fn collisions(&self) -> String {
        self.repeated(self.table.key, false)
    }

    /// The unique indexes of the model: name, columns, and a statement that finds a few values that several rows have.
    /// Rows with NULL never conflict.
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
}
