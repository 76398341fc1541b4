//! One join: its right rows, looked up along a table's key or kept in a hash table.

use std::collections::HashMap;

use super::evaluate::{keep, project};
use super::hash::bytes;
use super::query_run::{BATCH, QueryRun};
use super::scan::TableReader;
use crate::error::Result;
use crate::expr::Env;
use crate::expr::memory::{MemoryGuard, size};
use crate::plan::rel::{JoinStrategy, Joined, RelKind};
use crate::storage::{Direction, KeyRange, key};
use crate::types::{Row, Value};
use crate::work::tick;
use crate::yql::ast::JoinKind;

/// Finds the right rows that match a left row.
pub(super) enum Joiner {
    Lookup(TableReader),
    Hash(HashTable),
}

/// The right rows, by the values that must be equal.
#[derive(Default)]
pub(super) struct HashTable {
    rows: Vec<Row>,
    met: Vec<bool>,
    by_key: HashMap<Vec<u8>, Vec<usize>>,
    held: Option<MemoryGuard>,
}

impl Joiner {
    /// A join that has not seen any row.
    pub(super) fn new(joined: &Joined) -> Self {
        match (&joined.strategy, &joined.right.kind) {
            (JoinStrategy::Lookup(_), RelKind::Scan(scan)) => Self::Lookup(TableReader::new(scan)),
            _ => Self::Hash(HashTable::default()),
        }
    }

    /// Whether all right rows must be [added](Self::add) before the first left row.
    pub(super) const fn needs_right(&self) -> bool {
        matches!(self, Self::Hash(_))
    }

    /// Whether a kind of join gives right rows after the last left row.
    pub(super) const fn keeps_right(kind: JoinKind) -> bool {
        use JoinKind::{Exclusion, Full, Right, RightOnly, RightSemi};
        matches!(kind, Full | Exclusion | Right | RightOnly | RightSemi)
    }

    /// Adds right rows.
    pub(super) fn add(&mut self, joined: &Joined, batch: Vec<Row>, env: &Env) -> Result<()> {
        let Self::Hash(table) = self else { return Ok(()) };
        for row in batch {
            let values = project(joined.equal.iter().map(|(_, right)| right), &row, env)?;
            // NULL is equal to nothing.
            let mut bytes_held = size(&row);
            if !values.iter().any(Value::is_null) {
                let key = bytes(&values);
                bytes_held += key.len() + size_of::<(Vec<u8>, Vec<usize>)>();
                table.by_key.entry(key).or_default().push(table.rows.len());
            }
            table.held.get_or_insert_with(|| env.memory.part()).add(bytes_held)?;
            table.rows.push(row);
            table.met.push(false);
        }
        Ok(())
    }

    /// Joins a left row.
    pub(super) fn row(&mut self, joined: &Joined, left: Row, out: &mut Vec<Row>, run: &mut QueryRun<'_>) -> Result<()> {
        let values = project(joined.equal.iter().map(|(left, _)| left), &left, run.env)?;
        let looked_up;
        let matches: Vec<&Row> = match self {
            Self::Hash(table) => table.matches(&values),
            Self::Lookup(reader) => {
                looked_up = look_up(reader, joined, &values, run)?;
                looked_up.iter().collect()
            }
        };
        tick(matches.len())?;
        match joined.kind {
            JoinKind::LeftSemi | JoinKind::LeftOnly => {
                if matches.is_empty() == (joined.kind == JoinKind::LeftOnly) {
                    out.push(left);
                }
            }
            JoinKind::Left | JoinKind::Full | JoinKind::Exclusion if matches.is_empty() => {
                let nulls = vec![Value::Null; joined.right.columns.len()];
                out.push([&left[..], &nulls[..]].concat());
            }
            JoinKind::Exclusion | JoinKind::RightSemi | JoinKind::RightOnly => {}
            _ => out.extend(matches.into_iter().map(|right| [&left[..], &right[..]].concat())),
        }
        Ok(())
    }

    /// What is kept of the right rows after the last left row.
    pub(super) fn rest(&mut self, joined: &Joined) -> Vec<Row> {
        let Self::Hash(table) = self else { return Vec::new() };
        let rows = std::mem::take(&mut table.rows).into_iter().zip(std::mem::take(&mut table.met));
        let kept = rows.filter(|(_, met)| *met == (joined.kind == JoinKind::RightSemi)).map(|(row, _)| row);
        if matches!(joined.kind, JoinKind::RightSemi | JoinKind::RightOnly) {
            return kept.collect();
        }
        let nulls = vec![Value::Null; joined.width];
        kept.map(|row| [&nulls[..], &row[..]].concat()).collect()
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
fn look_up(reader: &TableReader, join: &Joined, values: &[Value], run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
    let (JoinStrategy::Lookup(given), RelKind::Scan(scan)) = (&join.strategy, &join.right.kind) else {
        return Ok(Vec::new());
    };
    if values.iter().any(Value::is_null) {
        return Ok(Vec::new());
    }
    let types: Vec<_> = scan.read_table().key_types().cloned().collect();
    let prefix: Vec<Value> = given.iter().map(|&position| values[position].clone()).collect();
    let key = key::encode(&prefix, &types);
    let range = if given.len() == types.len() { KeyRange::point(key) } else { KeyRange::prefix(key) };
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
fn check_rest(rows: &mut Vec<Row>, join: &Joined, given: &[usize], values: &[Value], env: &Env) -> Result<()> {
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
