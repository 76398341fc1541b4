//! The system views below `.sys`.

use std::collections::BTreeMap;

use super::{Column, ColumnId, PartitionSettings, Partitioning, Store, Table, TableId, paths, refusal};
use crate::error::{Error, Result};
use crate::types::Primitive;

/// A system view: its name, its columns with their types, and how many of the first ones make its key.
struct View {
    names: &'static [&'static str],
    columns: &'static [(&'static str, Primitive)],
    key: usize,
}

/// The views, with the columns, types and keys of `ydb/core/sys_view/common/schema.h`.
const VIEWS: [View; 3] = {
    use Primitive::{Double, Interval, Timestamp, Uint32, Uint64, Utf8};
    [
        View {
            names: &["partition_stats"],
            key: 4,
            columns: &[
                ("OwnerId", Uint64),
                ("PathId", Uint64),
                ("PartIdx", Uint64),
                ("FollowerId", Uint32),
                ("DataSize", Uint64),
                ("RowCount", Uint64),
                ("IndexSize", Uint64),
                ("CPUCores", Double),
                ("TabletId", Uint64),
                ("Path", Utf8),
                ("NodeId", Uint32),
                ("StartTime", Timestamp),
                ("AccessTime", Timestamp),
                ("UpdateTime", Timestamp),
                ("RowReads", Uint64),
                ("RowUpdates", Uint64),
                ("RowDeletes", Uint64),
                ("RangeReads", Uint64),
                ("RangeReadRows", Uint64),
                ("InFlightTxCount", Uint32),
                ("ImmediateTxCompleted", Uint64),
                ("CoordinatedTxCompleted", Uint64),
                ("TxRejectedByOverload", Uint64),
                ("TxRejectedByOutOfStorage", Uint64),
                ("LastTtlRunTime", Timestamp),
                ("LastTtlRowsProcessed", Uint64),
                ("LastTtlRowsErased", Uint64),
                ("LocksAcquired", Uint64),
                ("LocksWholeShard", Uint64),
                ("LocksBroken", Uint64),
                ("TxCompleteLag", Interval),
            ],
        },
        View {
            names: &["top_partitions_one_minute", "top_partitions_one_hour"],
            key: 2,
            columns: &[
                ("IntervalEnd", Timestamp),
                ("Rank", Uint32),
                ("TabletId", Uint64),
                ("Path", Utf8),
                ("PeakTime", Timestamp),
                ("CPUCores", Double),
                ("NodeId", Uint32),
                ("DataSize", Uint64),
                ("RowCount", Uint64),
                ("IndexSize", Uint64),
                ("InFlightTxCount", Uint32),
                ("FollowerId", Uint32),
            ],
        },
        View {
            names: &["top_partitions_by_tli_one_minute", "top_partitions_by_tli_one_hour"],
            key: 2,
            columns: &[
                ("IntervalEnd", Timestamp),
                ("Rank", Uint32),
                ("TabletId", Uint64),
                ("Path", Utf8),
                ("LocksAcquired", Uint64),
                ("LocksWholeShard", Uint64),
                ("LocksBroken", Uint64),
                ("NodeId", Uint32),
                ("DataSize", Uint64),
                ("RowCount", Uint64),
                ("IndexSize", Uint64),
                ("FollowerId", Uint32),
            ],
        },
    ]
};

/// YDB's other views, which this engine does not have.
const OTHERS: [&str; 16] = [
    "nodes",
    "query_sessions",
    "query_metrics_one_minute",
    "top_queries_by_duration_one_minute",
    "top_queries_by_duration_one_hour",
    "top_queries_by_read_bytes_one_minute",
    "top_queries_by_read_bytes_one_hour",
    "top_queries_by_cpu_time_one_minute",
    "top_queries_by_cpu_time_one_hour",
    "top_queries_by_request_units_one_minute",
    "top_queries_by_request_units_one_hour",
    "auth_users",
    "auth_groups",
    "auth_permissions",
    "compile_cache_queries",
    "show_create",
];

/// The description of the system view at an absolute path below `<database>/.sys`.
///
/// Fails with UNSUPPORTED for YDB's other views, SCHEME_ERROR for names that are not views.
pub fn describe(database: &str, path: &str) -> Result<Table> {
    let name = paths::leaf(path);
    if path != format!("{database}/{}/{name}", paths::SYSTEM) {
        return Err(refusal::no_table(path));
    }
    if let Some(view) = VIEWS.iter().find(|view| view.names.contains(&name)) {
        return Ok(table(path, view));
    }
    Err(if OTHERS.contains(&name) { unsupported(name) } else { refusal::no_table(path) })
}

/// Whether this table is a system view, and so read-only.
pub fn is_view(table: &Table) -> bool {
    table.id == ID
}

/// No table of the catalog has this id.
const ID: TableId = TableId(0);

fn unsupported(name: &str) -> Error {
    refusal::unsupported(format!("The system view .sys/{name} is not supported by the embedded engine"))
}

fn table(path: &str, view: &View) -> Table {
    let column = |(id, &(name, primitive)): (u32, &(&str, Primitive))| Column {
        id: ColumnId(id),
        name: name.into(),
        ty: primitive.into(),
        not_null: false,
        family: None,
        default: None,
        compression: None,
    };
    let columns: Vec<Column> = (1..).zip(view.columns).map(column).collect();
    Table {
        id: ID,
        path: path.into(),
        version: 1,
        store: Store::Row,
        next_column_id: u32::try_from(columns.len()).unwrap_or(u32::MAX).saturating_add(1),
        columns,
        key: (0..view.key).collect(),
        indexes: Vec::new(),
        families: Vec::new(),
        ttl: None,
        partitioning: Partitioning::Ranges { at: Vec::new(), settings: PartitionSettings::default() },
        key_bloom_filter: None,
        read_replicas: None,
        attributes: BTreeMap::new(),
        changefeeds: Vec::new(),
        created_us: 0,
    }
}
