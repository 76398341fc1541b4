//! The result of DescribeTable.

use std::collections::HashMap;

use ydb_grpc::google_proto_workaround::protobuf::Timestamp;
use ydb_grpc::ydb_proto::table::changefeed_description::State;
use ydb_grpc::ydb_proto::table::changefeed_format::Format;
use ydb_grpc::ydb_proto::table::changefeed_mode::Mode;
use ydb_grpc::ydb_proto::table::column_meta::DefaultValue as SentDefault;
use ydb_grpc::ydb_proto::table::table_index_description::{Status, Type as SentIndex};
use ydb_grpc::ydb_proto::table::{
    ChangefeedDescription, ColumnFamily, ColumnMeta, DescribeTableRequest, DescribeTableResult, GlobalAsyncIndex,
    GlobalIndex, GlobalUniqueIndex, PartitionStats, PartitioningSettings, SequenceDescription, StorageSettings,
    StoreType, TableIndexDescription, TableStats,
};
use ydb_grpc::ydb_proto::{TypedValue, Value as SentValue};

use super::settings;
use crate::catalog::{Changefeed, Column, DefaultValue, Family, Index, IndexKind, Partitioning, Store, Table};
use crate::session::TableDescription;
use crate::types::{Type, Value};
use crate::wire::convert;
use crate::wire::services::entry;

/// Returns the result with the parts that the request asks for.
pub(super) fn result(of: &TableDescription, request: &DescribeTableRequest) -> DescribeTableResult {
    let table = &*of.table;
    // YDB leaves both fields unset for row tables, whose column types say which columns may be NULL.
    let of_column_table = table.store == Store::Column;
    let storage = StorageSettings { store_external_blobs: settings::flag_to(false), ..Default::default() };
    DescribeTableResult {
        self_: Some(entry(&of.entry)),
        columns: table.columns.iter().map(|of| column(of, of_column_table)).collect(),
        primary_key: names(table, &table.key),
        shard_key_bounds: if request.include_shard_key_bounds { bounds(table, &of.bounds) } else { Vec::new() },
        indexes: table.indexes.iter().map(|of| index(table, of)).collect(),
        table_stats: request.include_table_stats.then(|| stats(of, request.include_partition_stats)),
        ttl_settings: table.ttl.as_ref().map(|ttl| settings::ttl_to(table, ttl)),
        column_families: families(table),
        storage_settings: (!of_column_table).then_some(storage),
        // YDB does not report the attributes of a column table (`rpc_describe_table.cpp`).
        attributes: if of_column_table { HashMap::new() } else { table.attributes.clone().into_iter().collect() },
        partitioning_settings: Some(partitioning(table)),
        key_bloom_filter: table.key_bloom_filter.map_or(0, settings::flag_to),
        read_replicas_settings: table.read_replicas.map(settings::read_replicas_to),
        changefeeds: table.changefeeds.iter().map(changefeed).collect(),
        store_type: if of_column_table { StoreType::Column as i32 } else { 0 },
        ..Default::default()
    }
}

/// Returns the families. A row table has the default family even if nobody named it.
fn families(table: &Table) -> Vec<ColumnFamily> {
    let mut families: Vec<_> = table.families.iter().map(settings::family_to).collect();
    if table.store == Store::Row && families.iter().all(|family| family.name != "default") {
        let name = "default".into();
        families.insert(0, settings::family_to(&Family { name, data: None, compression: None, cache_mode: None }));
    }
    families
}

fn names(table: &Table, columns: &[usize]) -> Vec<String> {
    columns.iter().filter_map(|&at| table.columns.get(at)).map(|column| column.name.to_string()).collect()
}

fn column(column: &Column, of_column_table: bool) -> ColumnMeta {
    let default_value = column.default.as_ref().map(|default| match default {
        DefaultValue::Literal(value) => SentDefault::FromLiteral(convert::typed_to(value, &column.ty)),
        DefaultValue::Sequence => {
            let name = Some(format!("_serial_column_{}", column.name));
            SentDefault::FromSequence(SequenceDescription { name, ..Default::default() })
        }
    });
    ColumnMeta {
        name: column.name.to_string(),
        r#type: Some(convert::type_to(&column.value_type())),
        family: column.family.as_deref().unwrap_or_default().to_owned(),
        not_null: (of_column_table && column.not_null).then_some(true),
        default_value,
    }
}

/// Returns the bounds as tuples of the whole key. YDB fills a bound that has only a prefix of the key up with NULLs.
fn bounds(table: &Table, bounds: &[Vec<Value>]) -> Vec<TypedValue> {
    let types: Vec<Type> = table.key_types().map(|ty| ty.clone().optional()).collect();
    let tuple = convert::type_to(&Type::Tuple(types.clone().into()));
    let bound = |bound: &Vec<Value>| {
        let item = |(at, ty)| bound.get(at).map_or_else(convert::null, |value| convert::value_to(value, ty));
        let items = types.iter().enumerate().map(item).collect();
        TypedValue { r#type: Some(tuple.clone()), value: Some(SentValue { items, ..Default::default() }) }
    };
    bounds.iter().map(bound).collect()
}

fn index(table: &Table, index: &Index) -> TableIndexDescription {
    let kind = match index.kind {
        IndexKind::Global => SentIndex::GlobalIndex(GlobalIndex {}),
        IndexKind::GlobalAsync => SentIndex::GlobalAsyncIndex(GlobalAsyncIndex {}),
        IndexKind::GlobalUnique => SentIndex::GlobalUniqueIndex(GlobalUniqueIndex {}),
    };
    TableIndexDescription {
        name: index.name.to_string(),
        index_columns: names(table, &index.columns),
        status: (if index.is_ready() { Status::Ready } else { Status::Building }) as i32,
        data_columns: names(table, &index.cover),
        size_bytes: 0,
        r#type: Some(kind),
    }
}

fn stats(of: &TableDescription, each: bool) -> TableStats {
    let partitions = of.partitions.iter().map(|partition| PartitionStats {
        rows_estimate: partition.row_count,
        store_size: partition.data_size,
        leader_node_id: 1,
    });
    let modified = of.partitions.iter().map(|partition| partition.update_time).max().unwrap_or(0);
    TableStats {
        partition_stats: if each { partitions.collect() } else { Vec::new() },
        rows_estimate: of.partitions.iter().map(|partition| partition.row_count).sum(),
        store_size: of.partitions.iter().map(|partition| partition.data_size).sum(),
        partitions: of.partitions.len() as u64,
        creation_time: Some(time(of.table.created_us)),
        modification_time: Some(time(modified.max(of.table.created_us))),
    }
}

fn time(us: u64) -> Timestamp {
    let seconds = i64::try_from(us / 1_000_000).unwrap_or(i64::MAX);
    Timestamp { seconds, nanos: (us % 1_000_000) as i32 * 1000 }
}

fn partitioning(table: &Table) -> PartitioningSettings {
    match &table.partitioning {
        Partitioning::Ranges { settings, .. } => settings::partitioning_to(settings),
        Partitioning::Hash { columns, shards } => PartitioningSettings {
            partition_by: names(table, columns),
            min_partitions_count: (*shards).into(),
            ..Default::default()
        },
    }
}

/// Returns the description of a changefeed, whose settings are stored as words of YQL.
fn changefeed(feed: &Changefeed) -> ChangefeedDescription {
    let name = |setting: &str| format!("{setting}_{}", feed.setting(setting).unwrap_or_default().to_ascii_uppercase());
    let mode = Mode::from_str_name(&name("MODE")).unwrap_or_default();
    let format = Format::from_str_name(&name("FORMAT")).unwrap_or_default();
    ChangefeedDescription {
        name: feed.name.to_string(),
        mode: mode as i32,
        format: format as i32,
        state: (if feed.disabled { State::Disabled } else { State::Enabled }) as i32,
        virtual_timestamps: feed.is_on("VIRTUAL_TIMESTAMPS"),
        aws_region: feed.setting("AWS_REGION").unwrap_or_default().to_owned(),
        schema_changes: feed.is_on("SCHEMA_CHANGES"),
        ..Default::default()
    }
}
