//! Work of a dual write in its transaction, when it is known which tables must be written.
//!
//! First it reads, from the table that readers read, what the write depends on: the row of an insert, the version of a
//! row, and the key that a row has in the other table. Then it writes rows and deletes keys without a look at the
//! stored rows (`UPSERT`, `DELETE .. ON`).
//!
//! **Each transaction that is acknowledged has an effect.** So its commit checks the phase that it has read: the path
//! really named the table of that phase. Only an update may find no row; see `no_effect`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Instant;

use ydb::{YdbError, YdbIssue, YdbStatusError};

use super::decode::rows;
use super::executor::Target;
use super::many::{READS, WRITES};
use super::status::{PRECONDITION_FAILED, issue};
use super::{Operation, Options, Request, Scope};
use crate::error::{Error, Result};
use crate::statements::dual_write::{Direction, DualWriter, KeyChange, Place, Rows};
use crate::statements::shape::Verb;
use crate::statements::version::{self, number};
use crate::statements::{AnyTimes, DeleteMany, Statement, TableAt, YdbRow, YdbTable, cut_keys, key_values};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::ordered_bytes;
use ydb_keys_core::keys::sink::show_values;
use ydb_keys_core::types::Value;

pub(super) enum Work<'m, New> {
    Rows(Rows<'m, New>),
    /// Updates of the old and of the new model, each on the table at the path.
    Update(Box<[Update; 2]>),
}

/// Update of the table that readers read.
pub(super) struct Update {
    /// Statement that reads the row.
    pub(super) stored: Request,
    /// Statement that changes the row and returns it.
    pub(super) returning: Request,
}

/// Models whose rows can be written by several tasks.
pub trait Model: YdbTable + Send + Sync {}

impl<T: YdbTable + Send + Sync> Model for T {}

impl<New: Model> Work<'_, New> {
    /// Returns the number of rows that were changed.
    pub(super) async fn run<Old: Model>(
        &self,
        writer: &DualWriter<Old, New>,
        tx: Statements<'_, '_>,
        place: Place,
    ) -> Result<u64> {
        match place {
            Place::Old | Place::Wait => self.within(0, &writer.forth(None), tx).await,
            Place::Both(number) => self.within(0, &writer.forth(Some(number)), tx).await,
            Place::Back(number) => self.within(1, &writer.back(Some(number)), tx).await,
            Place::New => self.within(1, &writer.back(None), tx).await,
        }
    }

    /// Runs the work in one direction. `update` is the position of the update of the model `L`.
    async fn within<L: Model, C: Model>(
        &self,
        update: usize,
        direction: &Direction<'_, L, C>,
        tx: Statements<'_, '_>,
    ) -> Result<u64> {
        match self {
            Work::Rows(rows) => rows.run(direction, tx).await,
            Work::Update(updates) => updates[update].run(direction, tx).await,
        }
    }
}

pub(super) struct Statements<'s, 't> {
    pub(super) target: &'s mut Target<'t>,
    pub(super) operation: &'s Operation,
    pub(super) options: Options,
    pub(super) start: Instant,
}

impl Statements<'_, '_> {
    /// Returns the rows of statements that are not the last ones of the transaction.
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

    /// Makes the error about the result of a writing statement that is not the last one.
    fn unread(&self, error: Error) -> Error {
        self.operation.clone().with_commit(false).unread(self.target.tx(), error)
    }

    /// Runs all requests. If the write commits, the last request does.
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

impl<New: Model> Rows<'_, New> {
    async fn run<L: Model, C: Model>(
        &self,
        direction: &Direction<'_, L, C>,
        mut tx: Statements<'_, '_>,
    ) -> Result<u64> {
        let given = |rows: &[New]| rows.iter().map(|row| direction.given(row)).collect::<Result<Vec<L>>>();
        let mut rows = given(self.upserts)?;
        let mut removed = given(self.deletes)?;
        removed.extend(self.earlier.map(|row| direction.given(row)).transpose()?);
        let (stored, next) = self.stored(&mut tx, direction, &rows, &removed).await?;
        if let (Some(next), Some(at), [row]) = (next, L::TABLE.version, &mut rows[..]) {
            let mut values = row.to_values()?;
            values[at] = next;
            *row = L::from_values(values.into_iter().map(Value::into_owned).collect())?;
        }
        let count = if self.deletes.is_empty() { rows.len() } else { stored.len() };
        let mut requests = Vec::new();
        if let Some(copy) = &direction.copy {
            let copied = |rows: &[L]| rows.iter().map(|row| direction.copied(row)).collect::<Result<Vec<C>>>();
            // The stored rows are copied too, because they may have other keys in the other table.
            let (written, mut deleted) = (copied(&rows)?, copied(&removed)?);
            if direction.moves() {
                deleted.append(&mut copied(&stored)?);
            }
            requests = changes(tx.operation, copy, &written, &deleted)?;
        }
        requests.append(&mut changes(tx.operation, direction.live, &rows, &removed)?);
        tx.write(requests).await?;
        Ok(count as u64)
    }

    /// Reads the rows that are stored under the keys of `rows` and `removed`, if the write depends on them. Also
    /// returns the version that a written row gets, if it has one.
    async fn stored<L: Model, C: Model>(
        &self,
        tx: &mut Statements<'_, '_>,
        direction: &Direction<'_, L, C>,
        rows: &[L],
        removed: &[L],
    ) -> Result<(Vec<L>, Option<Value<'static>>)> {
        let looks = self.insert || L::TABLE.version.is_some() && !rows.is_empty();
        if !looks && self.deletes.is_empty() && !direction.moves() {
            return Ok((Vec::new(), None));
        }
        let operation = tx.operation;
        let requests = {
            let keys = rows.iter().chain(removed).map(L::key).collect::<Result<Vec<_>>>()?;
            let get = direction.live.get_many(keys);
            requests(operation, cut_keys(&get.keys, READS)?, |part| get.part(part))?
        };
        let stored = tx.rows(requests, true).await?;
        let earlier = removed.last().filter(|_| self.earlier.is_some());
        let next = if looks { self.checked(operation, &stored, rows, earlier)? } else { None };
        Ok((stored, next))
    }

    /// Compares the stored rows with what a row expects: its absence, or its version. Returns the next version, if the
    /// row has one.
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
    /// Runs the update on the table that readers read, and writes the changed row to the other table, so that both are
    /// the same.
    async fn run<L: Model, C: Model>(
        &self,
        direction: &Direction<'_, L, C>,
        mut tx: Statements<'_, '_>,
    ) -> Result<u64> {
        let stored = if direction.moves() { vec![self.stored.clone()] } else { Vec::new() };
        let before: Vec<L> = tx.rows(stored, true).await?;
        let after: Vec<L> = tx.rows(vec![self.returning.clone()], false).await?;
        let requests = match &direction.copy {
            _ if after.is_empty() => no_effect(tx.operation, direction)?,
            None => Vec::new(),
            Some(copy) => {
                let copied = |rows: &[L]| rows.iter().map(|row| direction.copied(row)).collect::<Result<Vec<C>>>();
                let requests = copied(&after).and_then(|after| changes(tx.operation, copy, &after, &copied(&before)?));
                requests.map_err(|error| tx.unread(error))?
            }
        };
        tx.write(requests).await?;
        Ok(after.len() as u64)
    }
}

/// Makes the statements in place of a write that has found no row. YDB commits a transaction that writes nothing even
/// if what it has read has changed, and the table may meanwhile be another one. Therefore the transaction deletes a row
/// of the control table that never exists, so that the commit checks the phase. If both tables have to be written, it
/// also reads the other table, which exists as long as the names are as the phase says.
fn no_effect<L: YdbTable, C: YdbTable>(operation: &Operation, direction: &Direction<'_, L, C>) -> Result<Vec<Request>> {
    let reads = direction.copy.as_ref().map(|copy| format!("SELECT 1 FROM {} LIMIT 1", Name(copy.path())));
    let mut requests: Vec<Request> = reads.map(Request::plain).into_iter().collect();
    requests.append(&mut deletions(operation, KeyChange::delete_many([String::new()]))?);
    Ok(requests)
}

fn deletions<T: YdbTable>(operation: &Operation, deleted: DeleteMany<T>) -> Result<Vec<Request>> {
    requests(operation, cut_keys(&deleted.keys, WRITES)?, |part| deleted.part(part))
}

/// Makes the requests of a statement of many rows or keys.
fn requests<'s>(
    operation: &Operation,
    parts: Vec<Range<usize>>,
    statement: impl Fn(Range<usize>) -> Result<Statement<'s>>,
) -> Result<Vec<Request>> {
    parts.into_iter().map(|part| Request::prepare(operation, statement(part))).collect()
}

/// Makes the statements that write rows to a table and delete other rows. Only keys that are not written are deleted.
fn changes<T: YdbTable>(
    operation: &Operation,
    table: &TableAt<T>,
    written: &[T],
    deleted: &[T],
) -> Result<Vec<Request>> {
    let id = |row: &T| Ok::<_, Error>(ordered_bytes(&key_values(row)?));
    let kept: BTreeSet<Vec<u8>> =
        if deleted.is_empty() { BTreeSet::new() } else { written.iter().map(id).collect::<Result<_>>()? };
    let mut keys = BTreeMap::new();
    for row in deleted {
        let id = id(row)?;
        if !kept.contains(&id) {
            keys.insert(id, row.key()?);
        }
    }
    let mut all = deletions(operation, table.delete_many(keys.into_values()))?;
    let mut written = table.write_many::<AnyTimes>(Verb::Upsert, written).many;
    let parts = written.cut(WRITES)?;
    all.append(&mut requests(operation, parts, |part| written.part(part))?);
    Ok(all)
}

/// Makes an error like an answer of YDB.
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
