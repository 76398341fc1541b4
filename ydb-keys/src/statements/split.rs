//! Splits a whole table into several scans that can be read at the same time, each of an equal part of the first key
//! column's domain.
//!
//! Rows are sorted by their key. If the values of its first column are distributed evenly over all values of its type,
//! equal parts of these values are equal parts of the rows. This is true for a hash, a column declared `dispersed`, a
//! hash of other programs that is declared so, and a random UUID. For n parts the bounds are 0, 1/n, 2/n and so on of
//! the domain, or of the buckets if a bucket leads the key. For other tables no bounds can be computed.

use crate::error::{Detail, Error, Result};
use ydb_keys_core::hash::foreign::ForeignHash;
use ydb_keys_core::schema::Table;
use ydb_keys_core::types::{Value, YdbType, uuid_order};

/// Part of a table or of an index, between values of the first columns that rows are sorted by.
#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// Number of the part, from 0, and the number of parts, if the parts are equal.
    pub(super) part: Option<(u32, u32)>,
    /// Least values of the part; empty for the first part.
    pub(super) from: Vec<Value<'static>>,
    /// Values at which the next part begins; empty for the last part.
    pub(super) to: Vec<Value<'static>>,
}

impl Slice {
    /// Returns all parts of a table, in key order.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) if the key does not show how the rows are distributed.
    pub(super) fn all(table: &'static Table, parts: u32) -> Result<Vec<Slice>> {
        let buckets = table.hash.and_then(|hash| hash.buckets);
        // A part cannot be smaller than a bucket.
        let (ty, of) = (first_spread(table)?, parts.clamp(1, buckets.unwrap_or(u32::MAX)));
        let value = |number: u32| match buckets {
            // The result is less than the number of buckets.
            Some(buckets) => Some(Value::Uint32((u64::from(buckets) * u64::from(number) / u64::from(of)) as u32)),
            None => bound(ty, number, of),
        };
        let bound = |number: u32| Vec::from_iter((0 < number && number < of).then(|| value(number)).flatten());
        let part = |number| Slice { part: Some((number, of)), from: bound(number), to: bound(number + 1) };
        Ok((0..of).map(part).collect())
    }
}

/// Returns the type of the first key column, if its values are distributed over the whole type.
fn first_spread(table: &'static Table) -> Result<YdbType> {
    if let Some(hash) = table.hash {
        return match hash.foreign() {
            Some(foreign) if !foreign.dispersed => Err(not_splittable(table, hash.name, Some(foreign))),
            _ => Ok(hash.ty()),
        };
    }
    let Some(column) = table.key_columns().next() else {
        return Err(Error::missing_column(table.name, ""));
    };
    match column.ty {
        YdbType::Uuid => Ok(YdbType::Uuid),
        ty if column.dispersed && ty.integer().is_some() => Ok(ty),
        _ => Err(not_splittable(table, column.name, None)),
    }
}

/// Returns the value after `number` of `of` equal parts of an integer type, or of the UUIDs.
fn bound(ty: YdbType, number: u32, of: u32) -> Option<Value<'static>> {
    // The product is at most 2^64 times a number below 2^32.
    let share = |values: i128| values * i128::from(number) / i128::from(of);
    let Some(integer) = ty.integer() else {
        // The conversion to the order of YDB's storage is the same in both directions.
        let mut stored = [0; 16];
        stored[..8].copy_from_slice(&(share(1 << 64) as u64).to_be_bytes());
        return Some(Value::Uuid(uuid_order(&stored)));
    };
    let value = integer.least + share(integer.greatest - integer.least + 1);
    Value::from_plain(ty, value.to_le_bytes().get(..ty.fixed_size()?)?)
}

/// Makes the error of a table whose key has no equal parts, with the reason and the cure.
fn not_splittable(table: &Table, column: &'static str, foreign: Option<&ForeignHash>) -> Error {
    let others = format!("with one stream, or with a scan for each range of `{column}` that you choose");
    let cure = match foreign.map(|foreign| (foreign, foreign.ty)) {
        None => format!(
            "help: read it {others}; only tables whose key begins with a hash, a `dispersed` number or a Uuid can be split, \
             because it is known how their values are spread, and YDB's Rust client does not report the bounds of partitions"
        ),
        Some((foreign, ty)) if ty.integer().is_some() || ty == YdbType::Uuid => format!(
            "note: nothing says that `{foreign}`, a hash of other programs, spreads its values over the whole range of {ty}\n\
             help: if it does, write `.dispersed()` at its `ForeignHash`; otherwise read the table {others}"
        ),
        Some((foreign, ty)) => format!(
            "note: `{foreign}`, a hash of other programs, is of type {ty}, which has no range of numbers\n\
             help: read the table {others}"
        ),
    };
    Detail::NotSplittable { table: table.name, column, cure }.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use ydb_keys_core::keys::ordered_bytes;
    use ydb_keys_core::schema::{ColumnDef, HashDef, HashFunction};
    use ydb_keys_core::types::{Column, ColumnInfo};

    const fn keyed(columns: &'static [ColumnDef]) -> Table {
        Table { name: "t", columns, key: &[0], ..Table::EMPTY }
    }

    const HASHED: Table = Table {
        hash: Some(HashDef { name: "h", function: HashFunction::NumericHash, inputs: &[0], buckets: None }),
        ..keyed(&[ColumnDef::new("id", <u64 as Column>::INFO)])
    };
    const SPREAD: Table = keyed(&[ColumnDef { dispersed: true, ..ColumnDef::new("id", <i32 as Column>::INFO) }]);
    const PLAIN: Table = keyed(&[ColumnDef::new("id", <u64 as Column>::INFO)]);
    const NAMED: Table = keyed(&[ColumnDef::new("name", <String as Column>::INFO)]);

    fn bounds(table: &'static Table, parts: u32) -> Vec<Value<'static>> {
        let slices = Slice::all(table, parts).unwrap();
        assert_eq!(slices.len(), parts.max(1) as usize);
        assert!(slices[0].from.is_empty() && slices[slices.len() - 1].to.is_empty());
        for (number, pair) in slices.windows(2).enumerate() {
            assert_eq!(pair[0].to, pair[1].from);
            assert_eq!(pair[0].part, Some((number as u32, parts)));
        }
        slices.into_iter().flat_map(|slice| slice.to).collect()
    }

    #[test]
    fn parts_of_a_hash() {
        assert!(bounds(&HASHED, 0).is_empty() && bounds(&HASHED, 1).is_empty());
        assert_eq!(bounds(&HASHED, 2), [Value::Uint64(1 << 63)]);
        assert_eq!(bounds(&HASHED, 3), [6148914691236517205, 12297829382473034410].map(Value::Uint64));
    }

    #[test]
    fn parts_of_spread_numbers() {
        assert_eq!(bounds(&SPREAD, 4), [-1_073_741_824, 0, 1_073_741_824].map(Value::Int32));
    }

    #[test]
    fn parts_of_uuids_are_equal_in_the_order_of_ydb() {
        const RANDOM: Table = keyed(&[ColumnDef::new("id", ColumnInfo::new(&[YdbType::Uuid]))]);
        let bounds = bounds(&RANDOM, 256);
        for (number, bound) in bounds.iter().enumerate() {
            // The first byte marks a value that is not NULL; the next one is the first that YDB compares.
            let mut expected = vec![1, number as u8 + 1];
            expected.resize(17, 0);
            assert_eq!(ordered_bytes(std::slice::from_ref(bound)), expected);
        }
    }

    /// The author of the function declares whether its values are dispersed.
    #[test]
    fn hashes_of_other_programs_are_split_if_they_are_dispersed() {
        const PLAIN: &ForeignHash = &ForeignHash::new("fnv", 3).computed(YdbType::Int64, |_| None);
        const SPREAD: &ForeignHash = &PLAIN.dispersed();
        const TEXT: &ForeignHash = &ForeignHash::new("hex", 1).computed(YdbType::Utf8, |_| None);
        const fn of(foreign: &'static ForeignHash) -> Table {
            let hash = HashDef { name: "h", function: HashFunction::Foreign(foreign), inputs: &[0], buckets: None };
            Table { hash: Some(hash), ..HASHED }
        }
        const TABLES: [Table; 3] = [of(PLAIN), of(SPREAD), of(TEXT)];
        assert_eq!(bounds(&TABLES[1], 4), [i64::MIN / 2, 0, 1 << 62].map(Value::Int64));
        assert!(!TABLES[1].hash.unwrap().is_uniform() && TABLES[1].hash.unwrap().is_dispersed());
        let refused = |table: &'static Table| Slice::all(table, 4).unwrap_err().to_string();
        assert_eq!(
            refused(&TABLES[0]),
            "table `t`: a table whose key begins with `h` cannot be split into equal parts\n\
             note: nothing says that `fnv@3`, a hash of other programs, spreads its values over the whole range of Int64\n\
             help: if it does, write `.dispersed()` at its `ForeignHash`; otherwise read the table with one stream, or with a scan \
             for each range of `h` that you choose"
        );
        assert_eq!(
            refused(&TABLES[2]),
            "table `t`: a table whose key begins with `h` cannot be split into equal parts\n\
             note: `hex@1`, a hash of other programs, is of type Utf8, which has no range of numbers\n\
             help: read the table with one stream, or with a scan for each range of `h` that you choose"
        );
    }

    #[test]
    fn other_tables_have_no_bounds() {
        for (table, column) in [(&PLAIN, "id"), (&NAMED, "name")] {
            let error = Slice::all(table, 2).unwrap_err();
            assert_eq!((error.kind(), error.column()), (ErrorKind::Usage, Some(column)));
            let first =
                format!("table `t`: a table whose key begins with `{column}` cannot be split into equal parts\n");
            assert!(error.to_string().starts_with(&first), "{error}");
            assert!(Slice::all(table, 1).is_err());
        }
    }

    /// The guide promises 1 % for 16 parts. For 64 parts of 15,625 rows, 4 % is five standard deviations of chance.
    #[test]
    fn a_million_hashed_rows_are_in_equal_parts() {
        for (function, parts, most) in
            [(HashFunction::NumericHash, 16, 0.01), (HashFunction::Xxh3, 7, 0.01), (HashFunction::IntHash64, 64, 0.04)]
        {
            let bounds: Vec<u64> = bounds(&HASHED, parts)
                .iter()
                .map(|bound| match bound {
                    Value::Uint64(bound) => *bound,
                    other => panic!("{other}"),
                })
                .collect();
            let mut counts = vec![0_u32; parts as usize];
            for id in 0..1_000_000_u64 {
                let hash = function.hash(&[Value::Uint64(id)]).unwrap();
                counts[bounds.partition_point(|bound| *bound <= hash)] += 1;
            }
            let equal = 1_000_000.0 / f64::from(parts);
            for count in counts {
                assert!((f64::from(count) / equal - 1.0).abs() < most, "{function}: {count} of {equal}");
            }
        }
    }
}
