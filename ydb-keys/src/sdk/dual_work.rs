//! What a dual write does in its transaction, once it knows which tables have to be written.
//!
//! First it reads what it depends on, in the table that readers read: whether the row of an insert exists, the version
//! of a row, and which key a row has in the copy. Then it writes rows and deletes keys without a look at what is stored
//! (`UPSERT`, `DELETE .. ON`), so that each of these statements has an effect. Only an update may have none.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

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

/// What a dual write does.
pub(super) enum Work<'m, New> {
    Rows(Rows<'m, New>),
    Update(Box<Update>),
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

impl<New: YdbTable + Send + Sync> Work<'_, New> {
    pub(super) async fn run<Old: YdbTable + Send + Sync>(
        &self,
        writer: &DualWriter<Old, New>,
        mut tx: Statements<'_, '_>,
        place: Place,
    ) -> Result<()> {
        let requests = match self {
            Work::Rows(rows) => rows.requests(writer, &mut tx, place).await?,
            Work::Update(update) => match place {
                Place::New => vec![update.new.clone()],
                Place::Both => update.both(writer, &mut tx).await?,
                Place::Old | Place::Wait => vec![update.old.clone()],
            },
        };
        tx.write(requests).await
    }
}

/// The statements of a dual write in its transaction.
pub(super) struct Statements<'s, 't> {
    pub(super) target: &'s mut Target<'t>,
    pub(super) operation: &'s Operation,
    pub(super) options: Options,
    pub(super) start: Instant,
}

impl Statements<'_, '_> {
    /// The rows that statements return, which are not the last ones.
    pub(super) async fn rows<R: YdbRow + Send>(&mut self, requests: Vec<Request>, reads: bool) -> Result<Vec<R>> {
        let mut found = Vec::new();
        for request in requests {
            let options = Options { reads, ..self.options.part(self.start, false) };
            let set = self.target.query(request, options).await;
            let set = set.map_err(|error| self.operation.clone().with_commit(false).failed(error))?;
            found.append(&mut rows(set).map_err(|error| if reads { error } else { self.unread(error) })?);
        }
        Ok(found)
    }

    /// The error about what a statement has written that is not the last one.
    fn unread(&self, error: Error) -> Error {
        self.operation.clone().with_commit(false).unread(self.target.tx(), error)
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

impl<New: YdbTable + Send + Sync> Rows<'_, New> {
    async fn requests<Old: YdbTable + Send + Sync>(
        &self,
        writer: &DualWriter<Old, New>,
        tx: &mut Statements<'_, '_>,
        place: Place,
    ) -> Result<Vec<Request>> {
        let operation = tx.operation;
        let deletes: Vec<&New> = self.deletes.iter().chain(self.earlier).collect();
        if place == Place::New {
            let (_, versioned) = self.stored(tx, &writer.new, self.upserts, &deletes, false).await?;
            return changes(operation, &writer.new, versioned.as_deref().unwrap_or(self.upserts), deletes);
        }
        let old = |rows: &[New]| rows.iter().map(|row| writer.old_row(row)).collect::<Result<Vec<Old>>>();
        let mut rows = old(self.upserts)?;
        let removed = deletes.iter().map(|row| writer.old_row(row)).collect::<Result<Vec<Old>>>()?;
        let removed: Vec<&Old> = removed.iter().collect();
        let moves = place == Place::Both && writer.moves();
        let (stored, versioned) = self.stored(tx, &writer.old, &rows, &removed, moves).await?;
        if let Some(versioned) = &versioned {
            rows = old(versioned)?;
        }
        let mut requests = Vec::new();
        if place == Place::Both {
            // The copies of the stored rows, which may have other keys there.
            let copies = stored.iter().map(|row| writer.new_row(row)).collect::<Result<Vec<New>>>()?;
            let written = versioned.as_deref().unwrap_or(self.upserts);
            requests = changes(operation, &writer.copy, written, deletes.into_iter().chain(&copies))?;
        }
        requests.append(&mut changes(operation, &writer.old, &rows, removed)?);
        Ok(requests)
    }

    /// The rows that are stored under the keys of these, if the write depends on them or `reads` them anyway; and the row
    /// to be written, if that has another version than the caller's.
    async fn stored<T: YdbTable + Send + Sync>(
        &self,
        tx: &mut Statements<'_, '_>,
        table: &TableAt<T>,
        rows: &[T],
        removed: &[&T],
        reads: bool,
    ) -> Result<(Vec<T>, Option<Vec<New>>)> {
        let looks = self.insert || T::TABLE.version.is_some() && !rows.is_empty();
        if !looks && !reads {
            return Ok((Vec::new(), None));
        }
        let operation = tx.operation;
        let requests = {
            let keys = rows.iter().chain(removed.iter().copied()).map(T::key).collect::<Result<Vec<_>>>()?;
            let get = table.get_many(keys);
            let parts = get.cut(READS)?.into_iter();
            parts.map(|part| Request::prepare(operation, get.part(part))).collect::<Result<_>>()?
        };
        let stored = tx.rows(requests, true).await?;
        let earlier = self.earlier.and(removed.last().copied());
        let next = if looks { self.checked(operation, &stored, rows, earlier)? } else { None };
        let (Some(next), Some(at), Some(row)) = (next, New::TABLE.version, self.upserts.first()) else {
            return Ok((stored, None));
        };
        let mut values = row.to_values()?;
        values[at] = next;
        Ok((stored, Some(vec![New::from_values(values)?])))
    }

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
            let exists = answer(PRECONDITION_FAILED, "Conflict with existing key.", Some(issue::CONSTRAINT_VIOLATION));
            return Err(operation.clone().within(Scope::Alone).insert_failed(show_values(&key), exists));
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
}

impl Update {
    /// The copy gets the row that the old table has now, so that both have the same.
    async fn both<Old: YdbTable + Send + Sync, New: YdbTable + Send + Sync>(
        &self,
        writer: &DualWriter<Old, New>,
        tx: &mut Statements<'_, '_>,
    ) -> Result<Vec<Request>> {
        let stored = if writer.moves() { vec![self.stored.clone()] } else { Vec::new() };
        let before: Vec<Old> = tx.rows(stored, true).await?;
        let after: Vec<Old> = tx.rows(vec![self.returning.clone()], false).await?;
        let new = |rows: Vec<Old>| rows.iter().map(|row| writer.new_row(row)).collect::<Result<Vec<New>>>();
        match after.is_empty() {
            true => Ok(Vec::new()),
            false => {
                let copied = new(after).and_then(|after| changes(tx.operation, &writer.copy, &after, &new(before)?));
                copied.map_err(|error| tx.unread(error))
            }
        }
    }
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
pub(super) fn answer(status: i32, message: &str, issue: Option<u32>) -> YdbError {
    let mut answer = YdbStatusError::default();
    (answer.operation_status, answer.message) = (status, message.to_owned());
    answer.issues.extend(issue.map(|code| {
        let mut issue = YdbIssue::default();
        (issue.issue_code, issue.message) = (code, message.to_owned());
        issue
    }));
    YdbError::YdbStatusError(answer)
}
