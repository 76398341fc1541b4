//! `queries live`: judges the queries that a database has run.

use std::io;

use clap::Args;

use super::found::{HELP, found};
use super::ran::{Ran, ran, summary};
use super::tables::by_database;
use crate::commands::database::Connection;
use crate::commands::failure::Failure;
use crate::commands::findings::{Output, Shown};
use crate::commands::page::{Page, Tone};
use crate::commands::streams::{Status, Streams};
use crate::queries::{Options, chosen_note};

#[derive(Args, Debug)]
pub(in crate::commands) struct LiveQueries {
    /// The number of queries that are printed at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) limit: u32,
    /// Take a hash column for given if the columns that it is computed from are
    #[arg(long)]
    pub(super) implied_hash: bool,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) connection: Connection,
}

pub(super) fn live(args: &LiveQueries, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let (all, note) = by_database(&args.connection, streams, |database, tables| {
        ran(database, tables, Options { implied_hash: args.implied_hash })
    })?;
    let ok = all.iter().all(|query| query.judged.ok);
    let worst = &all[..all.len().min(args.limit as usize)];
    let shown = Shown {
        command: "queries live",
        help: HELP,
        text: &|page| print(&all, worst, note.as_deref(), page),
        json: &|| serde_json::to_string_pretty(worst),
        found: &found(None, worst.iter().map(|query| &query.judged)),
        markdown: None,
    };
    args.output.show(&shown, streams)?;
    Ok(if ok { Status::Done } else { Status::Differs })
}

fn print(all: &[Ran], shown: &[Ran], note: Option<&str>, page: &mut Page<'_>) -> io::Result<()> {
    for query in shown.iter().filter(|query| !query.judged.ok) {
        page.line(&format!("{}: {}", page.paint(Tone::Strong, &query.judged.name), query.cost()))?;
        for line in query.excerpt() {
            page.line(&format!("    {line}"))?;
        }
        for fault in &query.judged.errors {
            page.paragraph(
                "  ",
                "    ",
                &format!("{}:{} {}: {}", fault.line, fault.column, fault.rule, fault.message),
            )?;
        }
        page.line("")?;
    }
    let chosen = chosen_note(all.iter().filter(|query| query.judged.is_chosen()).count());
    for note in note.into_iter().chain(chosen.as_deref()) {
        page.paragraph("note: ", "      ", note)?;
        page.line("")?;
    }
    page.line(&summary(all))
}
