//! FLATTEN BY: each row once for each item of a container in it, and of several containers for each combination.
//!
//! The combinations are made one after another, the last container's items first, so however many they are, only a batch
//! of them is in memory.

use std::sync::Arc;

use super::cursor::Cursor;
use crate::error::Result;
use crate::expr::memory::check_row;
use crate::types::{Row, Value, unwrap_present};
use crate::work::tick;

/// The rows of a batch.
const BATCH: usize = 1024;

/// The container in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Container {
    /// The position of the column, whose value the item takes.
    pub column: usize,
    /// What it is.
    pub kind: ContainerKind,
}

/// The kinds of containers. NULL is an empty one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerKind {
    /// Its items.
    List,
    /// Its pairs, as tuples.
    Dict,
    /// Its value, if it has one.
    Optional,
}

pub(super) fn open(containers: &Arc<[Container]>, mut input: Cursor) -> Cursor {
    let containers = Arc::clone(containers);
    let mut rows = Vec::new().into_iter();
    let mut current: Option<Combinations> = None;
    Cursor::new(move |run| {
        let mut out = Vec::new();
        while out.len() < BATCH {
            if let Some(row) = current.as_mut().and_then(|combinations| combinations.next(&containers)) {
                tick(1)?;
                check_row(&row)?;
                out.push(row);
                continue;
            }
            current = match rows.next() {
                Some(row) => Some(Combinations::of(row, &containers)?),
                None if !out.is_empty() => break,
                None => match input.next(run)? {
                    Some(next) => {
                        rows = next.into_iter();
                        None
                    }
                    None => return Ok(None),
                },
            };
        }
        Ok(Some(out))
    })
}

/// The combinations of the items of a row's containers.
struct Combinations {
    row: Row,
    items: Vec<Vec<Value>>,
    /// The position in the items of each container; `None` after the last combination.
    at: Option<Vec<usize>>,
}

impl Combinations {
    fn of(row: Row, containers: &[Container]) -> Result<Self> {
        let mut items = Vec::with_capacity(containers.len());
        for Container { column, kind } in containers {
            let found: Vec<Value> = match (kind, row.get(*column).unwrap_or(&Value::Null)) {
                (_, Value::Null) => Vec::new(),
                (ContainerKind::Optional, value) => vec![unwrap_present(value).clone()],
                (ContainerKind::List, value) => match unwrap_present(value) {
                    Value::Items(items) => items.to_vec(),
                    _ => Vec::new(),
                },
                (ContainerKind::Dict, value) => match unwrap_present(value) {
                    Value::Dict(pairs) => {
                        let pair = |(key, value): &(Value, Value)| Value::Items([key.clone(), value.clone()].into());
                        pairs.iter().map(pair).collect()
                    }
                    _ => Vec::new(),
                },
            };
            tick(found.len())?;
            items.push(found);
        }
        let at = items.iter().all(|items| !items.is_empty()).then(|| vec![0; items.len()]);
        Ok(Self { row, items, at })
    }

    fn next(&mut self, containers: &[Container]) -> Option<Row> {
        let at = self.at.as_mut()?;
        let mut row = self.row.clone();
        for ((place, items), Container { column, .. }) in at.iter().zip(&self.items).zip(containers) {
            row[*column] = items[*place].clone();
        }
        let mut is_over = true;
        for (place, items) in at.iter_mut().zip(&self.items).rev() {
            *place += 1;
            if *place < items.len() {
                is_over = false;
                break;
            }
            *place = 0;
        }
        if is_over {
            self.at = None;
        }
        Some(row)
    }
}
