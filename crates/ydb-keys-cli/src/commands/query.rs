//! `query`: runs a user's query, and prints the rows as they arrive.

use std::io;
use std::path::Path;

use clap::Args;
use serde_json::{Number, Value as Json};
use ydb_keys::Value;
use ydb_keys_bulk::__internal::asked;
use ydb_keys_core::types::parse::text;
use ydb_keys_migrate::__internal::counted;

use super::database::{Access, Database};
use super::failure::Failure;
use super::page::{Align, Page};
use super::streams::{Status, Streams};
use super::text::read_input;

#[derive(Args, Debug)]
pub(super) struct QueryArgs {
    /// The text of the query, or `-` to read it from the input; `$id = 42ul;` at its beginning gives a parameter a value
    #[arg(value_name = "YQL")]
    pub(super) text: String,
    /// Let it change rows or the schema
    #[arg(long)]
    pub(super) write: bool,
    /// The rows of each result that are printed at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "jsonl")]
    pub(super) rows: u64,
    /// Print all rows, each as a JSON object on its own line
    #[arg(long)]
    pub(super) jsonl: bool,
    #[command(flatten)]
    pub(super) access: Access,
}

pub(super) fn query(args: &QueryArgs, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let text = given(&args.text, streams)?;
    let database = Database::open(&args.access)?;
    let connection = database.runtime.run(database.channels())?;
    let failed = |source| Failure::Query { writes: args.write, source };
    let begun = database.runtime.run(Box::pin(asked(&connection, text, args.write)));
    let mut query = begun.map_err(failed)?;
    let mut shown = ShownResult { result: -1, columns: Vec::new(), rows: Vec::new(), more: false };
    while let Some(part) = database.runtime.run(Box::pin(query.next())).map_err(failed)? {
        if args.jsonl {
            for row in &part.rows {
                writeln!(streams.out, "{}", object(&part.columns, row))?;
            }
            continue;
        }
        if part.result != shown.result {
            shown.print(&mut streams.page())?;
            shown = ShownResult { result: part.result, columns: part.columns.clone(), rows: Vec::new(), more: false };
        }
        let room = args.rows as usize - shown.rows.len();
        shown.more |= part.rows.len() > room;
        let cells = |row: Vec<Value<'static>>| row.iter().map(ToString::to_string).collect();
        shown.rows.extend(part.rows.into_iter().take(room).map(cells));
    }
    if !args.jsonl {
        shown.print(&mut streams.page())?;
    }
    if args.write && shown.result < 0 {
        writeln!(streams.out, "Done.")?;
    }
    Ok(Status::Done)
}

/// Returns the text of the query: the argument, or with `-` the input.
pub(super) fn given(argument: &str, streams: &mut Streams<'_>) -> Result<String, Failure> {
    if argument != "-" {
        // No useful query is a single word, and users easily pass a file's name in place of its text.
        let is_file = !argument.contains(char::is_whitespace) && Path::new(argument).is_file();
        return if is_file { Err(Failure::FileAsQuery(argument.to_owned())) } else { Ok(argument.to_owned()) };
    }
    read_input(streams.input)
}

struct ShownResult {
    result: i64,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    more: bool,
}

impl ShownResult {
    fn print(&mut self, page: &mut Page<'_>) -> io::Result<()> {
        if self.result < 0 {
            return Ok(());
        }
        if self.result > 0 {
            page.line("")?;
        }
        let count = self.rows.len() as u64;
        self.rows.insert(0, std::mem::take(&mut self.columns));
        page.table(&vec![Align::Left; self.rows[0].len()], &self.rows)?;
        page.line(&if self.more {
            format!("(the first {}; `--rows` prints more, `--jsonl` all)", counted(count, "row"))
        } else {
            format!("({})", counted(count, "row"))
        })
    }
}

/// Formats a row as a JSON object, in the order of its columns.
fn object(columns: &[String], row: &[Value<'static>]) -> String {
    let cells = columns.iter().zip(row).map(|(name, value)| format!("{}:{}", Json::from(name.as_str()), json(value)));
    format!("{{{}}}", cells.collect::<Vec<_>>().join(","))
}

fn json(value: &Value<'static>) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(x) => (*x).into(),
        Value::Int8(x) => (*x).into(),
        Value::Int16(x) => (*x).into(),
        Value::Int32(x) => (*x).into(),
        Value::Int64(x) => (*x).into(),
        Value::Uint8(x) => (*x).into(),
        Value::Uint16(x) => (*x).into(),
        Value::Uint32(x) => (*x).into(),
        Value::Uint64(x) => (*x).into(),
        // JSON has no infinity, so its name is written as a string.
        Value::Float(x) => Number::from_f64((*x).into()).map_or_else(|| x.to_string().into(), Json::Number),
        Value::Double(x) => Number::from_f64(*x).map_or_else(|| x.to_string().into(), Json::Number),
        other => text(other).into(),
    }
}
