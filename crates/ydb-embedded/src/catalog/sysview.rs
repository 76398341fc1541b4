//! Descriptions of the system views below `.sys`.

use super::{Column, Table, TableId, paths, refusal};
use crate::error::{Error, Result};
use crate::types::Primitive;

/// System views with the same columns: `names` are their names, and the first `key` columns make up their key. Each
/// entry of `columns` is a type with the names of adjacent columns of this type.
struct View {
    names: &'static str,
    columns: &'static [(Primitive, &'static str)],
    key: usize,
}

/// System views of this engine, with the columns, types and keys of `ydb/core/sys_view/common/schema.h`.
const VIEWS: [View; 5] = {
    use Primitive::{Bool, Double, Interval, String, Timestamp, Uint32, Uint64, Utf8};
    [
        View {
            names: "partition_stats",
            key: 4,
            columns: &[
                (Uint64, "OwnerId PathId PartIdx"),
                (Uint32, "FollowerId"),
                (Uint64, "DataSize RowCount IndexSize"),
                (Double, "CPUCores"),
                (Uint64, "TabletId"),
                (Utf8, "Path"),
                (Uint32, "NodeId"),
                (Timestamp, "StartTime AccessTime UpdateTime"),
                (Uint64, "RowReads RowUpdates RowDeletes RangeReads RangeReadRows"),
                (Uint32, "InFlightTxCount"),
                (Uint64, "ImmediateTxCompleted CoordinatedTxCompleted TxRejectedByOverload"),
                (Uint64, "TxRejectedByOutOfStorage"),
                (Timestamp, "LastTtlRunTime"),
                (Uint64, "LastTtlRowsProcessed LastTtlRowsErased LocksAcquired LocksWholeShard LocksBroken"),
                (Interval, "TxCompleteLag"),
            ],
        },
        View {
            names: "top_partitions_one_minute top_partitions_one_hour",
            key: 2,
            columns: &[
                (Timestamp, "IntervalEnd"),
                (Uint32, "Rank"),
                (Uint64, "TabletId"),
                (Utf8, "Path"),
                (Timestamp, "PeakTime"),
                (Double, "CPUCores"),
                (Uint32, "NodeId"),
                (Uint64, "DataSize RowCount IndexSize"),
                (Uint32, "InFlightTxCount FollowerId"),
            ],
        },
        View {
            names: "top_partitions_by_tli_one_minute top_partitions_by_tli_one_hour",
            key: 2,
            columns: &[
                (Timestamp, "IntervalEnd"),
                (Uint32, "Rank"),
                (Uint64, "TabletId"),
                (Utf8, "Path"),
                (Uint64, "LocksAcquired LocksWholeShard LocksBroken"),
                (Uint32, "NodeId"),
                (Uint64, "DataSize RowCount IndexSize"),
                (Uint32, "FollowerId"),
            ],
        },
        View {
            names: "top_queries_by_duration_one_minute top_queries_by_duration_one_hour \
                    top_queries_by_read_bytes_one_minute top_queries_by_read_bytes_one_hour \
                    top_queries_by_cpu_time_one_minute top_queries_by_cpu_time_one_hour",
            key: 2,
            columns: &[
                (Timestamp, "IntervalEnd"),
                (Uint32, "Rank"),
                (Utf8, "QueryText"),
                (Interval, "Duration"),
                (Timestamp, "EndTime"),
                (Uint64, "ReadRows ReadBytes UpdateRows UpdateBytes DeleteRows DeleteBytes Partitions"),
                (String, "UserSID"),
                (Uint64, "ParametersSize"),
                (Interval, "CompileDuration"),
                (Bool, "FromQueryCache"),
                (Uint64, "CPUTime ShardCount SumShardCPUTime MinShardCPUTime MaxShardCPUTime ComputeNodesCount"),
                (Uint64, "SumComputeCPUTime MinComputeCPUTime MaxComputeCPUTime CompileCPUTime ProcessCPUTime"),
                (String, "Type"),
                (Uint64, "RequestUnits"),
            ],
        },
        View {
            names: "query_metrics_one_minute",
            key: 2,
            columns: &[
                (Timestamp, "IntervalEnd"),
                (Uint32, "Rank"),
                (Utf8, "QueryText"),
                (Uint64, "Count SumCPUTime MinCPUTime MaxCPUTime"),
                (Interval, "SumDuration MinDuration MaxDuration"),
                (Uint64, "MinReadRows MaxReadRows SumReadRows MinReadBytes MaxReadBytes SumReadBytes"),
                (Uint64, "MinUpdateRows MaxUpdateRows SumUpdateRows MinUpdateBytes MaxUpdateBytes SumUpdateBytes"),
                (Uint64, "MinDeleteRows MaxDeleteRows SumDeleteRows MinRequestUnits MaxRequestUnits"),
                (Uint64, "SumRequestUnits"),
            ],
        },
    ]
};

/// Names of YDB's system views that this engine does not have.
const OTHERS: &str = "nodes query_sessions top_queries_by_request_units_one_minute \
                      top_queries_by_request_units_one_hour auth_users auth_groups auth_permissions \
                      compile_cache_queries show_create";

/// Returns the description of the system view at an absolute path below `<database>/.sys`.
///
/// Fails with UNSUPPORTED for YDB's other views, and with SCHEME_ERROR for names that are not views.
pub fn describe(database: &str, path: &str) -> Result<Table> {
    let name = paths::leaf(path);
    if path != format!("{database}/{}/{name}", paths::SYSTEM) {
        return Err(refusal::no_table(path));
    }
    let is_among = |names: &str| names.split(' ').any(|known| known == name);
    if let Some(view) = VIEWS.iter().find(|view| is_among(view.names)) {
        let columns = view.columns.iter().flat_map(|(ty, names)| names.split(' ').map(|name| (*ty, name)));
        let columns = (1..).zip(columns).map(|(id, (ty, name))| Column::new(id, name.into(), ty.into()));
        return Ok(Table::plain(ID, path.into(), columns.collect(), view.key, 0));
    }
    Err(if is_among(OTHERS) { unsupported(name) } else { refusal::no_table(path) })
}

/// Returns `true` if the table is a system view, which is read-only.
pub fn is_view(table: &Table) -> bool {
    table.id == ID
}

/// Id of every system view. No table of the catalog has this id.
const ID: TableId = TableId(0);

fn unsupported(name: &str) -> Error {
    refusal::unsupported(format!("The system view .sys/{name} is not supported by the embedded engine"))
}
