//! The memory that a query holds: the rows of sorts, groups and joins, the values of subqueries, and what an expression
//! makes while it is evaluated ([`Env::make`](super::Env::make)).
//!
//! Each holder keeps a [`MemoryGuard`], which counts what it adds and gives it back when it is dropped. Above [`LIMIT`] the
//! query is refused as YDB refuses one that needs more memory than its node gives it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::{Error, Issue, Result, Status, codes};
use crate::types::Value;
use crate::work::tick;

/// The most bytes that the rows and values of one query take.
pub(super) const LIMIT: usize = 256 << 20;

/// The most bytes that one computed string takes: while it is made, it is there twice.
const STRING_LIMIT: usize = LIMIT / 4;

/// The most bytes that one computed list takes.
const LIST_LIMIT: usize = LIMIT / 2;

/// What one query holds.
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<AtomicUsize>);

/// A part of it.
#[derive(Debug, Default)]
pub struct MemoryGuard {
    memory: Memory,
    bytes: usize,
}

impl Memory {
    /// An empty part.
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

/// What a row takes beside its values: headers, and the room that growing lists of rows keep.
const ROW: usize = 96;

/// The bytes of a row. Values that are in it several times count as often, because a client gets them as often.
pub fn size(row: &[Value]) -> usize {
    let mut bytes = ROW;
    row.iter().for_each(|value| add(value, &mut bytes));
    bytes
}

fn add(value: &Value, bytes: &mut usize) {
    // Beyond the limit it does not matter by how much; the values may double with each level.
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

/// What a value takes that was just made. Its items were made before, unless they are tuples of a list.
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

/// Refuses a value that takes too long to walk through, and counts the walk. Items may be shared, and what is shared
/// may double with each level, so a value may be larger than what it takes of the memory. Returns its bytes.
pub(super) fn walk(value: &Value) -> Result<usize> {
    /// As many bytes are walked in some microseconds.
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

/// Refuses a row that no query could return.
pub fn check_row(row: &[Value]) -> Result<()> {
    if size(row) > LIMIT { Err(exceeded()) } else { Ok(()) }
}

/// Status and text are those of `TDqComputeActorBase::OnMemoryLimitExceptionHandler` (dq_compute_actor_impl.h).
pub(crate) fn exceeded() -> Error {
    let message = format!("Mkql memory limit exceeded, limit: {LIMIT}, host: localhost, canAllocateExtraMemory: 0");
    Error { status: Status::Overloaded, issues: vec![Issue::new(codes::KIKIMR_PRECONDITION_FAILED, message)] }
}
