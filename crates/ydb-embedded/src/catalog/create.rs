//! CREATE TABLE: checks the specification of a table and makes the table's description from it.

use std::collections::HashSet;
use std::sync::Arc;

use super::rules::{columns, indexes, partitions};
use super::spec::{InitialPartitions, TableSpec};
use super::{Column, ColumnId, Partitioning, ReadReplicas, Store, Table, TableIds, refusal, rules};
use crate::error::Result;
use crate::work::tick;

impl Table {
    pub fn create(spec: TableSpec, ids: &mut TableIds, now_us: u64) -> Result<Self> {
        let store = spec.store;
        if store == Store::Column {
            check_column_table(&spec)?;
        }
        let columns = build_columns(spec.columns, store)?;
        let families = columns::build_families(spec.families, &columns, store)?;
        let key = columns::build_key(&spec.key, &columns, store)?;
        let ttl = spec.ttl.map(|ttl| rules::build_ttl(ttl, &columns, &key, store, now_us)).transpose()?;
        let partitioning = match store {
            Store::Row => {
                check_hash(spec.hash_columns.as_deref(), &spec.key)?;
                partitions::ranges(&spec.partitions, &spec.partitioning, &columns, &key)?
            }
            Store::Column => hash(spec.hash_columns, spec.partitioning.min, &columns, &key)?,
        };
        let id = ids.allocate();
        let mut made = Vec::with_capacity(spec.indexes.len());
        let base = indexes::Base { path: &spec.path, columns: &columns, key: &key, store };
        for index in &spec.indexes {
            indexes::add_index(index, &base, &mut made, ids, now_us)?;
        }
        Ok(Self {
            store,
            key,
            indexes: made,
            families,
            ttl,
            partitioning,
            key_bloom_filter: spec.key_bloom_filter,
            read_replicas: spec.read_replicas.filter(some_replicas),
            attributes: spec.attributes,
            ..Self::plain(id, spec.path.into(), columns, 0, now_us)
        })
    }
}

/// Returns `true` if the setting asks for any replica. Zero replicas are the same as no setting.
pub(super) const fn some_replicas(replicas: &ReadReplicas) -> bool {
    let (ReadReplicas::PerAz(count) | ReadReplicas::AnyAz(count)) = replicas;
    *count != 0
}

fn check_column_table(spec: &TableSpec) -> Result<()> {
    let text = if spec.partitions != InitialPartitions::One {
        "Partitions are not supported"
    } else if spec.key_bloom_filter.is_some() {
        "Key bloom filter settings are not supported"
    } else if spec.read_replicas.is_some() {
        "Read replicas settings are not supported"
    } else {
        return Ok(());
    };
    Err(refusal::bad_request(text))
}

fn build_columns(specs: Vec<super::spec::ColumnSpec>, store: Store) -> Result<Vec<Column>> {
    let count = specs.len();
    let (mut built, mut names) = (Vec::with_capacity(count), HashSet::with_capacity(count));
    for (id, spec) in (1..).zip(specs) {
        tick(1)?;
        let column = columns::build_column(spec, store, ColumnId(id))?;
        if !names.insert(Arc::clone(&column.name)) {
            return Err(columns::duplicate(&column.name, store));
        }
        built.push(column);
    }
    let limit = columns::limit(store);
    if count > limit {
        return Err(refusal::scheme(format!(
            "Too many columns: current: 0, new: {count}, dropping: 0. Limit: {limit}"
        )));
    }
    Ok(built)
}

fn hash(by: Option<Vec<String>>, shards: Option<u64>, columns: &[Column], key: &[usize]) -> Result<Partitioning> {
    let mut by_columns = Vec::new();
    for name in by.unwrap_or_default() {
        // The texts of the errors about hash columns are UNVERIFIED.
        let Some(position) = columns.iter().position(|column| *column.name == *name) else {
            return Err(refusal::scheme(format!("Hash sharding refers to unknown column '{name}'")));
        };
        if !key.contains(&position) {
            return Err(refusal::scheme(format!(
                "Hash sharding is only supported on primary key columns, not on '{name}'"
            )));
        }
        if by_columns.contains(&position) {
            return Err(refusal::scheme(format!("Hash sharding names column '{name}' more than once")));
        }
        by_columns.push(position);
    }
    if by_columns.is_empty() {
        by_columns = key.to_vec();
    }
    let shards = shards.filter(|shards| *shards != 0).unwrap_or_else(|| rules::DEFAULT_SHARDS.into());
    match u32::try_from(shards) {
        Ok(shards) if u64::from(shards) <= rules::MAX_PARTITIONS => {
            Ok(Partitioning::Hash { columns: by_columns, shards })
        }
        _ => Err(refusal::scheme(format!("Invalid partition count specified: {shards}"))),
    }
}

/// Checks the settings of a row table that YDB checks before the schema shard sees them.
///
/// Fails with the messages and statuses of the Table service. In a query, `refusal::in_query` turns the statuses into
/// GENERIC_ERROR.
pub fn check_settings(spec: &TableSpec) -> Result<()> {
    if spec.store == Store::Column {
        return Ok(());
    }
    check_hash(spec.hash_columns.as_deref(), &spec.key)?;
    partitions::check_start(&spec.partitions)?;
    partitions::check_size(&spec.partitioning)
}

/// Checks PARTITION BY HASH of a row table. It may only repeat the primary key, and then changes nothing (YDB's
/// `ConvertCreateTableSettingsToProto`).
fn check_hash(columns: Option<&[String]>, key: &[String]) -> Result<()> {
    match columns {
        Some(columns) if columns.len() > key.len() => {
            Err(refusal::bad_request("\"Partition by\" contains more columns than primary key does"))
        }
        Some(columns) if columns.len() < key.len() => {
            Err(refusal::unsupported("\"Partition by\" is not supported yet"))
        }
        Some(columns) if columns != key => Err(refusal::bad_request("\"Partition by\" doesn't match primary key")),
        _ => Ok(()),
    }
}
