//! Tests the layout attribute: its frozen format, written by hand, and the conclusions of a check.

use std::time::SystemTime;

use ydb_keys::__private::tests::FoundLayout;
use ydb_keys::Decimal;
use ydb_keys::{Layout, YdbTable};

use super::{ALL, AdEvent, Line, Mail, Order, database, differs, passes, write_layout};

#[derive(YdbTable)]
#[ydb(primary_key(at_hash = int_hash64(at), at, name))]
struct Times {
    at: SystemTime,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(h = xxh3(bytes, name, day, on), name, bytes, on, day, amount))]
struct Wide {
    amount: Decimal<22, 9>,
    #[ydb(type = "Date")]
    day: SystemTime,
    name: String,
    bytes: Vec<u8>,
    on: bool,
    #[ydb(rename = "not-in-the-key")]
    other: Option<i32>,
}

#[derive(YdbTable)]
#[ydb(primary_key(price, sku), allow(undeclared_leading_key, reason = "a few rows"))]
struct Price {
    sku: String,
    price: Decimal<35, 0>,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(id), id))]
struct Renamed {
    #[ydb(rename = "order_id", type = "Uint32")]
    id: u32,
}

#[test]
fn the_format_is_frozen() {
    let layouts = [
        // Each of the hash functions.
        (Order::TABLE, "v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64"),
        (Renamed::TABLE, "v1: order_hash = xxh3(order_id Uint32), order_id Uint32"),
        (Times::TABLE, "v1: at_hash = int_hash64(at Timestamp), at Timestamp, name Utf8"),
        // Several inputs, in the order of hashing, which differs from the order of the key.
        (Line::TABLE, "v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, order_id Int64, line Uint32"),
        (
            Wide::TABLE,
            "v1: h = xxh3(bytes String, name Utf8, day Date, on Bool), name Utf8, bytes String, on Bool, day Date, \
             amount Decimal(22,9)",
        ),
        // No hash.
        (Mail::TABLE, "v1: address Utf8, sent Uint64"),
        (Price::TABLE, "v1: price Decimal(35,0), sku Utf8"),
        (AdEvent::TABLE, "v1: user_id Uint64, event_id Uint64"),
    ];
    for (table, expected) in layouts {
        assert_eq!(Layout::of(table).to_string(), expected);
    }
}

#[tokio::test]
async fn written_layouts_that_are_the_models_pass() {
    let database = database().await;
    write_layout(&database, "orders", "v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64").await;
    let line = "v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, order_id Int64, line Uint32";
    write_layout(&database, "shop/lines", line).await;
    write_layout(&database, "mails", "v1: address Utf8, sent Uint64").await;
    write_layout(&database, "ad_events", "v1: user_id Uint64, event_id Uint64").await;
    passes(&database, ALL).await;
    passes(&database, &[]).await;
}

/// Tests that rows are read only if there is no layout attribute, which is trusted.
#[tokio::test]
async fn rows_are_not_read_where_a_layout_is_written() {
    let database = database().await;
    database.run("UPSERT INTO orders (order_hash, order_id) VALUES (1ul, 1ul)").await;
    write_layout(&database, "orders", "v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64").await;
    passes(&database, &[Order::TABLE]).await;
}

#[tokio::test]
async fn any_other_layout_differs() {
    let database = database().await;
    for written in [
        "v1: order_hash = int_hash64(order_id Uint64), order_id Uint64",
        "v1: order_hash = xxh3(order_id Uint64, line Uint32), order_id Uint64, line Uint32",
        "v1: hash = numeric_hash(order_id Uint64), order_id Uint64",
        "v1: order_hash = numeric_hash(order_id Int64), order_id Int64",
        "v1: order_id Uint64",
    ] {
        write_layout(&database, "orders", written).await;
        let found = found(&database).await;
        assert_eq!(found, FoundLayout::Written(written.parse().unwrap()));
    }
    for written in ["v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64 ", "something else", "foo"] {
        write_layout(&database, "orders", written).await;
        assert_eq!(found(&database).await, FoundLayout::Damaged(written.to_owned()));
    }
    for written in ["v4: order_hash = numeric_hash(order_id Uint64), order_id Uint64", "v10: ", "v4:x"] {
        write_layout(&database, "orders", written).await;
        assert_eq!(found(&database).await, FoundLayout::NewerFormat(written.to_owned()));
    }
    assert!(differs(&database, &[Order::TABLE]).await.contains("table  v4:x"));
}

/// Tests a layout attribute that was copied to a table with another key.
#[tokio::test]
async fn the_key_must_be_what_the_written_layout_says() {
    let database = database().await;
    database.run("DROP TABLE orders").await;
    database
        .run("CREATE TABLE orders (order_hash Uint64 NOT NULL, order_id Uint64 NOT NULL, PRIMARY KEY (order_id))")
        .await;
    write_layout(&database, "orders", "v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64").await;
    assert_eq!(found(&database).await, FoundLayout::Key("order_id Uint64".to_owned()));
}

async fn found(database: &e2e_tests::Database) -> FoundLayout {
    match ydb_keys::check(database.client(), &[Order::TABLE]).await {
        Err(ydb_keys::CheckError::Differs(mut all)) if all.len() == 1 => {
            let only = all.remove(0);
            assert_eq!((only.model, only.path.as_str()), (Order::TABLE, "orders"));
            only.found
        }
        other => panic!("{other:?}"),
    }
}
