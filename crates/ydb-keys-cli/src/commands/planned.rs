//! `explain --query`: which tables the database would read for a query, and by which keys. The query is not run.

use std::io;

use ydb_keys_bulk::__internal::explained;

use super::connect::Database;
use super::explain::Explain;
use super::failure::Failure;
use super::page::{Page, Tone};
use super::query::given;
use super::status::Status;
use super::streams::Streams;
use crate::queries::{PlanKeys, PlanRead, reads};
use crate::stats::owner;

/// A read of a whole table is a finding.
pub(super) fn planned(text: &str, args: &Explain, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let text = given(text, streams)?;
    let database = Database::open(&args.access)?;
    let connection = database.runtime.run(|_| database.channels(), |_| ())?;
    let planned = database.runtime.run(|_| Box::pin(explained(&connection, text)), |_| ());
    let plan = planned.map_err(|source| Failure::Query { writes: false, source })?;
    let found = plan.as_deref().and_then(reads);
    if args.json {
        writeln!(streams.out, "{}", plan.as_deref().unwrap_or("null"))?;
    } else {
        let named = |read: PlanRead| PlanRead { path: database.relative(&read.path), ..read };
        let named = found.as_ref().map(|found| found.iter().cloned().map(named).collect::<Vec<_>>());
        print(named.as_deref(), &mut streams.page())?;
    }
    let scans = found.iter().flatten().any(|read| read.keys == PlanKeys::All);
    Ok(if scans { Status::Differs } else { Status::Done })
}

fn print(found: Option<&[PlanRead]>, page: &mut Page<'_>) -> io::Result<()> {
    match found {
        None => return page.line("The database makes no plan of it, as of a change of the schema."),
        Some([]) => return page.line("It reads no table."),
        Some(_) => {}
    }
    for read in found.unwrap_or_default() {
        let owner = owner(&read.path);
        let index = owner.index.map_or_else(String::new, |index| format!(", index `{index}`"));
        let text = said(read.keys);
        let text = if read.keys == PlanKeys::All { page.paint(Tone::Bad, &text) } else { text };
        page.line(&format!("`{}`{index}: {text}", owner.table))?;
    }
    Ok(())
}

fn said(keys: PlanKeys) -> String {
    let first = |columns: usize| match columns {
        0 => "no column of the key".to_owned(),
        1 => "the first column of the key".to_owned(),
        columns => format!("the first {columns} columns of the key"),
    };
    match keys {
        PlanKeys::All => "a full scan: it reads all rows".to_owned(),
        PlanKeys::Whole => "by the whole key".to_owned(),
        PlanKeys::Range { fixed, bounded: true } => format!("a range by {}, with an end in the next one", first(fixed)),
        PlanKeys::Range { fixed, bounded: false } => format!("a range by {}", first(fixed)),
        PlanKeys::Ranges { fixed } => format!("several ranges by {}", first(fixed)),
        PlanKeys::Lookup { columns, .. } => format!("by {}, for each row of another table", first(columns)),
        PlanKeys::Unclear => "the plan does not say by which keys; see `--json`".to_owned(),
    }
}
