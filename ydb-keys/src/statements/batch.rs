//! Many rows or keys, split into requests within YDB's limits.
//!
//! One pass encodes every row, so a row that cannot be sent is found before anything is written. A request takes rows
//! until one more would exceed its number of rows or its bytes; a row larger than the limit is sent alone. Only ranges
//! of positions are kept: each request encodes its rows again when it is sent, so memory holds the values of one
//! request at a time. The first request, which is often the only one, keeps what the pass has encoded.
//!
//! Each request is a transaction of its own (`sdk/many.rs`). The client retries a request by its own rules; if one
//! finally fails, those before it are written and those after it are not sent, which is what an error of kind
//! `PartlyWritten` says.

use std::ops::Range;

use crate::error::Result;
use ydb_keys_core::types::Value;

/// What one request may contain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Rows or keys.
    pub(crate) rows: usize,
    /// Bytes of all values, with their tags and lengths.
    pub(crate) bytes: usize,
}

/// Bytes of tags and lengths that a request has for each value.
const OVERHEAD: usize = 8;

/// Splits `len` rows into requests. `put` puts the values of a row into a list, or returns why the row cannot be sent.
pub(super) fn cut<'v>(
    len: usize,
    limits: Limits,
    put: impl FnMut(usize, &mut Vec<Value<'v>>) -> Result<()>,
) -> Result<Vec<Range<usize>>> {
    cut_some(len, limits, &[], put, |_| Ok(()))
}

/// The same without the rows at the positions in `skipped`, which are in order; positions stay those of all rows.
/// `first` gets the values of each row of the first request, so that they need not be encoded twice.
pub(super) fn cut_some<'v>(
    len: usize,
    limits: Limits,
    skipped: &[usize],
    mut put: impl FnMut(usize, &mut Vec<Value<'v>>) -> Result<()>,
    mut first: impl FnMut(&mut Vec<Value<'v>>) -> Result<()>,
) -> Result<Vec<Range<usize>>> {
    let mut parts = Vec::new();
    let mut values = Vec::new();
    let (mut start, mut rows, mut bytes) = (0, 0, 0);
    for index in 0..len {
        if is_skipped(skipped, index) {
            continue;
        }
        put(index, &mut values)?;
        let size: usize = values.iter().map(|value| value.size() + OVERHEAD).sum();
        if rows > 0 && (rows == limits.rows || bytes + size > limits.bytes) {
            parts.push(start..index);
            (start, rows, bytes) = (index, 0, 0);
        }
        rows += 1;
        bytes += size;
        if parts.is_empty() {
            first(&mut values)?;
        }
    }
    if start < len {
        parts.push(start..len);
    }
    Ok(parts)
}

/// Whether the row is not sent.
pub(crate) fn is_skipped(skipped: &[usize], index: usize) -> bool {
    !skipped.is_empty() && skipped.binary_search(&index).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of one value of these many bytes, and 8 more each.
    fn parts(sizes: &[usize], rows: usize, bytes: usize) -> Vec<Range<usize>> {
        let texts: Vec<String> = sizes.iter().map(|&size| "x".repeat(size)).collect();
        let put = |index: usize, values: &mut Vec<_>| {
            *values = vec![Value::Utf8(texts[index].as_str().into())];
            Ok(())
        };
        cut(sizes.len(), Limits { rows, bytes }, put).unwrap()
    }

    #[test]
    fn by_rows_and_by_bytes() {
        assert!(parts(&[], 2, 100).is_empty());
        assert_eq!(parts(&[1, 1, 1, 1, 1], 2, 100), [0..2, 2..4, 4..5]);
        assert_eq!(parts(&[12, 12, 12], 10, 40), [0..2, 2..3]);
        assert_eq!(parts(&[12, 12, 12], 10, 39), [0..1, 1..2, 2..3]);
        assert_eq!(parts(&[1, 500, 1], 10, 40), [0..1, 1..2, 2..3]);
    }

    #[test]
    fn a_bad_row_is_found_first() {
        let bad: crate::Error = crate::error::Detail::EmptyUpdate { table: "t" }.into();
        let put = |index: usize, _: &mut Vec<_>| if index == 7 { Err(bad.clone()) } else { Ok(()) };
        assert!(cut(8, Limits { rows: 1, bytes: 1 }, put).is_err());
    }
}
