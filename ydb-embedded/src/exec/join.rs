//! Joins: by lookups along the right table's key, or by a hash table of the right side.

use std::collections::HashMap;
use std::vec::IntoIter;

use super::evaluate::{keep, project};
use super::hash::bytes;
use super::query_run::{BATCH, QueryRun};
use super::scan::{TableReader, prefix_range};
use crate::error::Result;
use crate::expr::{Env, Expr};
use crate::plan::rel::{Join, JoinStrategy, RelKind};
use crate::storage::{Direction, key};
use crate::types::{Row, Value};
use crate::work::tick;
use crate::yql::ast::JoinKind;

/// A join of left rows with the right rows that match them.
pub(super) struct Joiner {
    /// What must be equal, over the left rows and over the right rows.
    left: Vec<Expr>,
    right: Vec<Expr>,
    rows: RightRows,
}

/// Where the right rows come from.
enum RightRows {
    Lookup(TableReader),
    Hash(HashTable),
}

#[derive(Default)]
struct HashTable {
    rows: Vec<Row>,
    met: Vec<bool>,
    by_key: HashMap<Vec<u8>, Vec<usize>>,
}

impl Joiner {
    /// A join that has not seen any row.
    pub(super) fn new(join: &Join) -> Self {
        let (left, right) = join.equal.iter().cloned().unzip();
        let rows = match (&join.strategy, &join.right.kind) {
            (JoinStrategy::Lookup(_), RelKind::Scan(scan)) => RightRows::Lookup(TableReader::new(scan)),
            _ => RightRows::Hash(HashTable::default()),
        };
        Self { left, right, rows }
    }

    /// Whether all right rows must be [added](Self::add) before the first left row.
    pub(super) const fn needs_right(&self) -> bool {
        matches!(self.rows, RightRows::Hash(_))
    }

    /// Adds right rows.
    pub(super) fn add(&mut self, batch: Vec<Row>, env: &Env) -> Result<()> {
        let RightRows::Hash(table) = &mut self.rows else { return Ok(()) };
        for row in batch {
            let values = project(&self.right, &row, env)?;
            // NULL is equal to nothing.
            if !values.iter().any(Value::is_null) {
                table.by_key.entry(bytes(&values)).or_default().push(table.rows.len());
            }
            table.rows.push(row);
            table.met.push(false);
        }
        Ok(())
    }

    /// Joins left rows until there is a batch of joined ones.
    pub(super) fn batch(
        &mut self,
        join: &Join,
        waiting: &mut IntoIter<Row>,
        run: &mut QueryRun<'_>,
    ) -> Result<Vec<Row>> {
        let nulls = vec![Value::Null; join.right.columns.len()];
        let mut out = Vec::new();
        while out.len() < BATCH
            && let Some(left) = waiting.next()
        {
            let values = project(&self.left, &left, run.env)?;
            let looked_up;
            let matches: Vec<&Row> = match &mut self.rows {
                RightRows::Hash(table) => table.matches(&values),
                RightRows::Lookup(reader) => {
                    looked_up = look_up(reader, join, &values, run)?;
                    looked_up.iter().collect()
                }
            };
            tick(matches.len())?;
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

    /// The right rows without a match, after the last left row; `None` if there are none, and from the second call on.
    pub(super) fn unmet(&mut self, join: &Join) -> Option<Vec<Row>> {
        let (JoinKind::Full | JoinKind::Exclusion, RightRows::Hash(table)) = (join.kind, &mut self.rows) else {
            return None;
        };
        let nulls = vec![Value::Null; join.left.columns.len()];
        let rows = std::mem::take(&mut table.rows).into_iter().zip(&table.met);
        let unmet: Vec<Row> = rows.filter(|(_, met)| !**met).map(|(row, _)| [&nulls[..], &row[..]].concat()).collect();
        Some(unmet).filter(|rows| !rows.is_empty())
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
fn look_up(reader: &TableReader, join: &Join, values: &[Value], run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
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
    check_rest(&mut rows, join, given, values, run.env)?;
    Ok(rows)
}

/// Checks the equalities that are not part of the looked-up prefix, row by row.
fn check_rest(rows: &mut Vec<Row>, join: &Join, given: &[usize], values: &[Value], env: &Env) -> Result<()> {
    let rest: Vec<usize> = (0..join.equal.len()).filter(|position| !given.contains(position)).collect();
    if rest.is_empty() {
        return Ok(());
    }
    let mut kept = Vec::with_capacity(rows.len());
    for row in rows.drain(..) {
        let mut same = true;
        for &position in &rest {
            let right = project(std::slice::from_ref(&join.equal[position].1), &row, env)?;
            same &= !right[0].is_null() && bytes(&right) == bytes(std::slice::from_ref(&values[position]));
        }
        if same {
            kept.push(row);
        }
    }
    *rows = kept;
    Ok(())
}
