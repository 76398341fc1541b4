//! Tests users' own queries whose rows become models and structs by the SDK's `typed()`, and reads of some of the
//! columns.

use e2e_tests::Database;
use ydb_keys::{YdbRow, YdbTable};

use crate::models::*;

/// Returns the only row of a query as a model.
async fn typed<T: ydb::FromYdbRow + Send + 'static>(database: &Database, text: &str) -> Result<T, String> {
    database.q().query_row(text).typed::<T>().await.map_err(|error| error.to_string())
}

#[tokio::test]
async fn columns_are_found_by_name() {
    let database = Database::start().await;
    let account = typed::<Account>(&database, "SELECT -7l AS sum, 'x' AS other, 5ul AS number").await.unwrap();
    assert_eq!(account, Account { number: 5, sum: -7 });
    // A value that may be NULL, but is not.
    let account = typed::<Account>(&database, "SELECT Just(-7l) AS sum, Just(5ul) AS number").await.unwrap();
    assert_eq!(account, Account { number: 5, sum: -7 });
}

/// Tests that an error about a row names its table and column.
#[tokio::test]
async fn a_missing_a_mistyped_and_a_null_column_are_told() {
    let database = Database::start().await;
    for (text, expected) in [
        ("SELECT 5ul AS number", ["`ydb_keys_e2e/accounts`", "`sum`", "no column"]),
        ("SELECT 5ul AS number, 1l AS Sum", ["`ydb_keys_e2e/accounts`", "`sum`", "no column"]),
        ("SELECT 5ul AS number, 'x'u AS sum", ["`ydb_keys_e2e/accounts`", "`sum`", "expected Int64, found Utf8"]),
        ("SELECT 5 AS number, 1l AS sum", ["`ydb_keys_e2e/accounts`", "`number`", "expected Uint64, found Int32"]),
        ("SELECT 5ul AS number, Nothing(Int64?) AS sum", ["`ydb_keys_e2e/accounts`", "`sum`", "unexpected NULL"]),
        ("SELECT NULL AS number, 1l AS sum", ["`ydb_keys_e2e/accounts`", "`number`", "unexpected NULL"]),
        ("SELECT AsList(1l) AS sum, 5ul AS number", ["`ydb_keys_e2e/accounts`", "`sum`", "found List"]),
    ] {
        let message = typed::<Account>(&database, text).await.unwrap_err();
        for part in expected {
            assert!(message.contains(part), "{text}: {message:?} has no {part:?}");
        }
    }
}

#[tokio::test]
async fn models_are_read_by_hand() {
    macro_rules! all {
        ($database:ident: $($model:ty),*) => { $({
            $database.create::<$model>().await;
            let row = <$model>::sample(1);
            row.upsert().exec(&mut $database.q()).await.unwrap();
            let text = format!("SELECT * FROM `{}`", <$model>::TABLE.name);
            assert_eq!(typed::<$model>(&$database, &text).await, Ok(row));
        })* };
    }
    let database = Database::start().await;
    all!(database: Order, UserEvent, Visit, Sale, File, Odd, Task, Price, AdEvent, Purchase, Ticket, Required, Nullable);
}

/// Row with some columns of an order, in another order and under other names, with a hash that is not a field of the
/// model.
#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = Order)]
struct OrderPart {
    amount: Option<f64>,
    #[ydb(rename = "order_hash")]
    hash: u64,
    #[ydb(skip)]
    shown: bool,
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = UserEvent)]
struct EventText {
    userevent: Option<String>,
}

#[tokio::test]
async fn some_columns_of_rows_by_key() {
    let database = Database::with::<Order>().await;
    let mut q = database.q();
    Order::insert_many(&[1, 2, 42].map(Order::sample)).exec(&mut q).await.unwrap();
    let part = |amount, hash| OrderPart { amount, hash, shown: false };
    let (one, two) = (part(Some(0.5), 2320827452992767577), part(Some(1.0), 6174653592142994962));
    assert_eq!(Order::get(1).select::<OrderPart>().fetch(&mut q).await.unwrap(), Some(one.clone()));
    assert_eq!(Order::get(7).select::<OrderPart>().fetch(&mut q).await.unwrap(), None);
    let mut many = Order::get_many([2, 1, 7_u64]).select::<OrderPart>().fetch(&mut q).await.unwrap();
    many.sort_by_key(|part| part.hash);
    assert_eq!(many, [one.clone(), two.clone()]);
    assert_eq!(
        Order::scan().order_id(2).select::<OrderPart>().fetch(&mut q).await.unwrap(),
        std::slice::from_ref(&two)
    );
    assert_eq!(Order::scan().order_id(2).select::<OrderPart>().first(&mut q).await.unwrap(), Some(two.clone()));
    // In the order of the hash: 1, 2, 42.
    let mut stream = Order::scan().full_scan().select::<OrderPart>().stream(&mut q).batch(1);
    assert_eq!(stream.try_next().await.unwrap(), Some(one));
    assert_eq!(stream.try_next().await.unwrap(), Some(two));
    assert_eq!(stream.try_next().await.unwrap().map(|part| part.hash), Some(13135115513944745397));
    assert_eq!(stream.try_next().await.unwrap(), None);
}

/// Tests that batches continue after a key whose columns the struct does not all have.
#[tokio::test]
async fn a_stream_of_rows_without_their_keys() {
    let database = Database::with::<UserEvent>().await;
    let mut q = database.q();
    let rows = samples::<UserEvent>(50);
    UserEvent::upsert_many(&rows).exec(&mut q).await.unwrap();
    let expected: Vec<_> = rows.iter().filter(|row| row.userid == 2).map(|row| row.userevent.clone()).collect();
    for batch in [1, 3, 10, 100] {
        let mut seen = Vec::new();
        let mut stream = UserEvent::scan().userid(2).select::<EventText>().stream(&mut q).batch(batch);
        while let Some(row) = stream.try_next().await.unwrap() {
            seen.push(row.userevent);
        }
        assert_eq!(seen, expected, "{batch}");
    }
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = Purchase, covered_by = by_customer)]
struct Covered {
    id: u64,
    cents: i64,
    note: Option<String>,
}

#[tokio::test]
async fn covered_columns_of_an_index() {
    let database = Database::with::<Purchase>().await;
    let mut q = database.q();
    Purchase::insert_many(&samples::<Purchase>(12)).exec(&mut q).await.unwrap();
    let scan = || Purchase::index::<PurchaseByCustomer>().customer("customer 1").select::<Covered>();
    // Numbers 1, 4, 7, 10 cost 0, -100, 200 and 100.
    let row = |id, cents| Covered { id, cents, note: Some(format!("note {id}")) };
    let expected = [row(4, -100), row(1, 0), row(10, 100), row(7, 200)];
    assert_eq!(scan().fetch(&mut q).await.unwrap(), expected);
    assert_eq!(scan().first(&mut q).await.unwrap().as_ref(), expected.first());
    let mut stream = scan().stream(&mut q).batch(1);
    for row in expected {
        assert_eq!(stream.try_next().await.unwrap(), Some(row));
    }
}

/// Row that belongs to no table.
#[derive(YdbRow, Debug, PartialEq)]
struct Total {
    #[ydb(rename = "number of orders")]
    orders: u64,
    sum: Option<f64>,
    #[ydb(json)]
    tags: Vec<String>,
    status: Status,
}

#[tokio::test]
async fn rows_of_a_query_of_ones_own() {
    let database = Database::with::<Order>().await;
    Order::insert_many(&samples::<Order>(5)).exec(&mut database.q()).await.unwrap();
    let text = "SELECT SUM(amount) AS sum, 'in_progress'u AS status, COUNT(*) AS `number of orders`, Json('[\"a\"]') AS tags \
                FROM `ydb_keys_e2e/orders`";
    let total = typed::<Total>(&database, text).await.unwrap();
    assert_eq!(total, Total { orders: 5, sum: Some(3.0), tags: vec!["a".into()], status: Status::InProgress });
    let message = typed::<Total>(&database, "SELECT 1ul AS `number of orders`, 1.0 AS sum, Json('[]') AS tags").await;
    let message = message.unwrap_err();
    assert!(message.contains("Total") && message.contains("`status`"), "{message}");
}

/// Tests queries of many rows, as many as the client accepts in one result.
#[tokio::test]
async fn many_rows_of_a_query_of_ones_own() {
    let database = Database::with::<Account>().await;
    let rows = samples::<Account>(5);
    Account::insert_many(&rows).exec(&mut database.q()).await.unwrap();
    let found = database.rows("SELECT sum, hash, number FROM `ydb_keys_e2e/accounts` ORDER BY number").await;
    let found: Vec<Account> = found.into_iter().map(|row| ydb::FromYdbRow::from_row(row).unwrap()).collect();
    assert_eq!(found, rows);
}
