//! GROUP BY and aggregates.

use std::collections::HashMap;
use std::sync::Arc;

use super::cursor::Cursor;
use super::hash::bytes;
use super::project::project;
use crate::error::Result;
use crate::expr::accumulator::Accumulator;
use crate::expr::aggregate::Aggregate;
use crate::expr::memory::{MemoryGuard, size};
use crate::expr::{Env, Expr};
use crate::types::{Row, Value};
use crate::work::tick;

/// One row for each group: the keys, then the aggregates.
#[derive(Clone, Debug)]
pub struct Group {
    /// The keys of the groups. Without keys there is one group, even without rows.
    pub keys: Vec<Expr>,
    /// Grouping sets: positions of keys. Each groups all rows, with NULL for the keys that it lacks, and the
    /// position of the set comes after the keys. Empty without sets.
    pub sets: Vec<Vec<usize>>,
    /// The aggregates of each group.
    pub aggregates: Vec<AggregateCall>,
}

/// A call of an aggregate function.
#[derive(Clone, Debug)]
pub struct AggregateCall {
    /// Which.
    pub aggregate: Aggregate,
    /// Its arguments, over the ungrouped rows.
    pub args: Vec<Expr>,
}

pub(super) fn open(group: &Arc<Group>, mut input: Cursor) -> Cursor {
    let plan = Arc::clone(group);
    Cursor::at_once(move |run| {
        let mut groups = Groups::new(&plan, run.env);
        while let Some(batch) = input.next(run)? {
            groups.add(batch, run.env)?;
        }
        groups.finish()
    })
}

/// The groups of the rows added so far, in the order in which their first rows came.
struct Groups<'p> {
    plan: &'p Group,
    groups: Vec<Totals>,
    by_key: HashMap<Vec<u8>, usize>,
    held: MemoryGuard,
}

/// One group: its keys, and its aggregates so far.
struct Totals {
    keys: Row,
    accumulators: Vec<Accumulator>,
}

impl<'p> Groups<'p> {
    /// No groups yet. Without keys there is exactly one group, even without rows; and so for a set without keys.
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

    /// Adds each row to its group.
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

    /// The keys of a group of a set, and then the set.
    fn key_of_set(&self, values: &[Value], set: usize) -> Row {
        let own = |key| if self.plan.sets[set].contains(&key) { values[key].clone() } else { Value::Null };
        (0..self.plan.keys.len()).map(own).chain([Value::Uint(set as u64)]).collect()
    }

    /// The position of a group, which is added if it is new.
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

    /// A row for each group: its keys, then the values of the aggregates; and the memory that they hold.
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
