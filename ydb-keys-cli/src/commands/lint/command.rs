//! Runs `lint`.

use std::path::Path;

use ydb_keys::Table;

use super::super::connect::Database;
use super::super::failure::Failure;
use super::super::findings::Shown;
use super::super::progress::Progress;
use super::super::status::Status;
use super::super::streams::Streams;
use super::super::text::read_text;
use super::args::Lint;
use super::found::found;
use super::text;
use crate::lint::{AllowLine, Models, Report, Survey, parse};
use crate::run::{Range, look};

pub(in crate::commands) fn lint(
    args: &Lint,
    models: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let lines = args.allow.as_deref().map(allowances).transpose()?.unwrap_or_default();
    let database = Database::connect(&args.connection)?;
    let tables: Vec<String> = args.tables.paths.iter().map(|table| database.relative(table)).collect();
    let below = database.below().unwrap_or_default();
    let (range, models) = (Range { below, tables: &tables }, Models { tables: models, below });
    let survey = survey(&database, range, models, streams)?;
    let report = Report::of(survey, models, &lines, args.severity.into());
    let shown = Shown {
        command: "lint",
        help: ydb_keys::__chapter!("operating_lint"),
        text: &|page| text::print(&report, args.all, args.allow.is_some(), page),
        json: &|| serde_json::to_string_pretty(&report),
        found: &found(&report, &args.output.lines(&args.models)?),
        markdown: None,
    };
    args.output.show(&shown, streams)?;
    Ok(if report.findings.is_empty() { Status::Done } else { Status::Differs })
}

/// Reads the tables of a database.
pub(in crate::commands) fn survey(
    database: &Database,
    range: Range<'_>,
    models: Models<'_>,
    streams: &mut Streams<'_>,
) -> Result<Survey, Failure> {
    let mut progress = Progress::new(&mut streams.err, streams.bars, streams.clock);
    Ok(database.runtime.run(
        |reporter| {
            let on_read = move |done, of| reporter.now("tables read", done, of);
            look(&database.client, range, models, on_read)
        },
        |update| progress.show(update),
    )?)
}

/// The allowances of a file.
fn allowances(file: &Path) -> Result<Vec<AllowLine>, Failure> {
    parse(&read_text(file)?).map_err(|bad| {
        let lines: Vec<String> = bad.iter().map(|(number, why)| format!("\n  line {number}: {why}")).collect();
        Failure::Allowances { file: file.to_owned(), lines: lines.concat() }
    })
}
