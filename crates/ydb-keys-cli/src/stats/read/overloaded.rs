//! The partitions that were overloaded in the last minutes, where the user may read `.sys/top_partitions_one_minute`.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use ydb::{YdbError, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::Value;

use super::sample::Reader;

/// The server's own time: a clock of this machine may differ.
const STATEMENT: &str = "SELECT `TabletId`, `CPUCores` FROM `.sys/top_partitions_one_minute` \
    WHERE `IntervalEnd` > CurrentUtcTimestamp() - Interval('PT10M')";

/// The highest share of a core that each tablet had in the last ten minutes, of those that had more than 0.7 of one.
///
/// # Errors
/// The client's: not every user may read the view, and the caller can do without.
pub(crate) async fn overloaded(reader: &mut Reader<'_>) -> YdbResult<BTreeMap<u64, f64>> {
    reader.pace.wait().await;
    timeout(reader.timeout, peaks(reader)).await.unwrap_or(Err(YdbError::DeadlineExceeded))
}

fn peaks<'r>(reader: &'r Reader<'_>) -> BoxFuture<'r, YdbResult<BTreeMap<u64, f64>>> {
    Box::pin(async move {
        let mut queries = reader.client.query_client();
        let set = queries.query_result_set(STATEMENT).idempotent(true).await?;
        let mut peaks = BTreeMap::new();
        for mut row in set.rows() {
            let (tablet, cores) = (from_sdk(row.remove_field(0)?), from_sdk(row.remove_field(1)?));
            if let (Ok(Value::Uint64(tablet)), Ok(Value::Double(cores))) = (tablet, cores) {
                let peak = peaks.entry(tablet).or_insert(cores);
                *peak = cores.max(*peak);
            }
        }
        Ok(peaks)
    })
}
