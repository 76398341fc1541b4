//! One sample: the rows of `.sys/partition_stats` as partitions.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use ydb::{Client, Row, YdbError, YdbResult};
use ydb_keys::__internal::schema::TablePath;
use ydb_keys::__internal::sdk::value::from_sdk;
use ydb_keys::Value;

use super::columns::{Column, FOLLOWER, statement};
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
    /// Whether the release has the column of replicas; `None` before the first answer.
    has_followers: Option<bool>,
}

impl<'c> Reader<'c> {
    pub(crate) fn new(client: &'c Client, scope: Scope, timeout: Duration) -> Self {
        Self { client, scope, pace: Pace::default(), timeout, has_followers: None }
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
            let has_followers = self.has_followers.unwrap_or(true);
            let Ok(asked) = timeout(self.timeout, self.ask(has_followers)).await else {
                return Err(StatsError::Silent { path: view, seconds: self.timeout.as_secs() });
            };
            match asked {
                Ok(rows) => {
                    self.has_followers = Some(has_followers);
                    break rows;
                }
                Err(error) if self.has_followers.is_none() && has_followers && names_followers(&error) => {
                    self.has_followers = Some(false);
                }
                Err(error) => return Err(StatsError::of(&view, &database, error)),
            }
        };
        let unknown = |reason: YdbError| StatsError::Unknown { path: view.clone(), reason: reason.to_string() };
        let mut tables: BTreeMap<String, Vec<(u64, Partition)>> = BTreeMap::new();
        let mut at_us = 0;
        for row in rows {
            let Some(read) = read(row).map_err(unknown)? else { continue };
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

    fn ask(&self, has_followers: bool) -> BoxFuture<'_, YdbResult<Vec<Row>>> {
        let (condition, params) = self.scope.condition(&self.client.database());
        let text = statement(has_followers, &condition, &params);
        Box::pin(async move {
            let mut queries = self.client.query_client();
            let mut query = queries.query_result_set(text).idempotent(true);
            for (name, value) in params {
                query = query.param(name, value);
            }
            Ok(query.await?.rows().collect())
        })
    }
}

/// Whether the server does not know the column of replicas.
fn names_followers(error: &YdbError) -> bool {
    matches!(error, YdbError::YdbStatusError(_)) && format!("{error:?}").contains(FOLLOWER)
}

struct Read {
    path: String,
    index: u64,
    now_us: u64,
    partition: Partition,
}

/// A row; `None` for a partition that has not reported itself yet.
fn read(mut row: Row) -> YdbResult<Option<Read>> {
    let mut read = Read { path: String::new(), index: 0, now_us: 0, partition: Partition::default() };
    let (partition, mut is_known) = (&mut read.partition, false);
    for (at, (column, name)) in Column::ALL.into_iter().enumerate() {
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
        let Partition { counters: Counters { writes, reads, read_requests, transactions, rejected }, .. } = partition;
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
        }
    }
    Ok(is_known.then_some(read))
}
