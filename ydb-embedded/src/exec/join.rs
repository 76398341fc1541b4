//! Joins: by lookups along the right table's key, or by a hash table of the right side.

use std::collections::HashMap;

use super::cursor::{BATCH, Cursor};
use super::evaluate::{keep, project};
use super::hash::bytes;
use super::query_run::QueryRun;
use super::scan::{TableReader, prefix_range};
use crate::error::Result;
use crate::expr::Expr;
use crate::plan::rel::{Join, JoinStrategy, RelKind};
use crate::storage::{Direction, key};
use crate::types::{Row, Value};
use crate::yql::ast::JoinKind;

/// A running join.
pub(super) struct JoinState {
    left: Cursor,
    right: Cursor,
    built: Option<Built>,
    left_done: bool,
    /// Right rows without a match, once the left side is done.
    unmet: Option<Vec<Row>>,
}

enum Built {
    Lookup(TableReader),
    Hash(HashTable),
}

#[derive(Default)]
struct HashTable {
    rows: Vec<Row>,
    met: Vec<bool>,
    by_key: HashMap<Vec<u8>, Vec<usize>>,
}

impl JoinState {
    pub(super) fn new(join: &Join) -> Self {
        Self {
            left: Cursor::new(&join.left),
            right: Cursor::new(&join.right),
            built: None,
            left_done: false,
            unmet: None,
        }
    }

    pub(super) fn next(&mut self, join: &Join, run: &mut QueryRun<'_>) -> Result<Option<Vec<Row>>> {
        if self.built.is_none() {
            self.built = Some(self.build(join, run)?);
        }
        if !self.left_done {
            if let Some(batch) = self.left.next(&join.left, run)? {
                return self.batch(join, batch, run).map(Some);
            }
            self.left_done = true;
            if let (JoinKind::Full | JoinKind::Exclusion, Some(Built::Hash(table))) = (join.kind, &mut self.built) {
                let rows = std::mem::take(&mut table.rows).into_iter().zip(&table.met);
                let nulls = vec![Value::Null; join.left.columns.len()];
                self.unmet =
                    Some(rows.filter(|(_, met)| !**met).map(|(row, _)| [&nulls[..], &row[..]].concat()).collect());
            }
        }
        Ok(self.unmet.take().filter(|rows| !rows.is_empty()))
    }

    fn build(&mut self, join: &Join, run: &mut QueryRun<'_>) -> Result<Built> {
        if let (JoinStrategy::Lookup(_), RelKind::Scan(scan)) = (&join.strategy, &join.right.kind) {
            return Ok(Built::Lookup(TableReader::new(scan)));
        }
        let exprs: Vec<Expr> = join.equal.iter().map(|(_, right)| right.clone()).collect();
        let mut table = HashTable::default();
        while let Some(batch) = self.right.next(&join.right, run)? {
            for row in batch {
                let values = project(&exprs, &row, run.env)?;
                // NULL is equal to nothing.
                if !values.iter().any(Value::is_null) {
                    table.by_key.entry(bytes(&values)).or_default().push(table.rows.len());
                }
                table.rows.push(row);
                table.met.push(false);
            }
        }
        Ok(Built::Hash(table))
    }

    fn batch(&mut self, join: &Join, batch: Vec<Row>, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
        let exprs: Vec<Expr> = join.equal.iter().map(|(left, _)| left.clone()).collect();
        let nulls = vec![Value::Null; join.right.columns.len()];
        let mut out = Vec::with_capacity(batch.len());
        for left in batch {
            let values = project(&exprs, &left, run.env)?;
            let looked_up;
            let matches: Vec<&Row> = match self.built.as_mut() {
                Some(Built::Hash(table)) => table.matches(&values),
                Some(Built::Lookup(reader)) => {
                    looked_up = look_up(reader, join, &exprs, &values, run)?;
                    looked_up.iter().collect()
                }
                None => Vec::new(),
            };
            let pair = |right: &Row| [&left[..], &right[..]].concat();
            match join.kind {
                JoinKind::LeftSemi if matches.is_empty() => {}
                JoinKind::LeftSemi => out.push(left),
                JoinKind::LeftOnly if matches.is_empty() => out.push(left),
                JoinKind::LeftOnly => {}
                JoinKind::Left | JoinKind::Full | JoinKind::Exclusion if matches.is_empty() => {
                    out.push([&left[..], &nulls[..]].concat());
                }
                JoinKind::Exclusion => {}
                _ => out.extend(matches.into_iter().map(pair)),
            }
        }
        Ok(out)
    }
}

impl HashTable {
    /// The rows whose keys are these values; without keys all rows match.
    fn matches(&mut self, values: &[Value]) -> Vec<&Row> {
        if values.is_empty() {
            return self.rows.iter().collect();
        }
        if values.iter().any(Value::is_null) {
            return Vec::new();
        }
        let found = self.by_key.get(&bytes(values)).map_or(&[][..], Vec::as_slice);
        for &position in found {
            self.met[position] = true;
        }
        found.iter().map(|&position| &self.rows[position]).collect()
    }
}

/// The right rows for one left row, found by their key.
fn look_up(
    reader: &TableReader,
    join: &Join,
    exprs: &[Expr],
    values: &[Value],
    run: &mut QueryRun<'_>,
) -> Result<Vec<Row>> {
    let (JoinStrategy::Lookup(given), RelKind::Scan(scan)) = (&join.strategy, &join.right.kind) else {
        return Ok(Vec::new());
    };
    if values.iter().any(Value::is_null) {
        return Ok(Vec::new());
    }
    let types: Vec<_> = scan.read_table().key_types().cloned().collect();
    let prefix: Vec<Value> = given.iter().map(|&position| values[position].clone()).collect();
    let range = prefix_range(key::encode_prefix(&prefix, &types), given.len() == types.len());
    let mut rows = Vec::new();
    let mut after = None;
    loop {
        let (found, done) = reader.range(&range, Direction::Forward, BATCH, &mut after, run)?;
        rows.extend(found);
        if done {
            break;
        }
    }
    if let Some(predicate) = &scan.predicate {
        keep(&mut rows, predicate, run.env)?;
    }
    check_rest(&mut rows, join, given, exprs, values, run)?;
    Ok(rows)
}

/// Checks the equalities that are not part of the looked-up prefix, row by row.
fn check_rest(
    rows: &mut Vec<Row>,
    join: &Join,
    given: &[usize],
    exprs: &[Expr],
    values: &[Value],
    run: &QueryRun<'_>,
) -> Result<()> {
    let rest: Vec<usize> = (0..exprs.len()).filter(|position| !given.contains(position)).collect();
    if rest.is_empty() {
        return Ok(());
    }
    let mut kept = Vec::with_capacity(rows.len());
    for row in rows.drain(..) {
        let mut same = true;
        for &position in &rest {
            let right = project(std::slice::from_ref(&join.equal[position].1), &row, run.env)?;
            same &= !right[0].is_null() && bytes(&right) == bytes(std::slice::from_ref(&values[position]));
        }
        if same {
            kept.push(row);
        }
    }
    *rows = kept;
    Ok(())
}
