//! Hashes of all rows of a batch, computed at once.

use ydb_keys::YdbType;
use ydb_keys::hash::xxh3;
use ydb_keys::schema::{HashDef, HashFunction};
use ydb_keys_core::hash::{int_hash64, numeric_hash};
use ydb_keys_core::types::cells::{CellData, Cells};

/// Appends the values of all rows to a hash column. `own` has the columns of the model, with `rows` rows. Returns
/// `false` if a value cannot be hashed.
pub(super) fn append(hash: &HashDef, own: &[Cells], rows: usize, column: &mut Cells) -> bool {
    if hash.foreign().is_some() {
        let mut values = Vec::with_capacity(hash.inputs.len());
        return (0..rows).all(|row| {
            values.clear();
            values.extend(hash.inputs.iter().map(|&input| own[input].value(row)));
            hash.of(values.iter()).is_some_and(|value| column.push(&value).is_ok())
        });
    }
    let Some(mut hashes) = hashes(hash, own, rows) else { return false };
    if hash.buckets.is_some() {
        hashes.iter_mut().for_each(|each| *each = hash.number(*each));
    }
    match &mut column.data {
        CellData::Eight(numbers) => numbers.append(&mut hashes),
        // The number of a bucket is less than 2^32.
        CellData::Four(numbers) => numbers.extend(hashes.iter().map(|&number| number as u32)),
        // A hash column has no other width.
        _ => return false,
    }
    true
}

/// Computes the hashes, before a bucket is made of each hash; `None` if a value cannot be hashed.
fn hashes(hash: &HashDef, own: &[Cells], rows: usize) -> Option<Vec<u64>> {
    if let [input] = hash.inputs {
        let input = &own[*input];
        match (&input.data, hash.function, input.ty) {
            (_, _, YdbType::Double) => {}
            // The most common inputs are one number of 64 bits, and one text.
            (CellData::Eight(numbers), HashFunction::NumericHash, _) => {
                return Some(numbers.iter().map(|&number| numeric_hash(number)).collect());
            }
            (CellData::Eight(numbers), HashFunction::IntHash64, _) => {
                return Some(numbers.iter().map(|&number| int_hash64(number)).collect());
            }
            (CellData::Eight(numbers), HashFunction::Xxh3, _) => {
                return Some(numbers.iter().map(|number| xxh3(&number.to_le_bytes())).collect());
            }
            (_, HashFunction::Xxh3, YdbType::Utf8 | YdbType::String) => {
                return (0..rows).map(|row| input.text(row).map(xxh3)).collect();
            }
            _ => {}
        }
    }
    let mut values = Vec::with_capacity(hash.inputs.len());
    let mut hashes = Vec::with_capacity(rows);
    for row in 0..rows {
        values.clear();
        values.extend(hash.inputs.iter().map(|&input| own[input].value(row)));
        hashes.push(hash.function.hash_each(values.iter())?);
    }
    Some(hashes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ydb_keys::Value;
    use ydb_keys_core::types::any_value;

    use super::*;

    proptest! {
        /// Each hash of a column equals the hash of the single value.
        #[test]
        fn hashes_of_columns_are_those_of_their_values(values in prop::collection::vec(any_value(), 1..20)) {
            for ty in values.iter().filter_map(Value::ydb_type) {
                let of_type: Vec<_> = values.iter().filter(|value| value.ydb_type() == Some(ty)).collect();
                let mut own = Cells::new(ty, false);
                of_type.iter().for_each(|value| own.push(value).unwrap());
                for (function, buckets) in HashFunction::ALL.into_iter().flat_map(|f| [(f, None), (f, Some(7))]) {
                    let hash = HashDef { name: "h", function, inputs: &[0], buckets };
                    let mut column = Cells::new(hash.ty(), false);
                    let expected: Option<Vec<_>> = of_type.iter().map(|value| hash.of([*value].into_iter())).collect();
                    let appended = append(&hash, std::slice::from_ref(&own), of_type.len(), &mut column);
                    prop_assert_eq!(appended, expected.is_some());
                    for (row, expected) in expected.into_iter().flatten().enumerate() {
                        prop_assert_eq!(column.value(row), expected);
                    }
                }
            }
        }
    }
}
