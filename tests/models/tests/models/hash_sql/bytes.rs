//! Tests HashSql of `xxh3`: each input type alone, and framed as the first and as the second of two.
//!
//! `ToBytes` of a number is little-endian at its own width, a cast of a time gives its storage unit and cannot fail, a
//! Uuid as String is its 36 characters, `LENGTH` counts bytes and is a Uint32.

use ydb_keys::schema::HashFunction::Xxh3;

use super::expression;

/// Column names, with the expressions for their bytes alone and among others.
const EXPRESSIONS: [(&str, &str, &str); 20] = [
    ("bool", "ToBytes(`bool`)", "ToBytes(`bool`)"),
    ("int8", "ToBytes(`int8`)", "ToBytes(`int8`)"),
    ("int16", "ToBytes(`int16`)", "ToBytes(`int16`)"),
    ("int32", "ToBytes(`int32`)", "ToBytes(`int32`)"),
    ("int64", "ToBytes(`int64`)", "ToBytes(`int64`)"),
    ("uint8", "ToBytes(`uint8`)", "ToBytes(`uint8`)"),
    ("uint16", "ToBytes(`uint16`)", "ToBytes(`uint16`)"),
    ("uint32", "ToBytes(`uint32`)", "ToBytes(`uint32`)"),
    ("uint64", "ToBytes(`uint64`)", "ToBytes(`uint64`)"),
    ("string", "`string`", "ToBytes(LENGTH(`string`)) || `string`"),
    ("utf8", "`utf8`", "ToBytes(LENGTH(`utf8`)) || `utf8`"),
    ("uuid", "CAST(`uuid` AS String)", "CAST(`uuid` AS String)"),
    ("date", "ToBytes(CAST(`date` AS Uint16))", "ToBytes(CAST(`date` AS Uint16))"),
    ("datetime", "ToBytes(CAST(`datetime` AS Uint32))", "ToBytes(CAST(`datetime` AS Uint32))"),
    ("timestamp", "ToBytes(CAST(`timestamp` AS Uint64))", "ToBytes(CAST(`timestamp` AS Uint64))"),
    ("interval", "ToBytes(CAST(`interval` AS Int64))", "ToBytes(CAST(`interval` AS Int64))"),
    ("date32", "ToBytes(CAST(`date32` AS Int32))", "ToBytes(CAST(`date32` AS Int32))"),
    ("datetime64", "ToBytes(CAST(`datetime64` AS Int64))", "ToBytes(CAST(`datetime64` AS Int64))"),
    ("timestamp64", "ToBytes(CAST(`timestamp64` AS Int64))", "ToBytes(CAST(`timestamp64` AS Int64))"),
    ("interval64", "ToBytes(CAST(`interval64` AS Int64))", "ToBytes(CAST(`interval64` AS Int64))"),
];

#[test]
fn alone() {
    for (column, alone, _) in EXPRESSIONS {
        assert_eq!(expression(Xxh3, &[column]), format!("Digest::XXH3({alone})"));
    }
}

#[test]
fn in_front_of_another() {
    for (column, _, framed) in EXPRESSIONS {
        assert_eq!(expression(Xxh3, &[column, "uint64"]), format!("Digest::XXH3({framed} || ToBytes(`uint64`))"));
        assert_eq!(
            expression(Xxh3, &[column, "utf8"]),
            format!("Digest::XXH3({framed} || ToBytes(LENGTH(`utf8`)) || `utf8`)")
        );
    }
}

#[test]
fn behind_another() {
    for (column, _, framed) in EXPRESSIONS {
        assert_eq!(expression(Xxh3, &["int8", column]), format!("Digest::XXH3(ToBytes(`int8`) || {framed})"));
    }
}

#[test]
fn of_three() {
    assert_eq!(
        expression(Xxh3, &["string", "timestamp", "uuid"]),
        "Digest::XXH3(ToBytes(LENGTH(`string`)) || `string` || ToBytes(CAST(`timestamp` AS Uint64)) || CAST(`uuid` AS String))"
    );
}
