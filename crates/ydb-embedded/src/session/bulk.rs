//! BulkUpsert: many rows at once, outside of transactions.

use std::sync::Arc;

use super::access::denied;
use super::batch::{Batch, Cells, Encoded, Upload, refuse};
use super::engine::Engine;
use crate::catalog::{Catalog, Column, IndexKind, Rights, Table, is_system_view};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::{Decoder, IndexedRow, empty_row, full_row, key_of, record};
use crate::storage::{Isolation, Operation};
use crate::types::{Cell, Row, StructMember};
use crate::work::tick;

/// Rows of values, whose members are named.
struct Values<'a> {
    members: &'a [StructMember],
    rows: &'a [Row],
}

/// One column of such rows.
struct Place<'a> {
    rows: &'a [Row],
    place: usize,
}

impl Upload for Values<'_> {
    fn members(&self, _: &Table) -> Result<Vec<StructMember>> {
        Ok(self.members.to_vec())
    }

    fn cells(&self, _: &Table, columns: &[&Column]) -> Result<Vec<Box<dyn Cells + '_>>> {
        if self.rows.is_empty() {
            return Err(Error::new(Status::BadRequest, "No rows to upload"));
        }
        let cells = |place| Box::new(Place { rows: self.rows, place }) as Box<dyn Cells + '_>;
        Ok((0..columns.len()).map(cells).collect())
    }
}

impl Cells for Place<'_> {
    fn rows(&self) -> usize {
        self.rows.len()
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        Cell::from(&self.rows[row][self.place])
    }
}

impl Engine {
    /// Upserts rows, all of them or none. `members` names the columns that the rows' values belong to, in their
    /// order.
    ///
    /// Fails as [`upload`](Self::upload) does, and with BAD_REQUEST without rows.
    pub fn bulk_upsert(&self, path: &str, members: &[StructMember], rows: Vec<Row>) -> Result<()> {
        self.upload(path, &Values { members, rows: &rows })
    }

    /// Upserts rows, all of them or none. Equal keys: the last row counts.
    ///
    /// Fails with SCHEME_ERROR for a table with synchronous indexes, and for an unknown, missing or mistyped column;
    /// BAD_REQUEST for NULL in a NOT NULL column.
    pub fn upload(&self, path: &str, upload: &dyn Upload) -> Result<()> {
        loop {
            let table = self.loadable(path)?;
            let batch = Batch::read(&table, upload)?;
            // Other requests are read and encoded meanwhile.
            let plain = table.indexes.is_empty() && table.changefeeds.is_empty();
            let encoded = if plain { Some(batch.encode()?) } else { None };
            // Until the end, so that the schema cannot change meanwhile.
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

    /// The table at a path, if rows can be loaded into it.
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

    /// The table at a path, for a `call` that reads or writes its rows without a query.
    pub(super) fn row_table(
        &self,
        catalog: &Catalog,
        path: &str,
        rights: Rights,
        call: &str,
        what: &str,
    ) -> Result<Arc<Table>> {
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

    /// Writes rows of a table with indexes or changefeeds. It is repeated until no other commit has come in between.
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
                // None of these indexes is unique.
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
