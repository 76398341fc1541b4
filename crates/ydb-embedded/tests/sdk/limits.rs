//! Messages up to 64 MB, in each direction.

use ydb::{Bytes, ydb_struct};
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId, Type as Kind};
use ydb_grpc::ydb_proto::value::Value as Content;
use ydb_grpc::ydb_proto::{Type, TypedValue, Value};

use crate::support::{bare, one, request, run, start};

const LARGE: usize = 30_000_000;

#[tokio::test(flavor = "multi_thread")]
async fn a_parameter_of_30_megabytes() {
    let (_server, client) = start().await;
    let mut query = client.query_client();
    let mut row = query.query_row("SELECT Length($b) AS n").param("$b", Bytes::from(vec![7; LARGE])).await.unwrap();
    assert_eq!(u32::try_from(row.remove_field(0).unwrap()).unwrap(), 30_000_000);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_of_30_megabytes() {
    let (_server, client) = start().await;
    let mut query = client.query_client();
    let mut row = query.query_row("SELECT $b AS b").param("$b", Bytes::from(vec![7; LARGE])).await.unwrap();
    let bytes: Vec<u8> = Bytes::try_from(row.remove_field(0).unwrap()).unwrap().into();
    assert!(bytes.len() == LARGE && bytes.iter().all(|&byte| byte == 7));
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_30_megabytes() {
    let (_server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v String, PRIMARY KEY (k))").await;
    let rows = (0..300).map(|k| ydb_struct!("k" => k, "v" => Bytes::from(vec![b'x'; 100_000]))).collect();
    client.table_client().bulk_upsert("/local/t", rows).await.unwrap();
    let sum: Option<u64> = one(&client, "SELECT SUM(Length(v)) FROM t").await;
    assert_eq!(sum, Some(30_000_000));
}

#[tokio::test(flavor = "multi_thread")]
async fn more_than_64_megabytes_are_refused() {
    let (server, client) = start().await;
    let ty = Type { r#type: Some(Kind::TypeId(PrimitiveTypeId::String as i32)) };
    let content = Content::BytesValue(vec![7; 64_000_000]);
    let value = TypedValue { r#type: Some(ty), value: Some(Value { value: Some(content), ..Default::default() }) };
    let client_of_any = bare(&server).await.max_encoding_message_size(usize::MAX);
    let answer = { client_of_any }.execute_query(request("SELECT Length($b)", &[("$b", value)])).await;
    assert_eq!(answer.err().map(|status| status.code()), Some(tonic::Code::OutOfRange));
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
}
