//! Tests operations inside `retry_tx`: they see the transaction's writes, and are committed or undone with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use e2e_tests::{Database, is};
use ydb::{Transaction, TxMode, YdbOrCustomerError, closure};
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{Error, ErrorKind, YdbTable};

use crate::models::*;

#[tokio::test]
async fn a_transaction_reads_what_it_wrote_and_commits_it() {
    let database = Database::with::<Account>().await;
    let q = database.q();
    let seen = q
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account { number: 1, sum: 10 }.insert().exec(&mut *tx).await?;
            let seen = Account::get(1).fetch(&mut *tx).await?;
            Account { number: 1, sum: 20 }.upsert().exec(&mut *tx).await?;
            Account { number: 2, sum: 5 }.replace().exec(&mut *tx).await?;
            Account::delete(2).exec(&mut *tx).await?;
            let gone = Account::get(2).fetch(&mut *tx).await?;
            Ok((seen, gone))
        }))
        .await
        .unwrap();
    assert_eq!(seen, (Some(Account { number: 1, sum: 10 }), None));
    assert_eq!(Account::get(1).fetch(&mut database.q()).await.unwrap(), Some(Account { number: 1, sum: 20 }));
    assert_eq!(database.count(Account::TABLE).await, 1);
}

#[derive(Debug)]
struct Refused;

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("refused")
    }
}

impl std::error::Error for Refused {}

#[tokio::test]
async fn a_transaction_that_ends_in_an_error_leaves_nothing() {
    let database = Database::with::<Account>().await;
    let q = database.q();
    let result: Result<(), _> = q
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account { number: 1, sum: 10 }.upsert().exec(&mut *tx).await?;
            Err(YdbOrCustomerError::from_err(Refused))
        }))
        .await;
    assert!(matches!(result, Err(YdbOrCustomerError::Customer(_))), "{:?}", result.err());
    assert_eq!(database.count(Account::TABLE).await, 0);
}

#[tokio::test]
async fn an_error_of_ours_ends_the_transaction_and_comes_out_as_it_was() {
    let database = Database::with::<Account>().await;
    let q = database.q();
    Account { number: 1, sum: 1 }.insert().exec(&mut database.q()).await.unwrap();
    let attempts = AtomicU32::new(0);
    let attempts = &attempts;
    let result = q
        .retry_tx(closure!([&attempts], async |tx: &mut Transaction| {
            attempts.fetch_add(1, Ordering::Relaxed);
            Account { number: 2, sum: 2 }.upsert().exec(&mut *tx).await?;
            // With the commit, for YDB may report the key as late as that.
            Account { number: 1, sum: 3 }.insert().exec(&mut *tx).with_commit().await?;
            Ok(())
        }))
        .await;
    let Err(YdbOrCustomerError::Customer(error)) = result else { panic!("{:?}", result.err()) };
    let error = error.downcast_ref::<Error>().unwrap();
    assert!(is(error, ErrorKind::AlreadyExists, &["or an earlier write of the transaction conflicts"]), "{error:?}");
    assert_eq!(error.key(), Some("(1)"));
    // Another attempt would not have helped.
    assert_eq!(attempts.load(Ordering::Relaxed), 1);
    assert_eq!(database.count(Account::TABLE).await, 1);
}

#[tokio::test]
async fn an_error_before_anything_is_sent_comes_out_too() {
    let database = Database::with::<Customer>().await;
    let result = database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Customer { email: "x".repeat(3000), name: None, photo: None }.upsert().exec(&mut *tx).await?;
            Ok(())
        }))
        .await;
    let Err(YdbOrCustomerError::Customer(error)) = result else { panic!("{:?}", result.err()) };
    assert!(is(&error.downcast_ref::<Error>(), ErrorKind::TooLarge, &["the key "]), "{error:?}");
}

/// Tests that YDB's client retries an error from an operation like one of its own.
#[tokio::test]
async fn a_retryable_error_is_retried() {
    for status in [Status::Aborted, Status::Unavailable, Status::Overloaded, Status::BadSession] {
        let database = Database::embedded_with::<Account>().await;
        let q = database.q();
        let (attempts, faults) = (Arc::new(AtomicU32::new(0)), database.faults());
        q.retry_tx(closure!([&attempts, &faults], async |tx: &mut Transaction| {
            if attempts.fetch_add(1, Ordering::Relaxed) == 0 {
                faults.fail_next(1, Call::ExecuteQuery, Fault::Status(status, "on order".into()));
            }
            let account = Account::get(1).fetch(&mut *tx).await?.unwrap_or(Account { number: 1, sum: 0 });
            Account { sum: account.sum + 1, ..account }.upsert().exec(&mut *tx).await?;
            Ok(())
        }))
        .await
        .unwrap_or_else(|error| panic!("{status:?}: {error}"));
        assert_eq!(attempts.load(Ordering::Relaxed), 2, "{status:?}");
        assert_eq!(Account::get(1).fetch(&mut database.q()).await.unwrap().unwrap().sum, 1, "{status:?}");
    }
}

/// Tests that every operation runs in a transaction, and sees the writes before it.
#[tokio::test]
async fn every_operation_in_one_transaction() {
    let database = Database::with::<UserEvent>().await;
    database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            let rows: Vec<_> = (0..10).map(|n| UserEvent { userid: 1, timestamp: at(n), userevent: None }).collect();
            let text = |n: usize| UserEvent { userevent: Some("x".into()), ..rows[n].clone() };
            UserEvent::insert_many(&rows[..3]).exec(&mut *tx).await?;
            UserEvent::upsert_many(&rows[3..6]).exec(&mut *tx).await?;
            UserEvent::replace_many(&rows[6..]).exec(&mut *tx).await?;
            assert_eq!(UserEvent::scan().userid(1).fetch(&mut *tx).await?, rows);
            assert_eq!(UserEvent::scan().userid(1).descending().first(&mut *tx).await?.as_ref(), rows.last());
            assert_eq!(UserEvent::scan().userid(1).count().fetch(&mut *tx).await?, 10);
            UserEvent::update((1, at(0))).userevent(Some("x".into())).exec(&mut *tx).await?;
            UserEvent::update_many(&[text(1)]).exec(&mut *tx).await?;
            assert_eq!(UserEvent::get_many([(1, at(0))]).fetch(&mut *tx).await?, [text(0)]);
            assert_eq!(UserEvent::get((1, at(1))).fetch(&mut *tx).await?, Some(text(1)));
            UserEvent::delete_many([(1, at(2)), (1, at(3))]).exec(&mut *tx).await?;
            UserEvent::scan().userid(1).timestamp(at(4)..at(8)).delete().exec(&mut *tx).await?;
            assert!(!UserEvent::exists((1, at(2))).fetch(&mut *tx).await?);
            assert!(UserEvent::scan().userid(1).timestamp(at(4)..).exists().fetch(&mut *tx).await?);
            let page = UserEvent::scan().userid(1).page(3, None).fetch(&mut *tx).await?;
            assert_eq!(page.rows, [text(0), text(1), rows[8].clone()]);
            let page = UserEvent::scan().userid(1).page(3, page.next.as_ref()).fetch(&mut *tx).await?;
            assert_eq!((page.rows, page.next), (vec![rows[9].clone()], None));
            Ok(())
        }))
        .await
        .unwrap();
    assert_eq!(database.count(UserEvent::TABLE).await, 4);
}

/// Tests that nothing is written when the transaction fails at its end.
#[tokio::test]
async fn a_commit_of_unknown_end_is_told_by_the_client() {
    let database = Database::embedded_with::<Account>().await;
    for (fault, done) in [
        (Fault::Status(Status::Undetermined, "on order".into()), 0),
        (Fault::StatusAfterExecution(Status::Undetermined), 1),
        (Fault::BreakStreamAfter(1), 2),
    ] {
        database.faults().fail_next(1, Call::CommitTransaction, fault.clone());
        let number = done;
        let result = database
            .q()
            .retry_tx(closure!([number], async |tx: &mut Transaction| {
                Account { number: *number, sum: 1 }.upsert().exec(&mut *tx).await?;
                Ok(())
            }))
            .await;
        assert!(matches!(result, Err(YdbOrCustomerError::YDB(_))), "{fault:?}");
        assert_eq!(database.count(Account::TABLE).await, done, "{fault:?}");
    }
}

/// Tests that a read of one statement may have its own mode.
#[tokio::test]
async fn modes_of_reads() {
    let database = Database::with::<Account>().await;
    let mut q = database.q();
    Account::sample(1).insert().exec(&mut q).await.unwrap();
    for mode in [TxMode::SnapshotReadOnly, TxMode::SerializableReadWrite, TxMode::OnlineReadOnly] {
        assert_eq!(
            Account::get(1).fetch(&mut q).with_tx_mode(mode).await.unwrap(),
            Some(Account::sample(1)),
            "{mode:?}"
        );
        let scan = Account::scan().full_scan();
        assert_eq!(scan.fetch(&mut q).with_tx_mode(mode).await.unwrap(), [Account::sample(1)], "{mode:?}");
    }
    // Which a write is refused in.
    let error = Account::sample(2).upsert().exec(&mut q).with_tx_mode(TxMode::SnapshotReadOnly).await.unwrap_err();
    assert!(error.kind() == ErrorKind::Database && error.ydb_error().is_some(), "{error:?}");
}
