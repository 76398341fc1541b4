//! Chains of joins: rows of the first source pass through the joins one after another. Each join looks up its right
//! rows by a table's key, or keeps them in a hash table.
//!
//! ```text
//! FROM a JOIN b ON .. LEFT JOIN c ON ..
//!
//! a ---rows---> join b ---rows---> join c ---rows---> out
//! ```
//!
//! Each join keeps the left rows that wait for it. The last join with waiting rows goes first, and takes only as many
//! rows as give a batch. Thus few rows wait, however many matches each of them has. When no rows wait, the first source
//! gives its next batch. After its last batch, each join in turn gives the right rows that it has kept, and these rows
//! pass through the joins after it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::vec::IntoIter;

use super::access::prefixes;
use super::condition::exactly;
use super::group::bytes;
use super::rows::{keep, project};
use super::scan::TableReader;
use super::{BATCH, Cursor, QueryRun};
use crate::error::Result;
use crate::expr::memory::{MemoryGuard, size};
use crate::expr::{Env, Expr, ExprKind};
use crate::storage::{Direction, KeyRange, key};
use crate::types::{Row, Type, Value};
use crate::work::tick;
use crate::yql::ast::JoinKind;

/// Opens a chain of joins, before its first row.
pub(super) fn open(mut first: Cursor, mut joiners: Vec<Joiner>) -> Cursor {
    // The joins from this position on have no waiting rows.
    let mut idle = 0;
    // Number of sources that have given all their rows: the first source, then the right sides in order.
    let mut ended = 0;
    Cursor::new(move |run| {
        loop {
            while idle > 0 && joiners[idle - 1].waiting.as_slice().is_empty() {
                idle -= 1;
            }
            let (rows, to) = if idle > 0 {
                (joiners[idle - 1].join(run)?, idle)
            } else if ended == 0 {
                match first.next(run)? {
                    Some(rows) => (rows, 0),
                    None => (Vec::new(), std::mem::replace(&mut ended, 1)),
                }
            } else if ended <= joiners.len() {
                ended += 1;
                (joiners[ended - 2].rest(run)?, ended - 1)
            } else {
                return Ok(None);
            };
            match joiners.get_mut(to) {
                None => return Ok(Some(rows)),
                Some(_) if rows.is_empty() => {}
                Some(joiner) => {
                    joiner.waiting = rows.into_iter();
                    idle = to + 1;
                }
            }
        }
    })
}

/// Join in a chain, without its right side. The joins before it give its left rows.
#[derive(Clone, Debug)]
pub struct Joined {
    pub kind: JoinKind,
    /// Number of columns of the left rows.
    pub width: usize,
    /// Pairs of expressions that must be equal: one over the left rows and one over the right rows, both of one type.
    pub equal: Vec<(Expr, Expr)>,
    /// `true` if the join was written with its sides swapped, as RIGHT SEMI of the right side. YDB does not look up
    /// right rows for such a join.
    pub turned: bool,
    pub strategy: JoinStrategy,
    /// Condition on the joined rows, which is checked before the next join.
    pub filter: Option<Expr>,
}

#[derive(Clone, Debug)]
pub enum JoinStrategy {
    /// Hash table of all right rows.
    Hash,
    /// Lookup by the leading key columns of the right table.
    Lookup(Arc<LookupKey>),
}

/// Sources of the values for the leading key columns of a right table.
#[derive(Clone, Debug)]
pub struct LookupKey {
    /// Number of leading key columns whose values come from the right table's own condition.
    pub fixed: usize,
    /// Positions in `equal` that give the values of the key columns after the fixed ones.
    pub given: Vec<usize>,
}

impl Joined {
    pub const fn is_lookup(&self) -> bool {
        matches!(self.strategy, JoinStrategy::Lookup(_))
    }

    /// Returns the number of columns of the left rows in the joined rows: all or none. The columns of the right rows
    /// follow, if there are any.
    pub const fn kept(&self) -> usize {
        if matches!(self.kind, JoinKind::RightSemi | JoinKind::RightOnly) { 0 } else { self.width }
    }

    /// Returns `true` if the joined rows have the columns of the right rows.
    pub const fn shows_right(&self) -> bool {
        !matches!(self.kind, JoinKind::LeftSemi | JoinKind::LeftOnly)
    }

    /// Returns `true` if the join gives right rows after the last left row.
    const fn keeps_right(&self) -> bool {
        use JoinKind::{Exclusion, Full, Right, RightOnly, RightSemi};
        matches!(self.kind, Full | Exclusion | Right | RightOnly | RightSemi)
    }

    /// Returns the pairs of columns of the same type that must be equal, as positions in the left and in the right
    /// rows.
    pub fn same(&self) -> impl Iterator<Item = (usize, usize)> {
        self.equal.iter().filter_map(|(left, right)| match (&left.kind, &right.kind) {
            (ExprKind::Column(a), ExprKind::Column(b)) if left.ty == right.ty => Some((*a, *b)),
            _ => None,
        })
    }
}

pub(super) struct Joiner {
    plan: Arc<Joined>,
    right: Right,
    /// Join values for which right rows were already given, if each right row is wanted once.
    seen: HashSet<Vec<u8>>,
    held: Option<MemoryGuard>,
    right_width: usize,
    /// Left rows that wait for the join.
    pub(super) waiting: IntoIter<Row>,
}

/// Source of the right rows that match a left row.
pub(super) enum Right {
    /// Lookup by the key of a table. The values of its fixed key columns are known from the first left row on.
    Lookup(Arc<LookupKey>, TableReader, Option<Vec<Vec<Value>>>),
    /// Hash table of all rows of a source, which is made before the first left row.
    Hash(Cursor, Option<HashTable>),
}

/// Right rows, by the values that must be equal.
pub(super) struct HashTable {
    /// Right rows, each with `true` if it has met a left row.
    rows: Vec<(Row, bool)>,
    by_key: HashMap<Vec<u8>, Vec<usize>>,
    held: MemoryGuard,
}

impl Joiner {
    pub(super) fn new(plan: &Arc<Joined>, right: Right, right_width: usize) -> Self {
        Self {
            plan: Arc::clone(plan),
            right,
            seen: HashSet::new(),
            held: None,
            right_width,
            waiting: Vec::new().into_iter(),
        }
    }

    /// Reads all right rows into the hash table, unless that is done or the rows are looked up.
    fn begin(&mut self, run: &mut QueryRun<'_>) -> Result<()> {
        let Right::Hash(source, table @ None) = &mut self.right else { return Ok(()) };
        let mut new = HashTable { rows: Vec::new(), by_key: HashMap::new(), held: run.env.memory.part() };
        while let Some(batch) = source.next(run)? {
            new.add(&self.plan, batch, run.env)?;
        }
        *table = Some(new);
        Ok(())
    }

    /// Joins waiting rows until there is a full batch, or no row waits.
    pub(super) fn join(&mut self, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
        self.begin(run)?;
        let mut out = Vec::new();
        while out.len() < BATCH
            && let Some(left) = self.waiting.next()
        {
            self.row(left, &mut out, run)?;
        }
        self.filtered(out, run)
    }

    /// Returns the right rows that the join gives after the last left row.
    pub(super) fn rest(&mut self, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
        if !self.plan.keeps_right() {
            return Ok(Vec::new());
        }
        self.begin(run)?;
        let Right::Hash(_, Some(table)) = &mut self.right else { return Ok(Vec::new()) };
        let rows = std::mem::take(&mut table.rows).into_iter();
        let kept = rows.filter(|(_, met)| *met == (self.plan.kind == JoinKind::RightSemi)).map(|(row, _)| row);
        let nulls = vec![Value::Null; self.plan.kept()];
        self.filtered(kept.map(|row| [&nulls[..], &row[..]].concat()).collect(), run)
    }

    fn row(&mut self, left: Row, out: &mut Vec<Row>, run: &mut QueryRun<'_>) -> Result<()> {
        let plan = &*self.plan;
        let values = project(plan.equal.iter().map(|(left, _)| left), &left, run.env)?;
        let looks_up = plan.is_lookup();
        if looks_up && plan.kind == JoinKind::RightSemi {
            let key = bytes(&values);
            let held = self.held.get_or_insert_with(|| run.env.memory.part());
            if self.seen.contains(&key) {
                return Ok(());
            }
            held.add(key.len() + size_of::<Vec<u8>>())?;
            self.seen.insert(key);
        }
        let looked_up;
        let matches: Vec<&Row> = match &mut self.right {
            Right::Hash(_, table) => table.as_mut().map_or_else(Vec::new, |table| table.matches(&values)),
            Right::Lookup(key, reader, fixed) => {
                let fixed = match fixed {
                    Some(fixed) => fixed,
                    None => fixed.insert(prefixes(&reader.scan.access, key.fixed, run.env)?),
                };
                looked_up = look_up(reader, (key, fixed), plan, &values, run)?;
                looked_up.iter().collect()
            }
        };
        tick(matches.len())?;
        match plan.kind {
            JoinKind::LeftSemi | JoinKind::LeftOnly => {
                if matches.is_empty() == (plan.kind == JoinKind::LeftOnly) {
                    out.push(left);
                }
            }
            JoinKind::Left | JoinKind::Full | JoinKind::Exclusion if matches.is_empty() => {
                let nulls = vec![Value::Null; self.right_width];
                out.push([&left[..], &nulls[..]].concat());
            }
            JoinKind::RightSemi if looks_up => out.extend(matches.into_iter().cloned()),
            JoinKind::Exclusion | JoinKind::RightSemi | JoinKind::RightOnly => {}
            _ => out.extend(matches.into_iter().map(|right| [&left[..], &right[..]].concat())),
        }
        Ok(())
    }

    fn filtered(&self, mut rows: Vec<Row>, run: &QueryRun<'_>) -> Result<Vec<Row>> {
        if let Some(filter) = &self.plan.filter {
            keep(&mut rows, filter, run.env)?;
        }
        Ok(rows)
    }
}

impl HashTable {
    fn add(&mut self, join: &Joined, batch: Vec<Row>, env: &Env) -> Result<()> {
        for row in batch {
            let values = project(join.equal.iter().map(|(_, right)| right), &row, env)?;
            // NULL is equal to nothing.
            let mut bytes_held = size(&row);
            if !values.iter().any(Value::is_null) {
                let key = bytes(&values);
                bytes_held += key.len() + size_of::<(Vec<u8>, Vec<usize>)>();
                self.by_key.entry(key).or_default().push(self.rows.len());
            }
            self.held.add(bytes_held)?;
            self.rows.push((row, false));
        }
        Ok(())
    }

    /// Returns the rows whose keys are these values, and marks them as met. Without keys, all rows match.
    fn matches(&mut self, values: &[Value]) -> Vec<&Row> {
        if values.is_empty() {
            return self.rows.iter().map(|(row, _)| row).collect();
        }
        if values.iter().any(Value::is_null) {
            return Vec::new();
        }
        let found = self.by_key.get(&bytes(values)).map_or(&[][..], Vec::as_slice);
        for &position in found {
            self.rows[position].1 = true;
        }
        found.iter().map(|&position| &self.rows[position].0).collect()
    }
}

/// Looks up the right rows for one left row by their key.
fn look_up(
    reader: &TableReader,
    (key, fixed): (&LookupKey, &[Vec<Value>]),
    join: &Joined,
    values: &[Value],
    run: &mut QueryRun<'_>,
) -> Result<Vec<Row>> {
    if values.iter().any(Value::is_null) {
        return Ok(Vec::new());
    }
    let scan = &reader.scan;
    let types: Vec<_> = scan.read_table().key_types().cloned().collect();
    // A value that the key's type cannot hold belongs to no row.
    let fitted = |(&position, to): (&usize, &Type)| exactly(values[position].clone(), &join.equal[position].0.ty, to);
    let Some(given) = key.given.iter().zip(&types[key.fixed..]).map(fitted).collect::<Option<Vec<Value>>>() else {
        return Ok(Vec::new());
    };
    let mut rows = Vec::new();
    for prefix in fixed {
        let prefix = [&prefix[..], &given[..]].concat();
        let encoded = key::encode(&prefix, &types);
        let range = if prefix.len() == types.len() { KeyRange::point(encoded) } else { KeyRange::prefix(encoded) };
        let mut after = None;
        loop {
            let (found, done) = reader.range(&range, Direction::Forward, BATCH, &mut after, run)?;
            rows.extend(found);
            if done {
                break;
            }
        }
    }
    if let Some(predicate) = &scan.predicate {
        keep(&mut rows, predicate, run.env)?;
    }
    check_rest(&mut rows, join, &key.given, values, run.env)?;
    Ok(rows)
}

/// Keeps the rows for which the equalities outside the looked-up prefix hold, too.
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
