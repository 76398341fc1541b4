//! Key-value table that `ydb-keys` or the bare SDK reads and writes. Clients, sessions, retries, timeouts and
//! transaction modes are the same for both.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::ValueEnum;
use ydb::{
    Client, ClientBuilder, RetrySettings, RetryState, RetryStrategy, Row, SessionPoolSettings, TxMode, Value, YdbResult,
};
use ydb_keys::{TableAt, YdbTable};

use super::Kind;
use crate::Outcome;

/// Row of the table of YDB's SLO tests. The column `payload_hash` is left out, since the tests neither read nor write
/// it. The other columns are NOT NULL, since the tests write them all.
#[derive(Clone, Debug, PartialEq, YdbTable)]
#[ydb(table = "key_value", primary_key(hash = numeric_hash(id), id))]
#[ydb(partitioning(uniform = 6, by_size = 1, min = 6, max = 1000))]
pub struct Pair {
    /// Number that grows by one with each write.
    pub id: u64,
    /// Text of 32 to 56 characters.
    pub payload_str: String,
    /// Number from 0 to 1.
    pub payload_double: f64,
    /// Time of the write.
    pub payload_timestamp: SystemTime,
}

impl Pair {
    /// Returns a row with a payload from the random generator and the clock.
    pub fn random(id: u64, random: &mut fastrand::Rng) -> Self {
        let length = random.usize(32..=56);
        let micros = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
        Pair {
            id,
            payload_str: (0..length).map(|_| random.alphanumeric()).collect(),
            payload_double: random.f64(),
            // A Timestamp has microseconds.
            payload_timestamp: UNIX_EPOCH + Duration::from_micros(micros as u64),
        }
    }
}

/// Side of the comparison, which makes the statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// `ydb-keys` computes the hash.
    Keys,
    /// Statements by hand on the bare SDK, which hash the id in YQL, as YDB's SLO tests do.
    Sdk,
}

/// Table, and a client for each kind of operation.
#[derive(Clone)]
pub struct Store {
    side: Side,
    table: Arc<TableAt<Pair>>,
    select: Arc<str>,
    upsert: Arc<str>,
    timeout: Duration,
    reader: Arc<Client>,
    writer: Arc<Client>,
    retries: [Arc<AtomicU64>; 2],
}

impl Store {
    /// Connects, and creates the table below a directory.
    ///
    /// # Errors
    /// The connection fails, or the server refuses.
    pub async fn open(
        side: Side,
        connection: &str,
        directory: &str,
        sessions: usize,
        timeout: Duration,
    ) -> Outcome<Self> {
        let client = ClientBuilder::new_from_connection_string(connection)?.build().await?;
        let pool = SessionPoolSettings::new()
            .with_limit(sessions)
            .with_warm_up(sessions)
            .with_session_create_timeout(timeout)
            .with_session_delete_timeout(timeout)
            .with_acquire_timeout(timeout);
        let client = client.with_session_pool(pool).await?;
        let retries = [Arc::<AtomicU64>::default(), Arc::default()];
        let [reader, writer] = retries.each_ref().map(|retries| {
            let settings = RetrySettings::with_default_backoff().with(Counted(Arc::clone(retries)));
            Arc::new(client.clone_with_retry_settings(settings))
        });
        let table = Arc::new(Pair::in_directory(directory));
        table.create_table().if_not_exists().exec(&*writer).await?;
        let path = table.path();
        let select = format!(
            "DECLARE $id AS Uint64;
SELECT `id`, `payload_str`, `payload_double`, `payload_timestamp`
FROM `{path}`
WHERE `hash` = Digest::NumericHash($id) AND `id` = $id;"
        );
        let upsert = format!(
            "DECLARE $id AS Uint64;
DECLARE $payload_str AS Utf8;
DECLARE $payload_double AS Double;
DECLARE $payload_timestamp AS Timestamp;
UPSERT INTO `{path}` (`hash`, `id`, `payload_str`, `payload_double`, `payload_timestamp`)
VALUES (Digest::NumericHash($id), $id, $payload_str, $payload_double, $payload_timestamp);"
        );
        Ok(Store { side, table, select: select.into(), upsert: upsert.into(), timeout, reader, writer, retries })
    }

    /// Returns the path of the table.
    #[must_use]
    pub fn path(&self) -> &str {
        self.table.path()
    }

    /// Returns the number of attempts after the first one.
    #[must_use]
    pub fn retries(&self, kind: Kind) -> u64 {
        self.retries[kind as usize].load(Ordering::Relaxed)
    }

    /// Reads a row that exists.
    ///
    /// # Errors
    /// The operation fails, or there is no such row.
    pub async fn read(&self, id: u64) -> Outcome<Pair> {
        let row = match self.side {
            Side::Keys => {
                let get = self.table.get(id).fetch(&*self.reader);
                get.with_tx_mode(TxMode::SnapshotReadOnly).timeout(self.timeout).await?
            }
            Side::Sdk => {
                let mut q = self.reader.query_client();
                let query = q.query_row(&*self.select).param("$id", id).idempotent(true).optional();
                query.with_tx_mode(TxMode::SnapshotReadOnly).timeout(self.timeout).await?.map(pair).transpose()?
            }
        };
        row.ok_or_else(|| format!("there is no row {id}").into())
    }

    /// Writes a row.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn write(&self, row: Pair) -> Outcome {
        match self.side {
            Side::Keys => {
                Ok(self.table.upsert(&row).exec(&*self.writer).idempotent(true).timeout(self.timeout).await?)
            }
            Side::Sdk => {
                let mut q = self.writer.query_client();
                let query = q.exec(&*self.upsert).param("$id", row.id).param("$payload_str", row.payload_str);
                let query = query.param("$payload_double", row.payload_double);
                let query = query.param("$payload_timestamp", Value::Timestamp(row.payload_timestamp));
                Ok(query.idempotent(true).timeout(self.timeout).await?)
            }
        }
    }

    /// Writes the rows that reads choose from.
    ///
    /// # Errors
    /// An operation fails.
    pub async fn prefill(&self, rows: u64, random: &mut fastrand::Rng) -> Outcome {
        for id in 0..rows {
            self.write(Pair::random(id, random)).await?;
        }
        Ok(())
    }

    /// Drops the table.
    ///
    /// # Errors
    /// The server refuses.
    pub async fn drop_table(&self) -> Outcome {
        Ok(self.writer.query_client().exec(format!("DROP TABLE `{}`", self.path())).timeout(self.timeout).await?)
    }
}

fn pair(mut row: Row) -> YdbResult<Pair> {
    Ok(Pair {
        id: row.remove_field_by_name("id")?.try_into()?,
        payload_str: row.remove_field_by_name("payload_str")?.try_into()?,
        payload_double: row.remove_field_by_name("payload_double")?.try_into()?,
        payload_timestamp: row.remove_field_by_name("payload_timestamp")?.try_into()?,
    })
}

/// Retry listener that counts the SDK's retries, and does not delay them.
#[derive(Debug)]
struct Counted(Arc<AtomicU64>);

impl RetryStrategy for Counted {
    async fn wait_retry(&self, _: &RetryState) -> ControlFlow<()> {
        self.0.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    }
}
