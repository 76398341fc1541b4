//! Tests of the rules of DDL. The expected results come from YDB's sources, from its tests, and from measurements of
//! YDB.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod altered;
mod paths;
mod refused;
mod shown;

use std::collections::BTreeMap;

use super::spec::{ColumnSpec, DefaultSpec, IndexSpec, InitialPartitions, PartitioningSpec, TableSpec, TtlSpec};
use super::{
    DefaultValue, Family, IndexKind, PartitionSettings, Partitioning, Store, Table, TableId, TableIds, TtlTier, TtlUnit,
};
use crate::error::Result;
use crate::types::{Primitive, Type, Value};

/// Time of the tests: 2025-01-01, in microseconds since 1970.
const NOW: u64 = 1_735_689_600_000_000;

const DAY: i64 = 86_400_000_000;

/// Returns the specification of a table with these columns: `"id Uint64!"` is NOT NULL, `"n Serial"` has a sequence,
/// `"v Utf8 cold"` belongs to the family `cold`.
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

#[test]
fn indexes_have_hidden_tables() {
    let spec = row(&["id Uint64!", "tenant Uint32!", "email Utf8", "name Utf8", "age Int32"], &["tenant", "id"]);
    let table = create(with(spec, |t| t.indexes = vec![index("by_email", &["email", "tenant"], &["name"])])).unwrap();
    assert_eq!((table.id, table.version, table.next_column_id), (TableId(2), 1, 6));
    assert_eq!(table.key, [1, 0]);
    let made = table.index("by_email").unwrap();
    assert_eq!((&made.columns[..], &made.cover[..]), (&[2, 1][..], &[3][..]));
    let hidden = &made.table;
    assert_eq!(&*hidden.path, "/local/t/by_email/indexImplTable");
    assert_eq!(hidden.id, TableId(3));
    let columns: Vec<(&str, bool)> = hidden.columns.iter().map(|column| (&*column.name, column.not_null)).collect();
    assert_eq!(columns, [("email", false), ("tenant", true), ("id", true), ("name", false)]);
    assert_eq!(hidden.key, [0, 1, 2]);
}

#[test]
fn serial_columns_are_not_null_integers() {
    let table = create(row(&["id BigSerial", "n SmallSerial"], &["id"])).unwrap();
    let columns: Vec<_> = table.columns.iter().map(|column| (column.ty.to_string(), column.not_null)).collect();
    assert_eq!(columns, [("Int64".to_owned(), true), ("Int16".to_owned(), true)]);
    assert_eq!(table.columns[0].default, Some(DefaultValue::Sequence));
}

#[test]
fn defaults_become_values_of_the_column() {
    let spec = row(&["id Uint64", "n Int64", "s Utf8", "none Int32"], &["id"]);
    let table = create(with(spec, |t| {
        let (ty, value) = int(-100);
        t.columns[1].default = Some(DefaultSpec::Literal(ty, value));
        let (ty, value) = text("x");
        t.columns[2].default = Some(DefaultSpec::Literal(ty, value));
        t.columns[3].default = Some(DefaultSpec::Literal(Type::Null, Value::Null));
    }));
    let defaults: Vec<_> = table.unwrap().columns.into_iter().skip(1).map(|column| column.default).collect();
    let literal = |value| Some(DefaultValue::Literal(value));
    assert_eq!(defaults, [literal(Value::Int(-100)), literal(Value::text("x")), None]);
}

#[test]
fn a_row_table_begins_as_asked() {
    let begins = |partitions| {
        let table = create(with(row(&["k Uint64", "s String"], &["k", "s"]), |t| t.partitions = partitions)).unwrap();
        let Partitioning::Ranges { at, settings } = table.partitioning else { panic!("not ranges") };
        (at, settings.min)
    };
    assert_eq!(begins(InitialPartitions::One), (vec![], 1));
    // The borders are 2^64 * i / 4.
    let quarters = [1_u64 << 62, 1 << 63, 3 << 62].map(|border| vec![Value::Uint(border)]);
    assert_eq!(begins(InitialPartitions::Uniform(4)), (quarters.to_vec(), 4));
    let points = vec![vec![int(10)], vec![int(10), text("a")], vec![int(11)]];
    let bounds = vec![vec![Value::Uint(10)], vec![Value::Uint(10), Value::bytes(*b"a")], vec![Value::Uint(11)]];
    assert_eq!(begins(InitialPartitions::AtKeys(points)), (bounds, 4));
}

#[test]
fn split_points_of_dynumbers_ascend_by_value() {
    let number = |text: &str| (Type::from(Primitive::DyNumber), Value::text(text));
    // The points are 9 and 10. Compared as texts, they would descend.
    let points = vec![vec![number(".9e1")], vec![number(".1e2")]];
    let spec = |points| with(row(&["k DyNumber"], &["k"]), |t| t.partitions = InitialPartitions::AtKeys(points));
    create(spec(points.clone())).unwrap();
    create(spec(points.into_iter().rev().collect())).unwrap_err();
}

#[test]
fn borders_of_uint32_are_rounded_down() {
    let spec = with(row(&["k Uint32"], &["k"]), |t| t.partitions = InitialPartitions::Uniform(4));
    let Partitioning::Ranges { at, .. } = create(spec).unwrap().partitioning else { panic!("not ranges") };
    // The borders are 4294967295 / 4 = 1073741823.75 and its multiples, without their fractions.
    let borders = [1_073_741_823, 2_147_483_647, 3_221_225_471].map(|border| vec![Value::Uint(border)]);
    assert_eq!(at, borders);
}

#[test]
fn partition_settings_have_the_defaults_of_a_cluster() {
    let Partitioning::Ranges { settings, .. } = create(row(&["k Uint64"], &["k"])).unwrap().partitioning else {
        panic!("not ranges")
    };
    assert_eq!(settings, PartitionSettings { by_size: true, size_mb: 2048, by_load: false, min: 1, max: None });
    let explicit = with(row(&["k Uint64"], &["k"]), |t| {
        t.partitions = InitialPartitions::Uniform(4);
        t.partitioning.min = Some(2);
        t.partitioning.max = Some(50);
    });
    let Partitioning::Ranges { settings, .. } = create(explicit).unwrap().partitioning else { panic!("not ranges") };
    assert_eq!((settings.min, settings.max), (2, Some(50)));
}

#[test]
fn column_tables_are_hashed_by_their_key() {
    let spec = || olap(&["a Uint64!", "b Utf8!", "v Bool"], &["a", "b"]);
    let hash = |columns: &[usize], shards| Partitioning::Hash { columns: columns.to_vec(), shards };
    assert_eq!(create(spec()).unwrap().partitioning, hash(&[0, 1], 64));
    let chosen = with(spec(), |t| {
        t.hash_columns = Some(strings(&["b"]));
        t.partitioning.min = Some(8);
        // Column tables ignore this setting.
        t.partitioning.by_load = Some(true);
    });
    assert_eq!(create(chosen).unwrap().partitioning, hash(&[1], 8));
}

#[test]
fn families_that_columns_name_exist() {
    let table = create(row(&["id Uint64", "v Utf8 cold", "w Utf8 default"], &["id"])).unwrap();
    let families: Vec<&str> = table.families.iter().map(|family| &*family.name).collect();
    assert_eq!(families, ["cold"]);
    assert_eq!(table.columns[2].family, None);
    assert_eq!(table.columns[1].value_type(), Type::from(Primitive::Utf8).optional());
}
