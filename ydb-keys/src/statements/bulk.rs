//! Rows and keys for YDB's calls without YQL, BulkUpsert and ReadRows, and the tables for which YDB allows these.

use std::ops::Range;

use super::batch::Rows;
use super::read::{cut_keys, key_values};
use super::write::{put_values, row_values};
use super::{Limits, Location, Member, Requests, Verb, YdbTable};
use crate::error::{OperationName, Result};
use ydb_keys_core::types::Value;

/// Write of many rows with YDB's BulkUpsert; from [`YdbTable::bulk_upsert`].
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`"]
pub struct BulkUpsert<'a, T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) rows: &'a [T],
    pub(super) keep_last: bool,
}

impl<'a, T: YdbTable> BulkUpsert<'a, T> {
    /// Returns the path of the table.
    pub fn path(&self) -> &str {
        self.location.path_or(T::TABLE.name)
    }

    /// Returns the rows.
    pub fn rows(&self) -> &'a [T] {
        self.rows
    }

    /// Sends only the last of several rows with the same key. Without this, rows with the same key are an error of kind
    /// [`Usage`](crate::ErrorKind::Usage).
    pub fn keep_last(mut self) -> Self {
        self.keep_last = true;
        self
    }

    /// Returns the columns that are sent: the hash column, and all columns of the model.
    #[doc(hidden)]
    pub fn members() -> Vec<Member> {
        Member::of(T::TABLE, |_| true)
    }

    /// Returns the values of a row, one for each of [`members`](Self::members).
    #[doc(hidden)]
    pub fn values(row: &T) -> Result<Vec<Value<'_>>> {
        // Like an upsert, a bulk upsert also sends serial columns.
        row_values(row, Verb::Upsert)
    }

    pub(crate) fn put_values<'r>(row: &'r T, values: &mut Vec<Value<'r>>) -> Result<()> {
        put_values(row, Verb::Upsert, values)
    }

    pub(crate) fn cut<F>(
        &self,
        limits: Limits,
        first: impl FnMut(&mut Vec<Value<'a>>) -> Result<F>,
    ) -> Result<Requests<F>> {
        let (rows, keep_last, key) = (self.rows, self.keep_last, Verb::Upsert.sent_key(T::TABLE));
        let all = Rows { table: T::TABLE, key, operation: OperationName::BulkUpsert, len: rows.len(), keep_last };
        all.cut(limits, &mut |index, values| Self::put_values(&rows[index], values), first)
    }
}

/// Read of rows with YDB's ReadRows; from [`YdbTable::read_rows`].
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`"]
pub struct ReadRows<T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) keys: Vec<T::Key>,
}

impl<T: YdbTable> ReadRows<T> {
    /// Returns the path of the table.
    pub fn path(&self) -> &str {
        self.location.path_or(T::TABLE.name)
    }

    /// Returns the keys.
    pub fn keys(&self) -> &[T::Key] {
        &self.keys
    }

    /// Returns the columns of a key, the hash column first.
    #[doc(hidden)]
    pub fn members() -> Vec<Member> {
        Member::key(T::TABLE)
    }

    /// Returns the values of a key, one for each of [`members`](Self::members).
    #[doc(hidden)]
    pub fn values(key: &T::Key) -> Result<Vec<Value<'_>>> {
        key_values(key)
    }

    pub(crate) fn cut(&self, limits: Limits) -> Result<Vec<Range<usize>>> {
        cut_keys(&self.keys, limits)
    }
}

/// Tables that YDB's BulkUpsert accepts: tables without a sync or unique index.
#[diagnostic::on_unimplemented(
    message = "unsupported_call: BulkUpsert refuses the table of `{Self}`, which has the sync or unique index `{Indexes}`",
    label = "this table cannot be written in bulk",
    note = "BulkUpsert writes outside of transactions, in which YDB keeps these indexes; write with `upsert_many`, or make the index `async`",
    note = "for more, run `ydb-keys explain unsupported_call` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_call"
)]
pub trait BulkUpsertable<Indexes> {}

impl<T: YdbTable> BulkUpsertable<()> for T {}

/// Tables that YDB's ReadRows accepts: row tables without any index.
#[diagnostic::on_unimplemented(
    message = "unsupported_call: YDB's ReadRows refuses the table of `{Self}`, which has `{Indexes}`",
    label = "`read_rows` is unavailable for this table",
    note = "ReadRows reads row tables without any index; write `get_many`, which reads every table",
    note = "for more, run `ydb-keys explain unsupported_call` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_call"
)]
pub trait ReadableRows<Indexes> {}

impl<T: YdbTable> ReadableRows<()> for T {}

/// Column table, in messages of the compiler, which prints the name of this type.
#[doc(hidden)]
#[allow(non_camel_case_types, reason = "printed in a sentence, like the names of indexes")]
#[derive(Debug)]
pub struct column_store;
