//! The command line and its help, from which shell completions and `man` pages are generated.

use std::path::PathBuf;

use clap::{Args, Command, Parser, Subcommand};
use clap_mangen::Man;

use super::apply::Apply;
use super::check::Check;
use super::database::TableNames;
use super::ddl::Ddl;
use super::diff::Diff;
use super::explain::Explain;
use super::failure::Failure;
use super::files::write_all;
use super::hash::Hash;
use super::hot::HotArgs;
use super::keys::Keys;
use super::lint::Lint;
use super::pull::Pull;
use super::queries::QueriesCommand;
use super::query::QueryArgs;
use super::report::ReportArgs;
use super::streams::Streams;
use super::tables::TablesArgs;

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
    HashSql(TableNames),
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

#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(super) struct ManPages {
    /// Write the pages into this directory, instead of printing that of the program
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
}

/// Version line at the foot of a `man` page.
const SOURCE: &str = concat!("ydb-keys ", env!("CARGO_PKG_VERSION"));

/// Definition of the program's command line.
pub(super) struct ProgramDefinition {
    pub(super) command: Command,
    /// File name of the executable, which help and completions show.
    pub(super) name: String,
}

/// Prints the completion script for a shell.
pub(super) fn completions(
    args: &Completions,
    mut definition: ProgramDefinition,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    clap_complete::generate(args.shell, &mut definition.command, definition.name, &mut streams.out);
    Ok(())
}

/// Prints the program's `man` page, or writes a page for the program and for each command into a directory.
pub(super) fn man(args: &ManPages, definition: ProgramDefinition, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let ProgramDefinition { command, name } = definition;
    let mut command = command.display_name(name.clone()).bin_name(name);
    command.build();
    let Some(out) = &args.out else {
        return Ok(Man::new(command).source(SOURCE).render(&mut streams.out)?);
    };
    let mut pages = Vec::new();
    collect(&command, &mut pages)?;
    let files: Vec<(&str, &str)> = pages.iter().map(|(name, text)| (&**name, &**text)).collect();
    for path in write_all(out, &files)? {
        writeln!(streams.out, "{}", path.display())?;
    }
    Ok(())
}

fn collect(command: &Command, pages: &mut Vec<(String, String)>) -> Result<(), Failure> {
    let man = Man::new(command.clone()).source(SOURCE);
    let mut page = Vec::new();
    man.render(&mut page)?;
    pages.push((man.get_filename(), String::from_utf8_lossy(&page).into_owned()));
    command.get_subcommands().try_for_each(|command| collect(command, pages))
}
