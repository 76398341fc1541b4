//! The rows of a BulkUpsert: how they come, and how they are stored.

use std::sync::Arc;

use crate::catalog::{Column, Store, Table};
use crate::error::{Error, Result, Status};
use crate::storage::key::encode_cell;
use crate::storage::row::{Writer, encode_value};
use crate::storage::{Change, KeyAndRow};
use crate::types::{Cell, Row, StructMember};
use crate::work::tick;

/// A refusal of columns.
pub(super) fn refuse(message: impl Into<String>) -> Error {
    Error::new(Status::SchemeError, message)
}

/// What a client sends to BulkUpsert.
pub trait Upload {
    /// The columns of the rows, with the types of their values.
    fn members(&self, table: &Table) -> Result<Vec<StructMember>>;

    /// The rows' cells, column by column. `columns` are those of the table, one for each member.
    fn cells(&self, table: &Table, columns: &[&Column]) -> Result<Vec<Box<dyn Cells + '_>>>;
}

/// The cells of one column, all of the type of the table's column, or NULL.
pub trait Cells {
    /// How many rows there are.
    fn rows(&self) -> usize;

    /// The cell of a row.
    fn cell(&self, row: usize) -> Cell<'_>;
}

/// The cells of a request, and where in the table they belong.
pub(super) struct Batch<'a> {
    pub table: &'a Arc<Table>,
    /// For each column of cells, the position of its column in the table.
    positions: Vec<usize>,
    cells: Vec<Box<dyn Cells + 'a>>,
}

/// The rows of a request as they are stored, with their keys.
pub(super) enum Encoded {
    /// With all columns.
    Whole(Vec<KeyAndRow>),
    /// With some of them.
    Parts(Vec<(Vec<u8>, Vec<Change>)>),
}

impl<'a> Batch<'a> {
    /// Reads what a client sends to a table.
    ///
    /// Fails with SCHEME_ERROR if the columns are not those of the table, and BAD_REQUEST for NULL in a NOT NULL column.
    pub fn read(table: &'a Arc<Table>, upload: &'a dyn Upload) -> Result<Self> {
        let positions = positions(table, &upload.members(table)?)?;
        let columns: Vec<&Column> = positions.iter().map(|&position| &table.columns[position]).collect();
        let batch = Self { cells: upload.cells(table, &columns)?, table, positions };
        batch.check_nulls()?;
        Ok(batch)
    }

    pub fn rows(&self) -> usize {
        self.cells.first().map_or(0, |cells| cells.rows())
    }

    fn columns(&self) -> impl Iterator<Item = (usize, &dyn Cells)> {
        self.positions.iter().copied().zip(self.cells.iter().map(|cells| &**cells))
    }

    /// Puts the cells of a row into a row with all columns.
    pub fn fill(&self, row: usize, into: &mut Row) {
        self.columns().for_each(|(position, cells)| into[position] = cells.cell(row).into());
    }

    /// The cells of a row outside the key, as they are stored.
    pub fn changes(&self, row: usize) -> Vec<Change> {
        let rest = self.columns().filter(|(position, _)| !self.table.key.contains(position));
        rest.map(|(position, cells)| (self.table.columns[position].id, encode_value(cells.cell(row)))).collect()
    }

    /// Refuses NULL for NOT NULL columns, as YDB does for rows of values. For Arrow it looks only at column tables
    /// (`converter.cpp` and `rpc_load_rows.cpp` check nothing else); if it were stored, every reader would break.
    fn check_nulls(&self) -> Result<()> {
        for (position, cells) in self.columns() {
            let column = &self.table.columns[position];
            if column.not_null && (0..cells.rows()).any(|row| cells.cell(row) == Cell::Null) {
                let message = format!("Received NULL value for not null column: {}", column.name);
                return Err(Error::new(Status::BadRequest, message));
            }
        }
        Ok(())
    }

    /// The rows as they are stored.
    pub fn encode(&self) -> Result<Encoded> {
        let find = |position: &usize| self.columns().find(|(own, _)| own == position).map(|(_, cells)| cells);
        let key: Vec<_> = self.table.key.iter().filter_map(find).zip(self.table.key_types()).collect();
        let rest = self.columns().filter(|(position, _)| !self.table.key.contains(position));
        let mut rest: Vec<_> = rest.map(|(position, cells)| (self.table.columns[position].id, cells)).collect();
        rest.sort_by_key(|(id, _)| *id);
        let key_into = |bytes: &mut Vec<u8>, row: usize| {
            bytes.clear();
            key.iter().for_each(|(cells, ty)| encode_cell(bytes, cells.cell(row), ty));
        };
        let rows = 0..self.rows();
        if self.positions.len() < self.table.columns.len() {
            let part = |row| {
                let mut bytes = Vec::new();
                key_into(&mut bytes, row);
                (bytes, rest.iter().map(|(id, cells)| (*id, encode_value(cells.cell(row)))).collect())
            };
            let rows = rows.map(|row| tick(1).map(|()| part(row)));
            return Ok(Encoded::Parts(rows.collect::<Result<_>>()?));
        }
        // One allocation for a key and one for a row, as long as they are.
        let (mut bytes, mut writer) = (Vec::new(), Writer::default());
        let mut whole = |row| {
            key_into(&mut bytes, row);
            rest.iter().for_each(|(id, cells)| writer.push(*id, cells.cell(row)));
            (bytes.as_slice().into(), writer.finish())
        };
        let rows = rows.map(|row| tick(1).map(|()| whole(row)));
        Ok(Encoded::Whole(rows.collect::<Result<_>>()?))
    }
}

/// For each member the position of its column.
fn positions(table: &Table, members: &[StructMember]) -> Result<Vec<usize>> {
    let mut positions = Vec::with_capacity(members.len());
    for (name, ty) in members {
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
        if positions.contains(&position) {
            return Err(refuse(format!("Duplicate column: {name}")));
        }
        positions.push(position);
    }
    let missing = |wanted: &dyn Fn(usize) -> bool| {
        let absent = |column: &usize| wanted(*column) && !positions.contains(column);
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
    // Of all releases here, though 25.1 stores NULL: refused since 25.2.1 and 25.3 (pull requests 27596 and 28238).
    let defaults = missing(&|column| table.columns[column].default.is_some());
    if !defaults.is_empty() {
        return Err(refuse(format!("Missing default columns: {defaults}")));
    }
    // The setting BulkUpsertRequireAllColumns, on by default.
    let all = missing(&|_| table.store == Store::Column);
    if !all.is_empty() {
        return Err(refuse(format!(
            "All columns are required during BulkUpsert for column table. Missing columns: {all}"
        )));
    }
    Ok(positions)
}
