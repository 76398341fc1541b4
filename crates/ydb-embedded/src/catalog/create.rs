//! From the specification of a table to its description, checked by the rules of CREATE TABLE.

use std::collections::HashSet;
use std::sync::Arc;

use super::rules::{self, columns, indexes, partitions};
use super::spec::{InitialPartitions, TableSpec};
use super::{Column, ColumnId, Partitioning, ReadReplicas, Store, Table, TableIds, refusal};
use crate::error::Result;
use crate::types::{self, Primitive, Type, Value};
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

/// Whether any replica is asked for; zero replicas are the same as no setting.
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
        // The texts of these are UNVERIFIED.
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

/// Checks what YDB checks of a row table's settings before the schema shard sees them.
///
/// Fails in the Table service's words and statuses; in a query these are GENERIC_ERROR (`refusal::in_query`).
pub fn check_settings(spec: &TableSpec) -> Result<()> {
    if spec.store == Store::Column {
        return Ok(());
    }
    check_hash(spec.hash_columns.as_deref(), &spec.key)?;
    partitions::check_start(&spec.partitions)?;
    partitions::check_size(&spec.partitioning)
}

/// PARTITION BY HASH of a row table may only repeat the primary key, and then changes nothing (YDB's
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

/// The value of a literal of type `from` as one of type `to`: as when it is written into a column, and beyond that
/// integers that fit and text.
pub fn fit_literal(from: &Type, value: &Value, to: &Type) -> Option<Value> {
    let (from, to) = (from.unwrap_optional(), to.unwrap_optional());
    match (from.primitive(), to.primitive(), value) {
        _ if value.is_null() || from == to => Some(value.clone()),
        (Some(from), Some(to), _) if from.is_integer() && to.is_integer() => {
            types::from_stored(types::stored(value)?, to)
        }
        (Some(Primitive::String), Some(Primitive::Utf8), Value::Bytes(bytes)) => {
            std::str::from_utf8(bytes).ok().map(Value::text)
        }
        _ if types::write_type(from, to) => types::convert(value, from, to),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::fit_literal;
    use crate::types::{Primitive, Type, Value};

    #[test]
    fn literals_fit_where_yql_converts_them() {
        use Primitive::{Date, Double, Float, Int32, Int64, String, Timestamp, Timestamp64, Uint8, Uint64, Utf8, Uuid};
        let fits =
            |from: Primitive, value: Value, to: Primitive| fit_literal(&Type::from(from), &value, &Type::from(to));
        assert_eq!(fits(Int32, Value::Int(-100), Int64), Some(Value::Int(-100)));
        assert_eq!(fits(Int32, Value::Int(10), Uint64), Some(Value::Uint(10)));
        assert_eq!(fits(Int32, Value::Int(300), Uint8), None);
        assert_eq!(fits(Int64, Value::Int(5_000_000_000), Int32), None);
        assert_eq!(fits(Double, Value::Double(1.5), Float), None);
        assert_eq!(fits(String, Value::bytes(*b"a"), Utf8), Some(Value::text("a")));
        assert_eq!(fits(String, Value::bytes([0xFF]), Utf8), None);
        assert_eq!(fits(String, Value::bytes(*b"a"), Uuid), None);
        assert_eq!(fits(Int32, Value::Int(1), Timestamp), None);
        assert_eq!(fits(Date, Value::Uint(1), Timestamp64), Some(Value::Int(86_400_000_000)));
        assert_eq!(fits(Timestamp, Value::Uint(1), Date), None);
        let decimal = |precision, scale| Type::Decimal { precision, scale };
        assert_eq!(fit_literal(&decimal(5, 2), &Value::Decimal(150), &decimal(7, 4)), Some(Value::Decimal(15_000)));
        assert_eq!(fit_literal(&decimal(7, 4), &Value::Decimal(15_000), &decimal(5, 2)), None);
    }
}
