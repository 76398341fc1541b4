//! `queries vet`: compares a database's plans of queries with the judgement of ydb-keys.

use std::io;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use ydb::YdbError;
use ydb_keys::__internal::Reason;
use ydb_keys_bulk::__internal::explained;

use super::{HELP, all_files, by_database, shown, stem};
use crate::commands::database::{Connection, Runtime};
use crate::commands::failure::Failure;
use crate::commands::findings::{FindingLevel, FindingOutput, ReportedFinding, ShownFindings, SourcePlace};
use crate::commands::page::{Page, Tone};
use crate::commands::streams::{Status, Streams};
use crate::commands::text::read_text;
use crate::queries::{
    NamedQuery, Options, PlanDifference, QueryTables, chosen_note, declarations, differences, judge, named, place,
    reads, texts,
};

#[derive(Args, Debug)]
pub(in crate::commands) struct VetQueries {
    /// Files with queries, each under a line `-- name: latest_orders`; a directory stands for its .yql and .sql files
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) output: FindingOutput,
    #[command(flatten)]
    pub(super) connection: Connection,
}

const REPORT: &str = "This is a bug of ydb-keys: please report it with the query, its tables and the release of YDB.";

/// Query with the database's plan, compared with its judgement.
#[derive(Serialize)]
struct Vetted {
    file: String,
    #[serde(skip)]
    line: u32,
    name: String,
    ok: bool,
    /// Database's error, if it makes no plan of the query.
    error: Option<String>,
    differences: Vec<PlanDifference>,
    #[serde(skip)]
    is_chosen: bool,
}

pub(super) fn vet(args: &VetQueries, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut files = Vec::new();
    for path in all_files(&args.files)? {
        files.push((read_text(&path)?, path));
    }
    let all = by_database(&args.connection, streams, |database, tables| {
        let connection = database.runtime.run(database.channels())?;
        vetted(&files, tables, &database.runtime, &connection)
    })?;
    if all.is_empty() {
        return Err(Failure::NoQueries);
    }
    let shown = ShownFindings {
        command: "queries vet",
        help: HELP,
        text: &|page| print(&all, page),
        json: &|| serde_json::to_string_pretty(&all),
        found: &all.iter().flat_map(found).collect::<Vec<_>>(),
        markdown: None,
    };
    args.output.show(&shown, streams)?;
    Ok(if all.iter().all(|query| query.ok) { Status::Done } else { Status::Differs })
}

fn vetted(
    files: &[(String, PathBuf)],
    tables: &QueryTables<'_>,
    runtime: &Runtime,
    connection: &ydb_keys_bulk::Connection,
) -> Result<Vec<Vetted>, Failure> {
    let mut all = Vec::new();
    for (text, path) in files {
        let stem = stem(path);
        let queries = named(&stem, text);
        let texts = queries.iter().flat_map(|query| texts(query).into_iter().map(move |text| (query, text)));
        for (query, (name, text)) in texts {
            let query = &NamedQuery { name: &name, text: &text, ..query.clone() };
            let judged = judge(query, tables, Options { implied_hash: false });
            let text = format!("{}{}", declarations(query.text, tables), query.text);
            let planned = runtime.run(Box::pin(explained(connection, text)));
            let (error, differences) = match planned {
                // Without a plan there is nothing to compare.
                Ok(plan) => {
                    let reads = plan.as_deref().and_then(reads);
                    (None, reads.map_or_else(Vec::new, |reads| differences(&judged, &reads, tables)))
                }
                Err(error @ YdbError::YdbStatusError(_)) => (Some(Reason(&error).to_string()), Vec::new()),
                Err(source) => return Err(Failure::Explain { name: query.name.to_owned(), source }),
            };
            let ok = error.is_none() && differences.is_empty();
            let (file, line, name) = (shown(path), query.line + 1, query.name.to_owned());
            all.push(Vetted { file, line, name, ok, error, differences, is_chosen: judged.is_chosen() });
        }
    }
    Ok(all)
}

fn said(difference: &PlanDifference) -> String {
    let PlanDifference { table, index, judged, planned } = difference;
    format!("the database plans {planned} for {}, and ydb-keys says {judged}", place(table, index.as_deref()))
}

fn print(all: &[Vetted], page: &mut Page<'_>) -> io::Result<()> {
    for query in all.iter().filter(|query| !query.ok) {
        let at = format!("{}:{}", query.file, query.line);
        page.line(&format!("{}: {}", page.paint(Tone::Strong, &at), query.name))?;
        if let Some(error) = &query.error {
            page.paragraph("    ", "    ", &format!("the database makes no plan of it: {error}"))?;
        }
        for difference in &query.differences {
            page.paragraph("    ", "    ", &format!("{}.", said(difference)))?;
        }
        if !query.differences.is_empty() {
            page.paragraph("    ", "    ", REPORT)?;
        }
    }
    if all.iter().any(|query| !query.ok) {
        page.line("")?;
    }
    if let Some(note) = chosen_note(all.iter().filter(|query| query.is_chosen).count()) {
        page.paragraph("note: ", "      ", &note)?;
        page.line("")?;
    }
    let differ = all.iter().filter(|query| !query.differences.is_empty()).count();
    let refused = all.iter().filter(|query| query.error.is_some()).count();
    let planned = all.len() - refused;
    let refused = match refused {
        0 => String::new(),
        1 => " One has no plan.".to_owned(),
        several => format!(" {several} have no plan."),
    };
    page.line(&match (differ, planned) {
        (0, 0) => "No query has a plan.".to_owned(),
        (0, 1) => format!("One query is planned as it is judged.{refused}"),
        (0, planned) => format!("{planned} queries are planned as they are judged.{refused}"),
        (differ, planned) => format!("{differ} of {planned} queries are not planned as they are judged.{refused}"),
    })
}

fn found(query: &Vetted) -> Vec<ReportedFinding> {
    let found = |rule: &str, message| ReportedFinding {
        rule: rule.to_owned(),
        level: FindingLevel::Error,
        subject: None,
        message,
        place: Some(SourcePlace { file: query.file.clone(), line: query.line, column: 1 }),
    };
    let error = query
        .error
        .iter()
        .map(|error| found("no_plan", format!("the database makes no plan of `{}`: {error}", query.name)));
    let differences =
        query.differences.iter().map(|difference| found("plan_differs", format!("{}. {REPORT}", said(difference))));
    error.chain(differences).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_asks_to_report_it() {
        let query = |name: &str, line, differences: Vec<PlanDifference>| {
            let (file, name) = ("shop.sql".to_owned(), name.to_owned());
            Vetted { file, line, name, ok: differences.is_empty(), error: None, differences, is_chosen: false }
        };
        let difference = PlanDifference { table: "orders".to_owned(), index: None, judged: "point", planned: "full" };
        let all = [query("fine", 1, Vec::new()), query("wrong", 5, vec![difference])];
        let mut out = Vec::new();
        print(&all, &mut Page::new(&mut out, 80, false)).unwrap();
        out.extend(found(&all[1]).into_iter().map(|found| found.message).collect::<String>().bytes());
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "shop.sql:5: wrong\n    the database plans full for table `orders`, and ydb-keys says point.\n    This is a bug \
             of ydb-keys: please report it with the query, its tables and\n    the release of YDB.\n\n1 of 2 queries are \
             not planned as they are judged.\nthe database plans full for table `orders`, and ydb-keys says point. This is a \
             bug of ydb-keys: please report it with the query, its tables and the release of YDB."
        );
    }
}
