//! `ddl`: prints the statements that create the tables with their indexes and changefeeds, or writes them as
//! migrations.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use ydb_keys::{CreateTable, Migration, MigrationFormat, Table};

use super::database::{Choices, TableNames, choose, one_of};
use super::failure::Failure;
use super::files;

#[derive(Args, Debug)]
pub(super) struct Ddl {
    #[command(flatten)]
    pub(super) tables: TableNames,
    /// Skip a table that already exists
    #[arg(long)]
    pub(super) if_not_exists: bool,
    /// Write one file for each table into this directory, numbered after the files in it, instead of printing
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// The migration tool that the files are for
    #[arg(long, value_parser = one_of(FORMATS), default_value = "goose", requires = "out")]
    pub(super) format: MigrationFormat,
}

/// Migration tools that files are written for.
const FORMATS: Choices<MigrationFormat, 3> = [
    ("goose", "00001_create_orders.sql, with a down migration", MigrationFormat::Goose),
    ("flyway", "V1__create_orders.sql", MigrationFormat::Flyway),
    ("plain", "00001_create_orders.sql, the statement alone", MigrationFormat::Plain),
];

pub(super) fn ddl(args: &Ddl, tables: &[&'static Table], out: &mut dyn Write) -> Result<(), Failure> {
    let mut statements: Vec<CreateTable<'_>> =
        choose(tables, &args.tables.paths)?.into_iter().map(Table::create_table).collect();
    if args.if_not_exists {
        statements = statements.into_iter().map(CreateTable::if_not_exists).collect();
    }
    match &args.out {
        None => print(&statements, out),
        Some(directory) => write(&statements, directory, args.format, out),
    }
}

fn print(statements: &[CreateTable<'_>], out: &mut dyn Write) -> Result<(), Failure> {
    for (i, statement) in statements.iter().enumerate() {
        let blank = if i > 0 { "\n" } else { "" };
        writeln!(out, "{blank}{statement};")?;
        for further in statement.further() {
            writeln!(out, "{further};")?;
        }
        writeln!(out, "{}", statement.layout())?;
    }
    Ok(())
}

/// Writes a migration file for each statement, and prints the paths.
fn write(
    statements: &[CreateTable<'_>],
    directory: &Path,
    format: MigrationFormat,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let present = files::list(directory)?;
    let numbers = Migration::free_numbers(present.iter().map(String::as_str));
    let numbered = statements.iter().zip(numbers);
    let migrations: Vec<Migration> = numbered.map(|(statement, number)| statement.migration(format, number)).collect();
    if migrations.len() < statements.len() {
        return Err(Failure::NoNumberLeft(directory.to_owned()));
    }

    let same = |name: &&String| migrations.iter().any(|migration| migration.is_same_as(name));
    let same: Vec<String> = present.iter().filter(same).cloned().collect();
    if !same.is_empty() {
        return Err(Failure::Exists { directory: directory.to_owned(), files: same });
    }
    files::write_migrations(directory, &migrations, out)
}
