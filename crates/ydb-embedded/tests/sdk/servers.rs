//! Servers: many at once, in any runtime or none, and gone when dropped. Also their settings.

use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

use ydb::{Bytes, ydb_struct};
use ydb_embedded::__internal::Refusal;
use ydb_embedded::{Call, Clock, Server, StartError, Status, Thresholds};

use crate::support::{connect, one, run, start};

fn port(server: &Server) -> u16 {
    server.endpoint().rsplit(':').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn many_servers_have_data_of_their_own() {
    let servers: Vec<Server> = (0..20).map(|_| Server::start_blocking().unwrap()).collect();
    for (n, server) in servers.iter().enumerate() {
        let client = connect(server).await;
        run(&client, "CREATE TABLE t (k Uint64 NOT NULL, PRIMARY KEY (k))").await;
        run(&client, &format!("UPSERT INTO t (k) VALUES ({n})")).await;
    }
    for (n, server) in servers.iter().enumerate() {
        assert_eq!(one::<u64>(&connect(server).await, "SELECT k FROM t").await, n as u64);
    }
}

#[tokio::test(flavor = "current_thread")]
async fn a_server_starts_and_ends_within_a_runtime_of_one_thread() {
    let (server, client) = start().await;
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
    drop(server);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_starts_and_ends_within_a_runtime_of_many_threads() {
    let tasks: Vec<_> = (0..8)
        .map(|n| {
            tokio::spawn(async move {
                let (server, client) = start().await;
                assert_eq!(one::<i32>(&client, &format!("SELECT {n}")).await, n);
                drop(server);
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

#[test]
fn a_server_starts_and_ends_without_a_runtime() {
    let server = Server::start_blocking().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let answer = runtime.block_on(async { one::<i32>(&connect(&server).await, "SELECT 1").await });
    assert_eq!(answer, 1);
    drop(runtime);
    server.stop();
}

#[tokio::test]
async fn a_drop_frees_the_port_and_ends_what_runs() {
    let (server, client) = start().await;
    let port = port(&server);
    run(&client, "CREATE TABLE t (k Uint64 NOT NULL, PRIMARY KEY (k))").await;
    let mut query = client.query_client();
    let stream = query.query("SELECT * FROM t").await.unwrap();
    // Dropping the server does not wait for the stream.
    drop(server);
    drop(stream);
    TcpListener::bind(("127.0.0.1", port)).unwrap();
    let late = client.query_client().exec("SELECT 1").timeout(Duration::from_millis(200)).await;
    assert!(late.is_err());
}

#[tokio::test]
async fn a_new_server_takes_the_port_of_an_old_one() {
    let (server, client) = start().await;
    let port = port(&server);
    run(&client, "CREATE TABLE t (k Uint64 NOT NULL, PRIMARY KEY (k))").await;
    drop(server);
    let server = Server::builder().port(port).start().await.unwrap();
    let fresh = connect(&server).await;
    // The data of a server is gone with it.
    assert!(fresh.query_client().exec("SELECT * FROM t").await.is_err());
    let mut row = client.query_client().query_row("SELECT 1").idempotent(true).await.unwrap();
    assert_eq!(i32::try_from(row.remove_field(0).unwrap()).unwrap(), 1);
}

#[tokio::test]
async fn a_taken_port_is_an_error() {
    let server = Server::start().await.unwrap();
    match Server::builder().port(port(&server)).start().await {
        Err(StartError::Listen { host, port: tried, .. }) => {
            assert_eq!((host.as_str(), tried), ("127.0.0.1", port(&server)))
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_database_has_the_path_it_was_given() {
    for (given, path) in [("/Root/test", "/Root/test"), ("plain", "/plain"), ("/a/b/", "/a/b")] {
        let server = Server::builder().database(given).start().await.unwrap();
        assert_eq!(server.database(), path);
        assert!(server.connection_string().ends_with(path));
        let client = connect(&server).await;
        run(&client, "CREATE TABLE t (k Uint64 NOT NULL, PRIMARY KEY (k))").await;
        assert_eq!(one::<u64>(&client, &format!("SELECT COUNT(*) FROM `{path}/t`")).await, 0);
        assert_eq!(client.database(), path);
    }
}

#[tokio::test]
async fn a_host_may_be_every_interface() {
    let server = Server::builder().host("0.0.0.0").start().await.unwrap();
    assert!(server.connection_string().starts_with("grpc://127.0.0.1:"));
    assert_eq!(one::<i32>(&connect(&server).await, "SELECT 1").await, 1);
}

#[tokio::test]
async fn refusals_are_told() {
    let reply: Arc<Mutex<Vec<Refusal>>> = Arc::default();
    let ear = Arc::clone(&reply);
    let server =
        Server::builder().on_refused(move |refusal| ear.lock().unwrap().push(refusal.clone())).start().await.unwrap();
    let client = connect(&server).await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    client.query_client().exec("SELECT * FROM nothing").await.unwrap_err();
    client.table_client().bulk_upsert("/local/t", vec![ydb_struct!("k" => "x")]).await.unwrap_err();
    let reply = reply.lock().unwrap();
    let seen: Vec<_> =
        reply.iter().map(|refusal| (refusal.call, refusal.error.status, refusal.statement.as_deref())).collect();
    let wanted = [
        (Call::ExecuteQuery, Status::SchemeError, Some("SELECT * FROM nothing")),
        (Call::BulkUpsert, Status::SchemeError, None),
    ];
    assert_eq!(seen, wanted);
}

#[tokio::test]
async fn partitions_split_as_they_grow_and_are_counted() {
    // A "megabyte" has ten kilobytes, so that little data makes several partitions.
    let thresholds = Thresholds { bytes_per_mb: 10_000, ..Thresholds::default() };
    let server = Server::builder().thresholds(thresholds).start().await.unwrap();
    let client = connect(&server).await;
    let text = "CREATE TABLE t (k Uint64 NOT NULL, v String, PRIMARY KEY (k)) WITH (\
                AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 1)";
    run(&client, text).await;
    assert_eq!(server.partition_stats("t").unwrap().len(), 1);
    for batch in 0..10_u64 {
        let rows = (0..10).map(|n| ydb_struct!("k" => batch * 10 + n, "v" => Bytes::from(vec![b'x'; 1000]))).collect();
        client.table_client().bulk_upsert("/local/t", rows).await.unwrap();
    }
    let stats = server.partition_stats("/local/t").unwrap();
    assert!(stats.len() > 1, "{stats:?}");
    assert_eq!(stats.iter().map(|partition| partition.row_count).sum::<u64>(), 100);
    assert!(stats[0].start.is_empty() && stats.last().unwrap().end.is_none());
    assert!(stats.windows(2).all(|pair| pair[0].end.as_ref() == Some(&pair[1].start)));
    let text = "SELECT COUNT(*) FROM `.sys/partition_stats` WHERE Path = '/local/t'u";
    assert_eq!(one::<u64>(&client, text).await, stats.len() as u64);
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM t").await, 100);
    assert!(server.partition_stats("nothing").is_err());
}

#[tokio::test]
async fn reads_and_writes_are_counted_where_they_happen() {
    let (server, client) = start().await;
    let text = "CREATE TABLE t (k Uint64 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (10, 20))";
    run(&client, text).await;
    run(&client, "UPSERT INTO t (k, v) VALUES (1, 1), (11, 1), (12, 1)").await;
    run(&client, "DELETE FROM t WHERE k = 12").await;
    run(&client, "SELECT v FROM t WHERE k = 11").await;
    let counters: Vec<_> =
        server.partition_stats("t").unwrap().into_iter().map(|partition| partition.counters).collect();
    let updates: Vec<u64> = counters.iter().map(|counters| counters.row_updates).collect();
    let deletes: Vec<u64> = counters.iter().map(|counters| counters.row_deletes).collect();
    assert_eq!((updates, deletes), (vec![1, 2, 0], vec![0, 1, 0]));
    assert_eq!((counters[0].row_reads, counters[2].row_reads), (0, 0));
    assert!(counters[1].row_reads >= 1);
    assert!(counters.iter().all(|counters| counters.range_reads == 0));
}

#[tokio::test]
async fn rows_whose_time_is_up_are_deleted() {
    let server = Server::builder().clock(Clock::manual()).start().await.unwrap();
    let client = connect(&server).await;
    run(
        &client,
        "CREATE TABLE t (k Int32 NOT NULL, at Timestamp, PRIMARY KEY (k)) WITH (TTL = Interval('PT90M') ON at)",
    )
    .await;
    run(
        &client,
        "UPSERT INTO t (k, at) VALUES (1, Timestamp('2001-01-01T00:00:00Z')), (2, CurrentUtcTimestamp()), (3, NULL)",
    )
    .await;
    let keys = async || crate::support::all::<i32>(&client, "SELECT k FROM t ORDER BY k").await;
    let minute = Duration::from_secs(60);
    // Expired rows are deleted once an hour.
    server.advance(59 * minute).unwrap();
    assert_eq!(keys().await, [1, 2, 3]);
    server.advance(minute).unwrap();
    assert_eq!(keys().await, [2, 3]);
    server.advance(60 * minute).unwrap();
    assert_eq!(keys().await, [3]);
}

#[tokio::test]
async fn the_time_of_queries_is_the_clocks() {
    let clock = Clock::manual_at(UNIX_EPOCH + Duration::from_secs(86_400));
    let server = Server::builder().clock(clock).start().await.unwrap();
    let client = connect(&server).await;
    assert_eq!(one::<String>(&client, "SELECT CAST(CurrentUtcTimestamp() AS Utf8)").await, "1970-01-02T00:00:00Z");
    server.advance(Duration::from_micros(1)).unwrap();
    assert_eq!(
        one::<String>(&client, "SELECT CAST(CurrentUtcTimestamp() AS Utf8)").await,
        "1970-01-02T00:00:00.000001Z"
    );
    let machine = start().await.0;
    assert_eq!(machine.advance(Duration::ZERO).unwrap_err().status, Status::PreconditionFailed);
}
