//! Tests of the storage.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod balance;
mod codec;
mod model;
mod ranges;
mod serial;
mod transactions;
mod turn;

use std::ops::Bound;
use std::sync::Arc;
use std::time::Duration;

use super::{Change, KeyRange, Layout, Storage, Thresholds, row, successor};
use crate::catalog::{ColumnId, PartitionSettings, TableId};
use crate::clock::Clock;
use crate::types::{Primitive, Type, Value};

const T: TableId = TableId(1);
const UINT: Type = Type::Primitive(Primitive::Uint64);

/// One table of ranges that begins with these partitions.
fn storage_at(at: &[&[u8]]) -> Arc<Storage> {
    let storage = Arc::new(Storage::new(Thresholds::default(), Clock::machine()));
    storage.create(
        T,
        Layout::Ranges { at: at.iter().map(|key| key.to_vec()).collect(), settings: PartitionSettings::default() },
    );
    storage
}

/// Looks at the load when the clock shows this time, in microseconds since 1970.
fn maintain_at(storage: &Storage, now_us: u64) {
    let clock = storage.shared().clock.clone();
    clock.advance(Duration::from_micros(now_us - clock.now_us()));
    storage.maintain();
}

/// A row whose column 1 is this number.
fn row_of(number: u64) -> Box<[u8]> {
    row::encode([(ColumnId(1), &Value::Uint(number))])
}

/// The number in column 1.
fn number_of(row: &[u8]) -> u64 {
    match row::read(row, &[(ColumnId(1), &UINT)]).as_slice() {
        [Value::Uint(number)] => *number,
        other => panic!("no number: {other:?}"),
    }
}

/// The keys from one prefix to another, including all that begin with either.
fn between(from: Vec<u8>, to: &[u8]) -> KeyRange {
    KeyRange { from: Bound::Included(from), to: successor(to).map_or(Bound::Unbounded, Bound::Excluded) }
}

fn set(column: u32, number: u64) -> Change {
    (ColumnId(column), row::encode_value(&Value::Uint(number)))
}
