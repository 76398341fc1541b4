//! Reads of a table: ranges in order, in chunks. Columns that an index lacks are looked up in the main table. Stored
//! keys and rows become values.
//!
//! The ranges of a scan are read one after another, each in chunks. The storage's lock is held for one chunk. Other
//! transactions may write between two chunks, while the snapshot of this transaction stays as it was. Chunks begin
//! small, because many queries want few rows, and double. With a LIMIT, the size of a chunk is the number of rows still
//! wanted.

use std::sync::Arc;

use super::access::{KeyAccess, ranges};
use super::rows::{Limit, keep};
use super::{Cursor, QueryRun};
use crate::catalog::{ColumnId, IndexKind, Table};
use crate::error::Result;
use crate::expr::Expr;
use crate::storage::{Direction, KeyRange, Transaction, key, row};
use crate::types::{Row, Type, Value};
use crate::work::tick;

const MAX_CHUNK: usize = 512;

/// Number of rows in the first chunk, if the number of wanted rows is unknown.
const FIRST_CHUNK: usize = 256;

/// Read of a table. Its rows have all columns of the table, with NULL in the columns that are not needed.
#[derive(Clone, Debug)]
pub struct Scan {
    pub table: Arc<Table>,
    /// Table of the index that is read instead. Columns that it lacks are looked up in the main table.
    pub index: Option<Arc<Table>>,
    /// Positions of the needed columns.
    pub needed: Vec<usize>,
    pub access: KeyAccess,
    /// Condition that `access` was made from. Each row is checked against it as well.
    pub predicate: Option<Expr>,
    pub descending: bool,
    /// `true` if the planner may read an index instead of the table.
    pub chooses: bool,
    /// LIMIT above the scan: no more rows are wanted. The scan reads more rows if the predicate drops some.
    pub hint: Option<Arc<Limit>>,
}

impl Scan {
    /// Returns the positions of the key columns of the table that is read. The positions are those in this scan's rows,
    /// which have the columns of the main table.
    pub fn key_positions(&self) -> Vec<usize> {
        let read = self.read_table();
        let position = |&column: &usize| self.table.column(&read.columns[column].name).unwrap_or(usize::MAX);
        read.key.iter().map(position).collect()
    }

    /// Returns the table that is read: the index's table if there is an index, or else the main table.
    pub fn read_table(&self) -> &Arc<Table> {
        self.index.as_ref().unwrap_or(&self.table)
    }
}

pub(super) fn open(scan: &Arc<Scan>) -> Cursor {
    let (scan, mut started) = (Arc::clone(scan), None);
    Cursor::new(move |run| {
        let started = match &mut started {
            Some(started) => started,
            None => started.insert(Started::new(&scan, run)?),
        };
        started.next(run)
    })
}

struct Started {
    /// Ranges that are left to read, with the next range last.
    ranges: Vec<KeyRange>,
    /// Key that was read last in the next range.
    after: Option<Box<[u8]>>,
    reader: TableReader,
    chunk: usize,
    /// Number of rows still wanted, if it is known.
    wanted: Option<u64>,
}

/// Reader of rows of a table or of an index. Columns that an index lacks are looked up in the main table.
pub(super) struct TableReader {
    pub(super) scan: Arc<Scan>,
    decoder: Decoder,
    /// Decoder of main table rows, for the columns that the index lacks.
    rest: Option<Decoder>,
    /// `true` if the reader reads an asynchronous index, which may be behind the table.
    lags: bool,
}

impl TableReader {
    pub(super) fn new(scan: &Arc<Scan>) -> Self {
        let (main, read) = (&scan.table, scan.read_table());
        let has = |column: &usize| read.column(&main.columns[*column].name).is_some();
        let (mut needed, rest): (Vec<usize>, Vec<usize>) = scan.needed.iter().copied().partition(has);
        if !rest.is_empty() {
            // The lookup needs the main key, even if the query does not.
            needed.extend(&main.key);
        }
        let rest = (!rest.is_empty()).then(|| Decoder::new(main, main, &rest));
        let lags = main.indexes.iter().any(|index| index.table.id == read.id && index.kind == IndexKind::GlobalAsync);
        Self { scan: Arc::clone(scan), decoder: Decoder::new(main, read, &needed), rest, lags }
    }

    /// Runs a read of the table, or of an asynchronous index in its older state.
    fn read<R>(&self, tx: &mut Transaction, read: impl FnOnce(&mut Transaction) -> R) -> R {
        if self.lags { tx.behind(read) } else { read(tx) }
    }

    /// Reads up to `max` rows of a range. Returns the rows, and `true` if the range is done. `after` is the last key
    /// that was read, and moves on.
    pub(super) fn range(
        &self,
        range: &KeyRange,
        direction: Direction,
        max: usize,
        after: &mut Option<Box<[u8]>>,
        run: &mut QueryRun<'_>,
    ) -> Result<(Vec<Row>, bool)> {
        let (main, read) = (&self.scan.table, self.scan.read_table());
        let mut rows = Vec::new();
        let mut bytes = 0;
        let mut done = true;
        if let Some(key) = range.as_point() {
            self.read(run.tx, |tx| {
                tx.get_with(read.id, key, |row| {
                    if let Some(row) = row {
                        bytes += key.len() + row.len();
                        rows.push(self.decoder.row(key, row));
                    }
                });
            });
        } else {
            let last = self.read(run.tx, |tx| {
                tx.scan_with(read.id, range, direction, max, after.as_deref(), |key, row| {
                    bytes += key.len() + row.len();
                    rows.push(self.decoder.row(key, row));
                    std::ops::ControlFlow::Continue(())
                })
            });
            done = last.is_none();
            *after = last;
        }
        tick(rows.len() + 1)?;
        let usage = run.usage.of(&read.path);
        usage.read_rows += rows.len() as u64;
        usage.read_bytes += bytes as u64;
        if let Some(decoder) = &self.rest {
            let (mut found, mut size) = (0, 0);
            let mut gone = Vec::new();
            for (number, row) in rows.iter_mut().enumerate() {
                tick(1)?;
                let key = key_of(main, row);
                run.tx.get_with(main.id, &key, |stored| {
                    if let Some(stored) = stored {
                        found += 1;
                        size += key.len() + stored.len();
                        decoder.fill(row, &key, stored);
                    } else if self.lags {
                        gone.push(number);
                    }
                });
            }
            // An index that is behind has entries for rows that no longer exist.
            gone.into_iter().rev().for_each(|number| _ = rows.remove(number));
            let usage = run.usage.of(&main.path);
            usage.read_rows += found;
            usage.read_bytes += size as u64;
        }
        Ok((rows, done))
    }
}

impl Started {
    fn new(scan: &Arc<Scan>, run: &QueryRun<'_>) -> Result<Self> {
        let mut ranges = ranges(&scan.access, run.env)?;
        if let Some(within) = run.within {
            ranges = ranges.iter().map(|range| range.intersect(within)).filter(|range| !range.is_empty()).collect();
        }
        // The scan takes the next range from the end of the list.
        if !scan.descending {
            ranges.reverse();
        }
        let wanted = match &scan.hint {
            Some(limit) => limit.reach(run.env)?,
            None => None,
        };
        Ok(Self { ranges, after: None, reader: TableReader::new(scan), chunk: FIRST_CHUNK, wanted })
    }

    fn next(&mut self, run: &mut QueryRun<'_>) -> Result<Option<Vec<Row>>> {
        let scan = &self.reader.scan;
        let direction = if scan.descending { Direction::Reverse } else { Direction::Forward };
        let Some(range) = self.ranges.last() else { return Ok(None) };
        if self.wanted == Some(0) {
            return Ok(None);
        }
        let chunk = match self.wanted {
            Some(wanted) => usize::try_from(wanted).unwrap_or(MAX_CHUNK).clamp(1, MAX_CHUNK),
            None => self.chunk,
        };
        let (mut rows, done) = self.reader.range(range, direction, chunk, &mut self.after, run)?;
        self.chunk = (self.chunk * 2).min(MAX_CHUNK);
        if done {
            self.ranges.pop();
            self.after = None;
        }
        if let Some(predicate) = &scan.predicate {
            keep(&mut rows, predicate, run.env)?;
        }
        if let Some(wanted) = &mut self.wanted {
            *wanted = wanted.saturating_sub(rows.len() as u64);
        }
        Ok(Some(rows))
    }
}

/// Decoder of the stored rows of a table or an index. It puts the wanted columns into rows that have as many columns as
/// the main table.
#[derive(Clone, Debug)]
pub struct Decoder {
    width: usize,
    key_types: Vec<Type>,
    /// Position in the decoded row for each key column; `None` if the column is not wanted.
    key: Vec<Option<usize>>,
    any_key: bool,
    /// Wanted columns outside the key in the order of their ids, with their positions in the decoded row.
    rest: Vec<(ColumnId, Type, usize)>,
}

impl Decoder {
    /// Returns a decoder that reads the columns `wanted` of `main` from stored rows of `read`. The columns of `read`
    /// have the names of the main table's columns.
    pub fn new(main: &Table, read: &Table, wanted: &[usize]) -> Self {
        let target = |position: usize| {
            let name = &read.columns[position].name;
            wanted.iter().copied().find(|&column| main.columns[column].name == *name)
        };
        let key: Vec<Option<usize>> = read.key.iter().map(|&position| target(position)).collect();
        let mut rest: Vec<(ColumnId, Type, usize)> = (0..read.columns.len())
            .filter(|position| !read.key.contains(position))
            .filter_map(|position| {
                let column = &read.columns[position];
                target(position).map(|target| (column.id, column.ty.clone(), target))
            })
            .collect();
        rest.sort_by_key(|(id, ..)| *id);
        Self {
            width: main.columns.len(),
            key_types: read.key_types().cloned().collect(),
            any_key: key.iter().any(Option::is_some),
            key,
            rest,
        }
    }

    pub fn row(&self, key_bytes: &[u8], row_bytes: &[u8]) -> Row {
        let mut out = vec![Value::Null; self.width];
        self.fill(&mut out, key_bytes, row_bytes);
        out
    }

    /// Decodes the wanted columns of a stored key and row into an existing row.
    pub fn fill(&self, out: &mut Row, key_bytes: &[u8], row_bytes: &[u8]) {
        if self.any_key {
            for (value, target) in key::decode(key_bytes, &self.key_types).into_iter().zip(&self.key) {
                if let Some(target) = target {
                    out[*target] = value;
                }
            }
        }
        if self.rest.is_empty() {
            return;
        }
        let mut wanted = self.rest.iter().peekable();
        for (id, payload) in row::RowReader::new(row_bytes) {
            while wanted.next_if(|(own, ..)| *own < id).is_some() {}
            if let Some((_, ty, target)) = wanted.next_if(|(own, ..)| *own == id) {
                out[*target] = row::decode_value(payload, ty);
            }
            if wanted.peek().is_none() {
                break;
            }
        }
    }
}

/// Returns the encoded key of a row with all columns.
pub fn key_of(table: &Table, row: &[Value]) -> Vec<u8> {
    let values: Vec<Value> = table.key.iter().map(|&column| row[column].clone()).collect();
    key::encode(&values, table.key_types())
}

/// Returns the stored form of a row with all columns, without its key.
pub fn full_row(table: &Arc<Table>, row: &[Value]) -> Box<[u8]> {
    let mut columns: Vec<usize> = (0..table.columns.len()).filter(|column| !table.key.contains(column)).collect();
    columns.sort_by_key(|&column| table.columns[column].id);
    row::encode(columns.into_iter().map(|column| (table.columns[column].id, &row[column])))
}

/// Returns a row whose columns are all NULL.
pub fn empty_row(table: &Table) -> Row {
    vec![Value::Null; table.columns.len()]
}
