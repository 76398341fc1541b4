//! The command line and its help.

use clap::{Parser, Subcommand};

use super::check::Check;
use super::choice::Tables;
use super::ddl::Ddl;
use super::diff::Diff;
use super::explain::Explain;
use super::hash::Hash;
use super::hot::HotArgs;
use super::keys::Keys;
use super::lint::Lint;
use super::manual::{Completions, ManPages};
use super::pull::Pull;
use super::queries::QueriesCommand;
use super::query::QueryArgs;
use super::report::ReportArgs;
use super::tables::TablesArgs;
use super::work::Apply;

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
    /// This program has no engine
    #[cfg(not(feature = "serve"))]
    #[command(hide = true)]
    Serve {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        rest: Vec<String>,
    },
}
