//! Statements that compare: a range of the old table with its rows in the new one, as rows or as their digests, and the row
//! counts of both.

use ydb_keys::YdbType;
use ydb_keys_core::ddl::Name;

use super::Pair;
use super::range::{Ends, KeyColumn, condition, declare, key_of};

/// The column that says which side a row is from; a model cannot have a column with this name.
pub(crate) const IN_NEW: &str = "__ydb_keys_new";
/// The column that holds a count.
pub(crate) const ROWS: &str = "__ydb_keys_rows";
/// The column that holds a sum of hashes.
pub(crate) const SUM: &str = "__ydb_keys_sum";

impl<'a> Pair<'a> {
    /// The compared columns, in groups for which the text of [`digests`](Pair::digests) has at most `limit` bytes.
    ///
    /// Each group includes the key. Rows are compared by the sum of their hashes, so without the key, two rows that
    /// have swapped their values would have the same sum.
    pub(crate) fn groups(&self, limit: usize) -> Vec<Vec<&'a str>> {
        let key: Vec<&str> = self.new_key().map(|column| column.name).collect();
        // The longest text is the one with two bounds without NULL.
        let bound = Some(vec![false; self.old_key().len()]);
        let ends = Ends { after: bound.clone(), upto: bound };
        let mut groups = vec![key.clone()];
        for name in self.compared().filter(|name| !key.contains(name)) {
            let Some(group) = groups.last_mut() else { continue };
            group.push(name);
            if group.len() > key.len() + 1 && self.digests(&ends, group).len() > limit {
                group.pop();
                groups.push(key.iter().copied().chain([name]).collect());
            }
        }
        groups
    }

    /// The `picked` columns of a range of the old table, as the new table should have them, and those of the rows with
    /// the same keys in the new table, in one snapshot. Rows that have expired are left out.
    pub(crate) fn compare(&self, ends: &Ends, picked: &[&str]) -> String {
        declare(self.old_key(), ends) + &self.sides(ends, picked)
    }

    fn sides(&self, ends: &Ends, picked: &[&str]) -> String {
        let condition = self.alive(condition(self.old_key(), ends));
        let rows = self.rows(|name| picked.contains(&name), &condition);
        let keys = self.rows(|name| self.new_key().any(|key| key.name == name), &condition);
        let computed = self.table.computed().map(|hash| (hash.name, None));
        let shared = self.shared().map(|column| (column.name, Some(column.ty)));
        let kept = self.kept().map(|column| (&*column.name, column.ty));
        let columns: Vec<(&str, Option<YdbType>)> = computed.chain(shared).chain(kept).collect();
        let columns: Vec<_> = columns.into_iter().filter(|(name, _)| picked.contains(name)).collect();
        let side = |alias: &str| {
            let column = |(name, ty): &(&str, Option<YdbType>)| match ty {
                // The client does not support this type.
                Some(YdbType::DyNumber) => format!("CAST({alias}.{0} AS Utf8) AS {0}", Name(name)),
                _ => format!("{alias}.{0} AS {0}", Name(name)),
            };
            columns.iter().map(column).collect::<Vec<_>>().join(", ")
        };
        let (nullable, same): (Vec<_>, Vec<_>) = self.new_key().partition(|column| column.nullable);
        let on: Vec<String> = same.iter().map(|column| format!("n.{0} = o.{0}", Name(column.name))).collect();
        // A join never matches NULL, so nullable columns are compared after the join.
        let and: Vec<String> = nullable
            .iter()
            .map(|column| format!("(n.{0} = o.{0} OR (n.{0} IS NULL AND o.{0} IS NULL))", Name(column.name)))
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

    /// The digests of both sides of [`compare`](Pair::compare): how many rows each has, and the sum of their hashes. The
    /// server computes them, so no row is sent. A side without rows is not in the result.
    ///
    /// The hash of a row is the one by which YDB's documentation finds equal rows, over `StablePickle` of the whole row: it
    /// takes values of all types, and floats by their bits. Its upper 48 bits are added up, so that 65,536 rows of a range
    /// fit into the sum.
    pub(crate) fn digests(&self, ends: &Ends, picked: &[&str]) -> String {
        let columns: Vec<String> = picked.iter().map(|name| Name(name).to_string()).collect();
        let columns = columns.join(", ");
        let hash = format!("Digest::XXH3(StablePickle(AsTuple({columns})))");
        let rows = self.sides(ends, picked);
        format!(
            "{}SELECT {IN_NEW}, COUNT(*) AS {ROWS}, SUM({hash} >> 16) AS {SUM}\nFROM (\n{rows}\n)\nGROUP BY {IN_NEW}",
            declare(self.old_key(), ends)
        )
    }

    /// The row counts of both tables, the old one first, in one snapshot. Rows that have expired are left out.
    pub(crate) fn counts(&self) -> String {
        let alive = self.alive(String::new());
        format!(
            "SELECT false AS {IN_NEW}, COUNT(*) AS {ROWS}\nFROM {}{alive}\n\
             UNION ALL\n\
             SELECT true AS {IN_NEW}, COUNT(*) AS {ROWS}\nFROM {}{alive}",
            Name(&self.paths.path),
            Name(&self.paths.new)
        )
    }

    /// The row count of the old table.
    pub(crate) fn count_old(&self) -> String {
        format!("SELECT COUNT(*) AS {ROWS}\nFROM {}", Name(&self.paths.path))
    }

    /// The key columns of the new table, starting with the hash.
    pub(crate) fn new_key(&self) -> impl Iterator<Item = KeyColumn<'static>> + Clone + use<> {
        key_of(self.table)
    }
}
