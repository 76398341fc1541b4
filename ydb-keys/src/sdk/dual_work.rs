//! What a dual write does in its transaction, once it knows which tables have to be written.
//!
//! First it reads what it depends on, in the table that readers read: whether the row of an insert exists, the version
//! of a row, and which key a row has in the copy. Then it writes rows and deletes keys without a look at what is stored
//! (`UPSERT`, `DELETE .. ON`), so that each of these statements has an effect. Only an update may have none.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use futures_util::future::BoxFuture;
use ydb::{YdbError, YdbIssue, YdbStatusError};

use super::decode::rows;
use super::executor::Target;
use super::failure::Operation;
use super::many::{READS, WRITES};
use super::options::{Options, Scope};
use super::params::Request;
use super::status::{PRECONDITION_FAILED, issue};
use crate::error::{Error, Result};
use crate::keys::{ordered_bytes, show_values};
use crate::statements::dual_write::{DualWriter, Place, Rows};
use crate::statements::version::{self, number};
use crate::statements::write::Verb;
use crate::statements::{AnyTimes, TableAt, YdbRow, YdbTable, key_values};
use crate::types::Value;

/// What a dual write does where.
pub(super) trait Work<Old: YdbTable, New: YdbTable>: Send + Sync {
    fn run<'s, 't: 's>(
        &'s self,
        writer: &'s DualWriter<Old, New>,
        tx: Statements<'s, 't>,
        place: Place,
    ) -> BoxFuture<'s, Result<()>>;
}

/// The statements of a dual write in its transaction.
pub(super) struct Statements<'s, 't> {
    pub(super) target: &'s mut Target<'t>,
    pub(super) operation: &'s Operation,
    pub(super) options: Options,
    pub(super) start: Instant,
}

impl Statements<'_, '_> {
    pub(super) async fn read<R: YdbRow + Send>(&mut self, request: Request) -> Result<Vec<R>> {
        self.returning(request, true).await
    }

    /// The rows that a statement returns, which is not the last one.
    async fn returning<R: YdbRow + Send>(&mut self, request: Request, reads: bool) -> Result<Vec<R>> {
        let options = Options { reads, ..self.options.part(self.start, false) };
        let set = self.target.query(request, options).await;
        rows(set.map_err(|error| self.operation.clone().with_commit(false).failed(error))?)
    }

    async fn read_all<R: YdbRow + Send>(&mut self, requests: Vec<Request>) -> Result<Vec<R>> {
        let mut found = Vec::new();
        for request in requests {
            found.append(&mut self.read(request).await?);
        }
        Ok(found)
    }

    /// Runs them all; the last one commits, if the write does.
    async fn write(self, mut requests: Vec<Request>) -> Result<()> {
        if requests.is_empty() && self.options.commit {
            requests.push(Request::plain("SELECT 1".to_owned()));
        }
        let (count, before) = (requests.len(), self.operation.clone().with_commit(false));
        for (position, request) in requests.into_iter().enumerate() {
            let last = position + 1 == count;
            let operation = if last { self.operation } else { &before };
            let done = self.target.execute(request, self.options.part(self.start, last)).await;
            done.map_err(|error| operation.failed(error))?;
        }
        Ok(())
    }
}

impl<Old, New> Work<Old, New> for Rows<'_, New>
where
    Old: YdbTable + Send + Sync,
    New: YdbTable + Send + Sync,
{
    fn run<'s, 't: 's>(
        &'s self,
        writer: &'s DualWriter<Old, New>,
        mut tx: Statements<'s, 't>,
        place: Place,
    ) -> BoxFuture<'s, Result<()>> {
        Box::pin(async move {
            let looks = self.insert || New::TABLE.version.is_some() && !self.upserts.is_empty();
            let deletes = || self.deletes.iter().chain(self.earlier);
            let operation = tx.operation;
            if place == Place::New {
                let mut versioned = None;
                if looks {
                    let reads = reads(operation, &writer.new, self.upserts.iter().chain(deletes()))?;
                    let stored = tx.read_all(reads).await?;
                    versioned = self.with_version(self.checked(operation, &stored, self.upserts, self.earlier)?)?;
                }
                let written = versioned.as_deref().unwrap_or(self.upserts);
                return tx.write(changes(operation, &writer.new, written, deletes())?).await;
            }
            let old = |rows: &[New]| rows.iter().map(|row| writer.old_row(row)).collect::<Result<Vec<Old>>>();
            let mut rows = old(self.upserts)?;
            let removed = deletes().map(|row| writer.old_row(row)).collect::<Result<Vec<Old>>>()?;
            let mut stored = Vec::new();
            if looks || place == Place::Both && writer.moves() {
                stored = tx.read_all(reads(operation, &writer.old, rows.iter().chain(&removed))?).await?;
            }
            let mut versioned = None;
            if looks {
                let earlier = self.earlier.map(|row| writer.old_row(row)).transpose()?;
                versioned = self.with_version(self.checked(operation, &stored, &rows, earlier.as_ref())?)?;
            }
            if let Some(versioned) = &versioned {
                rows = old(versioned)?;
            }
            let mut requests = Vec::new();
            if place == Place::Both {
                // The copies of the stored rows, which may have other keys there.
                let copies = stored.iter().map(|row| writer.new_row(row)).collect::<Result<Vec<New>>>()?;
                let written = versioned.as_deref().unwrap_or(self.upserts);
                requests = changes(operation, &writer.copy, written, deletes().chain(&copies))?;
            }
            requests.append(&mut changes(operation, &writer.old, &rows, &removed)?);
            tx.write(requests).await
        })
    }
}

impl<New: YdbTable> Rows<'_, New> {
    /// Compares what is stored with what a row expects there. Returns the version that it gets, if it has one.
    fn checked<T: YdbTable>(
        &self,
        operation: &Operation,
        stored: &[T],
        rows: &[T],
        earlier: Option<&T>,
    ) -> Result<Option<Value<'static>>> {
        let Some(row) = rows.first() else { return Ok(None) };
        let key = key_values(row)?;
        let moved = earlier.map(key_values).transpose()?.filter(|earlier| *earlier != key);
        let found = |key: &[Value<'_>]| {
            let same = |row: &&T| key_values(*row).is_ok_and(|found| found == key);
            stored.iter().find(same)
        };
        let number = |row: &T| -> Result<Option<i128>> {
            let Some(at) = T::TABLE.version else { return Ok(None) };
            Ok(Some(number(&row.to_values()?[at]).unwrap_or(0)))
        };
        let expected = number(row)?;
        let is_new = self.insert || expected == Some(0);
        if (is_new || moved.is_some()) && found(&key).is_some() {
            return Err(operation.clone().within(Scope::Alone).insert_failed(show_values(&key), conflict()));
        }
        let (Some(at), Some(expected)) = (T::TABLE.version, expected) else { return Ok(None) };
        if is_new {
            return Ok(Some(version::first(T::TABLE, at)));
        }
        let read = moved.unwrap_or(key);
        match found(&read).map(number).transpose()?.flatten() {
            Some(version) if version == expected => version::after(T::TABLE, at, expected).map(Some),
            other => Err(operation.conflict(show_values(&read), expected, other)),
        }
    }

    /// The row with another version.
    fn with_version(&self, version: Option<Value<'static>>) -> Result<Option<Vec<New>>> {
        let (Some(version), Some(at), Some(row)) = (version, New::TABLE.version, self.upserts.first()) else {
            return Ok(None);
        };
        let mut values = row.to_values()?;
        values[at] = version;
        New::from_values(values).map(|row| Some(vec![row]))
    }
}

/// The update of each model, in the tables where it may run.
pub(super) struct Update {
    pub(super) old: Request,
    /// The row in the old table.
    pub(super) stored: Request,
    /// The update of the old table, which returns the row.
    pub(super) returning: Request,
    pub(super) new: Request,
}

impl<Old, New> Work<Old, New> for Update
where
    Old: YdbTable + Send + Sync,
    New: YdbTable + Send + Sync,
{
    fn run<'s, 't: 's>(
        &'s self,
        writer: &'s DualWriter<Old, New>,
        mut tx: Statements<'s, 't>,
        place: Place,
    ) -> BoxFuture<'s, Result<()>> {
        Box::pin(async move {
            if place != Place::Both {
                let request = if place == Place::New { &self.new } else { &self.old };
                return tx.write(vec![request.clone()]).await;
            }
            let mut before: Vec<Old> = Vec::new();
            if writer.moves() {
                before = tx.read(self.stored.clone()).await?;
            }
            let after: Vec<Old> = tx.returning(self.returning.clone(), false).await?;
            // The copy gets the row that the old table has now, so that both have the same.
            let mut requests = Vec::new();
            if !after.is_empty() {
                let new = |rows: Vec<Old>| rows.iter().map(|row| writer.new_row(row)).collect::<Result<Vec<New>>>();
                requests = changes(tx.operation, &writer.copy, &new(after)?, &new(before)?)?;
            }
            tx.write(requests).await
        })
    }
}

/// The statements that read the rows with the keys of these.
fn reads<'r, T: YdbTable>(
    operation: &Operation,
    table: &TableAt<T>,
    rows: impl Iterator<Item = &'r T>,
) -> Result<Vec<Request>> {
    let get = table.get_many(rows.map(T::key).collect::<Result<Vec<_>>>()?);
    get.cut(READS)?.into_iter().map(|part| Request::prepare(operation, get.part(part))).collect()
}

/// The statements that write rows to a table, and delete others: only keys that are not written.
fn changes<'r, T: YdbTable>(
    operation: &Operation,
    table: &TableAt<T>,
    written: &[T],
    deleted: impl IntoIterator<Item = &'r T>,
) -> Result<Vec<Request>> {
    let id = |row: &T| Ok::<_, Error>(ordered_bytes(&key_values(row)?));
    let mut kept: Option<BTreeSet<Vec<u8>>> = None;
    let mut keys = BTreeMap::new();
    for row in deleted {
        let kept = match &kept {
            Some(kept) => kept,
            None => kept.insert(written.iter().map(id).collect::<Result<_>>()?),
        };
        let id = id(row)?;
        if !kept.contains(&id) {
            keys.insert(id, row.key()?);
        }
    }
    let mut requests = Vec::new();
    let deleted = table.delete_many(keys.into_values());
    for part in deleted.cut(WRITES)? {
        requests.push(Request::prepare(operation, deleted.part(part))?);
    }
    let mut written = table.write_many::<AnyTimes>(Verb::Upsert, written);
    for part in written.cut(WRITES)? {
        requests.push(Request::prepare(operation, written.part(part))?);
    }
    Ok(requests)
}

/// What YDB would say.
pub(super) fn answer(status: i32, message: &str) -> YdbError {
    YdbError::YdbStatusError(said(status, message))
}

fn said(status: i32, message: &str) -> YdbStatusError {
    let mut answer = YdbStatusError::default();
    (answer.operation_status, answer.message) = (status, message.to_owned());
    answer
}

/// What YDB says of an `INSERT`.
fn conflict() -> YdbError {
    let (mut answer, mut issue) = (said(PRECONDITION_FAILED, ""), YdbIssue::default());
    (issue.issue_code, issue.message) = (issue::CONSTRAINT_VIOLATION, "Conflict with existing key.".to_owned());
    answer.issues.push(issue);
    YdbError::YdbStatusError(answer)
}
