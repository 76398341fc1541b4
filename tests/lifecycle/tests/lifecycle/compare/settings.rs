//! Settings that differ: partitioning, TTL, families and the rest.

use insta::assert_snapshot;
use ydb_keys::YdbTable;
use ydb_keys::migrate::{LiveTtl, LiveTtlTier, compare};
use ydb_keys::schema::{ReadReplicas, TtlUnit};

use super::orders::{column, plan, ttl, with, with_settings};

#[test]
fn each_partitioning_setting_sets_all() {
    assert_snapshot!(plan(&with_settings(|settings| settings.by_load = None)), @"");
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
    assert_snapshot!(plan(&live), @"");
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
    assert_snapshot!(compare(Plain::TABLE, "shop/orders", Some(&live)), @"");
}

#[test]
fn a_ttl_in_the_model_only() {
    assert_snapshot!(plan(&with_settings(|settings| settings.ttl = None)), @"");
}

#[test]
fn a_longer_and_a_shorter_ttl() {
    assert_snapshot!(plan(&with_settings(|settings| settings.ttl = ttl("created", "P7D"))), @"");
    assert_snapshot!(plan(&with_settings(|settings| settings.ttl = ttl("created", "P90D"))), @"");
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
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn a_ttl_with_tiers() {
    let live = with_settings(|settings| {
        let tiers = &mut settings.ttl.as_mut().unwrap().tiers;
        tiers.insert(0, LiveTtlTier { after: "P1D".into(), to: Some("/local/s3".into()) });
    });
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn bloom_filter_and_replicas() {
    assert_snapshot!(plan(&with_settings(|settings| settings.bloom_filter = None)), @"");
    assert_snapshot!(plan(&with_settings(|settings| settings.read_replicas = None)), @"");
    let any = |settings: &mut ydb_keys::migrate::LiveSettings| settings.read_replicas = Some(ReadReplicas::AnyAz(2));
    assert_snapshot!(plan(&with_settings(any)), @"");
}

#[test]
fn a_missing_family() {
    let live = with(|table| {
        table.settings.as_mut().unwrap().families.clear();
        table.columns.pop();
        table.indexes.remove(0);
    });
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn another_setting_of_a_family() {
    let live = with_settings(|settings| settings.families[0].compression = None);
    assert_snapshot!(plan(&live), @"");
    // A family that a column is in, but that is not printed, is there without settings.
    assert_snapshot!(plan(&with_settings(|settings| settings.families.clear())), @"");
}
