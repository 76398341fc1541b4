//! Tests a change with dual writers that is taken back after the swap, made again, and finished, while they write and
//! read.

use e2e_tests::{Database, explore};
use futures_util::future::{join, join3};
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::__internal::{KeyChange, Phase};
use ydb_keys::{ErrorKind, Outcome, YdbTable};
use ydb_keys_migrate::{Event, MigrateErrorKind, RekeyOptions, drop_new, drop_old, rekey};

use super::phases::{ByCustomer, ById, There, change, check, fill, options, read, writers};
use super::support::{contents, exists, plan, run, small};

const COLUMNS: [&str; 3] = ["order_id", "customer_id", "version"];

async fn phase(database: &Database) -> Phase {
    KeyChange::get("orders").fetch(database.client()).await.unwrap().unwrap().phase
}

async fn taken_back(database: &Database) -> bool {
    options().back(database.client(), ByCustomer::TABLE, "orders", &mut |_| ()).await.unwrap()
}

async fn finished(database: &Database) -> Option<Vec<String>> {
    options().finish(database.client(), ByCustomer::TABLE, "orders", &mut |_| ()).await.unwrap()
}

/// Tests a change that is made, taken back and made again, under many orders of the requests: each acknowledged write
/// is there, and both tables are equal after each step.
#[test]
fn forth_back_and_forth_again() {
    explore(10, 0, fill, async |database| {
        let changes = async {
            change::<ByCustomer>(database, options()).await;
            assert!(taken_back(database).await);
            change::<ByCustomer>(database, options()).await;
        };
        let (written, (), ()) = join3(writers(database, 2, false), read(database), changes).await;
        check(database, written).await;
        let old = contents(database, "orders__ydb_keys_old", &COLUMNS).await;
        assert_eq!(contents(database, "orders", &COLUMNS).await, old);
        assert_eq!(finished(database).await, Some(Vec::new()));
        assert_eq!(finished(database).await, None);
    });
}

/// Tests a change that is finished while writers write: some of them write the old table as well, and none fails.
#[test]
fn finished_under_writers() {
    explore(10, 0, fill, async |database| {
        let changes = async {
            change::<ByCustomer>(database, options()).await;
            assert_eq!(finished(database).await, Some(Vec::new()));
            assert!(drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap());
        };
        let (written, ()) = join(writers(database, 2, false), changes).await;
        check(database, written).await;
        assert_eq!(phase(database).await, Phase::Dropped);
    });
}

/// Tests a change that is taken back for good: the table is as it was, with all newer writes, and the copy is gone.
#[tokio::test]
async fn taken_back_and_given_up() {
    let database = Database::own().await;
    fill(&database).await;
    let orders = There::open(database.client()).await.unwrap();
    run(&database, ByCustomer::TABLE).await.unwrap();
    assert_eq!(phase(&database).await, Phase::New);
    let error = drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `orders__ydb_keys_old` was not dropped: dual writers write it\nso the change of the key of `orders` can still be \
         taken back\nhelp: when nobody needs that any more: `apply --finish`, then this again"
    );
    let row = ByCustomer { order_id: 100, customer_id: 7, version: 1 };
    orders.upsert(&row).exec(database.client()).await.unwrap();
    assert!(taken_back(&database).await);
    assert!(!taken_back(&database).await, "nothing is left to take back");
    // A program that knows only the old model works again.
    assert!(ById::exists(100).fetch(database.client()).await.unwrap());
    assert_eq!(orders.delete(&row).exec(database.client()).await.unwrap(), 1);
    assert_eq!(orders.delete(&row).exec(database.client()).await.unwrap(), 0);
    assert!(drop_new(database.client(), ByCustomer::TABLE, "orders", &small(), &mut |_| ()).await.unwrap());
    assert!(!exists(&database, "orders__ydb_keys_new").await);
    assert_eq!(ById::scan().full_scan().count().fetch(database.client()).await.unwrap(), 8);
    // The next change has names of its own.
    run(&database, ByCustomer::TABLE).await.unwrap();
    assert!(exists(&database, "orders__ydb_keys_old_2").await);
}

/// Tests a program that wrote the new table alone: taking the change back would lose its row, and the error names it.
#[tokio::test]
async fn the_way_back_loses_nothing() {
    let database = Database::own().await;
    fill(&database).await;
    run(&database, ByCustomer::TABLE).await.unwrap();
    ByCustomer { order_id: 3, customer_id: 0, version: 5 }.upsert().exec(database.client()).await.unwrap();
    ByCustomer { order_id: 100, customer_id: 7, version: 1 }.upsert().exec(database.client()).await.unwrap();
    let error = small().back(database.client(), ByCustomer::TABLE, "orders", &mut |_| ()).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle);
    assert_eq!(
        error.to_string(),
        "table `orders`: its key was not changed back, because that would lose rows or bring some back\ncompare 1 row with the \
         key (0, 3): version 0 and 5 in `orders__ydb_keys_old` and `orders`, written to one of them alone; only `orders` has \
         1 row with the key (7, 100): written to it alone, or deleted from `orders__ydb_keys_old` alone\nhelp: make both \
         tables equal: write each of these rows with a `DualWriter` as it should be, or delete it with one; then run it again"
    );
    assert_eq!(phase(&database).await, Phase::New);
    assert_eq!(finished(&database).await.unwrap().len(), 2);
    let error = drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap_err();
    assert!(error.to_string().contains("it has rows or values that `orders` lacks\ncompare 1 row"), "{error}");
}

/// Tests that a row that only the new table has does not prevent dropping the old table: nothing is lost.
#[tokio::test]
async fn a_row_of_the_new_table_alone_keeps_nothing() {
    let database = Database::own().await;
    fill(&database).await;
    run(&database, ByCustomer::TABLE).await.unwrap();
    ByCustomer { order_id: 100, customer_id: 7, version: 1 }.upsert().exec(database.client()).await.unwrap();
    let error = small().back(database.client(), ByCustomer::TABLE, "orders", &mut |_| ()).await.unwrap_err();
    assert!(error.to_string().contains("only `orders` has 1 row with the key (7, 100)"), "{error}");
    assert_eq!(finished(&database).await.unwrap().len(), 1);
    assert!(drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap());
}

/// Tests a lost record of the comparison: the tables are compared again.
#[tokio::test]
async fn a_lost_record_drops_nothing() {
    let database = Database::own().await;
    fill(&database).await;
    run(&database, ByCustomer::TABLE).await.unwrap();
    ByCustomer { order_id: 3, customer_id: 0, version: 5 }.upsert().exec(database.client()).await.unwrap();
    finished(&database).await.unwrap();
    database.run("DROP TABLE `ydb_keys/changes`").await;
    let error = drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap_err();
    assert!(error.to_string().contains("compare 1 row with the key (0, 3): version 0 and 5"), "{error}");
    assert!(exists(&database, "orders__ydb_keys_old").await);
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(area, order_id))]
#[allow(dead_code, reason = "read as a schema")]
struct Ticket {
    area: String,
    #[ydb(serial)]
    order_id: i64,
}

/// Tests a sequence: the old one does not know the numbers that the new one has given.
#[tokio::test]
async fn serial_numbers_do_not_go_back() {
    let database = Database::own().await;
    database.run("CREATE TABLE orders (area Utf8 NOT NULL, order_id BigSerial, PRIMARY KEY (order_id))").await;
    run(&database, Ticket::TABLE).await.unwrap();
    let error = small().back(database.client(), Ticket::TABLE, "orders", &mut |_| ()).await.unwrap_err();
    assert!(
        error.to_string().starts_with("table `orders`: its key was not changed back, because it has a serial column\n"),
        "{error}"
    );
    assert_eq!(phase(&database).await, Phase::New);
}

/// Tests a row of a release that does not exist yet: no program misreads it.
#[tokio::test]
async fn a_row_of_another_release() {
    let database = Database::own().await;
    fill(&database).await;
    let orders = There::open(database.client()).await.unwrap();
    database.run("UPDATE `ydb_keys/changes` SET format = 2u, release = '9.0.0'u WHERE path = 'orders'u").await;
    let known = format!(
        "release 9.0.0 writes the row of `orders` in `ydb_keys/changes` in format 2, and this program, release {}, knows \
         format 1",
        env!("CARGO_PKG_VERSION")
    );
    let row = ByCustomer { order_id: 100, customer_id: 7, version: 1 };
    let error = orders.upsert(&row).exec(database.client()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert_eq!(error.to_string(), format!("{known}\nhelp: deploy a release that knows both"));
    let error = run(&database, ByCustomer::TABLE).await.unwrap_err();
    assert!(error.to_string().contains(&known), "{error}");
    assert!(!exists(&database, "orders__ydb_keys_new").await);
}

/// Tests that a change with stopped writers cannot be taken back: nobody has written the old table since.
#[tokio::test]
async fn without_dual_writers_there_is_no_way_back() {
    let database = Database::own().await;
    fill(&database).await;
    let options = RekeyOptions::writers_stopped().batch_rows(3);
    let report = rekey(database.client(), &plan(ByCustomer::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
    assert!(!report.reversible);
    assert!(!taken_back(&database).await);
    assert_eq!(finished(&database).await, None);
    assert!(drop_old(database.client(), ByCustomer::TABLE, "orders", false, &mut |_| ()).await.unwrap());
}

/// Tests a lost answer to the rename, done or not: writers lose nothing, and the next run ends the change.
#[test]
fn an_answer_that_is_lost() {
    for is_done in [false, true] {
        explore(5, 0, fill, async |database| {
            change::<ByCustomer>(database, options()).await;
            let fault = match is_done {
                true => Fault::StatusAfterExecution(Status::Undetermined),
                false => Fault::Status(Status::Unavailable, "away".to_owned()),
            };
            database.faults().fail_next(1, Call::RenameTables, fault);
            let backs = async {
                let first = options().back(database.client(), ByCustomer::TABLE, "orders", &mut |_| ()).await;
                if let Err(error) = first {
                    assert_eq!(error.kind(), MigrateErrorKind::Database, "{error}");
                    assert!(taken_back(database).await);
                }
            };
            let write = async {
                let orders = There::open(database.client()).await.unwrap();
                let row = ByCustomer { order_id: 100, customer_id: 7, version: 1 };
                let written = orders.upsert(&row).exec(database.client()).await;
                assert!(!written.is_err_and(|error| error.outcome() == Outcome::Unknown));
            };
            join(backs, write).await;
            assert_eq!(phase(database).await, Phase::Both);
            let new = contents(database, "orders__ydb_keys_new", &COLUMNS).await;
            assert_eq!(contents(database, "orders", &COLUMNS).await, new);
        });
    }
}
