//! Compares settings that differ: partitioning, TTL, families and the rest.

use insta::assert_snapshot;
use ydb_keys::YdbTable;
use ydb_keys_core::schema::settings::TtlUnit;
use ydb_keys_migrate::__internal::{LiveTtl, LiveTtlTier, compare};

use super::orders::{column, plan, ttl, with, with_settings};

#[test]
fn each_partitioning_setting_sets_all() {
    assert_snapshot!(plan(&with_settings(|settings| settings.by_load = None)), @r"
    shop/orders: 1 difference
      - AUTO_PARTITIONING_BY_LOAD: ENABLED in the model, DISABLED in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000, AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 64);
    ");
    let set = plan(&with_settings(|settings| settings.by_load = None)).steps;
    assert_eq!(plan(&with_settings(|settings| settings.size_mb = Some(2048))).steps, set);
    assert_eq!(plan(&with_settings(|settings| settings.min = Some(1))).steps, set);
    assert_eq!(plan(&with_settings(|settings| settings.max = None)).steps, set);
    assert_eq!(plan(&with_settings(|settings| (settings.by_size, settings.size_mb) = (Some(false), None))).steps, set);
}

#[test]
fn several_partitioning_settings() {
    let live = with_settings(|settings| {
        (settings.by_size, settings.size_mb, settings.by_load) = (Some(false), None, None);
        (settings.min, settings.max) = (None, Some(8));
    });
    assert_snapshot!(plan(&live), @r"
    shop/orders: 4 differences
      - AUTO_PARTITIONING_BY_SIZE: ENABLED in the model, DISABLED in the table
      - AUTO_PARTITIONING_BY_LOAD: ENABLED in the model, DISABLED in the table
      - AUTO_PARTITIONING_MIN_PARTITIONS_COUNT: 4 in the model, 1 in the table
      - AUTO_PARTITIONING_MAX_PARTITIONS_COUNT: 64 in the model, 8 in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000, AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 64);
    ");
}

#[test]
fn a_ttl_in_the_table_only() {
    #[derive(YdbTable)]
    #[ydb(table = "shop/orders", primary_key(order_id))]
    struct Plain {
        #[ydb(dispersed)]
        order_id: u64,
        created: std::time::SystemTime,
    }
    let live = with(|table| {
        table.columns.retain(|column| column.name == "order_id" || column.name == "created");
        table.primary_key = vec!["order_id".into()];
        table.indexes.clear();
        table.attributes.clear();
    });
    assert_snapshot!(compare(Plain::TABLE, "shop/orders", Some(&live)), @r#"
    shop/orders: 1 difference
      - TTL: none in the model, Interval("P30D") ON `created` in the table
      Steps, one statement per request:
        -- 1 of 2
        -- rows no longer expire
        ALTER TABLE `shop/orders` RESET (TTL);
        -- 2 of 2
        -- set the table's attribute ydb_keys.layout, for which YQL has no statement:
        -- v1: order_id Uint64
    "#);
}

#[test]
fn a_ttl_in_the_model_only() {
    assert_snapshot!(plan(&with_settings(|settings| settings.ttl = None)), @r#"
    shop/orders: 1 difference
      - TTL: Interval("P30D") ON `created` in the model, none in the table
      Steps, one statement per request:
        -- 1 of 1
        -- destructive: YDB starts to delete rows whose `created` is longer ago than P30D
        ALTER TABLE `shop/orders` SET (TTL = Interval("P30D") ON `created`);
    "#);
}

#[test]
fn a_longer_and_a_shorter_ttl() {
    assert_snapshot!(plan(&with_settings(|settings| settings.ttl = ttl("created", "P7D"))), @r#"
    shop/orders: 1 difference
      - TTL: Interval("P30D") ON `created` in the model, Interval("P7D") ON `created` in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` SET (TTL = Interval("P30D") ON `created`);
    "#);
    assert_snapshot!(plan(&with_settings(|settings| settings.ttl = ttl("created", "P90D"))), @r#"
    shop/orders: 1 difference
      - TTL: Interval("P30D") ON `created` in the model, Interval("P90D") ON `created` in the table
      Steps, one statement per request:
        -- 1 of 1
        -- destructive: YDB starts to delete rows whose `created` is longer ago than P30D
        ALTER TABLE `shop/orders` SET (TTL = Interval("P30D") ON `created`);
    "#);
}

#[test]
fn a_ttl_on_another_column() {
    let live = with(|table| {
        let mut seen = column("seen", ydb_keys::YdbType::Uint32);
        seen.family = Some("cold".into());
        table.columns.push(seen);
        let tiers = vec![LiveTtlTier { after: "P30D".into(), to: None }];
        table.settings.as_mut().unwrap().ttl =
            Some(LiveTtl { column: "seen".into(), tiers, unit: Some(TtlUnit::Seconds) });
    });
    assert_snapshot!(plan(&live), @r#"
    shop/orders: 2 differences
      - column `seen` Uint32 FAMILY `cold`: only in the table
      - TTL: Interval("P30D") ON `created` in the model, Interval("P30D") ON `seen` AS SECONDS in the table
      Steps, one statement per request:
        -- 1 of 3
        -- its column is dropped; a later step sets the new TTL
        ALTER TABLE `shop/orders` RESET (TTL);
        -- 2 of 3
        -- destructive: all values of `seen` are lost
        ALTER TABLE `shop/orders` DROP COLUMN `seen`;
        -- 3 of 3
        -- destructive: YDB starts to delete rows whose `created` is longer ago than P30D
        ALTER TABLE `shop/orders` SET (TTL = Interval("P30D") ON `created`);
    "#);
}

#[test]
fn a_ttl_with_tiers() {
    let live = with_settings(|settings| {
        let tiers = &mut settings.ttl.as_mut().unwrap().tiers;
        tiers.insert(0, LiveTtlTier { after: "P1D".into(), to: Some("/local/s3".into()) });
    });
    // Rows are deleted when the model declares it; that they move before that, it cannot declare.
    assert_snapshot!(plan(&live), @r#"
    shop/orders: no difference
      Left alone, because a model cannot declare it:
        - TTL = Interval("P1D") TO EXTERNAL DATA SOURCE `/local/s3`, Interval("P30D") DELETE ON `created`
    "#);
    let later = with_settings(|settings| {
        *settings = live.settings.clone().unwrap();
        settings.ttl.as_mut().unwrap().tiers[1].after = "P60D".into();
    });
    assert_snapshot!(plan(&later), @r#"
    shop/orders: 1 difference
      - TTL: Interval("P30D") ON `created` in the model, Interval("P1D") TO EXTERNAL DATA SOURCE `/local/s3`, Interval("P60D") DELETE ON `created` in the table
      Do this by hand first; until then, `apply` does not change this table:
        - TTL: the table's TTL moves rows to other storage, which a model cannot declare and the model's TTL would end. Set the TTL by hand, with all its tiers
    "#);
}

#[test]
fn bloom_filter_and_replicas() {
    assert_snapshot!(plan(&with_settings(|settings| drop(settings.simple.remove("KEY_BLOOM_FILTER")))), @r"
    shop/orders: 1 difference
      - KEY_BLOOM_FILTER: ENABLED in the model, DISABLED in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` SET (KEY_BLOOM_FILTER = ENABLED);
    ");
    assert_snapshot!(plan(&with_settings(|settings| drop(settings.simple.remove("READ_REPLICAS_SETTINGS")))), @r#"
    shop/orders: 1 difference
      - READ_REPLICAS_SETTINGS: PER_AZ:1 in the model, none in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` SET (READ_REPLICAS_SETTINGS = "PER_AZ:1");
    "#);
    let any = |settings: &mut ydb_keys_migrate::__internal::LiveSettings| {
        settings.simple.insert("READ_REPLICAS_SETTINGS", "ANY_AZ:2".to_owned());
    };
    assert_snapshot!(plan(&with_settings(any)), @r#"
    shop/orders: 1 difference
      - READ_REPLICAS_SETTINGS: PER_AZ:1 in the model, ANY_AZ:2 in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` SET (READ_REPLICAS_SETTINGS = "PER_AZ:1");
    "#);
}

#[test]
fn a_missing_family() {
    let live = with(|table| {
        table.settings.as_mut().unwrap().families.clear();
        table.columns.pop();
        table.indexes.remove(0);
    });
    assert_snapshot!(plan(&live), @r#"
    shop/orders: 3 differences
      - column `note` Utf8 FAMILY `cold`: only in the model
      - family `cold` (DATA = "hdd", COMPRESSION = "lz4"): only in the model
      - index `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`): only in the model
      Steps, one statement per request:
        -- 1 of 3
        ALTER TABLE `shop/orders` ADD FAMILY `cold` (DATA = "hdd", COMPRESSION = "lz4");
        -- 2 of 3
        -- programs without the column: `replace` sets it to NULL
        ALTER TABLE `shop/orders` ADD COLUMN `note` Utf8 FAMILY `cold`;
        -- 3 of 3
        ALTER TABLE `shop/orders` ADD INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`);
        -- wait until index `by_customer` is built
    "#);
}

#[test]
fn another_setting_of_a_family() {
    let live = with_settings(|settings| settings.families[0].compression = None);
    assert_snapshot!(plan(&live), @r#"
    shop/orders: 1 difference
      - family `cold`:
          model: FAMILY `cold` (DATA = "hdd", COMPRESSION = "lz4")
          table: FAMILY `cold` (DATA = "hdd")
      Steps, one statement per request:
        -- 1 of 1
        -- existing rows change when the table is compacted
        ALTER TABLE `shop/orders` ALTER FAMILY `cold` SET COMPRESSION "lz4";
    "#);
    // A family that is not printed, but has a column, exists without settings.
    assert_snapshot!(plan(&with_settings(|settings| settings.families.clear())), @r#"
    shop/orders: 1 difference
      - family `cold`:
          model: FAMILY `cold` (DATA = "hdd", COMPRESSION = "lz4")
          table: FAMILY `cold` ()
      Steps, one statement per request:
        -- 1 of 1
        -- existing rows change when the table is compacted
        ALTER TABLE `shop/orders` ALTER FAMILY `cold` SET DATA "hdd", ALTER FAMILY `cold` SET COMPRESSION "lz4";
    "#);
}
