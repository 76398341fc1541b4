//! Rows inside of rows: their columns have names with a prefix, and are taken together.

use super::null::in_key;
use super::row::YdbRow;
use crate::error::{Detail, Error, Result, ValueError};
use crate::keys::RowDecoder;
use ydb_keys_core::schema::{ColumnDef, Table};
use ydb_keys_core::types::Column;

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
    /// Whether all of them may be NULL.
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
    /// Whether all of them may be NULL.
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
