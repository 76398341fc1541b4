//! Reads a sample: the rows of `.sys/partition_stats` as partitions.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use ydb::{Client, Row, YdbError, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::Value;
use ydb_keys_core::schema::path::TablePath;

use super::{QuestionPace, SampleScope, StatsError};
use crate::stats::{PartitionCounters, PartitionSample, SampledPartition};

const VIEW: &str = ".sys/partition_stats";

/// Reader of samples, at most one per second.
pub(crate) struct Reader<'c> {
    pub(super) client: &'c Client,
    pub(super) scope: SampleScope,
    pub(super) pace: QuestionPace,
    /// Time after which a query fails. The client alone would retry without a limit.
    pub(super) timeout: Duration,
    /// Columns that the release has, unless it has not been asked yet.
    release: Release,
    /// `true` if the server has answered a query.
    is_known: bool,
}

impl<'c> Reader<'c> {
    pub(crate) fn new(client: &'c Client, scope: SampleScope, timeout: Duration) -> Self {
        Self { client, scope, pace: QuestionPace::default(), timeout, release: Release::NEWEST, is_known: false }
    }

    pub(crate) const fn has_locks(&self) -> bool {
        self.release.has_locks
    }

    /// Reads the current state of the partitions.
    ///
    /// # Errors
    /// [`StatsError`].
    pub(crate) async fn sample(&mut self) -> Result<PartitionSample, StatsError> {
        let database = self.client.database();
        let view = TablePath::new(&database, VIEW).absolute();
        let rows = loop {
            self.pace.wait().await;
            let Ok(asked) = timeout(self.timeout, self.ask()).await else {
                return Err(StatsError::Silent { path: view, seconds: self.timeout.as_secs() });
            };
            match asked {
                Ok(rows) => {
                    self.is_known = true;
                    break rows;
                }
                Err(error) => match self.older(&error) {
                    Some(release) => self.release = release,
                    None => return Err(StatsError::of(&view, &database, error)),
                },
            }
        };
        let unknown = |reason: YdbError| StatsError::Unknown { path: view.clone(), reason: reason.to_string() };
        let mut tables: BTreeMap<String, Vec<(u64, SampledPartition)>> = BTreeMap::new();
        let mut at_us = 0;
        for row in rows {
            let Some(read) = read(row, self.release).map_err(unknown)? else { continue };
            at_us = read.now_us;
            if self.scope.has(&database, &read.path) {
                let path = TablePath::new(&database, &read.path).to_string();
                tables.entry(path).or_default().push((read.index, read.partition));
            }
        }
        let in_order = |(path, mut partitions): (String, Vec<(u64, SampledPartition)>)| {
            partitions.sort_by_key(|(index, _)| *index);
            (path, partitions.into_iter().map(|(_, partition)| partition).collect())
        };
        Ok(PartitionSample { at_us, tables: tables.into_iter().map(in_order).collect() })
    }

    fn ask(&self) -> BoxFuture<'_, YdbResult<Vec<Row>>> {
        let (condition, params) = self.scope.condition(&self.client.database());
        let text = statement(self.release, &condition, &params);
        Box::pin(async move {
            let mut queries = self.client.query_client();
            let mut query = queries.query_result_set(text).idempotent(true);
            for (name, value) in params {
                query = query.param(name, value);
            }
            Ok(query.await?.rows().collect())
        })
    }

    /// Returns the older release if the server refused a column that it does not have.
    fn older(&self, error: &YdbError) -> Option<Release> {
        let is_refused = !self.is_known && matches!(error, YdbError::YdbStatusError(_));
        if is_refused { self.release.without(&format!("{error:?}")) } else { None }
    }
}

struct SampleRow {
    path: String,
    index: u64,
    now_us: u64,
    partition: SampledPartition,
}

/// Reads a row; `None` for a partition that has not reported itself yet.
fn read(mut row: Row, release: Release) -> YdbResult<Option<SampleRow>> {
    let mut read = SampleRow { path: String::new(), index: 0, now_us: 0, partition: SampledPartition::default() };
    let (partition, mut is_known) = (&mut read.partition, false);
    for (at, &(column, name)) in StatsColumn::of(release).iter().enumerate() {
        let value = from_sdk(row.remove_field(at)?);
        let mismatch = || YdbError::Convert(format!("the column {name} has an unexpected type"));
        let number = match value {
            Ok(Value::Null) => continue,
            Ok(Value::Uint64(number) | Value::Timestamp(number)) => number,
            Ok(Value::Uint32(number)) => number.into(),
            Ok(Value::Double(cores)) if column == StatsColumn::CpuCores => {
                partition.cores = cores;
                continue;
            }
            Ok(Value::Utf8(path)) if column == StatsColumn::Path => {
                read.path = path.into_owned();
                continue;
            }
            _ => return Err(mismatch()),
        };
        let PartitionCounters {
            writes,
            reads,
            read_requests,
            transactions,
            rejected,
            locks_taken,
            locks_whole,
            locks_broken,
        } = &mut partition.counters;
        match column {
            StatsColumn::Path | StatsColumn::CpuCores => return Err(mismatch()),
            StatsColumn::PartIdx => read.index = number,
            StatsColumn::Now => read.now_us = number,
            StatsColumn::TabletId => (partition.tablet, is_known) = (number, number != 0),
            StatsColumn::NodeId => partition.node = number.try_into().ok(),
            StatsColumn::StartTime => partition.started_us = Some(number).filter(|&time| time > 0),
            StatsColumn::RowCount => partition.rows = number,
            StatsColumn::DataSize => partition.bytes = number,
            StatsColumn::RowUpdates | StatsColumn::RowDeletes => *writes += number,
            StatsColumn::RowReads => (*reads, *read_requests) = (*reads + number, *read_requests + number),
            StatsColumn::RangeReads => *read_requests += number,
            StatsColumn::RangeReadRows => *reads += number,
            StatsColumn::ImmediateTxCompleted | StatsColumn::CoordinatedTxCompleted => *transactions += number,
            StatsColumn::TxRejectedByOverload => *rejected = number,
            StatsColumn::LocksAcquired => *locks_taken = number,
            StatsColumn::LocksWholeShard => *locks_whole = number,
            StatsColumn::LocksBroken => *locks_broken = number,
        }
    }
    Ok(is_known.then_some(read))
}

/// Column with its name in `ydb/core/sys_view/common/schema.h`, in the order of the statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StatsColumn {
    Path,
    TabletId,
    NodeId,
    StartTime,
    CpuCores,
    RowCount,
    DataSize,
    RowUpdates,
    RowDeletes,
    RowReads,
    RangeReads,
    RangeReadRows,
    ImmediateTxCompleted,
    CoordinatedTxCompleted,
    TxRejectedByOverload,
    PartIdx,
    Now,
    LocksAcquired,
    LocksWholeShard,
    LocksBroken,
}

impl StatsColumn {
    pub(super) const ALL: [(Self, &'static str); 20] = [
        (Self::Path, "`Path`"),
        (Self::PartIdx, "`PartIdx`"),
        (Self::TabletId, "`TabletId`"),
        (Self::NodeId, "`NodeId`"),
        (Self::StartTime, "`StartTime`"),
        (Self::CpuCores, "`CPUCores`"),
        (Self::RowCount, "`RowCount`"),
        (Self::DataSize, "`DataSize`"),
        (Self::RowUpdates, "`RowUpdates`"),
        (Self::RowDeletes, "`RowDeletes`"),
        (Self::RowReads, "`RowReads`"),
        (Self::RangeReads, "`RangeReads`"),
        (Self::RangeReadRows, "`RangeReadRows`"),
        (Self::ImmediateTxCompleted, "`ImmediateTxCompleted`"),
        (Self::CoordinatedTxCompleted, "`CoordinatedTxCompleted`"),
        (Self::TxRejectedByOverload, "`TxRejectedByOverload`"),
        // The server's time is read, too, to compare only times of the server with each other.
        (Self::Now, "CurrentUtcTimestamp() AS `Now`"),
        (Self::LocksAcquired, "`LocksAcquired`"),
        (Self::LocksWholeShard, "`LocksWholeShard`"),
        (Self::LocksBroken, "`LocksBroken`"),
    ];

    /// Number of columns at the end that releases before 25.1 lack.
    const OF_LOCKS: usize = 3;

    /// Returns the columns that a release has.
    pub(super) fn of(release: Release) -> &'static [(Self, &'static str)] {
        let lacks = if release.has_locks { 0 } else { Self::OF_LOCKS };
        &Self::ALL[..Self::ALL.len() - lacks]
    }
}

/// Columns of a release that older releases lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Release {
    /// `true` if the view has the column of followers, which is 0 in rows of leaders. Releases without the column have
    /// no rows of followers.
    has_followers: bool,
    pub(super) has_locks: bool,
}

impl Release {
    const NEWEST: Self = Self { has_followers: true, has_locks: true };

    /// Returns the release without the columns that the error names; `None` for other errors.
    pub(super) fn without(self, error: &str) -> Option<Self> {
        let older = Self {
            has_followers: self.has_followers && !error.contains(FOLLOWER),
            has_locks: self.has_locks && !error.contains("Locks"),
        };
        (older != self).then_some(older)
    }
}

const FOLLOWER: &str = "FollowerId";

/// Writes the statement that reads the partitions of leaders.
pub(super) fn statement(release: Release, condition: &str, params: &[(String, String)]) -> String {
    let declared: String = params.iter().map(|(name, _)| format!("DECLARE {name} AS Utf8;\n")).collect();
    let columns = StatsColumn::of(release).iter().map(|(_, text)| *text).collect::<Vec<_>>().join(", ");
    let leaders = release.has_followers.then(|| format!("`{FOLLOWER}` = 0u"));
    let condition = (!condition.is_empty()).then(|| format!("({condition})"));
    let wanted: Vec<String> = leaders.into_iter().chain(condition).collect();
    let wanted = if wanted.is_empty() { String::new() } else { format!(" WHERE {}", wanted.join(" AND ")) };
    format!("{declared}SELECT {columns} FROM `.sys/partition_stats`{wanted}")
}

/// Statement that reads peaks. It uses the server's time, because the clock of this machine may differ.
const STATEMENT: &str = "SELECT `TabletId`, `CPUCores` FROM `.sys/top_partitions_one_minute` \
    WHERE `IntervalEnd` > CurrentUtcTimestamp() - Interval('PT10M')";

/// Reads the greatest share of a core that each tablet had in the last ten minutes. Only tablets with more than 0.7 are
/// listed.
///
/// # Errors
/// Errors of the client. Not every user may read the view, and the caller can go on without it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_with_replicas_and_without() {
        let newer = statement(Release::NEWEST, "", &[]);
        assert!(newer.contains("`LocksBroken`"), "{newer}");
        assert!(newer.ends_with(" FROM `.sys/partition_stats` WHERE `FollowerId` = 0u"), "{newer}");
        let old = Release::NEWEST.without("Member not found: FollowerId").unwrap();
        let oldest = old.without("Member not found: LocksAcquired. Did you mean ..").unwrap();
        assert_eq!(oldest, Release { has_followers: false, has_locks: false });
        assert_eq!((oldest.without("FollowerId"), Release::NEWEST.without("overloaded")), (None, None));
        let older = statement(oldest, "", &[]);
        assert!(!older.contains("Locks"), "{older}");
        assert!(older.ends_with(" FROM `.sys/partition_stats`"), "{older}");
        let params = [("$from0".to_owned(), "/local/t".to_owned())];
        let one = statement(Release::NEWEST, "`Path` = $from0", &params);
        assert!(one.starts_with("DECLARE $from0 AS Utf8;\nSELECT `Path`, "), "{one}");
        assert!(one.ends_with(" WHERE `FollowerId` = 0u AND (`Path` = $from0)"), "{one}");
    }
}
