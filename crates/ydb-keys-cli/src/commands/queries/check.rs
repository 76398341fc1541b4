//! `queries check`: judges the queries in files.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use ydb_keys::Table;
use ydb_keys_core::schema::any;

use super::{HELP, all_files, by_database, by_shapes, found, shown, sources, stem};
use crate::commands::database::{Connection, one_of};
use crate::commands::failure::Failure;
use crate::commands::files::replace_all;
use crate::commands::findings::{FindingOutput, ShownFindings};
use crate::commands::page::{Page, Tone};
use crate::commands::streams::{Status, Streams};
use crate::commands::text::read_text;
use crate::queries::{
    DdlSchema, Described, JudgedQuery, Migrations, Options, QueryTables, Tool, fixed, judge, named, schema,
};

#[derive(Args, Debug)]
pub(in crate::commands) struct CheckQueries {
    /// Files with queries, each under a line `-- name: latest_orders`; a directory stands for its .yql and .sql files
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// A directory with the CREATE TABLE statements, which may be migrations, instead of the models of this program, or of
    /// a database
    #[arg(long, value_name = "DIR")]
    pub(super) schema: Option<PathBuf>,
    /// The tool whose order the files of `--schema` have, if their names do not say it
    #[arg(long, value_name = "TOOL", requires = "schema", value_parser = one_of(TOOLS.map(|tool| (tool.word(), "", tool))))]
    pub(super) migrations: Option<Tool>,
    /// List the files of `--schema` that are read, in their order
    #[arg(long, requires = "schema")]
    verbose: bool,
    /// Take a hash column for given if the columns that it is computed from are
    #[arg(long)]
    pub(super) implied_hash: bool,
    /// Write the missing conditions on hash columns into the files, where the inputs are parameters or literals
    #[arg(long, conflicts_with = "implied_hash")]
    pub(super) fix: bool,
    #[command(flatten)]
    pub(super) output: FindingOutput,
    #[command(flatten)]
    pub(super) connection: Connection,
}

/// Migration tools whose order the files of a schema can have.
const TOOLS: [Tool; 4] = [Tool::Flyway, Tool::Goose, Tool::GolangMigrate, Tool::Plain];

/// File of queries, with the judgement of each.
struct CheckedFile {
    path: PathBuf,
    queries: Vec<JudgedQuery>,
    /// New text of the file, if `--fix` changes it.
    after: Option<String>,
}

pub(super) fn check(
    args: &CheckQueries,
    models: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let mut order = None;
    let files = match &args.schema {
        Some(directory) => {
            let files = sources(directory)?;
            let ddl =
                files.iter().map(|path| Ok((shown(path), read_text(path)?))).collect::<Result<Vec<_>, Failure>>()?;
            let DdlSchema { tables: described, others, migrations } =
                schema(&ddl, args.migrations).map_err(Failure::Ddl)?;
            order = Some(migrations);
            if described.is_empty() {
                return Err(Failure::NoDdl(directory.clone()));
            }
            let guessed: Vec<&str> = described.iter().filter(|table| table.is_guessed()).map(Described::path).collect();
            let shapes: Vec<_> = described.iter().map(Described::shape).collect();
            by_shapes(&shapes, (&guessed, &[]), &others, |tables| judged(args, tables))?
        }
        None if models.is_empty() => by_database(&args.connection, streams, |_, tables| judged(args, tables))?,
        None => {
            let models: Vec<any::Table<'_>> = models.iter().map(|table| **table).collect();
            judged(args, &QueryTables { all: &models, guessed: &[], sampled: &[], others: &[] })?
        }
    };
    let all: Vec<&JudgedQuery> = files.iter().flat_map(|file| &file.queries).collect();
    let of_file = |file: &CheckedFile| found(Some(&shown(&file.path)), &file.queries);
    let shown = ShownFindings {
        command: "queries check",
        help: HELP,
        text: &|page| {
            if let Some(order) = &order {
                print_order(order, args.verbose, page)?;
            }
            print(&files, page)
        },
        json: &|| serde_json::to_string_pretty(&all),
        found: &files.iter().flat_map(of_file).collect::<Vec<_>>(),
        markdown: None,
    };
    args.output.show(&shown, streams)?;
    let ok = all.iter().all(|query| query.ok);
    Ok(if ok { Status::Done } else { Status::Differs })
}

fn judged(args: &CheckQueries, tables: &QueryTables<'_>) -> Result<Vec<CheckedFile>, Failure> {
    let options = Options { implied_hash: args.implied_hash };
    let mut files = Vec::new();
    for path in all_files(&args.files)? {
        let before = read_text(&path)?;
        let stem = stem(&path);
        let after = if args.fix { with_conditions(&stem, &before, tables) } else { None };
        let text = after.as_ref().unwrap_or(&before);
        let queries: Vec<JudgedQuery> = named(&stem, text).iter().map(|query| judge(query, tables, options)).collect();
        if let Some(twice) = twice(&queries) {
            return Err(Failure::SameQuery { file: path, name: twice.to_owned() });
        }
        files.push(CheckedFile { path, queries, after });
    }
    if files.iter().all(|file| file.queries.is_empty()) {
        return Err(Failure::NoQueries);
    }
    let changed: Vec<(&Path, &str)> =
        files.iter().filter_map(|file| Some((file.path.as_path(), file.after.as_deref()?))).collect();
    replace_all(&changed)?;
    Ok(files)
}

/// Adds the conditions on hashes that the queries of a file lack; returns `None` if the text stays the same.
fn with_conditions(stem: &str, text: &str, tables: &QueryTables<'_>) -> Option<String> {
    let queries = named(stem, text);
    let mut out = text[..queries.first().map_or(text.len(), |query| query.begin)].to_owned();
    for query in &queries {
        match fixed(query.text, tables) {
            Some(fixed) => out.push_str(&fixed),
            None => out.push_str(query.text),
        }
    }
    (out != text).then_some(out)
}

/// Returns a name that two queries of a file share, if there is one.
fn twice(queries: &[JudgedQuery]) -> Option<&str> {
    let mut names: Vec<&str> = queries.iter().map(|query| query.name.as_str()).collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// Prints the files of a schema in the order in which they were read.
fn print_order(order: &Migrations, is_verbose: bool, page: &mut Page<'_>) -> io::Result<()> {
    page.line(&format!("Schema: {}.", order.summary()))?;
    if is_verbose {
        order.read.iter().try_for_each(|(file, _)| page.line(&format!("    {file}")))?;
        order.left_out.iter().try_for_each(|file| page.line(&format!("    left out: {file}")))?;
        order.skipped.iter().try_for_each(|statement| page.line(&format!("    skipped: {statement}")))?;
    }
    page.line("")
}

fn print(files: &[CheckedFile], page: &mut Page<'_>) -> io::Result<()> {
    let (mut count, mut faulty, mut is_silent) = (0_u64, 0_u64, true);
    for file in files {
        for query in &file.queries {
            count += 1;
            faulty += u64::from(!query.ok);
            let errors = query.errors.iter().map(|fault| (fault, ""));
            let questions = query.questions.iter().map(|fault| (fault, ", a question"));
            for (fault, kind) in errors.chain(questions) {
                let place = format!("{}:{}:{}", file.path.display(), fault.line, fault.column);
                page.line(&format!("{}: {}{kind} ({})", page.paint(Tone::Strong, &place), fault.rule, query.name))?;
                page.paragraph("    ", "    ", &fault.message)?;
                is_silent = false;
            }
        }
    }
    if !is_silent {
        page.line("")?;
    }
    for file in files.iter().filter(|file| file.after.is_some()) {
        page.line(&format!("Completed queries in {}.", shown(&file.path)))?;
    }
    page.line(&match faulty {
        0 if count == 1 => "One query, no fault.".to_owned(),
        0 => format!("{count} queries, no fault."),
        faulty => format!("Faults in {faulty} of {count} queries."),
    })
}
