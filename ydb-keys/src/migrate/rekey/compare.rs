//! Statements that compare: a range with its counterparts, and counts.

use super::Pair;
use super::range::{Ends, KeyColumn, condition, declare};
use crate::ddl::Name;
use crate::types::YdbType;

/// The column that says on which side a row is; a name that no model can have.
pub(crate) const IN_NEW: &str = "__ydb_keys_new";
/// The column of a count.
pub(crate) const ROWS: &str = "__ydb_keys_rows";

impl Pair<'_> {
    /// The columns that are compared, in groups for which the text of [`compare`](Pair::compare) has at most `limit` bytes. Each has the key,
    /// for rows are compared by the sum of their hashes: values that two rows have swapped must be noticed.
    pub(crate) fn groups(&self, limit: usize) -> Vec<Vec<&'static str>> {
        let key: Vec<&str> = self.new_key().map(|column| column.name).collect();
        // No text is longer than that with two bounds without NULL.
        let bound = Some(vec![false; self.old_key().len()]);
        let ends = Ends { after: bound.clone(), upto: bound };
        let mut groups = vec![key.clone()];
        for name in self.compared().filter(|name| !key.contains(name)) {
            let Some(group) = groups.last_mut() else { continue };
            group.push(name);
            if group.len() > key.len() + 1 && self.compare(&ends, group).len() > limit {
                group.pop();
                groups.push(key.iter().copied().chain([name]).collect());
            }
        }
        groups
    }

    /// Some columns of a range of the old table as the new one should have it, and of the rows that the new table has of its keys, in one
    /// snapshot.
    pub(crate) fn compare(&self, ends: &Ends, picked: &[&str]) -> String {
        let condition = condition(self.old_key(), ends);
        let rows = self.rows(|column| picked.contains(&column.name), &condition);
        let keys = self.rows(|column| self.new_key().any(|key| key.name == column.name), &condition);
        let hash = self.table.hash.map(|hash| (hash.name, None));
        let columns: Vec<(&str, Option<YdbType>)> =
            hash.into_iter().chain(self.shared().map(|column| (column.name, Some(column.ty)))).collect();
        let columns: Vec<_> = columns.into_iter().filter(|(name, _)| picked.contains(name)).collect();
        let side = |alias: &str| {
            let column = |(name, ty): &(&str, Option<YdbType>)| match ty {
                // The client has no such type.
                Some(YdbType::DyNumber) => format!("CAST({alias}.{0} AS Utf8) AS {0}", Name(name)),
                _ => format!("{alias}.{0} AS {0}", Name(name)),
            };
            columns.iter().map(column).collect::<Vec<_>>().join(", ")
        };
        let (nullable, same): (Vec<_>, Vec<_>) = self.new_key().partition(|column| column.nullable);
        let on: Vec<String> = same.iter().map(|column| format!("n.{0} = o.{0}", Name(column.name))).collect();
        // A join leaves NULL out, so columns that may hold it are looked at after it.
        let and: Vec<String> = nullable
            .iter()
            .map(|column| format!("(n.{0} = o.{0} OR (n.{0} IS NULL AND o.{0} IS NULL))", Name(column.name)))
            .collect();
        let filter = if and.is_empty() { String::new() } else { format!("\nWHERE {}", and.join(" AND ")) };
        format!(
            "{}SELECT false AS {IN_NEW}, {}\nFROM ({rows}) AS o\n\
             UNION ALL\n\
             SELECT true AS {IN_NEW}, {}\nFROM ({keys}) AS o\nJOIN {} AS n ON {}{filter}",
            declare(self.old_key(), ends),
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

    /// The key columns of the new table, the hash first.
    pub(crate) fn new_key(&self) -> impl Iterator<Item = KeyColumn<'static>> + Clone + use<> {
        let hash =
            self.table.hash.map(|hash| KeyColumn { name: hash.name, ty: Some(YdbType::Uint64), nullable: false });
        hash.into_iter().chain(self.table.key_columns().map(KeyColumn::of))
    }
}
