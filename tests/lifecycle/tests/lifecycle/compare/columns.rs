//! Columns that differ.

use insta::assert_snapshot;
use ydb_keys::migrate::{LiveDefault, compare};
use ydb_keys::{YdbTable, YdbType};

use super::orders::{Order, column, plan, required, with, with_column};

#[test]
fn a_table_as_the_model_says() {
    assert_snapshot!(plan(&super::orders::orders()), @"");
}

#[test]
fn no_table() {
    assert_snapshot!(compare(Order::TABLE, "elsewhere/orders", None), @"");
}

#[test]
fn a_missing_column() {
    assert_snapshot!(plan(&with(|table| table.columns.retain(|column| column.name != "note"))), @"");
}

#[test]
fn a_missing_column_with_a_default() {
    assert_snapshot!(plan(&with(|table| {
        table.columns.retain(|column| column.name != "status" && column.name != "priority");
        table.indexes.clear();
    })), @"");
}

#[test]
fn a_missing_column_that_must_be_filled() {
    assert_snapshot!(plan(&with(|table| table.columns.retain(|column| column.name != "customer"))), @"");
}

#[test]
fn an_extra_column() {
    let extra = required("legacy", YdbType::Int32);
    assert_snapshot!(plan(&with(|table| table.columns.push(extra))), @"");
}

#[test]
fn another_type() {
    assert_snapshot!(plan(&with_column("priority", |live| *live = column("priority", YdbType::Int64))), @"");
}

#[test]
fn another_type_in_the_key() {
    assert_snapshot!(plan(&with_column("order_id", |live| *live = required("order_id", YdbType::Int64))), @"");
}

#[test]
fn a_type_that_no_model_has() {
    assert_snapshot!(plan(&with_column("note", |live| (live.ty, live.type_text) = (None, "pgvarchar".into()))), @"");
}

#[test]
fn not_null_in_the_table_only() {
    assert_snapshot!(plan(&with_column("note", |live| live.nullable = false)), @"");
}

#[test]
fn not_null_in_the_model_only() {
    assert_snapshot!(plan(&with_column("customer", |live| live.nullable = true)), @"");
}

#[test]
fn another_default() {
    let other = |live: &mut ydb_keys::migrate::LiveColumn| live.default = LiveDefault::Literal("'old'".into());
    assert_snapshot!(plan(&with_column("status", other)), @"");
}

#[test]
fn a_default_in_the_model_only() {
    assert_snapshot!(plan(&with_column("priority", |live| live.default = LiveDefault::None)), @"");
}

#[test]
fn a_default_in_the_table_only() {
    assert_snapshot!(plan(&with_column("note", |live| live.default = LiveDefault::Literal("'-'".into()))), @"");
}

#[test]
fn a_default_in_the_table_only_of_a_not_null_column() {
    assert_snapshot!(plan(&with_column("customer", |live| live.default = LiveDefault::Literal("''".into()))), @"");
}

#[test]
fn a_default_that_cannot_be_read() {
    let call =
        |live: &mut ydb_keys::migrate::LiveColumn| live.default = LiveDefault::Literal("Unknown::Call(1)".into());
    assert_snapshot!(plan(&with_column("status", call)), @"");
}

#[test]
fn another_family() {
    assert_snapshot!(plan(&with_column("note", |live| live.family = None)), @"");
    assert_snapshot!(plan(&with_column("status", |live| live.family = Some("cold".into()))), @"");
}

#[derive(YdbTable)]
#[ydb(table = "counters", primary_key(name, number))]
struct Counter {
    name: String,
    #[ydb(serial)]
    number: i64,
    #[ydb(serial)]
    turn: i32,
}

fn counters(numbers: [Option<bool>; 2]) -> ydb_keys::migrate::LiveTable {
    with(|table| {
        table.columns = vec![required("name", YdbType::Utf8), required("number", YdbType::Int64)];
        table.columns.push(required("turn", YdbType::Int32));
        for (column, serial) in table.columns[1..].iter_mut().zip(numbers) {
            column.serial = serial;
        }
        table.primary_key = vec!["name".into(), "number".into()];
        table.attributes.insert(ydb_keys::LAYOUT_ATTRIBUTE.into(), "v1: name Utf8, number Int64".into());
        table.indexes.clear();
        table.settings = Some(ydb_keys::migrate::LiveSettings::default());
    })
}

#[test]
fn serial_in_the_model_only() {
    let live = counters([Some(true), Some(false)]);
    assert_snapshot!(compare(Counter::TABLE, "counters", Some(&live)), @"");
}

#[test]
fn a_missing_serial_column() {
    let mut live = counters([Some(true), Some(true)]);
    live.columns.pop();
    assert_snapshot!(compare(Counter::TABLE, "counters", Some(&live)), @"");
}

#[test]
fn serial_in_the_table_only() {
    let live = with_column("priority", |live| {
        live.serial = Some(true);
        live.default = LiveDefault::None;
    });
    assert_snapshot!(plan(&live), @"");
}
