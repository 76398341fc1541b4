//! The options of `diff`.

use std::fmt;
use std::path::PathBuf;

use clap::builder::ArgPredicate;
use clap::{Args, ValueEnum};

use crate::commands::database::{Connection, TableNames};
use crate::commands::ddl::Format;
use crate::commands::findings::{Also, FindingFormat, ModelFiles};

#[derive(Args, Debug)]
pub(in crate::commands) struct Diff {
    #[command(flatten)]
    pub(super) tables: TableNames,
    /// How the plan is printed: text, json, markdown, github or sarif. With --out, the migration tool that the files are
    /// for: goose, flyway or plain
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        default_value_if("out", ArgPredicate::IsPresent, "goose"),
        default_value = "text"
    )]
    pub(super) format: PlanFormat,
    /// Print the plan as JSON, and nothing else: the same as --format json
    #[arg(long, conflicts_with_all = ["out", "format"])]
    pub(super) json: bool,
    /// Also write the plan into a file, e.g. markdown=plan.md; can be repeated
    #[arg(long, value_name = "FORMAT=FILE", conflicts_with = "out")]
    pub(super) also: Vec<Also>,
    /// Also say of each step what it costs: rows, minutes, locks, old programs, the way back; and the order of deployment
    #[arg(long, conflicts_with = "out")]
    pub(super) cost: bool,
    /// Measure the rates for --cost: copy so many rows of each table into `..__ydb_keys_rehearsal`, build its new indexes
    /// there, and drop it
    #[arg(long, value_name = "ROWS", conflicts_with = "out", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) rehearse: Option<u64>,
    /// Also judge the queries of files, as `queries check` does: which of them break or become scans with this change
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "out")]
    pub(super) queries: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) models: ModelFiles,
    /// Write one file for each statement into this directory, numbered after the files in it, instead of printing
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Also write statements that lose rows, values or an index, which are comments otherwise
    #[arg(long, requires = "out")]
    pub(super) allow_destructive: bool,
    #[command(flatten)]
    pub(super) connection: Connection,
}

/// The format of a plan, or the tool that its files are for.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::commands) enum PlanFormat {
    Text,
    Json,
    Markdown,
    Github,
    Sarif,
    Goose,
    Flyway,
    Plain,
}

impl fmt::Display for PlanFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.to_possible_value();
        f.write_str(value.as_ref().map_or("", |value| value.get_name()))
    }
}

impl PlanFormat {
    /// How it is printed, or the tool of its files.
    pub(super) const fn kind(self) -> Result<FindingFormat, Format> {
        match self {
            PlanFormat::Text => Ok(FindingFormat::Text),
            PlanFormat::Json => Ok(FindingFormat::Json),
            PlanFormat::Markdown => Ok(FindingFormat::Markdown),
            PlanFormat::Github => Ok(FindingFormat::Github),
            PlanFormat::Sarif => Ok(FindingFormat::Sarif),
            PlanFormat::Goose => Err(Format::Goose),
            PlanFormat::Flyway => Err(Format::Flyway),
            PlanFormat::Plain => Err(Format::Plain),
        }
    }
}
