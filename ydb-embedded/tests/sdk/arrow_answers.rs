//! Results in Arrow's format: their values, as pyarrow has read them, beside those of the same query as values.
//!
//! `tests/arrow/answers.txt` holds the engine's messages, and `answers.read.txt` what pyarrow read there. After a change
//! of the messages, follow the head of `tests/arrow/golden.py`.

use std::fmt::Write;
use std::path::Path;

use ydb_embedded::{Behavior, Release, Server, Status};
use ydb_grpc::ydb_proto::formats::ArrowFormatSettings;
use ydb_grpc::ydb_proto::formats::arrow_format_settings::CompressionCodec;
use ydb_grpc::ydb_proto::formats::arrow_format_settings::compression_codec::Type as Codec;
use ydb_grpc::ydb_proto::query::{ExecuteQueryRequest, ExecuteQueryResponsePart, SchemaInclusionMode};
use ydb_grpc::ydb_proto::result_set::Format;

use crate::arrow::{cases, columns, query, upload};
use crate::support::{parts, request};

/// A query whose results come in Arrow's format.
fn in_arrow(text: &str, codec: Option<CompressionCodec>) -> ExecuteQueryRequest {
    ExecuteQueryRequest {
        result_set_format: Format::Arrow as i32,
        arrow_format_settings: codec.map(|codec| ArrowFormatSettings { compression_codec: Some(codec) }),
        ..request(text, &[])
    }
}

const fn codec(of: Codec, level: Option<i32>) -> CompressionCodec {
    CompressionCodec { r#type: of as i32, level }
}

/// The schema and the batch of the only message of a query.
async fn answer(server: &Server, request: ExecuteQueryRequest) -> (Vec<u8>, Vec<u8>) {
    let [part] = parts(server, request).await.try_into().unwrap();
    assert_eq!(part.status, Status::Success as i32, "{:?}", part.issues);
    let set = part.result_set.unwrap();
    assert_eq!((set.format, set.rows.len()), (Format::Arrow as i32, 0));
    (set.arrow_format_meta.unwrap().schema, set.data)
}

/// A server with a table for each batch of all types that pyarrow has made.
async fn start() -> Server {
    let server = Server::start().await.unwrap();
    for case in cases().iter().filter(|case| TABLES.contains(&case.name)) {
        query(&server, &format!("CREATE TABLE {} ({})", case.name, case.table)).await;
        assert_eq!(upload(&server, &format!("/local/{}", case.name), &case.schema, &case.data).await.0, 400_000);
    }
    server
}

const TABLES: [&str; 5] = ["numbers", "times", "strings", "sixteens", "many"];

/// The queries whose answers pyarrow reads.
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

/// A table of 5,000 rows in its messages: their rows, and whether each has a schema and columns.
async fn messages(server: &Server, request: ExecuteQueryRequest) -> Vec<(usize, bool, bool)> {
    let parts = parts(server, request).await;
    let sets = parts.iter().filter_map(|part| part.result_set.as_ref());
    let schema = sets.clone().find_map(|set| set.arrow_format_meta.as_ref()).map(|meta| meta.schema.clone());
    let described = sets.map(|set| {
        let rows = match (&schema, &set.arrow_format_meta) {
            (Some(schema), Some(_)) => rows(schema, &set.data),
            _ => set.rows.len(),
        };
        let has_schema = set.arrow_format_meta.as_ref().is_some_and(|meta| !meta.schema.is_empty());
        (rows, has_schema, !set.columns.is_empty())
    });
    described.collect()
}

/// The rows of a batch, read by Arrow's own reader of streams.
fn rows(schema: &[u8], batch: &[u8]) -> usize {
    let stream = [schema, batch].concat();
    let reader = arrow_ipc::reader::StreamReader::try_new(stream.as_slice(), None).unwrap();
    reader.map(|batch| batch.unwrap().num_rows()).sum()
}

#[tokio::test]
async fn schemas_come_with_every_message_or_with_the_first() {
    let server = Server::start().await.unwrap();
    let text =
        "SELECT item AS i, 'some text'u AS t FROM AS_TABLE(ListMap(ListFromRange(0, 5000), ($i) -> (<|item: $i|>)))";
    let with = |format: Format, mode: SchemaInclusionMode, bytes: i64| ExecuteQueryRequest {
        result_set_format: format as i32,
        schema_inclusion_mode: mode as i32,
        response_part_limit_bytes: bytes,
        ..request(text, &[])
    };
    let all = messages(&server, with(Format::Arrow, SchemaInclusionMode::Unspecified, 0)).await;
    assert_eq!(all, [(5000, true, true)], "a megabyte holds them all");
    for (format, schema) in [(Format::Arrow, true), (Format::Value, false)] {
        for mode in [SchemaInclusionMode::Unspecified, SchemaInclusionMode::Always] {
            let parts = messages(&server, with(format, mode, 20_000)).await;
            assert!(parts.len() > 3 && parts.iter().all(|part| (part.1, part.2) == (schema, true)), "{parts:?}");
            assert_eq!(parts.iter().map(|part| part.0).sum::<usize>(), 5000);
        }
        let parts = messages(&server, with(format, SchemaInclusionMode::FirstOnly, 20_000)).await;
        assert_eq!((parts[0].1, parts[0].2), (schema, true));
        assert!(parts.len() > 3 && parts[1..].iter().all(|part| (part.1, part.2) == (false, false)), "{parts:?}");
        assert_eq!(parts.iter().map(|part| part.0).sum::<usize>(), 5000);
    }
}

#[tokio::test]
async fn each_result_set_has_its_schema() {
    let server = start().await;
    let mut request = in_arrow("SELECT k FROM many; UPSERT INTO many (k) VALUES (0); SELECT u, i FROM many", None);
    request.schema_inclusion_mode = SchemaInclusionMode::FirstOnly as i32;
    let parts = parts(&server, request).await;
    let sets: Vec<_> =
        parts.iter().filter_map(|part| Some((part.result_set_index, part.result_set.as_ref()?))).collect();
    assert_eq!(sets.iter().map(|(index, set)| (*index, set.columns.len())).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
    for (_, set) in sets {
        assert_eq!(rows(&set.arrow_format_meta.as_ref().unwrap().schema, &set.data), 70);
    }
}

#[tokio::test]
async fn compressed_answers_are_shorter() {
    let server = start().await;
    let text = "SELECT * FROM many";
    let plain = answer(&server, in_arrow(text, None)).await.1.len();
    for of in [codec(Codec::Lz4Frame, None), codec(Codec::Zstd, Some(100)), codec(Codec::Zstd, Some(-100))] {
        assert!(answer(&server, in_arrow(text, Some(of))).await.1.len() < plain, "{of:?}");
    }
    let same = answer(&server, in_arrow(text, Some(codec(Codec::Unspecified, Some(3))))).await;
    assert_eq!(same.1.len(), plain);
}

/// The status and the message that refuse a query.
async fn refusal(server: &Server, request: ExecuteQueryRequest) -> (i32, String) {
    let parts: Vec<ExecuteQueryResponsePart> = parts(server, request).await;
    let last = parts.last().unwrap();
    (last.status, last.issues.first().map(|issue| issue.message.clone()).unwrap_or_default())
}

#[tokio::test]
async fn what_has_no_answer_in_arrow_is_named() {
    let server = Server::start().await.unwrap();
    for (text, name) in [
        ("SELECT {1: 'a'} AS d", "FORMAT_ARROW of Dict<Int32,String>"),
        ("SELECT Just(Just(1)) AS o", "FORMAT_ARROW of Optional<Int32?>"),
        ("SELECT [Just(Just(1))] AS o", "FORMAT_ARROW of Optional<Int32?>"),
        ("DECLARE $p AS List<TzDate>; SELECT $p AS z", "FORMAT_ARROW of TzDate"),
    ] {
        let mut request = in_arrow(text, None);
        if text.contains("$p") {
            let item = ydb_grpc::ydb_proto::r#type::PrimitiveTypeId::TzDate as i32;
            let item = ydb_grpc::ydb_proto::Type { r#type: Some(ydb_grpc::ydb_proto::r#type::Type::TypeId(item)) };
            let list = ydb_grpc::ydb_proto::ListType { item: Some(Box::new(item)) };
            let list = ydb_grpc::ydb_proto::r#type::Type::ListType(Box::new(list));
            let list = ydb_grpc::ydb_proto::Type { r#type: Some(list) };
            let value = ydb_grpc::ydb_proto::TypedValue { r#type: Some(list), value: Some(Default::default()) };
            request.parameters.insert("$p".to_owned(), value);
        }
        let (status, message) = refusal(&server, request).await;
        assert_eq!(status, Status::Unsupported as i32, "{text}: {message}");
        assert!(message.contains(name), "{text}: {message}");
    }
}

#[tokio::test]
async fn codecs_that_cannot_be() {
    let server = Server::start().await.unwrap();
    let (status, message) = refusal(&server, in_arrow("SELECT 1", Some(codec(Codec::Lz4Frame, Some(12))))).await;
    assert_eq!(status, Status::InternalError as i32);
    assert!(message.contains("Codec 'lz4' doesn't support setting a compression level"), "{message}");
    let unknown = CompressionCodec { r#type: 9, level: None };
    assert_eq!(refusal(&server, in_arrow("SELECT 1", Some(unknown))).await.0, Status::BadRequest as i32);
}

/// A server of a release.
async fn release(release: Release) -> Server {
    let mut behavior = Behavior::lenient();
    behavior.release = release;
    Server::builder().behavior(behavior).start().await.unwrap()
}

#[tokio::test]
async fn older_releases_answer_with_values_or_not_at_all() {
    // Before 25.3 there were no such fields: all is as if they had not been sent.
    let server = release(Release::V25_2).await;
    let mut request = in_arrow("SELECT 1 AS a", None);
    request.schema_inclusion_mode = SchemaInclusionMode::FirstOnly as i32;
    let set = parts(&server, request).await.remove(0).result_set.unwrap();
    assert_eq!((set.format, set.rows.len(), set.columns.len()), (0, 1, 1));
    assert!(set.data.is_empty() && set.arrow_format_meta.is_none());
    // Then there was a setting, which was off by default.
    for of in [Release::V25_4, Release::V26_1] {
        let server = release(of).await;
        let (status, message) = refusal(&server, in_arrow("SELECT 1 AS a", None)).await;
        assert_eq!(status, Status::BadRequest as i32);
        assert!(message.starts_with("Arrow result set format is not enabled."), "{message}");
        let set = parts(&server, crate::support::request("SELECT 1 AS a", &[])).await.remove(0).result_set.unwrap();
        assert_eq!((set.format, set.rows.len()), (Format::Value as i32, 1));
    }
}
