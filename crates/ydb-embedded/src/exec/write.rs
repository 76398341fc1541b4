//! Writes of rows: defaults and sequences are filled in, constraints are checked, and indexes are kept in step.
//!
//! A write first reads its whole source, so that it does not see its own writes. Then it takes the rows one by one:
//!
//! 1. The key is computed, and its size is checked.
//! 2. The stored row is read only if something depends on it: an index, RETURNING, a default of a column that the
//!    statement does not mention, or the existence of the row (INSERT, UPDATE ON). All other writes are blind and
//!    conflict with no other transaction; a blind UPSERT or UPDATE merges the given columns into the stored row.
//! 3. The new row goes to the indexes ([`IndexedRow`]), and then to the table.
//!
//! After the last row, the claims of the rows on values of unique indexes are checked.
//!
//! An existing key ends the statement, at once or at the next flush ([`Conflicts`](super::Conflicts)).

use std::collections::HashSet;
use std::sync::Arc;

use super::QueryRun;
use super::index::{Claim, IndexedRow};
use super::record::record;
use super::rel::Rel;
use super::scan::{Decoder, full_row, key_of};
use crate::catalog::{ColumnId, DefaultValue, Table};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::expr::memory::size;
use crate::storage::row::encode_value;
use crate::storage::{ColumnChange, KeyRange, Operation};
use crate::types::{Row, Value};
use crate::work::tick;

/// Maximum size of a key in bytes (`MaxWriteKeySize` of YDB's data shard).
const MAX_KEY: usize = 1024 * 1024 + 1024;

/// Maximum size of one value in bytes (`MaxWriteValueSize`).
const MAX_VALUE: usize = 16 * 1024 * 1024;

/// Write of rows to one table.
#[derive(Clone, Debug)]
pub struct Write {
    pub table: Arc<Table>,
    pub kind: WriteKind,
    pub source: Rel,
    /// Source of the value for each column of the table.
    pub values: Vec<Given>,
    /// `true` if every row of the source is known to exist, because it was just read from the table.
    pub existing: bool,
    /// Positions of the columns that RETURNING returns; `None` without RETURNING.
    pub returning: Option<Vec<usize>>,
}

/// Source of a column's value in a written row.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// None: the statement does not mention the column.
    Absent,
    /// Position of the value in the source's row.
    Source(usize),
}

/// Statement that a [`Write`] carries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteKind {
    /// INSERT: an existing key is an error.
    Insert,
    /// INSERT OR REVERT: if a key exists, no row is written.
    InsertOrRevert,
    Upsert,
    Replace,
    /// UPDATE: rows that do not exist are skipped.
    Update,
    /// DELETE: rows that do not exist are skipped.
    Delete,
}

/// Runs a write. Returns the rows of RETURNING.
pub fn run(write: &Write, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
    // All rows are read before the first row is written, so that a statement does not see its own writes.
    let source = write.source.open().all(run)?;
    write_rows(write, source, run)
}

/// Writes the first rows of a range, at most `most`. Returns the key of the last row, if there may be more.
pub fn some(write: &Write, range: &KeyRange, most: usize, run: &mut QueryRun<'_>) -> Result<Option<Vec<u8>>> {
    let run = &mut QueryRun {
        tx: run.tx,
        env: run.env,
        conflicts: run.conflicts,
        usage: run.usage,
        within: Some(range),
        host: run.host,
    };
    let (mut cursor, mut rows) = (write.source.open(), Vec::new());
    let mut held = run.env.memory.part();
    while rows.len() < most {
        let Some(next) = cursor.some(run)? else { break };
        tick(next.len())?;
        next.iter().try_for_each(|row| held.add(size(row)))?;
        rows.extend(next);
    }
    let last = if rows.len() < most {
        None
    } else {
        rows.truncate(most);
        let row = rows.last().map(|row| TableWriter::new(write).key_row(row, run)).transpose()?;
        row.map(|row| key_of(&write.table, &row))
    };
    write_rows(write, rows, run)?;
    Ok(last)
}

fn write_rows(write: &Write, source: Vec<Row>, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
    run.conflicts.unflushed.insert(write.table.id);
    let mut writer = TableWriter::new(write);
    let mut returned = Vec::new();
    let mut seen = HashSet::new();
    let mut rows = Vec::with_capacity(source.len());
    for row in source {
        tick(1)?;
        let key_row = writer.key_row(&row, run)?;
        let key = key_of(&write.table, &key_row);
        if key.len() > MAX_KEY {
            let message = format!("Row key size of {} bytes is larger than the allowed threshold {MAX_KEY}", key.len());
            return Err(Error::new(Status::BadRequest, message));
        }
        rows.push((row, key_row, key));
    }
    if write.kind == WriteKind::InsertOrRevert {
        let mut taken = |key: &Vec<u8>| !seen.insert(key.clone()) || writer.old(key, run).is_some();
        for (_, _, key) in &rows {
            tick(1)?;
            if taken(key) {
                return Ok(returned);
            }
        }
    }
    for (row, key_row, key) in rows {
        tick(1)?;
        if write.kind == WriteKind::Insert && (!seen.insert(key.clone()) || writer.old(&key, run).is_some()) {
            run.conflicts.met(conflict(&write.table.path), has_synchronous_index(write), write.returning.is_some())?;
            return Ok(returned);
        }
        returned.extend(writer.write(&row, key_row, key, run)?);
    }
    for claim in &writer.claims {
        tick(1)?;
        if claim.is_taken(run.tx) {
            run.conflicts.met(
                unique_conflict(claim.path(), run),
                has_synchronous_index(write),
                write.returning.is_some(),
            )?;
            break;
        }
    }
    Ok(returned)
}

/// Returns YDB's error for a violated unique index. The error of the lookup of YDB's buffer
/// (`kqp_buffer_lookup_actor.cpp`) has another code, and names no table.
fn unique_conflict(path: &str, run: &QueryRun<'_>) -> Error {
    if run.conflicts.index_stream {
        Error::issue(Issue::new(codes::KIKIMR_PRECONDITION_FAILED, "Conflict with existing key."))
    } else {
        conflict(path)
    }
}

/// Returns YDB's error for an existing key, and for a violated unique index.
fn conflict(path: &str) -> Error {
    let outer = Issue::new(codes::KIKIMR_CONSTRAINT_VIOLATION, format!("Constraint violated. Table: `{path}`."));
    Error::issue(outer.with(Issue::new(codes::KIKIMR_CONSTRAINT_VIOLATION, "Conflict with existing key.")))
}

struct TableWriter<'a> {
    plan: &'a Write,
    table: &'a Arc<Table>,
    decoder: Decoder,
    /// `true` if the stored row must be read.
    reads: bool,
    /// Given columns outside the key: position in the table, id, and position in the source's rows.
    given: Vec<(usize, ColumnId, usize)>,
    /// Claims of the rows written so far on values of unique indexes.
    claims: Vec<Claim>,
}

impl<'a> TableWriter<'a> {
    fn new(plan: &'a Write) -> Self {
        let table = &plan.table;
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let source = |&column: &usize| match plan.values[column] {
            Given::Source(source) if !table.key.contains(&column) => Some((column, table.columns[column].id, source)),
            _ => None,
        };
        let given: Vec<_> = all.iter().filter_map(source).collect();
        let absent_default = table.columns.iter().zip(&plan.values).enumerate().any(|(position, (column, given))| {
            *given == Given::Absent && column.default.is_some() && !table.key.contains(&position)
        });
        let returns_others = plan.returning.as_ref().is_some_and(|columns| {
            columns.iter().any(|column| plan.values[*column] == Given::Absent && !table.key.contains(column))
        });
        let reads = match plan.kind {
            // INSERT has already checked that there is no stored row.
            WriteKind::Insert => false,
            _ if !table.indexes.is_empty() => true,
            WriteKind::InsertOrRevert => true,
            WriteKind::Upsert => absent_default || returns_others,
            WriteKind::Replace => false,
            WriteKind::Update => !plan.existing || returns_others,
            WriteKind::Delete => plan.returning.is_some(),
        };
        Self { plan, table, decoder: Decoder::new(table, table, &all), reads, given, claims: Vec::new() }
    }

    /// Returns a row with only its key filled in.
    fn key_row(&self, source: &Row, run: &QueryRun<'_>) -> Result<Row> {
        let mut row = vec![Value::Null; self.table.columns.len()];
        for &column in &self.table.key {
            row[column] = match self.plan.values[column] {
                Given::Source(position) => source[position].clone(),
                Given::Absent => self.default(column, run)?,
            };
        }
        Ok(row)
    }

    /// Returns the value of a new row for a column that the statement does not mention.
    fn default(&self, column: usize, run: &QueryRun<'_>) -> Result<Value> {
        Ok(match &self.table.columns[column].default {
            None => Value::Null,
            Some(DefaultValue::Literal(value)) => value.clone(),
            Some(DefaultValue::Sequence) => Value::Int(run.host.next_serial(self.table, column)?),
        })
    }

    /// Writes one row. Returns the row of RETURNING, if any.
    fn write(&mut self, source: &Row, key_row: Row, key: Vec<u8>, run: &mut QueryRun<'_>) -> Result<Option<Row>> {
        let old = if self.reads { self.old(&key, run) } else { None };
        match self.plan.kind {
            WriteKind::Update if self.reads && old.is_none() => return Ok(None),
            WriteKind::Delete => return Ok(self.delete(old, key_row, key, run)),
            _ => {}
        }
        self.check_sizes(source)?;
        let size = self.given.iter().map(|(_, _, position)| weight(&source[*position])).sum::<usize>() + key.len();
        let usage = run.usage.of(&self.table.path);
        usage.updated_rows += 1;
        usage.updated_bytes += size as u64;
        let keeps_others = matches!(self.plan.kind, WriteKind::Upsert | WriteKind::Update);
        if keeps_others && !self.reads {
            let changes: Vec<ColumnChange> =
                self.given.iter().map(|&(_, id, position)| (id, encode_value(&source[position]))).collect();
            record(self.table, &key, || Operation::Upsert(changes.clone()), run.tx);
            run.tx.merge(self.table.id, key, changes);
            if self.plan.returning.is_none() {
                return Ok(None);
            }
            return Ok(self.returned(&self.given_over(source, key_row)));
        }
        let new = match &old {
            Some(old) if keeps_others => self.given_over(source, old.clone()),
            _ => {
                let mut row = self.given_over(source, key_row);
                for (column, value) in row.iter_mut().enumerate() {
                    if self.plan.values[column] == Given::Absent && !self.table.key.contains(&column) {
                        *value = self.default(column, run)?;
                    }
                }
                row
            }
        };
        self.claims.extend(IndexedRow { old: old.as_ref(), new: Some(&new) }.write(self.table, run.tx));
        record(self.table, &key, || self.operation(&new), run.tx);
        run.tx.put(self.table.id, key, full_row(self.table, &new));
        Ok(self.returned(&new))
    }

    fn delete(&self, old: Option<Row>, key_row: Row, key: Vec<u8>, run: &mut QueryRun<'_>) -> Option<Row> {
        if self.reads && old.is_none() {
            return None;
        }
        run.usage.of(&self.table.path).deleted_rows += 1;
        // The old row is known whenever there are indexes or RETURNING.
        IndexedRow { old: old.as_ref(), new: None }.write(self.table, run.tx);
        record(self.table, &key, || Operation::Erase, run.tx);
        run.tx.delete(self.table.id, key);
        self.returned(&old.unwrap_or(key_row))
    }

    /// Returns the operation that a changefeed records for a row: the columns that the statement gives, and those that
    /// it fills with defaults. REPLACE is YDB's `ERowOp::Reset` (`TDataShardUserDb::ReplaceRow`), and every other
    /// statement is YDB's `Upsert`.
    fn operation(&self, new: &Row) -> Operation {
        let written = |&position: &usize| {
            let defaults = self.plan.kind != WriteKind::Update && self.table.columns[position].default.is_some();
            !self.table.key.contains(&position) && (self.plan.values[position] != Given::Absent || defaults)
        };
        let changes = (0..new.len()).filter(written);
        let changes = changes.map(|position| (self.table.columns[position].id, encode_value(&new[position]))).collect();
        if self.plan.kind == WriteKind::Replace { Operation::Reset(changes) } else { Operation::Upsert(changes) }
    }

    fn old(&self, key: &[u8], run: &mut QueryRun<'_>) -> Option<Row> {
        run.tx.get_with(self.table.id, key, |row| row.map(|row| self.decoder.row(key, row)))
    }

    fn given_over(&self, source: &Row, mut row: Row) -> Row {
        for &(column, _, position) in &self.given {
            row[column] = source[position].clone();
        }
        row
    }

    fn returned(&self, row: &Row) -> Option<Row> {
        let columns = self.plan.returning.as_ref()?;
        Some(columns.iter().map(|&column| row[column].clone()).collect())
    }

    fn check_sizes(&self, source: &Row) -> Result<()> {
        for &(column, _, position) in &self.given {
            let size = weight(&source[position]);
            if size > MAX_VALUE {
                let name = &self.table.columns[column].name;
                let message = format!(
                    "Row cell size of {size} bytes is larger than the allowed threshold {MAX_VALUE}, column: {name}"
                );
                return Err(Error::new(Status::BadRequest, message));
            }
        }
        Ok(())
    }
}

/// Returns roughly the number of bytes of a value.
fn weight(value: &Value) -> usize {
    match value {
        Value::Bytes(bytes) => bytes.len(),
        Value::Text(text) => text.len(),
        Value::Null => 0,
        _ => 8,
    }
}

fn has_synchronous_index(write: &Write) -> bool {
    write.table.indexes.iter().any(|index| index.kind != crate::catalog::IndexKind::GlobalAsync)
}
