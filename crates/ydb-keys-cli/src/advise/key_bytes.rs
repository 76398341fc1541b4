//! The keys of the sampled rows under a candidate, as bytes in YDB's order.
//!
//! A key is the bytes of its columns one after the other, with those of the computed number
//! in front.

use ydb_keys::Value;
use ydb_keys::hash::xxh3;
use ydb_keys_core::keys::append_ordered;

use super::candidate::Candidate;
use super::cells::Cells;

/// A column that may be in a key.
#[derive(Debug)]
pub(super) struct KeyColumn<'a> {
    pub(super) values: Vec<Value<'a>>,
    pub(super) cells: Cells,
}

/// The columns that candidates use, by their positions.
#[derive(Debug)]
pub(super) struct KeyColumns<'a> {
    /// `None` for a column that no key has.
    pub(super) columns: Vec<Option<KeyColumn<'a>>>,
    /// Milliseconds since 1970 of each row, for UUIDs that are made from a clock.
    pub(super) clock: Vec<u64>,
}

impl KeyColumns<'_> {
    /// The key of a row under a candidate.
    pub(super) fn key(&self, candidate: &Candidate, row: usize) -> Box<[u8]> {
        let mut key = Vec::with_capacity(48);
        if let Some(number) = self.computed(candidate, row) {
            append_ordered(&number, &mut key);
        }
        let mut order = candidate.order.as_slice();
        if let (Some(version), [_, rest @ ..]) = (candidate.uuid, order) {
            append_ordered(&Value::Uuid(self.uuid(version, row)), &mut key);
            order = rest;
        }
        for &column in order {
            key.extend_from_slice(self.cell(column, row));
        }
        key.into()
    }

    /// The number of the hash or bucket in front of the key.
    fn computed(&self, candidate: &Candidate, row: usize) -> Option<Value<'static>> {
        let prefix = candidate.prefix.as_ref()?;
        let inputs = prefix.inputs.iter().filter_map(|&input| self.columns.get(input)?.as_ref()?.values.get(row));
        // What cannot be hashed is NULL, and a nullable column is not hashed at all.
        let hash = prefix.function.hash_each(inputs)?;
        Some(match prefix.buckets {
            None => Value::Uint64(hash),
            // Less than the number of buckets.
            Some(buckets) => Value::Uint32((hash % u64::from(buckets.max(1))) as u32),
        })
    }

    pub(super) fn cell(&self, column: usize, row: usize) -> &[u8] {
        self.columns.get(column).and_then(Option::as_ref).map_or(&[], |column| column.cells.get(row))
    }

    /// A UUID for a row: of random bits, or for version 7 behind the milliseconds of a clock.
    fn uuid(&self, version: u8, row: usize) -> [u8; 16] {
        let half = |half: u8| xxh3(&[&row.to_le_bytes(), &[half][..]].concat()).to_be_bytes();
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&half(0));
        bytes[8..].copy_from_slice(&half(1));
        if version == 7 {
            let millis = self.clock.get(row).copied().unwrap_or_default();
            bytes[..6].copy_from_slice(&millis.to_be_bytes()[2..]);
        }
        bytes[6] = bytes[6] & 0x0f | version << 4;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        bytes
    }
}
