//! Most expensive queries, and queries that break locks, from the system views.

use std::collections::BTreeMap;

use ydb::{Row, YdbError, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::Value;
use ydb_keys_core::schema::path::TablePath;

use super::StatsError;
use super::sample::Reader;

/// Endings of YDB's views of top queries: by duration, by bytes read, and by CPU time.
const TOPS: [&str; 3] = ["duration", "read_bytes", "cpu_time"];

/// Writes the statement for one view, which has five queries of each hour, including those still running. The server's
/// time is used, because the clock of this machine may differ.
fn top(by: &str) -> String {
    format!(
        "SELECT `QueryText`, 1ul AS `Runs`, `ReadRows` AS `Rows`, `CPUTime` AS `Cpu` \
         FROM `.sys/top_queries_by_{by}_one_hour` \
         WHERE `IntervalEnd` > CurrentUtcTimestamp() - Interval('P1D')"
    )
}

/// Statement for the view that has up to 256 queries of each minute in the last six hours. It sums their runs.
const METRICS: &str = "SELECT `QueryText`, SUM(`Count`) AS `Runs`, SUM(`SumReadRows`) AS `Rows`, \
    SUM(`SumCPUTime`) AS `Cpu`, MIN(`IntervalEnd`) AS `First`, MAX(`IntervalEnd`) AS `Last` \
    FROM `.sys/query_metrics_one_minute` \
    WHERE `IntervalEnd` > CurrentUtcTimestamp() - Interval('PT6H') GROUP BY `QueryText` \
    ORDER BY `Rows` DESC LIMIT 1000";

/// Text of a query that was run, with its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeavyQuery {
    pub(crate) text: String,
    /// Number of runs in the last six hours. `None` if that was not counted; then the cost is that of a single run.
    pub(crate) runs: Option<u64>,
    pub(crate) rows: u64,
    /// CPU time in microseconds.
    pub(crate) cpu_us: u64,
}

/// Most expensive queries of a database.
#[derive(Clone, Debug, Default)]
pub(crate) struct HeavyQueries {
    pub(crate) all: Vec<HeavyQuery>,
    /// Seconds in which the runs were counted.
    pub(crate) seconds: f64,
    /// Note if the numbers of runs are unknown.
    pub(crate) note: Option<String>,
}

/// Reads the most expensive queries of the last day, and those of the last six hours.
///
/// # Errors
/// [`StatsError`].
pub(crate) async fn heaviest(reader: &mut Reader<'_>) -> Result<HeavyQueries, StatsError> {
    let mut found: BTreeMap<String, HeavyQuery> = BTreeMap::new();
    let statement = TOPS.map(top).join("\nUNION ALL\n");
    let views = format!(".sys/top_queries_by_{}_one_hour", TOPS[0]);
    for of_run in ask_for_queries(reader, &views, statement).await?.0 {
        let known = found.entry(of_run.text.clone()).or_insert_with(|| HeavyQuery { runs: None, ..of_run.clone() });
        (known.rows, known.cpu_us) = (known.rows.max(of_run.rows), known.cpu_us.max(of_run.cpu_us));
    }
    let view = ".sys/query_metrics_one_minute";
    let (seconds, note) = match ask_for_queries(reader, view, METRICS.to_owned()).await {
        Ok((counted, seconds)) => {
            found.extend(counted.into_iter().map(|of_runs| (of_runs.text.clone(), of_runs)));
            (seconds, None)
        }
        Err(_) => (0.0, Some(format!("`{view}` cannot be read, so it is unknown how often queries ran."))),
    };
    Ok(HeavyQueries { all: found.into_values().collect(), seconds, note })
}

async fn ask_for_queries(
    reader: &mut Reader<'_>,
    view: &str,
    statement: String,
) -> Result<(Vec<HeavyQuery>, f64), StatsError> {
    let database = reader.client.database();
    let path = TablePath::new(&database, view).absolute();
    let Ok(asked) = reader.in_time(statement).await else {
        return Err(StatsError::Silent { path, seconds: reader.timeout.as_secs() });
    };
    let rows = asked.map_err(|error| StatsError::of(&path, &database, error))?;
    let unknown = |reason: YdbError| StatsError::Unknown { path: path.clone(), reason: reason.to_string() };
    let (mut found, mut first, mut last) = (Vec::new(), u64::MAX, 0);
    for mut row in rows {
        let mut time = |name| match from_sdk(row.remove_field_by_name(name).ok()?) {
            Ok(Value::Timestamp(at)) => Some(at),
            _ => None,
        };
        if let (Some(from), Some(to)) = (time("First"), time("Last")) {
            (first, last) = (first.min(from), last.max(to));
        }
        found.extend(read_query(row).map_err(&unknown)?);
    }
    // Each row of the view has the runs of the minute before its end.
    Ok((found, last.saturating_sub(first) as f64 / 1e6 + 60.0))
}

/// Reads a row; `None` for a row without a text, which some releases leave out.
fn read_query(mut row: Row) -> YdbResult<Option<HeavyQuery>> {
    let mut next = |name| {
        let value = from_sdk(row.remove_field_by_name(name)?);
        value.map_err(|ty| YdbError::Convert(format!("the column {name} is a {ty}")))
    };
    let Value::Utf8(text) = next("QueryText")? else { return Ok(None) };
    let mut number = |name| match next(name)? {
        Value::Uint64(number) => Ok(number),
        Value::Null => Ok(0),
        _ => Err(YdbError::Convert(format!("the column {name} has an unexpected type"))),
    };
    let (runs, rows, cpu_us) = (number("Runs")?, number("Rows")?, number("Cpu")?);
    Ok(Some(HeavyQuery { text: text.into_owned(), runs: Some(runs), rows, cpu_us }))
}

// Broken locks of the last minutes, by partition and by statement.
//
// - `.sys/top_partitions_by_tli_one_minute` (25.1 and later) lists partitions with their counters since the start of
//   their tablets. The growth within the last minutes is used.
// - `.sys/query_metrics_one_minute` counts for each text the locks that it broke, and those of its own that were
//   broken. YDB's changelog does not name the release; the change came into main in December 2025 and is in the
//   documentation of 26.1; earlier releases are therefore expected to lack the columns.
//
// No view shows pairs of conflicting statements: only the sums of each text are known.

const PARTITIONS: &str = "SELECT `TabletId`, MAX(`LocksBroken`) - MIN(`LocksBroken`) AS `Broken` \
    FROM `.sys/top_partitions_by_tli_one_minute` \
    WHERE `IntervalEnd` > CurrentUtcTimestamp() - Interval('PT10M') GROUP BY `TabletId`";

const STATEMENTS: &str = "SELECT `QueryText`, SUM(`LocksBrokenAsBreaker`) AS `Breaks`, SUM(`LocksBrokenAsVictim`) AS `Loses` \
    FROM `.sys/query_metrics_one_minute` WHERE `IntervalEnd` > CurrentUtcTimestamp() - Interval('PT10M') \
    AND (`LocksBrokenAsBreaker` > 0ul OR `LocksBrokenAsVictim` > 0ul) GROUP BY `QueryText` LIMIT 256";

/// Data from the views for the last ten minutes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct BrokenLocks {
    /// Least number of locks that writes to a partition broke, by tablet.
    pub(crate) tablets: BTreeMap<u64, u64>,
    /// Statements with broken locks, if the release counts them.
    pub(crate) statements: Vec<Contender>,
}

/// Statement that took part in conflicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contender {
    pub(crate) text: String,
    /// Number of locks of other transactions that the statement broke.
    pub(crate) breaks: u64,
    /// Number of the statement's own locks that other transactions broke.
    pub(crate) loses: u64,
}

/// Reads both views, and returns a note for each that cannot be read.
pub(crate) async fn broken_locks(reader: &mut Reader<'_>) -> (BrokenLocks, Vec<String>) {
    let (mut found, mut notes) = (BrokenLocks::default(), Vec::new());
    match reader.rows(PARTITIONS).await {
        Ok(rows) => {
            let tablets = rows.into_iter().filter_map(|mut row| number(&mut row, "TabletId").zip(number(&mut row, "Broken")));
            found.tablets = tablets.filter(|(_, broken)| *broken > 0).collect();
        }
        Err(_) => notes.push(
            "`.sys/top_partitions_by_tli_one_minute` cannot be read, so the broken locks of the last minutes are unknown."
                .to_owned(),
        ),
    }
    match reader.rows(STATEMENTS).await {
        Ok(rows) => found.statements = rows.into_iter().filter_map(contender).collect(),
        Err(error @ YdbError::YdbStatusError(_)) if format!("{error:?}").contains("LocksBrokenAs") => notes.push(
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
