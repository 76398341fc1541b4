//! The hash functions: their names, and their results for bytes, for a number, and for the values of key columns.
//!
//! Frozen: rows are stored under these numbers. A function takes either the canonical bytes of its values (see
//! `canonical`), or one number: the integer as which the value is stored, sign-extended to 64 bits. This file has all
//! that the library knows of a function; the derive has its name, and `docs/guide/src/hashes.md` describes it.

use std::fmt;

use super::canonical::{canonical, xxh3_of_many};
use super::foreign::ForeignHash;
use crate::types::Value;

/// Hash function of key columns: a YQL function of module `Digest`, or a function of other programs.
///
/// Stored hashes can never change, so the results of each function are frozen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HashFunction {
    /// `Digest::XXH3`: XXH3 64-bit, seed 0, over the canonical bytes of one or more columns of any hashable type.
    Xxh3,
    /// `Digest::NumericHash` over one integer or time; a bijection, so it never collides.
    NumericHash,
    /// `Digest::IntHash64` over one integer or time; a bijection, so it never collides.
    IntHash64,
    /// A function of other programs.
    Foreign(&'static ForeignHash),
}

/// Defines the list of the functions with their names; a function that is left out does not compile.
macro_rules! functions {
    ($count:literal: $($function:ident $name:literal $yql:literal)*) => {
        impl HashFunction {
            /// All functions of this library.
            pub const ALL: [HashFunction; $count] = [$(HashFunction::$function),*];

            /// Returns the name in `#[ydb(primary_key(..))]`: `xxh3`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(HashFunction::$function => $name,)*
                    HashFunction::Foreign(foreign) => foreign.name,
                }
            }

            /// Returns the name in YQL: `Digest::XXH3`; `None` for a function of other programs.
            pub const fn yql_name(self) -> Option<&'static str> {
                match self {
                    $(HashFunction::$function => Some($yql),)*
                    HashFunction::Foreign(_) => None,
                }
            }
        }
    };
}

functions! { 3:
    Xxh3 "xxh3" "Digest::XXH3"
    NumericHash "numeric_hash" "Digest::NumericHash"
    IntHash64 "int_hash64" "Digest::IntHash64"
}

impl HashFunction {
    /// Returns the function with this [`name`](Self::name).
    #[doc(hidden)]
    pub fn from_name(name: &str) -> Option<Self> {
        HashFunction::ALL.into_iter().find(|function| function.name() == name)
    }

    /// Returns `true` if the function takes one number instead of bytes.
    pub const fn is_numeric(self) -> bool {
        matches!(self, HashFunction::NumericHash | HashFunction::IntHash64)
    }
}

impl fmt::Display for HashFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HashFunction::Foreign(foreign) => foreign.fmt(f),
            own => f.write_str(own.name()),
        }
    }
}

impl HashFunction {
    /// Returns the hash of the values of the input columns, in their order; allocates nothing.
    ///
    /// Returns `None` for values that cannot be hashed: NULL, floats, decimals and documents, whose columns the rule
    /// `hash` refuses. A function of other programs gives `None`, too, because its values need not be numbers. A
    /// numeric function takes exactly one integer, time or interval, and returns `None` otherwise.
    ///
    /// ```
    /// use ydb_keys::{Value, schema::HashFunction};
    ///
    /// assert_eq!(HashFunction::NumericHash.hash(&[Value::Uint64(1001)]), Some(10138685143802077350));
    /// let pair = [Value::Uint64(42), Value::Utf8("abc".into())];
    /// assert_eq!(HashFunction::Xxh3.hash(&pair), Some(10574828529380286516));
    /// assert_eq!(HashFunction::Xxh3.hash(&[Value::Null]), None);
    /// ```
    #[inline]
    pub fn hash(self, values: &[Value<'_>]) -> Option<u64> {
        self.hash_each(values.iter())
    }

    /// Returns the hash of values that are not adjacent in memory; see [`hash`](Self::hash).
    #[inline(always)]
    #[doc(hidden)]
    pub fn hash_each<'v>(self, values: impl Iterator<Item = &'v Value<'v>> + Clone) -> Option<u64> {
        let mut rest = values.clone();
        match (rest.next(), rest.next()) {
            (Some(value), None) => self.hash_one(value),
            _ if !matches!(self, HashFunction::Xxh3) => None,
            _ => xxh3_of_many(values),
        }
    }

    #[inline(always)]
    fn hash_one(self, value: &Value<'_>) -> Option<u64> {
        let part = canonical(value)?;
        match self {
            HashFunction::Xxh3 => Some(part.xxh3()),
            HashFunction::NumericHash => part.number(value).map(digest::numeric_hash),
            HashFunction::IntHash64 => part.number(value).map(digest::int_hash64),
            HashFunction::Foreign(_) => None,
        }
    }
}

/// Hash functions of plain bytes and numbers, as YQL has them in its module `Digest`.
pub(super) mod digest {
    use xxhash_rust::xxh3::xxh3_64;

    /// Returns `Digest::XXH3` of the bytes: XXH3 64-bit with seed 0.
    ///
    /// ```
    /// // A vector of YDB's own test suite (yql/essentials/udfs/common/digest/test/canondata).
    /// assert_eq!(ydb_keys::hash::xxh3(b"1"), 7335560060985733464);
    /// ```
    #[inline]
    pub fn xxh3(bytes: &[u8]) -> u64 {
        xxh3_64(bytes)
    }

    /// Returns `Digest::NumericHash` of the number: a bijection on 64-bit integers.
    ///
    /// ```
    /// // The example of YDB's documentation (yql/reference/udf/list/digest).
    /// assert_eq!(ydb_keys::hash::numeric_hash(123456789), 1734215268924325803);
    /// ```
    #[inline]
    pub const fn numeric_hash(value: u64) -> u64 {
        let mut x = value;
        x = x.wrapping_add(!(x << 32));
        x ^= x >> 22;
        x = x.wrapping_add(!(x << 13));
        x ^= x >> 8;
        x = x.wrapping_add(x << 3);
        x ^= x >> 15;
        x = x.wrapping_add(!(x << 27));
        x ^ (x >> 31)
    }

    /// Returns `Digest::IntHash64` of the number: a bijection on 64-bit integers.
    ///
    /// ```
    /// assert_eq!(ydb_keys::hash::int_hash64(1), 10577349846663553072);
    /// ```
    #[inline]
    pub const fn int_hash64(value: u64) -> u64 {
        let mut x = value ^ 0x4cf2_d2ba_ae6d_a887;
        x ^= x >> 33;
        x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
        x ^= x >> 33;
        x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        x ^ (x >> 33)
    }
}

#[cfg(test)]
mod tests {
    use super::digest::{int_hash64, numeric_hash, xxh3};
    use super::*;
    use crate::types::YdbType;

    /// ydb-facts 3.2: transcribed from YDB's util/digest/numeric.h, compiled with g++.
    const NUMERIC: [(u64, u64, u64); 12] = [
        (0, 7654268697807496793, 4761183170873013810),
        (1, 2320827452992767577, 10577349846663553072),
        (2, 6174653592142994962, 18198135717204167749),
        (3, 13529992206878991808, 9624464864560415994),
        (42, 13135115513944745397, 11490350930367293593),
        (1001, 10138685143802077350, 13312534164578192006),
        (1002, 15958305154223385373, 10286675702755126352),
        (1003, 15691952052099529436, 15201870010500189524),
        (1 << 63, 4151121942852960556, 7378616448805205431),
        (u64::MAX, 11347797999152016406, 14600443904207254319),
        (0x0123456789abcdef, 2602480231338512580, 6754740165898618715),
        (1700000000000000, 4824594750381757054, 10101150946913519848),
    ];

    #[test]
    fn numeric_functions_match_ydb() {
        for (input, numeric, int) in NUMERIC {
            assert_eq!(numeric_hash(input), numeric, "NumericHash({input})");
            assert_eq!(int_hash64(input), int, "IntHash64({input})");
            assert_eq!(HashFunction::NumericHash.hash(&[Value::Uint64(input)]), Some(numeric));
            assert_eq!(HashFunction::IntHash64.hash(&[Value::Timestamp(input)]), Some(int));
        }
        assert_eq!(numeric_hash(123456789), 1734215268924325803);
    }

    #[test]
    fn xxh3_matches_ydb() {
        // YDB's canonical results (digest/test/canondata/test.test_Basic-Results_) and ydb-facts 3.3.
        assert_eq!(xxh3(b""), 3244421341483603138);
        assert_eq!(xxh3(b"1"), 7335560060985733464);
        assert_eq!(xxh3(b"2"), 18128579709034668820);
        assert_eq!(xxh3(b"3"), 8296998437054084336);
        for (input, hash) in [
            (0_u64, 14374147212387527897_u64),
            (1, 3439722301264460078),
            (42, 15395265915043915720),
            (1001, 10450027629588570757),
            (1 << 63, 9407778237848358495),
            (u64::MAX, 5841669975847748627),
        ] {
            assert_eq!(HashFunction::Xxh3.hash(&[Value::Uint64(input)]), Some(hash), "{input}");
        }
        assert_eq!(HashFunction::Xxh3.hash(&[Value::Int64(-1)]), Some(5841669975847748627));
        assert_eq!(HashFunction::Xxh3.hash(&[Value::Utf8("alice@example.com".into())]), Some(8569093714482247167));
    }

    #[test]
    fn signed_values_are_sign_extended() {
        for value in [Value::Int8(-1), Value::Int16(-1), Value::Int32(-1), Value::Int64(-1), Value::Date32(-1)] {
            assert_eq!(HashFunction::NumericHash.hash(&[value]), Some(11347797999152016406));
        }
    }

    #[test]
    fn what_has_no_canonical_bytes_has_no_hash() {
        use HashFunction::{NumericHash, Xxh3};
        assert_eq!(Xxh3.hash(&[Value::Uint64(1), Value::Null]), None);
        assert_eq!(Xxh3.hash(&[Value::Double(1.0)]), None);
        assert_eq!(NumericHash.hash(&[Value::Utf8("1".into())]), None);
        assert_eq!(NumericHash.hash(&[Value::Uint64(1), Value::Uint64(2)]), None);
        assert!(!YdbType::Double.is_hashable());
    }
}
