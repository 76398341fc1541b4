//! A hash as a YQL expression, and the query that compares stored hashes with it.

use std::fmt;

use super::quote::Name;
use crate::schema::HashFunction;
use crate::schema::any::{HashDef, Table};
use crate::types::YdbType;

impl HashDef<'_> {
    /// Returns the YQL expression that computes this hash in the server, for backfills and ad-hoc queries; `None` for a
    /// [`ForeignHash`](crate::hash::foreign::ForeignHash) without an expression.
    ///
    /// The expression is optional only over columns in which rows may have NULL, and is NULL for those rows. It can be
    /// used as it is in `UPSERT INTO t SELECT <expression> AS hash_column, ... FROM t`.
    /// The server hashes the same bytes as [`HashFunction::hash`]: `ToBytes` is little-endian, `LENGTH` counts bytes
    /// and is a `Uint32`, a `CAST` of a time gives its stored integer, and `BITCAST` extends the sign.
    ///
    /// ```
    /// use ydb_keys::YdbTable;
    ///
    /// #[derive(YdbTable)]
    /// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// struct Order {
    ///     order_id: u64,
    ///     amount: Option<f64>,
    /// }
    ///
    /// let expression = Order::TABLE.hash.unwrap().yql(Order::TABLE).unwrap().to_string();
    /// assert_eq!(expression, "Digest::NumericHash(`order_id`)");
    /// ```
    pub fn yql<'a>(&'a self, table: &'a Table<'_>) -> Option<impl fmt::Display + 'a> {
        if let Some(foreign) = self.foreign() {
            let names = self.inputs.iter().map(|&input| table.columns[input].name);
            return foreign.filled_in(names.map(|name| (name, Name(name).to_string()))).map(Expression::Foreign);
        }
        let columns = self.inputs.iter().map(|&input| &table.columns[input]);
        Some(Expression::Own(HashExpression {
            function: self.function,
            inputs: columns.map(|column| (Name(column.name), column.ty)).collect(),
            buckets: self.buckets,
            optional: self.inputs.iter().any(|&input| table.may_be_null(input)),
        }))
    }
}

enum Expression<I> {
    Own(HashExpression<I>),
    Foreign(String),
}

impl<I: fmt::Display> fmt::Display for Expression<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Own(own) => own.fmt(f),
            Expression::Foreign(text) => f.write_str(text),
        }
    }
}

/// Hash of columns or of literals: the function, and the inputs with their types in the order in which they are hashed.
#[doc(hidden)]
pub struct HashExpression<I> {
    pub function: HashFunction,
    pub inputs: Vec<(I, YdbType)>,
    pub buckets: Option<u32>,
    /// `true` if an input may be NULL. The hash of such a row is NULL.
    pub optional: bool,
}

impl<I: fmt::Display> fmt::Display for HashExpression<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(buckets) = self.buckets else { return self.hash(f) };
        // The remainder is optional, because of division by zero, and as wide as the hash. BITCAST cannot fail, and it
        // keeps NULL.
        let (unwrap, end) = if self.optional { ("", "") } else { ("Unwrap(", ")") };
        write!(f, "BITCAST({unwrap}")?;
        self.hash(f)?;
        write!(f, " % {buckets}ul{end} AS Uint32)")
    }
}

impl<I: fmt::Display> HashExpression<I> {
    fn hash(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `HashDef::yql` writes foreign hashes, the only functions without a YQL name.
        write!(f, "{}(", self.function.yql_name().unwrap_or_default())?;
        let framed = self.inputs.len() > 1;
        for (i, (input, ty)) in self.inputs.iter().enumerate() {
            if i > 0 {
                f.write_str(" || ")?;
            }
            if self.function.is_numeric() {
                write_number(f, input, *ty)?;
            } else {
                write_bytes(f, input, *ty, framed)?;
            }
        }
        f.write_str(")")
    }
}

/// Writes the canonical bytes of an input. The cast of a time to its stored integer cannot fail, so its result is not
/// optional.
fn write_bytes(f: &mut fmt::Formatter<'_>, input: &impl fmt::Display, ty: YdbType, framed: bool) -> fmt::Result {
    match (ty, ty.stored_as()) {
        (_, Some(integer)) if integer != ty => write!(f, "ToBytes(CAST({input} AS {integer}))"),
        (YdbType::Utf8 | YdbType::String, _) if framed => write!(f, "ToBytes(LENGTH({input})) || {input}"),
        (YdbType::Utf8 | YdbType::String, _) => write!(f, "{input}"),
        (YdbType::Uuid, _) => write!(f, "CAST({input} AS String)"),
        _ => write!(f, "ToBytes({input})"),
    }
}

/// Writes an input as the argument of a function over `Uint64`. Unsigned integers widen by themselves. Signed integers
/// need a BITCAST, because a CAST of them is optional.
fn write_number(f: &mut fmt::Formatter<'_>, input: &impl fmt::Display, ty: YdbType) -> fmt::Result {
    let signed = ty.stored_as().and_then(YdbType::integer).is_some_and(|integer| integer.least < 0);
    match (ty.is_integer(), signed) {
        (true, false) => write!(f, "{input}"),
        (true, true) => write!(f, "BITCAST({input} AS Uint64)"),
        (false, false) => write!(f, "CAST({input} AS Uint64)"),
        (false, true) => write!(f, "BITCAST(CAST({input} AS Int64) AS Uint64)"),
    }
}

// The statement that samples a table's rows, and has the server compare their hashes with those of the model.
//
// A key that begins with a hash sorts the rows by that hash, so the first rows are effectively a random sample. In a
// key that begins with a bucket, the first rows all have bucket 0. There, a bucket that was computed modulo a multiple
// of the model's number would look right. Therefore the sample takes rows of several buckets, the last one included,
// and rows above the last bucket, which should not exist.

/// Default number of rows that are compared.
pub const SAMPLE_ROWS: u64 = 1000;

/// Greatest number of buckets from which rows are read, without those that should not exist.
const SAMPLED_BUCKETS: u32 = 16;

/// Meaning of NULL in the hash column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Nulls {
    /// A value that differs from the one that the model computes.
    Differ,
    /// A column that is not filled yet.
    Missing,
}

/// Returns the query that counts the rows of a sample and those with another hash, as `rows` and `differing`. The
/// sample has at most `rows` rows, but always one of each bucket that is read.
pub fn sample(table: &Table<'_>, hash: &HashDef<'_>, nulls: Nulls, path: &str, rows: u64) -> String {
    let null = nulls == Nulls::Differ;
    // Every hash of this library has an expression.
    let computed = hash.yql(table).map_or_else(String::new, |expression| expression.to_string());
    let differs = format!("COALESCE({} != {computed}, {null}) AS `differs`", Name(hash.name));
    let whole = whole_keys(table);
    let path = Name(path);
    let sampled = match table.hash.and_then(|lead| Some((lead.name, lead.buckets?))) {
        None if whole.is_empty() => format!("SELECT {differs} FROM {path} LIMIT {rows}"),
        None => format!("SELECT {differs} FROM {path} WHERE {} LIMIT {rows}", whole.join(" AND ")),
        Some((lead, buckets)) => {
            let lead = Name(lead);
            let of = buckets.min(SAMPLED_BUCKETS);
            let rows = (rows / u64::from(of + 1)).max(1);
            let part = |condition: String| {
                let conditions = [vec![format!("{lead} {condition}")], whole.clone()].concat().join(" AND ");
                format!("(SELECT {differs} FROM {path} WHERE {conditions} LIMIT {rows})")
            };
            let last = u64::from(buckets) - 1;
            let evenly = |i: u32| last * u64::from(i) / u64::from((of - 1).max(1));
            let parts = (0..of).map(evenly).map(|bucket| part(format!("= {bucket}u")));
            parts.chain([part(format!(">= {buckets}u"))]).collect::<Vec<_>>().join(" UNION ALL ")
        }
    };
    format!("SELECT COUNT(*) AS `rows`, COUNT_IF(`differs`) AS `differing` FROM ({sampled})")
}

/// Returns the conditions that leave out rows with NULL in a key without NOT NULL: such rows have no hash.
pub fn whole_keys(table: &Table<'_>) -> Vec<String> {
    let hash = table.hash.filter(|_| table.hash_may_be_null()).map(|hash| hash.name);
    let inputs = table.hash.iter().flat_map(|hash| hash.inputs).filter(|&&at| table.may_be_null(at));
    let names = hash.into_iter().chain(inputs.map(|&at| table.columns[at].name));
    names.map(|name| format!("{} IS NOT NULL", Name(name))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{ColumnDef, HashFunction};
    use crate::types::Column;

    fn bucketed(buckets: Option<u32>) -> String {
        let hash = HashDef { name: "h", function: HashFunction::NumericHash, inputs: &[0], buckets };
        const PLAIN: Table =
            Table { columns: &[ColumnDef::new("id", <u64 as Column>::INFO)], key: &[0], ..Table::EMPTY };
        let table = Table { hash: Some(hash), ..PLAIN };
        sample(&table, &hash, Nulls::Differ, "t", 1000)
    }

    #[test]
    fn a_hash_is_sampled_from_the_first_rows() {
        assert_eq!(
            bucketed(None),
            "SELECT COUNT(*) AS `rows`, COUNT_IF(`differs`) AS `differing` FROM (\
             SELECT COALESCE(`h` != Digest::NumericHash(`id`), true) AS `differs` FROM `t` LIMIT 1000)"
        );
    }

    #[test]
    fn rows_of_each_of_a_few_buckets_are_sampled_and_rows_beyond() {
        let differs = "COALESCE(`h` != BITCAST(Unwrap(Digest::NumericHash(`id`) % 2ul) AS Uint32), true) AS `differs`";
        assert_eq!(
            bucketed(Some(2)),
            format!(
                "SELECT COUNT(*) AS `rows`, COUNT_IF(`differs`) AS `differing` FROM (\
                 (SELECT {differs} FROM `t` WHERE `h` = 0u LIMIT 333) UNION ALL \
                 (SELECT {differs} FROM `t` WHERE `h` = 1u LIMIT 333) UNION ALL \
                 (SELECT {differs} FROM `t` WHERE `h` >= 2u LIMIT 333))"
            )
        );
    }

    #[test]
    fn of_many_buckets_some_are_sampled_with_the_first_and_the_last() {
        let text = bucketed(Some(1000));
        assert_eq!(text.matches("LIMIT 58").count(), 17);
        for bucket in ["= 0u", "= 66u", "= 999u", ">= 1000u"] {
            assert!(text.contains(&format!("WHERE `h` {bucket} LIMIT")), "{bucket}");
        }
    }
}
