//! Statements that find the end of a range, copy a range, and fill a column; conditions of ranges and of expired rows.

use std::fmt::Write as _;

use ydb_keys::schema::HashDef;
use ydb_keys::{Table, YdbType};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::order::{self, Rows, Side};
use ydb_keys_core::schema::rules::duration;
use ydb_keys_core::schema::settings::TtlUnit;

use super::TablePair;
use super::pair::KeyColumn;

impl TablePair<'_> {
    /// Writes the statement that finds the last key of a page of the old table: the key `$skip` rows after another key.
    /// If it finds no row, the rest of the table is one page.
    pub(crate) fn last_key(&self, after: Option<Nulls>) -> String {
        last_key(&self.paths.path, self.old_key(), after)
    }

    /// Writes the statement that finds the last key of a page of the new table, like [`last_key`](TablePair::last_key).
    pub(crate) fn last_new_key(&self, after: Option<Nulls>) -> String {
        last_key(&self.paths.new, self.new_key(), after)
    }

    /// Writes the statement that copies a range within the server, which also computes the hash. It reads and writes in
    /// one transaction; a row that another writer has just written is therefore not overwritten with an older version.
    pub(crate) fn copy(&self, ends: &RangeEnds) -> String {
        let rows = self.rows(|_| true, &condition(self.old_key(), ends));
        format!("{}UPSERT INTO {}\n{rows}", declare(self.old_key(), ends), Name(&self.paths.new))
    }
}

impl TablePair<'_> {
    /// Returns an obstacle if the statement that copies a page has more than `limit` bytes. The statement cannot be
    /// split, because rows are written as a whole.
    pub(crate) fn too_long(&self, limit: usize) -> Option<String> {
        let bound = Some(vec![false; self.old_key().len()]);
        let length = self.copy(&RangeEnds { after: bound.clone(), upto: bound }).len();
        let tightened = self.tightened().count();
        let cure = match tightened {
            0 => "give columns shorter names, or copy the table with one of YDB's tools".to_owned(),
            _ => format!(
                "declare some of the {tightened} columns that become NOT NULL as an `Option`, and make them NOT NULL \
                 in a later copy"
            ),
        };
        (length > limit).then(|| {
            format!(
                "the statement that copies a page has {length} bytes, but YDB's documentation allows {limit}: {cure}"
            )
        })
    }
}

pub(super) fn last_key<'a>(
    path: &str,
    key: impl Iterator<Item = KeyColumn<'a>> + Clone,
    after: Option<Nulls>,
) -> String {
    let names: Vec<String> = key.clone().map(|column| Name(column.name).to_string()).collect();
    let names = names.join(", ");
    let ends = RangeEnds { after, upto: None };
    let (declare, condition) = (declare(key.clone(), &ends), condition(key, &ends));
    format!(
        "{declare}DECLARE $skip AS Uint64;\nSELECT {names}\nFROM {}{condition}\nORDER BY {names}\nLIMIT 1 OFFSET $skip",
        Name(path)
    )
}

/// Statements that fill a computed column of a table whose key does not change.
pub(crate) struct FillStatements<'a> {
    table: &'static Table,
    path: &'a str,
    hash: &'a HashDef,
}

impl<'a> FillStatements<'a> {
    pub(crate) const fn new(table: &'static Table, path: &'a str, hash: &'a HashDef) -> Self {
        FillStatements { table, path, hash }
    }

    /// Returns the key, including its hash.
    pub(crate) fn key(&self) -> impl Iterator<Item = KeyColumn<'static>> + Clone + use<> {
        key_of(self.table)
    }

    /// Writes the statement that finds the last key of a page: the key `$skip` rows after another key. If it finds no
    /// row, the rest of the table is one page.
    pub(crate) fn last_key(&self, after: Option<Nulls>) -> String {
        last_key(self.path, self.key(), after)
    }

    /// Writes the statement that fills a range. It reads and writes in one transaction; a row that has a value keeps
    /// it.
    pub(crate) fn page(&self, ends: &RangeEnds) -> String {
        let range = condition(self.key(), ends);
        let range = if range.is_empty() { "\nWHERE".to_owned() } else { format!("{range} AND") };
        format!("{}{} {}", declare(self.key(), ends), self.set() + &range, self.is_empty())
    }

    /// Writes the statement that fills the whole table, for people to read.
    pub(crate) fn all(&self) -> String {
        self.page(&RangeEnds::default())
    }

    fn set(&self) -> String {
        let HashDef { name, .. } = self.hash;
        // Hashes in front of an index are computed by functions of this library, which have an expression.
        let expression = self.hash.yql(self.table).map_or_else(String::new, |expression| expression.to_string());
        format!("UPDATE {} SET {} = {expression}", Name(self.path), Name(name))
    }

    fn is_empty(&self) -> String {
        format!("{} IS NULL", Name(self.hash.name))
    }
}

/// `true` for each key column of a bound that is NULL. NULL is written into the text, because no comparison with it is
/// true.
pub(crate) type Nulls = Vec<bool>;

/// Ends of a range: after one key, up to and including another one. `None` is the end of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RangeEnds {
    pub(crate) after: Option<Nulls>,
    pub(crate) upto: Option<Nulls>,
}

/// Returns the key of a model's table, starting with the hash.
pub(super) fn key_of(table: &Table) -> impl Iterator<Item = KeyColumn<'static>> + Clone + use<> {
    let hash = table.hash.map(|hash| KeyColumn { name: hash.name, ty: Some(hash.ty()), nullable: false });
    hash.into_iter().chain(table.key_columns().map(KeyColumn::of))
}

/// Writes a `DECLARE` for each parameter of a range: the values of its bounds that are not NULL. A server can be
/// configured not to infer types (`EnableImplicitQueryParameterTypes`).
pub(super) fn declare<'a>(key: impl Iterator<Item = KeyColumn<'a>> + Clone, ends: &RangeEnds) -> String {
    let mut out = String::new();
    for (bound, nulls) in [("after", &ends.after), ("upto", &ends.upto)] {
        for (position, (column, null)) in key.clone().zip(nulls.iter().flatten()).enumerate() {
            if let (Some(ty), false) = (column.ty, null) {
                // Writing to a String cannot fail.
                let _ = writeln!(out, "DECLARE {} AS {ty};", param(bound, position));
            }
        }
    }
    out
}

/// Returns the name of a bound's parameter, such as `$after_0`. It has a number instead of the column's name, because
/// not every column name is valid for a parameter.
pub(crate) fn param(bound: &str, position: usize) -> String {
    format!("${bound}_{position}")
}

/// Writes the `WHERE ...` of a range, with the line break before it; empty for the whole table.
pub(crate) fn condition<'a>(key: impl Iterator<Item = KeyColumn<'a>> + Clone, ends: &RangeEnds) -> String {
    let bounds = [("after", &ends.after, Rows::After), ("upto", &ends.upto, Rows::UpTo)];
    let conditions: Vec<String> = bounds
        .into_iter()
        .filter_map(|(bound, nulls, rows)| {
            let nulls = nulls.as_ref()?;
            let side = |(position, (column, null)): (usize, (KeyColumn<'a>, &bool))| Side {
                name: column.name,
                nullable: column.nullable,
                param: (!null).then(|| param(bound, position)),
            };
            Some(order::condition(&key.clone().zip(nulls).enumerate().map(side).collect::<Vec<_>>(), rows))
        })
        .collect();
    match &conditions[..] {
        [] => String::new(),
        conditions => format!("\nWHERE {}", conditions.join(" AND ")),
    }
}

// Conditions on expired rows. Such rows are not a difference between the tables of a copy.
//
// With a TTL, YDB deletes expired rows at any time, at different times in each table. The presence of such a row
// therefore means nothing. All statements that compare both tables leave out rows that have expired by the server's
// clock. A row that has not expired must be in both tables, or the tables differ.
//
// The clocks of the node that runs the statement and of the node that deletes rows may differ a little. A row that has
// expired by only one clock is a difference for that short time; the next pass no longer sees it.

/// Time at which rows expire: `after` seconds after the time in a column.
struct TtlClock<'a> {
    column: &'a str,
    unit: Option<TtlUnit>,
    after: i64,
}

impl<'a> TablePair<'a> {
    /// Adds to a condition that rows have not expired, in the old table or in the new one.
    pub(super) fn alive(&self, condition: String) -> String {
        self.clocks().into_iter().fold(condition, |condition, TtlClock { column, unit, after }| {
            let seconds = match unit {
                // The time is cut to whole seconds, as YDB counts a TTL: a row may be left out in its last second.
                None => format!("CAST(DateTime::ToSeconds({}) AS Int64)", Name(column)),
                Some(unit) => format!("CAST({} AS Int64) / {}", Name(column), per_second(unit)),
            };
            let begins = if condition.is_empty() { "\nWHERE" } else { " AND" };
            // A row without a time never expires.
            format!(
                "{condition}{begins} COALESCE({seconds} > \
                 CAST(DateTime::ToSeconds(CurrentUtcTimestamp()) AS Int64) - {after}, true)"
            )
        })
    }

    /// Returns the TTLs of both tables that can be applied to rows of both.
    fn clocks(&self) -> Vec<TtlClock<'a>> {
        let model = self.table.ttl.map(|ttl| (self.table.columns[ttl.column].name, ttl.unit, ttl.after));
        let old = self.old.settings.as_ref().and_then(|settings| settings.ttl.as_ref());
        // Tiers before the last one move rows to other storage.
        let old = old.and_then(|ttl| {
            let last = ttl.tiers.last().filter(|tier| tier.to.is_none())?;
            Some((&*ttl.column, ttl.unit, &*last.after))
        });
        let mut clocks: Vec<TtlClock<'a>> = Vec::new();
        for (column, unit, after) in old.into_iter().chain(model) {
            let Some(after) = duration(after).map(|micros| micros / 1_000_000) else { continue };
            let is_there = self.compared().any(|name| name == column);
            if is_there && !clocks.iter().any(|clock| clock.column == column && clock.after == after) {
                clocks.push(TtlClock { column, unit, after });
            }
        }
        clocks
    }

    /// Returns an obstacle if expired rows cannot be recognized, with the cure.
    pub(super) fn ttl_obstacle(&self) -> Option<String> {
        let old = self.old.settings.as_ref().and_then(|settings| Some(&*settings.ttl.as_ref()?.column));
        let model = self.table.ttl.map(|ttl| self.table.columns[ttl.column].name);
        let is_number = |name: &&str| self.old.column(name).is_some_and(|live| live.ty == Some(YdbType::DyNumber));
        let why = match old.filter(|column| self.compared().all(|name| name != *column)) {
            Some(column) => format!("{}, which the new table will not have", Name(column)),
            None => format!("{}, a DyNumber", Name(old.into_iter().chain(model).find(is_number)?)),
        };
        let path = Name(&self.paths.path);
        Some(format!(
            "rows expire by the column {why}: they cannot be told from lost ones. Run ALTER TABLE {path} RESET (TTL) \
             first, and copy with a model without TTL"
        ))
    }
}

const fn per_second(unit: TtlUnit) -> u64 {
    match unit {
        TtlUnit::Seconds => 1,
        TtlUnit::Milliseconds => 1_000,
        TtlUnit::Microseconds => 1_000_000,
        TtlUnit::Nanoseconds => 1_000_000_000,
    }
}
