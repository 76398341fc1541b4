//! Tests that a keyed read or write touches only the partition of its hash, by the counters of the partitions.
//!
//! The tables have sixteen equal partitions of a `Uint64`, so the first four bits of a hash are the number of its
//! partition.

use std::time::Duration;

use e2e_tests::{Database, PartitionCounters};
use ydb_keys::YdbTable;

use crate::models::*;

/// Returns the numbers of the partitions whose counters have changed since `before`.
pub(crate) async fn touched<T: YdbTable>(database: &Database, before: &[PartitionCounters]) -> Vec<usize> {
    let mut after = database.partitions(T::TABLE).await;
    if !database.is_embedded() {
        // A real YDB collects its counters now and then.
        for _ in 0..60 {
            if after != before {
                break;
            }
            tokio::time::sleep(Duration::from_secs(2)).await;
            after = database.partitions(T::TABLE).await;
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
        after = database.partitions(T::TABLE).await;
    }
    assert_eq!(after.len(), before.len());
    (0..after.len()).filter(|&n| after[n] != before[n]).collect()
}

/// Checks that an operation touches exactly these partitions.
macro_rules! touches {
    ($database:expr, $model:ty, $expected:expr, $call:expr) => {{
        let before = $database.partitions(<$model>::TABLE).await;
        assert!(before.len() > 1);
        $call.await.unwrap();
        assert_eq!(touched::<$model>(&$database, &before).await, $expected, "{}", stringify!($call));
    }};
}

/// Tests operations on one key. NumericHash of 1001 begins with 8, of 1002 and 1003 with d, of 0 with 6.
#[tokio::test]
async fn of_one_key() {
    let database = Database::with::<Order>().await;
    let mut q = database.q();
    let rows: Vec<_> = (0..200).map(Order::sample).chain([1001, 1002, 1003].map(Order::sample)).collect();
    Order::upsert_many(&rows).exec(&mut q).await.unwrap();
    touches!(database, Order, [8], Order::get(1001).fetch(&mut q));
    touches!(database, Order, [13], Order::get(1002).fetch(&mut q));
    touches!(database, Order, [13], Order::get(1003).fetch(&mut q));
    touches!(database, Order, [6], Order::get(0).fetch(&mut q));
    touches!(database, Order, [8], Order::exists(1001).fetch(&mut q));
    touches!(database, Order, [8], Order::get_many([1001, 1001_u64]).fetch(&mut q));
    touches!(database, Order, [6, 8, 13], Order::get_many([1001, 0, 1002, 1003_u64]).fetch(&mut q));
    touches!(database, Order, [6, 8, 13], Order::read_rows([1001, 0, 1002, 1003_u64]).fetch(database.client()));
    touches!(database, Order, [8], Order::scan().order_id(1001).fetch(&mut q));
    touches!(database, Order, [8], Order::scan().order_id(1001).first(&mut q));
    touches!(database, Order, [8], Order::scan().order_id(1001).count().fetch(&mut q));
    touches!(database, Order, [8], Order::scan().order_id(1001).exists().fetch(&mut q));
    touches!(database, Order, [8], Order::scan().order_id(1001).page(10, None).fetch(&mut q));
    touches!(database, Order, [8], Order::scan().order_id(1001).stream(&mut q).try_next());
    // The counters do count: all of it is all of them.
    touches!(database, Order, (0..16).collect::<Vec<_>>(), Order::scan().full_scan().fetch(&mut q));
}

#[tokio::test]
async fn of_one_write() {
    let database = Database::with::<Order>().await;
    let mut q = database.q();
    let (row, other) = (Order::sample(1001), Order::sample(1002));
    touches!(database, Order, [8], row.insert().exec(&mut q));
    touches!(database, Order, [8], row.upsert().exec(&mut q));
    touches!(database, Order, [8], row.replace().exec(&mut q));
    touches!(database, Order, [13], other.insert().fetch(&mut q));
    touches!(database, Order, [8], Order::update(1001).amount(Some(1.0)).exec(&mut q));
    touches!(database, Order, [8, 13], Order::upsert_many(&[row.clone(), other.clone()]).exec(&mut q));
    touches!(database, Order, [8, 13], Order::update_many(&[row.clone(), other.clone()]).exec(&mut q));
    touches!(database, Order, [8, 13], Order::bulk_upsert(&[row.clone(), other.clone()]).exec(database.client()));
    touches!(database, Order, [8], Order::delete(1001).exec(&mut q));
    touches!(database, Order, [13], Order::scan().order_id(1002).delete().exec(&mut q));
    touches!(database, Order, [8], Order::upsert_many(std::slice::from_ref(&row)).exec(&mut q));
    touches!(database, Order, [8], Order::delete_many([1001_u64]).exec(&mut q));
}

/// Tests all events of a user. XXH3 of 42 is 15395265915043915720, which begins with d; of 1, 3439722301264460078 with
/// 2; of 1001 with 9.
#[tokio::test]
async fn of_all_events_of_a_user() {
    let database = Database::with::<UserEvent>().await;
    let mut q = database.q();
    let events = |userid| (0..60).map(move |n| UserEvent { userid, timestamp: at(n), userevent: None });
    let rows: Vec<_> = events(42).chain(events(1)).chain(events(1001)).collect();
    UserEvent::upsert_many(&rows).exec(&mut q).await.unwrap();
    for (userid, partition) in [(42, [13]), (1, [2]), (1001, [9])] {
        let scan = || UserEvent::scan().userid(userid);
        touches!(database, UserEvent, partition, scan().fetch(&mut q));
        touches!(database, UserEvent, partition, scan().timestamp(at(3)..at(30)).descending().limit(5).fetch(&mut q));
        touches!(database, UserEvent, partition, scan().timestamp(at(3)..).count().fetch(&mut q));
        touches!(database, UserEvent, partition, scan().timestamp(..at(3)).exists().fetch(&mut q));
        touches!(database, UserEvent, partition, scan().after((userid, at(7))).first(&mut q));
        let page = scan().descending().page(20, None).fetch(&mut q).await.unwrap();
        let token = page.next;
        touches!(database, UserEvent, partition, scan().descending().page(20, token.as_ref()).fetch(&mut q));
        touches!(database, UserEvent, partition, async {
            let mut stream = scan().stream(&mut q).batch(7);
            while stream.try_next().await?.is_some() {}
            Ok::<(), ydb_keys::Error>(())
        });
        touches!(database, UserEvent, partition, scan().timestamp(at(50)..).delete().exec(&mut q));
        assert_eq!(scan().count().fetch(&mut q).await.unwrap(), 50);
    }
}

/// Tests a table without a hash, led by a number that is spread by itself: a quarter of the range is four of sixteen
/// partitions.
#[tokio::test]
async fn of_a_dispersed_key() {
    let database = Database::with::<Document>().await;
    let mut q = database.q();
    let rows: Vec<_> = (0..64).map(|n: u64| Document { document: n << 58, version: 1, text: String::new() }).collect();
    Document::upsert_many(&rows).exec(&mut q).await.unwrap();
    touches!(database, Document, [3], Document::scan().document(3 << 60).fetch(&mut q));
    touches!(database, Document, [3], Document::scan().document(3 << 60).version(0..5).fetch(&mut q));
    let range = (3 << 60) + 1..(5 << 60) + 2;
    touches!(database, Document, [3, 4, 5], Document::scan().document(range).fetch(&mut q));
}

/// Tests every hash function. IntHash64 of 1001 begins with b, XXH3 of "alice@example.com" with 7, and of 42 and "abc"
/// together with 9.
#[tokio::test]
async fn of_every_hash() {
    let database = Database::start().await;
    let mut q = database.q();
    database.create::<Account>().await;
    Account::upsert_many(&[1000, 1001, 1002].map(Account::sample)).exec(&mut q).await.unwrap();
    touches!(database, Account, [11], Account::get(1001).fetch(&mut q));
    touches!(database, Account, [11], Account::update(1001).sum(1).exec(&mut q));
    touches!(database, Account, [11], Account::scan().number(1001).fetch(&mut q));

    database.create::<Member>().await;
    let member = |email: &str| Member { email: email.into(), points: 0 };
    let rows = ["alice@example.com", "bob@example.com", "carol@example.com"].map(member);
    Member::upsert_many(&rows).exec(&mut q).await.unwrap();
    touches!(database, Member, [7], Member::get("alice@example.com".to_owned()).fetch(&mut q));
    touches!(database, Member, [7], Member::scan().email("alice@example.com").fetch(&mut q));
    touches!(database, Member, [7], rows[0].upsert().exec(&mut q));

    database.create::<Visit>().await;
    let visit = |user, site: &str, n| Visit { user, site: site.into(), at: at(n), pages: None };
    let rows: Vec<_> = (0..9).flat_map(|n| [visit(42, "abc", n), visit(43, "abc", n), visit(42, "abd", n)]).collect();
    Visit::upsert_many(&rows).exec(&mut q).await.unwrap();
    touches!(database, Visit, [9], Visit::get(("abc".to_owned(), 42, at(1))).fetch(&mut q));
    touches!(database, Visit, [9], Visit::scan().site("abc").user(42).at(at(2)..).fetch(&mut q));
    touches!(database, Visit, [9], Visit::scan().site("abc").user(42).descending().page(3, None).fetch(&mut q));
    touches!(database, Visit, [9], Visit::scan().site("abc").user(42).delete().exec(&mut q));
}

/// Tests a table that is split at F, M and T.
#[tokio::test]
async fn of_a_text_key() {
    let database = Database::with::<Customer>().await;
    let mut q = database.q();
    let rows = ["Alice", "Frank", "Lena", "Mary", "Tom", "Zoe"];
    let rows = rows.map(|email| Customer { email: email.into(), name: None, photo: None });
    Customer::upsert_many(&rows).exec(&mut q).await.unwrap();
    touches!(database, Customer, [0], Customer::get("Alice".to_owned()).fetch(&mut q));
    touches!(database, Customer, [1], Customer::get("Frank".to_owned()).fetch(&mut q));
    touches!(database, Customer, [2], Customer::scan().email("Mary").fetch(&mut q));
    touches!(database, Customer, [3], Customer::exists("Zoe".to_owned()).fetch(&mut q));
    touches!(database, Customer, [1, 2], Customer::scan().email("Lena".to_owned().."N".to_owned()).fetch(&mut q));
}

/// Returns the number of rows that a table's partitions have read so far.
async fn rows_read<T: YdbTable>(database: &Database) -> u64 {
    let text = format!(
        "SELECT SUM(RowReads) + SUM(RangeReadRows) FROM `.sys/partition_stats` WHERE Path = '{}/{}'",
        database.client().database(),
        T::TABLE.name
    );
    database.one::<Option<u64>>(&text).await.unwrap()
}

/// Tests a key with NULL, which sorts first: a range that begins or ends at it reads no row too many.
#[tokio::test]
async fn of_a_key_with_null() {
    let database = Database::embedded_with::<Sale>().await;
    let mut q = database.q();
    let regions = [None, Some("north".to_owned()), Some("south".to_owned())];
    let sales = |region: &Option<String>| {
        let region = region.clone();
        (0..100).map(move |id| Sale { account: 1, region: region.clone(), id, amount: None })
    };
    let rows: Vec<Sale> = regions.iter().flat_map(sales).collect();
    Sale::upsert_many(&rows).exec(&mut q).await.unwrap();
    let key = |region: usize, id: i32| (1, regions[region].clone(), id);
    // A hundred sales of each region; 51 to 99 are 49, and 0 to 49 are 50.
    for (region, descending, expected) in [
        (0, false, 49 + 200),
        (1, false, 49 + 100),
        (2, false, 49),
        (0, true, 50),
        (1, true, 100 + 50),
        (2, true, 200 + 50),
    ] {
        for whole in [false, true] {
            let before = rows_read::<Sale>(&database).await;
            // The types of a scan tell what it fixes.
            let count = match (whole, descending) {
                (true, false) => Sale::scan().full_scan().after(key(region, 50)).count(),
                (true, true) => Sale::scan().full_scan().descending().after(key(region, 50)).count(),
                (false, false) => Sale::scan().account(1).after(key(region, 50)).count(),
                (false, true) => Sale::scan().account(1).descending().after(key(region, 50)).count(),
            };
            assert_eq!(count.fetch(&mut q).await.unwrap(), expected);
            let read = rows_read::<Sale>(&database).await - before;
            assert_eq!(read, expected, "after {:?}, descending: {descending}, whole: {whole}", regions[region]);
        }
    }
    let before = rows_read::<Sale>(&database).await;
    assert!(Sale::get(key(0, 7)).fetch(&mut q).await.unwrap().is_some());
    assert!(Sale::exists(key(1, 7)).fetch(&mut q).await.unwrap());
    assert_eq!(rows_read::<Sale>(&database).await - before, 2);
}
