//! Tests a table whose rows expire while its key changes.

use std::cell::Cell;
use std::time::Duration;

use e2e_tests::{Database, explore};
use ydb_keys::YdbTable;
use ydb_keys_migrate::__internal::describe;
use ydb_keys_migrate::{Event, MigrateErrorKind, rekey};

use super::support::{contents, key_of, plan, run, small};

#[derive(YdbTable)]
#[ydb(table = "seen", primary_key(id_hash = xxh3(id), id), ttl(column = at, after = "PT1H"))]
struct Seen {
    id: u64,
    at: Option<std::time::SystemTime>,
}

const ROWS: u64 = 12;
/// Time by which the clock moves at each event.
const STEP: Duration = Duration::from_secs(7 * 60);

/// Creates a table in which each row expires a few minutes after the one before, and one row never expires.
async fn seen(database: &Database) {
    database
        .run(
            "CREATE TABLE seen (id Uint64 NOT NULL, at Timestamp, PRIMARY KEY (id)) \
             WITH (TTL = Interval(\"PT1H\") ON at)",
        )
        .await;
    for id in 0..ROWS {
        let minutes = id * 11;
        let insert = format!(
            "UPSERT INTO seen (id, at) VALUES ({id}ul, CurrentUtcTimestamp() - Interval(\"PT1H\") + \
             DateTime::IntervalFromMinutes(CAST({minutes} AS Int32)))"
        );
        database.run(&insert).await;
    }
    database.run("UPSERT INTO seen (id, at) VALUES (100ul, NULL)").await;
}

/// Tests a TTL while the key changes: the clock moves at every event, so rows expire in both tables at any time. The
/// tables used to never agree.
#[test]
fn rows_that_expire_are_no_difference() {
    let expired = Cell::new(0);
    explore(20, 0, seen, async |database| {
        let mut on_event = |event: Event<'_>| {
            if matches!(event, Event::Rows { .. } | Event::Phase { .. }) {
                database.advance(STEP);
            }
        };
        let report = rekey(database.client(), &plan(Seen::TABLE), &small(), &mut on_event).await.unwrap();
        assert_eq!(key_of(database, "seen").await, ["id_hash", "id"]);
        // What lives by the server's clock is there, and the row that never expires.
        let alive =
            "SELECT id FROM seen__ydb_keys_old WHERE at IS NULL OR at > CurrentUtcTimestamp() - Interval('PT1H')";
        let mut alive = database.column::<u64>(alive).await;
        alive.sort_unstable();
        let mut found = database.column::<u64>(&alive_in("seen")).await;
        found.sort_unstable();
        assert_eq!(found, alive);
        assert!(found.contains(&100));
        expired.set(expired.get() + ROWS + 1 - report.rows);
    });
    assert!(expired.get() > 40, "{} rows expired", expired.get());
}

fn alive_in(path: &str) -> String {
    format!("SELECT id FROM {path} WHERE at IS NULL OR at > CurrentUtcTimestamp() - Interval('PT1H')")
}

/// Tests that a row that has not expired, and is missing in the copy, is a difference.
#[tokio::test(flavor = "multi_thread")]
async fn rows_that_live_are_compared() {
    let database = Database::embedded().await;
    seen(&database).await;
    let mut first = true;
    let mut on_event = |event: Event<'_>| {
        if let (Event::Phase { phase: ydb_keys_migrate::RekeyPhase::Verify, .. }, true) = (event, first) {
            first = false;
            tokio::task::block_in_place(|| {
                tokio::runtime::Handle::current().block_on(async {
                    database.run("DELETE FROM seen WHERE id = 11ul").await;
                    database.run("UPSERT INTO seen (id, at) VALUES (200ul, CurrentUtcTimestamp())").await;
                });
            });
        }
    };
    rekey(database.client(), &plan(Seen::TABLE), &small(), &mut on_event).await.unwrap();
    let found = database.column::<u64>(&alive_in("seen")).await;
    assert!(found.contains(&200) && !found.contains(&11), "{found:?}");
}

/// Tests each unit of a number, and each type of a time.
#[tokio::test]
async fn every_type_of_a_time() {
    #[derive(YdbTable)]
    #[ydb(table = "seen", primary_key(id_hash = xxh3(id), id))]
    struct Untimed {
        id: u64,
    }
    for (ty, ttl, dead, alive) in [
        ("Date", "at", "Date('1990-01-01')", "Date('2100-01-01')"),
        ("Datetime", "at", "Datetime('1990-01-01T00:00:00Z')", "Datetime('2100-01-01T00:00:00Z')"),
        ("Timestamp", "at", "Timestamp('1990-01-01T00:00:00Z')", "Timestamp('2100-01-01T00:00:00Z')"),
        ("Uint32", "at AS SECONDS", "1000", "4000000000"),
        ("Uint64", "at AS MILLISECONDS", "1000", "4000000000000"),
        ("Uint64", "at AS MICROSECONDS", "1000", "4000000000000000"),
        ("Uint64", "at AS NANOSECONDS", "1000", "18000000000000000000"),
    ] {
        let database = Database::embedded().await;
        database
            .run(&format!(
                "CREATE TABLE seen (id Uint64 NOT NULL, at {ty}, PRIMARY KEY (id)) WITH (TTL = Interval('P1D') ON {ttl})"
            ))
            .await;
        for (id, at) in [(1, dead), (2, alive), (3, "NULL")] {
            database.run(&format!("UPSERT INTO seen (id, at) VALUES ({id}ul, {at})")).await;
        }
        // The dead row is there, and is not counted. The model keeps the column, and has no TTL.
        let report = run(&database, Untimed::TABLE).await.unwrap();
        assert_eq!(report.rows, 2, "{ty} {ttl}");
        let live = describe(database.client(), "seen").await.unwrap().unwrap();
        assert_eq!(live.settings.unwrap().ttl, None);
        assert!(contents(&database, "seen", &["id", "at"]).await.len() >= 2);
    }
}

/// Tests a TTL by which expired rows cannot be told from lost ones: it stops the change before it begins.
#[tokio::test]
async fn a_ttl_that_the_new_table_cannot_be_judged_by() {
    #[derive(YdbTable)]
    #[ydb(table = "seen", primary_key(id_hash = xxh3(id), id))]
    struct Untimed {
        id: u64,
    }
    let database = Database::embedded().await;
    seen(&database).await;
    let options = small().destructive(true);
    let error = rekey(database.client(), &plan(Untimed::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle);
    assert_eq!(
        error.to_string(),
        "table `seen` cannot be copied into a new table\n\
         - rows expire by the column `at`, which the new table will not have: they cannot be told from lost ones. Run \
         ALTER TABLE `seen` RESET (TTL) first, and copy with a model without TTL\n\
         help: remove what prevents it, then run it again"
    );
}
