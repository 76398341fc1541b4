//! Tests of the rules of DDL; what is expected comes from YDB's sources, its tests and measurements of it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod altered;
mod created;
mod paths;
mod refused;
mod shown;

use std::collections::BTreeMap;

use super::spec::{ColumnSpec, DefaultSpec, IndexSpec, InitialPartitions, PartitioningSpec, TableSpec, TtlSpec};
use super::{Family, IndexKind, Store, Table, TableIds, TtlTier, TtlUnit};
use crate::error::Result;
use crate::types::{Primitive, Type, Value};

/// 2025-01-01.
const NOW: u64 = 1_735_689_600_000_000;

const DAY: i64 = 86_400_000_000;

/// A table of these columns: `"id Uint64!"` is NOT NULL, `"n Serial"` a sequence, `"v Utf8 cold"` of a family.
fn table(store: Store, columns: &[&str], key: &[&str]) -> TableSpec {
    TableSpec {
        path: "/local/t".to_owned(),
        store,
        columns: columns.iter().map(|text| column(text)).collect(),
        key: strings(key),
        indexes: Vec::new(),
        families: Vec::new(),
        ttl: None,
        partitions: InitialPartitions::One,
        partitioning: PartitioningSpec::default(),
        hash_columns: None,
        key_bloom_filter: None,
        read_replicas: None,
        attributes: BTreeMap::new(),
    }
}

fn row(columns: &[&str], key: &[&str]) -> TableSpec {
    table(Store::Row, columns, key)
}

fn olap(columns: &[&str], key: &[&str]) -> TableSpec {
    table(Store::Column, columns, key)
}

fn column(text: &str) -> ColumnSpec {
    let mut words = text.split(' ');
    let (name, ty) = (words.next().unwrap(), words.next().unwrap());
    let bare = ty.trim_end_matches('!');
    let (ty, default) = match crate::expr::types::serial(bare) {
        Some(primitive) => (primitive.into(), Some(DefaultSpec::Sequence)),
        None if bare == "List" => (Type::List(Type::from(Primitive::Int32).into()), None),
        None if bare == "Decimal" => (Type::Decimal { precision: 22, scale: 9 }, None),
        None => (crate::types::parse_name(bare).unwrap().into(), None),
    };
    let family = words.next().map(str::to_owned);
    ColumnSpec { name: name.to_owned(), ty, not_null: text.contains('!'), family, default, compression: None }
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn index(name: &str, columns: &[&str], cover: &[&str]) -> IndexSpec {
    IndexSpec { name: name.to_owned(), kind: IndexKind::Global, columns: strings(columns), cover: strings(cover) }
}

fn family(name: &str, compression: Option<&str>, level: Option<i64>) -> Family {
    let compression = compression.map(|algorithm| super::Compression { algorithm: algorithm.to_owned(), level });
    Family { name: name.into(), data: None, compression, cache_mode: None }
}

fn ttl(column: &str, unit: Option<TtlUnit>, tiers: &[(i64, Option<&str>)]) -> TtlSpec {
    let tier = |&(after_us, storage): &(i64, Option<&str>)| TtlTier { after_us, storage: storage.map(str::to_owned) };
    TtlSpec { column: column.to_owned(), unit, tiers: tiers.iter().map(tier).collect() }
}

fn int(value: i64) -> (Type, Value) {
    (Primitive::Int32.into(), Value::Int(value))
}

fn text(value: &str) -> (Type, Value) {
    (Primitive::String.into(), Value::bytes(value.as_bytes()))
}

fn with(mut spec: TableSpec, change: impl FnOnce(&mut TableSpec)) -> TableSpec {
    change(&mut spec);
    spec
}

fn create(spec: TableSpec) -> Result<Table> {
    Table::create(spec, &mut TableIds::default(), NOW)
}
