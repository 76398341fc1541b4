//! Results in Arrow's format: compares the values that pyarrow has read with the values of the same query without
//! Arrow.
//!
//! `tests/arrow/answers.txt` has the engine's messages, and `answers.read.txt` has what pyarrow read there. After a
//! change of the messages, follow the head of `tests/arrow/golden.py`.

use std::fmt::Write;
use std::path::Path;

use ydb_embedded::{Server, Status};
use ydb_grpc::ydb_proto::formats::ArrowFormatSettings;
use ydb_grpc::ydb_proto::formats::arrow_format_settings::CompressionCodec;
use ydb_grpc::ydb_proto::formats::arrow_format_settings::compression_codec::Type as Codec;
use ydb_grpc::ydb_proto::query::ExecuteQueryRequest;
use ydb_grpc::ydb_proto::result_set::Format;

use crate::arrow::{cases, columns, query, upload};
use crate::support::{parts, request};

/// Returns a query with results in Arrow's format.
pub(crate) fn in_arrow(text: &str, codec: Option<CompressionCodec>) -> ExecuteQueryRequest {
    ExecuteQueryRequest {
        result_set_format: Format::Arrow as i32,
        arrow_format_settings: codec.map(|codec| ArrowFormatSettings { compression_codec: Some(codec) }),
        ..request(text, &[])
    }
}

pub(crate) const fn codec(of: Codec, level: Option<i32>) -> CompressionCodec {
    CompressionCodec { r#type: of as i32, level }
}

/// Returns the schema and the batch of a query that has one message.
pub(crate) async fn answer(server: &Server, request: ExecuteQueryRequest) -> (Vec<u8>, Vec<u8>) {
    let [part] = parts(server, request).await.try_into().unwrap();
    assert_eq!(part.status, Status::Success as i32, "{:?}", part.issues);
    let set = part.result_set.unwrap();
    assert_eq!((set.format, set.rows.len()), (Format::Arrow as i32, 0));
    (set.arrow_format_meta.unwrap().schema, set.data)
}

/// Starts a server with a table for each batch of all types that pyarrow has made.
pub(crate) async fn start() -> Server {
    let server = Server::start().await.unwrap();
    for case in cases().iter().filter(|case| TABLES.contains(&case.name)) {
        query(&server, &format!("CREATE TABLE {} ({})", case.name, case.table)).await;
        assert_eq!(upload(&server, &format!("/local/{}", case.name), &case.schema, &case.data).await.0, 400_000);
    }
    server
}

const TABLES: [&str; 5] = ["numbers", "times", "strings", "sixteens", "many"];

/// Returns the queries whose answers pyarrow reads.
fn queries() -> Vec<(String, Option<CompressionCodec>)> {
    let tables = TABLES.map(|table| (format!("SELECT * FROM {table} ORDER BY k"), None));
    let many = |of, level| (format!("SELECT * FROM many ORDER BY k -- {of:?}"), Some(codec(of, level)));
    let others = [
        "SELECT * FROM numbers WHERE k > 100",
        "SELECT true AS b, 1t AS i8, 1ut AS u8, 1s AS i16, 1us AS u16, 1 AS i32, 1u AS u32, 1l AS i64, 1ul AS u64, \
         1.5f AS f, 1.5 AS d, 'a' AS s, 'a'u AS u, Date('2020-01-01') AS date, Decimal('1.5', 5, 2) AS decimal, \
         Interval('PT1S') AS iv, Timestamp('2020-01-01T00:00:00Z') AS ts, \
         Uuid('5b99a330-04ef-4f1a-9b64-ba6d5f44eafe') AS id, JsonDocument('[1, 2]') AS jd, DyNumber('15') AS dy",
        "SELECT [1, 2] AS list, [[1], [2, 3]] AS lists, ListCreate(Int32) AS none, (1, 'a', NULL) AS tuple, \
         <|a: 1, b: Just('x'u)|> AS struct, [Just(1), NULL] AS optionals, NULL AS n, [] AS el, {} AS ed",
        "SELECT Just([1]) AS list, Just(AsTuple(1, 'a')) AS tuple UNION ALL SELECT NULL AS list, NULL AS tuple",
    ];
    let others = others.map(|text| (text.to_owned(), None));
    let packed =
        [many(Codec::Lz4Frame, None), many(Codec::Zstd, None), many(Codec::Zstd, Some(19)), many(Codec::None, None)];
    tables.into_iter().chain(others).chain(packed).collect()
}

#[tokio::test]
async fn answers_are_the_messages_that_pyarrow_has_read() {
    let server = start().await;
    let mut text = String::new();
    for (query, codec) in queries() {
        let (schema, batch) = answer(&server, in_arrow(&query, codec)).await;
        let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02x}")).collect() };
        writeln!(text, "== {query}\nschema {}\nbatch {}", hex(&schema), hex(&batch)).unwrap();
    }
    if std::env::var_os("UPDATE_ARROW").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arrow/answers.txt");
        std::fs::write(path, &text).unwrap();
        return;
    }
    let known = include_str!("../arrow/answers.txt");
    for (known, made) in known.lines().zip(text.lines()) {
        assert_eq!(known, made);
    }
    assert_eq!(known, text);
}

#[tokio::test]
async fn pyarrow_reads_the_values_of_the_same_query() {
    let server = start().await;
    let read = include_str!("../arrow/answers.read.txt");
    let groups: Vec<(&str, &str)> = read.split("== ").skip(1).map(|group| group.split_once('\n').unwrap()).collect();
    let queries = queries();
    assert_eq!(groups.len(), queries.len());
    for ((text, lines), (query_text, _)) in groups.into_iter().zip(&queries) {
        assert_eq!(text, query_text);
        let expected = columns(&query(&server, text).await);
        assert_eq!(lines.lines().count(), expected.len(), "{text}");
        for line in lines.lines() {
            let [name, _, _, values] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
            assert_eq!(values, expected[name], "{text}: {name}");
        }
    }
}

#[tokio::test]
async fn pyarrow_reads_the_types_of_ydb() {
    let read = include_str!("../arrow/answers.read.txt");
    let ty = |name: &str| {
        let line = read.lines().find(|line| line.starts_with(&format!("{name} | "))).unwrap();
        line.rsplit_once(" | ").unwrap().0.split_once(" | ").unwrap().1
    };
    for (name, expected) in [
        ("k", "uint64 | not null"),
        ("b", "uint8 | nullable"),
        ("i8", "int8 | nullable"),
        ("u32", "uint32 | nullable"),
        ("f", "float | nullable"),
        ("d", "double | nullable"),
        ("date", "uint16 | nullable"),
        ("dt", "uint32 | nullable"),
        ("ts", "uint64 | nullable"),
        ("iv", "int64 | nullable"),
        ("date32", "int32 | nullable"),
        ("dt64", "int64 | nullable"),
        ("ts64", "int64 | nullable"),
        ("iv64", "int64 | nullable"),
        ("s", "binary | nullable"),
        ("u", "string | nullable"),
        ("j", "string | nullable"),
        ("y", "binary | nullable"),
        ("jd", "string | nullable"),
        ("dy", "string | nullable"),
        ("d35", "fixed_size_binary[16] | nullable"),
        ("id", "fixed_size_binary[16] | nullable"),
        ("decimal", "fixed_size_binary[16] | not null"),
        ("lists", "list<item: list<item: int32 not null> not null> | not null"),
        ("tuple", "struct<field0: int32 not null, field1: binary not null, field2: null> | not null"),
        ("struct", "struct<a: int32 not null, b: string> | not null"),
        ("optionals", "list<item: int32> | not null"),
        ("n", "null | nullable"),
        ("el", "struct<> | not null"),
    ] {
        assert_eq!(ty(name), expected, "{name}");
    }
}

#[tokio::test]
async fn answers_can_be_loaded() {
    let server = start().await;
    for case in cases().iter().filter(|case| TABLES.contains(&case.name)) {
        let text = format!("SELECT * FROM {} ORDER BY k", case.name);
        let (schema, batch) = answer(&server, in_arrow(&text, None)).await;
        query(&server, &format!("CREATE TABLE copy ({})", case.table)).await;
        assert_eq!(upload(&server, "/local/copy", &schema, &batch).await, (400_000, String::new()), "{}", case.name);
        let copied = query(&server, "SELECT * FROM copy ORDER BY k").await;
        assert_eq!(columns(&copied), columns(&query(&server, &text).await));
        query(&server, "DROP TABLE copy").await;
    }
}
