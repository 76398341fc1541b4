//! Keys, hashes, stores: what only a copy into a new table changes.

use insta::assert_snapshot;
use ydb_keys::migrate::{HashSample, LiveSettings, compare};
use ydb_keys::schema::Store;
use ydb_keys::{LAYOUT_ATTRIBUTE, YdbTable, YdbType};

use super::orders::{column, orders, plan, required, with, with_column};

#[test]
fn another_order_of_the_key() {
    assert_snapshot!(plan(&with(|table| table.primary_key.reverse())), @"");
}

#[test]
fn a_key_without_a_hash() {
    let live = with(|table| {
        table.columns.remove(0);
        table.primary_key.remove(0);
        table.attributes.clear();
    });
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn a_key_column_that_is_not_there() {
    let live = with(|table| {
        table.columns.retain(|column| column.name != "order_id");
        table.columns.push(required("number", YdbType::Uint32));
        table.primary_key = vec!["order_hash".into(), "number".into()];
    });
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn a_hash_column_of_another_type() {
    let live = with_column("order_hash", |live| *live = column("order_hash", YdbType::Int64));
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn another_layout() {
    let other = "v1: order_hash = int_hash64(order_id Uint64), order_id Uint64";
    let live = with(|table| drop(table.attributes.insert(LAYOUT_ATTRIBUTE.into(), other.into())));
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn a_layout_of_the_future() {
    let live = with(|table| drop(table.attributes.insert(LAYOUT_ATTRIBUTE.into(), "v2: whatever".into())));
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn no_layout_and_rows_with_another_hash() {
    let sampled = |rows, differing| {
        with(|table| {
            table.attributes.clear();
            table.hash_sample = Some(HashSample { rows, differing });
        })
    };
    assert_snapshot!(plan(&sampled(1000, 1000)), @"");
    // As the model computes it, or without rows: the layout can be written down.
    assert_snapshot!(plan(&sampled(1000, 0)), @"");
    assert_eq!(plan(&sampled(0, 0)), plan(&sampled(1000, 0)));
}

#[test]
fn no_layout_and_nobody_looked() {
    assert_snapshot!(plan(&with(|table| table.attributes.clear())), @"");
}

#[derive(YdbTable)]
#[ydb(table = "events", store = column, partition_by_hash(user), partitioning(min = 8))]
#[ydb(primary_key(user, at))]
struct Event {
    user: u64,
    #[ydb(type = "Timestamp")]
    at: std::time::SystemTime,
}

fn events() -> ydb_keys::migrate::LiveTable {
    let mut table = orders();
    table.path = "events".into();
    table.columns = vec![required("user", YdbType::Uint64), required("at", YdbType::Timestamp)];
    table.primary_key = vec!["user".into(), "at".into()];
    table.store = Store::Column;
    table.indexes.clear();
    table.attributes.insert(LAYOUT_ATTRIBUTE.into(), "v1: user Uint64, at Timestamp".into());
    table.settings = Some(LiveSettings { partition_by: vec!["user".into()], min: Some(8), ..LiveSettings::default() });
    table
}

#[test]
fn a_column_table_as_the_model_says() {
    assert_snapshot!(compare(Event::TABLE, "events", Some(&events())), @"");
}

#[test]
fn another_store() {
    let mut live = events();
    live.store = Store::Row;
    live.settings = Some(LiveSettings::default());
    assert_snapshot!(compare(Event::TABLE, "events", Some(&live)), @"");
}

#[test]
fn another_partition_key() {
    let mut live = events();
    live.settings.as_mut().unwrap().partition_by = live.primary_key.clone();
    assert_snapshot!(compare(Event::TABLE, "events", Some(&live)), @"");
}

#[test]
fn another_number_of_partitions_of_a_column_table() {
    let mut live = events();
    live.settings.as_mut().unwrap().min = Some(64);
    assert_snapshot!(compare(Event::TABLE, "events", Some(&live)), @"");
}

#[test]
fn changefeeds_and_undeclared_settings() {
    let live = with(|table| {
        table.primary_key.reverse();
        table.columns.push(column("legacy", YdbType::Utf8));
        let settings = table.settings.as_mut().unwrap();
        settings.changefeeds = vec!["updates".into()];
        settings.index_settings = vec![("by_customer".into(), "AUTO_PARTITIONING_BY_LOAD = ENABLED".into())];
    });
    assert_snapshot!(plan(&live), @"");
}
