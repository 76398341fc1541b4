//! Models of keys: hashes over one and several columns, declared spread, and every rule that can be allowed.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "visits")]
#[ydb(primary_key(visit_hash = xxh3(site, device), device, site, at))]
struct Visit {
    site: String,
    device: u32,
    at: SystemTime,
    pages: Option<u32>,
}

/// Model whose hash column comes first, wherever its inputs are.
#[derive(YdbTable)]
#[ydb(table = "readings", primary_key(hash = int_hash64(at), sensor, at))]
struct Reading {
    value: Option<f64>,
    at: SystemTime,
    sensor: Uuid,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(took), took))]
struct HashedInterval {
    took: Duration,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard))]
struct Dispersed {
    #[ydb(dispersed)]
    shard: u32,
}

#[derive(YdbTable)]
#[ydb(primary_key(account, region, id))]
#[ydb(allow(nullable_key, reason = "rows of before 2020 have no region"))]
#[ydb(allow(large_key, reason = "regions are paths of up to 4 KB"))]
struct NullableKey {
    #[ydb(dispersed)]
    account: u64,
    region: Option<String>,
    id: Option<i32>,
    note: Option<String>,
}

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
#[ydb(allow(monotonic_leading_key, reason = "a handful of rows a day"))]
#[ydb(allow(large_row, reason = "scans of documents"))]
struct Journal {
    at: SystemTime,
    id: Uuid,
    scan: Vec<u8>,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(undeclared_leading_key, reason = "a table of 200 countries"))]
struct Country {
    id: i16,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(active, name))]
#[ydb(allow(low_cardinality_leading_key, reason = "a table of 200 switches"))]
struct Switch {
    active: bool,
    name: String,
}

#[test]
fn goldens() {
    golden!(Visit, Reading, HashedInterval, Dispersed, NullableKey, Journal, Country, Switch);
}

#[test]
fn reasons_are_kept() {
    let reasons: Vec<_> =
        NullableKey::TABLE.allowances.iter().map(|allowance| (allowance.rule.id(), allowance.reason)).collect();
    assert_eq!(
        reasons,
        [("nullable_key", "rows of before 2020 have no region"), ("large_key", "regions are paths of up to 4 KB")]
    );
}
