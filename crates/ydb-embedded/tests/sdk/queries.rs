//! The SDK's query methods, rows, result sets, streams and statistics, and their errors.

use ydb::{FromYdbRow, Row, YdbError, YdbResult};
use ydb_embedded::Status;

use crate::support::{all, one, refused, run, sessions, start};

struct Film {
    id: u64,
    title: Option<String>,
}

impl FromYdbRow for Film {
    fn from_row(mut row: Row) -> YdbResult<Self> {
        let id = row.remove_field_by_name("id")?.try_into()?;
        Ok(Self { id, title: row.remove_field_by_name("title")?.try_into()? })
    }
}

const FILMS: &str = "CREATE TABLE films (id Uint64 NOT NULL, title Utf8, PRIMARY KEY (id))";

#[tokio::test]
async fn a_row_becomes_a_struct() {
    let (_server, client) = start().await;
    run(&client, FILMS).await;
    run(&client, "UPSERT INTO films (id, title) VALUES (1, 'Solaris'u), (2, NULL)").await;
    let mut query = client.query_client();
    let film = query.query_row("SELECT * FROM films WHERE id = 1").typed::<Film>().await.unwrap();
    assert_eq!((film.id, film.title.as_deref()), (1, Some("Solaris")));
    let film = query.query_row("SELECT * FROM films WHERE id = 2").typed::<Film>().await.unwrap();
    assert_eq!((film.id, film.title), (2, None));
}

#[tokio::test]
async fn one_row_is_neither_none_nor_two() {
    let (_server, client) = start().await;
    run(&client, FILMS).await;
    let mut query = client.query_client();
    assert!(matches!(query.query_row("SELECT id FROM films").await, Err(YdbError::NoRows)));
    assert!(query.query_row("SELECT id FROM films").optional().await.unwrap().is_none());
    run(&client, "UPSERT INTO films (id) VALUES (1), (2)").await;
    let two = query.query_row("SELECT id FROM films").optional().await;
    assert!(matches!(two, Err(YdbError::Custom(_))));
    let none = query.query_row("UPSERT INTO films (id) VALUES (3)").await;
    assert!(matches!(none, Err(YdbError::Custom(message)) if message.contains("got 0")));
    assert_eq!(all::<u64>(&client, "SELECT id FROM films ORDER BY id").await, [1, 2, 3]);
}

#[tokio::test]
async fn an_empty_result_is_a_result() {
    let (_server, client) = start().await;
    run(&client, FILMS).await;
    let set = client.query_client().query_result_set("SELECT * FROM films").await.unwrap();
    assert!(!set.is_truncated());
    assert_eq!(set.rows().count(), 0);
}

#[tokio::test]
async fn several_results_come_one_after_the_other() {
    let (_server, client) = start().await;
    run(&client, FILMS).await;
    let mut query = client.query_client();
    let text = "UPSERT INTO films (id) VALUES (7); SELECT 1 AS a; SELECT 2 AS b, 3 AS c; SELECT id FROM films;";
    let mut stream = query.query(text).await.unwrap();
    let mut sets: Vec<Vec<Vec<u64>>> = Vec::new();
    while let Some(set) = stream.next_result_set().await.unwrap() {
        let row = |mut row: Row| (0..2).filter_map(|n| u64_of(row.remove_field(n).ok()?)).collect();
        sets.push(set.rows().map(row).collect());
    }
    stream.close().await.unwrap();
    assert_eq!(sets, [vec![vec![1]], vec![vec![2, 3]], vec![vec![7]]]);
}

fn u64_of(value: ydb::Value) -> Option<u64> {
    match value {
        ydb::Value::Int32(n) => u64::try_from(n).ok(),
        other => other.try_into().ok(),
    }
}

#[tokio::test]
async fn a_stream_that_is_dropped_leaves_the_client_whole() {
    let (_server, client) = start().await;
    let mut query = client.query_client();
    for _ in 0..5 {
        let stream = query.query("SELECT 1 AS a; SELECT 2 AS b").await.unwrap();
        drop(stream);
    }
    assert_eq!(one::<i32>(&client, "SELECT 3").await, 3);
}

#[tokio::test]
async fn statistics_come_when_asked_for() {
    let (_server, client) = start().await;
    let mut query = client.query_client();
    for wanted in [true, false] {
        let builder = query.query("SELECT 1");
        let mut stream = if wanted { builder.collect_stats().await } else { builder.await }.unwrap();
        while stream.next_result_set().await.unwrap().is_some() {}
        assert_eq!(stream.stats().is_some(), wanted);
        stream.close().await.unwrap();
    }
}

#[tokio::test]
async fn a_query_needs_no_session() {
    let (_server, client) = start().await;
    run(&client, FILMS).await;
    let client = client.with_session_pool(sessions().with_limit(1)).await.unwrap();
    let mut query = client.query_client();
    query.exec("UPSERT INTO films (id) VALUES (1)").with_implicit_session().await.unwrap();
    let mut row = query.query_row("SELECT id FROM films").with_implicit_session().await.unwrap();
    assert_eq!(u64::try_from(row.remove_field(0).unwrap()).unwrap(), 1);
    let stats = client.session_pool_stats();
    assert_eq!((stats.size, stats.sessions_created), (0, 0));
}

#[tokio::test]
async fn sessions_are_used_again() {
    let (_server, client) = start().await;
    for _ in 0..10 {
        assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
    }
    // A session returns to the pool while the next query asks for one, so ten queries need fewer than ten sessions.
    assert!(client.session_pool_stats().sessions_created < 10);
}

#[tokio::test]
async fn refusals_keep_their_status_and_issues() {
    let (_server, client) = start().await;
    run(&client, FILMS).await;
    run(&client, "UPSERT INTO films (id) VALUES (1)").await;
    let mut query = client.query_client();
    refused(query.exec("SELECT 1 form Wat").await, Status::GenericError, "'Wat'");
    refused(query.exec("SELECT * FROM nothing").await, Status::SchemeError, "(2003)");
    refused(query.exec("SELECT nothing FROM films").await, Status::GenericError, "Member not found: nothing");
    refused(
        query.exec("INSERT INTO films (id) VALUES (1)").await,
        Status::PreconditionFailed,
        "Conflict with existing key",
    );
    refused(query.exec("UPSERT INTO films (title) VALUES ('x'u)").await, Status::PreconditionFailed, "(2029)");
    refused(query.exec("SELECT $unknown").await, Status::GenericError, "Unknown name: $unknown");
    let mixed = "CREATE TABLE other (k Int32, PRIMARY KEY (k)); UPSERT INTO films (id) VALUES (2)";
    refused(query.exec(mixed).await, Status::GenericError, "(2009)");
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM films").await, 1);
}

#[tokio::test]
async fn statements_of_a_query_see_each_other_and_stand_or_fall_together() {
    let (_server, client) = start().await;
    run(&client, FILMS).await;
    let text = "UPSERT INTO films (id) VALUES (1); SELECT COUNT(*) FROM films; ";
    assert_eq!(one::<u64>(&client, text).await, 1);
    let failing = "UPSERT INTO films (id) VALUES (2); INSERT INTO films (id) VALUES (1)";
    refused(client.query_client().exec(failing).await, Status::PreconditionFailed, "(2012)");
    assert_eq!(all::<u64>(&client, "SELECT id FROM films").await, [1]);
}
