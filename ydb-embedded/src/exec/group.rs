//! GROUP BY and aggregates.

use std::collections::HashMap;

use super::evaluate::project;
use super::hash::bytes;
use crate::error::Result;
use crate::expr::accumulator::Accumulator;
use crate::expr::memory::{MemoryGuard, size};
use crate::expr::{Env, Expr};
use crate::plan::rel::AggregateCall;
use crate::types::{Row, Value};
use crate::work::tick;

/// The groups of the rows added so far, in the order in which their first rows came.
pub(super) struct Groups<'p> {
    keys: &'p [Expr],
    sets: &'p [Vec<usize>],
    aggregates: &'p [AggregateCall],
    groups: Vec<Group>,
    by_key: HashMap<Vec<u8>, usize>,
    held: MemoryGuard,
}

struct Group {
    keys: Row,
    accumulators: Vec<Accumulator>,
}

impl<'p> Groups<'p> {
    /// No groups yet. Without keys there is exactly one group, even without rows; and so for a set without keys.
    pub(super) fn new(keys: &'p [Expr], sets: &'p [Vec<usize>], aggregates: &'p [AggregateCall], env: &Env) -> Self {
        let held = env.memory.part();
        let mut groups = Self { keys, sets, aggregates, groups: Vec::new(), by_key: HashMap::new(), held };
        if keys.is_empty() && sets.is_empty() {
            groups.group(Row::new());
        }
        for set in (0..sets.len()).filter(|&set| sets[set].is_empty()) {
            groups.group(groups.key_of_set(&[], set));
        }
        groups
    }

    /// Adds each row to its group.
    pub(super) fn add(&mut self, batch: Vec<Row>, env: &Env) -> Result<()> {
        for row in batch {
            let values = project(self.keys, &row, env)?;
            let (before, bytes) =
                (self.groups.len(), 2 * size(&values) + self.aggregates.len() * size_of::<Accumulator>());
            if self.sets.is_empty() {
                let group = self.group(values);
                self.accumulate(group, &row, env)?;
                self.held.add((self.groups.len() - before) * bytes)?;
                continue;
            }
            for set in 0..self.sets.len() {
                let group = self.group(self.key_of_set(&values, set));
                self.accumulate(group, &row, env)?;
            }
            self.held.add((self.groups.len() - before) * bytes)?;
        }
        Ok(())
    }

    /// The keys of a group of a set, and then the set.
    fn key_of_set(&self, values: &[Value], set: usize) -> Row {
        let own = |key| if self.sets[set].contains(&key) { values[key].clone() } else { Value::Null };
        (0..self.keys.len()).map(own).chain([Value::Uint(set as u64)]).collect()
    }

    /// The position of a group, which is added if it is new.
    fn group(&mut self, keys: Row) -> usize {
        if keys.is_empty() && !self.groups.is_empty() {
            return 0;
        }
        *self.by_key.entry(bytes(&keys)).or_insert_with(|| {
            self.groups.push(Group::new(keys, self.aggregates));
            self.groups.len() - 1
        })
    }

    fn accumulate(&mut self, group: usize, row: &Row, env: &Env) -> Result<()> {
        for (accumulator, call) in self.groups[group].accumulators.iter_mut().zip(self.aggregates) {
            let args = project(&call.args, row, env)?;
            if accumulator.add(&call.aggregate, &args) {
                self.held.add(size(&args))?;
            }
        }
        Ok(())
    }

    /// A row for each group: its keys, then the values of the aggregates; and the memory that they hold.
    pub(super) fn finish(self) -> Result<(Vec<Row>, MemoryGuard)> {
        let rows = self.groups.into_iter().map(|group| tick(1).map(|()| group.finish(self.aggregates)));
        Ok((rows.collect::<Result<_>>()?, self.held))
    }
}

impl Group {
    fn new(keys: Row, aggregates: &[AggregateCall]) -> Self {
        Self { keys, accumulators: aggregates.iter().map(|call| Accumulator::new(&call.aggregate)).collect() }
    }

    fn finish(self, aggregates: &[AggregateCall]) -> Row {
        let mut row = self.keys;
        row.extend(self.accumulators.into_iter().zip(aggregates).map(|(own, call)| own.finish(&call.aggregate)));
        row
    }
}
