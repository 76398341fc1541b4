//! The YQL twin: the expression that computes a hash column in the server.

use std::fmt;

use crate::schema::{HashDef, HashFunction, Table};
use crate::types::YdbType;

impl HashDef {
    /// The YQL expression that computes this hash in the server, for backfills and ad-hoc queries.
    ///
    /// It is never optional, so it stands as it is in `UPSERT INTO t SELECT <twin> AS hash_column, ... FROM t`.
    /// The bytes are those of [`HashFunction::hash`](super::super::schema::HashFunction::hash): `ToBytes` is little-endian, `LENGTH`
    /// counts bytes and is a `Uint32`, a `CAST` of a time gives its storage unit, `BITCAST` extends the sign.
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
    /// let twin = Order::TABLE.hash.unwrap().yql(Order::TABLE).to_string();
    /// assert_eq!(twin, "Digest::NumericHash(`order_id`)");
    /// ```
    pub fn yql<'a>(&'a self, table: &'a Table) -> impl fmt::Display + 'a {
        let columns = self.inputs.iter().map(|&input| &table.columns[input]);
        Expression { function: self.function, inputs: columns.map(|column| (column.name, column.ty)).collect() }
    }
}

/// A hash of columns of any table: the function, and the names and types of its inputs in the order they are hashed.
pub(crate) struct Expression<'a> {
    pub(crate) function: HashFunction,
    pub(crate) inputs: Vec<(&'a str, YdbType)>,
}

impl fmt::Display for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.function.yql_name())?;
        let framed = self.inputs.len() > 1;
        for (i, &(name, ty)) in self.inputs.iter().enumerate() {
            if i > 0 {
                f.write_str(" || ")?;
            }
            match self.function.is_numeric() {
                true => write_number(f, name, ty)?,
                false => write_bytes(f, name, ty, framed)?,
            }
        }
        f.write_str(")")
    }
}

/// The integer type that a time is stored as; casting to it cannot fail, so the result is not optional.
fn storage(ty: YdbType) -> Option<&'static str> {
    Some(match ty {
        YdbType::Date => "Uint16",
        YdbType::Datetime => "Uint32",
        YdbType::Timestamp => "Uint64",
        YdbType::Date32 => "Int32",
        YdbType::Datetime64 | YdbType::Timestamp64 | YdbType::Interval | YdbType::Interval64 => "Int64",
        _ => return None,
    })
}

fn write_bytes(f: &mut fmt::Formatter<'_>, name: &str, ty: YdbType, framed: bool) -> fmt::Result {
    match (ty, storage(ty)) {
        (_, Some(integer)) => write!(f, "ToBytes(CAST(`{name}` AS {integer}))"),
        (YdbType::Utf8 | YdbType::String, _) if framed => write!(f, "ToBytes(LENGTH(`{name}`)) || `{name}`"),
        (YdbType::Utf8 | YdbType::String, _) => write!(f, "`{name}`"),
        (YdbType::Uuid, _) => write!(f, "CAST(`{name}` AS String)"),
        _ => write!(f, "ToBytes(`{name}`)"),
    }
}

/// The argument of a function over `Uint64`: unsigned types widen, signed ones would be optional in a CAST.
fn write_number(f: &mut fmt::Formatter<'_>, name: &str, ty: YdbType) -> fmt::Result {
    match ty {
        YdbType::Date | YdbType::Datetime | YdbType::Timestamp => write!(f, "CAST(`{name}` AS Uint64)"),
        YdbType::Date32 | YdbType::Datetime64 | YdbType::Timestamp64 | YdbType::Interval | YdbType::Interval64 => {
            write!(f, "BITCAST(CAST(`{name}` AS Int64) AS Uint64)")
        }
        YdbType::Int8 | YdbType::Int16 | YdbType::Int32 | YdbType::Int64 => write!(f, "BITCAST(`{name}` AS Uint64)"),
        _ => write!(f, "`{name}`"),
    }
}
