//! Rows outside of queries and transactions: BulkUpsert writes many rows at once, ReadRows finds rows by their whole
//! keys.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Engine;
use super::access::denied;
use super::sessions::check_unchanged;
use crate::catalog::{Catalog, Column, IndexKind, Rights, Store, Table, is_system_view};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::{Decoder, IndexedRow, empty_row, full_row, key_of, record};
use crate::storage::key::encode_cell;
use crate::storage::row::{RowEncoder, encode_value};
use crate::storage::{ColumnChange, Isolation, KeyAndRow, Operation};
use crate::types::{Cell, Row, StructMember};
use crate::work::tick;

/// Rows of values; `members` has the name and the type of each value's column.
struct ValueRows<'a> {
    members: &'a [StructMember],
    rows: &'a [Row],
}

/// A column of [`ValueRows`].
struct ValuesColumn<'a> {
    rows: &'a [Row],
    place: usize,
}

impl Upload for ValueRows<'_> {
    fn members(&self, _: &Table) -> Result<Vec<StructMember>> {
        Ok(self.members.to_vec())
    }

    fn cells(&self, _: &Table, columns: &[&Column]) -> Result<Vec<Box<dyn Cells + '_>>> {
        if self.rows.is_empty() {
            return Err(Error::new(Status::BadRequest, "No rows to upload"));
        }
        let cells = |place| Box::new(ValuesColumn { rows: self.rows, place }) as Box<dyn Cells + '_>;
        Ok((0..columns.len()).map(cells).collect())
    }
}

impl Cells for ValuesColumn<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        Cell::from(&self.rows[row][self.place])
    }
}

impl Engine {
    /// Upserts all rows or none. `members` names the columns of the rows' values, in order.
    ///
    /// Fails like [`upload`](Self::upload), and with BAD_REQUEST if there are no rows.
    pub fn bulk_upsert(&self, path: &str, members: &[StructMember], rows: Vec<Row>) -> Result<()> {
        self.upload(path, &ValueRows { members, rows: &rows })
    }

    /// Upserts all rows or none. Of rows with equal keys, the last one counts.
    ///
    /// Fails with SCHEME_ERROR for a table with synchronous indexes and for an unknown, missing or mistyped column.
    /// Fails with BAD_REQUEST for NULL in a NOT NULL column.
    pub fn upload(&self, path: &str, upload: &dyn Upload) -> Result<()> {
        loop {
            let table = self.loadable(path)?;
            let batch = Batch::read(&table, upload)?;
            // Rows are read and encoded before the turn is taken, so that other requests are not held up.
            let plain = table.indexes.is_empty() && table.changefeeds.is_empty();
            let encoded = if plain { Some(batch.encode()?) } else { None };
            // Keeps the turn to write until the end, so that the schema cannot change.
            let _turn = self.storage.turn();
            if !Arc::ptr_eq(&table, &self.loadable(path)?) {
                continue;
            }
            match encoded {
                Some(Encoded::Whole(rows)) => _ = self.storage.bulk_put(table.id, rows),
                Some(Encoded::Parts(rows)) => _ = self.storage.bulk_merge(table.id, rows),
                None => self.bulk_in_transactions(&batch)?,
            }
            return Ok(());
        }
    }

    /// Returns the table at a path if rows can be loaded into it.
    fn loadable(&self, path: &str) -> Result<Arc<Table>> {
        let catalog = self.catalog.read();
        let table = self.row_table(&catalog, path, Rights::UPDATE_ROW, "Bulk upsert", "table")?;
        if table.path.ends_with("/indexImplTable") {
            let message = format!("Writing to index implementation tables is not allowed. Table: `{}`.", table.path);
            return Err(Error::issue(Issue::new(codes::KIKIMR_BAD_REQUEST, message)));
        }
        if table.indexes.iter().any(|index| index.kind != IndexKind::GlobalAsync) {
            return Err(refuse("Only async-indexed tables are supported by BulkUpsert"));
        }
        Ok(table)
    }

    /// Returns the table at a path for a `call` that reads or writes its rows without a query.
    fn row_table(&self, catalog: &Catalog, path: &str, rights: Rights, call: &str, what: &str) -> Result<Arc<Table>> {
        let path = catalog.resolve(path)?;
        let table = catalog.table(&path).map_err(|_| refuse(format!("Unknown table '{path}'")))?;
        if is_system_view(&table) {
            return Err(refuse(format!("Table '{}' is a system view. {call} is not supported.", table.path)));
        }
        if self.require(catalog, &path, rights).is_err() {
            return Err(denied(format!("Access denied for {} with access {rights} to {what} '{path}'", self.user)));
        }
        Ok(table)
    }

    /// Writes rows of a table with indexes or changefeeds. Repeats the transaction until no other commit conflicts with
    /// it.
    fn bulk_in_transactions(&self, batch: &Batch<'_>) -> Result<()> {
        let table = batch.table;
        let all: Vec<usize> = (0..table.columns.len()).collect();
        let decoder = Decoder::new(table, table, &all);
        loop {
            let mut tx = self.storage.begin(Isolation::Serializable);
            for row in 0..batch.rows() {
                tick(1)?;
                let mut new = empty_row(table);
                batch.fill(row, &mut new);
                let key = key_of(table, &new);
                let old = tx.get_with(table.id, &key, |stored| stored.map(|stored| decoder.row(&key, stored)));
                if let Some(old) = &old {
                    new.clone_from(old);
                    batch.fill(row, &mut new);
                }
                // The table's indexes are never unique here.
                IndexedRow { old: old.as_ref(), new: Some(&new) }.write(table, &mut tx);
                record(table, &key, || Operation::Upsert(batch.changes(row)), &mut tx);
                tx.put(table.id, key, full_row(table, &new));
            }
            if tx.commit().is_ok() {
                return Ok(());
            }
        }
    }
}

pub(super) fn refuse(message: impl Into<String>) -> Error {
    Error::new(Status::SchemeError, message)
}

/// Rows that a client sends to BulkUpsert.
pub trait Upload {
    /// Returns the names of the rows' columns with the types of their values.
    fn members(&self, table: &Table) -> Result<Vec<StructMember>>;

    /// Returns the rows' cells, column by column. `columns` has the table's column for each member.
    fn cells(&self, table: &Table, columns: &[&Column]) -> Result<Vec<Box<dyn Cells + '_>>>;
}

/// Cells of one column: values of the column's type in the table, or NULL.
pub trait Cells {
    fn rows(&self) -> usize;

    fn cell(&self, row: usize) -> Cell<'_>;
}

/// Cells of a request, with the table columns that they belong to.
pub(super) struct Batch<'a> {
    pub table: &'a Arc<Table>,
    /// For each column of cells: position of its column in the table.
    positions: Vec<usize>,
    cells: Vec<Box<dyn Cells + 'a>>,
}

/// Rows of a request in stored form, with their keys.
pub(super) enum Encoded {
    /// Rows with all columns.
    Whole(Vec<KeyAndRow>),
    /// Rows with some of the columns.
    Parts(Vec<(Vec<u8>, Vec<ColumnChange>)>),
}

impl<'a> Batch<'a> {
    /// Reads the rows that a client sends to a table.
    ///
    /// Fails with SCHEME_ERROR if the columns do not match those of the table, and with BAD_REQUEST for NULL in a NOT
    /// NULL column.
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

    /// Copies the cells of a request's row into a row that has all columns.
    pub fn fill(&self, row: usize, into: &mut Row) {
        self.columns().for_each(|(position, cells)| into[position] = cells.cell(row).into());
    }

    /// Returns the cells of a row outside the key, in stored form.
    pub fn changes(&self, row: usize) -> Vec<ColumnChange> {
        let rest = self.columns().filter(|(position, _)| !self.table.key.contains(position));
        rest.map(|(position, cells)| (self.table.columns[position].id, encode_value(cells.cell(row)))).collect()
    }

    /// Refuses NULL in NOT NULL columns, as YDB does for rows of values. For Arrow batches YDB checks this only in
    /// column tables (`converter.cpp` and `rpc_load_rows.cpp` have no other check). This engine refuses those NULLs,
    /// too: if it stored them, every reader would fail.
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

    /// Returns the rows in stored form.
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
        // A key and a row each take one allocation of their exact length.
        let (mut bytes, mut writer) = (Vec::new(), RowEncoder::default());
        let mut whole = |row| {
            key_into(&mut bytes, row);
            rest.iter().for_each(|(id, cells)| writer.push(*id, cells.cell(row)));
            (bytes.as_slice().into(), writer.finish())
        };
        let rows = rows.map(|row| tick(1).map(|()| whole(row)));
        Ok(Encoded::Whole(rows.collect::<Result<_>>()?))
    }
}

/// Returns the position of each member's column in the table.
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
    // 25.1 stores NULL here; releases since 25.2.1 and 25.3 refuse it (pull requests 27596 and 28238). This engine
    // refuses it for all releases.
    let defaults = missing(&|column| table.columns[column].default.is_some());
    if !defaults.is_empty() {
        return Err(refuse(format!("Missing default columns: {defaults}")));
    }
    // YDB's setting BulkUpsertRequireAllColumns, on by default.
    let all = missing(&|_| table.store == Store::Column);
    if !all.is_empty() {
        return Err(refuse(format!(
            "All columns are required during BulkUpsert for column table. Missing columns: {all}"
        )));
    }
    Ok(positions)
}

impl Engine {
    /// Reads the rows of these keys, in the order of the keys. Keys without a row are left out. `members` describes the
    /// values of a key, and `columns` names the wanted columns; an empty list means all.
    ///
    /// Fails with SCHEME_ERROR for a table with indexes, for wrong or missing key columns, and for unknown columns.
    /// Fails with BAD_REQUEST if there are no keys.
    pub fn read_rows(
        &self,
        path: &str,
        members: &[StructMember],
        keys: Vec<Row>,
        columns: &[String],
    ) -> Result<(Vec<StructMember>, Vec<Row>)> {
        let catalog = self.catalog.read();
        let table = self.row_table(&catalog, path, Rights::SELECT_ROW, "ReadRows", "path")?;
        if table.store == Store::Column {
            return Err(refuse(format!("Table '{}' is a column table. ReadRows is not supported.", table.path)));
        }
        if !table.indexes.is_empty() {
            return Err(refuse("EvReadResults is not supported for tables with indexes"));
        }
        if keys.is_empty() {
            return Err(Error::new(Status::BadRequest, "no keys are found in request's proto"));
        }
        let places = key_places(&table, members)?;
        let wanted = wanted(&table, columns)?;
        let decoder = Decoder::new(&table, &table, &wanted);
        // Either each partition is read from a snapshot of its own, or all partitions from one snapshot.
        let starts: Vec<Vec<u8>> = if self.config.behavior.read_rows_snapshot {
            Vec::new()
        } else {
            self.storage.partitions(table.id).into_iter().map(|partition| partition.start).collect()
        };
        let mut moments = BTreeMap::new();
        let mut rows = Vec::with_capacity(keys.len());
        for values in keys {
            tick(1)?;
            let mut row = empty_row(&table);
            for (&column, &place) in table.key.iter().zip(&places) {
                row[column] = values[place].clone();
            }
            let key = key_of(&table, &row);
            let partition = starts.partition_point(|start| *start <= key);
            let begin = || {
                let mut tx = self.storage.begin(Isolation::Snapshot);
                tx.arrive(self.arrival.clone());
                tx
            };
            let tx = moments.entry(partition).or_insert_with(begin);
            let found = tx.get_with(table.id, &key, |stored| stored.map(|stored| decoder.row(&key, stored)));
            if let Some(found) = found {
                rows.push(wanted.iter().map(|&column| found[column].clone()).collect());
            }
        }
        // The rows are valid only if the table has not changed meanwhile.
        check_unchanged(&self.catalog.read(), std::iter::once(&table))?;
        Ok((wanted.iter().map(|&column| table.columns[column].member()).collect(), rows))
    }
}

/// Returns the position of each key column among the members.
fn key_places(table: &Table, members: &[StructMember]) -> Result<Vec<usize>> {
    for (name, _) in members {
        if !table.key.iter().any(|&column| table.columns[column].name == *name) {
            return Err(refuse(format!("Unknown key column: {name}")));
        }
    }
    let mut places = Vec::with_capacity(table.key.len());
    for &column in &table.key {
        let column = &table.columns[column];
        let Some(place) = members.iter().position(|(name, _)| *name == column.name) else {
            return Err(refuse(format!("Missing key columns: {}", column.name)));
        };
        let sent = members[place].1.unwrap_optional();
        if *sent != column.ty {
            let message =
                format!("Type mismatch, got type {sent} for column {}, but expected {}", column.name, column.ty);
            return Err(refuse(message));
        }
        places.push(place);
    }
    Ok(places)
}

fn wanted(table: &Table, columns: &[String]) -> Result<Vec<usize>> {
    if columns.is_empty() {
        return Ok((0..table.columns.len()).collect());
    }
    let position = |name: &String| table.column(name).ok_or_else(|| refuse(format!("Unknown result column: {name}")));
    columns.iter().map(position).collect()
}
