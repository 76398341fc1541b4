//! Digests of sets of rows: equal for equal rows in any order. And the hash of one row.

use xxhash_rust::xxh3::xxh3_64;
use ydb_keys::Value;

/// The number of rows of one side, and the sum of their hashes, as the server computes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    pub(crate) rows: u64,
    pub(crate) sum: u64,
}

impl Digest {
    /// The digest of the same rows over the columns of both digests.
    pub(crate) fn and(self, other: Digest) -> Digest {
        Digest { rows: self.rows.max(other.rows), sum: self.sum.rotate_left(1).wrapping_add(other.sum) }
    }
}

/// XXH3 of a row's values, each with its type and its length in front, so that no two rows have the same bytes. `bytes`
/// is scratch space.
///
/// Floats count by their bits: a copy keeps -0.0 and the payload of a NaN.
pub(crate) fn row_hash(values: &[Value<'_>], bytes: &mut Vec<u8>) -> u64 {
    bytes.clear();
    for value in values {
        bytes.extend_from_slice(value.type_name().as_bytes());
        bytes.push(0);
        bytes.extend_from_slice(&(value.size() as u64).to_le_bytes());
        value.append_plain(bytes);
    }
    xxh3_64(bytes)
}
