//! Rows of results: a model, a struct with some of its columns, a tuple, one value, and rows inside of rows.

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

/// A struct that is read from a row, by the names of the columns. Every model is one; for some of a table's columns, or
/// for the rows of a query of your own, derive it: `#[derive(YdbRow)]`.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` cannot be read from a row",
    label = "not a row",
    note = "write `#[derive(ydb_keys::YdbRow)]` on the struct; a model, with `#[derive(ydb_keys::YdbTable)]`, is already a row",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait YdbRow: Sized + 'static {
    /// The columns that are read, in the order of the struct's fields.
    const FIELDS: &'static [ColumnDef];

    /// The name of the row in messages: the table's path, or `struct Name` for a struct without a table.
    const NAME: &'static str;

    /// The table of which it is a row, if it is one.
    #[doc(hidden)]
    const MODEL: Option<&'static Table> = None;

    #[doc(hidden)]
    fn decode_row(row: &mut RowDecoder<'_>) -> Result<Self>;

    /// The row with the values that `value` gives for the positions in [`YdbRow::FIELDS`]; they may be borrowed, so that a
    /// text is copied once, into the struct.
    #[doc(hidden)]
    fn decode_each<'v>(mut value: impl FnMut(usize) -> Result<Value<'v>>) -> Result<Self> {
        Self::decode_row(&mut RowDecoder::each(Self::NAME, Self::FIELDS, &mut |position| value(position)))
            .map_err(Self::explain)
    }

    /// The error of a row whose columns are read from a result; it says what a NULL means in the row's table.
    #[doc(hidden)]
    #[cold]
    fn explain(error: Error) -> Error {
        match Self::MODEL {
            Some(table) => explain(table, error),
            None => error,
        }
    }

    /// The row with these values, in the order of [`YdbRow::FIELDS`].
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

/// A struct whose columns are columns of the table of `T`, with types that it can read.
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

/// What a row of a query of your own is read into: a struct, `#[derive(YdbRow)]` or a model, by the names of the columns; a
/// tuple of up to twelve values by their places, `(String, u64)`; or the value of the only column, `u64`.
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

/// The values of a row, by the positions of what is read.
#[doc(hidden)]
pub type RowValues<'v> = dyn FnMut(usize) -> Result<Value<'static>> + 'v;

/// Which columns are read.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum RowColumns {
    /// Those with the names of the fields, for the struct of this name.
    Named(&'static str, &'static [ColumnDef]),
    /// All columns, which are so many.
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

// Single values as rows: each type of a column by its name, since a rule for all of them would meet the one for all
// structs. The derive of a column adds its own.

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

/// The only value of a row.
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

/// What a field with `#[ydb(flatten)]` can be: a row, or an `Option` of one, which is `None` if all its columns are
/// NULL.
#[diagnostic::on_unimplemented(
    message = "row: `{Self}` cannot be flattened, because it is not a row",
    label = "not a row",
    note = "write `#[derive(ydb_keys::YdbRow)]` on the struct; a model, with `#[derive(ydb_keys::YdbTable)]`, is already a row; for the outer side of a join write an `Option` of a row",
    note = "for more, run `ydb-keys explain row` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#row"
)]
pub trait RowPart: Sized {
    /// The columns, without the prefix.
    const COLUMNS: &'static [ColumnDef];
    /// `true` if all of them may be NULL.
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

/// A row of a table whose key lacks NOT NULL. If all its columns are NULL, a join has found no row, and no key has NULL.
fn of_adopted<R: YdbRow>(row: &mut RowDecoder<'_>, table: &'static Table) -> Result<R> {
    row.part_of(R::FIELDS.len(), |row, is_there| match R::decode_row(row) {
        Err(error) if is_there => Err(explain_part::<R>(table, row, error)),
        decoded => decoded,
    })
}

/// Explains a NULL in a part of a row: in the key of the part's table it has a cure of its own. The columns have a prefix.
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
    /// What their names begin with.
    pub prefix: &'static str,
    /// The columns, without the prefix.
    pub columns: &'static [ColumnDef],
    /// `true` if all of them may be NULL.
    pub optional: bool,
}

impl Part {
    /// Columns of the row itself.
    pub const fn own(columns: &'static [ColumnDef]) -> Self {
        Part { prefix: "", columns, optional: false }
    }
}

/// How many columns there are.
pub const fn count(parts: &[Part]) -> usize {
    let (mut i, mut count) = (0, 0);
    while i < parts.len() {
        count += parts[i].columns.len();
        i += 1;
    }
    count
}

/// How many bytes the names with a prefix have; the others are used as they are.
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

/// The names with a prefix, one after the other.
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

/// The columns of a row; `names` is what [`names`] returned.
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
                // Two texts one after the other are a text.
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

/// The error of a row of a query by hand: where its NULL is in a key without NOT NULL, that of a whole row. The column is known
/// by its place, where a tuple or one value is read, or by its name.
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

/// The error of a NULL in this column, if it is in a key without NOT NULL: a key column, or the hash.
#[cold]
pub(crate) fn in_key(table: &'static Table, column: &str) -> Option<Error> {
    let key = table.key.iter().filter(|&&at| table.may_be_null(at)).map(|&at| table.columns[at].name);
    let hash = table.hash.filter(|_| table.hash_may_be_null()).map(|hash| hash.name);
    let column = key.chain(hash).find(|name| *name == column)?;
    Some(Detail::NullInKey { table: table.name, column, query: rows_with_null_keys(table) }.into())
}

impl Detail {
    /// The error of a row without its hash.
    #[cold]
    pub fn without_hash(table: &'static Table, column: &'static str) -> Error {
        Detail::NullInKey { table: table.name, column, query: rows_with_null_keys(table) }.into()
    }
}

/// The query that finds the rows with NULL in a key that lacks NOT NULL.
fn rows_with_null_keys(table: &Table) -> String {
    let hash = table.hash.filter(|_| table.hash_may_be_null()).map(|hash| hash.name);
    let columns = table.key.iter().filter(|&&at| table.may_be_null(at)).map(|&at| table.columns[at].name);
    let nulls: Vec<String> = hash.into_iter().chain(columns).map(|name| format!("{} IS NULL", Name(name))).collect();
    format!("SELECT * FROM {} WHERE {}", Name(table.name), nulls.join(" OR "))
}
