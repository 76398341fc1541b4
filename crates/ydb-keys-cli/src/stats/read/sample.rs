//! One sample: the rows of `.sys/partition_stats` as partitions.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use ydb::{Client, Row, YdbError, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::Value;
use ydb_keys_core::schema::path::TablePath;

use super::columns::{Column, Release, statement};
use super::error::StatsError;
use super::pace::Pace;
use super::scope::Scope;
use crate::stats::{Counters, Partition, Sample};

const VIEW: &str = ".sys/partition_stats";

/// Reads samples, never more than one a second.
pub(crate) struct Reader<'c> {
    pub(super) client: &'c Client,
    pub(super) scope: Scope,
    pub(super) pace: Pace,
    /// How long the database may take to answer. The client itself would try again indefinitely.
    pub(super) timeout: Duration,
    /// The columns that the release has, as far as it has refused some.
    release: Release,
    /// Whether it has answered.
    is_known: bool,
}

impl<'c> Reader<'c> {
    pub(crate) fn new(client: &'c Client, scope: Scope, timeout: Duration) -> Self {
        Self { client, scope, pace: Pace::default(), timeout, release: Release::NEWEST, is_known: false }
    }

    /// Whether the release counts locks.
    pub(crate) const fn has_locks(&self) -> bool {
        self.release.has_locks
    }

    /// The partitions as they are now.
    ///
    /// # Errors
    /// [`StatsError`].
    pub(crate) async fn sample(&mut self) -> Result<Sample, StatsError> {
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
        let mut tables: BTreeMap<String, Vec<(u64, Partition)>> = BTreeMap::new();
        let mut at_us = 0;
        for row in rows {
            let Some(read) = read(row, self.release).map_err(unknown)? else { continue };
            at_us = read.now_us;
            if self.scope.has(&database, &read.path) {
                let path = TablePath::new(&database, &read.path).to_string();
                tables.entry(path).or_default().push((read.index, read.partition));
            }
        }
        let in_order = |(path, mut partitions): (String, Vec<(u64, Partition)>)| {
            partitions.sort_by_key(|(index, _)| *index);
            (path, partitions.into_iter().map(|(_, partition)| partition).collect())
        };
        Ok(Sample { at_us, tables: tables.into_iter().map(in_order).collect() })
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

    /// The release, if the server does not know a column.
    fn older(&self, error: &YdbError) -> Option<Release> {
        let is_refused = !self.is_known && matches!(error, YdbError::YdbStatusError(_));
        if is_refused { self.release.without(&format!("{error:?}")) } else { None }
    }
}

struct Read {
    path: String,
    index: u64,
    now_us: u64,
    partition: Partition,
}

/// A row; `None` for a partition that has not reported itself yet.
fn read(mut row: Row, release: Release) -> YdbResult<Option<Read>> {
    let mut read = Read { path: String::new(), index: 0, now_us: 0, partition: Partition::default() };
    let (partition, mut is_known) = (&mut read.partition, false);
    for (at, &(column, name)) in Column::of(release).iter().enumerate() {
        let value = from_sdk(row.remove_field(at)?);
        let mismatch = || YdbError::Convert(format!("the column {name} has an unexpected type"));
        let number = match value {
            Ok(Value::Null) => continue,
            Ok(Value::Uint64(number) | Value::Timestamp(number)) => number,
            Ok(Value::Uint32(number)) => number.into(),
            Ok(Value::Double(cores)) if column == Column::CpuCores => {
                partition.cores = cores;
                continue;
            }
            Ok(Value::Utf8(path)) if column == Column::Path => {
                read.path = path.into_owned();
                continue;
            }
            _ => return Err(mismatch()),
        };
        let Counters { writes, reads, read_requests, transactions, rejected, locks_taken, locks_whole, locks_broken } =
            &mut partition.counters;
        match column {
            Column::Path | Column::CpuCores => return Err(mismatch()),
            Column::PartIdx => read.index = number,
            Column::Now => read.now_us = number,
            Column::TabletId => (partition.tablet, is_known) = (number, number != 0),
            Column::NodeId => partition.node = number.try_into().ok(),
            Column::StartTime => partition.started_us = Some(number).filter(|&time| time > 0),
            Column::RowCount => partition.rows = number,
            Column::DataSize => partition.bytes = number,
            Column::RowUpdates | Column::RowDeletes => *writes += number,
            Column::RowReads => (*reads, *read_requests) = (*reads + number, *read_requests + number),
            Column::RangeReads => *read_requests += number,
            Column::RangeReadRows => *reads += number,
            Column::ImmediateTxCompleted | Column::CoordinatedTxCompleted => *transactions += number,
            Column::TxRejectedByOverload => *rejected = number,
            Column::LocksAcquired => *locks_taken = number,
            Column::LocksWholeShard => *locks_whole = number,
            Column::LocksBroken => *locks_broken = number,
        }
    }
    Ok(is_known.then_some(read))
}
