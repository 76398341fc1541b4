//! Each seed gives one history.

use std::time::{Duration, UNIX_EPOCH};

use ydb::YdbResult;
use ydb_embedded::{Failure, Schedule, Server, Thresholds};

use crate::support::{ACCOUNTS, connect, prepared};

/// Runs two clients that each move 1 from one account to the other. The client repeats calls that it may repeat.
async fn transfers(server: Server) -> YdbResult<()> {
    let client = connect(&server).await?;
    let both =
        "UPDATE accounts SET amount = amount - 1 WHERE id = 1; UPDATE accounts SET amount = amount + 1 WHERE id = 2";
    let (mut a, mut b) = (client.query_client(), client.query_client());
    let (a, b) = tokio::join!(a.exec(both).idempotent(true), b.exec(both).idempotent(true));
    a.and(b)
}

#[test]
fn the_same_seed_gives_the_same_order() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let mut upset = 0;
    for seed in 0..100 {
        for schedule in [Schedule::seeded(seed), Schedule::seeded(seed).faults(3)] {
            let [first, second] = [(); 2].map(|()| simulation.history(&schedule, transfers).unwrap());
            assert_eq!(first, second, "{schedule}\n{first}\n{second}");
            upset += first.faults();
        }
    }
    // A short history may end before all three faults have happened.
    assert!(upset > 100, "{upset}");
}

#[test]
fn seeds_differ() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let histories: Vec<_> =
        (0..50).map(|seed| simulation.history(&Schedule::seeded(seed), transfers).unwrap()).collect();
    let mut texts: Vec<String> = histories.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    assert!(texts.len() > 20, "{} of 50", texts.len());
}

/// Rows that one history writes do not exist in the next one, and all histories begin at the same time.
#[test]
fn each_history_begins_with_what_was_prepared() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let explored = simulation.explore((0..10).map(Schedule::seeded), async |server| -> YdbResult<()> {
        let mut queries = connect(&server).await?.query_client();
        let mut row = queries.query_row("SELECT SUM(amount) FROM accounts").await?;
        assert_eq!(Option::<i64>::try_from(row.remove_field(0)?)?, Some(200));
        // 2026-01-01.
        assert_eq!(server.clock().now(), UNIX_EPOCH + Duration::from_secs(1_767_225_600));
        queries.exec("UPDATE accounts SET amount = 0").await?;
        server.advance(Duration::from_secs(1)).unwrap();
        Ok(())
    });
    assert_eq!(explored.unwrap().histories, 10);
}

/// A client that sleeps takes no time. A client that waits for something that never comes is reported.
#[test]
fn a_test_that_waits_for_what_never_comes_fails() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let explored = simulation.explore([Schedule::seeded(1)], async |server| {
        let _client = connect(&server).await.unwrap();
        tokio::time::sleep(Duration::from_secs(1800)).await;
        std::future::pending::<()>().await;
    });
    let Err(Failure::Test { failure, .. }) = explored else { panic!("{explored:?}") };
    assert!(failure.starts_with("the test hangs: no request reached the server"), "{failure}");
}

/// The failure of a read and a write in separate transactions is shrunk to its only switch, and its line repeats it.
#[test]
fn a_failing_schedule_is_shrunk_and_repeats_itself() {
    let simulation = prepared(Server::builder(), ACCOUNTS);
    let increment = async |client: &ydb::Client| -> YdbResult<()> {
        let mut queries = client.query_client();
        let mut row = queries.query_row("SELECT amount FROM accounts WHERE id = 1").await?;
        let amount: Option<i64> = row.remove_field(0)?.try_into()?;
        queries.exec(format!("UPDATE accounts SET amount = {} WHERE id = 1", amount.unwrap_or_default() + 1)).await
    };
    let test = async |server: Server| -> YdbResult<()> {
        let client = connect(&server).await?;
        let (a, b) = tokio::join!(increment(&client), increment(&client));
        a.and(b)?;
        let mut row = client.query_client().query_row("SELECT amount FROM accounts WHERE id = 1").await?;
        assert_eq!(Option::<i64>::try_from(row.remove_field(0)?)?, Some(102), "an increment is lost");
        Ok(())
    };
    let explored = simulation.explore((0..1000).map(Schedule::seeded), test);
    let Err(Failure::Test { schedule, history, failure, .. }) = explored else { panic!("{explored:?}") };
    assert!(failure.contains("an increment is lost"), "{failure}");
    assert!(history.switches() <= 3, "{history}");
    // Repeats the failure by its line alone.
    let again = schedule.to_string().parse::<Schedule>().unwrap();
    let Err(Failure::Test { first, history: repeated, .. }) = simulation.explore([again], test) else {
        panic!("{again}")
    };
    assert_eq!((first, repeated), (again, history));
}

/// A history that ends hours after its beginning leaves no open load window for the next one.
#[test]
fn each_history_has_windows_of_load_of_its_own() {
    let thresholds =
        Thresholds { split_operations_per_second: 10, decision_interval_us: 1_000_000, ..Thresholds::default() };
    let table = "CREATE TABLE t (k Uint64 NOT NULL, PRIMARY KEY (k)) WITH (AUTO_PARTITIONING_BY_LOAD = ENABLED)";
    let simulation = prepared(Server::builder().thresholds(thresholds), &[table]);
    let explored = simulation.explore((0..3).map(Schedule::seeded), async |server| -> YdbResult<()> {
        let mut queries = connect(&server).await?.query_client();
        server.advance(Duration::from_secs(1)).unwrap();
        queries
            .exec("UPSERT INTO t SELECT * FROM AS_TABLE(ListMap(ListFromRange(0ul, 100ul), ($k) -> (<|k: $k|>)))")
            .await?;
        server.advance(Duration::from_secs(1)).unwrap();
        assert_eq!(server.partition_stats("t").unwrap().len(), 2);
        server.advance(Duration::from_secs(7200)).unwrap();
        Ok(())
    });
    assert_eq!(explored.unwrap().histories, 3);
}
