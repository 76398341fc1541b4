//! Every message of a check, as a developer reads it.

use insta::assert_snapshot;
use ydb_keys::YdbTable;

use super::{ALL, Line, Mail, Order, database, differs, write_layout};

#[tokio::test]
async fn another_hash_function() {
    let database = database().await;
    write_layout(&database, "orders", "v1: order_hash = xxh3(order_id Uint64), order_id Uint64").await;
    assert_snapshot!(differs(&database, ALL).await, @r"
    the database does not fit the program's models

    table `orders`: it was made for another layout than the model's
      model  v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      table  v1: order_hash = xxh3(order_id Uint64), order_id Uint64
                              ^
      If the program went on, it would compute other hashes than the rows have: reads by key would miss rows that
      are there, and writes of such rows would make second ones.
      Give the model back the layout of the table, or copy the table into the model's with
      `apply --rekey --table orders` of your migration program (`ydb_keys::cli`).
    ");
}

#[tokio::test]
async fn another_input() {
    let database = database().await;
    let written =
        "v1: line_hash = xxh3(shop Utf8, order_id Int64, line Uint32), shop Utf8, order_id Int64, line Uint32";
    write_layout(&database, "shop/lines", written).await;
    assert_snapshot!(differs(&database, ALL).await, @r"
    the database does not fit the program's models

    table `shop/lines`: it was made for another layout than the model's
      model  v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, order_id Int64, line Uint32
      table  v1: line_hash = xxh3(shop Utf8, order_id Int64, line Uint32), shop Utf8, order_id Int64, line Uint32
                                                           ^
      If the program went on, it would compute other hashes than the rows have: reads by key would miss rows that
      are there, and writes of such rows would make second ones.
      Give the model back the layout of the table, or copy the table into the model's with
      `apply --rekey --table shop/lines` of your migration program (`ydb_keys::cli`).
    ");
}

#[tokio::test]
async fn another_order_of_the_key() {
    let database = database().await;
    let written = "v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, line Uint32, order_id Int64";
    write_layout(&database, "shop/lines", written).await;
    assert_snapshot!(differs(&database, &[Line::TABLE]).await, @r"
    the database does not fit the program's models

    table `shop/lines`: it was made for another layout than the model's
      model  v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, order_id Int64, line Uint32
      table  v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, line Uint32, order_id Int64
                                                                         ^
      If the program went on, reads by key could scan the whole table or miss rows, and writes could make second rows
      or overwrite others.
      Give the model back the layout of the table, or copy the table into the model's with
      `apply --rekey --table shop/lines` of your migration program (`ydb_keys::cli`).
    ");
}

#[tokio::test]
async fn nothing_written_and_another_order_or_type_of_the_key() {
    let database = database().await;
    database.run("DROP TABLE mails").await;
    database.run("CREATE TABLE mails (address Utf8 NOT NULL, sent Uint64 NOT NULL, PRIMARY KEY (sent, address))").await;
    assert_snapshot!(differs(&database, &[Mail::TABLE]).await, @r"
    the database does not fit the program's models

    table `mails`: it has another primary key than the model
      model  address Utf8, sent Uint64
      table  sent Uint64, address Utf8
             ^
      If the program went on, reads by key could scan the whole table or miss rows, and writes could make second rows
      or overwrite others.
      Give the model back the layout of the table, or copy the table into the model's with
      `apply --rekey --table mails` of your migration program (`ydb_keys::cli`).
    ");
    database.run("DROP TABLE mails").await;
    database.run("CREATE TABLE mails (address Utf8 NOT NULL, sent Int64, PRIMARY KEY (address, sent))").await;
    let message = differs(&database, &[Mail::TABLE]).await;
    assert!(message.contains("  table  address Utf8, sent Int64\n                            ^\n"), "{message}");
    // A DyNumber, which the client cannot tell, is not compared.
    database.run("DROP TABLE mails").await;
    database
        .run("CREATE TABLE mails (address Utf8 NOT NULL, sent Uint64, n DyNumber, PRIMARY KEY (address, sent, n))")
        .await;
    let message = differs(&database, &[Mail::TABLE]).await;
    assert!(message.contains("  table  address Utf8, sent Uint64, n\n"), "{message}");
}

#[tokio::test]
async fn nothing_written_and_another_key_of_a_column_table() {
    let database = database().await;
    database.run("DROP TABLE ad_events").await;
    let columns =
        "CREATE TABLE ad_events (user_id Uint64 NOT NULL, event_id Uint64 NOT NULL, PRIMARY KEY (event_id, user_id))";
    database.run(&format!("{columns} PARTITION BY HASH (user_id) WITH (STORE = COLUMN)")).await;
    let message = differs(&database, ALL).await;
    let sides = "  model  user_id Uint64, event_id Uint64\n  table  event_id Uint64, user_id Uint64\n";
    assert!(message.contains(sides), "{message}");
}

#[tokio::test]
async fn nothing_written_and_another_hash_in_the_rows() {
    let database = database().await;
    let rows = "(Digest::IntHash64(1ul), 1ul), (Digest::IntHash64(2ul), 2ul), (Digest::NumericHash(3ul), 3ul)";
    database.run(&format!("UPSERT INTO orders (order_hash, order_id) VALUES {rows}")).await;
    assert_snapshot!(differs(&database, ALL).await, @r"
    the database does not fit the program's models

    table `orders`: its rows have another `order_hash` than the model computes
      model  v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      table  no layout is written down; of 3 rows that were looked at, 2 differ
      Some rows have it, some do not: programs that compute it differently wrote them.
      If the program went on, it would compute other hashes than the rows have: reads by key would miss rows that
      are there, and writes of such rows would make second ones.
      Give the model back the layout of the table, or copy the table into the model's with
      `apply --rekey --table orders` of your migration program (`ydb_keys::cli`).
    ");
}

#[tokio::test]
async fn a_newer_format_and_a_missing_table() {
    let database = database().await;
    write_layout(&database, "orders", "v2: order_hash=numeric_hash(order_id:Uint64) order_id:Uint64").await;
    database.run("DROP TABLE `shop/lines`").await;
    assert_snapshot!(differs(&database, &[Order::TABLE, Line::TABLE, Mail::TABLE]).await, @r"
    the database does not fit the program's models in 2 tables

    table `orders`: its layout is written down in a format that this version of ydb-keys does not know
      model  v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      table  v2: order_hash=numeric_hash(order_id:Uint64) order_id:Uint64
      If the program went on, nobody would have compared the two.
      Build the program with the version of ydb-keys that wrote it, or a later one.

    table `shop/lines`: it is not there, or the user of this connection may not see it
      If the program went on, every operation on it would fail.
      Create it with `apply --table shop/lines` of your migration program (`ydb_keys::cli`).
    ");
}
