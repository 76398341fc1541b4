//! `--watch`: takes a sample every `--seconds`, and draws the heat map in the terminal and in the HTML page of
//! `--html`.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::watch::{Receiver, channel};
use tokio::time::timeout_at;
use ydb_keys_bulk::__internal::Partitioned;
use ydb_keys_bulk::Connection;

use super::observe::{Observed, all_found, lately, scope};
use super::page::counted;
use super::terminal::{ROWS, columns, lines};
use super::{HotArgs, show};
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::commands::files::put;
use crate::commands::findings::FindingFormat;
use crate::commands::streams::{Status, Streams};
use crate::hot::{Cause, Heat, HotBasis, HotReport, Measure, TableReport, busy, report};
use crate::stats::{PartitionSample, Reader, StatsError, tables};

/// Longest time without an answer before the watch fails; in an incident a database may be silent for a while.
const SILENCE: Duration = Duration::from_secs(60);

pub(super) fn watch(args: &HotArgs, database: &Database, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let name = database.client.database();
    let (watched, observed) = gather(args, database, |watched| {
        if streams.page().colors() && is_text(args) && watched.report.is_some() {
            draw(args, streams, watched)?;
        }
        args.html.as_ref().map_or(Ok(()), |path| save(path, &name, watched))
    })?;
    if let Some(path) = &args.html {
        save(path, &name, &watched)?;
    }
    if is_text(args) {
        draw(args, streams, &watched)?;
        streams.page().line("")?;
    }
    show(args, database, &observed, streams)?;
    if let (Some(path), true) = (&args.html, is_text(args)) {
        writeln!(streams.err, "the heat map is in `{}`", path.display())?;
    }
    let is_hot = !watched.spells.is_empty() || observed.report.tables.iter().any(TableReport::is_finding);
    Ok(if is_hot { Status::Differs } else { Status::Done })
}

/// Watches until Ctrl-C or until the time of `--for` is over. Calls `on_sample` at the beginning and after each sample.
/// Returns all samples' data, and the report of the whole time.
pub(in crate::commands) fn gather(
    args: &HotArgs,
    database: &Database,
    mut on_sample: impl FnMut(&Watched) -> Result<(), Failure>,
) -> Result<(Watched, Observed), Failure> {
    let started = Instant::now();
    // A duration that the clock cannot reach ends with Ctrl-C.
    let until = args.duration.and_then(|seconds| started.checked_add(Duration::from_secs(seconds)));
    let mut stopped = database.runtime.run(interrupted());
    let mut reader = Reader::new(&database.client, scope(database, args), Duration::from_secs(args.timeout));
    let first = database.runtime.run(reader.sample())?;
    all_found(&first, database, args)?;
    let mut channels = None;
    let mut watched = Watched::default();
    on_sample(&watched)?;
    let (mut before, mut heard, mut next) = (first.clone(), Instant::now(), Instant::now());
    loop {
        next += Duration::from_secs(args.seconds);
        let wake = until.map_or(next, |until| until.min(next));
        // `true` if Ctrl-C came before it was time for a sample.
        let wait = async { matches!(timeout_at(wake.into(), stopped.wait_for(|stopped| *stopped)).await, Ok(Ok(_))) };
        if database.runtime.run(wait) {
            break;
        }
        match database.runtime.run(reader.sample()) {
            Ok(after) => {
                heard = Instant::now();
                describe(&mut watched, args, database, &mut channels, (&before, &after))?;
                watched.add(&first, &before, &after, args.patience as f64, args.by);
                before = after;
                on_sample(&watched)?;
            }
            Err(StatsError::Read { .. } | StatsError::Silent { .. }) if heard.elapsed() < SILENCE => {}
            Err(error) => return Err(error.into()),
        }
        if until.is_some_and(|until| Instant::now() >= until) {
            break;
        }
    }
    let (peaks, locks, notes) = database.runtime.run(lately(&mut reader, &before));
    let known = HotBasis { tables: watched.known(), peaks, locks, patience: args.patience as f64, by: args.by };
    let report = watched.judge(report(&first, &before, &known)).clone();
    Ok((watched, Observed { report, notes }))
}

/// Returns a receiver whose value becomes `true` with Ctrl-C.
async fn interrupted() -> Receiver<bool> {
    let (sender, receiver) = channel(false);
    tokio::spawn(async move {
        // Without signal handling, Ctrl-C ends the process, which is the default.
        if tokio::signal::ctrl_c().await.is_ok() {
            let _ = sender.send(true);
        }
        sender.closed().await;
    });
    receiver
}

/// Describes busy tables that are new, or whose tablets have changed since they were described.
fn describe(
    watched: &mut Watched,
    args: &HotArgs,
    database: &Database,
    channels: &mut Option<Connection>,
    (before, after): (&PartitionSample, &PartitionSample),
) -> Result<(), Failure> {
    let mut wanted = busy(before, after, args.patience as f64);
    wanted.retain(|path| !watched.is_known(path, after));
    if wanted.is_empty() {
        return Ok(());
    }
    let connection = match channels {
        Some(connection) => connection,
        None => channels.insert(database.runtime.run(database.channels())?),
    };
    let described = database.runtime.run(tables(connection, &wanted));
    watched.describe(described, after);
    Ok(())
}

fn is_text(args: &HotArgs) -> bool {
    args.output.format() == FindingFormat::Text
}

fn draw(args: &HotArgs, streams: &mut Streams<'_>, watched: &Watched) -> Result<(), Failure> {
    if streams.out.colors {
        // Moves the cursor to the top left corner, and clears the screen below.
        streams.out.control("\u{1b}[H\u{1b}[2J\n")?;
    }
    let mut page = streams.page();
    let map = watched.heat.map(ROWS, columns(page.width()));
    let shown = lines(&page, &map, args.by.unwrap_or(Measure::Writes));
    shown.iter().chain(&watched.seen()).try_for_each(|line| page.line(line))?;
    streams.out.flush()?;
    Ok(())
}

/// Period in which a table was hot, with its cause.
#[derive(Clone, Debug)]
pub(super) struct Spell {
    pub(super) from_us: u64,
    pub(super) to_us: u64,
    pub(super) cause: Cause,
}

/// Data that a watch has collected.
#[derive(Default)]
pub(in crate::commands) struct Watched {
    pub(super) heat: Heat,
    /// Hot periods of each table, by its path in the samples.
    pub(super) spells: BTreeMap<String, Vec<Spell>>,
    /// Report of the whole watch; a table that was hot is shown as when it was last hot.
    pub(super) report: Option<HotReport>,
    hot: BTreeMap<String, TableReport>,
    /// Descriptions of busy tables, with the ids of their tablets at that time.
    tables: BTreeMap<String, (Vec<u64>, Partitioned)>,
}

impl Watched {
    /// Returns `true` if the table's description is known and its tablets have not changed since.
    pub(super) fn is_known(&self, path: &str, now: &PartitionSample) -> bool {
        self.tables.get(path).is_some_and(|(known, _)| *known == tablets(path, now))
    }

    /// Stores descriptions of tables, with their current tablets.
    pub(super) fn describe(&mut self, tables: BTreeMap<String, Partitioned>, now: &PartitionSample) {
        for (path, table) in tables {
            let tablets = tablets(&path, now);
            self.tables.insert(path, (tablets, table));
        }
    }

    pub(super) fn known(&self) -> BTreeMap<String, Partitioned> {
        self.tables.iter().map(|(path, (_, table))| (path.clone(), table.clone())).collect()
    }

    /// Adds the load between the samples `before` and `after`; `first` is the watch's first sample.
    pub(super) fn add(
        &mut self,
        first: &PartitionSample,
        before: &PartitionSample,
        after: &PartitionSample,
        patience: f64,
        by: Option<Measure>,
    ) {
        let known = HotBasis { tables: self.known(), patience, by, ..HotBasis::default() };
        self.heat.add(before, after, &known.tables);
        for table in report(before, after, &known).tables {
            if !table.cause.is_hot() {
                continue;
            }
            let spells = self.spells.entry(table.path.clone()).or_default();
            match spells.last_mut() {
                Some(last) if last.cause == table.cause && last.to_us == before.at_us => last.to_us = after.at_us,
                _ => spells.push(Spell { from_us: before.at_us, to_us: after.at_us, cause: table.cause }),
            }
            self.hot.insert(table.path.clone(), table);
        }
        self.judge(report(first, after, &known));
    }

    /// Stores the report of the whole time. Shows a table as it was when it was hot: over the whole time its load may
    /// look small.
    pub(super) fn judge(&mut self, mut report: HotReport) -> &HotReport {
        for table in &mut report.tables {
            if let Some(hot) = self.hot.get(&table.path) {
                // The locks are those of the whole time.
                *table = TableReport { locks: table.locks.take(), ..hot.clone() };
            }
        }
        report.sort();
        self.report.insert(report)
    }

    /// Returns a line for each table that was hot: its last cause, and the seconds for which it was hot.
    pub(super) fn seen(&self) -> Vec<String> {
        let line = |(path, spells): (&String, &Vec<Spell>)| {
            let last = spells.last()?;
            let seconds: u64 = spells.iter().map(|spell| spell.to_us.saturating_sub(spell.from_us) / 1_000_000).sum();
            Some(format!("{path}: {}, hot for {} in all", last.cause.name(), counted(seconds as usize, "second")))
        };
        self.spells.iter().filter_map(line).collect()
    }
}

fn tablets(path: &str, sample: &PartitionSample) -> Vec<u64> {
    sample.tables.get(path).into_iter().flatten().map(|partition| partition.tablet).collect()
}

/// Most rows and columns of the map: a screen shows no more.
const MAP_ROWS: usize = 96;
const MAP_COLUMNS: usize = 160;

const HTML: &str = include_str!("page.html");

/// Text of the HTML page that is replaced by the data.
const DATA_PLACE: &str = "/*DATA*/null";

#[derive(Serialize)]
struct HtmlData<'a> {
    database: &'a str,
    /// Begin and end of each column, in milliseconds since 1970.
    columns: Vec<[u64; 2]>,
    rows: Vec<HtmlRow>,
    left_out: usize,
    measures: [Measure; 5],
    report: Option<&'a HotReport>,
}

#[derive(Serialize)]
struct HtmlRow {
    table: String,
    index: Option<String>,
    from: Option<String>,
    to: Option<String>,
    ranges: usize,
    /// Values of all columns, for each measure.
    values: Vec<Vec<serde_json::Number>>,
    /// Hot periods of the table: begin and end in milliseconds, and the cause.
    causes: Vec<(u64, u64, &'static str)>,
}

/// Writes the HTML page into a file.
pub(super) fn save(path: &Path, database: &str, watched: &Watched) -> Result<(), Failure> {
    let written = html_page(database, watched);
    let page = written.map_err(|source| Failure::File { what: "write", path: path.to_owned(), source })?;
    put(path, page.as_bytes())
}

pub(super) fn html_page(database: &str, watched: &Watched) -> io::Result<String> {
    // `<` is escaped, since in a script it could begin a tag.
    Ok(HTML.replacen(DATA_PLACE, &data(database, watched)?.to_string().replace('<', "\\u003c"), 1))
}

/// Returns the heat map and the report of a watch as JSON.
pub(in crate::commands) fn data(database: &str, watched: &Watched) -> serde_json::Result<serde_json::Value> {
    let map = watched.heat.map(MAP_ROWS, MAP_COLUMNS);
    let causes = |path: &String| {
        let spells = watched.spells.get(path).into_iter().flatten();
        spells.map(|Spell { from_us, to_us, cause }| (from_us / 1000, to_us / 1000, cause.name())).collect()
    };
    let rows = map.rows.iter().map(|row| HtmlRow {
        table: row.table.clone(),
        index: row.index.clone(),
        from: row.from.clone(),
        to: row.to.clone(),
        ranges: row.ranges,
        values: Measure::ALL.iter().map(|&measure| row.values(measure).map(rounded).collect()).collect(),
        causes: causes(&row.path),
    });
    let data = HtmlData {
        database,
        columns: map.columns.iter().map(|(from, to)| [from / 1000, to / 1000]).collect(),
        rows: rows.collect(),
        left_out: map.left_out,
        measures: Measure::ALL,
        report: watched.report.as_ref(),
    };
    serde_json::to_value(&data)
}

/// Rounds to three digits, enough for a colour and a tooltip.
fn rounded(value: f64) -> serde_json::Number {
    if value >= 1000.0 {
        return (value.round() as u64).into();
    }
    let rounded = format!("{value:.2}").parse().unwrap_or(0.0);
    if rounded == 0.0 { 0.into() } else { serde_json::Number::from_f64(rounded).unwrap_or_else(|| 0.into()) }
}
