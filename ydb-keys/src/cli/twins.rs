//! `twins`: prints the hash columns as YQL expressions, and the statements that fill them.

use std::io::Write;

use super::args::Tables;
use super::choice::choose;
use super::failure::Failure;
use crate::ddl::Name;
use crate::schema::Table;

/// Prints comments and statements, so that the output is valid YQL.
pub(super) fn twins(args: &Tables, tables: &[&'static Table], out: &mut dyn Write) -> Result<(), Failure> {
    for (i, table) in choose(tables, &args.paths)?.into_iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let name = Name(table.name);
        // The old table's path is only an example: the model does not know it.
        let old = format!("{}_old", table.name);
        let (Some(hash), Some(backfill)) = (table.hash, table.backfill(&old)) else {
            writeln!(out, "-- {name} has no hash column.")?;
            continue;
        };
        let column = Name(hash.name);
        writeln!(out, "-- {name}: {column} = {}", hash.yql(table))?;
        writeln!(out, "-- Filled from {}, the same table without {column}, in ranges of the old key:", Name(&old))?;
        writeln!(out, "{backfill};")?;
    }
    Ok(())
}
