//! Statements about the sequences behind serial columns.

use super::compare::ROWS;
use crate::ddl::Name;
use crate::migrate::live::{LiveColumn, LiveTable};
use crate::schema::{ColumnDef, Table, path};
use crate::types::YdbType;

/// The serial columns of a model.
pub(crate) fn serials(table: &Table) -> impl Iterator<Item = &ColumnDef> {
    table.columns.iter().filter(|column| column.serial)
}

/// Whether a sequence may lie below the old table or will lie below the new one. Servers before 26.1 do not tell which columns are serial.
pub(crate) fn may_have_sequences(table: &Table, old: &LiveTable) -> bool {
    let untold = |column: &LiveColumn| {
        let is_number = matches!(column.ty, Some(YdbType::Int16 | YdbType::Int32 | YdbType::Int64));
        column.serial.unwrap_or(is_number && !column.nullable)
    };
    serials(table).next().is_some() || old.columns.iter().any(untold)
}

/// The greatest value of a column of the table at a path.
pub(crate) fn greatest(path: &str, column: &ColumnDef) -> String {
    format!("SELECT MAX({}) AS {ROWS}\nFROM {}", Name(column.name), Name(path))
}

/// Lets the sequence of a serial column of the table at a path give a number next. `database` is the database's path.
///
/// A sequence lies below its table: <https://ydb.tech/docs/en/yql/reference/syntax/alter-sequence>.
pub(crate) fn restart(database: &str, path: &str, column: &ColumnDef, next: i64) -> String {
    let path = path::absolute(database, &format!("{path}/_serial_column_{}", column.name));
    format!("ALTER SEQUENCE {}\nRESTART WITH {next}", Name(&path))
}
