//! GROUP BY and aggregates.

use std::collections::HashMap;

use super::evaluate::project;
use super::hash::bytes;
use crate::error::Result;
use crate::expr::accumulator::Accumulator;
use crate::expr::{Env, Expr};
use crate::plan::rel::AggregateCall;
use crate::types::Row;

/// The groups of the rows added so far, in the order in which their first rows came.
pub(super) struct Groups<'p> {
    keys: &'p [Expr],
    aggregates: &'p [AggregateCall],
    groups: Vec<Group>,
    by_key: HashMap<Vec<u8>, usize>,
}

struct Group {
    keys: Row,
    accumulators: Vec<Accumulator>,
}

impl<'p> Groups<'p> {
    /// No groups yet. Without keys there is exactly one group, even without rows.
    pub(super) fn new(keys: &'p [Expr], aggregates: &'p [AggregateCall]) -> Self {
        let groups = if keys.is_empty() { vec![Group::new(Row::new(), aggregates)] } else { Vec::new() };
        Self { keys, aggregates, groups, by_key: HashMap::new() }
    }

    /// Adds each row to its group.
    pub(super) fn add(&mut self, batch: Vec<Row>, env: &Env) -> Result<()> {
        for row in batch {
            let group = self.group_of(&row, env)?;
            for (accumulator, call) in self.groups[group].accumulators.iter_mut().zip(self.aggregates) {
                accumulator.add(&call.aggregate, &project(&call.args, &row, env)?);
            }
        }
        Ok(())
    }

    fn group_of(&mut self, row: &Row, env: &Env) -> Result<usize> {
        if self.keys.is_empty() {
            return Ok(0);
        }
        let values = project(self.keys, row, env)?;
        Ok(*self.by_key.entry(bytes(&values)).or_insert_with(|| {
            self.groups.push(Group::new(values, self.aggregates));
            self.groups.len() - 1
        }))
    }

    /// A row for each group: its keys, then the values of the aggregates.
    pub(super) fn finish(self) -> Vec<Row> {
        self.groups.into_iter().map(|group| group.finish(self.aggregates)).collect()
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
