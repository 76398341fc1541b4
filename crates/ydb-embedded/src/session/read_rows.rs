//! ReadRows: rows by their whole keys, outside of queries and transactions.

use std::collections::BTreeMap;

use super::batch::refuse;
use super::engine::Engine;
use super::transactions::check_unchanged;
use crate::catalog::{Rights, Store, Table};
use crate::error::{Error, Result, Status};
use crate::exec::{Decoder, empty_row, key_of};
use crate::storage::Isolation;
use crate::types::{Row, StructMember};
use crate::work::tick;

impl Engine {
    /// Reads the rows of these keys, in the order of the keys; keys without a row are left out. `members` describes
    /// the values of a key, and `columns` names the wanted columns (all if empty).
    ///
    /// Fails with SCHEME_ERROR for a table with indexes, wrong or missing key columns, and unknown columns; BAD_REQUEST
    /// without keys.
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
        // Each partition is read from one snapshot, or all of them from the same.
        let starts: Vec<Vec<u8>> = match self.config.behavior.read_rows_snapshot {
            true => Vec::new(),
            false => self.storage.partitions(table.id).into_iter().map(|partition| partition.start).collect(),
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
        // What was read is good only if the table is still the same.
        check_unchanged(&self.catalog.read(), std::iter::once(&table))?;
        Ok((wanted.iter().map(|&column| table.columns[column].member()).collect(), rows))
    }
}

/// The position of each key column among the members.
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
