//! Tests cases in which acknowledged writes were lost although both tables understood the statement, or because it came
//! late.

use std::cell::Cell;
use std::time::Duration;

use e2e_tests::{Database, explore};
use futures_util::future::{join, join_all};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::block_in_place;
use ydb::RenameTableItem;
use ydb_keys::{DualWriter, ErrorKind, YdbTable, add};
use ydb_keys_migrate::{Event, RekeyOptions, RekeyPhase, drop_old, rekey};

use super::phases::{ByCustomer, ById, ROWS, change, fill, options};
use super::support::{plan, run};

/// Models whose statements fit each other's tables.
mod keys {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "accounts", primary_key(account), allow(undeclared_leading_key, reason = "a test"))]
    pub(super) struct Plain {
        pub(super) account: u64,
        pub(super) region: u64,
        pub(super) cents: u64,
    }

    #[derive(YdbTable)]
    #[ydb(table = "accounts", primary_key(account_hash = numeric_hash(account), account))]
    pub(super) struct Hashed {
        pub(super) account: u64,
        pub(super) region: u64,
        pub(super) cents: u64,
    }

    #[derive(YdbTable)]
    #[ydb(table = "accounts", primary_key(region, account), allow(undeclared_leading_key, reason = "a test"))]
    pub(super) struct Regional {
        pub(super) account: u64,
        pub(super) region: u64,
        pub(super) cents: u64,
    }

    #[derive(YdbTable)]
    #[ydb(table = "accounts", primary_key(account_hash = numeric_hash(account), account, region))]
    pub(super) struct Longer {
        pub(super) account: u64,
        pub(super) region: u64,
        pub(super) cents: u64,
    }

    /// Model whose hash has the same name, and another definition.
    #[derive(YdbTable)]
    #[ydb(table = "accounts", primary_key(account_hash = xxh3(account), account))]
    pub(super) struct SameName {
        pub(super) account: u64,
        pub(super) region: u64,
        pub(super) cents: u64,
    }
}

use keys::{Hashed, Longer, Plain, Regional, SameName};

const ACCOUNTS: u64 = 3;

/// Tests six writers that add to accounts while the key changes: acknowledged additions are stored, and each update of
/// an existing account finds it.
macro_rules! nothing_is_lost {
    ($($name:ident: $old:ident -> $new:ident, $old_key:expr, $new_key:expr;)*) => {$(
        #[test]
        fn $name() {
            let (old_key, new_key) = ($old_key, $new_key);
            let added = Cell::new(0);
            let fill = async |database: &Database| {
                database.create::<$old>().await;
                let rows: Vec<$old> = (0..ACCOUNTS).map(|account| $old { account, region: account % 2, cents: 0 }).collect();
                $old::upsert_many(&rows).exec(database.client()).await.unwrap();
                DualWriter::<$old, $new>::open(database.client()).await.unwrap();
            };
            explore(20, 0, fill, async |database| {
                added.set(0);
                let writer = async |number: u64| {
                    let accounts = DualWriter::<$old, $new>::open(database.client()).await.unwrap();
                    for step in 0..4 {
                        let account = (number + step) % ACCOUNTS;
                        let old = $old::update(old_key(account)).cents(add(1));
                        let new = $new::update(new_key(account)).cents(add(1));
                        let changed = accounts.update(old, new).exec(database.client()).await.unwrap();
                        assert_eq!(changed, 1, "account {account}");
                        added.set(added.get() + changed);
                    }
                };
                join(join_all((0..6).map(writer)), change::<$new>(database, options())).await;
                let rows = $new::scan().full_scan().fetch(database.client()).await.unwrap();
                assert_eq!(rows.len() as u64, ACCOUNTS);
                assert!(rows.iter().all(|row| row.region == row.account % 2));
                assert_eq!(rows.iter().map(|row| row.cents).sum::<u64>(), added.get());
            });
        }
    )*};
}

nothing_is_lost! {
    a_hash_that_is_added: Plain -> Hashed, |account| account, |account| account;
    a_hash_that_is_dropped: Hashed -> Plain, |account| account, |account| account;
    a_column_in_front: Plain -> Regional, |account| account, |account| (account % 2, account);
    a_longer_key: Hashed -> Longer, |account| account, |account| (account, account % 2);
    another_hash_of_one_name: Hashed -> SameName, |account| account, |account| account;
}

/// Tests that an update of an account that does not exist says so in each phase, and changes nothing.
#[test]
fn an_update_that_finds_no_row() {
    let fill = async |database: &Database| {
        database.create::<Plain>().await;
        DualWriter::<Plain, Hashed>::open(database.client()).await.unwrap();
    };
    explore(20, 0, fill, async |database| {
        let writer = async {
            let accounts = DualWriter::<Plain, Hashed>::open(database.client()).await.unwrap();
            for _ in 0..6 {
                let update = accounts.update(Plain::update(7).cents(add(1)), Hashed::update(7).cents(add(1)));
                assert_eq!(update.exec(database.client()).await.unwrap(), 0);
            }
        };
        join(writer, change::<Hashed>(database, options())).await;
        assert_eq!(Hashed::scan().full_scan().count().fetch(database.client()).await.unwrap(), 0);
    });
}

/// Runs programs of the new model that write as soon as their statements fit. Checks that their writes stay.
fn new_programs_right_after_the_swap(options: &RekeyOptions) {
    explore(20, 0, fill, async |database| {
        let swapped = Notify::new();
        let program = async {
            let (mut version, mut failed) = (10, 0);
            while version < 14 {
                let row = ByCustomer { order_id: version % 2, customer_id: version % 2, version };
                match row.upsert().exec(database.client()).await {
                    Ok(()) => version += 1,
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
                        failed += 1;
                        // A schedule may prefer this program for ever.
                        if failed == 60 {
                            swapped.notified().await;
                        }
                    }
                }
            }
            ByCustomer::delete((2, 2)).exec(database.client()).await.unwrap();
        };
        let change = async {
            change::<ByCustomer>(database, options.clone()).await;
            swapped.notify_one();
        };
        join(program, change).await;
        for order in [0, 1] {
            let stored = ByCustomer::get((order, order)).fetch(database.client()).await.unwrap().unwrap();
            assert_eq!(stored.version, 12 + order);
        }
        assert!(!ByCustomer::exists((2, 2)).fetch(database.client()).await.unwrap());
    });
}

#[test]
fn new_programs_right_after_a_swap_with_writers_stopped() {
    new_programs_right_after_the_swap(&RekeyOptions::writers_stopped().batch_rows(3).passes(20));
}

#[test]
fn new_programs_right_after_a_swap_with_dual_writers() {
    new_programs_right_after_the_swap(&options());
}

#[test]
fn new_programs_right_after_a_fence() {
    new_programs_right_after_the_swap(&RekeyOptions::fence().batch_rows(3).passes(20));
}

/// Tests requests of the first change that are executed during the second one: a DROP of the kept table, and the rename
/// of both names. They find no table of theirs.
#[tokio::test(flavor = "multi_thread")]
async fn late_requests_of_an_earlier_change() {
    let database = Database::own().await;
    fill(&database).await;
    let first = RekeyOptions::writers_stopped().batch_rows(3);
    rekey(database.client(), &plan(ByCustomer::TABLE), &first, &mut |_: Event<'_>| {}).await.unwrap();
    assert!(drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap());
    let root = database.client().database();
    let path = |name: &str| format!("{root}/{name}");
    let mut refused = 0;
    let mut on = |event: Event<'_>| {
        if matches!(event, Event::Fence { .. } | Event::Rows { phase: RekeyPhase::Copy | RekeyPhase::Verify, .. }) {
            block_in_place(|| {
                Handle::current().block_on(async {
                    database.run("DROP TABLE IF EXISTS orders__ydb_keys_old").await;
                    let moves = vec![
                        RenameTableItem::new(path("orders"), path("orders__ydb_keys_old"), false),
                        RenameTableItem::new(path("orders__ydb_keys_new"), path("orders"), false),
                    ];
                    let renamed = database.client().table_client().rename_tables(moves).await;
                    refused += u32::from(renamed.is_err());
                    assert!(renamed.is_err());
                });
            });
        }
    };
    let second = RekeyOptions::fence().batch_rows(3).lease(Duration::from_secs(600));
    rekey(database.client(), &plan(ById::TABLE), &second, &mut on).await.unwrap();
    assert!(refused > 3);
    assert_eq!(ById::scan().full_scan().count().fetch(database.client()).await.unwrap(), 2 * ROWS);
    assert_eq!(run(&database, ById::TABLE).await.unwrap().old_path, "orders__ydb_keys_old_2");
}
