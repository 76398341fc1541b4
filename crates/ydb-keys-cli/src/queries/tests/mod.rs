//! Tests of queries by the definitions of accesses in the design, and against the server.

mod accesses;
mod faults;
#[cfg(all(test, feature = "serve"))]
mod generated;
mod migrations;
mod pieces;
#[cfg(all(test, feature = "serve"))]
mod served;

use self::accesses::accesses;
use super::{DdlSchema, Described, JudgedQuery, Options, QueryTables, judge, named, schema};
pub(super) use faults::LAID_OUT;

/// Tables of a shop.
const DDL: &str = "
CREATE TABLE orders (
    order_hash Uint64 NOT NULL, order_id Uint64 NOT NULL, customer_id Uint64, amount Double, placed_at Timestamp,
    PRIMARY KEY (order_hash, order_id),
    INDEX by_customer GLOBAL SYNC ON (customer_id, placed_at)
);
CREATE TABLE customers (
    id_hash Uint64 NOT NULL, id Uint64 NOT NULL, name Utf8, region Utf8,
    PRIMARY KEY (id_hash, id)
);
CREATE TABLE readings (
    device_hash Uint64 NOT NULL, device Utf8 NOT NULL, at Timestamp NOT NULL, value Double,
    PRIMARY KEY (device_hash, device, at)
);
CREATE TABLE events (
    shard Uint32 NOT NULL, at Timestamp NOT NULL, event_id Utf8 NOT NULL, kind Utf8,
    PRIMARY KEY (shard, at, event_id)
);
CREATE TABLE places (a Uint64 NOT NULL, b Uint64 NOT NULL, c Utf8 NOT NULL, v Uint64, PRIMARY KEY (a, b, c));
CREATE TABLE facts (day Date NOT NULL, id Uint64 NOT NULL, v Double, PRIMARY KEY (day, id)) WITH (STORE = COLUMN);
";

fn judged(text: &str, implied_hash: bool) -> JudgedQuery {
    by(DDL, |tables| judge(&named("test", text)[0], tables, Options { implied_hash }))
}

/// Calls `find` with the tables of a text of DDL.
pub(super) fn by<T>(ddl: &str, find: impl FnOnce(&QueryTables<'_>) -> T) -> T {
    let DdlSchema { tables: described, others, .. } =
        schema(&[("schema.sql".to_owned(), ddl.to_owned())], None).unwrap();
    let shapes: Vec<_> = described.iter().map(Described::shape).collect();
    let indexes: Vec<_> = shapes.iter().map(|shape| shape.indexes()).collect();
    let tables: Vec<_> = shapes.iter().zip(&indexes).map(|(shape, indexes)| shape.table(indexes)).collect();
    let guessed: Vec<_> = described.iter().filter(|table| table.is_guessed()).map(Described::path).collect();
    find(&QueryTables { all: &tables, guessed: &guessed, sampled: &[], others: &others })
}

/// Formats the faults as `rule line:column`.
fn faults(judged: &JudgedQuery) -> String {
    let errors = judged.errors.iter().map(|fault| format!("{} {}:{}", fault.rule, fault.line, fault.column));
    errors.collect::<Vec<_>>().join(", ")
}

#[test]
fn faults_have_their_place() {
    let cases = [
        ("SELEC 1", "syntax 1:1"),
        // The place is the beginning of the mistake, not the place at which the grammar fails.
        ("SELECT * FROM orders WHERE order_id = $1", "syntax 1:39"),
        ("SELECT * FROM orders WHERE order_id = {id:?}", "syntax 1:39"),
        ("SELECT * FROM orders WHERE note = 'it''s'", "syntax 1:38"),
        ("SELECT * FROM orders WHERE note = 'it\n AND order_id = 1", "syntax 1:35"),
        ("SELECT * FROM order WHERE order_id = 1", "unknown_table 1:15"),
        ("UPSERT INTO order (order_id) VALUES (1)", "unknown_table 1:13"),
        ("UPDATE order ON SELECT * FROM AS_TABLE($rows)", "unknown_table 1:8"),
        ("SELECT * FROM order SAMPLE 0.1", "unknown_table 1:15"),
        ("SELECT * FROM RANGE(`a`) JOIN place AS p ON p.a = 1", "unknown_table 1:31, syntax 1:51"),
        ("SELECT * FROM c.order WHERE a = 1; UPSERT INTO c.order (a) VALUES (1)", ""),
        ("SELECT amont FROM orders WHERE order_id = 1", "unknown_column 1:8"),
        ("SELECT o.amont\nFROM orders AS o WHERE o.order_id = 1", "unknown_column 1:10"),
        ("SELECT a + b AS total FROM places WHERE a = 1 ORDER BY total", ""),
        ("SELECT g, COUNT(*) AS n FROM places WHERE a = 1 GROUP BY b AS g HAVING n > 1 ORDER BY n", ""),
        ("SELECT 1 FROM places AS p JOIN places AS q ON p.a = q.a WHERE b = 1 AND p.a = 1", "ambiguous_column 1:63"),
        ("SELECT * FROM orders VIEW by_custmer WHERE customer_id = 1", "index 1:27"),
        ("SELECT * FROM places\nWHERE b = 1", "full_scan 1:15"),
        ("-- full_scan(small)\nSELECT * FROM places WHERE b = 1", ""),
        ("SELECT * FROM facts", ""),
        ("UPSERT INTO places (a, b, v) VALUES (1, 2, 3)", "missing_column 1:13"),
        ("UPSERT INTO orders (order_id, amount) VALUES (1, 2)", ""),
        ("UPDATE places SET w = 1 WHERE a = 1", "unknown_column 1:19"),
        ("SELECT * FROM `.sys/partition_stats`", ""),
        ("SELECT s.x FROM (SELECT a AS x FROM places WHERE a = 1) AS s", ""),
        ("SELECT s.y FROM (SELECT a AS x FROM places WHERE a = 1) AS s", "unknown_column 1:10"),
    ];
    for (text, expected) in cases {
        let judged = judged(text, true);
        assert_eq!(faults(&judged), expected, "of {text}: {:?}", judged.errors);
    }
}

/// Without the condition on the hash, all rows are read.
#[test]
fn a_hash_that_is_not_implied_must_be_given() {
    let cases = [
        ("SELECT * FROM orders WHERE order_id = 1", "missing_hash 1:15", "orders full"),
        ("SELECT * FROM orders WHERE order_hash = $h AND order_id = 1", "", "orders point"),
        ("SELECT * FROM orders WHERE amount = 1", "full_scan 1:15", "orders full"),
        ("UPSERT INTO orders (order_id) VALUES (1)", "missing_hash 1:13", ""),
    ];
    for (text, expected, access) in cases {
        let judged = judged(text, false);
        assert_eq!((faults(&judged).as_str(), accesses(&judged).as_str()), (expected, access), "of {text}");
    }
}

/// Files as `ddl` and `diff --out` write them, and later changes.
#[test]
fn a_schema_comes_from_all_its_files_in_order() {
    let files = [
        "-- +goose Up\n-- +goose StatementBegin\nCREATE TABLE `shop/a` (h Uint64 NOT NULL, id Uint64 NOT NULL, \
         note Utf8 NOT NULL DEFAULT 'x', PRIMARY KEY (h, id));\n-- +goose StatementEnd\n-- Not a single statement:\n\
         -- set the table's attribute ydb_keys.layout, for which YQL has no statement:\n\
         -- v1: h = numeric_hash(id Uint64), id Uint64\n\n-- +goose Down\nDROP TABLE `shop/a`;",
        // Two tables have the same key: each comment belongs to the table above it.
        "CREATE TABLE b (h Uint64 NOT NULL, id Uint64 NOT NULL, n BigSerial, PRIMARY KEY (h, id));\n\
         -- ydb_keys.layout: v1: h = xxh3(id Uint64), id Uint64\n\
         CREATE TABLE c (h Uint64 NOT NULL, id Uint64 NOT NULL, v Utf8 NOT NULL, PRIMARY KEY (h, id));\n\
         -- ydb_keys.layout: v1: h = int_hash64(id Uint64), id Uint64\n",
        "ALTER TABLE `shop/a` ADD COLUMN city Utf8;\nALTER TABLE `shop/a` ALTER COLUMN note DROP DEFAULT;\n\
         ALTER TABLE c ALTER COLUMN v DROP NOT NULL;\nDROP TABLE IF EXISTS gone;",
    ];
    let files: Vec<_> =
        files.iter().zip(1..).map(|(text, number)| (format!("{number}_file.sql"), (*text).to_owned())).collect();
    let described = schema(&files, None).unwrap().tables;
    let shapes: Vec<_> = described.iter().map(Described::shape).collect();
    let shown: Vec<String> = shapes
        .iter()
        .map(|shape| {
            let table = shape.table(&[]);
            let needed = table.columns.iter().filter(|column| !column.is_nullable() && column.default.is_none());
            let needed: Vec<&str> = needed.filter(|column| !column.serial).map(|column| column.name).collect();
            format!("{} {} {}", table.name, table.hash.unwrap().yql(&table).unwrap(), needed.join(" "))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "shop/a Digest::NumericHash(`id`) id note",
            "b Digest::XXH3(ToBytes(`id`)) id",
            "c Digest::IntHash64(`id`) id"
        ]
    );
    assert!(described.iter().all(|table| !table.is_guessed()));
}

/// Objects that are not understood may be read; nothing else is known of them.
#[test]
fn a_schema_has_more_than_tables() {
    let ddl = "CREATE TOPIC t (CONSUMER c);
CREATE VIEW IF NOT EXISTS `shop/large` WITH (security_invoker = TRUE) AS SELECT * FROM orders WHERE amount > 100;
CREATE TABLE orders (h Uint64 NOT NULL, id Uint64 NOT NULL, amount Double, PRIMARY KEY (h, id));
-- ydb_keys.layout: v1: h = numeric_hash(id Uint64), id Uint64
CREATE EXTERNAL TABLE ext (a Int32) WITH (DATA_SOURCE = 's', LOCATION = 'f/', FORMAT = 'csv');
CREATE TABLE copied (PRIMARY KEY (id)) AS SELECT id FROM orders; GRANT SELECT ON orders TO `user@x`;
CREATE TABLE other (h Uint64 NOT NULL, id Uint64 NOT NULL, text Utf8, INDEX words GLOBAL USING fulltext_plain ON (text)
WITH (tokenizer = standard), PRIMARY KEY (h, id));
-- ydb_keys.layout: v1: h = xxh3(id Uint64), id Uint64";
    let cases = [
        ("SELECT * FROM `shop/large` AS l JOIN orders AS o ON o.id = l.id", "shop/large unknown, orders point"),
        ("SELECT * FROM `/Root/shop/large`", "/Root/shop/large unknown"),
        ("SELECT * FROM ext WHERE a = 1", "ext unknown"),
        ("SELECT * FROM copied WHERE id = 1", "copied unknown"),
        ("SELECT * FROM other WHERE id = 1", "other point"),
        ("SELECT * FROM other VIEW words WHERE FullText::Contains(text, 'x')", "other:words unknown"),
    ];
    for (text, expected) in cases {
        let judged = by(ddl, |tables| judge(&named("test", text)[0], tables, Options { implied_hash: true }));
        assert_eq!((accesses(&judged).as_str(), faults(&judged).as_str()), (expected, ""), "of {text}");
    }
    let missing = by(ddl, |tables| judge(&named("test", "SELECT * FROM t")[0], tables, Options::default()));
    assert_eq!(faults(&missing), "unknown_table 1:15");
    let error = schema(
        &[("a.sql".to_owned(), "CREATE TOPIC t;\n  CREATE TABLE x (a Uint64,, PRIMARY KEY (a))".to_owned())],
        None,
    );
    assert!(error.unwrap_err().to_string().starts_with("a.sql:2:28: "));
    // The error advises the author of the file, also after a statement that is not understood.
    let open = "CREATE TOPIC u;\nCREATE TABLE t (`id Uint64 NOT NULL, PRIMARY KEY (id))";
    let error = schema(&[("a.sql".to_owned(), open.to_owned())], None).map(drop).unwrap_err().to_string();
    assert_eq!(error, "a.sql:2:17: the quoted name that begins here is not closed: write a backtick at its end");
}

#[test]
fn a_file_has_queries_by_name() {
    let text = "-- all\n-- name: one :many\nSELECT 1;\n\n-- name: two\n-- full_scan(a report)\nSELECT 2;\n";
    let found: Vec<_> =
        named("file", text).into_iter().map(|query| (query.name, query.line, query.full_scan)).collect();
    assert_eq!(found, [("one", 1, None), ("two", 4, Some("a report"))]);
    assert_eq!(named("file", "SELECT 1")[0].name, "file");
    assert!(named("file", "").is_empty() && named("file", "\n-- SELECT 1\n").is_empty());
    // A comment right above a name belongs to that query.
    let text = "-- full_scan(one)\n-- name: one\nSELECT 1;\n-- full_scan(two)\n-- all\n-- name: two\nSELECT 2;\n-- full_scan(2)\n\n\
                -- name: three\nSELECT 3;";
    let found: Vec<_> = named("file", text).into_iter().map(|query| (query.line, query.full_scan)).collect();
    assert_eq!(found, [(1, Some("one")), (5, Some("two")), (9, None)]);
    let text = "-- name: one\nSELECT 1;\n-- full_scan(a report)\n-- name: two\nSELECT 2;";
    assert_eq!(named("file", text)[0].full_scan, None);
}
