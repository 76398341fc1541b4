//! Statements about the sequences of serial columns.

use ydb_keys::schema::ColumnDef;
use ydb_keys::{Table, YdbType};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::path::TablePath;

use super::compare::ROWS;
use crate::live::{LiveColumn, LiveTable};

/// The serial columns of a model.
pub(crate) fn serials(table: &Table) -> impl Iterator<Item = &ColumnDef> {
    table.columns.iter().filter(|column| column.serial)
}

/// Whether the new table will have a sequence, or the old one may have one: servers before 26.1 do not report which
/// columns are serial.
pub(crate) fn may_have_sequences(table: &Table, old: &LiveTable) -> bool {
    let may_be_serial = |column: &LiveColumn| {
        let is_number = matches!(column.ty, Some(YdbType::Int16 | YdbType::Int32 | YdbType::Int64));
        column.serial.unwrap_or(is_number && !column.nullable)
    };
    serials(table).next().is_some() || old.columns.iter().any(may_be_serial)
}

/// The greatest value of a column of the table at `path`.
pub(crate) fn greatest(path: &str, column: &ColumnDef) -> String {
    format!("SELECT MAX({}) AS {ROWS}\nFROM {}", Name(column.name), Name(path))
}

/// Makes `next` the next number of a serial column's sequence. `path` is the table's.
///
/// The path of a sequence is below the path of its table:
/// <https://ydb.tech/docs/en/yql/reference/syntax/alter-sequence>.
pub(crate) fn restart(path: &TablePath, column: &ColumnDef, next: i64) -> String {
    let path = path.with_suffix(&format!("/_serial_column_{}", column.name)).absolute();
    format!("ALTER SEQUENCE {}\nRESTART WITH {next}", Name(&path))
}
