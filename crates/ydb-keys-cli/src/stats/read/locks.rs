//! Broken locks of the last minutes: which partitions, and which statements.
//!
//! - `.sys/top_partitions_by_tli_one_minute` (25.1 and later) lists partitions with what they have counted since their tablets
//!   started; so the growth within the last minutes counts.
//! - `.sys/query_metrics_one_minute` counts for each text the locks that it broke, and those of its own that were broken.
//!   YDB's changelog does not name the release; the change came into main in December 2025 and is in the documentation of
//!   26.1, so earlier releases are expected to lack the columns.
//!
//! No view says which two statements met: only the sums of each text are known.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use tokio::time::timeout;
use ydb::{Row, YdbError, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::Value;

use super::sample::Reader;

const PARTITIONS: &str = "SELECT `TabletId`, MAX(`LocksBroken`) - MIN(`LocksBroken`) AS `Broken` \
    FROM `.sys/top_partitions_by_tli_one_minute` \
    WHERE `IntervalEnd` > CurrentUtcTimestamp() - Interval('PT10M') GROUP BY `TabletId`";

const STATEMENTS: &str = "SELECT `QueryText`, SUM(`LocksBrokenAsBreaker`) AS `Breaks`, SUM(`LocksBrokenAsVictim`) AS `Loses` \
    FROM `.sys/query_metrics_one_minute` WHERE `IntervalEnd` > CurrentUtcTimestamp() - Interval('PT10M') \
    AND (`LocksBrokenAsBreaker` > 0ul OR `LocksBrokenAsVictim` > 0ul) GROUP BY `QueryText` LIMIT 256";

/// What the views say of the last ten minutes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BrokenLocks {
    /// The locks that writes in a partition broke, by tablet; at least so many.
    pub(crate) tablets: BTreeMap<u64, u64>,
    /// The statements with broken locks, if the release counts them.
    pub(crate) statements: Vec<Contender>,
}

/// A statement that took part in conflicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contender {
    pub(crate) text: String,
    /// The locks of other transactions that it broke.
    pub(crate) breaks: u64,
    /// Its own locks that others broke.
    pub(crate) loses: u64,
}

/// Reads both views, with a note for what cannot be read.
pub(crate) async fn broken_locks(reader: &mut Reader<'_>) -> (BrokenLocks, Vec<String>) {
    let (mut found, mut notes) = (BrokenLocks::default(), Vec::new());
    match ask(reader, PARTITIONS).await {
        Ok(rows) => found.tablets = rows.into_iter().filter_map(partition).collect(),
        Err(_) => notes.push(
            "`.sys/top_partitions_by_tli_one_minute` cannot be read, so the broken locks of the last minutes are unknown."
                .to_owned(),
        ),
    }
    match ask(reader, STATEMENTS).await {
        Ok(rows) => found.statements = rows.into_iter().filter_map(contender).collect(),
        Err(error) if names_breakers(&error) => notes.push(
            "Which statements break locks is unknown: `.sys/query_metrics_one_minute` of this release does not count that; \
             YDB 26.1 and later do."
                .to_owned(),
        ),
        Err(_) => notes.push(
            "`.sys/query_metrics_one_minute` cannot be read, so it is unknown which statements break locks.".to_owned(),
        ),
    }
    (found, notes)
}

async fn ask(reader: &mut Reader<'_>, statement: &'static str) -> YdbResult<Vec<Row>> {
    reader.pace.wait().await;
    let asked: BoxFuture<'_, _> = Box::pin(async {
        let mut queries = reader.client.query_client();
        Ok(queries.query_result_set(statement).idempotent(true).await?.rows().collect())
    });
    timeout(reader.timeout, asked).await.unwrap_or(Err(YdbError::DeadlineExceeded))
}

fn names_breakers(error: &YdbError) -> bool {
    matches!(error, YdbError::YdbStatusError(_)) && format!("{error:?}").contains("LocksBrokenAs")
}

fn partition(mut row: Row) -> Option<(u64, u64)> {
    Some((number(&mut row, "TabletId")?, number(&mut row, "Broken")?)).filter(|(_, broken)| *broken > 0)
}

fn contender(mut row: Row) -> Option<Contender> {
    let Ok(Value::Utf8(text)) = from_sdk(row.remove_field_by_name("QueryText").ok()?) else { return None };
    let (breaks, loses) = (number(&mut row, "Breaks")?, number(&mut row, "Loses")?);
    Some(Contender { text: text.into_owned(), breaks, loses })
}

fn number(row: &mut Row, name: &str) -> Option<u64> {
    match from_sdk(row.remove_field_by_name(name).ok()?) {
        Ok(Value::Uint64(number)) => Some(number),
        _ => None,
    }
}
