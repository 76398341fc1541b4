//! Tests tables whose key columns lack NOT NULL: the model reads and writes them like any other table, and names rows
//! with NULL in the key.

use e2e_tests::{Database, is};
use futures_util::TryStreamExt as _;
use ydb_keys::{Access, ErrorKind, Layout, YdbRow, YdbTable, yql};
use ydb_keys_bulk::Bulk as _;

use crate::models::*;

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = AdoptedOrder)]
struct Amount {
    order_id: u64,
    amount: f64,
}

/// DDL of YDB's documentation, which created the table before there was a model.
const BY_HAND: &str = "CREATE TABLE `ydb_keys_e2e/adopted/orders` (order_hash Uint64, order_id Uint64, customer Utf8, \
                       amount Double NOT NULL, PRIMARY KEY (order_hash, order_id))";

const NULLS: &str = "SELECT * FROM `ydb_keys_e2e/adopted/orders` WHERE `order_hash` IS NULL OR `order_id` IS NULL";

#[test]
fn the_ddl_has_no_not_null_in_the_key() {
    let ddl = AdoptedOrder::TABLE.create_table().to_string();
    assert!(ddl.contains("`order_hash` Uint64,\n    `order_id` Uint64,\n"), "{ddl}");
    assert!(ddl.contains("`amount` Double NOT NULL"), "{ddl}");
    let ddl = AdoptedReceipt::TABLE.create_table().to_string();
    // Only the key is meant: the column of the index is new.
    assert!(
        ddl.contains("`receipt_hash` Uint64,\n    `day_bucket` Uint32 NOT NULL,\n    `receipt_id` Int64,\n"),
        "{ddl}"
    );
    assert!(ddl.contains("`day` Date NOT NULL"), "{ddl}");
}

#[test]
fn the_layout_has_a_field_of_its_own() {
    let line = "v3: order_hash = numeric_hash(order_id Uint64), order_id Uint64; key_not_null = false";
    assert_eq!(Layout::of(AdoptedOrder::TABLE).to_string(), line);
}

/// Tests that the server computes NULL from NULL, and does not fail.
#[tokio::test]
async fn the_expression_of_the_hash_takes_null() {
    let database = Database::with::<AdoptedFeed>().await;
    database
        .run("UPSERT INTO `ydb_keys_e2e/adopted/feed` (shard, at, id) VALUES (1u, 2ul, NULL), (3u, 4ul, 5ul)")
        .await;
    let expression = AdoptedFeed::TABLE.hash.unwrap().yql(AdoptedFeed::TABLE).unwrap().to_string();
    let text = format!("SELECT COUNT({expression}) FROM `ydb_keys_e2e/adopted/feed`");
    assert_eq!(database.one::<u64>(&text).await, 1);
    AdoptedFeed::sample(7).upsert().exec(&mut database.q()).await.unwrap();
    let text = format!("SELECT COUNT(*) FROM `ydb_keys_e2e/adopted/feed` WHERE shard = {expression}");
    assert_eq!(database.one::<u64>(&text).await, 1);
}

#[tokio::test]
async fn a_table_that_was_made_by_hand() {
    let database = Database::start().await;
    database.run(BY_HAND).await;
    database
        .run(
            "UPSERT INTO `ydb_keys_e2e/adopted/orders` (order_hash, order_id, customer, amount) \
             VALUES (Digest::NumericHash(7ul), 7ul, 'seven'u, 7.0)",
        )
        .await;
    let mut q = database.q();
    let seven = AdoptedOrder { order_id: 7, customer: Some("seven".into()), amount: 7.0 };
    assert_eq!(AdoptedOrder::get(7).fetch(&mut q).await.unwrap(), Some(seven.clone()));
    let id = 7_u64;
    let checked = yql!("SELECT order_id, amount FROM {AdoptedOrder} WHERE order_id = $id", id);
    assert_eq!(checked.access()[0].access, Access::Point);
    let read = checked.fetch::<Amount>(database.client()).await.unwrap();
    assert_eq!(read, [Amount { order_id: 7, amount: 7.0 }]);
    let ids = vec![7_u64, 8];
    yql!("UPDATE {AdoptedOrder} SET amount = 8.0 WHERE order_id IN $ids", ids).exec(database.client()).await.unwrap();
    let one = yql!("INSERT INTO {AdoptedOrder} (order_id, amount) VALUES ($id, 1.5)", id = 9);
    one.exec(database.client()).await.unwrap();
    let all = AdoptedOrder::scan().full_scan().fetch(&mut q).await.unwrap();
    assert_eq!(all.len(), 2);
    for row in [AdoptedOrder { amount: 8.0, ..seven }, AdoptedOrder { order_id: 9, customer: None, amount: 1.5 }] {
        assert_eq!(AdoptedOrder::get(row.order_id).fetch(&mut q).await.unwrap(), Some(row));
    }
}

/// Tests that each read that meets a row with NULL in its key fails, and names the query that lists such rows.
#[tokio::test]
async fn null_in_a_key_is_an_error_of_each_read_that_meets_it() {
    let database = Database::with::<AdoptedOrder>().await;
    AdoptedOrder::upsert_many(&samples::<AdoptedOrder>(20)).exec(database.client()).await.unwrap();
    database
        .run("UPSERT INTO `ydb_keys_e2e/adopted/orders` (order_hash, order_id, amount) VALUES (5ul, NULL, 0.5)")
        .await;
    let mut q = database.q();
    let client = database.client();
    let told = |error: &ydb_keys::Error| {
        let text = "table `ydb_keys_e2e/adopted/orders`, column `order_id`: the key of a row has NULL";
        assert!(is(error, ErrorKind::Decode, &[text, NULLS]), "{error}");
        assert_eq!((error.table(), error.column()), (Some("ydb_keys_e2e/adopted/orders"), Some("order_id")));
    };
    told(&AdoptedOrder::scan().full_scan().fetch(&mut q).await.unwrap_err());
    told(&AdoptedOrder::scan().full_scan().descending().fetch(&mut q).await.unwrap_err());
    told(&AdoptedOrder::scan().full_scan().select::<Amount>().fetch(&mut q).await.unwrap_err());
    told(&AdoptedOrder::scan().full_scan().stream(client).try_collect::<Vec<_>>().await.unwrap_err());
    told(
        &yql!("SELECT * FROM {AdoptedOrder}", full_scan(AdoptedOrder, reason = "all of them"))
            .fetch::<AdoptedOrder>(client)
            .await
            .unwrap_err(),
    );
    told(
        &yql!("SELECT order_id, amount FROM {AdoptedOrder}", full_scan(AdoptedOrder, reason = "all of them"))
            .fetch::<Amount>(client)
            .await
            .unwrap_err(),
    );
    let connection = database.bulk().await;
    told(&AdoptedOrder::export(&connection).stream().try_collect::<Vec<_>>().await.unwrap_err());
    // Pages meet it in both directions: NULL is before all values.
    for descending in [false, true] {
        let (mut token, mut seen) = (None, 0);
        let error = loop {
            let scan = AdoptedOrder::scan().full_scan();
            let scan = if descending { scan.descending() } else { scan };
            match scan.page(3, token.as_ref()).fetch(&mut q).await {
                Ok(page) => {
                    seen += page.rows.len();
                    assert!(page.next.is_some(), "the pages end without the row, after {seen} rows");
                    token = page.next;
                }
                Err(error) => break error,
            }
        };
        told(&error);
        assert_eq!(seen > 0, descending, "{seen}");
    }
    // The query of the message finds it, and it can be repaired by hand.
    assert_eq!(database.rows(NULLS).await.len(), 1);
    database.run("DELETE FROM `ydb_keys_e2e/adopted/orders` WHERE order_id IS NULL").await;
    assert_eq!(AdoptedOrder::scan().full_scan().fetch(&mut q).await.unwrap().len(), 20);
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
struct Joined {
    #[ydb(flatten, prefix = "o_")]
    order: Amount,
    #[ydb(flatten)]
    other: Option<Amount>,
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
struct Renamed {
    id: u64,
}

/// Tests all ways to read rows of a query: as tuples, as one value, as structs of any names, and as rows inside of
/// rows.
#[tokio::test]
async fn null_in_a_key_is_the_same_error_of_each_kind_of_row() {
    let database = Database::with::<AdoptedOrder>().await;
    database
        .run("UPSERT INTO `ydb_keys_e2e/adopted/orders` (order_hash, order_id, amount) VALUES (5ul, NULL, 0.5)")
        .await;
    let client = database.client();
    let told = |error: &ydb_keys::Error, column: &str| {
        let text = format!("table `ydb_keys_e2e/adopted/orders`, column `{column}`: the key of a row has NULL");
        assert!(is(error, ErrorKind::Decode, &[&text, NULLS]), "{error}");
        assert_eq!((error.table(), error.column()), (Some("ydb_keys_e2e/adopted/orders"), Some(column)));
    };
    macro_rules! all {
        ($text:literal) => {
            yql!($text, full_scan(AdoptedOrder, reason = "all of them"))
        };
    }
    let pairs = all!("SELECT amount, order_id FROM {AdoptedOrder}");
    told(&pairs.clone().fetch::<(f64, u64)>(client).await.unwrap_err(), "order_id");
    told(&pairs.clone().fetch_one::<(f64, u64)>(client).await.unwrap_err(), "order_id");
    told(&pairs.clone().first::<(f64, u64)>(client).await.unwrap_err(), "order_id");
    told(&pairs.clone().stream::<(f64, u64)>(client).try_next().await.unwrap_err(), "order_id");
    assert_eq!(pairs.fetch::<(f64, Option<u64>)>(client).await.unwrap(), [(0.5, None)]);
    told(&all!("SELECT order_id FROM {AdoptedOrder}").fetch::<u64>(client).await.unwrap_err(), "order_id");
    told(
        &all!("SELECT o.order_id AS id FROM {AdoptedOrder} AS o").fetch::<Renamed>(client).await.unwrap_err(),
        "order_id",
    );
    // The hash, which no model has.
    database.run("DELETE FROM `ydb_keys_e2e/adopted/orders` WHERE order_id IS NULL").await;
    database
        .run("UPSERT INTO `ydb_keys_e2e/adopted/orders` (order_hash, order_id, amount) VALUES (NULL, 7ul, 0.5)")
        .await;
    let hashes = all!("SELECT order_hash, order_id FROM {AdoptedOrder}");
    told(&hashes.fetch::<(u64, u64)>(client).await.unwrap_err(), "order_hash");
    // Another NULL stays what it is.
    let customers = all!("SELECT customer FROM {AdoptedOrder}").fetch::<String>(client).await.unwrap_err().to_string();
    assert!(customers.contains("NULL") && !customers.contains("the key of a row"), "{customers}");
    // Rows inside of rows, also of a text that nothing is known of. Without a row of the join all columns are NULL.
    let text = |id: &str, amount: &str, other: &str| {
        format!(
            "SELECT {id} AS o_order_id, {amount} AS o_amount, {other} AS order_id, CAST({other} AS Double) AS amount"
        )
    };
    let read = async |text: String| ydb_keys::query(text).fetch::<Joined>(client).await;
    told(&read(text("Nothing(Uint64?)", "1.0", "Just(1ul)")).await.unwrap_err(), "order_id");
    let none = read(text("Nothing(Uint64?)", "Nothing(Double?)", "Just(1ul)")).await.unwrap_err().to_string();
    assert!(none.contains("column `o_order_id`") && !none.contains("the key of a row"), "{none}");
    let both = read(text("Just(1ul)", "1.0", "Nothing(Uint64?)")).await.unwrap();
    assert_eq!(both, [Joined { order: Amount { order_id: 1, amount: 1.0 }, other: None }]);
    let half = text("Just(1ul)", "1.0", "Nothing(Uint64?)").replace("CAST(Nothing(Uint64?) AS Double)", "2.0");
    told(&read(half).await.unwrap_err(), "order_id");
}

/// Tests a row without its hash, which is stored at another place than its values belong to. Pages neither end too
/// early nor go on for ever.
#[tokio::test]
async fn a_row_without_its_hash_is_an_error_of_scans_too() {
    let database = Database::with::<AdoptedOrder>().await;
    AdoptedOrder::upsert_many(&samples::<AdoptedOrder>(12)).exec(database.client()).await.unwrap();
    database
        .run(
            "UPSERT INTO `ydb_keys_e2e/adopted/orders` (order_hash, order_id, amount) VALUES (NULL, 100ul, 0.5), \
             (NULL, 101ul, 0.5), (NULL, 102ul, 0.5)",
        )
        .await;
    let (mut q, client) = (database.q(), database.client());
    let told = |error: &ydb_keys::Error| {
        let text = "table `ydb_keys_e2e/adopted/orders`, column `order_hash`: the key of a row has NULL";
        assert!(is(error, ErrorKind::Decode, &[text, NULLS]), "{error}");
    };
    told(&AdoptedOrder::scan().full_scan().fetch(&mut q).await.unwrap_err());
    told(&AdoptedOrder::scan().full_scan().select::<Amount>().fetch(&mut q).await.unwrap_err());
    // A query of one's own returns what its text says.
    let all = yql!("SELECT * FROM {AdoptedOrder}", full_scan(AdoptedOrder, reason = "all"));
    assert_eq!(all.fetch::<AdoptedOrder>(client).await.unwrap().len(), 15);
    for descending in [false, true] {
        let scan = || if descending { AdoptedOrder::scan().descending() } else { AdoptedOrder::scan() }.full_scan();
        told(&scan().stream(client).batch(2).try_collect::<Vec<_>>().await.unwrap_err());
        for size in [1, 2, 5] {
            let (mut token, mut seen) = (None, Vec::new());
            let error = loop {
                match scan().page(size, token.as_ref()).fetch(&mut q).await {
                    Ok(page) => {
                        seen.extend(page.rows);
                        token = Some(page.next.expect("no page ends before the rows without a hash"));
                    }
                    Err(error) => break error,
                }
            };
            told(&error);
            assert!(seen.len() <= 12, "{seen:?}");
        }
    }
    let connection = database.bulk().await;
    for format in [ydb_keys_bulk::Format::Arrow, ydb_keys_bulk::Format::Protobuf] {
        let export = AdoptedOrder::export(&connection).batch(2).format(format);
        told(&export.stream().try_collect::<Vec<_>>().await.unwrap_err());
    }
    // What has its hash is read and written by key.
    assert!(AdoptedOrder::get(7).fetch(&mut q).await.unwrap().is_some());
    assert_eq!(AdoptedOrder::get(100).fetch(&mut q).await.unwrap(), None);
}

/// Tests a table whose hashes are all NULL: the check says that they are not those of the model.
#[tokio::test]
async fn a_table_without_any_hash_is_not_the_models() {
    let database = Database::with::<AdoptedOrder>().await;
    let orders = || ydb_keys::check(database.client(), ydb_keys::schema![AdoptedOrder]);
    orders().await.unwrap();
    database
        .run("UPSERT INTO `ydb_keys_e2e/adopted/orders` (order_hash, order_id, amount) VALUES (NULL, 100ul, 0.5)")
        .await;
    let error = orders().await.unwrap_err().to_string();
    assert!(error.contains("other values of `order_hash` than its model computes"), "{error}");
    AdoptedOrder::sample(1).upsert().exec(database.client()).await.unwrap();
    orders().await.unwrap();
}
