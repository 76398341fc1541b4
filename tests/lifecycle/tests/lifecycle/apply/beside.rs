//! Tests two versions of a program that change a table at the same time.

use std::cell::Cell;

use e2e_tests::{Database, explore};
use futures_util::future::join;
use ydb_keys::YdbTable;
use ydb_keys_migrate::{MigrateErrorKind, plan};

use super::{ALL, run};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id), index(by_a, on(shard = xxh3(order_id) % 4, a)))]
struct One {
    order_id: u64,
    a: String,
    b: Option<u32>,
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id), index(by_c, on(c)))]
struct Other {
    order_id: u64,
    a: String,
    c: Option<u32>,
}

async fn fill(database: &Database) {
    run(database.client(), ydb_keys::schema![One], &ALL).await.unwrap();
    let rows: Vec<One> = (0..5).map(|order_id| One { order_id, a: format!("a {order_id}"), b: None }).collect();
    One::upsert_many(&rows).exec(database.client()).await.unwrap();
}

/// Tests `apply` beside another run, which drops an index or a column. It used to end with "cannot read a sample of the
/// rows" or "step 6 of 9 failed". Now the error says that the table changes and advises to run it again, which
/// succeeds.
#[test]
fn another_version_at_the_same_time() {
    let changed = Cell::new(0);
    explore(20, 0, fill, async |database| {
        let (one, other) = join(
            run(database.client(), ydb_keys::schema![One], &ALL),
            run(database.client(), ydb_keys::schema![Other], &ALL),
        )
        .await;
        for error in [one.err(), other.err()].into_iter().flatten() {
            assert_eq!(error.kind(), MigrateErrorKind::Changed, "{error}");
            assert_eq!(
                error.to_string(),
                "table `orders` has changed since the plan was made, so no further step was run\n\
                 help: somebody else changes it at the same time; run this again: it plans what is left"
            );
            changed.set(changed.get() + 1);
        }
        run(database.client(), ydb_keys::schema![Other], &ALL).await.unwrap();
        assert!(plan(database.client(), ydb_keys::schema![Other], None).await.unwrap().is_in_step());
    });
    assert!(changed.get() > 0);
}
