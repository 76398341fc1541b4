//! `queries`: judges queries in files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ydb_keys::__internal::schema::any;
use ydb_keys::Table;

use super::args::{CheckQueries, FindingFormat, QueriesCommand};
use super::connect::Database;
use super::failure::Failure;
use super::files::replace_all;
use super::page::{Page, Tone};
use super::progress::Progress;
use super::status::Status;
use super::streams::Streams;
use crate::lint::{Models, Shape};
use crate::queries::{Described, Judged, Options, Tables, fixed, judge, named, schema};
use crate::run::{Range, look};

/// A file of queries, with what was found in each.
struct File {
    path: PathBuf,
    queries: Vec<Judged>,
    /// Its new text, if `--fix` changes it.
    after: Option<String>,
}

pub(super) fn queries(
    command: &QueriesCommand,
    models: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    match command {
        QueriesCommand::Check(args) => check(args, models, streams),
    }
}

fn check(args: &CheckQueries, models: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let files = match &args.schema {
        Some(directory) => {
            let files = sources(directory)?;
            let ddl = files.iter().map(|path| Ok((shown(path), read(path)?))).collect::<Result<Vec<_>, Failure>>()?;
            let described = schema(&ddl).map_err(Failure::Ddl)?;
            if described.is_empty() {
                return Err(Failure::NoDdl(directory.clone()));
            }
            let guessed: Vec<&str> = described.iter().filter(|table| table.is_guessed()).map(Described::path).collect();
            by_shapes(args, &described.iter().map(Described::shape).collect::<Vec<_>>(), &guessed)?
        }
        None if models.is_empty() => live(args, streams)?,
        None => {
            let models: Vec<any::Table<'_>> = models.iter().map(|table| **table).collect();
            judged(args, &Tables { all: &models, guessed: &[] })?
        }
    };
    match args.format {
        FindingFormat::Text => print(&files, &mut streams.page())?,
        FindingFormat::Json => {
            let all: Vec<&Judged> = files.iter().flat_map(|file| &file.queries).collect();
            let json = serde_json::to_string_pretty(&all).map_err(io::Error::from)?;
            writeln!(streams.out, "{json}")?;
        }
        FindingFormat::Github => annotate(&files, &mut streams.out)?,
    }
    let ok = files.iter().flat_map(|file| &file.queries).all(|query| query.ok);
    Ok(if ok { Status::Done } else { Status::Differs })
}

/// The queries of all files, judged by the tables of a database.
fn live(args: &CheckQueries, streams: &mut Streams<'_>) -> Result<Vec<File>, Failure> {
    let database = Database::connect(&args.connection)?;
    let below = database.below().unwrap_or_default();
    let (range, models) = (Range { below, tables: &[] }, Models { tables: &[], below });
    let mut progress = Progress::new(&mut streams.err, streams.bars);
    let survey = database.runtime.run(
        |reporter| {
            let on_read = move |done, of| reporter.now("tables read", done, of);
            look(&database.client, range, models, on_read)
        },
        |update| progress.show(update),
    )?;
    let shapes: Vec<Shape<'_>> = survey.seen.iter().map(|seen| seen.shape().with_defaults()).collect();
    let guessed: Vec<&str> = shapes.iter().filter(|shape| shape.declared.is_none()).map(Shape::path).collect();
    by_shapes(args, &shapes, &guessed)
}

fn by_shapes(args: &CheckQueries, shapes: &[Shape<'_>], guessed: &[&str]) -> Result<Vec<File>, Failure> {
    let indexes: Vec<_> = shapes.iter().map(|shape| shape.indexes()).collect();
    let tables: Vec<_> = shapes.iter().zip(&indexes).map(|(shape, indexes)| shape.table(indexes)).collect();
    judged(args, &Tables { all: &tables, guessed })
}

/// The queries of all files.
fn judged(args: &CheckQueries, tables: &Tables<'_>) -> Result<Vec<File>, Failure> {
    let options = Options { implied_hash: args.implied_hash };
    let mut files = Vec::new();
    for path in &args.files {
        let paths = if path.is_dir() { sources(path)? } else { vec![path.clone()] };
        for path in paths {
            let before = read(&path)?;
            let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let after = if args.fix { with_conditions(&stem, &before, tables) } else { None };
            let text = after.as_ref().unwrap_or(&before);
            let queries: Vec<Judged> = named(&stem, text).iter().map(|query| judge(query, tables, options)).collect();
            if let Some(twice) = twice(&queries) {
                return Err(Failure::SameQuery { file: path, name: twice.to_owned() });
            }
            files.push(File { path, queries, after });
        }
    }
    if files.iter().all(|file| file.queries.is_empty()) {
        return Err(Failure::NoQueries);
    }
    let changed: Vec<(&Path, &str)> =
        files.iter().filter_map(|file| Some((file.path.as_path(), file.after.as_deref()?))).collect();
    replace_all(&changed)?;
    Ok(files)
}

/// The text of a file with the conditions that its queries lack; `None` if it stays as it is.
fn with_conditions(stem: &str, text: &str, tables: &Tables<'_>) -> Option<String> {
    let queries = named(stem, text);
    let mut out = text[..queries.first().map_or(0, |query| query.begin)].to_owned();
    for query in &queries {
        match fixed(query.text, tables) {
            Some(fixed) => out.push_str(&fixed),
            None => out.push_str(query.text),
        }
    }
    (out != text).then_some(out)
}

/// A name that two queries of a file have.
fn twice(queries: &[Judged]) -> Option<&str> {
    let mut names: Vec<&str> = queries.iter().map(|query| query.name.as_str()).collect();
    names.sort_unstable();
    names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// The .yql and .sql files of a directory, by name.
fn sources(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |source| Failure::File { what: "read", path: directory.to_owned(), source };
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "yql" || extension == "sql") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|source| Failure::File { what: "read", path: path.to_owned(), source })
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn print(files: &[File], page: &mut Page<'_>) -> io::Result<()> {
    let (mut count, mut faulty) = (0_u64, 0_u64);
    for file in files {
        for query in &file.queries {
            count += 1;
            faulty += u64::from(!query.ok);
            for fault in &query.errors {
                let place = format!("{}:{}:{}", file.path.display(), fault.line, fault.column);
                page.line(&format!("{}: {} ({})", page.paint(Tone::Strong, &place), fault.rule, query.name))?;
                page.paragraph("    ", "    ", &fault.message)?;
            }
        }
    }
    if faulty > 0 {
        page.line("")?;
    }
    for file in files.iter().filter(|file| file.after.is_some()) {
        page.line(&format!("Added conditions on hash columns to {}.", shown(&file.path)))?;
    }
    page.line(&match faulty {
        0 if count == 1 => "One query, no fault.".to_owned(),
        0 => format!("{count} queries, no fault."),
        faulty => format!("Faults in {faulty} of {count} queries."),
    })
}

/// Workflow commands: a message at a line of a file.
fn annotate(files: &[File], out: &mut dyn io::Write) -> io::Result<()> {
    for file in files {
        for fault in file.queries.iter().flat_map(|query| &query.errors) {
            // The characters that end a command or a property of it.
            let escaped = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
            let property = |text: &str| escaped(text).replace(':', "%3A").replace(',', "%2C");
            let path = property(&shown(&file.path));
            let (line, column, rule) = (fault.line, fault.column, fault.rule);
            writeln!(out, "::error file={path},line={line},col={column},title={rule}::{}", escaped(&fault.message))?;
        }
    }
    Ok(())
}
