//! The command line and its help.

use std::fmt;
use std::path::PathBuf;

use clap::builder::ArgPredicate;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use ydb_keys::MigrationFormat;

use super::access::Access;
use super::findings::{Also, FindingFormat, ModelFiles, Output};
use crate::codegen::Language;
use crate::lint::Severity;

/// The YDB tables of this program's models
#[derive(Debug, Parser)]
#[command(disable_help_subcommand = true, max_term_width = 100)]
pub(super) struct Program {
    #[command(subcommand)]
    pub(super) command: ProgramCommand,
}

/// Keys, partitions and tables of YDB databases, with or without models
#[derive(Debug, Parser)]
#[command(name = "ydb-keys", version, disable_help_subcommand = true, max_term_width = 100)]
pub(super) struct Tool {
    #[command(subcommand)]
    pub(super) command: ToolCommand,
}

/// The commands of a program over models: those that need the models, and all others.
#[derive(Debug, Subcommand)]
pub(super) enum ProgramCommand {
    /// Print the CREATE TABLE statements, or write them as migrations; needs no database
    Ddl(Ddl),
    /// Print each hash column as a YQL expression, and the statement that fills it; needs no database
    HashSql(Tables),
    /// Compare the models with the tables of a database, and print the plan that makes them equal
    #[command(visible_alias = "plan")]
    Diff(Diff),
    /// Print what is applied, what is pending, and what changes of keys have left, in a line for each table
    Status(Check),
    /// Print the plan of `diff`, ask, and carry it out
    Apply(Apply),
    /// Check that the tables of a database have the keys and hashes of the models
    Check(Check),
    #[command(flatten)]
    Tool(ToolCommand),
}

/// The commands that need no models.
#[derive(Debug, Subcommand)]
pub(super) enum ToolCommand {
    /// Find what is wrong with the tables of a database: keys, indexes, partitioning, settings
    Lint(Lint),
    /// List the tables with their keys, indexes and references, or draw them; needs no database with models
    Tables(TablesArgs),
    /// Write one page of HTML on a database: its tables, findings, heat map and queries
    Report(ReportArgs),
    /// Look for hot partitions: which tables they are in, why, and what cures it
    Hot(HotArgs),
    /// Compare primary keys on a sample of rows, and print the best one as a model; needs a database
    /// only with --table
    #[cfg(feature = "advise")]
    Advise(Box<super::advise::AdviseArgs>),
    /// Load rows of files into a table: CSV, JSON lines, Parquet
    Load(Box<super::load::LoadArgs>),
    /// Export a table into files, which `load` reads back: CSV, JSON lines, Parquet
    Export(Box<super::export::ExportArgs>),
    /// Print a model of a table of the database, as Rust source
    Pull(Pull),
    /// Write the keys of tables, with their hashes, as source of another language; needs no database in a program with
    /// models
    Keys(Keys),
    /// Check queries in files by the keys of the tables that they read
    #[command(subcommand)]
    Queries(QueriesCommand),
    /// Run a query of your own, and print its rows; it may only read unless you pass --write
    Query(QueryArgs),
    /// Print the page of a rule, or the list of all rules; with --query, how the database would run a query
    Explain(Explain),
    /// Print a hash of values, and the YQL expression for the same number; needs no database
    Hash(Hash),
    /// Print what a shell needs to complete the commands and options of this program; needs no database
    Completions(Completions),
    /// Print the page of this program for `man`, or write one for each command; needs no database
    Man(ManPages),
    /// Run an in-memory YDB for tests and a first run, until Ctrl-C
    #[cfg(feature = "serve")]
    Serve(ydb_embedded::__internal::Serve),
}

#[derive(Args, Debug)]
pub(super) struct Ddl {
    #[command(flatten)]
    pub(super) tables: Tables,
    /// Skip a table that already exists
    #[arg(long)]
    pub(super) if_not_exists: bool,
    /// Write one file for each table into this directory, numbered after the files in it, instead of printing
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// The migration tool that the files are for
    #[arg(long, value_enum, default_value_t = Format::Goose, requires = "out")]
    pub(super) format: Format,
}

#[derive(Args, Debug)]
pub(super) struct Diff {
    #[command(flatten)]
    pub(super) tables: Tables,
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

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("copies").args(["rekey", "drop_new"])))]
pub(super) struct Apply {
    #[command(flatten)]
    pub(super) tables: Tables,
    /// Run without a question
    #[arg(long)]
    pub(super) yes: bool,
    /// Also run steps that lose rows, values or an index
    #[arg(long)]
    pub(super) allow_destructive: bool,
    /// Copy tables for changes that ALTER TABLE cannot make: another key, another hash, another store
    #[arg(long)]
    pub(super) rekey: bool,
    /// With --rekey: all writers use a `DualWriter`; they wait for a moment at the swap
    #[arg(long, requires = "rekey", group = "writers")]
    pub(super) dual_writers: bool,
    /// With --rekey: writers stay as they are; the name of the table is taken away for the last pass, and they and the
    /// readers fail during that time
    #[arg(long, requires = "rekey", group = "writers")]
    pub(super) fence: bool,
    /// With --rekey: nobody writes the tables until it is done
    #[arg(long, requires = "rekey", group = "writers")]
    pub(super) writers_stopped: bool,
    /// Who makes the copy, as a second run says; a run with the same name goes on at once [default: the process and host]
    #[arg(long, value_name = "NAME", requires = "copies")]
    pub(super) runner: Option<String>,
    /// How long a copy belongs to a run that says nothing
    #[arg(long, value_name = "SECONDS", requires = "rekey", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub(super) lease: u64,
    /// The number of rows that one transaction copies; fewer for large rows
    #[arg(long, value_name = "N", requires = "rekey", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) batch_rows: u64,
    /// How often both tables are compared before a copy gives up, or before --fence takes the name away
    #[arg(long, value_name = "N", requires = "rekey", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) passes: u32,
    /// Let a copy replace its table even if grants, owner or attributes could not be copied
    #[arg(long, requires = "rekey")]
    pub(super) allow_lost_rights: bool,
    /// Only drop the old tables that earlier copies kept
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive"])]
    pub(super) drop_old: bool,
    /// Only give up unfinished copies: writers go back to the old table, and the new one is dropped
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive", "drop_old"])]
    pub(super) drop_new: bool,
    /// Drop an old table even if it has rows that the new one may lack
    #[arg(long, requires = "drop_old")]
    pub(super) drop_anyway: bool,
    #[command(flatten)]
    pub(super) connection: Connection,
}

#[derive(Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) tables: Tables,
    #[command(flatten)]
    pub(super) connection: Connection,
}

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("what").required(true).args(["table", "all"])))]
pub(super) struct Pull {
    /// The path of the table, relative to the database
    #[arg(long, value_name = "PATH", conflicts_with = "all")]
    pub(super) table: Option<String>,
    /// All tables of the database, as a module for each; needs --out
    #[arg(long, requires = "out")]
    pub(super) all: bool,
    /// Only the tables of this directory, relative to the database
    #[arg(long, value_name = "DIR", requires = "all")]
    pub(super) below: Option<String>,
    /// Write the modules and a mod.rs into this directory
    #[arg(long, value_name = "DIR", requires = "all")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) access: Access,
}

#[derive(Args, Debug)]
pub(super) struct Keys {
    #[command(flatten)]
    pub(super) tables: Tables,
    /// The language of the file
    #[arg(long, value_enum)]
    pub(super) lang: Lang,
    /// Write the file into this directory, in place of one that this command has written
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) connection: Connection,
}

/// The language of a file with keys.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Lang {
    /// keys.py, with the packages `ydb` and `xxhash`
    Python,
    /// keys.ts, with the packages `@ydbjs/core`, `@ydbjs/value`, `@ydbjs/api` and `@node-rs/xxhash`
    #[value(name = "typescript")]
    TypeScript,
    /// keys.go, with the modules `github.com/ydb-platform/ydb-go-sdk/v3` and `github.com/zeebo/xxh3`
    Go,
    /// Keys.java, with `tech.ydb:ydb-sdk-table` and `net.openhft:zero-allocation-hashing`
    Java,
}

#[derive(Args, Debug)]
pub(super) struct HotArgs {
    #[command(flatten)]
    pub(super) tables: Tables,
    /// The time between the two samples; YDB refreshes the counters of a partition every 10 seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub(super) seconds: u64,
    /// What partitions are sorted by where nothing is hot
    #[arg(long, value_enum)]
    pub(super) by: Option<By>,
    /// How long YDB may take to split a partition that is over the limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(super) patience: u64,
    /// How long the database may take to answer
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) timeout: u64,
    /// Keep watching until Ctrl-C, and draw a heat map: key ranges from top to bottom, and a column every `--seconds`
    #[arg(long)]
    pub(super) watch: bool,
    /// End the watch after this time
    #[arg(long = "for", value_name = "SECONDS", requires = "watch", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) duration: Option<u64>,
    /// Write the heat map as a page of HTML, and renew it with each column
    #[arg(long, value_name = "FILE", requires = "watch")]
    pub(super) html: Option<PathBuf>,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) models: ModelFiles,
    #[command(flatten)]
    pub(super) connection: Connection,
}

#[derive(Args, Debug)]
pub(super) struct TablesArgs {
    #[command(flatten)]
    pub(super) tables: Tables,
    /// Write a drawing into a file: schema.svg, or schema.mmd for mermaid
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(super) models: ModelFiles,
    #[command(flatten)]
    pub(super) connection: Connection,
}

#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The page; its directory must exist
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Files with queries to judge, as for `queries check`
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) queries: Vec<PathBuf>,
    /// For how long the partitions are watched
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub(super) seconds: u64,
    /// Also save what was read of the database, for a page without the database
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// Take what an earlier run saved, and connect to nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["save", "connection", "below"])]
    pub(super) sample: Option<PathBuf>,
    #[command(flatten)]
    pub(super) models: ModelFiles,
    #[command(flatten)]
    pub(super) connection: Connection,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum By {
    Writes,
    Reads,
    Cpu,
    Rows,
    Size,
}

/// Queries written by hand.
#[derive(Debug, Subcommand)]
pub(super) enum QueriesCommand {
    /// Find queries that read whole tables, name columns that are not there, or forget a hash
    Check(CheckQueries),
    /// Find those among the queries that a database has run; those with faults that read most come first
    Live(LiveQueries),
    /// Compare how a database plans the queries of files with what `check` says of them
    Vet(VetQueries),
}

#[derive(Args, Debug)]
pub(super) struct CheckQueries {
    /// Files with queries, each under a line `-- name: latest_orders`; a directory stands for its .yql and .sql files
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// A directory with the CREATE TABLE statements, which may be migrations, instead of the models of this program, or of
    /// a database
    #[arg(long, value_name = "DIR")]
    pub(super) schema: Option<PathBuf>,
    /// Take a hash column for given if the columns that it is computed from are
    #[arg(long)]
    pub(super) implied_hash: bool,
    /// Write the missing conditions on hash columns into the files, where the inputs are parameters or literals
    #[arg(long, conflicts_with = "implied_hash")]
    pub(super) fix: bool,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) connection: Connection,
}

#[derive(Args, Debug)]
pub(super) struct VetQueries {
    /// Files with queries, each under a line `-- name: latest_orders`; a directory stands for its .yql and .sql files
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) connection: Connection,
}

#[derive(Args, Debug)]
pub(super) struct LiveQueries {
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

#[derive(Args, Debug)]
pub(super) struct Explain {
    /// The rule, e.g. nullable_key; without it, all rules are listed
    pub(super) rule: Option<String>,
    /// Instead of a rule: a query, or `-` to read it from the input. It is not run. Prints which tables it would read, by
    /// which keys
    #[arg(long, value_name = "YQL", conflicts_with = "rule")]
    pub(super) query: Option<String>,
    /// With --query: print the plan as the database gives it, in JSON
    #[arg(long, requires = "query")]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) access: Access,
}

#[derive(Args, Debug)]
pub(super) struct Hash {
    /// The hash function: xxh3, numeric_hash or int_hash64
    pub(super) function: String,
    /// The values, in the order of the attribute, e.g. 42, text, Int32:-5, Timestamp:2026-01-31T12:00:00Z; without a
    /// type, a number is a Uint64 (with a minus an Int64), a UUID is a Uuid, and anything else is a Utf8
    #[arg(required = true, value_name = "VALUE", allow_negative_numbers = true)]
    pub(super) values: Vec<String>,
    /// The number of buckets, as in `xxh3(id) % 16`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) buckets: Option<u32>,
}

#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(super) struct ManPages {
    /// Write the pages into this directory, instead of printing that of the program
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct Lint {
    #[command(flatten)]
    pub(super) tables: Tables,
    /// File with accepted findings, one `table:rule=reason` per line
    #[arg(long, value_name = "FILE")]
    pub(super) allow: Option<PathBuf>,
    /// Lowest severity to report
    #[arg(long, value_enum, default_value_t = Least::Low)]
    pub(super) severity: Least,
    #[command(flatten)]
    pub(super) output: Output,
    #[command(flatten)]
    pub(super) models: ModelFiles,
    #[command(flatten)]
    pub(super) connection: Connection,
}

/// The least severity that is reported.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Least {
    /// All findings
    Low,
    /// Findings that hurt under load, or with some values
    Medium,
    /// One partition takes most of the load, or reads miss rows
    High,
}

#[derive(Args, Clone, Debug)]
pub(super) struct Connection {
    /// The directory of the tables, relative to the database
    #[arg(long, value_name = "DIR")]
    pub(super) below: Option<String>,
    #[command(flatten)]
    pub(super) access: Access,
}

#[derive(Args, Clone, Debug)]
pub(super) struct Tables {
    /// Only the table with this path; can be repeated
    #[arg(long = "table", value_name = "PATH")]
    pub(super) paths: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Format {
    /// 00001_create_orders.sql, with a down migration
    Goose,
    /// V1__create_orders.sql
    Flyway,
    /// 00001_create_orders.sql, the statement alone
    Plain,
}

/// The format of a plan, or the tool that its files are for.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum PlanFormat {
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

impl From<Least> for Severity {
    fn from(least: Least) -> Self {
        match least {
            Least::Low => Severity::Low,
            Least::Medium => Severity::Medium,
            Least::High => Severity::High,
        }
    }
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::Python => Language::Python,
            Lang::TypeScript => Language::TypeScript,
            Lang::Go => Language::Go,
            Lang::Java => Language::Java,
        }
    }
}

impl From<Format> for MigrationFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Goose => MigrationFormat::Goose,
            Format::Flyway => MigrationFormat::Flyway,
            Format::Plain => MigrationFormat::Plain,
        }
    }
}
