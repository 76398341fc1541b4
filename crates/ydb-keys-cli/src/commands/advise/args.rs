//! The options of `advise`.

use std::path::PathBuf;

use clap::{ArgGroup, Args};
use ydb_keys::YdbType;

use crate::advise::type_of;
use crate::commands::database::Access;
use crate::commands::rows::Format;

/// The end of the help: the grammar of a read, and examples.
const EXAMPLES: &str = "\
A read names the columns that it fixes, with commas between them. The last one may be a range: two dots after it.
Name the most frequent read first; it weighs most.

Examples:
  advise events.csv --read userid,timestamp..            the events of a user, in order of time
  advise events.csv --read timestamp.. --read userid     the latest events of all users, and those of one user
  advise orders.jsonl --id order_id --plot orders.svg
  zcat big.csv.gz | advise - --format csv --types code=Utf8,at=Datetime --read code,at..
  advise --table shop/orders --arrival created --read customer,created..

The rows of a file have to be in order of arrival: what grows is seen by that. In a CSV file an empty field is NULL.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("rows_of").required(true).args(["data", "table"])))]
pub(in crate::commands) struct AdviseArgs {
    /// A file with rows in order of arrival, `-` for the standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["table", "rows", "arrival"])]
    pub(super) data: Option<PathBuf>,
    /// The path of a table of the database, instead of a file
    #[arg(long, value_name = "PATH", conflicts_with_all = ["types", "format", "delimiter"])]
    pub(super) table: Option<String>,
    /// The most rows to read of the table
    #[arg(long, value_name = "N", default_value_t = 65_536, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) rows: u64,
    /// The column of the table that says in which order its rows arrived; by default a time or a growing number
    #[arg(long, value_name = "COLUMN")]
    pub(super) arrival: Option<String>,
    /// The columns that a read fixes, e.g. userid,timestamp..; can be repeated, the most frequent read first
    #[arg(long = "read", value_name = "COLUMNS")]
    pub(super) reads: Vec<String>,
    /// The columns that identify a row; by default a column whose values all differ
    #[arg(long, value_name = "COLUMNS")]
    pub(super) id: Option<String>,
    /// Types of columns that are to be other than they look, e.g. code=Utf8,at=Datetime
    #[arg(long, value_name = "COLUMN=TYPE", value_delimiter = ',', value_parser = typed)]
    pub(super) types: Vec<(String, YdbType)>,
    /// The format of the rows; by default what the file's name says
    #[arg(long, value_enum)]
    pub(super) format: Option<Format>,
    /// What separates the fields of a CSV file; a tab for a name that ends with .tsv
    #[arg(long, value_name = "CHARACTER")]
    pub(super) delimiter: Option<char>,
    /// The path of the table in the model; by default that of the table, or the name of the file
    #[arg(long, value_name = "PATH")]
    pub(super) name: Option<String>,
    /// How many keys to print
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) keys: u32,
    /// Draw the writes of partitions over time under the best keys
    #[arg(long, value_name = "FILE.svg")]
    pub(super) plot: Option<PathBuf>,
    /// Print JSON, and nothing else
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) access: Access,
}

/// Reads `code=Utf8`.
fn typed(text: &str) -> Result<(String, YdbType), String> {
    let (column, ty) = text.split_once('=').ok_or("write COLUMN=TYPE, e.g. code=Utf8")?;
    match type_of(ty.trim()) {
        Some(ty) => Ok((column.trim().to_owned(), ty)),
        None => Err(format!("`{}` is not a type of YDB; there are {}", ty.trim(), names())),
    }
}

fn names() -> String {
    YdbType::PLAIN.map(|ty| ty.name()).join(", ")
}
