//! Statements that compare: a range with its counterparts, counts, and rows that only the new table has.

use super::Pair;
use super::range::{Ends, condition};
use crate::ddl::Name;
use crate::schema::ColumnDef;
use crate::types::YdbType;

/// The column that says on which side a row is; a name that no model can have.
pub(crate) const IN_NEW: &str = "__ydb_keys_new";
/// The column of a count.
pub(crate) const ROWS: &str = "__ydb_keys_rows";

impl Pair<'_> {
    /// A range of the old table as the new one should have it, and the rows that the new table has of its keys, in one snapshot.
    pub(crate) fn compare(&self, ends: &Ends) -> String {
        let condition = condition(self.old_key(), ends);
        let rows = self.rows(|_| true, &condition);
        let keys = self.rows(|column| self.new_key().any(|(name, _)| name == column.name), &condition);
        let hash = self.table.hash.map(|hash| (hash.name, None));
        let columns: Vec<(&str, Option<YdbType>)> =
            hash.into_iter().chain(self.shared().map(|column| (column.name, Some(column.ty)))).collect();
        let side = |alias: &str| {
            let column = |(name, ty): &(&str, Option<YdbType>)| match ty {
                // The client has no such type.
                Some(YdbType::DyNumber) => format!("CAST({alias}.{0} AS Utf8) AS {0}", Name(name)),
                _ => format!("{alias}.{0} AS {0}", Name(name)),
            };
            columns.iter().map(column).collect::<Vec<_>>().join(", ")
        };
        let (same, nullable): (Vec<_>, Vec<_>) = self.new_key().partition(|(_, nullable)| !nullable);
        let on: Vec<String> = same.iter().map(|(name, _)| format!("n.{0} = o.{0}", Name(name))).collect();
        // A join leaves NULL out, so columns that may hold it are looked at behind it.
        let and: Vec<String> = nullable
            .iter()
            .map(|(name, _)| format!("(n.{0} = o.{0} OR (n.{0} IS NULL AND o.{0} IS NULL))", Name(name)))
            .collect();
        let filter = if and.is_empty() { String::new() } else { format!("\nWHERE {}", and.join(" AND ")) };
        format!(
            "SELECT false AS {IN_NEW}, {}\nFROM ({rows}) AS o\n\
             UNION ALL\n\
             SELECT true AS {IN_NEW}, {}\nFROM ({keys}) AS o\nJOIN {} AS n ON {}{filter}",
            side("o"),
            side("n"),
            Name(&self.paths.new),
            on.join(" AND "),
        )
    }

    /// How many rows both tables have, the old one first, in one snapshot.
    pub(crate) fn counts(&self) -> String {
        format!(
            "SELECT false AS {IN_NEW}, COUNT(*) AS {ROWS}\nFROM {}\n\
             UNION ALL\n\
             SELECT true AS {IN_NEW}, COUNT(*) AS {ROWS}\nFROM {}",
            Name(&self.paths.path),
            Name(&self.paths.new)
        )
    }

    /// How many rows the old table has.
    pub(crate) fn count_old(&self) -> String {
        format!("SELECT COUNT(*) AS {ROWS}\nFROM {}", Name(&self.paths.path))
    }

    /// The keys of at most `$limit` rows of the new table that the old one does not have.
    pub(crate) fn extra(&self) -> String {
        let key: Vec<(&str, bool)> = self.new_key().collect();
        let names = |alias: &str| {
            let name = |(name, _): &(&str, bool)| format!("{alias}.{0} AS {0}", Name(name));
            key.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let nullable: Vec<&str> = key.iter().filter(|(_, nullable)| *nullable).map(|(name, _)| *name).collect();
        let old = self.rows(|column| key.iter().any(|(name, _)| *name == column.name), "");
        let (new, old) = match nullable.is_empty() {
            true => (Name(&self.paths.new).to_string(), format!("({old})")),
            false => {
                let marks: Vec<String> =
                    nullable.iter().map(|name| format!("{} AS {}", mark(name), mark_name(name))).collect();
                let marks = marks.join(", ");
                let own: Vec<String> = key.iter().map(|(name, _)| Name(name).to_string()).collect();
                let own = own.join(", ");
                (
                    format!("(SELECT {own}, {marks} FROM {})", Name(&self.paths.new)),
                    format!("(SELECT {own}, {marks} FROM ({old}))"),
                )
            }
        };
        let on: Vec<String> = key
            .iter()
            .map(|(name, nullable)| match nullable {
                true => format!("n.{0} = o.{0}", mark_name(name)),
                false => format!("n.{0} = o.{0}", Name(name)),
            })
            .collect();
        format!(
            "SELECT {}\nFROM {new} AS n\nLEFT ONLY JOIN {old} AS o ON {}\nLIMIT $limit",
            names("n"),
            on.join(" AND ")
        )
    }

    /// Deletes the rows of `$keys` from the new table.
    pub(crate) fn delete_new(&self) -> String {
        format!("DELETE FROM {} ON\nSELECT * FROM AS_TABLE($keys)", Name(&self.paths.new))
    }

    /// The key columns of the new table, the hash first, with whether each may hold NULL.
    pub(crate) fn new_key(&self) -> impl Iterator<Item = (&'static str, bool)> + use<> {
        let hash = self.table.hash.map(|hash| (hash.name, false));
        let key = self.table.key_columns().map(|column: &ColumnDef| (column.name, column.is_nullable()));
        hash.into_iter().chain(key)
    }
}

/// A text that is never NULL and tells NULL from every value, for a join.
fn mark(name: &str) -> String {
    format!("Coalesce('v' || CAST({} AS String), 'n')", Name(name))
}

fn mark_name(name: &str) -> String {
    Name(&format!("__ydb_keys_{name}")).to_string()
}
