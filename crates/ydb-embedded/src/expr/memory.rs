//! Memory that a query holds: the rows of sorts, groups and joins, the values of subqueries, and the values that an
//! expression makes while it is evaluated ([`Env::make`](super::Env::make)).
//!
//! Each holder keeps a [`MemoryGuard`], which counts the bytes that it adds and gives them back when it is dropped. A
//! query that holds more than [`LIMIT`] is refused. YDB refuses a query in the same way if it needs more memory than
//! its node has for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::{Error, Issue, Result, Status, codes};
use crate::types::Value;
use crate::work::tick;

/// Maximum size in bytes of the rows and values of one query.
pub(super) const LIMIT: usize = 256 << 20;

/// Maximum size in bytes of one computed string. A string exists twice while it is made.
const STRING_LIMIT: usize = LIMIT / 4;

/// Maximum size in bytes of one computed list.
const LIST_LIMIT: usize = LIMIT / 2;

/// Number of bytes that one query holds.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<AtomicUsize>);

/// Bytes of a query's memory that one holder has counted. They are given back when it is dropped.
#[derive(Debug, Default)]
pub struct MemoryGuard {
    memory: Memory,
    bytes: usize,
}

impl Memory {
    /// Returns a guard that has counted no bytes yet.
    pub fn part(&self) -> MemoryGuard {
        MemoryGuard { memory: self.clone(), bytes: 0 }
    }
}

impl MemoryGuard {
    pub fn add(&mut self, bytes: usize) -> Result<()> {
        self.bytes += bytes;
        match self.memory.0.fetch_add(bytes, Ordering::Relaxed) + bytes {
            all if all > LIMIT => Err(exceeded()),
            _ => Ok(()),
        }
    }
}

impl Drop for MemoryGuard {
    fn drop(&mut self) {
        self.memory.0.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Bytes of a row besides its values: headers, and the spare room of growing lists of rows.
const ROW: usize = 96;

/// Returns the size of a row in bytes. A value that a row contains several times counts each time, because a client
/// gets it each time.
pub fn size(row: &[Value]) -> usize {
    let mut bytes = ROW;
    row.iter().for_each(|value| add(value, &mut bytes));
    bytes
}

fn add(value: &Value, bytes: &mut usize) {
    // Beyond the limit, the exact size does not matter. Without this end the walk could double with each level.
    if *bytes > LIMIT {
        return;
    }
    *bytes += size_of::<Value>();
    match value {
        Value::Bytes(content) => *bytes += content.len(),
        Value::Text(content) => *bytes += content.len(),
        Value::Items(items) => items.iter().for_each(|item| add(item, bytes)),
        Value::Dict(pairs) => pairs.iter().for_each(|(key, value)| {
            add(key, bytes);
            add(value, bytes);
        }),
        Value::Just(inner) => add(inner, bytes),
        _ => {}
    }
}

pub(super) fn check_string(bytes: usize) -> Result<()> {
    if bytes > STRING_LIMIT { Err(exceeded()) } else { Ok(()) }
}

pub(super) fn check_list(items: usize) -> Result<()> {
    if items > LIST_LIMIT / size_of::<Value>() { Err(exceeded()) } else { Ok(()) }
}

/// Returns the number of bytes of a value that was just made. Its items were counted when they were made, unless they
/// are tuples of a list.
pub(super) fn made(value: &Value) -> usize {
    let own = |value: &Value| match value {
        Value::Bytes(content) => content.len(),
        Value::Text(content) => content.len(),
        Value::Items(items) => size_of_val(&**items),
        Value::Dict(pairs) => size_of_val(&**pairs),
        _ => 0,
    };
    let tuples = match value {
        Value::Items(items) => items.iter().filter(|item| matches!(item, Value::Items(_))).map(own).sum(),
        _ => 0,
    };
    own(value) + tuples
}

/// Walks through a value and returns its size in bytes. Refuses a value that takes too long. Items may be shared, and
/// shared items may double with each level, so a value may be larger than the memory that it takes.
pub(super) fn walk(value: &Value) -> Result<usize> {
    /// Number of bytes that are walked in a few microseconds.
    const QUICK: usize = 1 << 14;
    let mut bytes = 0;
    if let Value::Items(_) | Value::Dict(_) | Value::Just(_) = value {
        add(value, &mut bytes);
        tick(bytes / QUICK)?;
        return if bytes > LIST_LIMIT { Err(exceeded()) } else { Ok(bytes) };
    }
    add(value, &mut bytes);
    Ok(bytes)
}

/// Refuses a row that is too large to be returned by any query.
pub fn check_row(row: &[Value]) -> Result<()> {
    if size(row) > LIMIT { Err(exceeded()) } else { Ok(()) }
}

/// Returns YDB's error for too much memory. Status and text are those of
/// `TDqComputeActorBase::OnMemoryLimitExceptionHandler` (dq_compute_actor_impl.h).
pub(crate) fn exceeded() -> Error {
    let message = format!("Mkql memory limit exceeded, limit: {LIMIT}, host: localhost, canAllocateExtraMemory: 0");
    Error { status: Status::Overloaded, issues: vec![Issue::new(codes::KIKIMR_PRECONDITION_FAILED, message)] }
}
