//! The command line and its help.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::ddl::MigrationFormat;

/// The YDB tables of this program's models
#[derive(Debug, Parser)]
#[command(disable_help_subcommand = true, max_term_width = 100)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the CREATE TABLE statements, or write them as migrations; needs no database
    Ddl(Ddl),
    /// Print each hash column as a YQL expression, and the statement that fills it; needs no database
    Twins(Tables),
    /// Compare the models with the tables of a database, and print the plan that makes them equal
    Diff(Diff),
    /// Print the plan of `diff`, ask, and carry it out
    Apply(Apply),
    /// Check that the tables of a database have the keys and hashes of the models
    Check(Check),
    /// Print a model of a table of the database, as Rust source
    Pull(Pull),
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
    #[command(flatten)]
    pub(super) connection: Connection,
    /// Print the plan as JSON, and nothing else
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args, Debug)]
pub(super) struct Apply {
    #[command(flatten)]
    pub(super) tables: Tables,
    #[command(flatten)]
    pub(super) connection: Connection,
    /// Run without a question
    #[arg(long)]
    pub(super) yes: bool,
    /// Also run steps that lose rows, values or an index
    #[arg(long)]
    pub(super) allow_destructive: bool,
    /// Copy tables for changes that ALTER TABLE cannot make: another key, another hash, another store
    #[arg(long)]
    pub(super) rekey: bool,
    /// Let a copy replace its table even if grants, owner or attributes could not be copied
    #[arg(long, requires = "rekey")]
    pub(super) allow_lost_rights: bool,
    /// Drop the old tables that earlier copies kept
    #[arg(long)]
    pub(super) drop_old: bool,
}

#[derive(Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) tables: Tables,
    #[command(flatten)]
    pub(super) connection: Connection,
}

#[derive(Args, Debug)]
pub(super) struct Pull {
    /// The path of the table, relative to the database
    #[arg(long, value_name = "PATH")]
    pub(super) table: String,
    /// The database, e.g. grpc://localhost:2136/local; the default is the variable YDB_CONNECTION_STRING
    #[arg(long, value_name = "STRING")]
    pub(super) connection: Option<String>,
}

#[derive(Args, Debug)]
pub(super) struct Connection {
    /// The database, e.g. grpc://localhost:2136/local; the default is the variable YDB_CONNECTION_STRING
    #[arg(long, value_name = "STRING")]
    pub(super) connection: Option<String>,
    /// The directory of the tables, relative to the database
    #[arg(long, value_name = "DIR")]
    pub(super) below: Option<String>,
}

#[derive(Args, Debug)]
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

impl From<Format> for MigrationFormat {
    fn from(format: Format) -> Self {
        match format {
            Format::Goose => MigrationFormat::Goose,
            Format::Flyway => MigrationFormat::Flyway,
            Format::Plain => MigrationFormat::Plain,
        }
    }
}
