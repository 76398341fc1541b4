//! Statements that compare the old table with the new one: ranges as rows or as digests, and row counts.

use std::fmt::Write as _;

use xxhash_rust::xxh3::xxh3_64;
use ydb_keys::schema::{ColumnDef, IndexKind};
use ydb_keys::{Value, YdbType};
use ydb_keys_core::ddl::Name;

use super::TablePair;
use super::copy::{Nulls, RangeEnds, condition, declare, key_of};
use super::pair::KeyColumn;

/// Column that is `true` for rows of the new table; a model cannot have a column with this name.
pub(crate) const IN_NEW: &str = "__ydb_keys_new";
/// Column with a number of rows.
pub(crate) const ROWS: &str = "__ydb_keys_rows";
/// Column with a sum of hashes.
pub(crate) const SUM: &str = "__ydb_keys_sum";

impl<'a> TablePair<'a> {
    /// Divides the compared columns into groups for which the text of [`digests`](TablePair::digests) has at most
    /// `limit` bytes.
    ///
    /// Each group includes the key. Rows are compared by the sum of their hashes. Without the key, two rows that have
    /// swapped their values would have the same sum.
    pub(crate) fn groups(&self, limit: usize) -> Vec<Vec<&'a str>> {
        let key: Vec<&str> = self.new_key().map(|column| column.name).collect();
        // The longest text has two bounds without NULL.
        let bound = Some(vec![false; self.old_key().len()]);
        let ends = RangeEnds { after: bound.clone(), upto: bound };
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

    /// Writes the statement that selects the `picked` columns of a range of the old table in the form of the new table,
    /// and the same columns of rows with the same keys in the new table, in one snapshot. Rows that have expired are
    /// left out.
    pub(crate) fn compare(&self, ends: &RangeEnds, picked: &[&str]) -> String {
        declare(self.old_key(), ends) + &self.sides(ends, picked)
    }

    fn sides(&self, ends: &RangeEnds, picked: &[&str]) -> String {
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
                // The client does not support DyNumber.
                Some(YdbType::DyNumber) => format!("CAST({alias}.{0} AS Utf8) AS {0}", Name(name)),
                _ => format!("{alias}.{0} AS {0}", Name(name)),
            };
            columns.iter().map(column).collect::<Vec<_>>().join(", ")
        };
        let (nullable, same): (Vec<_>, Vec<_>) = self.new_key().partition(|column| column.nullable);
        let on: Vec<String> = same.iter().map(|column| format!("n.{0} = o.{0}", Name(column.name))).collect();
        // A join never matches NULL; nullable columns are compared after the join.
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

    /// Writes the statement that selects the digests of both sides of [`compare`](TablePair::compare): the number of
    /// rows, and the sum of their hashes. The server computes the digests; no rows are sent. A side without rows is not
    /// in the result.
    ///
    /// The hash of a row is a `Digest::XXH3` over `StablePickle` of the whole row, as in YDB's documentation on finding
    /// equal rows. It accepts values of all types, and floats by their bits. Only the upper 48 bits are added up; the
    /// sum of 65,536 rows then fits.
    pub(crate) fn digests(&self, ends: &RangeEnds, picked: &[&str]) -> String {
        let columns: Vec<String> = picked.iter().map(|name| Name(name).to_string()).collect();
        let columns = columns.join(", ");
        let hash = format!("Digest::XXH3(StablePickle(AsTuple({columns})))");
        let rows = self.sides(ends, picked);
        format!(
            "{}SELECT {IN_NEW}, COUNT(*) AS {ROWS}, SUM({hash} >> 16) AS {SUM}\nFROM (\n{rows}\n)\nGROUP BY {IN_NEW}",
            declare(self.old_key(), ends)
        )
    }

    /// Writes the statement that counts the rows of both tables, the old one first, in one snapshot. Rows that have
    /// expired are left out.
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

    pub(crate) fn count_old(&self) -> String {
        format!("SELECT COUNT(*) AS {ROWS}\nFROM {}", Name(&self.paths.path))
    }

    /// Returns the key columns of the new table, starting with the hash.
    pub(crate) fn new_key(&self) -> impl Iterator<Item = KeyColumn<'static>> + Clone + use<> {
        key_of(self.table)
    }
}

/// Number of rows that an error names.
const NAMED: usize = 3;

impl TablePair<'_> {
    /// Writes the statement that selects the old keys of a few rows with NULL in a column.
    pub(crate) fn nulls(&self, column: &ColumnDef) -> String {
        let key: Vec<String> = self.old_key_names().map(|name| Name(name).to_string()).collect();
        let path = Name(&self.paths.path);
        format!("SELECT {}\nFROM {path}\nWHERE {} IS NULL\nLIMIT {NAMED}", key.join(", "), Name(column.name))
    }

    /// Writes the statement that selects a few new keys that several rows of the old table would have. The hash is left
    /// out, because it follows from the other columns.
    pub(crate) fn collisions(&self) -> String {
        self.repeated(self.table.key, false)
    }

    /// Returns the unique indexes of the model: name, columns, and a statement that finds a few values that several
    /// rows have. Rows with NULL never conflict.
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

/// Digest of one side: the number of rows, and the sum of their hashes. The server computes both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    pub(crate) rows: u64,
    pub(crate) sum: u64,
}

impl Digest {
    /// Combines the digests of the same rows over two groups of columns.
    pub(crate) fn and(self, other: Digest) -> Digest {
        Digest { rows: self.rows.max(other.rows), sum: self.sum.rotate_left(1).wrapping_add(other.sum) }
    }
}

/// Computes XXH3 of a row's values. Each value has its type and length in front, and therefore no two rows have the
/// same bytes. `bytes` is scratch space.
///
/// Floats count by their bits: a copy keeps -0.0 and the payload of a NaN.
pub(crate) fn row_hash(values: &[Value<'_>], bytes: &mut Vec<u8>) -> u64 {
    bytes.clear();
    for value in values {
        bytes.extend_from_slice(value.type_name().as_bytes());
        bytes.push(0);
        bytes.extend_from_slice(&(value.size() as u64).to_le_bytes());
        value.append_plain(bytes);
    }
    xxh3_64(bytes)
}

// Statements that find and delete extra rows, which only the new table has.
//
// A row of the new table has a counterpart if a row of the old table has the same new key and the same values in those
// columns of the old key that the new table has as well. Comparing the old key too makes the search a lookup in the old
// table for each row. There is a cost: if such a value has changed, the row counts as extra, and the next pass copies
// it again.
//
// Rows that have expired are not searched for: YDB deletes them by itself (`copy.rs`).
//
// A join never matches NULL. Rows with NULL in a compared column therefore come out of the join without a counterpart,
// and [`found`](TablePair::found) searches for them again, with `IS NULL` in the text.

/// Column with the old key's hash. The model does not have it; it is computed from the rows of the new table.
const OLD_HASH: &str = "__ydb_keys_hash";

impl TablePair<'_> {
    /// Writes the statement that selects the keys of rows in a range of the new table that have no counterpart in the
    /// old one, with the other values that [`found`](TablePair::found) compares. If a compared column is nullable, rows
    /// with NULL are selected, too.
    pub(crate) fn extra(&self, ends: &RangeEnds) -> String {
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

    /// Returns the columns that identify a row of the new table in the old one: the new key without its hash, and
    /// columns of the old key that the new table has, too.
    pub(crate) fn compared_keys(&self) -> Vec<KeyColumn<'static>> {
        let key = self.table.key_columns();
        let others = self.shared().filter(|column| {
            self.old_key_names().any(|name| name == column.name) && !key.clone().any(|key| key.name == column.name)
        });
        key.clone().chain(others).map(KeyColumn::of).collect()
    }

    /// Returns the column of [`extra`](TablePair::extra) with the old key's hash, if the old key has one.
    pub(crate) fn old_hash_column(&self) -> Option<&'static str> {
        self.old_hash().map(|_| OLD_HASH)
    }

    /// Returns `true` if the first column of the old key can be computed from a row of the new table. If not, each
    /// statement of [`extra`](TablePair::extra) reads the whole old table.
    pub(crate) fn looks_up(&self) -> bool {
        let leads = self.old_key_names().next();
        leads.is_some_and(|name| {
            self.compared_keys().iter().any(|column| column.name == name)
                || self.old_hash().is_some_and(|hash| hash.name == name)
        })
    }

    /// Writes the statement that selects those of the given rows that the old table has, as values of
    /// [`compared_keys`](TablePair::compared_keys).
    ///
    /// `rows` has `true` for the values of each row that are NULL. All other values are the parameters `$row0_0`,
    /// `$row0_1` and so on; the last value of each row is the old hash, if there is one.
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

    /// Writes the statement that deletes the rows of `$keys` from the new table.
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
