//! Rows of results: a model, a struct with some of its columns, a tuple, a single value, and rows in rows.

use std::any::type_name;

use super::model::YdbTable;
use crate::error::{Detail, Error, Result, ValueError};
use crate::keys::RowDecoder;
use ydb_keys_core::ddl::Name;
#[cfg(feature = "uuid")]
use ydb_keys_core::ids;
#[cfg(all(feature = "sdk", feature = "yql"))]
use ydb_keys_core::queries::Query;
use ydb_keys_core::schema::{ColumnDef, Table};
use ydb_keys_core::types::{Column, Required, Value};

/// Struct that is read from a row, by the names of the columns. Every model is one. For some columns of a table, or for
/// the rows of a query of your own, derive it with `#[derive(YdbRow)]`.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` cannot be read from a row",
    label = "not a row",
    note = "write `#[derive(ydb_keys::YdbRow)]` on the struct; a model, with `#[derive(ydb_keys::YdbTable)]`, is already a row",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait YdbRow: Sized + 'static {
    /// Columns that are read, in the order of the struct's fields.
    const FIELDS: &'static [ColumnDef];

    /// Name of the row in messages: the path of the table, or `struct Name` for a struct without a table.
    const NAME: &'static str;

    /// Table of the row; `None` if the row is not a model.
    #[doc(hidden)]
    const MODEL: Option<&'static Table> = None;

    #[doc(hidden)]
    fn decode_row(row: &mut RowDecoder<'_>) -> Result<Self>;

    /// Decodes a row. `value` returns the value for a position in [`YdbRow::FIELDS`]. The values may be borrowed, so
    /// that a string is copied only once, into the struct.
    #[doc(hidden)]
    fn decode_each<'v>(mut value: impl FnMut(usize) -> Result<Value<'v>>) -> Result<Self> {
        Self::decode_row(&mut RowDecoder::each(Self::NAME, Self::FIELDS, &mut |position| value(position)))
            .map_err(Self::explain)
    }

    /// Explains the error of a row that is read from a result: says what a NULL means in the row's table.
    #[doc(hidden)]
    #[cold]
    fn explain(error: Error) -> Error {
        match Self::MODEL {
            Some(table) => explain(table, error),
            None => error,
        }
    }

    /// Makes a row of its values, which are in the order of [`YdbRow::FIELDS`].
    ///
    /// # Errors
    /// A value that is missing, of another type, or unexpectedly NULL.
    fn from_column_values(values: Vec<Value<'_>>) -> Result<Self> {
        decode_row(values)
    }
}

#[diagnostic::do_not_recommend]
impl<T: YdbTable> YdbRow for T {
    const FIELDS: &'static [ColumnDef] = T::TABLE.columns;
    const NAME: &'static str = T::TABLE.name;
    const MODEL: Option<&'static Table> = Some(T::TABLE);

    #[inline]
    fn decode_row(row: &mut RowDecoder<'_>) -> Result<Self> {
        T::decode(row)
    }
}

/// Struct whose columns are columns of the table of `T`, with types that it can read.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` is not a row of `{T}`",
    label = "not a row of `{T}`",
    note = "write `#[derive(ydb_keys::YdbRow)]` and `#[ydb(of = {T})]` on the struct; its columns are then checked against the table's",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait ProjectionOf<T: YdbTable>: YdbRow {}

/// A model is a row of its own table, with all columns.
impl<T: YdbTable> ProjectionOf<T> for T {}

pub(crate) fn decode_row<R: YdbRow>(values: Vec<Value<'_>>) -> Result<R> {
    R::decode_row(&mut RowDecoder::row(R::NAME, R::FIELDS, values)).map_err(R::explain)
}

/// Types that a row of a query of your own can be read into. A struct (`#[derive(YdbRow)]` or a model) is read by the
/// names of the columns. A tuple of up to twelve values, such as `(String, u64)`, is read by the positions of the
/// columns. A single value, such as `u64`, is read from the only column.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` cannot be read from a row",
    label = "not a row",
    note = "write `#[derive(ydb_keys::YdbRow)]` on the struct; a model, with `#[derive(ydb_keys::YdbTable)]`, is already a row, and so are a type of a column and a tuple of up to twelve of them",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait FromRow: Sized + 'static {
    #[doc(hidden)]
    const COLUMNS: RowColumns;

    #[doc(hidden)]
    fn from_row(values: &mut RowValues<'_>) -> Result<Self>;
}

/// Function that returns the values of a row by their positions.
#[doc(hidden)]
pub type RowValues<'v> = dyn FnMut(usize) -> Result<Value<'static>> + 'v;

/// Columns of a row that are read.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum RowColumns {
    /// Columns with the names of the fields, for the struct of this name.
    Named(&'static str, &'static [ColumnDef]),
    /// All columns, by their positions; the number of columns.
    Placed(usize),
}

#[diagnostic::do_not_recommend]
impl<R: YdbRow> FromRow for R {
    const COLUMNS: RowColumns = RowColumns::Named(R::NAME, R::FIELDS);

    #[inline]
    fn from_row(values: &mut RowValues<'_>) -> Result<Self> {
        R::decode_each(values)
    }
}

pub(super) fn placed<R, C: Column>(values: &mut RowValues<'_>, at: usize) -> Result<C> {
    let value = values(at)?;
    C::decode(value).map_err(|error| Detail::Place { row: type_name::<R>(), at, error }.into())
}

macro_rules! tuples {
    ($($count:literal: $($C:ident $at:literal)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($C: Column + 'static),*> FromRow for ($($C,)*) {
            const COLUMNS: RowColumns = RowColumns::Placed($count);

            fn from_row(values: &mut RowValues<'_>) -> Result<Self> {
                Ok(($(placed::<Self, $C>(values, $at)?,)*))
            }
        }
    )*};
}

tuples! {
    1: A 0;
    2: A 0 B 1;
    3: A 0 B 1 C 2;
    4: A 0 B 1 C 2 D 3;
    5: A 0 B 1 C 2 D 3 E 4;
    6: A 0 B 1 C 2 D 3 E 4 F 5;
    7: A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    8: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    9: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    10: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    11: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    12: A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
}

// Single values as rows. Each type of a column is listed by its name, because an impl for all of them would overlap
// with the impl for all structs. The derive of a column adds an impl for its type.

macro_rules! single {
    ([$($generics:tt)*] $ty:ty) => {
        impl<$($generics)*> FromRow for $ty {
            const COLUMNS: RowColumns = RowColumns::Placed(1);

            fn from_row(values: &mut RowValues<'_>) -> Result<Self> {
                single_value(values)
            }
        }
    };
}

macro_rules! singles {
    ($($ty:ty)*) => {$(single! { [] $ty })*};
}

/// Reads the only value of a row.
pub fn single_value<C: Column>(values: &mut RowValues<'_>) -> Result<C> {
    placed::<C, C>(values, 0)
}

singles! { bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }
singles! { String Box<str> std::sync::Arc<str> std::borrow::Cow<'static, str> Vec<u8> }
singles! { std::time::SystemTime std::time::Duration }
singles! { core::net::IpAddr core::net::Ipv4Addr core::net::Ipv6Addr }
single! { [T: Required + 'static] Option<T> }
single! { [const N: usize] [u8; N] }
single! { [const P: u8, const S: u8] ydb_keys_core::types::decimal::Decimal<P, S> }

#[cfg(feature = "bytes")]
singles! { bytes::Bytes }
#[cfg(feature = "chrono")]
singles! { chrono::DateTime<chrono::Utc> chrono::NaiveDateTime chrono::NaiveDate chrono::TimeDelta }
#[cfg(feature = "jiff")]
singles! { jiff::Timestamp jiff::civil::DateTime jiff::civil::Date jiff::SignedDuration }
#[cfg(feature = "rust_decimal")]
singles! { rust_decimal::Decimal }
#[cfg(feature = "serde_json")]
singles! { serde_json::Value }
#[cfg(feature = "time")]
singles! { time::OffsetDateTime time::UtcDateTime time::PrimitiveDateTime time::Date time::Duration }
#[cfg(feature = "uuid")]
singles! { uuid::Uuid ids::RowId ids::ColumnId }
#[cfg(feature = "uuid")]
singles! { ids::BitReversed<u32> ids::BitReversed<u64> ids::BitReversed<i32> ids::BitReversed<i64> }
#[cfg(feature = "uuid")]
single! { [const PREFIX_BITS: u32] ids::JavaRowId<PREFIX_BITS> }
#[cfg(feature = "uuid")]
single! { [const PREFIX_BITS: u32] ids::JavaTextId<PREFIX_BITS> }

/// Types of a field with `#[ydb(flatten)]`: a row, or an `Option` of a row, which is `None` if all its columns are
/// NULL.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` cannot be flattened, because it is not a row",
    label = "not a row",
    note = "write `#[derive(ydb_keys::YdbRow)]` on the struct; a model, with `#[derive(ydb_keys::YdbTable)]`, is already a row; for the outer side of a join write an `Option` of a row",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait RowPart: Sized {
    /// Columns of the row, without the prefix.
    const COLUMNS: &'static [ColumnDef];
    /// `true` if all columns of the row may be NULL together.
    const OPTIONAL: bool;

    #[doc(hidden)]
    fn decode_part(row: &mut RowDecoder<'_>) -> Result<Self>;
}

#[diagnostic::do_not_recommend]
impl<R: YdbRow> RowPart for R {
    const COLUMNS: &'static [ColumnDef] = R::FIELDS;
    const OPTIONAL: bool = false;

    #[inline]
    fn decode_part(row: &mut RowDecoder<'_>) -> Result<Self> {
        match R::MODEL {
            Some(table) if !table.key_not_null => of_adopted(row, table),
            _ => R::decode_row(row),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<R: YdbRow> RowPart for Option<R> {
    const COLUMNS: &'static [ColumnDef] = R::FIELDS;
    const OPTIONAL: bool = true;

    fn decode_part(row: &mut RowDecoder<'_>) -> Result<Self> {
        match R::MODEL {
            Some(table) => row.optional(R::FIELDS.len(), |row| {
                R::decode_row(row).map_err(|error| explain_part::<R>(table, row, error))
            }),
            None => row.optional(R::FIELDS.len(), R::decode_row),
        }
    }
}

/// Decodes a row of a table whose key lacks NOT NULL. If all its columns are NULL, a join has found no row, and the
/// error does not mention NULL in a key.
fn of_adopted<R: YdbRow>(row: &mut RowDecoder<'_>, table: &'static Table) -> Result<R> {
    row.part_of(R::FIELDS.len(), |row, is_there| match R::decode_row(row) {
        Err(error) if is_there => Err(explain_part::<R>(table, row, error)),
        decoded => decoded,
    })
}

/// Explains a NULL in a flattened row: in the key of that row's table it has a special cure. The names of the columns
/// have a prefix.
#[cold]
fn explain_part<R: YdbRow>(table: &'static Table, row: &RowDecoder<'_>, error: Error) -> Error {
    let Detail::Value { column, decoded: true, error: ValueError::Null, .. } = *error.detail() else { return error };
    let own = row.columns().iter().position(|prefixed| prefixed.name == column).and_then(|at| R::FIELDS.get(at));
    own.and_then(|own| in_key(table, own.name)).unwrap_or(error)
}

/// Columns that stand together in a row, for the derive.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Part {
    /// Prefix of the names of the columns.
    pub prefix: &'static str,
    /// Columns, without the prefix.
    pub columns: &'static [ColumnDef],
    /// `true` if all columns may be NULL together.
    pub optional: bool,
}

impl Part {
    /// Makes a part of the columns of the row itself.
    pub const fn own(columns: &'static [ColumnDef]) -> Self {
        Part { prefix: "", columns, optional: false }
    }
}

/// Returns the number of columns.
pub const fn count(parts: &[Part]) -> usize {
    let (mut i, mut count) = (0, 0);
    while i < parts.len() {
        count += parts[i].columns.len();
        i += 1;
    }
    count
}

/// Returns the number of bytes of all names with a prefix. Names without a prefix are used as they are.
pub const fn bytes(parts: &[Part]) -> usize {
    let (mut i, mut bytes) = (0, 0);
    while i < parts.len() {
        let Part { prefix, columns, .. } = parts[i];
        let mut column = 0;
        while !prefix.is_empty() && column < columns.len() {
            bytes += prefix.len() + columns[column].name.len();
            column += 1;
        }
        i += 1;
    }
    bytes
}

/// Returns the names with a prefix, one after the other.
pub const fn names<const N: usize>(parts: &[Part]) -> [u8; N] {
    let (mut names, mut at, mut i) = ([0; N], 0, 0);
    while i < parts.len() {
        let Part { prefix, columns, .. } = parts[i];
        let mut column = 0;
        while !prefix.is_empty() && column < columns.len() {
            at = copy(prefix.as_bytes(), &mut names, at);
            at = copy(columns[column].name.as_bytes(), &mut names, at);
            column += 1;
        }
        i += 1;
    }
    names
}

const fn copy(text: &[u8], into: &mut [u8], mut at: usize) -> usize {
    let mut i = 0;
    while i < text.len() {
        into[at] = text[i];
        at += 1;
        i += 1;
    }
    at
}

/// Returns the columns of a row. `names` is the result of [`names`].
pub const fn columns<const N: usize>(parts: &[Part], mut names: &'static [u8]) -> [ColumnDef; N] {
    let (mut all, mut at, mut i) = ([ColumnDef::new("", <bool as Column>::INFO); N], 0, 0);
    while i < parts.len() {
        let Part { prefix, columns, optional } = parts[i];
        let mut column = 0;
        while column < columns.len() {
            all[at] = columns[column];
            if optional {
                all[at].info = all[at].info.nullable();
            }
            if !prefix.is_empty() {
                let (name, rest) = names.split_at(prefix.len() + columns[column].name.len());
                names = rest;
                // A string followed by a string is valid UTF-8.
                if let Ok(name) = str::from_utf8(name) {
                    all[at].name = name;
                }
            }
            at += 1;
            column += 1;
        }
        i += 1;
    }
    all
}

#[cold]
pub(crate) fn explain(table: &'static Table, error: Error) -> Error {
    let Detail::Value { column, decoded: true, error: ValueError::Null, .. } = *error.detail() else { return error };
    if table.version.is_some_and(|at| table.columns[at].name == column) {
        return Detail::NoVersion { table: table.name, column }.into();
    }
    in_key(table, column).unwrap_or(error)
}

/// Explains the error of a row of a hand-written query: a NULL in a key without NOT NULL has a special error, like in a
/// row of a model. The column is known by its position if a tuple or a single value is read, and otherwise by its name.
#[cfg(all(feature = "sdk", feature = "yql"))]
#[cold]
pub(crate) fn explain_query(query: &'static Query<'static>, error: Error) -> Error {
    let column = match *error.detail() {
        Detail::Place { at, error: ValueError::Null, .. } => query.column_at(Ok(at)),
        Detail::Value { column, decoded: true, error: ValueError::Null, .. } => query.column_at(Err(column)),
        _ => None,
    };
    column.and_then(|(table, column)| in_key(table, column)).unwrap_or(error)
}

/// Returns the error of a NULL in this column, if the column belongs to a key without NOT NULL: a key column, or the
/// hash.
#[cold]
pub(crate) fn in_key(table: &'static Table, column: &str) -> Option<Error> {
    let key = table.key.iter().filter(|&&at| table.may_be_null(at)).map(|&at| table.columns[at].name);
    let hash = table.hash.filter(|_| table.hash_may_be_null()).map(|hash| hash.name);
    let column = key.chain(hash).find(|name| *name == column)?;
    Some(Detail::NullInKey { table: table.name, column, query: rows_with_null_keys(table) }.into())
}

impl Detail {
    /// Makes the error of a row without its hash.
    #[cold]
    pub fn without_hash(table: &'static Table, column: &'static str) -> Error {
        Detail::NullInKey { table: table.name, column, query: rows_with_null_keys(table) }.into()
    }
}

/// Writes the query that finds the rows with NULL in a key that lacks NOT NULL.
fn rows_with_null_keys(table: &Table) -> String {
    let hash = table.hash.filter(|_| table.hash_may_be_null()).map(|hash| hash.name);
    let columns = table.key.iter().filter(|&&at| table.may_be_null(at)).map(|&at| table.columns[at].name);
    let nulls: Vec<String> = hash.into_iter().chain(columns).map(|name| format!("{} IS NULL", Name(name))).collect();
    format!("SELECT * FROM {} WHERE {}", Name(table.name), nulls.join(" OR "))
}
