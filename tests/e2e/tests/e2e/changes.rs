//! Tests updates and deletions that depend on stored values.

use std::time::{Duration, SystemTime};

use e2e_tests::{Database, is};
use ydb_keys::{ErrorKind, WriteOutcome, YdbTable, add, append, coalesce, now, sub, transact};

use crate::models::*;

fn alice() -> String {
    "alice".to_owned()
}

#[tokio::test]
async fn expressions() {
    let database = Database::with::<Wallet>().await;
    let client = database.client();
    let first = Wallet::of("alice");
    first.insert().exec(client).await.unwrap();
    let c = Wallet::COLUMNS;
    let update = Wallet::update(alice())
        .balance(sub(30))
        .limit(c.balance)
        .points(add(Points(7)))
        .small(add(10))
        .log(append("x"))
        .raw(append(&b"bc"[..]))
        .score(sub(0.25));
    let row = update.fetch(client).await.unwrap().row().unwrap();
    // All expressions see the row as it was; a u8 wraps around; NULL stays NULL.
    let expected = Wallet {
        balance: 70,
        limit: Some(100),
        points: Points(12),
        small: Some(4),
        raw: b"abc".to_vec(),
        score: Some(1.25),
        ..first
    };
    assert_eq!(row, expected);
    assert_eq!(Wallet::get(alice()).fetch(client).await.unwrap().as_ref(), Some(&expected));
    let update = || Wallet::update(alice());
    update().log(coalesce("first")).limit(coalesce(1)).exec(client).await.unwrap();
    update().log(append(", second")).limit(add(c.balance)).small(None).exec(client).await.unwrap();
    let row = Wallet::get(alice()).fetch(client).await.unwrap().unwrap();
    assert_eq!((row.log.as_deref(), row.limit, row.small), (Some("first, second"), Some(170), None));
    let row = update().small(add(1)).balance(add(c.balance)).fetch(client).await.unwrap().row().unwrap();
    assert_eq!((row.small, row.balance), (None, 140));
}

#[tokio::test]
async fn the_servers_clock() {
    let database = Database::with::<Wallet>().await;
    let client = database.client();
    Wallet::of("alice").insert().exec(client).await.unwrap();
    let update = Wallet::update(alice()).changed_at(now()).seconds(now()).day(now()).wide(now()).wide_seconds(now());
    let row = update.wide_day(now()).fetch(client).await.unwrap().row().unwrap();
    let moment = row.changed_at.unwrap();
    let away = SystemTime::now().duration_since(moment).unwrap_or_else(|error| error.duration());
    assert!(away < Duration::from_secs(3600), "{moment:?}");
    // One moment for the whole statement.
    assert_eq!(row.wide, moment);
    let since = |time: SystemTime| moment.duration_since(time).unwrap();
    assert!(since(row.seconds) < Duration::from_secs(1) && row.wide_seconds == Some(row.seconds), "{row:?}");
    assert!(since(row.day) < Duration::from_secs(86_400) && row.wide_day == row.day, "{row:?}");
}

#[tokio::test]
async fn conditions_and_what_became_of_them() {
    let database = Database::with::<Wallet>().await;
    let client = database.client();
    let first = Wallet::of("alice");
    first.insert().exec(client).await.unwrap();
    let c = Wallet::COLUMNS;
    let withdraw = |amount: i64| Wallet::update(alice()).balance(sub(amount)).when(c.balance.ge(amount));
    let left = Wallet { balance: 40, ..first.clone() };
    assert_eq!(withdraw(60).fetch(client).await.unwrap(), WriteOutcome::Row(left.clone()));
    let refused = withdraw(60).fetch(client).await.unwrap();
    assert_eq!(refused, WriteOutcome::ConditionFailed(left.clone()));
    assert!(!refused.is_changed() && refused.row().is_none());
    let nobody = Wallet::update("bob".to_owned()).balance(sub(1)).when(c.balance.ge(1));
    assert_eq!(nobody.fetch(client).await.unwrap(), WriteOutcome::NoSuchKey);
    let nobody = Wallet::update("bob".to_owned()).balance(sub(1));
    assert_eq!(nobody.fetch(client).await.unwrap(), WriteOutcome::NoSuchKey);
    assert_eq!(database.count(Wallet::TABLE).await, 1);
    // `exec` does nothing, and says nothing.
    withdraw(60).exec(client).await.unwrap();
    assert_eq!(Wallet::get(alice()).fetch(client).await.unwrap(), Some(left.clone()));
    // NULL is neither smaller nor not smaller.
    for condition in [c.limit.lt(9), !c.limit.lt(9), c.limit.eq(c.limit), c.limit.ne(c.balance)] {
        let changed = Wallet::update(alice()).balance(0).when(condition).fetch(client).await.unwrap();
        assert_eq!(changed, WriteOutcome::ConditionFailed(left.clone()));
    }
    let condition = c.limit.is(None).and(c.small.is(Some(250))).and(c.account.eq("alice"));
    assert!(Wallet::update(alice()).balance(1).when(condition).fetch(client).await.unwrap().is_changed());
}

#[tokio::test]
async fn deletions() {
    let database = Database::with::<Wallet>().await;
    let client = database.client();
    let rows = [Wallet::of("alice"), Wallet::of("bob")];
    Wallet::insert_many(&rows).exec(client).await.unwrap();
    let c = Wallet::COLUMNS;
    let delete = |name: &str| Wallet::delete(name.to_owned());
    let kept = delete("alice").when(c.balance.eq(0)).fetch(client).await.unwrap();
    assert_eq!(kept, WriteOutcome::ConditionFailed(rows[0].clone()));
    delete("alice").when(c.balance.eq(0)).exec(client).await.unwrap();
    assert_eq!(database.count(Wallet::TABLE).await, 2);
    let deleted = delete("alice").when(c.balance.eq(100)).when(c.points.eq(Points(5))).fetch(client).await.unwrap();
    assert_eq!(deleted, WriteOutcome::Row(rows[0].clone()));
    assert_eq!(delete("alice").when(c.balance.eq(0)).fetch(client).await.unwrap(), WriteOutcome::NoSuchKey);
    assert_eq!(delete("alice").fetch(client).await.unwrap(), WriteOutcome::NoSuchKey);
    assert_eq!(delete("bob").fetch(client).await.unwrap(), WriteOutcome::Row(rows[1].clone()));
    assert_eq!(database.count(Wallet::TABLE).await, 0);
}

#[tokio::test]
async fn within_transactions() {
    let database = Database::with::<Wallet>().await;
    let client = database.client();
    let c = Wallet::COLUMNS;
    let changed = transact(client, async |tx| {
        Wallet::of("alice").upsert().exec(&tx).await?;
        let enough = Wallet::update(alice()).balance(sub(60)).when(c.balance.ge(60)).fetch(&tx).await?;
        let refused = Wallet::update(alice()).balance(sub(60)).when(c.balance.ge(60)).fetch(&tx).await?;
        Ok((enough, refused))
    });
    let left = Wallet { balance: 40, ..Wallet::of("alice") };
    assert_eq!(changed.await.unwrap(), (WriteOutcome::Row(left.clone()), WriteOutcome::ConditionFailed(left.clone())));
    // The last operation commits, whether it changes the row or not.
    for (amount, expected) in [(50, 40), (40, 0), (1, 0)] {
        let q = database.q();
        let balance = q
            .retry_tx(ydb::closure!(async |tx: &mut ydb::Transaction| {
                let update = Wallet::update(alice()).balance(sub(amount)).when(Wallet::COLUMNS.balance.ge(amount));
                Ok(match update.fetch(&mut *tx).with_commit().await? {
                    WriteOutcome::Row(row) | WriteOutcome::ConditionFailed(row) => row.balance,
                    WriteOutcome::NoSuchKey => panic!("the row is gone"),
                })
            }))
            .await
            .unwrap();
        assert_eq!(balance, expected, "{amount}");
        assert_eq!(Wallet::get(alice()).fetch(client).await.unwrap().unwrap().balance, expected, "{amount}");
    }
}

#[tokio::test]
async fn what_must_not_be_repeated() {
    let database = Database::with::<Wallet>().await;
    let client = database.client();
    Wallet::of("alice").insert().exec(client).await.unwrap();
    let c = Wallet::COLUMNS;
    let added = Wallet::update(alice()).balance(add(1)).exec(client).idempotent(true).await;
    let compared = Wallet::update(alice()).balance(1).when(c.balance.eq(2)).exec(client).idempotent(true).await;
    let deleted = Wallet::delete(alice()).when(c.balance.eq(100)).exec(client).idempotent(true).await;
    for (refused, operation) in [(added, "update"), (compared, "update"), (deleted, "delete")] {
        let text = format!("this {operation} depends on what is stored, so it cannot be `idempotent`");
        assert!(is(&refused, ErrorKind::Usage, &[&text]), "{refused:?}");
    }
    assert_eq!(Wallet::get(alice()).fetch(client).await.unwrap(), Some(Wallet::of("alice")));
    // What sets values may be repeated.
    Wallet::update(alice()).balance(5).exec(client).idempotent(true).await.unwrap();
    Wallet::delete(alice()).exec(client).idempotent(true).await.unwrap();
}
