//! Tests `transact`: all or nothing, whatever the closure borrows, and errors that come out unchanged.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use e2e_tests::{Database, is};
use ydb::TxMode;
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{Error, ErrorKind, Executor, Outcome, Transact, Tx, YdbRow, YdbTable, query, transact};

use crate::models::*;

/// Error of an application.
#[derive(Debug)]
enum Mine {
    Refused(&'static str),
    Library(Error),
}

impl From<Error> for Mine {
    fn from(error: Error) -> Self {
        Mine::Library(error)
    }
}

fn account(number: u64, sum: i64) -> Account {
    Account { number, sum }
}

async fn accounts(database: &Database) -> Vec<(u64, i64)> {
    let mut rows: Vec<_> = Account::scan().full_scan().fetch(database.client()).await.unwrap();
    rows.sort_by_key(|row| row.number);
    rows.into_iter().map(|row| (row.number, row.sum)).collect()
}

/// Adds to an account on any executor, like a user's helper.
async fn add(number: u64, sum: i64, mut db: impl Executor) -> ydb_keys::Result<i64> {
    let sum = sum + Account::get(number).fetch(&mut db).await?.map_or(0, |account| account.sum);
    account(number, sum).upsert().exec(&mut db).await?;
    Ok(sum)
}

#[tokio::test]
async fn all_of_it_is_written() {
    let database = Database::with::<Account>().await;
    let sum = transact(database.client(), async |tx| {
        account(1, 10).insert().exec(&tx).await?;
        Account::insert_many(&[account(2, 20), account(3, 30)]).exec(&tx).await?;
        Account::update(3).sum(31).exec(&tx).await?;
        Account::delete(2).exec(&tx).await?;
        assert_eq!(add(1, 5, &tx).await?, 15);
        // Its own writes are seen, also by a stream between whose batches others are made.
        let mut sum = 0;
        let mut rows = Account::scan().full_scan().stream(&tx).batch(1);
        while let Some(row) = rows.try_next().await? {
            sum += row.sum;
            Account::update(row.number).sum(row.sum + 100).exec(&tx).await?;
        }
        assert_eq!(tx.attempt(), 1);
        Ok(sum)
    });
    assert_eq!(sum.await.unwrap(), 46);
    assert_eq!(accounts(&database).await, [(1, 115), (3, 131)]);
}

#[tokio::test]
async fn an_error_of_the_caller_undoes_it_and_is_not_changed() {
    let database = Database::with::<Account>().await;
    account(1, 1).insert().exec(database.client()).await.unwrap();
    let attempts = Cell::new(0);
    let result: Result<(), Mine> = Transact::with_error(database.client(), async |tx| {
        attempts.set(tx.attempt());
        account(1, 2).upsert().exec(&tx).await?;
        account(2, 2).insert().exec(&tx).await?;
        Err(Mine::Refused("too little"))
    })
    .await;
    assert!(matches!(result, Err(Mine::Refused("too little"))), "{result:?}");
    assert_eq!((accounts(&database).await, attempts.get()), (vec![(1, 1)], 1));
}

/// Tests that an error before anything is sent does not end the transaction.
#[tokio::test]
async fn an_error_of_a_value_is_the_closures_own_affair() {
    let database = Database::with::<Customer>().await;
    transact(database.client(), async |tx| {
        let long = Customer { email: "x".repeat(5000), name: None, photo: None };
        assert!(is(&long.upsert().exec(&tx).await, ErrorKind::TooLarge, &["the key "]));
        Customer { email: "x".into(), ..long }.upsert().exec(&tx).await
    })
    .await
    .unwrap();
    assert_eq!(database.count(Customer::TABLE).await, 1);
}

#[tokio::test]
async fn nothing_to_do_is_nothing_sent() {
    let database = Database::embedded_with::<Account>().await;
    let calls = [Call::ExecuteQuery, Call::BeginTransaction, Call::CommitTransaction, Call::RollbackTransaction];
    for call in calls {
        database.faults().fail_next(1, call, Fault::Status(Status::GenericError, "on order".into()));
    }
    assert_eq!(transact(database.client(), async |_| Ok(7)).await.unwrap(), 7);
    let result: Result<(), Mine> = Transact::with_error(database.client(), async |_| Err(Mine::Refused("no"))).await;
    assert!(matches!(result, Err(Mine::Refused("no"))));
    assert_eq!(database.faults().pending(), calls.len());
}

/// Tests that the commit is a part of the last statement: the client does not retry a separate commit.
#[tokio::test]
async fn a_commit_is_part_of_a_statement() {
    let database = Database::embedded_with::<Account>().await;
    let refused = Fault::Status(Status::GenericError, "on order".into());
    database.faults().fail_next(2, Call::CommitTransaction, refused);
    transact(database.client(), async |tx| account(1, 1).insert().exec(&tx).await).await.unwrap();
    transact(database.client(), async |tx| account(2, 2).insert().exec(&tx).with_commit().await).await.unwrap();
    assert_eq!((accounts(&database).await, database.faults().pending()), (vec![(1, 1), (2, 2)], 2));
}

/// Tests closures in a task, where everything must be `Send`: borrowed and owned values, and values changed before the
/// future.
#[tokio::test]
async fn closures_borrow_in_a_task() {
    let database = Database::with::<Account>().await;
    let client = database.shared();
    let task = tokio::spawn(async move {
        let rows = vec![account(1, 1), account(2, 2)];
        let (row, extra, attempts) = (&rows[0], String::from("x"), AtomicU32::new(0));
        let mut begun = 0;
        // Shared borrows, of values that the task owns and of references.
        transact(&client, async |tx| {
            attempts.fetch_add(1, Ordering::Relaxed);
            row.insert().exec(&tx).await?;
            for row in &rows[1..] {
                row.insert().exec(&tx).await?;
            }
            let sum = add(3, extra.len() as i64, &tx).await?;
            Account::upsert_many(&rows).exec(&tx).await?;
            Ok(sum)
        })
        .await?;
        // A closure that changes a variable before it makes its future, which owns what it needs.
        let (borrowed, owned) = (&rows, rows.clone());
        transact(&client, |tx: Tx| {
            begun += 1;
            let owned = owned.clone();
            async move {
                Account::upsert_many(borrowed).exec(&tx).await?;
                Account::upsert_many(&owned).exec(&tx).await
            }
        })
        .timeout(Duration::from_secs(30))
        .await?;
        Ok::<_, Error>((begun, attempts.into_inner()))
    });
    assert_eq!(task.await.unwrap().unwrap(), (1, 1));
    assert_eq!(accounts(&database).await, [(1, 1), (2, 2), (3, 1)]);
}

/// Tests that the closure, its future and its result need not be `Send`.
#[tokio::test]
async fn closures_need_not_be_send() {
    let database = Database::with::<Account>().await;
    let seen = std::rc::Rc::new(Cell::new(0));
    let rc = transact(database.client(), async |tx| {
        let seen = seen.clone();
        add(1, 5, &tx).await?;
        seen.set(seen.get() + 1);
        Ok(seen)
    });
    assert_eq!(rc.await.unwrap().get(), 1);
}

#[tokio::test]
async fn statements_of_one_transaction_wait_for_each_other() {
    let database = Database::with::<Account>().await;
    let (first, second) = transact(database.client(), async |tx| {
        let other = tx.clone();
        let (first, second) = tokio::join!(add(1, 1, &tx), add(2, 2, &other));
        Ok((first?, second?))
    })
    .await
    .unwrap();
    assert_eq!((first, second), (1, 2));
    assert_eq!(accounts(&database).await, [(1, 1), (2, 2)]);
}

#[tokio::test]
async fn a_handle_is_useless_after_its_closure() {
    let database = Database::with::<Account>().await;
    let tx = transact(database.client(), async |tx| {
        account(1, 1).upsert().exec(&tx).await?;
        Ok(tx)
    })
    .await
    .unwrap();
    let error = account(2, 2).upsert().exec(&tx).await.unwrap_err();
    assert!(error.to_string().contains("the transaction is over, because its closure has returned"), "{error}");
    assert!(error.outcome() == Outcome::NotWritten);
    assert!(Account::get(1).fetch(&tx).await.is_err());
    assert_eq!(accounts(&database).await, [(1, 1)]);
}

/// Tests that after the commit the transaction is over within the closure.
#[tokio::test]
async fn a_statement_after_the_commit_is_an_error() {
    let database = Database::with::<Account>().await;
    let error = transact(database.client(), async |tx| {
        account(1, 1).upsert().exec(&tx).with_commit().await?;
        account(2, 2).upsert().exec(&tx).await
    })
    .await
    .unwrap_err();
    assert!(error.to_string().contains("already finished"), "{error}");
    assert_eq!(accounts(&database).await, [(1, 1)]);
}

/// Tests that an error that the closure ignores is returned: the refused row is not written.
#[tokio::test]
async fn an_error_that_the_closure_ignores_comes_out() {
    let database = Database::with::<Account>().await;
    account(1, 1).insert().exec(database.client()).await.unwrap();
    let result = transact(database.client(), async |tx| {
        account(2, 2).upsert().exec(&tx).await?;
        let refused = account(1, 5).insert().exec(&tx).with_commit().await;
        assert!(is(&refused, ErrorKind::AlreadyExists, &[]), "{refused:?}");
        // A second statement gets the client's own error, which says less.
        assert!(account(3, 3).upsert().exec(&tx).await.is_err());
        Ok(())
    })
    .await;
    let error = result.unwrap_err();
    assert!((error.kind() == ErrorKind::AlreadyExists) && error.outcome() == Outcome::NotWritten, "{error:?}");
    assert_eq!(accounts(&database).await, [(1, 1)]);
}

/// Tests a conflict that the server reports only at the commit.
#[tokio::test]
async fn a_late_conflict_is_told_as_such() {
    let database = Database::embedded_with::<Account>().await;
    account(1, 1).insert().exec(database.client()).await.unwrap();
    let result = Transact::with_error(database.client(), async |tx| {
        account(1, 5).insert().exec(&tx).await?;
        account(2, 2).upsert().exec(&tx).await?;
        Ok::<_, Mine>(tx.attempt())
    })
    .await;
    let Err(Mine::Library(error)) = result else { panic!("{result:?}") };
    assert!(is(&error, ErrorKind::AlreadyExists, &["an earlier write of the transaction conflicts"]), "{error:?}");
    let text = "transact failed: an earlier write of the transaction conflicts with an existing row";
    assert!(error.to_string().starts_with(text), "{error}");
    assert!(error.outcome() == Outcome::NotWritten);
    assert_eq!(accounts(&database).await, [(1, 1)]);
}

#[tokio::test]
async fn a_late_conflict_of_a_unique_index_is_told_as_such() {
    let database = Database::embedded_with::<Purchase>().await;
    let first = Purchase::sample(1);
    first.insert().exec(database.client()).await.unwrap();
    let expression = Purchase { id: 3, ..first };
    let error = transact(database.client(), async |tx| expression.upsert().exec(&tx).await).await.unwrap_err();
    assert!((error.kind() == ErrorKind::AlreadyExists), "{error:?}");
    assert_eq!(database.count(Purchase::TABLE).await, 1);
}

#[tokio::test]
async fn a_snapshot_is_read_only() {
    let database = Database::with::<Account>().await;
    Account::insert_many(&[account(1, 1), account(2, 2)]).exec(database.client()).await.unwrap();
    let sum = transact(database.client(), async |tx| {
        let first = Account::get(1).fetch(&tx).await?.map_or(0, |account| account.sum);
        account(2, 50).upsert().exec(database.client()).await?;
        Ok(first + Account::get(2).fetch(&tx).await?.map_or(0, |account| account.sum))
    })
    .with_tx_mode(TxMode::SnapshotReadOnly);
    assert_eq!(sum.await.unwrap(), 3);
    let write = transact(database.client(), async |tx| account(1, 9).upsert().exec(&tx).await);
    let error = write.with_tx_mode(TxMode::SnapshotReadOnly).await.unwrap_err();
    assert!(error.outcome() == Outcome::NotWritten, "{error:?}");
    assert_eq!(accounts(&database).await, [(1, 1), (2, 50)]);
}

#[tokio::test]
async fn a_mode_that_transactions_do_not_have_is_an_error() {
    let database = Database::with::<Account>().await;
    let read = transact(database.client(), async |tx| Account::get(1).fetch(&tx).await);
    let error = read.with_tx_mode(TxMode::StaleReadOnly).await.unwrap_err();
    assert!(error.to_string().contains("not supported in interactive transactions"), "{error}");
}

#[derive(YdbRow, Debug, PartialEq)]
struct Sum {
    total: Option<i64>,
}

/// Tests that a handwritten query is a part of the transaction, and sees its writes.
#[tokio::test]
async fn queries_of_ones_own() {
    let database = Database::with::<Account>().await;
    let total = || {
        let text =
            "DECLARE $least AS Uint64; SELECT SUM(sum) AS total FROM `ydb_keys_e2e/accounts` WHERE number >= $least";
        query(text).param("$least", &2_u64)
    };
    let insert = |number: u64| {
        let key = Account::key_params(number);
        let text = "UPSERT INTO `ydb_keys_e2e/accounts` (hash, number, sum) VALUES ($hash, $number, $sum)";
        let query = query(format!("{}DECLARE $sum AS Int64; {text}", key.declarations()));
        query.params(key.values().unwrap()).param("$sum", &5_i64)
    };
    let result: Result<(), Mine> = Transact::with_error(database.client(), async |tx| {
        insert(2).exec(&tx).await?;
        account(3, 7).insert().exec(&tx).await?;
        assert_eq!(total().first::<Sum>(&tx).await?, Some(Sum { total: Some(12) }));
        Err(Mine::Refused("undone"))
    })
    .await;
    assert!(matches!(result, Err(Mine::Refused(_))), "{result:?}");
    assert_eq!(total().fetch::<Sum>(database.client()).await.unwrap(), [Sum { total: None }]);
    insert(4).exec(&mut database.q()).await.unwrap();
    assert_eq!(accounts(&database).await, [(4, 5)]);
    let error = query("SELECT nonsense").exec(database.client()).await.unwrap_err();
    assert!(error.to_string().starts_with("query failed: "), "{error}");
    let error =
        query("SELECT 1").param("$x", &std::time::SystemTime::UNIX_EPOCH.checked_sub(Duration::from_secs(1)).unwrap());
    assert!(is(&error.exec(database.client()).await, ErrorKind::InvalidValue, &["parameter `$x` of type "]));
}
