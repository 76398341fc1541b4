//! Arrow batches that BulkUpsert refuses, with the texts of the refusals.

use ydb_embedded::{Behavior, Release, Server, Status};
use ydb_grpc::ydb_proto::formats::CsvSettings;
use ydb_grpc::ydb_proto::table::BulkUpsertRequest;
use ydb_grpc::ydb_proto::table::bulk_upsert_request::DataFormat;
use ydb_grpc::ydb_proto::table::v1::table_service_client::TableServiceClient;

use crate::arrow::{cases, query, upload};
use crate::support::channel;

const SCHEME_ERROR: i32 = Status::SchemeError as i32;
const BAD_REQUEST: i32 = Status::BadRequest as i32;

#[tokio::test]
async fn each_refusal_has_its_status_and_text() {
    let server = Server::start().await.unwrap();
    let mut wrong = Vec::new();
    for case in cases() {
        let Some((status, message)) = case.refused else { continue };
        query(&server, &format!("CREATE TABLE t ({})", case.table)).await;
        let expected = match status {
            "SCHEME_ERROR" => (SCHEME_ERROR, message.to_owned()),
            "BAD_REQUEST" => (BAD_REQUEST, message.to_owned()),
            other => panic!("{other}"),
        };
        let answer = upload(&server, "/local/t", &case.schema, &case.data).await;
        if answer != expected {
            wrong.push(format!("{}\n  expected {expected:?}\n  answered {answer:?}", case.name));
        }
        let parts = query(&server, "SELECT * FROM t").await;
        assert!(
            parts.iter().all(|part| part.result_set.as_ref().is_none_or(|set| set.rows.is_empty())),
            "{}",
            case.name
        );
        query(&server, "DROP TABLE t").await;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn older_releases_know_no_sixteen_bytes() {
    let case = cases().into_iter().find(|case| case.name == "sixteens").unwrap();
    for (release, expected) in [
        (Release::V25_2, (SCHEME_ERROR, "Cannot convert arrow type to ydb one: fixed_size_binary[16]".to_owned())),
        (Release::V25_4, (Status::Success as i32, String::new())),
    ] {
        let mut behavior = Behavior::default();
        behavior.release = release;
        let server = Server::builder().behavior(behavior).start().await.unwrap();
        query(&server, &format!("CREATE TABLE t ({})", case.table)).await;
        assert_eq!(upload(&server, "/local/t", &case.schema, &case.data).await, expected);
    }
}

#[tokio::test]
async fn tables_that_take_no_batches() {
    let server = Server::start().await.unwrap();
    let case = cases().into_iter().find(|case| case.name == "a slice").unwrap();
    let answer = upload(&server, "/local/nowhere", &case.schema, &case.data).await;
    assert_eq!(answer, (SCHEME_ERROR, "Unknown table '/local/nowhere'".to_owned()));
    query(&server, &format!("CREATE TABLE t (INDEX i GLOBAL ON (u), {})", case.table)).await;
    let answer = upload(&server, "/local/t", &case.schema, &case.data).await;
    assert_eq!(answer, (SCHEME_ERROR, "Only async-indexed tables are supported by BulkUpsert".to_owned()));
}

#[tokio::test]
async fn csv_is_not_supported() {
    let server = Server::start().await.unwrap();
    let data_format = Some(DataFormat::CsvSettings(CsvSettings::default()));
    let request = BulkUpsertRequest { table: "/local/t".into(), data_format, ..Default::default() };
    let answer = TableServiceClient::new(channel(&server).await).bulk_upsert(request).await.unwrap().into_inner();
    let operation = answer.operation.unwrap();
    assert_eq!(operation.status, Status::Unsupported as i32);
    assert!(operation.issues[0].message.contains("csv_settings"));
}
