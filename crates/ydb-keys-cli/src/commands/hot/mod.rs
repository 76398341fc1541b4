//! `hot`: finds hot partitions, their cause and their cure.

mod observe;
mod page;
mod terminal;
#[cfg(test)]
mod tests;
mod watch;

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::database::{Choices, Connection, Database, TableNames, one_of};
use super::failure::Failure;
use super::findings::{FindingLevel, FindingOutput, Lines, ModelFiles, ReportedFinding, ShownFindings, subject};
use super::streams::{Status, Streams};
use crate::hot::{HotReport, Locks, Measure, TableReport};
use observe::{Observed, observe};

use page::print;
use watch::watch;
pub(super) use watch::{data, gather};

#[derive(Args, Debug)]
pub(super) struct HotArgs {
    #[command(flatten)]
    pub(in crate::commands) tables: TableNames,
    /// The time between the two samples; YDB refreshes the counters of a partition every 10 seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(in crate::commands) seconds: u64,
    /// Order of the partitions where nothing is hot
    #[arg(long, value_parser = one_of(MEASURES))]
    pub(in crate::commands) by: Option<Measure>,
    /// How long YDB may take to split a partition that is over the limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(in crate::commands) patience: u64,
    /// How long the database may take to answer
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::commands) timeout: u64,
    /// Keep watching until Ctrl-C, and draw a heat map: key ranges from top to bottom, and a column every `--seconds`
    #[arg(long)]
    pub(in crate::commands) watch: bool,
    /// End the watch after this time
    #[arg(long = "for", value_name = "SECONDS", requires = "watch", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::commands) duration: Option<u64>,
    /// Write the heat map as a page of HTML, and renew it with each column
    #[arg(long, value_name = "FILE", requires = "watch")]
    pub(in crate::commands) html: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::commands) output: FindingOutput,
    #[command(flatten)]
    pub(in crate::commands) models: ModelFiles,
    #[command(flatten)]
    pub(in crate::commands) connection: Connection,
}

/// Measures by which partitions are sorted.
const MEASURES: Choices<Measure, 5> = [
    ("writes", "", Measure::Writes),
    ("reads", "", Measure::Reads),
    ("cpu", "", Measure::Cpu),
    ("rows", "", Measure::Rows),
    ("size", "", Measure::Size),
];

pub(super) fn hot(args: &HotArgs, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let database = Database::connect(&args.connection)?;
    if args.watch {
        return watch(args, &database, streams);
    }
    let observed = database.runtime.shown(streams, |reporter| observe(&database, args, reporter))?;
    show(args, &database, &observed, streams)?;
    let is_hot = observed.report.tables.iter().any(TableReport::is_finding);
    Ok(if is_hot { Status::Differs } else { Status::Done })
}

fn show(args: &HotArgs, database: &Database, observed: &Observed, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let shown = ShownFindings {
        command: "hot",
        help: ydb_keys_core::__chapter!("operating_hot"),
        text: &|page| print(page, observed),
        json: &|| json(&database.client.database(), observed),
        found: &found(&observed.report, &args.output.lines(&args.models)?),
        markdown: None,
    };
    args.output.show(&shown, streams)
}

#[derive(Serialize)]
struct HotJson<'a> {
    version: u32,
    command: &'static str,
    database: &'a str,
    #[serde(flatten)]
    report: &'a HotReport,
    notes: &'a [String],
}

fn json(database: &str, observed: &Observed) -> serde_json::Result<String> {
    let Observed { report, notes } = observed;
    let output = HotJson { version: 1, command: "hot", database, report, notes };
    serde_json::to_string_pretty(&output)
}

fn found(report: &HotReport, lines: &Lines) -> Vec<ReportedFinding> {
    let hot = report.tables.iter().filter(|table| table.cause.is_hot()).map(|table| hot_table(table, lines));
    let broken = report.tables.iter().filter_map(|table| {
        let locks = table.locks.as_ref().filter(|locks| locks.much)?;
        Some(broken(table, locks, lines))
    });
    hot.chain(broken).collect()
}

fn hot_table(table: &TableReport, lines: &Lines) -> ReportedFinding {
    let mut message = format!("{}.", table.why);
    for cure in &table.cures {
        message += &format!(" {}", cure.text);
        if let Some(attribute) = &cure.attribute {
            message += &format!(" `#[ydb({attribute})]`");
        }
        if let Some(statement) = &cure.statement {
            message += &format!(" `{statement};`");
        }
    }
    let cause = serde_json::to_value(table.cause).ok();
    ReportedFinding {
        // The rule has the cause's name in the JSON.
        rule: cause.as_ref().and_then(|cause| cause.as_str()).unwrap_or_default().to_owned(),
        level: if table.over_limit { FindingLevel::Error } else { FindingLevel::Warning },
        subject: Some(subject(&table.table, table.index.as_deref())),
        message,
        place: lines.of(&table.table, table.index.as_deref()),
    }
}

fn broken(table: &TableReport, locks: &Locks, lines: &Lines) -> ReportedFinding {
    let cures = locks.cures.join(" ");
    ReportedFinding {
        rule: "broken_locks".to_owned(),
        level: FindingLevel::Warning,
        subject: Some(subject(&table.table, table.index.as_deref())),
        message: format!("{} of {} locks a second are broken. {cures}", locks.broken, locks.taken),
        place: lines.of(&table.table, table.index.as_deref()),
    }
}
