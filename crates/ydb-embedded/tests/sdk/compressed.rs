//! Requests and answers with the compressions of gRPC's own libraries.

use tonic::Code;
use tonic::codec::CompressionEncoding::{Deflate, Gzip};
use ydb_grpc::ydb_proto::ResultSet;

use crate::support::{MAX_MESSAGE, bare, request, start};

#[tokio::test]
async fn compressed_requests_have_compressed_answers() {
    let (server, _client) = start().await;
    let text = format!("SELECT '{}'u AS text", "x".repeat(100_000));
    for (encoding, name) in [(Gzip, "gzip"), (Deflate, "deflate")] {
        let mut client = bare(&server).await.send_compressed(encoding).accept_compressed(encoding);
        let answer = client.execute_query(request(&text, &[])).await.unwrap();
        assert_eq!(answer.metadata().get("grpc-encoding").unwrap(), name);
        let ResultSet { rows, .. } = answer.into_inner().message().await.unwrap().unwrap().result_set.unwrap();
        assert_eq!(rows.len(), 1, "{name}");
    }
}

#[tokio::test]
async fn plain_requests_have_plain_answers() {
    let (server, _client) = start().await;
    let mut client = bare(&server).await.accept_compressed(Gzip);
    let answer = client.execute_query(request("SELECT 1", &[])).await.unwrap();
    assert_eq!(answer.metadata().get("grpc-encoding"), None);
}

#[tokio::test]
async fn a_client_that_sends_compressed_and_reads_plain_is_understood() {
    let (server, _client) = start().await;
    let mut client = bare(&server).await.send_compressed(Deflate);
    let answer = client.execute_query(request("SELECT 1", &[])).await.unwrap();
    assert_eq!(answer.metadata().get("grpc-encoding"), None);
    assert_eq!(answer.into_inner().message().await.unwrap().unwrap().status, 400_000);
}

#[tokio::test]
async fn the_limit_of_a_message_counts_what_it_holds() {
    let (server, _client) = start().await;
    let mut client = bare(&server).await.send_compressed(Gzip).max_encoding_message_size(2 * MAX_MESSAGE);
    let bomb = request(&" ".repeat(MAX_MESSAGE + 1), &[]);
    assert_eq!(client.execute_query(bomb).await.unwrap_err().code(), Code::ResourceExhausted);
    assert!(client.execute_query(request("SELECT 1", &[])).await.is_ok());
}
