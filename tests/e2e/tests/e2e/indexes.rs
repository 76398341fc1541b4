//! Tests reads through secondary indexes: in the order of the index, with full rows.

use e2e_tests::{Database, is, soon};
use ydb::{Transaction, TxMode, YdbOrCustomerError, closure};
use ydb_keys::{Error, ErrorKind, YdbTable};

use crate::models::*;

async fn purchases() -> (Database, Vec<Purchase>) {
    let database = Database::with::<Purchase>().await;
    let mut rows = samples::<Purchase>(30);
    Purchase::insert_many(&rows).exec(&mut database.q()).await.unwrap();
    // Of index `by_customer`: its columns, then the primary key, led by the hash.
    rows.sort_by_key(|row| (row.customer.clone(), row.cents));
    (database, rows)
}

/// Returns the index's own columns: within one value of the index the order is that of the hash.
fn order(rows: &[Purchase]) -> Vec<(String, i64)> {
    rows.iter().map(|row| (row.customer.clone(), row.cents)).collect()
}

fn by_id(mut rows: Vec<Purchase>) -> Vec<Purchase> {
    rows.sort_by_key(|row| row.id);
    rows
}

#[tokio::test]
async fn a_sync_index_is_read_in_its_order() {
    let (database, rows) = purchases().await;
    let mut q = database.q();
    let one: Vec<_> = rows.iter().filter(|row| row.customer == "customer 1").cloned().collect();
    assert_eq!(one.len(), 10);
    let scan = || Purchase::index::<PurchaseByCustomer>().customer("customer 1");
    let found = scan().fetch(&mut q).await.unwrap();
    assert_eq!(order(&found), order(&one));
    assert_eq!(by_id(found.clone()), by_id(one.clone()));
    let mut reversed = scan().descending().fetch(&mut q).await.unwrap();
    reversed.reverse();
    assert_eq!(reversed, found);
    assert_eq!(scan().limit(4).fetch(&mut q).await.unwrap(), found[..4]);
    assert_eq!(scan().first(&mut q).await.unwrap().as_ref(), found.first());
    assert_eq!(scan().count().fetch(&mut q).await.unwrap(), 10);
    assert!(scan().exists().fetch(&mut q).await.unwrap());
    assert!(!Purchase::index::<PurchaseByCustomer>().customer("nobody").exists().fetch(&mut q).await.unwrap());
    let range = scan().cents(0..=100).fetch(&mut q).await.unwrap();
    assert_eq!(range, found.iter().filter(|row| (0..=100).contains(&row.cents)).cloned().collect::<Vec<_>>());
    let mut streamed = Vec::new();
    let mut stream = scan().stream(&mut q).batch(3);
    while let Some(row) = stream.try_next().await.unwrap() {
        streamed.push(row);
    }
    assert_eq!(streamed, found);
}

#[tokio::test]
async fn pages_of_an_index() {
    let (database, rows) = purchases().await;
    let mut q = database.q();
    for descending in [false, true] {
        let (mut seen, mut token) = (Vec::new(), None);
        loop {
            let scan = Purchase::index::<PurchaseByCustomer>().full_scan();
            let scan = if descending { scan.descending() } else { scan };
            let page = scan.page(4, token.as_ref()).fetch(&mut q).await.unwrap();
            seen.extend(page.rows);
            let Some(next) = page.next else { break };
            token = Some(next.to_string().parse().unwrap());
        }
        if descending {
            seen.reverse();
        }
        assert_eq!(order(&seen), order(&rows));
        assert_eq!(by_id(seen), by_id(rows.clone()));
    }
    // A token of the table's own key is none of the index's.
    let token = Purchase::scan().full_scan().page(3, None).fetch(&mut q).await.unwrap().next.unwrap();
    let error =
        Purchase::index::<PurchaseByCustomer>().full_scan().page(3, Some(&token)).fetch(&mut q).await.unwrap_err();
    assert!(is(&error, ErrorKind::PageToken, &[]), "{error:?}");
}

#[tokio::test]
async fn a_unique_index_finds_one_row() {
    let (database, _) = purchases().await;
    let mut q = database.q();
    let found = Purchase::index::<PurchaseByNumber>().number("N17").fetch(&mut q).await.unwrap();
    assert_eq!(found, [Purchase::sample(17)]);
    assert_eq!(Purchase::index::<PurchaseByNumber>().number("N99").first(&mut q).await.unwrap(), None);
}

#[tokio::test]
async fn a_unique_value_that_another_row_has_is_refused() {
    let (database, rows) = purchases().await;
    let mut q = database.q();
    let taken = Purchase { number: "N17".into(), ..Purchase::sample(1_000_000) };
    let error = taken.insert().exec(&mut q).await.unwrap_err();
    assert!(error.kind() == ErrorKind::AlreadyExists && error.key() == Some("(1000000)"), "{error:?}");
    let text = error.to_string();
    assert!(
        text.contains("the key already exists: (1000000), or the unique index `by_number` already has the values\n"),
        "{text}"
    );
    let error = taken.upsert().exec(&mut q).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::AlreadyExists, None), "{error:?}");
    assert_eq!(error.unique_indexes(), ["by_number"]);
    assert_eq!(Purchase::scan().full_scan().count().fetch(&mut q).await.unwrap(), rows.len() as u64);
}

#[tokio::test]
async fn indexes_follow_writes() {
    let (database, _) = purchases().await;
    let mut q = database.q();
    let count = async |customer: &str| {
        let scan = Purchase::index::<PurchaseByCustomer>().customer(customer);
        scan.count().fetch(&mut database.q()).await.unwrap()
    };
    Purchase::update(4).customer("moved").exec(&mut q).await.unwrap();
    assert_eq!((count("customer 1").await, count("moved").await), (9, 1));
    Purchase { customer: "moved".into(), ..Purchase::sample(7) }.upsert().exec(&mut q).await.unwrap();
    Purchase { customer: "moved".into(), ..Purchase::sample(10) }.replace().exec(&mut q).await.unwrap();
    assert_eq!((count("customer 1").await, count("moved").await), (7, 3));
    Purchase::delete_many([4_u64, 7]).exec(&mut q).await.unwrap();
    assert_eq!(count("moved").await, 1);
    assert_eq!(Purchase::index::<PurchaseByNumber>().number("N7").count().fetch(&mut q).await.unwrap(), 0);
}

/// Reads until an asynchronous index has the expected rows.
async fn eventually<T: PartialEq>(read: impl AsyncFn() -> T, expected: T) {
    soon(async { while read().await != expected {} }).await;
}

#[tokio::test]
async fn an_async_index_is_read_stale() {
    let database = Database::with::<Parcel>().await;
    let mut q = database.q();
    let rows = samples::<Parcel>(12);
    Parcel::upsert_many(&rows[..6]).exec(&mut q).await.unwrap();
    Parcel::bulk_upsert(&rows[6..]).exec(database.client()).await.unwrap();
    let receiver = |n| Some(format!("receiver {n}"));
    let mut expected: Vec<_> = rows.iter().filter(|row| row.receiver == receiver(1)).cloned().collect();
    expected.sort_by_key(|row| row.grams);
    let read = async || {
        let scan = Parcel::index::<ParcelByReceiver>().receiver(receiver(1));
        let mut found = scan.fetch(&mut database.q()).await.unwrap();
        found.sort_by_key(|row| row.grams);
        found
    };
    eventually(read, expected.clone()).await;
    let scan = || Parcel::index::<ParcelByReceiver>().receiver(receiver(1));
    assert_eq!(scan().count().fetch(&mut q).await.unwrap(), 4);
    assert!(scan().exists().fetch(&mut q).await.unwrap());
    assert!(scan().first(&mut q).await.unwrap().is_some());
    assert_eq!(scan().page(3, None).fetch(&mut q).await.unwrap().rows.len(), 3);
    let mut streamed = 0;
    let mut stream = scan().stream(&mut q).batch(3);
    while stream.try_next().await.unwrap().is_some() {
        streamed += 1;
    }
    drop(stream);
    assert_eq!(streamed, 4);
    // YDB knows no other mode for it.
    let error = scan().fetch(&mut database.no_retry().query_client()).with_tx_mode(TxMode::SerializableReadWrite).await;
    assert!(error.is_err());
}

/// Tests that an async index in a transaction is an error before anything is sent: a transaction has no mode for it.
#[tokio::test]
async fn an_async_index_is_not_read_in_a_transaction() {
    let database = Database::with::<Parcel>().await;
    let result = database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Parcel::index::<ParcelByReceiver>().receiver(None).fetch(&mut *tx).await?;
            Ok(())
        }))
        .await;
    let Err(YdbOrCustomerError::Customer(error)) = result else { panic!("{:?}", result.err()) };
    let error = error.downcast_ref::<Error>().unwrap();
    let text = "table `ydb_keys_e2e/parcels`: the async index `by_receiver` cannot be read in a transaction\n";
    assert!(is(error, ErrorKind::Usage, &[text]), "{error:?}");
}

/// Tests that NULLs are in an index, too.
#[tokio::test]
async fn nulls_in_an_index() {
    let (database, rows) = purchases().await;
    let nowhere: Vec<_> = by_id(rows.iter().filter(|row| row.city.is_none()).cloned().collect());
    assert_eq!(nowhere.len(), 6);
    let read = async || {
        let scan = Purchase::index::<PurchaseByCity>().city(None);
        by_id(scan.fetch(&mut database.q()).await.unwrap())
    };
    eventually(read, nowhere).await;
}
