//! `lint`: finds faults of a database's tables, with models or without.

mod text;

use std::path::{Path, PathBuf};

use clap::Args;
use ydb_keys::Table;

use super::database::{Choices, Connection, Database, TableNames, one_of};
use super::failure::Failure;
use super::findings::{FindingLevel, FindingOutput, Lines, ModelFiles, ReportedFinding, ShownFindings, subject};
use super::page::sentence;
use super::streams::{Status, Streams};
use super::text::read_text;
use crate::lint::{AllowLine, Finding, LintReport, ModelTables, Severity, Survey, parse};
use crate::run::{LookRange, look};
use text::cured;

#[derive(Args, Debug)]
pub(super) struct Lint {
    #[command(flatten)]
    tables: TableNames,
    /// File with accepted findings, one `table:rule=reason` per line
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
    /// Lowest severity to report
    #[arg(long, value_parser = one_of(LEAST), default_value = "low")]
    severity: Severity,
    /// Explain every finding on its own, and list the low ones of empty tables
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    output: FindingOutput,
    #[command(flatten)]
    models: ModelFiles,
    #[command(flatten)]
    connection: Connection,
}

/// Least severities that are reported.
const LEAST: Choices<Severity, 3> = [
    ("low", "All findings", Severity::Low),
    ("medium", "Findings that hurt under load, or with some values", Severity::Medium),
    ("high", "One partition takes most of the load, or reads miss rows", Severity::High),
];

pub(super) fn lint(args: &Lint, models: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let lines = args.allow.as_deref().map(allowances).transpose()?.unwrap_or_default();
    let database = Database::connect(&args.connection)?;
    let tables: Vec<String> = args.tables.paths.iter().map(|table| database.relative(table)).collect();
    let below = database.below().unwrap_or_default();
    let (range, models) = (LookRange { below, tables: &tables }, ModelTables { tables: models, below });
    let survey = survey(&database, range, models, streams)?;
    let report = LintReport::of(survey, models, &lines, args.severity);
    let shown = ShownFindings {
        command: "lint",
        help: ydb_keys_core::__chapter!("operating_lint"),
        text: &|page| text::print(&report, args.all, args.allow.is_some(), page),
        json: &|| serde_json::to_string_pretty(&report),
        found: &found(&report, &args.output.lines(&args.models)?),
        markdown: None,
    };
    args.output.show(&shown, streams)?;
    Ok(if report.findings.is_empty() { Status::Done } else { Status::Differs })
}

/// Reads the descriptions, statistics and sampled rows of a database's tables.
pub(super) fn survey(
    database: &Database,
    range: LookRange<'_>,
    models: ModelTables<'_>,
    streams: &mut Streams<'_>,
) -> Result<Survey, Failure> {
    Ok(database.runtime.shown(streams, |reporter| look(&database.client, range, models, reporter.on_read()))?)
}

/// Parses a file of allowances.
fn allowances(file: &Path) -> Result<Vec<AllowLine>, Failure> {
    parse(&read_text(file)?).map_err(|bad| {
        let lines: Vec<String> = bad.iter().map(|(number, why)| format!("\n  line {number}: {why}")).collect();
        Failure::Allowances { file: file.to_owned(), lines: lines.concat() }
    })
}

fn found(report: &LintReport, lines: &Lines) -> Vec<ReportedFinding> {
    report.findings.iter().map(|finding| one(finding, lines)).collect()
}

fn one(finding: &Finding, lines: &Lines) -> ReportedFinding {
    let mut message = format!("{} Cure: {}", sentence(&finding.fault), cured(&finding.cure));
    if let Some(statement) = &finding.cure.statement {
        message += &format!(" {statement}");
    }
    ReportedFinding {
        rule: finding.rule.id().to_owned(),
        level: match finding.severity {
            Severity::High => FindingLevel::Error,
            Severity::Medium => FindingLevel::Warning,
            Severity::Low => FindingLevel::Note,
        },
        subject: Some(subject(&finding.table, finding.index.as_deref())),
        message,
        place: lines.of(&finding.table, finding.index.as_deref()),
    }
}
