//! BulkUpsert: many rows at once, outside of transactions.

use super::access::denied;
use super::engine::Engine;
use crate::catalog::{IndexKind, Rights, Table, is_system_view};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::{Decoder, IndexedRow, empty_row, full_row, key_of};
use crate::storage::{Isolation, row::encode_value};
use crate::types::{Row, StructMember, Value};
use crate::work::tick;

fn refuse(message: impl Into<String>) -> Error {
    Error::new(Status::SchemeError, message)
}

impl Engine {
    /// Upserts rows, all of them or none. `members` names the columns that the rows' values belong to, in their
    /// order.
    ///
    /// Fails with SCHEME_ERROR for a table with synchronous indexes, and for an unknown, missing or mistyped column;
    /// BAD_REQUEST without rows, and for NULL in a NOT NULL column.
    pub fn bulk_upsert(&self, path: &str, members: &[StructMember], rows: Vec<Row>) -> Result<()> {
        // Until the end, so that the schema cannot change meanwhile.
        let _turn = self.storage.turn();
        let catalog = self.catalog.read();
        let path = catalog.resolve(path)?;
        let table = catalog.table(&path).map_err(|_| refuse(format!("Unknown table '{path}'")))?;
        if is_system_view(&table) {
            return Err(refuse(format!("Table '{}' is a system view. Bulk upsert is not supported.", table.path)));
        }
        if self.require(&catalog, &path, Rights::UPDATE_ROW).is_err() {
            let message =
                format!("Access denied for {} with access {} to table '{path}'", self.user, Rights::UPDATE_ROW);
            return Err(denied(message));
        }
        if table.path.ends_with("/indexImplTable") {
            let message = format!("Writing to index implementation tables is not allowed. Table: `{}`.", table.path);
            return Err(Error::issue(Issue::new(codes::KIKIMR_BAD_REQUEST, message)));
        }
        if table.indexes.iter().any(|index| index.kind != IndexKind::GlobalAsync) {
            return Err(refuse("Only async-indexed tables are supported by BulkUpsert"));
        }
        if rows.is_empty() {
            return Err(Error::new(Status::BadRequest, "No rows to upload"));
        }
        let places = places(&table, members)?;
        check_nulls(&table, &places, &rows)?;
        if table.indexes.is_empty() {
            let written = rows.iter().map(|row| tick(1).map(|()| changes(&table, &places, row)));
            let written = written.collect::<Result<_>>()?;
            self.storage.bulk_merge(table.id, written);
            return Ok(());
        }
        self.bulk_with_indexes(&table, &places, &rows)
    }

    /// The same for a table with indexes. It is repeated until no other commit has come in between.
    fn bulk_with_indexes(&self, table: &std::sync::Arc<Table>, places: &[(usize, usize)], rows: &[Row]) -> Result<()> {
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let decoder = Decoder::new(table, table, &all);
        loop {
            let mut tx = self.storage.begin(Isolation::Serializable);
            for row in rows {
                tick(1)?;
                let mut new = empty_row(table);
                places.iter().for_each(|&(column, place)| new[column] = row[place].clone());
                let key = key_of(table, &new);
                let old = tx.get_with(table.id, &key, |stored| stored.map(|stored| decoder.row(&key, stored)));
                if let Some(old) = &old {
                    new.clone_from(old);
                    places.iter().for_each(|&(column, place)| new[column] = row[place].clone());
                }
                // None of these indexes is unique.
                IndexedRow { old: old.as_ref(), new: Some(&new) }.write(table, &mut tx);
                tx.put(table.id, key, full_row(table, &new));
            }
            if tx.commit().is_ok() {
                return Ok(());
            }
        }
    }
}

/// For each member: the position of its column, and its own position.
fn places(table: &Table, members: &[StructMember]) -> Result<Vec<(usize, usize)>> {
    let mut places = Vec::with_capacity(members.len());
    for (place, (name, ty)) in members.iter().enumerate() {
        let Some(position) = table.column(name) else {
            return Err(refuse(format!("Unknown column: {name}")));
        };
        let column = &table.columns[position];
        let sent = ty.unwrap_optional();
        if *sent != column.ty {
            return Err(refuse(format!(
                "Type mismatch, got type {sent} for column {name}, but expected {}",
                column.ty
            )));
        }
        if places.iter().any(|(known, _)| *known == position) {
            return Err(refuse(format!("Duplicate column: {name}")));
        }
        places.push((position, place));
    }
    let missing = |wanted: &dyn Fn(usize) -> bool| {
        let absent = |column: &usize| wanted(*column) && !places.iter().any(|(known, _)| known == column);
        let names: Vec<&str> =
            (0..table.columns.len()).filter(absent).map(|column| &*table.columns[column].name).collect();
        names.join(", ")
    };
    let keys = missing(&|column| table.key.contains(&column));
    if !keys.is_empty() {
        return Err(refuse(format!("Missing key columns: {keys}")));
    }
    let not_null = missing(&|column| table.columns[column].not_null);
    if !not_null.is_empty() {
        return Err(refuse(format!("Missing not null columns: {not_null}")));
    }
    Ok(places)
}

/// Refuses NULL for NOT NULL columns. What YDB does with a NULL in an optional member is not documented; if it were
/// stored, every reader would break.
fn check_nulls(table: &Table, places: &[(usize, usize)], rows: &[Row]) -> Result<()> {
    for &(column, place) in places {
        let column = &table.columns[column];
        if column.not_null && rows.iter().any(|row| row[place].is_null()) {
            let message = format!("Received NULL value for not null column: {}", column.name);
            return Err(Error::new(Status::BadRequest, message));
        }
    }
    Ok(())
}

fn changes(table: &Table, places: &[(usize, usize)], row: &Row) -> (Vec<u8>, Vec<crate::storage::Change>) {
    let mut values = empty_row(table);
    let mut changes = Vec::with_capacity(places.len());
    for &(column, place) in places {
        let description = &table.columns[column];
        if table.key.contains(&column) {
            values[column] = row[place].clone();
        } else {
            let value: &Value = &row[place];
            changes.push((description.id, encode_value(value, &description.ty)));
        }
    }
    (key_of(table, &values), changes)
}
