//! Rows written and read outside of queries: bulk upserts, and reads by keys.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use super::database::{Client, database, is};
use crate::types::{Primitive, StructMember, Type, Value};

const INT: Type = Type::Primitive(Primitive::Int32);
const TEXT: Type = Type::Primitive(Primitive::Utf8);

/// Names and types with which rows are sent.
type Columns<'a> = &'a [(&'a str, Type)];

fn members(members: &[(&str, Type)]) -> Vec<StructMember> {
    members.iter().map(|(name, ty)| ((*name).into(), ty.clone())).collect()
}

fn table() -> Client {
    let mut client = database();
    client.ok("CREATE TABLE t (k Int32 NOT NULL, name Utf8, v Int32, PRIMARY KEY (k))");
    client.ok("INSERT INTO t (k, name, v) VALUES (1, 'one'u, 10)");
    client
}

#[test]
fn bulk_rows_are_upserted() {
    let mut client = table();
    // Members may come in any order. The last row of a key wins. Columns that are not named stay.
    let rows = [("uno", 1), ("two", 2), ("zwei", 2), ("three", 3)];
    let rows = rows.map(|(name, k)| vec![Value::text(name), Value::Int(k)]).to_vec();
    client.engine.bulk_upsert("t", &members(&[("name", TEXT.optional()), ("k", INT)]), rows).unwrap();
    assert_eq!(
        client.rows("SELECT k, name, v FROM t ORDER BY k"),
        ["1 | 'uno' | 10", "2 | 'zwei' | NULL", "3 | 'three' | NULL"]
    );
    // A key member may be optional, and NULL is a value.
    let rows = vec![vec![Value::Int(1), Value::Null]];
    client.engine.bulk_upsert("/local/t", &members(&[("k", INT.optional()), ("name", TEXT.optional())]), rows).unwrap();
    assert_eq!(client.rows("SELECT name, v FROM t WHERE k = 1"), ["NULL | 10"]);
    // A key alone makes a row.
    client.engine.bulk_upsert("t", &members(&[("k", INT)]), vec![vec![Value::Int(9)]]).unwrap();
    assert_eq!(client.rows("SELECT name, v FROM t WHERE k = 9"), ["NULL | NULL"]);
}

#[test]
fn bulk_rows_break_locks() {
    let mut client = table();
    client.begin();
    client.ok("UPDATE t SET v = 11 WHERE k = 1");
    client
        .engine
        .bulk_upsert("t", &members(&[("k", INT), ("v", INT)]), vec![vec![Value::Int(1), Value::Int(12)]])
        .unwrap();
    super::database::is_aborted(client.commit(), "/local/t");
    assert_eq!(client.rows("SELECT v FROM t"), ["12"]);
}

#[test]
fn bulk_upsert_is_strict() {
    let mut client = table();
    client.ok("CREATE TABLE n (k Int32 NOT NULL, v Int32 NOT NULL, PRIMARY KEY (k))");
    client.ok("CREATE TABLE i (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX by_v GLOBAL ON (v))");
    client.ok("CREATE TABLE a (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX by_v GLOBAL ASYNC ON (v))");
    client.ok("CREATE TABLE d (k Int32 NOT NULL, v Int32 DEFAULT 5, PRIMARY KEY (k))");
    let row = || vec![vec![Value::Int(7), Value::Int(7)]];
    let (k, v) = (("k", INT), ("v", INT));
    let cases: [(&str, Columns<'_>, &str, &str); 9] = [
        ("d", std::slice::from_ref(&k), "SCHEME_ERROR", "Missing default columns: v"),
        ("nowhere", &[k.clone(), v.clone()], "SCHEME_ERROR", "Unknown table '/local/nowhere'"),
        ("t", &[k.clone(), ("x", INT)], "SCHEME_ERROR", "Unknown column: x"),
        (
            "t",
            &[k.clone(), ("v", Primitive::Int64.into())],
            "SCHEME_ERROR",
            "Type mismatch, got type Int64 for column v, but expected Int32",
        ),
        (
            "t",
            &[k.clone(), ("name", Primitive::String.into())],
            "SCHEME_ERROR",
            "Type mismatch, got type String for column name, but expected Utf8",
        ),
        ("t", &[v.clone(), ("name", TEXT)], "SCHEME_ERROR", "Missing key columns: k"),
        ("n", std::slice::from_ref(&k), "SCHEME_ERROR", "Missing not null columns: v"),
        ("i", &[k.clone(), v.clone()], "SCHEME_ERROR", "Only async-indexed tables are supported by BulkUpsert"),
        (
            "i/by_v/indexImplTable",
            &[v.clone(), k.clone()],
            "BAD_REQUEST",
            "Writing to index implementation tables is not allowed.",
        ),
    ];
    for (path, columns, status, message) in cases {
        is(&client.engine.bulk_upsert(path, &members(columns), row()).unwrap_err(), status, 0, message);
    }
    let empty = client.engine.bulk_upsert("t", &members(&[k.clone(), v.clone()]), Vec::new());
    is(&empty.unwrap_err(), "BAD_REQUEST", 0, "No rows to upload");
    assert_eq!(client.rows("SELECT COUNT(*) FROM t"), ["1"]);
    // A table may have an asynchronous index, which is updated, too.
    client.engine.bulk_upsert("a", &members(&[k, v]), row()).unwrap();
    assert_eq!(client.rows("SELECT v, k FROM `a/by_v/indexImplTable`"), ["7 | 7"]);
}

#[test]
fn a_column_table_takes_bulk_rows() {
    let mut client = database();
    client.ok("CREATE TABLE c (k Int32 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (STORE = COLUMN)");
    let rows = (0..100).map(|k| vec![Value::Int(k), Value::Int(k * 2)]).collect();
    client.engine.bulk_upsert("c", &members(&[("k", INT), ("v", INT)]), rows).unwrap();
    assert_eq!(client.rows("SELECT COUNT(*), SUM(v) FROM c"), ["100 | 9900"]);
}

#[test]
fn rows_are_read_by_their_keys() {
    let mut client = database();
    client.ok("CREATE TABLE t (b Utf8, v Int32, a Int32 NOT NULL, PRIMARY KEY (a, b))");
    client.ok("INSERT INTO t (a, b, v) VALUES (1, 'x'u, 10), (1, NULL, 20), (2, 'y'u, 30)");
    let key = |a: i64, b: Value| vec![b, Value::Int(a)];
    let columns = members(&[("b", TEXT.optional()), ("a", INT)]);
    let keys = vec![key(2, Value::text("y")), key(1, Value::Null), key(5, Value::Null), key(1, Value::text("x"))];
    // All columns, in the order of the schema.
    let (found, mut rows) = client.engine.read_rows("t", &columns, keys, &[]).unwrap();
    assert_eq!(found, members(&[("b", TEXT.optional()), ("v", INT.optional()), ("a", INT)]));
    // The order of the rows is not promised.
    rows.sort_by_key(|row| match row[1] {
        Value::Int(v) => v,
        _ => panic!("no number"),
    });
    let expected = [
        vec![Value::text("x"), Value::Int(10), Value::Int(1)],
        vec![Value::Null, Value::Int(20), Value::Int(1)],
        vec![Value::text("y"), Value::Int(30), Value::Int(2)],
    ];
    assert_eq!(rows, expected);
    // The requested columns, in the requested order.
    let asked = ["v".to_owned(), "a".to_owned()];
    let (found, rows) = client.engine.read_rows("t", &columns, vec![key(2, Value::text("y"))], &asked).unwrap();
    assert_eq!(found, members(&[("v", INT.optional()), ("a", INT)]));
    assert_eq!(rows, [[Value::Int(30), Value::Int(2)]]);
}

#[test]
fn reading_rows_is_strict() {
    let mut client = table();
    client.ok("CREATE TABLE i (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX by_v GLOBAL ASYNC ON (v))");
    client.ok("CREATE TABLE c (k Int32 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (STORE = COLUMN)");
    let read = |path: &str, columns: &[(&str, Type)], asked: &[String]| {
        let keys = vec![vec![Value::Int(1); columns.len()]];
        client.engine.read_rows(path, &members(columns), keys, asked).unwrap_err()
    };
    let scheme = |error, message: &str| is(&error, "SCHEME_ERROR", 0, message);
    scheme(read("nowhere", &[("k", INT)], &[]), "Unknown table '/local/nowhere'");
    scheme(read("i", &[("k", INT)], &[]), "EvReadResults is not supported for tables with indexes");
    scheme(read("c", &[("k", INT)], &[]), "");
    scheme(read(".sys/partition_stats", &[("OwnerId", INT)], &[]), "is a system view. ReadRows is not supported.");
    scheme(read("t", &[("k", INT), ("v", INT)], &[]), "Unknown key column: v");
    scheme(read("t", &[], &[]), "Missing key columns: k");
    scheme(
        read("t", &[("k", Primitive::Uint64.into())], &[]),
        "Type mismatch, got type Uint64 for column k, but expected Int32",
    );
    scheme(read("t", &[("k", INT)], &["x".to_owned()]), "Unknown result column: x");
    let none = client.engine.read_rows("t", &members(&[("k", INT)]), Vec::new(), &[]);
    is(&none.unwrap_err(), "BAD_REQUEST", 0, "no keys are found in request's proto");
}
