//! Statements that find extra rows, which only the new table has, and delete them.
//!
//! A row of the new table has a counterpart if a row of the old table has the same new key and the same values in those
//! columns of the old key that the new table has as well. Comparing the old key too makes the search a lookup in the
//! old table for each row. The price: if such a value has changed, the row counts as extra, and the next pass copies it
//! again.
//!
//! Rows that have expired are not searched for: YDB deletes them by itself (`ttl.rs`).
//!
//! A join never matches NULL. Rows with NULL in a compared column therefore come out of the join without a counterpart,
//! and [`found`](Pair::found) searches for them again, with `IS NULL` in the text.

use std::fmt::Write as _;

use ydb_keys_core::ddl::Name;

use super::Pair;
use super::range::{Ends, KeyColumn, Nulls, condition, declare};

/// The column with the old key's hash, which the model does not have: it is computed from the rows of the new table.
const OLD_HASH: &str = "__ydb_keys_hash";

impl Pair<'_> {
    /// The keys of those rows in a range of the new table that have no counterpart in the old one, with the other
    /// values that [`found`](Pair::found) compares. If a compared column is nullable, rows with NULL are also among
    /// them.
    pub(crate) fn extra(&self, ends: &Ends) -> String {
        let list = |prefix: &str, columns: &[KeyColumn<'_>]| {
            let name = |column: &KeyColumn<'_>| match prefix {
                "" => Name(column.name).to_string(),
                _ => format!("{prefix}.{0} AS {0}", Name(column.name)),
            };
            columns.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let mut columns: Vec<KeyColumn<'_>> =
            self.table.hash.is_some().then(|| self.new_key().next()).flatten().into_iter().collect();
        columns.extend(self.compared_keys());
        let mut inner = list("", &columns);
        let mut on: Vec<String> =
            self.compared_keys().iter().map(|column| format!("n.{0} = o.{0}", Name(column.name))).collect();
        if let Some(hash) = self.old_hash() {
            // Writing to a String cannot fail.
            let _ = write!(inner, ", {} AS {}", hash.expression(), Name(OLD_HASH));
            on.push(format!("n.{} = o.{}", Name(OLD_HASH), Name(&hash.name)));
            columns.push(KeyColumn { name: OLD_HASH, ..hash.column() });
        }
        format!(
            "{}SELECT {}\nFROM (SELECT {inner} FROM {}{}) AS n\nLEFT ONLY JOIN {} AS o ON {}",
            declare(self.new_key(), ends),
            list("n", &columns),
            Name(&self.paths.new),
            self.alive(condition(self.new_key(), ends)),
            Name(&self.paths.path),
            on.join(" AND "),
        )
    }

    /// The columns by which a row of the new table is searched for in the old one: the new key without its hash, and
    /// those of the old key that the new table has as well.
    pub(crate) fn compared_keys(&self) -> Vec<KeyColumn<'static>> {
        let key = self.table.key_columns();
        let others = self.shared().filter(|column| {
            self.old_key_names().any(|name| name == column.name) && !key.clone().any(|key| key.name == column.name)
        });
        key.clone().chain(others).map(KeyColumn::of).collect()
    }

    /// The column of [`extra`](Pair::extra) with the old key's hash, if the old key has one.
    pub(crate) fn old_hash_column(&self) -> Option<&'static str> {
        self.old_hash().map(|_| OLD_HASH)
    }

    /// Whether the first column of the old key can be computed from a row of the new table. If not, each statement of
    /// [`extra`](Pair::extra) reads the whole old table.
    pub(crate) fn looks_up(&self) -> bool {
        let leads = self.old_key_names().next();
        leads.is_some_and(|name| {
            self.compared_keys().iter().any(|column| column.name == name)
                || self.old_hash().is_some_and(|hash| hash.name == name)
        })
    }

    /// Those of the given rows that the old table has, as values of [`compared_keys`](Pair::compared_keys).
    ///
    /// `rows` says which values of each row are NULL. The others are the parameters `$row0_0`, `$row0_1` and so on; the
    /// last one of each row is the old hash, if there is one.
    pub(crate) fn found(&self, rows: &[Nulls]) -> String {
        let columns = self.compared_keys();
        let names: Vec<String> = columns.iter().map(|column| Name(column.name).to_string()).collect();
        let hash = self.old_hash();
        let hash = hash.as_ref().map(|hash| hash.column());
        let mut declare = String::new();
        let mut points = Vec::with_capacity(rows.len());
        for (row, nulls) in rows.iter().enumerate() {
            let mut parts = Vec::new();
            for (position, column) in columns.iter().copied().chain(hash).enumerate() {
                let (name, param) = (Name(column.name), format!("$row{row}_{position}"));
                if nulls.get(position).copied().unwrap_or_default() {
                    parts.push(format!("{name} IS NULL"));
                    continue;
                }
                if let Some(ty) = column.ty {
                    // Writing to a String cannot fail.
                    let _ = writeln!(declare, "DECLARE {param} AS {ty};");
                }
                parts.push(format!("{name} = {param}"));
            }
            points.push(format!("({})", parts.join(" AND ")));
        }
        let (names, points) = (names.join(", "), points.join("\nOR "));
        format!("{declare}SELECT {names}\nFROM {}\nWHERE {points}", Name(&self.paths.path))
    }

    /// Deletes the rows of `$keys` from the new table.
    pub(crate) fn delete_new(&self) -> String {
        let member = |column: KeyColumn<'_>| {
            let ty = column.ty.map(|ty| ty.to_string()).unwrap_or_default();
            format!("{}: {ty}{}", Name(column.name), if column.nullable { "?" } else { "" })
        };
        let members: Vec<String> = self.new_key().map(member).collect();
        format!(
            "DECLARE $keys AS List<Struct<{}>>;\nDELETE FROM {} ON\nSELECT * FROM AS_TABLE($keys)",
            members.join(", "),
            Name(&self.paths.new)
        )
    }
}
