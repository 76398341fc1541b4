//! GROUP BY with aggregates, and DISTINCT. Rows are the keys of hash tables.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Cursor;
use super::rows::project;
use crate::error::Result;
use crate::expr::accumulator::Accumulator;
use crate::expr::aggregate::Aggregate;
use crate::expr::memory::{MemoryGuard, size};
use crate::expr::{Env, Expr};
use crate::types::{Row, Value, pickle};
use crate::work::tick;

/// Grouping of rows. Each group becomes one row: the keys, then the aggregates.
#[derive(Clone, Debug)]
pub struct Group {
    /// Expressions of the keys. Without keys there is exactly one group, even if there are no rows.
    pub keys: Vec<Expr>,
    /// Grouping sets, each a list of positions in `keys`; empty if there are none. Each set groups all rows, with NULL
    /// for the keys that it lacks. The position of the set comes after the keys.
    pub sets: Vec<Vec<usize>>,
    pub aggregates: Vec<AggregateCall>,
}

#[derive(Clone, Debug)]
pub struct AggregateCall {
    pub aggregate: Aggregate,
    /// Arguments of the aggregate, which are evaluated over the ungrouped rows.
    pub args: Vec<Expr>,
}

pub(super) fn open(group: &Arc<Group>, mut input: Cursor) -> Cursor {
    let plan = Arc::clone(group);
    Cursor::at_once(move |run| {
        let mut groups = OpenGroups::new(&plan, run.env);
        while let Some(batch) = input.next(run)? {
            groups.add(batch, run.env)?;
        }
        groups.finish()
    })
}

/// Groups of the rows added so far, in the order of their first rows.
struct OpenGroups<'p> {
    plan: &'p Group,
    groups: Vec<Totals>,
    by_key: HashMap<Vec<u8>, usize>,
    held: MemoryGuard,
}

/// Group with its keys, and with its aggregates so far.
struct Totals {
    keys: Row,
    accumulators: Vec<Accumulator>,
}

impl<'p> OpenGroups<'p> {
    /// Returns the groups that exist without rows: one group if there are no keys, and one for each grouping set
    /// without keys.
    fn new(plan: &'p Group, env: &Env) -> Self {
        let mut groups = Self { plan, groups: Vec::new(), by_key: HashMap::new(), held: env.memory.part() };
        if plan.keys.is_empty() && plan.sets.is_empty() {
            groups.group(Row::new());
        }
        for set in (0..plan.sets.len()).filter(|&set| plan.sets[set].is_empty()) {
            groups.group(groups.key_of_set(&[], set));
        }
        groups
    }

    fn add(&mut self, batch: Vec<Row>, env: &Env) -> Result<()> {
        for row in batch {
            let values = project(&self.plan.keys, &row, env)?;
            let (before, bytes) =
                (self.groups.len(), 2 * size(&values) + self.plan.aggregates.len() * size_of::<Accumulator>());
            if self.plan.sets.is_empty() {
                let group = self.group(values);
                self.accumulate(group, &row, env)?;
            } else {
                for set in 0..self.plan.sets.len() {
                    let group = self.group(self.key_of_set(&values, set));
                    self.accumulate(group, &row, env)?;
                }
            }
            self.held.add((self.groups.len() - before) * bytes)?;
        }
        Ok(())
    }

    /// Returns the keys of a group of a grouping set, followed by the position of the set.
    fn key_of_set(&self, values: &[Value], set: usize) -> Row {
        let own = |key| if self.plan.sets[set].contains(&key) { values[key].clone() } else { Value::Null };
        (0..self.plan.keys.len()).map(own).chain([Value::Uint(set as u64)]).collect()
    }

    /// Returns the position of the group with these keys, and adds the group if it is new.
    fn group(&mut self, keys: Row) -> usize {
        if keys.is_empty() && !self.groups.is_empty() {
            return 0;
        }
        *self.by_key.entry(bytes(&keys)).or_insert_with(|| {
            self.groups.push(Totals::new(keys, &self.plan.aggregates));
            self.groups.len() - 1
        })
    }

    fn accumulate(&mut self, group: usize, row: &Row, env: &Env) -> Result<()> {
        for (accumulator, call) in self.groups[group].accumulators.iter_mut().zip(&self.plan.aggregates) {
            let args = project(&call.args, row, env)?;
            if accumulator.add(&call.aggregate, &args) {
                self.held.add(size(&args))?;
            }
        }
        Ok(())
    }

    /// Returns a row for each group (its keys, then the values of the aggregates), and the guard of their memory.
    fn finish(self) -> Result<(Vec<Row>, MemoryGuard)> {
        let rows = self.groups.into_iter().map(|group| tick(1).map(|()| group.finish(&self.plan.aggregates)));
        Ok((rows.collect::<Result<_>>()?, self.held))
    }
}

impl Totals {
    fn new(keys: Row, aggregates: &[AggregateCall]) -> Self {
        Self { keys, accumulators: aggregates.iter().map(|call| Accumulator::new(&call.aggregate)).collect() }
    }

    fn finish(self, aggregates: &[AggregateCall]) -> Row {
        let mut row = self.keys;
        row.extend(self.accumulators.into_iter().zip(aggregates).map(|(own, call)| own.finish(&call.aggregate)));
        row
    }
}

/// Encodes values as bytes that are equal exactly if the values are the same. Values at one position must have one
/// type.
pub(super) fn bytes(values: &[Value]) -> Vec<u8> {
    let mut out = Vec::with_capacity(values.len() * 9);
    values.iter().for_each(|value| pickle(value, true, &mut out));
    out
}

pub(super) fn open_distinct(mut input: Cursor) -> Cursor {
    // Encoded rows that were passed on, and the guard of their memory.
    let (mut seen, mut held) = (HashSet::new(), None);
    Cursor::new(move |run| {
        let Some(mut rows) = input.next(run)? else { return Ok(None) };
        tick(rows.len())?;
        let mut added = 0;
        rows.retain(|row| {
            let key = bytes(row);
            let size = size_of::<Vec<u8>>() + key.len();
            let new = seen.insert(key);
            added += if new { size } else { 0 };
            new
        });
        held.get_or_insert_with(|| run.env.memory.part()).add(added)?;
        Ok(Some(rows))
    })
}
