//! Many differences at once: the order of the steps, the text of a plan and its JSON.

use insta::assert_snapshot;
use ydb_keys::YdbTable;
use ydb_keys::YdbType;
use ydb_keys::migrate::{LiveIndexKind, LiveTable, Plan, compare};

use super::orders::{Order, column, index, orders, plan, ttl, with};

/// Differences of every kind that statements cure.
fn all_that_statements_cure() -> LiveTable {
    with(|table| {
        table.columns.retain(|column| column.name != "note" && column.name != "status");
        table.columns.push(column("legacy", YdbType::Datetime));
        table.columns.push(column("older", YdbType::Utf8));
        table.columns.iter_mut().find(|column| column.name == "priority").unwrap().default =
            ydb_keys::migrate::LiveDefault::None;
        table.indexes = vec![
            index("by_customer", LiveIndexKind::Async, &["older"], &["legacy"]),
            index("by_legacy", LiveIndexKind::Sync, &["legacy"], &[]),
        ];
        table.attributes.clear();
        table.hash_sample = Some(ydb_keys::migrate::HashSample { rows: 3, differing: 0 });
        let settings = table.settings.as_mut().unwrap();
        settings.families.clear();
        settings.ttl = ttl("legacy", "PT1H");
        (settings.by_load, settings.bloom_filter, settings.read_replicas) = (None, None, None);
    })
}

#[test]
fn all_that_statements_cure_in_an_order_that_works() {
    assert_snapshot!(plan(&all_that_statements_cure()), @"");
}

fn several_tables() -> Plan {
    let rekeyed = with(|table| {
        table.primary_key.reverse();
        table.columns.retain(|column| column.name != "note");
    });
    let by_hand = with(|table| table.columns.retain(|column| column.name != "customer"));
    let live = [("orders", Some(orders())), ("new", None), ("changed", Some(all_that_statements_cure()))];
    let live = live.into_iter().chain([("rekeyed", Some(rekeyed)), ("by_hand", Some(by_hand))]);
    Plan { tables: live.map(|(path, live)| compare(Order::TABLE, path, live.as_ref())).collect() }
}

#[test]
fn the_plan_of_several_tables() {
    assert_snapshot!("plan", several_tables());
}

#[test]
fn the_plan_as_json() {
    assert_snapshot!("plan_json", serde_json::to_string_pretty(&several_tables()).unwrap());
}

#[test]
fn a_plan_without_differences() {
    let plan = |live| Plan { tables: vec![compare(Order::TABLE, "orders", live)] };
    assert!(plan(Some(&orders())).is_in_step());
    assert_snapshot!(plan(Some(&orders())), @"");
    assert!(!plan(None).is_in_step());
    assert_eq!(Plan { tables: vec![] }.to_string(), "\nNo table differs from its model.\n");
}

/// The plan of a type change that meets a new key: the copy waits for it.
#[test]
fn a_type_change_hinders_a_copy() {
    let live = with(|table| {
        table.primary_key.reverse();
        table.columns.iter_mut().find(|column| column.name == "note").unwrap().ty = Some(YdbType::Json);
        table.columns.iter_mut().find(|column| column.name == "note").unwrap().type_text = "Json".into();
    });
    assert_snapshot!(plan(&live), @"");
}
