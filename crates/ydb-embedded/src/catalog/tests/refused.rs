//! Tests of specifications that CREATE TABLE refuses, with status and message.

use super::super::spec::{DefaultSpec, InitialPartitions, TableSpec};
use super::super::{Compression, IndexKind, ReadReplicas, Store, TtlUnit};
use super::{DAY, create, family, index, int, olap, row, strings, text, ttl, with};
use crate::error::Status;
use crate::types::{Primitive, Type, Value};

#[track_caller]
fn refused(cases: Vec<(TableSpec, Status, &str)>) {
    for (spec, status, fragment) in cases {
        let error = create(spec.clone()).expect_err(fragment);
        let message = error.to_string();
        assert!(message.contains(fragment), "{message}\ndoes not contain\n{fragment}");
        assert_eq!(error.status, status, "{message}");
    }
}

fn base() -> TableSpec {
    row(&["id Uint64!", "a Utf8", "b Int32", "at Timestamp"], &["id"])
}

fn column_base() -> TableSpec {
    olap(&["at Timestamp!", "id Uint64!", "v Utf8"], &["at", "id"])
}

fn key_of(ty: &str) -> TableSpec {
    row(&[&format!("k {ty}")], &["k"])
}

fn literal(ty: Primitive, value: Value) -> Option<DefaultSpec> {
    Some(DefaultSpec::Literal(ty.into(), value))
}

const SCHEME: Status = Status::SchemeError;
const BAD: Status = Status::BadRequest;
const GENERIC: Status = Status::GenericError;

#[test]
fn columns() {
    let named = |name: &str| row(&["id Uint64", &format!("{name} Utf8")], &["id"]);
    let many: Vec<String> = (0..=200).map(|i| format!("c{i} Int32")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    refused(vec![
        (named(&"x".repeat(256)), SCHEME, "Column name too long"),
        (named("a.b"), SCHEME, "Invalid name for column 'a.b'"),
        (named("имя"), SCHEME, "Invalid name for column 'имя'"),
        (named("__ydb_x"), SCHEME, "Invalid name for column '__ydb_x'"),
        (named(""), SCHEME, "Invalid name for column ''"),
        (row(&["id Uint64", "id Utf8"], &["id"]), SCHEME, "Column 'id' specified more than once"),
        (row(&["id Uint64", "z TzDate"], &["id"]), SCHEME, "Type 'TzDate' specified for column 'z'"),
        (row(&["id Uint64", "l List"], &["id"]), BAD, "Only YQL data types and PG types are currently supported"),
        (row(&many, &["c0"]), SCHEME, "Too many columns: current: 0, new: 201, dropping: 0. Limit: 200"),
        (
            olap(&["id Uint64!", "i Interval"], &["id"]),
            SCHEME,
            "Type 'Interval' specified for column 'i' is not supported",
        ),
        (olap(&["id Uint64!", "i DyNumber"], &["id"]), SCHEME, "Type 'DyNumber' specified for column 'i'"),
        (olap(&["id Uint64!", "id Uint64!"], &["id"]), SCHEME, "Duplicate column 'id'"),
        (
            with(base(), |t| t.columns[1].ty = Type::Decimal { precision: 36, scale: 0 }),
            BAD,
            "Invalid decimal precision: 36",
        ),
        (
            with(base(), |t| t.columns[1].ty = Type::Decimal { precision: 5, scale: 6 }),
            BAD,
            "Invalid decimal parameters",
        ),
        (
            with(base(), |t| t.columns[1].compression = Some(Compression { algorithm: "lz4".into(), level: None })),
            BAD,
            "Column Compression is not supported in row tables. Use COLUMN FAMILY.",
        ),
        (
            with(column_base(), |t| {
                t.columns[2].compression = Some(Compression { algorithm: "zstd".into(), level: Some(23) })
            }),
            BAD,
            "level 23",
        ),
        (
            with(column_base(), |t| {
                t.columns[2].compression = Some(Compression { algorithm: "gzip".into(), level: None })
            }),
            BAD,
            "gzip",
        ),
    ]);
}

#[test]
fn defaults() {
    let default =
        |ty: &str, value| with(row(&["id Uint64", &format!("v {ty}")], &["id"]), |t| t.columns[1].default = value);
    refused(vec![
        (
            default("Int32", literal(Primitive::Int64, Value::Int(5_000_000_000))),
            GENERIC,
            "Default expr v type mismatch, expected: Int32, actual: Int64",
        ),
        (
            default("Float", literal(Primitive::Double, Value::Double(1.5))),
            GENERIC,
            "Default expr v type mismatch, expected: Float, actual: Double",
        ),
        (default("Uint8", literal(Primitive::Int32, Value::Int(300))), GENERIC, "type mismatch"),
        (default("Uuid", literal(Primitive::String, Value::bytes(*b"x"))), GENERIC, "expected: Uuid, actual: String"),
        (
            default("Int32!", Some(DefaultSpec::Literal(Type::Null, Value::Null))),
            GENERIC,
            "is nullable or optional, but column has not null constraint",
        ),
        (default("Utf8", Some(DefaultSpec::Sequence)), SCHEME, "but default expression is of type Int64"),
        (
            with(column_base(), |t| t.columns[2].default = literal(Primitive::Utf8, Value::text("x"))),
            BAD,
            "Default values are not supported in column tables",
        ),
        (olap(&["id Serial!"], &["id"]), BAD, "Default sequences are not supported in column tables"),
    ]);
}

#[test]
fn keys() {
    let many: Vec<String> = (0..31).map(|i| format!("c{i}")).collect();
    let columns: Vec<String> = many.iter().map(|name| format!("{name} Int32")).collect();
    let (many, columns): (Vec<&str>, Vec<&str>) =
        (many.iter().map(String::as_str).collect(), columns.iter().map(String::as_str).collect());
    refused(vec![
        (row(&["id Uint64"], &[]), SCHEME, "No key columns specified"),
        (row(&["id Uint64"], &["no"]), SCHEME, "Unknown column 'no' specified in key column list"),
        (row(&["id Uint64"], &["id", "id"]), SCHEME, "Column 'id' specified more than once in key column list"),
        (row(&columns, &many), SCHEME, "Too many key columns: current: 0, new: 31. Limit: 30"),
        (key_of("Float"), SCHEME, "Column k has wrong key type Float"),
        (key_of("Double"), SCHEME, "Column k has wrong key type Double"),
        (key_of("Json"), SCHEME, "Column k has wrong key type Json"),
        (key_of("Yson"), SCHEME, "Column k has wrong key type Yson"),
        (key_of("JsonDocument"), SCHEME, "Column k has wrong key type JsonDocument"),
        (row(&["id Uint64 cold"], &["id"]), SCHEME, "Key column 'id' must belong to the default family"),
        (olap(&["id Uint64"], &["id"]), SCHEME, "Nullable key column 'id'"),
        (olap(&["id Bool!"], &["id"]), SCHEME, "Type 'Bool' specified for column 'id' is not supported as primary key"),
        (olap(&["id Uuid!"], &["id"]), SCHEME, "Type 'Uuid' specified for column 'id' is not supported as primary key"),
        (olap(&["id Double!"], &["id"]), SCHEME, "is not supported as primary key"),
        (olap(&["id Uint64!"], &["id", "id"]), SCHEME, "Duplicate key column 'id'"),
    ]);
}

#[test]
fn families() {
    let families = |families: Vec<super::super::Family>| with(base(), |t| t.families = families);
    let data = super::super::Family { data: Some("ssd".into()), ..family("cold", None, None) };
    let cached = super::super::Family { cache_mode: Some("always".into()), ..family("cold", None, None) };
    refused(vec![
        (families(vec![family("a", None, None), family("a", None, None)]), BAD, "Duplicate column family: 'a'"),
        (families(vec![family("a", Some("zstd"), None)]), BAD, "Unsupported compression value 3"),
        (families(vec![family("a", Some("gzip"), None)]), GENERIC, "Unknown compression 'gzip' for a column family"),
        (
            families(vec![family("a", Some("lz4"), Some(3))]),
            BAD,
            "Field COMPRESSION_LEVEL is not supported for OLTP tables",
        ),
        (families(vec![cached]), BAD, "Unknown cache mode 'always'"),
        (with(column_base(), |t| t.families = vec![data]), BAD, "Field `DATA` is not supported for OLAP tables"),
        (
            with(column_base(), |t| t.columns[2].family = Some("cold".into())),
            SCHEME,
            "Cannot set column family `cold` for column `v`. Family not found",
        ),
    ]);
}

#[test]
fn indexes() {
    let indexed = |index| with(base(), |t| t.indexes = vec![index]);
    let json = with(row(&["id Uint64", "j Json"], &["id"]), |t| t.indexes = vec![index("i", &["j"], &[])]);
    let many = with(base(), |t| t.indexes = (0..21).map(|i| index(&format!("i{i}"), &["a"], &[])).collect());
    let wide: Vec<String> = (0..31).map(|i| format!("c{i} Int32")).collect();
    let wide: Vec<&str> = wide.iter().map(String::as_str).collect();
    let names: Vec<&str> = wide[1..].iter().map(|text| text.trim_end_matches(" Int32")).collect();
    let wide = with(row(&wide, &["c0"]), |t| t.indexes = vec![index("i", &names, &[])]);
    refused(vec![
        (indexed(index("i", &["no"], &[])), BAD, "index key column no is missed"),
        (indexed(index("i", &["a"], &["no"])), BAD, "index data column no is missed"),
        (indexed(index("i", &[], &[])), BAD, "should be at least single index key column"),
        (indexed(index("i", &["a", "a"], &[])), BAD, "all index key columns should be unique, for example a"),
        (indexed(index("i", &["a"], &["b", "b"])), BAD, "all index data columns should be unique, for example b"),
        (indexed(index("i", &["id"], &[])), BAD, "index keys shouldn't be table keys"),
        (indexed(index("i", &["a"], &["id"])), BAD, "the same column can't be used as key and data column"),
        (indexed(index("i", &["a"], &["a"])), BAD, "the same column can't be used as key and data column"),
        (indexed(index("a b", &["a"], &[])), SCHEME, "symbol ' ' is not allowed"),
        (
            with(base(), |t| t.indexes = vec![index("i", &["a"], &[]), index("i", &["b"], &[])]),
            BAD,
            "Can't create indexes with not unique names for table, for example: i",
        ),
        (many, Status::PreconditionFailed, "intention to create new children: 21"),
        (json, BAD, "Column 'j' has wrong key type Json for being key"),
        (wide, SCHEME, "requested keys colums for index table: 31. Limit: 30"),
        (
            with(column_base(), |t| t.indexes = vec![index("i", &["v"], &[])]),
            Status::Unsupported,
            "GLOBAL index of a column table",
        ),
    ]);
    let unique = super::super::spec::IndexSpec { kind: IndexKind::GlobalUnique, ..index("u", &["a"], &[]) };
    create(indexed(unique)).unwrap();
}

#[test]
fn partitions() {
    let begins = |ty: &str, partitions| with(key_of(ty), |t| t.partitions = partitions);
    let at = |points: Vec<Vec<(Type, Value)>>| InitialPartitions::AtKeys(points);
    refused(vec![
        (begins("Uint64", InitialPartitions::Both), BAD, "are mutually exclusive. Use either one of them."),
        (
            begins("Int64", InitialPartitions::Uniform(4)),
            SCHEME,
            "Unsupported first key column type Int64, only Uint32 and Uint64 are supported",
        ),
        (begins("Utf8", InitialPartitions::Uniform(4)), SCHEME, "Unsupported first key column type Utf8"),
        (begins("Serial", InitialPartitions::Uniform(4)), SCHEME, "Unsupported first key column type Int32"),
        (begins("Uint64", InitialPartitions::Uniform(0)), SCHEME, "Invalid partition count specified: 0"),
        (begins("Uint64", InitialPartitions::Uniform(35_001)), SCHEME, "Invalid partition count specified: 35001"),
        (
            begins("Uint64", at(vec![vec![int(1), int(2)]])),
            GENERIC,
            "Partition at keys has 2 key values while there are only 1 key columns",
        ),
        (begins("Uint8", at(vec![vec![int(300)]])), GENERIC, "Failed to convert value \"300\" to a corresponding key"),
        (begins("Uuid", at(vec![vec![text("x")]])), GENERIC, "Failed to convert value \"x\""),
        (begins("Uint64", at(vec![vec![int(2)], vec![int(1)]])), SCHEME, "Partition ranges are not sorted at index 1"),
        (begins("Uint64", at(vec![vec![int(2)], vec![int(2)]])), SCHEME, "Partition ranges are not sorted at index 1"),
        (begins("Uint64", at(vec![vec![(Type::Null, Value::Null)]])), SCHEME, "not sorted at index 0"),
        (
            with(base(), |t| (t.partitioning.by_size, t.partitioning.size_mb) = (Some(false), Some(100))),
            BAD,
            "Auto partitioning partition size is set while auto partitioning by size is disabled",
        ),
        (with(base(), |t| t.hash_columns = Some(strings(&["v"]))), BAD, "\"Partition by\" doesn't match primary key"),
        (
            with(base(), |t| t.hash_columns = Some(strings(&["id", "v"]))),
            BAD,
            "\"Partition by\" contains more columns than primary key does",
        ),
        (with(column_base(), |t| t.hash_columns = Some(strings(&["v"]))), SCHEME, "'v'"),
        (with(column_base(), |t| t.hash_columns = Some(strings(&["no"]))), SCHEME, "unknown column 'no'"),
        (with(column_base(), |t| t.partitions = InitialPartitions::Uniform(4)), BAD, "Partitions are not supported"),
        (with(column_base(), |t| t.key_bloom_filter = Some(true)), BAD, "Key bloom filter settings are not supported"),
        (
            with(column_base(), |t| t.read_replicas = Some(ReadReplicas::PerAz(1))),
            BAD,
            "Read replicas settings are not supported",
        ),
    ]);
}

#[test]
fn expiry() {
    let expires =
        |column: &str, unit, tiers: &[(i64, Option<&str>)]| with(base(), |t| t.ttl = Some(ttl(column, unit, tiers)));
    let column = |column: &str, unit, tiers: &[(i64, Option<&str>)]| {
        with(column_base(), |t| t.ttl = Some(ttl(column, unit, tiers)))
    };
    let seconds = Some(TtlUnit::Seconds);
    refused(vec![
        (expires("no", None, &[(DAY, None)]), SCHEME, "Cannot enable TTL on unknown column: 'no'"),
        (expires("a", None, &[(DAY, None)]), SCHEME, "Unsupported column type"),
        (expires("b", seconds, &[(DAY, None)]), SCHEME, "Unsupported column type"),
        (expires("at", seconds, &[(DAY, None)]), SCHEME, "'DateTypeColumnModeSettings' should be specified"),
        (expires("id", None, &[(DAY, None)]), SCHEME, "'ValueSinceUnixEpochModeSettings' should be specified"),
        (expires("at", None, &[(-DAY, None)]), GENERIC, "Interval value cannot be negative"),
        (
            expires("at", None, &[(DAY * 365 * 56, None)]),
            SCHEME,
            "TTL should be less than 1735689600 seconds (20089 days, 55 years)",
        ),
        (
            expires("at", None, &[(DAY, Some("/local/s3"))]),
            SCHEME,
            "Only DELETE via TTL is allowed for row-oriented tables",
        ),
        (column("no", None, &[(DAY, None)]), SCHEME, "Incorrect ttl column - not found in scheme"),
        (column("id", seconds, &[(DAY, None)]), SCHEME, "TTL column is not first column in primary key"),
        (
            column("at", None, &[(DAY, None), (2 * DAY, Some("/local/s3"))]),
            SCHEME,
            "Tier 0: only the last tier in TTL settings can have Delete action",
        ),
        (
            column("at", None, &[(DAY, Some("/local/s3")), (DAY, None)]),
            SCHEME,
            "must have increasing ApplyAfterSeconds: 86400 (tier 0) >= 86400 (tier 1)",
        ),
    ]);
}

#[test]
fn near_misses_are_taken() {
    let key = |ty: &str| create(key_of(ty)).unwrap();
    for ty in ["Bool", "Uuid", "Interval", "DyNumber", "Decimal", "Date32", "Utf8", "String", "Int8"] {
        assert_eq!(key(ty).key, [0], "{ty}");
    }
    // An index may begin with the key and have more columns, and it may cover a NOT NULL column.
    create(with(base(), |t| t.indexes = vec![index("i", &["id", "a"], &["b"])])).unwrap();
    create(with(base(), |t| t.ttl = Some(ttl("id", Some(TtlUnit::Seconds), &[(0, None)])))).unwrap();
    create(with(column_base(), |t| t.store = Store::Column)).unwrap();
}
