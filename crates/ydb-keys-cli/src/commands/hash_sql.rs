//! `hash-sql`: prints the hash columns and buckets as YQL expressions, and the statements that fill them.

use std::io::Write;

use ydb_keys::Table;
use ydb_keys_core::ddl::Name;

use super::choice::{Tables, choose};
use super::failure::Failure;

/// Prints comments and statements, so that the output is valid YQL.
pub(super) fn hash_sql(args: &Tables, tables: &[&'static Table], out: &mut dyn Write) -> Result<(), Failure> {
    for (i, table) in choose(tables, &args.paths)?.into_iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let name = Name(table.name);
        // The old table's path is only an example: the model does not know it.
        let old = format!("{}_old", table.name);
        let Some(backfill) = table.backfill(&old) else {
            writeln!(out, "-- {name} has no hash column.")?;
            continue;
        };
        for hash in table.computed() {
            match hash.yql(table) {
                Some(expression) => writeln!(out, "-- {name}: {} = {expression}", Name(hash.name))?,
                None => writeln!(
                    out,
                    "-- {name}: {} is computed by `{}` in the program only",
                    Name(hash.name),
                    hash.function
                )?,
            }
        }
        let columns: Vec<String> = table.computed().map(|hash| Name(hash.name).to_string()).collect();
        let (old, columns) = (Name(&old), columns.join(" and "));
        writeln!(out, "-- Filled from {old}, the same table without {columns}, in ranges of the old key:")?;
        writeln!(out, "{backfill};")?;
    }
    Ok(())
}
