//! Tests scans of indexes against all rows, filtered and sorted by hand, and the same scans read in batches.

use std::time::{Duration, SystemTime};

use ydb::TxMode;
use ydb_keys::statements::Select;
use ydb_keys::{Statement, Value, YdbTable};

use super::database::Database;
use super::models::{Purchase, PurchaseByCustomer, PurchaseByNumber, PurchaseByRegion};

fn time(second: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(second)
}

/// Returns rows that share customers, times and regions, some without a region.
fn purchases() -> Vec<Purchase> {
    (0..40)
        .map(|number| Purchase {
            shop: format!("shop {}", number % 3),
            number,
            customer: number % 4,
            at: time(100 + number % 5),
            region: (number % 3 > 0).then(|| format!("region {}", number % 2)),
            amount: None,
        })
        .collect()
}

/// Returns the hash under which a row is stored.
fn hash(purchase: &Purchase) -> Value<'static> {
    let statement = purchase.upsert().statement().unwrap();
    let value = match statement.params().next().unwrap().value {
        ydb_keys::statements::ParamValue::One(value) => value.clone().into_owned(),
        rows => panic!("{rows:?}"),
    };
    assert!(matches!(value, Value::Uint64(_)));
    value
}

async fn database(rows: &[Purchase]) -> Database {
    let database = Database::start().await;
    database.run(&Purchase::TABLE.create_table().to_string()).await.unwrap();
    database.statement(&Purchase::upsert_many(rows).statement().unwrap()).await.unwrap();
    database
}

/// Returns the numbers of a statement's rows; each row has another number.
async fn numbers(database: &Database, statement: &Statement<'_>) -> Vec<u64> {
    let set = database.statement_in(TxMode::StaleReadOnly, statement).await.unwrap().unwrap();
    set.rows().map(|mut row| row.remove_field_by_name("number").unwrap().try_into().unwrap()).collect()
}

/// Returns all rows of a scan, read four at a time.
async fn batches(database: &Database, all: &[Purchase], select: &Select<Purchase>) -> Vec<u64> {
    let mut read = Vec::new();
    let mut place = None;
    loop {
        let batch = numbers(database, &select.batch(4, place).unwrap()).await;
        let Some(last) = batch.last() else { return read };
        let row = all.iter().find(|row| row.number == *last).unwrap();
        let values = row.to_values().unwrap();
        let column = |name: &str| Purchase::TABLE.columns.iter().position(|column| column.name == name).unwrap();
        let position =
            select.position_columns().iter().map(|def| values[column(def.name)].clone().into_owned()).collect();
        place = Some(select.position(position).unwrap());
        read.extend(batch);
    }
}

/// Returns the numbers of the rows for which `take` is true, sorted by `key`.
fn filtered<K: Ord>(
    rows: &[Purchase],
    take: impl Fn(&Purchase) -> bool,
    key: impl Fn(&Purchase) -> K,
    descending: bool,
) -> Vec<u64> {
    let mut rows: Vec<&Purchase> = rows.iter().filter(|row| take(row)).collect();
    rows.sort_by_key(|row| key(row));
    if descending {
        rows.reverse();
    }
    rows.into_iter().map(|row| row.number).collect()
}

/// Scan, condition of the rows that it must return, and `true` if it is descending.
type Case<'a> = (Select<Purchase>, &'a dyn Fn(&Purchase) -> bool, bool);

/// Returns the content of a Uint64.
fn number(value: &Value<'_>) -> u64 {
    match value {
        Value::Uint64(value) => *value,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_scan_of_an_index_gives_the_rows_in_the_order_of_the_index() {
    let rows = purchases();
    let database = database(&rows).await;
    let by_customer = |row: &Purchase| (row.customer, row.at, number(&hash(row)), row.shop.clone(), row.number);
    for descending in [false, true] {
        let scan = || match descending {
            false => Purchase::index::<PurchaseByCustomer>(),
            true => Purchase::index::<PurchaseByCustomer>().descending(),
        };
        let scans: [(Select<Purchase>, _, _); 4] = [
            (scan().customer(2).select(), 2..3, 0..1000),
            (scan().customer(1..=2).select(), 1..3, 0..1000),
            (scan().customer(2).at(time(102)..).select(), 2..3, 102..1000),
            (scan().full_scan().select(), 0..9, 0..1000),
        ];
        for (select, customers, times) in scans {
            let take = |row: &Purchase| {
                customers.contains(&row.customer) && (time(times.start)..time(times.end)).contains(&row.at)
            };
            let expected = filtered(&rows, take, by_customer, descending);
            assert!(expected.len() > 4);
            assert_eq!(numbers(&database, &select.statement().unwrap()).await, expected);
            assert_eq!(batches(&database, &rows, &select).await, expected);
        }
    }
}

#[tokio::test]
async fn null_comes_first_in_an_index() {
    let rows = purchases();
    let database = database(&rows).await;
    let by_region = |row: &Purchase| (row.region.clone(), row.shop.clone(), number(&hash(row)), row.number);
    let one = || Some("region 1".to_owned());
    let scan = || Purchase::index::<PurchaseByRegion>();
    let cases: [Case<'_>; 7] = [
        (scan().full_scan().select(), &|_| true, false),
        (scan().full_scan().descending().select(), &|_| true, true),
        (scan().region(one()).select(), &|row| row.region == one(), false),
        (scan().region(None).select(), &|row| row.region.is_none(), false),
        (scan().region(..one()).select(), &|row| row.region < one(), false),
        (scan().region(one()..).descending().select(), &|row| row.region >= one(), true),
        (scan().region(one()).shop("shop 1").select(), &|row| row.region == one() && row.shop == "shop 1", false),
    ];
    for (select, take, descending) in cases {
        let expected = filtered(&rows, take, by_region, descending);
        assert!(!expected.is_empty());
        assert_eq!(numbers(&database, &select.statement().unwrap()).await, expected);
        assert_eq!(batches(&database, &rows, &select).await, expected);
    }
}

#[tokio::test]
async fn counts_and_limits() {
    let rows = purchases();
    let database = database(&rows).await;
    let count = async |statement: &Statement<'_>| -> u64 {
        let set = database.statement(statement).await.unwrap().unwrap();
        set.rows().next().unwrap().remove_field_by_name("count").unwrap().try_into().unwrap()
    };
    // Of 40 numbers ten leave 2 when divided by 4.
    let of = || Purchase::index::<PurchaseByCustomer>().customer(2);
    assert_eq!(count(&of().count().statement().unwrap()).await, 10);
    assert_eq!(count(&of().limit(3).count().statement().unwrap()).await, 3);
    assert_eq!(count(&of().limit(30).count().statement().unwrap()).await, 10);
    assert_eq!(count(&Purchase::scan().full_scan().count().statement().unwrap()).await, 40);
    // 13 of them are of shop 1: 1, 4, .. 37.
    let shop = || Purchase::scan().shop("shop 1");
    assert_eq!(count(&shop().full_scan().count().statement().unwrap()).await, 13);
    assert_eq!(count(&shop().number(4).count().statement().unwrap()).await, 1);
    let exists = async |statement: &Statement<'_>| {
        let set = database.statement(statement).await.unwrap().unwrap();
        set.rows().count()
    };
    assert_eq!(exists(&of().exists().statement().unwrap()).await, 1);
    assert_eq!(exists(&of().limit(0).exists().statement().unwrap()).await, 0);
    assert_eq!(exists(&Purchase::index::<PurchaseByNumber>().number(99).exists().statement().unwrap()).await, 0);
    assert_eq!(exists(&Purchase::exists(("shop 1".to_owned(), 4)).statement().unwrap()).await, 1);
    assert_eq!(exists(&Purchase::exists(("shop 1".to_owned(), 5)).statement().unwrap()).await, 0);
}
