//! Forms of results in Arrow's format: schemas, compression, and the answers of older releases.

use ydb_embedded::{Behavior, Release, Server, Status};
use ydb_grpc::ydb_proto::formats::arrow_format_settings::CompressionCodec;
use ydb_grpc::ydb_proto::formats::arrow_format_settings::compression_codec::Type as Codec;
use ydb_grpc::ydb_proto::query::{ExecuteQueryRequest, ExecuteQueryResponsePart, SchemaInclusionMode};
use ydb_grpc::ydb_proto::result_set::Format;
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId, Type as Kind};
use ydb_grpc::ydb_proto::{ListType, Type, TypedValue};

use crate::arrow_answers::{answer, codec, in_arrow, start};
use crate::support::{parts, request};

/// Reads a table of 5,000 rows. Returns for each message the number of rows, and whether it has a schema and columns.
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

/// Returns the number of rows of a batch, according to Arrow's own reader of streams.
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

/// Returns the status and the message that refuse a query.
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
            let item = Type { r#type: Some(Kind::TypeId(PrimitiveTypeId::TzDate as i32)) };
            let list = Type { r#type: Some(Kind::ListType(Box::new(ListType { item: Some(Box::new(item)) }))) };
            let value = TypedValue { r#type: Some(list), value: Some(Default::default()) };
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

/// Starts a server of a release.
async fn release(release: Release) -> Server {
    let mut behavior = Behavior::default();
    behavior.release = release;
    Server::builder().behavior(behavior).start().await.unwrap()
}

#[tokio::test]
async fn older_releases_answer_with_values_or_not_at_all() {
    // Before 25.3 the fields did not exist: the answer is as if they had not been sent.
    let server = release(Release::V25_2).await;
    let mut wish = in_arrow("SELECT 1 AS a", None);
    wish.schema_inclusion_mode = SchemaInclusionMode::FirstOnly as i32;
    let set = parts(&server, wish).await.remove(0).result_set.unwrap();
    assert_eq!((set.format, set.rows.len(), set.columns.len()), (0, 1, 1));
    assert!(set.data.is_empty() && set.arrow_format_meta.is_none());
    // Later releases have a setting for it, which is off by default.
    for of in [Release::V25_4, Release::V26_1] {
        let server = release(of).await;
        let (status, message) = refusal(&server, in_arrow("SELECT 1 AS a", None)).await;
        assert_eq!(status, Status::BadRequest as i32);
        assert!(message.starts_with("Arrow result set format is not enabled."), "{message}");
        let set = parts(&server, request("SELECT 1 AS a", &[])).await.remove(0).result_set.unwrap();
        assert_eq!((set.format, set.rows.len()), (Format::Value as i32, 1));
    }
}
