//! Model with many features, and its table as a server describes it.

use std::collections::BTreeMap;
use std::time::SystemTime;

use ydb_keys::schema::Store;
use ydb_keys::{Layout, YdbTable, YdbType};
use ydb_keys_migrate::__internal::{
    LiveColumn, LiveDefault, LiveFamily, LiveIndex, LiveIndexKind, LiveSettings, LiveTable, LiveTtl, LiveTtlTier,
    compare,
};
use ydb_keys_migrate::TablePlan;

#[derive(YdbTable)]
#[ydb(table = "shop/orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(by_size = 1000, by_load, min = 4, max = 64))]
#[ydb(ttl(column = created, after = "P30D"))]
#[ydb(index(by_customer, on(customer, created), cover(note, status)), index(by_status, on(customer), async))]
#[ydb(family(cold, data = "hdd", compression = "lz4"))]
#[ydb(bloom_filter, read_replicas = "PER_AZ:1")]
pub(super) struct Order {
    pub order_id: u64,
    pub customer: String,
    pub created: SystemTime,
    #[ydb(default = "new")]
    pub status: String,
    #[ydb(default = 3)]
    pub priority: Option<u8>,
    #[ydb(family = "cold")]
    pub note: Option<String>,
}

pub(super) const LAYOUT: &str = "v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64";

/// Returns a nullable column without a default.
pub(super) fn column(name: &str, ty: YdbType) -> LiveColumn {
    LiveColumn {
        name: name.into(),
        ty: Some(ty),
        type_text: ty.to_string(),
        nullable: true,
        family: None,
        serial: Some(false),
        default: LiveDefault::None,
    }
}

pub(super) fn required(name: &str, ty: YdbType) -> LiveColumn {
    LiveColumn { nullable: false, ..column(name, ty) }
}

pub(super) fn index(name: &str, kind: LiveIndexKind, on: &[&str], cover: &[&str]) -> LiveIndex {
    let names = |columns: &[&str]| columns.iter().map(|&column| column.to_owned()).collect();
    LiveIndex { name: name.into(), kind, on: names(on), cover: names(cover), ready: true }
}

pub(super) fn ttl(column: &str, after: &str) -> Option<LiveTtl> {
    Some(LiveTtl { column: column.into(), tiers: vec![LiveTtlTier { after: after.into(), to: None }], unit: None })
}

/// Returns the table of [`Order`], as the model declares it.
pub(super) fn orders() -> LiveTable {
    LiveTable {
        path: "shop/orders".into(),
        columns: vec![
            required("order_hash", YdbType::Uint64),
            required("order_id", YdbType::Uint64),
            required("customer", YdbType::Utf8),
            required("created", YdbType::Timestamp),
            LiveColumn { default: LiveDefault::Literal("'new'".into()), ..required("status", YdbType::Utf8) },
            LiveColumn { default: LiveDefault::Literal("3".into()), ..column("priority", YdbType::Uint8) },
            LiveColumn { family: Some("cold".into()), ..column("note", YdbType::Utf8) },
        ],
        primary_key: vec!["order_hash".into(), "order_id".into()],
        store: Store::Row,
        indexes: vec![
            index("by_customer", LiveIndexKind::Sync, &["customer", "created"], &["status", "note"]),
            index("by_status", LiveIndexKind::Async, &["customer"], &[]),
        ],
        attributes: BTreeMap::from([(Layout::ATTRIBUTE.into(), LAYOUT.into())]),
        settings: Some(LiveSettings {
            by_size: Some(true),
            size_mb: Some(1000),
            by_load: Some(true),
            min: Some(4),
            max: Some(64),
            simple: [("KEY_BLOOM_FILTER", "ENABLED".to_owned()), ("READ_REPLICAS_SETTINGS", "PER_AZ:1".to_owned())]
                .into(),
            ttl: ttl("created", "P30D"),
            families: vec![LiveFamily {
                name: "cold".into(),
                data: Some("hdd".into()),
                compression: Some("lz4".into()),
                cache_mode: None,
            }],
            ..LiveSettings::default()
        }),
        hash_sample: None,
        index_samples: BTreeMap::new(),
        rights: None,
    }
}

/// Returns the table of [`Order`] with a change.
pub(super) fn with(change: impl FnOnce(&mut LiveTable)) -> LiveTable {
    let mut table = orders();
    change(&mut table);
    table
}

pub(super) fn with_settings(change: impl FnOnce(&mut LiveSettings)) -> LiveTable {
    with(|table| change(table.settings.as_mut().unwrap()))
}

pub(super) fn with_column(name: &str, change: impl FnOnce(&mut LiveColumn)) -> LiveTable {
    with(|table| change(table.columns.iter_mut().find(|column| column.name == name).unwrap()))
}

pub(super) fn plan(live: &LiveTable) -> TablePlan {
    compare(Order::TABLE, "shop/orders", Some(live))
}
