//! Tests programs that write the old table alone until the names are swapped, although it was agreed that they stop:
//! their writes are named after the swap, and newer rows are not touched.

use std::cell::Cell;

use e2e_tests::{Database, explore};
use futures_util::future::{join, select};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::block_in_place;
use ydb_keys::__internal::KeyChange;
use ydb_keys::YdbTable;
use ydb_keys_migrate::{Event, MigrateErrorKind, RekeyOptions, RekeyPhase, drop_old, rekey};

use super::fence::{Changes, check, fill, writers};
use super::phases::{ByCustomer, ById, change};
use super::support::{exists, plan, small};

/// Tests writes of programs without a dual writer during the last comparison: after the swap they are only in the kept
/// table, and the note has their keys.
#[test]
fn what_is_written_during_the_last_pass_is_named() {
    let failed = Cell::new(0);
    explore(20, 0, fill, async |database| {
        let options = RekeyOptions::writers_stopped().batch_rows(3).passes(20);
        let (written, ()) =
            join(writers(database, Changes::Values, &failed), change::<ByCustomer>(database, options)).await;
        let row = KeyChange::get("orders").fetch(database.client()).await.unwrap().unwrap();
        let noted = row.unsettled.unwrap_or_default();
        let rows = ByCustomer::scan().full_scan().fetch(database.client()).await.unwrap();
        for (order_id, possible) in written.into_iter().flatten() {
            let stored = rows.iter().find(|row| row.order_id == order_id).map(|row| (row.customer_id, row.version));
            let is_named = noted.contains(&format!(", {order_id}): "));
            assert!(possible.contains(&stored) || is_named, "order {order_id}: {stored:?}, {possible:?}; {noted}");
        }
    });
}

/// Tests two runs at once: the error names the other runner. One run used to fail with a message about a missing table.
#[test]
fn of_two_runs_one_says_who_runs() {
    let refused = Cell::new(0);
    explore(20, 0, fill, async |database| {
        let run = async |name: &str| {
            let options = small().runner(name);
            let run = rekey(database.client(), &plan(ByCustomer::TABLE), &options, &mut |_: Event<'_>| {}).await;
            if let Err(error) = run {
                let other = if name == "one" { "two" } else { "one" };
                let text = format!("table `orders`: {other} is changing its key; its lease ends at 20");
                assert!(error.to_string().starts_with(&text), "{error}");
                refused.set(refused.get() + 1);
            }
        };
        join(run("one"), run("two")).await;
        check(database, vec![(4..8).map(|id| (id, vec![Some((id % 3, 0))])).collect()]).await;
    });
    assert!(refused.get() > 0);
}

/// Tests a runner that dies at some event, after which another one ends the change. Nobody writes meanwhile.
#[test]
fn a_runner_that_dies_with_writers_stopped() {
    let seed = Cell::new(0);
    explore(20, 0, fill, async |database| {
        seed.set(seed.get() + 1);
        let (die, mut events) = (Notify::new(), seed.get() % 23);
        let mut on = |_: Event<'_>| {
            if events == 0 {
                die.notify_one();
            }
            events = u64::wrapping_sub(events, 1);
        };
        let options = RekeyOptions::writers_stopped().batch_rows(3);
        let (plan, first) = (plan(ByCustomer::TABLE), options.clone().runner("the first"));
        {
            let first = std::pin::pin!(rekey(database.client(), &plan, &first, &mut on));
            select(std::pin::pin!(die.notified()), first).await;
        }
        change::<ByCustomer>(database, options.runner("the second")).await;
        check(database, vec![(4..8).map(|id| (id, vec![Some((id % 3, 0))])).collect()]).await;
        assert!(drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap());
    });
}

/// Runs statements in the callback, so that they run at a known time.
fn now(database: &Database, statement: &str) {
    block_in_place(|| Handle::current().block_on(database.run(statement)));
}

async fn filled() -> Database {
    let database = Database::own().await;
    fill(&database).await;
    database
}

/// Copies, and runs a statement between the last comparison and the swap, and another when writers continue.
async fn late(database: &Database, before: &str, after: &str) -> Vec<String> {
    let mut compared = false;
    let mut on = |event: Event<'_>| match event {
        Event::Phase { phase: RekeyPhase::Swap, .. } => now(database, before),
        Event::Rows { phase: RekeyPhase::Settle, .. } if !compared && !after.is_empty() => {
            compared = true;
            now(database, after);
        }
        _ => {}
    };
    let options = RekeyOptions::writers_stopped().batch_rows(3);
    rekey(database.client(), &plan(ByCustomer::TABLE), &options, &mut on).await.unwrap().notes
}

const HASHED: &str = "Digest::XXH3(ToBytes(order_id)) AS order_hash, order_id, customer_id, 9ul AS version";

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_the_old_table_alone_are_named() {
    let database = filled().await;
    let before = format!(
        "UPSERT INTO orders SELECT {HASHED} FROM AS_TABLE([<|order_id: 2ul, customer_id: 2ul|>, <|order_id: 90ul, customer_id: 7ul|>])"
    );
    let notes = late(&database, &before, "").await;
    let [note] = &notes[..] else { panic!("{notes:?}") };
    assert!(note.starts_with("compare 2 rows with the key (") && note.contains("(2, 2): version 9 and 0"), "{note}");
    assert!(note.contains("(7, 90): not in the new table"), "{note}");
    assert!(note.ends_with(" in `orders__ydb_keys_old` and `orders`, written to one of them alone"), "{note}");
}

/// Tests rows of programs that write too late: a newer row is not overwritten, and a row that was deleted in the old
/// table is not deleted. Both are named, and the old table is not simply dropped.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_decided() {
    let database = filled().await;
    let before = format!(
        "UPSERT INTO orders SELECT {HASHED} FROM AS_TABLE([<|order_id: 2ul, customer_id: 2ul|>]);
         DELETE FROM orders WHERE order_id = 5ul"
    );
    let notes = late(&database, &before, "UPDATE orders SET version = 10ul WHERE order_id = 2ul").await;
    let expected = "compare 1 row with the key (2, 2): version 9 and 0 in `orders__ydb_keys_old` and `orders`, written to one \
                    of them alone; only `orders` has 1 row with the key (2, 5): written to it alone, or deleted from \
                    `orders__ydb_keys_old` alone";
    let seen = notes.join("; ");
    assert!([expected.to_owned(), expected.replace("version 9 and 0", "version 9 and 10")].contains(&seen), "{seen}");
    let version: u64 = database.one("SELECT version FROM orders WHERE order_id = 2ul").await;
    assert_eq!(version, 10);
    let client = database.client();
    let error = drop_old(client, ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle);
    assert_eq!(
        error.to_string(),
        format!(
            "table `orders__ydb_keys_old` was not dropped: it has rows or values that `orders` lacks\n{}\n\
             help: write those that you need to `orders`; then, or if you need none: `apply --drop-old --drop-anyway`",
            notes[0]
        )
    );
    assert!(exists(&database, "orders__ydb_keys_old").await);
    assert!(drop_old(client, ByCustomer::TABLE, "orders", true, &mut |_| ()).await.unwrap());
}

/// Tests that writes of the new table's own writers after the swap are no difference.
#[tokio::test(flavor = "multi_thread")]
async fn writes_after_the_swap_are_no_difference() {
    let database = filled().await;
    let after = "UPDATE orders SET version = 10ul WHERE order_id < 4ul; DELETE FROM orders WHERE order_id = 5ul";
    assert_eq!(late(&database, "SELECT 1", after).await, [""; 0]);
    assert_eq!(ById::TABLE.name, "orders");
    assert!(drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap());
}
