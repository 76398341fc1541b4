//! Tests that the last operation of a transaction can commit it.

use e2e_tests::{Database, is};
use ydb::{Transaction, YdbOrCustomerError, closure};
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{Error, ErrorKind, YdbTable};

use crate::models::*;

/// Makes a separate commit fail, so that a transaction that needs one fails, too.
fn refuse_commits(database: &Database) {
    database.faults().fail_next(1, Call::CommitTransaction, Fault::Status(Status::GenericError, "on order".into()));
}

#[tokio::test]
async fn the_last_operation_commits() {
    let database = Database::embedded_with::<Account>().await;
    refuse_commits(&database);
    let rows = samples::<Account>(10_500);
    let rows = &rows;
    let q = database.q();
    // One row, in two requests many rows, a deletion, an update, and reads.
    q.retry_tx(closure!(async |tx: &mut Transaction| {
        assert_eq!(Account::get(1).fetch(&mut *tx).await?, None);
        Ok(Account::sample(1).insert().exec(&mut *tx).with_commit().await?)
    }))
    .await
    .unwrap();
    q.retry_tx(closure!([&rows], async |tx: &mut Transaction| {
        Ok(Account::upsert_many(rows).exec(&mut *tx).with_commit().await?)
    }))
    .await
    .unwrap();
    assert_eq!(database.count(Account::TABLE).await, 10_500);
    q.retry_tx(closure!(async |tx: &mut Transaction| {
        Account::delete_many(2..10_500_u64).exec(&mut *tx).with_commit().await?;
        Ok(())
    }))
    .await
    .unwrap();
    q.retry_tx(closure!(async |tx: &mut Transaction| Ok(Account::update(1).sum(5).exec(tx).with_commit().await?)))
        .await
        .unwrap();
    let last = q
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account::delete(0).exec(&mut *tx).await?;
            Ok(Account::get_many([0, 1, 2_u64]).fetch(&mut *tx).with_commit().await?)
        }))
        .await
        .unwrap();
    assert_eq!(last, [Account { number: 1, sum: 5 }]);
    assert_eq!(database.count(Account::TABLE).await, 1);
    // None of them has asked for a commit by itself.
    assert_eq!(database.faults().pending(), 1);
}

/// Tests that an operation that sends nothing leaves the commit to the client.
#[tokio::test]
async fn a_commit_with_nothing_to_do() {
    let database = Database::with::<Account>().await;
    database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account::sample(1).insert().exec(&mut *tx).await?;
            Account::upsert_many(&[]).exec(&mut *tx).with_commit().await?;
            Ok(())
        }))
        .await
        .unwrap();
    assert_eq!(database.count(Account::TABLE).await, 1);
}

#[tokio::test]
async fn by_itself_an_operation_is_committed_anyway() {
    let database = Database::with::<Account>().await;
    let mut q = database.q();
    Account::sample(1).insert().exec(&mut q).with_commit().await.unwrap();
    assert_eq!(Account::get(1).fetch(&mut q).with_commit().await.unwrap(), Some(Account::sample(1)));
    let rows = Account::scan().full_scan().fetch(&mut q).with_commit().await.unwrap();
    assert_eq!(rows, [Account::sample(1)]);
}

#[tokio::test]
async fn what_is_refused_with_the_commit_is_undone() {
    let database = Database::with::<Account>().await;
    Account::sample(1).insert().exec(&mut database.q()).await.unwrap();
    let result = database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account::sample(2).upsert().exec(&mut *tx).await?;
            Account::sample(1).insert().exec(&mut *tx).with_commit().await?;
            Ok(())
        }))
        .await;
    let Err(YdbOrCustomerError::Customer(error)) = result else { panic!("{:?}", result.err()) };
    assert!(is(&error.downcast_ref::<Error>(), ErrorKind::AlreadyExists, &[]), "{error:?}");
    assert_eq!(database.count(Account::TABLE).await, 1);
}
