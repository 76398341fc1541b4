//! A hash as a YQL expression, which computes the same number in the server.

use std::fmt;

use super::quote::Name;
use crate::schema::HashFunction;
use crate::schema::any::{HashDef, Table};
use crate::types::YdbType;

impl HashDef<'_> {
    /// The YQL expression that computes this hash in the server, for backfills and ad-hoc queries; `None` of a
    /// [`ForeignHash`](crate::hash::foreign::ForeignHash) without one.
    ///
    /// It is optional only over columns in which rows may have NULL, and then NULL for those rows. So it can be used as it is
    /// in `UPSERT INTO t SELECT <expression> AS hash_column, ... FROM t`.
    /// The bytes are those of [`HashFunction::hash`]: `ToBytes` is little-endian, `LENGTH` counts bytes and is a
    /// `Uint32`, a `CAST` of a time gives its stored integer, and `BITCAST` extends the sign.
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

/// A hash of columns or of literals: the function, and the inputs and their types in the order they are hashed.
#[doc(hidden)]
pub struct HashExpression<I> {
    pub function: HashFunction,
    pub inputs: Vec<(I, YdbType)>,
    pub buckets: Option<u32>,
    /// Whether an input may be NULL: then the hash of that row is NULL.
    pub optional: bool,
}

impl<I: fmt::Display> fmt::Display for HashExpression<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.buckets {
            None => self.hash(f),
            // BITCAST keeps NULL.
            Some(buckets) if self.optional => {
                f.write_str("BITCAST(")?;
                self.hash(f)?;
                write!(f, " % {buckets}ul AS Uint32)")
            }
            // The remainder is optional, for a division by zero, and as wide as the hash; BITCAST cannot fail.
            Some(buckets) => {
                f.write_str("BITCAST(Unwrap(")?;
                self.hash(f)?;
                write!(f, " % {buckets}ul) AS Uint32)")
            }
        }
    }
}

impl<I: fmt::Display> HashExpression<I> {
    fn hash(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A foreign hash is written by `HashDef::yql`.
        write!(f, "{}(", self.function.yql_name().unwrap_or_default())?;
        let framed = self.inputs.len() > 1;
        for (i, (input, ty)) in self.inputs.iter().enumerate() {
            if i > 0 {
                f.write_str(" || ")?;
            }
            match self.function.is_numeric() {
                true => write_number(f, input, *ty)?,
                false => write_bytes(f, input, *ty, framed)?,
            }
        }
        f.write_str(")")
    }
}

/// The canonical bytes. A cast of a time to the integer that it is stored as cannot fail, so its result is not
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

/// The argument of a function over `Uint64`: unsigned integers widen by themselves, and signed ones would be optional
/// in a CAST.
fn write_number(f: &mut fmt::Formatter<'_>, input: &impl fmt::Display, ty: YdbType) -> fmt::Result {
    let signed = ty.stored_as().and_then(YdbType::integer).is_some_and(|integer| integer.least < 0);
    match (ty.is_integer(), signed) {
        (true, false) => write!(f, "{input}"),
        (true, true) => write!(f, "BITCAST({input} AS Uint64)"),
        (false, false) => write!(f, "CAST({input} AS Uint64)"),
        (false, true) => write!(f, "BITCAST(CAST({input} AS Int64) AS Uint64)"),
    }
}
