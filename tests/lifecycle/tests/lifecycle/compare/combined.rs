//! Compares tables with many differences at once: the order of the steps, the text of a plan and its JSON.

use insta::assert_snapshot;
use ydb_keys::YdbTable;
use ydb_keys::YdbType;
use ydb_keys_migrate::__internal::{LiveIndexKind, LiveTable, compare};
use ydb_keys_migrate::Plan;

use super::orders::{Order, column, index, orders, plan, ttl, with};

/// Returns a table with every kind of difference that a statement can remove.
fn all_that_statements_cure() -> LiveTable {
    with(|table| {
        table.columns.retain(|column| column.name != "note" && column.name != "status");
        table.columns.push(column("legacy", YdbType::Datetime));
        table.columns.push(column("older", YdbType::Utf8));
        table.columns.iter_mut().find(|column| column.name == "priority").unwrap().default =
            ydb_keys_migrate::__internal::LiveDefault::None;
        table.indexes = vec![
            index("by_customer", LiveIndexKind::Async, &["older"], &["legacy"]),
            index("by_legacy", LiveIndexKind::Sync, &["legacy"], &[]),
        ];
        table.attributes.clear();
        table.hash_sample = Some(ydb_keys_migrate::__internal::HashSample { rows: 3, ..Default::default() });
        let settings = table.settings.as_mut().unwrap();
        settings.families.clear();
        settings.ttl = ttl("legacy", "PT1H");
        settings.by_load = None;
        settings.simple.clear();
    })
}

#[test]
fn all_that_statements_cure_in_an_order_that_works() {
    assert_snapshot!(plan(&all_that_statements_cure()), @r#"
    shop/orders: 13 differences
      - column `status` Utf8 NOT NULL DEFAULT 'new'u: only in the model
      - column `priority`: default 3ut in the model, no default in the table
      - column `note` Utf8 FAMILY `cold`: only in the model
      - column `legacy` Datetime: only in the table
      - column `older` Utf8: only in the table; if this is a rename, write `#[ydb(rename = "older")]` on the field `note`
      - family `cold` (DATA = "hdd", COMPRESSION = "lz4"): only in the model
      - TTL: Interval("P30D") ON `created` in the model, Interval("PT1H") ON `legacy` in the table
      - index `by_customer`:
          model: INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`)
          table: INDEX `by_customer` GLOBAL ASYNC ON (`older`) COVER (`legacy`)
      - index `by_status` GLOBAL ASYNC ON (`customer`): only in the model
      - index `by_legacy` GLOBAL SYNC ON (`legacy`): only in the table
      - AUTO_PARTITIONING_BY_LOAD: ENABLED in the model, DISABLED in the table
      - KEY_BLOOM_FILTER: ENABLED in the model, DISABLED in the table
      - READ_REPLICAS_SETTINGS: PER_AZ:1 in the model, none in the table
      Steps, one statement per request:
        -- 1 of 17
        ALTER TABLE `shop/orders` ADD FAMILY `cold` (DATA = "hdd", COMPRESSION = "lz4");
        -- 2 of 17
        -- programs without the column: bulk upserts and loaders fail, so stop those first; `replace` sets it to its default
        ALTER TABLE `shop/orders` ADD COLUMN `status` Utf8 NOT NULL DEFAULT 'new'u;
        -- 3 of 17
        -- programs without the column: `replace` sets it to NULL
        ALTER TABLE `shop/orders` ADD COLUMN `note` Utf8 FAMILY `cold`;
        -- 4 of 17
        -- YDB has this statement since 26.2
        ALTER TABLE `shop/orders` ALTER COLUMN `priority` SET DEFAULT 3ut;
        -- 5 of 17
        -- its column is dropped; a later step sets the new TTL
        ALTER TABLE `shop/orders` RESET (TTL);
        -- 6 of 17
        -- destructive: queries that read through `by_legacy` will fail
        ALTER TABLE `shop/orders` DROP INDEX `by_legacy`;
        -- 7 of 17
        ALTER TABLE `shop/orders` ADD INDEX `by_customer__ydb_keys_new` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`);
        -- wait until index `by_customer__ydb_keys_new` is built
        -- 8 of 17
        -- destructive: queries that read through `by_customer` fail until the next step is done
        ALTER TABLE `shop/orders` DROP INDEX `by_customer`;
        -- 9 of 17
        ALTER TABLE `shop/orders` RENAME INDEX `by_customer__ydb_keys_new` TO `by_customer`;
        -- 10 of 17
        ALTER TABLE `shop/orders` ADD INDEX `by_status` GLOBAL ASYNC ON (`customer`);
        -- wait until index `by_status` is built
        -- 11 of 17
        -- destructive: all values of `legacy` are lost
        ALTER TABLE `shop/orders` DROP COLUMN `legacy`;
        -- 12 of 17
        -- destructive: all values of `older` are lost
        ALTER TABLE `shop/orders` DROP COLUMN `older`;
        -- 13 of 17
        ALTER TABLE `shop/orders` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000, AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 64);
        -- 14 of 17
        ALTER TABLE `shop/orders` SET (KEY_BLOOM_FILTER = ENABLED);
        -- 15 of 17
        ALTER TABLE `shop/orders` SET (READ_REPLICAS_SETTINGS = "PER_AZ:1");
        -- 16 of 17
        -- destructive: YDB starts to delete rows whose `created` is longer ago than P30D
        ALTER TABLE `shop/orders` SET (TTL = Interval("P30D") ON `created`);
        -- 17 of 17
        -- set the table's attribute ydb_keys.layout, for which YQL has no statement:
        -- v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
    "#);
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
    let plan = |live: Option<LiveTable>| Plan { tables: vec![compare(Order::TABLE, "orders", live.as_ref())] };
    assert!(plan(Some(orders())).is_in_step());
    assert_snapshot!(plan(Some(orders())), @r"
    orders: no difference

    No table differs from its model.
    ");
    assert!(!plan(None).is_in_step());
    assert_eq!(Plan { tables: vec![] }.to_string(), "No table differs from its model.\n");
}

/// Tests a changed type together with a changed key: the type must be changed before the copy.
#[test]
fn a_type_change_hinders_a_copy() {
    let live = with(|table| {
        table.primary_key.reverse();
        table.columns.iter_mut().find(|column| column.name == "note").unwrap().ty = Some(YdbType::Json);
        table.columns.iter_mut().find(|column| column.name == "note").unwrap().type_text = "Json".into();
    });
    assert_snapshot!(plan(&live), @r"
    shop/orders: 2 differences
      - column `note`: Utf8 in the model, Json in the table
      - primary key: (`order_hash`, `order_id`) in the model, (`order_id`, `order_hash`) in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the primary key is (`order_id`, `order_hash`), but the model declares (`order_hash`, `order_id`): YDB cannot change the key of a table
      The copy cannot start until this is done:
        - column `note`: YDB cannot change the type of a column. Keep it as Json in the model, add an optional field of type Utf8 under another name, apply, fill the new column, move readers and writers to it, then remove `note` from the model
    ");
}
