//! The tables that a command works on.

use clap::Args;
use ydb_keys::Table;
use ydb_keys_core::schema::rules::Nearest;

use super::failure::Failure;

/// Those that the command line names.
#[derive(Args, Clone, Debug)]
pub(super) struct Tables {
    /// Only the table with this path; can be repeated
    #[arg(long = "table", value_name = "PATH")]
    pub(super) paths: Vec<String>,
}

/// All tables, or those with the given paths, in the order of the schema.
pub(super) fn choose(tables: &[&'static Table], paths: &[String]) -> Result<Vec<&'static Table>, Failure> {
    if tables.is_empty() {
        return Err(Failure::NoTables);
    }
    for (i, table) in tables.iter().enumerate() {
        if tables[..i].iter().any(|earlier| earlier.name == table.name) {
            return Err(Failure::SameTable(table.name));
        }
    }
    for path in paths {
        if !tables.iter().any(|table| table.name == path) {
            return Err(Failure::UnknownTable { path: path.clone(), hint: hint(tables, path) });
        }
    }
    let chosen = |table: &&&Table| paths.is_empty() || paths.iter().any(|path| path == table.name);
    Ok(tables.iter().filter(chosen).copied().collect())
}

fn hint(tables: &[&'static Table], path: &str) -> String {
    let names = || tables.iter().map(|table| table.name);
    let mut below = names().filter(|name| name.rsplit_once('/').is_some_and(|(_, last)| last == path));
    let nearest = || names().fold(Nearest::to(path), Nearest::or).name();
    match below.next().or_else(nearest) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("there are: {}", names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
    }
}
