//! The options of `load`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::commands::database::Access;
use crate::commands::rows::Format;

/// The end of the help: what is matched and checked, and examples.
const EXAMPLES: &str = "\
Columns are matched by their names. Hash columns are computed; the file need not have them. A column that the file lacks
stays as it is in rows that exist, and is NULL in new ones.

Examples:
  load shop/orders orders.csv
  load shop/orders part-*.csv --state orders.state --refused refused.jsonl
  load shop/orders orders.csv --presplit print --partitions 64
  zcat events.jsonl.gz | load events - --format jsonl";

/// What is done with split points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Presplit {
    /// Print the settings for CREATE TABLE, and load nothing
    Print,
    /// Create the table of the model with them if it does not exist, and load
    Create,
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(in crate::commands) struct LoadArgs {
    /// The path of the table, relative to the database
    #[arg(value_name = "TABLE")]
    pub(super) table: String,
    /// Files with rows, one after the other; `-` for the standard input
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The format of the rows; by default what the name of each file says
    #[arg(long, value_enum)]
    pub(super) format: Option<Format>,
    /// What separates the fields of a CSV file; a tab for a name that ends with .tsv
    #[arg(long, value_name = "CHARACTER")]
    pub(super) delimiter: Option<char>,
    /// What NULL is written as in a CSV file, e.g. \N; an empty field by default
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(super) null: String,
    /// A column of the file to leave out; can be repeated
    #[arg(long, value_name = "COLUMN")]
    pub(super) ignore: Vec<String>,
    /// Go on after a row that cannot be stored, and write it into this file with its line and the reason
    #[arg(long, value_name = "FILE.jsonl")]
    pub(super) refused: Option<PathBuf>,
    /// Keep in this file how far the load is: the same command goes on from there. It is removed at the end
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,
    /// Begin with as many partitions as --partitions says, for the keys of these files
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(super) presplit: Option<Presplit>,
    /// With --presplit: the number of partitions
    #[arg(long, value_name = "N", requires = "presplit", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=35_000))]
    pub(super) partitions: u32,
    /// The bytes at which a request is sent; by default 1 MB for a row table and 8 MB for a column table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=50_000_000))]
    pub(super) request_bytes: Option<u32>,
    /// How many requests are in flight at once; with 1, the last of several rows with one key remains
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(super) in_flight: u32,
    #[command(flatten)]
    pub(super) access: Access,
}
