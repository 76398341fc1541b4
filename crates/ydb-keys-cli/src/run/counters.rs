//! Reads what the partitions of all tables have counted, by one query.

use futures_util::future::BoxFuture;
use ydb::{Client, Row, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::Value;
use ydb_keys_core::schema::path::TablePath;

use crate::lint::{AllCounters, Counters};

/// The sums over the leaders of each table's partitions: the counters of followers are of reads that the leader did not
/// do, and of the same rows.
const QUERY: &str = "SELECT Path, COUNT(*) AS partitions, SUM(RowCount) AS row_count, SUM(DataSize) AS bytes, \
    SUM(RowUpdates) AS row_updates, SUM(RowDeletes) AS row_deletes, SUM(RowReads) AS row_reads, \
    SUM(RangeReadRows) AS range_read_rows, SUM(CPUCores) AS cpu_cores \
    FROM `.sys/partition_stats` WHERE FollowerId = 0u GROUP BY Path";

/// The counters of all tables and indexes.
pub(crate) fn counters(client: &Client) -> BoxFuture<'_, YdbResult<AllCounters>> {
    Box::pin(async move {
        let set = client.query_client().query_result_set(QUERY).idempotent(true).await?;
        let mut all = AllCounters::default();
        for mut row in set.rows() {
            if let Ok(Value::Utf8(path)) = from_sdk(row.remove_field_by_name("Path")?) {
                all.0.insert(TablePath::new(&client.database(), &path).to_string(), one(&mut row)?);
            }
        }
        Ok(all)
    })
}

fn one(row: &mut Row) -> YdbResult<Counters> {
    let mut number = |name| -> YdbResult<u64> {
        Ok(match from_sdk(row.remove_field_by_name(name)?) {
            Ok(Value::Uint64(number)) => number,
            _ => 0,
        })
    };
    Ok(Counters {
        partitions: number("partitions")?,
        rows: number("row_count")?,
        bytes: number("bytes")?,
        row_updates: number("row_updates")?,
        row_deletes: number("row_deletes")?,
        row_reads: number("row_reads")?,
        range_read_rows: number("range_read_rows")?,
        cpu_cores: match from_sdk(row.remove_field_by_name("cpu_cores")?) {
            Ok(Value::Double(cores)) => cores,
            _ => 0.0,
        },
    })
}
