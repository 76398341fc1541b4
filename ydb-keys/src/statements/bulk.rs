//! Rows and keys for YDB's calls without YQL, BulkUpsert and ReadRows, and which tables they take.

use std::ops::Range;

use super::batch::Rows;
use super::read::{cut_keys, key_values};
use super::write::{put_values, row_values};
use super::{Limits, Location, Member, Requests, Verb, YdbTable};
use crate::error::{OperationName, Result};
use ydb_keys_core::types::Value;

/// Rows to be written by YDB's BulkUpsert; from [`YdbTable::bulk_upsert`].
#[derive(Debug)]
#[must_use = "nothing is sent until `.exec(client).await`"]
pub struct BulkUpsert<'a, T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) rows: &'a [T],
    pub(super) keep_last: bool,
}

impl<'a, T: YdbTable> BulkUpsert<'a, T> {
    /// The path of the table.
    pub fn path(&self) -> &str {
        self.location.path_or(T::TABLE.name)
    }

    /// The rows.
    pub fn rows(&self) -> &'a [T] {
        self.rows
    }

    /// Of several rows with one key sends the last one only, instead of failing with
    /// [`Usage`](crate::ErrorKind::Usage).
    pub fn keep_last(mut self) -> Self {
        self.keep_last = true;
        self
    }

    /// The columns that are sent: the hash column, and all of the model.
    #[doc(hidden)]
    pub fn members() -> Vec<Member> {
        Member::of(T::TABLE, |_| true)
    }

    /// The values of one row, one for each of [`members`](Self::members).
    #[doc(hidden)]
    pub fn values(row: &T) -> Result<Vec<Value<'_>>> {
        // As an upsert, a bulk upsert sends serial columns too.
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

/// Rows to be read by YDB's ReadRows; from [`YdbTable::read_rows`].
#[derive(Debug)]
#[must_use = "nothing is read until `.fetch(client).await`"]
pub struct ReadRows<T: YdbTable> {
    pub(crate) location: Location,
    pub(crate) keys: Vec<T::Key>,
}

impl<T: YdbTable> ReadRows<T> {
    /// The path of the table.
    pub fn path(&self) -> &str {
        self.location.path_or(T::TABLE.name)
    }

    /// The keys.
    pub fn keys(&self) -> &[T::Key] {
        &self.keys
    }

    /// The columns of a key, the hash column first.
    #[doc(hidden)]
    pub fn members() -> Vec<Member> {
        Member::key(T::TABLE)
    }

    /// The values of one key, one for each of [`members`](Self::members).
    #[doc(hidden)]
    pub fn values(key: &T::Key) -> Result<Vec<Value<'_>>> {
        key_values(key)
    }

    pub(crate) fn cut(&self, limits: Limits) -> Result<Vec<Range<usize>>> {
        cut_keys(&self.keys, limits)
    }
}

/// Tables that YDB's BulkUpsert takes: those without a sync or unique index.
#[diagnostic::on_unimplemented(
    message = "unsupported_call: BulkUpsert refuses the table of `{Self}`, which has the sync or unique index `{Indexes}`",
    label = "this table cannot be written in bulk",
    note = "BulkUpsert writes outside of transactions, in which YDB keeps these indexes; write with `upsert_many`, or make the index `async`",
    note = "for more, run `ydb-keys explain unsupported_call` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_call"
)]
pub trait BulkUpsertable<Indexes> {}

impl<T: YdbTable> BulkUpsertable<()> for T {}

/// Tables that YDB's ReadRows takes: row tables without any index.
#[diagnostic::on_unimplemented(
    message = "unsupported_call: YDB's ReadRows refuses the table of `{Self}`, which has `{Indexes}`",
    label = "`read_rows` is unavailable for this table",
    note = "ReadRows reads row tables without any index; write `get_many`, which reads every table",
    note = "for more, run `ydb-keys explain unsupported_call` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#unsupported_call"
)]
pub trait ReadableRows<Indexes> {}

impl<T: YdbTable> ReadableRows<()> for T {}

/// Stands for a column table in messages of the compiler, which prints this type's name.
#[doc(hidden)]
#[allow(non_camel_case_types, reason = "printed in a sentence, like the names of indexes")]
#[derive(Debug)]
pub struct column_store;
