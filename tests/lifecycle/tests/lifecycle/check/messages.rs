//! Tests every message of a check.

use insta::assert_snapshot;
use ydb_keys::YdbTable;

use super::{ALL, Line, Mail, Order, database, differs, write_layout};

#[tokio::test]
async fn another_hash_function() {
    let database = database().await;
    write_layout(&database, "orders", "v1: order_hash = xxh3(order_id Uint64), order_id Uint64").await;
    assert_snapshot!(differs(&database, ALL).await, @r"
    the database does not match the program's models

    table `orders` has another layout than its model
      model  v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      table  v1: order_hash = xxh3(order_id Uint64), order_id Uint64
                              ^
      The program would compute other hashes than the rows have: reads by key would miss existing rows,
      and writes would duplicate them.
      Restore the table's layout in the model, or copy the table to the model's layout with
      `apply --rekey --table orders` of your migration program (`ydb_keys_cli`).
    ");
}

#[tokio::test]
async fn another_input() {
    let database = database().await;
    let written =
        "v1: line_hash = xxh3(shop Utf8, order_id Int64, line Uint32), shop Utf8, order_id Int64, line Uint32";
    write_layout(&database, "shop/lines", written).await;
    assert_snapshot!(differs(&database, ALL).await, @r"
    the database does not match the program's models

    table `shop/lines` has another layout than its model
      model  v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, order_id Int64, line Uint32
      table  v1: line_hash = xxh3(shop Utf8, order_id Int64, line Uint32), shop Utf8, order_id Int64, line Uint32
                                                           ^
      The program would compute other hashes than the rows have: reads by key would miss existing rows,
      and writes would duplicate them.
      Restore the table's layout in the model, or copy the table to the model's layout with
      `apply --rekey --table shop/lines` of your migration program (`ydb_keys_cli`).
    ");
}

#[tokio::test]
async fn another_order_of_the_key() {
    let database = database().await;
    let written = "v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, line Uint32, order_id Int64";
    write_layout(&database, "shop/lines", written).await;
    assert_snapshot!(differs(&database, &[Line::TABLE]).await, @r"
    the database does not match the program's models

    table `shop/lines` has another layout than its model
      model  v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, order_id Int64, line Uint32
      table  v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, line Uint32, order_id Int64
                                                                         ^
      Reads by key could scan the whole table or miss rows, and writes could duplicate or overwrite rows.
      Restore the table's layout in the model, or copy the table to the model's layout with
      `apply --rekey --table shop/lines` of your migration program (`ydb_keys_cli`).
    ");
}

#[tokio::test]
async fn nothing_written_and_another_order_or_type_of_the_key() {
    let database = database().await;
    database.run("DROP TABLE mails").await;
    database.run("CREATE TABLE mails (address Utf8 NOT NULL, sent Uint64 NOT NULL, PRIMARY KEY (sent, address))").await;
    assert_snapshot!(differs(&database, &[Mail::TABLE]).await, @r"
    the database does not match the program's models

    table `mails` has another primary key than its model
      model  address Utf8, sent Uint64
      table  sent Uint64, address Utf8
             ^
      Reads by key could scan the whole table or miss rows, and writes could duplicate or overwrite rows.
      Restore the table's layout in the model, or copy the table to the model's layout with
      `apply --rekey --table mails` of your migration program (`ydb_keys_cli`).
    ");
    database.run("DROP TABLE mails").await;
    database.run("CREATE TABLE mails (address Utf8 NOT NULL, sent Int64, PRIMARY KEY (address, sent))").await;
    let message = differs(&database, &[Mail::TABLE]).await;
    assert!(message.contains("  table  address Utf8, sent Int64\n                            ^\n"), "{message}");
    // A DyNumber is not compared, because the client does not report it.
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
    the database does not match the program's models

    table `orders` has other values of `order_hash` than its model computes
      model  v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      table  no layout attribute; 2 of 3 sampled rows differ
      Some rows agree and some do not: programs with different hashes wrote them.
      The program would compute other hashes than the rows have: reads by key would miss existing rows,
      and writes would duplicate them.
      Restore the table's layout in the model, or copy the table to the model's layout with
      `apply --rekey --table orders` of your migration program (`ydb_keys_cli`).
    ");
}

#[tokio::test]
async fn a_newer_format_and_a_missing_table() {
    let database = database().await;
    write_layout(&database, "orders", "v4: order_hash=numeric_hash(order_id:Uint64) order_id:Uint64").await;
    database.run("DROP TABLE `shop/lines`").await;
    assert_snapshot!(differs(&database, &[Order::TABLE, Line::TABLE, Mail::TABLE]).await, @r"
    the database does not match the program's models: 2 tables differ

    table `orders` has a layout that a newer release of ydb-keys wrote
      model  v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      table  v4: order_hash=numeric_hash(order_id:Uint64) order_id:Uint64
      This release cannot read it, so the two were not compared.
      Build the program with the release that wrote it, or a later one.

    table `shop/lines` does not exist, or this user is not allowed to see it
      Every operation on it would fail.
      Create it with `apply --table shop/lines` of your migration program (`ydb_keys_cli`).
    ");
}

/// Tests a damaged attribute: the message advises neither to copy the table nor to update the library.
#[tokio::test]
async fn a_damaged_layout() {
    let database = database().await;
    write_layout(&database, "orders", "foo").await;
    assert_snapshot!(differs(&database, &[Order::TABLE]).await, @r"
    the database does not match the program's models

    table `orders` has a damaged layout: no release of ydb-keys writes such a line
      model  v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      table  foo
      So it is unknown whether the model computes the hashes that the rows have.
      Drop the attribute to compare a sample of rows instead (`apply` sets it again if they match):
      `ydb table attribute drop --attributes ydb_keys.layout orders`.
    ");
    // Anybody who may alter the table can write the attribute, which must not control the reader's terminal.
    write_layout(&database, "orders", "foo\n\u{1b}[2Jall is well").await;
    let text = differs(&database, &[Order::TABLE]).await;
    assert!(text.contains("\n  table  foo\\u000a\\u001b[2Jall is well\n"), "{text}");
}
