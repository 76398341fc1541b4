//! tmp
#![recursion_limit = "256"]
#[tokio::test]
async fn first() {
    let t = std::time::Instant::now();
    let server = ydb_embedded::Server::start().await.unwrap();
    println!("start {:?}", t.elapsed());
    let client =
        ydb::ClientBuilder::new_from_connection_string(server.connection_string()).unwrap().build().await.unwrap();
    println!("connected {:?}", t.elapsed());
    let mut q = client.query_client();
    let mut row = q.query_row("SELECT 1 + 1 AS sum").await.unwrap();
    let n: i32 = row.remove_field_by_name("sum").unwrap().try_into().unwrap();
    println!("answer {:?} {n}", t.elapsed());
}
