//! GROUP BY and aggregates.

use std::collections::HashMap;

use super::cursor::{Cursor, Cx, project};
use super::hash::bytes;
use crate::error::Result;
use crate::expr::Expr;
use crate::expr::accumulator::Accumulator;
use crate::plan::rel::{AggregateCall, Rel};
use crate::types::Row;

/// A grouping that has not begun.
pub(super) struct GroupState {
    input: Cursor,
}

struct Group {
    keys: Row,
    accumulators: Vec<Accumulator>,
}

impl GroupState {
    pub(super) const fn new(input: Cursor) -> Self {
        Self { input }
    }

    /// All groups, in the order in which their first rows came.
    pub(super) fn run(
        &mut self,
        below: &Rel,
        keys: &[Expr],
        aggregates: &[AggregateCall],
        cx: &mut Cx<'_>,
    ) -> Result<Vec<Row>> {
        let mut groups: Vec<Group> = Vec::new();
        let mut by_key: HashMap<Vec<u8>, usize> = HashMap::new();
        if keys.is_empty() {
            groups.push(Group::new(Row::new(), aggregates));
        }
        while let Some(batch) = self.input.next(below, cx)? {
            for row in batch {
                let group = if keys.is_empty() {
                    0
                } else {
                    let values = project(keys, &row, cx.env)?;
                    *by_key.entry(bytes(&values)).or_insert_with(|| {
                        groups.push(Group::new(values, aggregates));
                        groups.len() - 1
                    })
                };
                for (accumulator, call) in groups[group].accumulators.iter_mut().zip(aggregates) {
                    accumulator.add(&call.aggregate, &project(&call.args, &row, cx.env)?);
                }
            }
        }
        Ok(groups.into_iter().map(|group| group.finish(aggregates)).collect())
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
