//! Reads of a table: ranges in order, chunk by chunk, and lookups in the main table for what an index lacks.
//!
//! The ranges of a scan are read one after another, each in chunks: the storage's lock is held for one chunk, and
//! other transactions may write between two of them, while this transaction's snapshot stays as it was. Chunks begin
//! small, as many queries want few rows, and double; a LIMIT sets their size to the number of rows still wanted.

use std::sync::Arc;

use super::access::ranges;
use super::decode::{Decoder, key_of};
use super::evaluate::{count, keep};
use super::query_run::QueryRun;
use crate::catalog::Table;
use crate::error::Result;
use crate::plan::rel::Scan;
use crate::storage::{Direction, KeyRange};
use crate::types::Row;
use crate::work::tick;

/// The largest chunk, in rows.
const MAX_CHUNK: usize = 512;

/// The first chunk if the number of wanted rows is unknown.
const FIRST_CHUNK: usize = 256;

/// A running scan.
#[derive(Default)]
pub(super) struct ScanState {
    started: Option<Started>,
}

struct Started {
    /// What is left to read, the next range last.
    ranges: Vec<KeyRange>,
    /// The last key read of the next range.
    after: Option<Box<[u8]>>,
    reader: TableReader,
    chunk: usize,
    /// How many more rows are wanted, if known.
    wanted: Option<u64>,
}

/// Reads rows of a table, or of an index, whose missing columns are looked up in the main table.
pub(super) struct TableReader {
    read: Arc<Table>,
    decoder: Decoder,
    /// The main table, and the decoder of the columns that the index lacks.
    main: Option<(Arc<Table>, Decoder)>,
}

impl TableReader {
    pub(super) fn new(scan: &Scan) -> Self {
        let read = Arc::clone(scan.read_table());
        let has = |column: &usize| read.column(&scan.table.columns[*column].name).is_some();
        if scan.needed.iter().all(has) {
            return Self { decoder: Decoder::new(&scan.table, &read, &scan.needed), read, main: None };
        }
        // The lookup needs the main key, even if the query does not.
        let (mut from_index, rest): (Vec<usize>, Vec<usize>) = scan.needed.iter().copied().partition(has);
        from_index.extend(&scan.table.key);
        let main = (Arc::clone(&scan.table), Decoder::new(&scan.table, &scan.table, &rest));
        Self { decoder: Decoder::new(&scan.table, &read, &from_index), read, main: Some(main) }
    }

    /// Reads up to `max` rows of a range, and whether the range is done. `after` is the last key read, and moves on.
    pub(super) fn range(
        &self,
        range: &KeyRange,
        direction: Direction,
        max: usize,
        after: &mut Option<Box<[u8]>>,
        run: &mut QueryRun<'_>,
    ) -> Result<(Vec<Row>, bool)> {
        let mut rows = Vec::new();
        let mut bytes = 0;
        let mut done = true;
        if let Some(key) = range.as_point() {
            run.tx.get_with(self.read.id, key, |row| {
                if let Some(row) = row {
                    bytes += key.len() + row.len();
                    rows.push(self.decoder.row(key, row));
                }
            });
        } else {
            let last = run.tx.scan_with(self.read.id, range, direction, max, after.as_deref(), |key, row| {
                bytes += key.len() + row.len();
                rows.push(self.decoder.row(key, row));
                std::ops::ControlFlow::Continue(())
            });
            done = last.is_none();
            *after = last;
        }
        tick(rows.len() + 1)?;
        let usage = run.usage.of(&self.read.path);
        usage.read_rows += rows.len() as u64;
        usage.read_bytes += bytes as u64;
        if let Some((main, decoder)) = &self.main {
            let mut read = 0;
            let mut size = 0;
            for row in &mut rows {
                tick(1)?;
                let key = key_of(main, row);
                run.tx.get_with(main.id, &key, |stored| {
                    if let Some(stored) = stored {
                        read += 1;
                        size += key.len() + stored.len();
                        decoder.fill(row, &key, stored);
                    }
                });
            }
            let usage = run.usage.of(&main.path);
            usage.read_rows += read;
            usage.read_bytes += size as u64;
        }
        Ok((rows, done))
    }
}

impl ScanState {
    pub(super) fn next(&mut self, scan: &Scan, run: &mut QueryRun<'_>) -> Result<Option<Vec<Row>>> {
        let started = match &mut self.started {
            Some(started) => started,
            None => self.started.insert(Started::new(scan, run)?),
        };
        let direction = if scan.descending { Direction::Reverse } else { Direction::Forward };
        let Some(range) = started.ranges.last() else { return Ok(None) };
        if started.wanted == Some(0) {
            return Ok(None);
        }
        let chunk = match started.wanted {
            Some(wanted) => usize::try_from(wanted).unwrap_or(MAX_CHUNK).clamp(1, MAX_CHUNK),
            None => started.chunk,
        };
        let (mut rows, done) = started.reader.range(range, direction, chunk, &mut started.after, run)?;
        started.chunk = (started.chunk * 2).min(MAX_CHUNK);
        if done {
            started.ranges.pop();
            started.after = None;
        }
        if let Some(predicate) = &scan.predicate {
            keep(&mut rows, predicate, run.env)?;
        }
        if let Some(wanted) = &mut started.wanted {
            *wanted = wanted.saturating_sub(rows.len() as u64);
        }
        Ok(Some(rows))
    }
}

impl Started {
    fn new(scan: &Scan, run: &QueryRun<'_>) -> Result<Self> {
        let mut ranges = ranges(&scan.access, run.env)?;
        // The next range is taken from the end.
        if !scan.descending {
            ranges.reverse();
        }
        let wanted = count(scan.hint.as_ref(), run.env)?;
        Ok(Self { ranges, after: None, reader: TableReader::new(scan), chunk: FIRST_CHUNK, wanted })
    }
}
