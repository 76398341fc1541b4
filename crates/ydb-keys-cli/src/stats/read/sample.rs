//! Reads a sample: the rows of `.sys/partition_stats` as partitions.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use ydb::{Client, Row, YdbError, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::Value;
use ydb_keys_core::schema::path::TablePath;

use super::{QuestionPace, SampleScope, StatsError};
use crate::stats::{PartitionSample, SampledPartition};

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
        rows(self.client, statement(self.release, &condition, &params), params)
    }

    /// Reads the rows of a statement, if the database answers in time.
    pub(super) async fn in_time(&mut self, statement: String) -> Result<YdbResult<Vec<Row>>, Elapsed> {
        self.pace.wait().await;
        timeout(self.timeout, rows(self.client, statement, Vec::new())).await
    }

    pub(super) async fn rows(&mut self, statement: &str) -> YdbResult<Vec<Row>> {
        self.in_time(statement.to_owned()).await.unwrap_or(Err(YdbError::DeadlineExceeded))
    }

    /// Returns the older release if the server refused a column that it does not have.
    fn older(&self, error: &YdbError) -> Option<Release> {
        let is_refused = !self.is_known && matches!(error, YdbError::YdbStatusError(_));
        if is_refused { self.release.without(&format!("{error:?}")) } else { None }
    }
}

fn rows(client: &Client, statement: String, params: Vec<(String, String)>) -> BoxFuture<'_, YdbResult<Vec<Row>>> {
    Box::pin(async move {
        let mut queries = client.query_client();
        let mut query = queries.query_result_set(statement).idempotent(true);
        for (name, value) in params {
            query = query.param(name, value);
        }
        Ok(query.await?.rows().collect())
    })
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
    for (at, &(name, put)) in columns(release).iter().enumerate() {
        let put = match from_sdk(row.remove_field(at)?) {
            Ok(Value::Null) => Some(()),
            Ok(Value::Utf8(path)) if name == PATH => {
                read.path = path.into_owned();
                Some(())
            }
            Ok(Value::Double(cores)) if name == CORES => {
                read.partition.cores = cores;
                Some(())
            }
            Ok(Value::Uint64(number) | Value::Timestamp(number)) => put.map(|put| put(&mut read, number)),
            Ok(Value::Uint32(number)) => put.map(|put| put(&mut read, number.into())),
            _ => None,
        };
        put.ok_or_else(|| YdbError::Convert(format!("the column {name} has an unexpected type")))?;
    }
    Ok(Some(read).filter(|read| read.partition.tablet != 0))
}

/// Name of a column in `ydb/core/sys_view/common/schema.h`, and the place of its number in a row.
type StatsColumn = (&'static str, Option<fn(&mut SampleRow, u64)>);

const PATH: &str = "`Path`";
const CORES: &str = "`CPUCores`";

/// Columns in the order of the statement.
const COLUMNS: [StatsColumn; 20] = [
    (PATH, None),
    ("`PartIdx`", Some(|row, number| row.index = number)),
    ("`TabletId`", Some(|row, number| row.partition.tablet = number)),
    ("`NodeId`", Some(|row, number| row.partition.node = number.try_into().ok())),
    ("`StartTime`", Some(|row, number| row.partition.started_us = Some(number).filter(|&time| time > 0))),
    (CORES, None),
    ("`RowCount`", Some(|row, number| row.partition.rows = number)),
    ("`DataSize`", Some(|row, number| row.partition.bytes = number)),
    ("`RowUpdates`", Some(|row, number| row.partition.counters.writes += number)),
    ("`RowDeletes`", Some(|row, number| row.partition.counters.writes += number)),
    (
        "`RowReads`",
        Some(|row, number| {
            row.partition.counters.reads += number;
            row.partition.counters.read_requests += number;
        }),
    ),
    ("`RangeReads`", Some(|row, number| row.partition.counters.read_requests += number)),
    ("`RangeReadRows`", Some(|row, number| row.partition.counters.reads += number)),
    ("`ImmediateTxCompleted`", Some(|row, number| row.partition.counters.transactions += number)),
    ("`CoordinatedTxCompleted`", Some(|row, number| row.partition.counters.transactions += number)),
    ("`TxRejectedByOverload`", Some(|row, number| row.partition.counters.rejected = number)),
    // The server's time is read, too, to compare only times of the server with each other.
    ("CurrentUtcTimestamp() AS `Now`", Some(|row, number| row.now_us = number)),
    ("`LocksAcquired`", Some(|row, number| row.partition.counters.locks_taken = number)),
    ("`LocksWholeShard`", Some(|row, number| row.partition.counters.locks_whole = number)),
    ("`LocksBroken`", Some(|row, number| row.partition.counters.locks_broken = number)),
];

/// Number of columns at the end that releases before 25.1 lack.
const OF_LOCKS: usize = 3;

fn columns(release: Release) -> &'static [StatsColumn] {
    &COLUMNS[..COLUMNS.len() - if release.has_locks { 0 } else { OF_LOCKS }]
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
    let columns = columns(release).iter().map(|(text, _)| *text).collect::<Vec<_>>().join(", ");
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
    let mut peaks = BTreeMap::new();
    for mut row in reader.rows(STATEMENT).await? {
        let (tablet, cores) = (from_sdk(row.remove_field(0)?), from_sdk(row.remove_field(1)?));
        if let (Ok(Value::Uint64(tablet)), Ok(Value::Double(cores))) = (tablet, cores) {
            let peak = peaks.entry(tablet).or_insert(cores);
            *peak = cores.max(*peak);
        }
    }
    Ok(peaks)
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
