//! Tests HashSql of `numeric_hash` and `int_hash64`: each integer and time as the Uint64 that the functions accept.
//!
//! Unsigned integers widen by themselves, unsigned times by a cast that cannot fail. Of signed values the bits are
//! taken, sign-extended, since a cast of a negative number would be NULL.

use ydb_keys::schema::HashFunction::{IntHash64, NumericHash};

use super::expression;

const EXPRESSIONS: [(&str, &str); 16] = [
    ("int8", "BITCAST(`int8` AS Uint64)"),
    ("int16", "BITCAST(`int16` AS Uint64)"),
    ("int32", "BITCAST(`int32` AS Uint64)"),
    ("int64", "BITCAST(`int64` AS Uint64)"),
    ("uint8", "`uint8`"),
    ("uint16", "`uint16`"),
    ("uint32", "`uint32`"),
    ("uint64", "`uint64`"),
    ("date", "CAST(`date` AS Uint64)"),
    ("datetime", "CAST(`datetime` AS Uint64)"),
    ("timestamp", "CAST(`timestamp` AS Uint64)"),
    ("interval", "BITCAST(CAST(`interval` AS Int64) AS Uint64)"),
    ("date32", "BITCAST(CAST(`date32` AS Int64) AS Uint64)"),
    ("datetime64", "BITCAST(CAST(`datetime64` AS Int64) AS Uint64)"),
    ("timestamp64", "BITCAST(CAST(`timestamp64` AS Int64) AS Uint64)"),
    ("interval64", "BITCAST(CAST(`interval64` AS Int64) AS Uint64)"),
];

#[test]
fn numeric_hash() {
    for (column, number) in EXPRESSIONS {
        assert_eq!(expression(NumericHash, &[column]), format!("Digest::NumericHash({number})"));
    }
}

#[test]
fn int_hash64() {
    for (column, number) in EXPRESSIONS {
        assert_eq!(expression(IntHash64, &[column]), format!("Digest::IntHash64({number})"));
    }
}
