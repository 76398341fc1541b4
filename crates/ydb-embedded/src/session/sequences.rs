//! The sequences of serial columns: the next number, and restarts.

use super::engine::Engine;
use crate::catalog::{DefaultValue, Rights, Table, paths, refusal};
use crate::error::{Error, Issue, Result, codes};
use crate::types::{Primitive, Type};

/// The name of a sequence is this prefix and its column's name.
const PREFIX: &str = "_serial_column_";

impl Engine {
    /// The next number of a column's sequence.
    pub(super) fn draw_serial(&self, table: &Table, column: usize) -> Result<i64> {
        let description = &table.columns[column];
        let max = match description.ty {
            Type::Primitive(Primitive::Int16) => i64::from(i16::MAX),
            Type::Primitive(Primitive::Int32) => i64::from(i32::MAX),
            _ => i64::MAX,
        };
        let mut sequences = self.sequences.lock();
        let last = sequences.entry((table.id, description.id)).or_insert(0);
        if *last >= max {
            let message = format!("sequence {}/{PREFIX}{} doesn't have any more values", table.path, description.name);
            return Err(Error::issue(
                Issue::new(codes::KIKIMR_SCHEME_ERROR, message.clone()).with(Issue::new(codes::ENGINE_ERROR, message)),
            ));
        }
        *last += 1;
        Ok(*last)
    }

    /// Restarts a sequence at `restart`, or from the beginning.
    ///
    /// Fails with SCHEME_ERROR if the sequence does not exist, unless `if_exists` is set.
    pub(super) fn restart_sequence(&self, path: &str, if_exists: bool, restart: Option<i64>) -> Result<()> {
        let _turn = self.storage.turn();
        let catalog = self.catalog.read();
        let table = catalog.table(paths::parent(path)).ok();
        let sequence = table.and_then(|table| {
            let name = paths::leaf(path).strip_prefix(PREFIX)?;
            let column = table.columns.get(table.column(name)?)?;
            (column.default == Some(DefaultValue::Sequence)).then_some((table.id, column.id))
        });
        match sequence {
            Some(sequence) => {
                self.require(&catalog, paths::parent(path), Rights::ALTER_SCHEMA)?;
                self.sequences.lock().insert(sequence, restart.unwrap_or(1) - 1);
                Ok(())
            }
            None if if_exists => Ok(()),
            // UNVERIFIED: that this text comes first, and what YDB adds about the nearest existing path.
            None => Err(refusal::scheme(refusal::check(path, "path hasn't been resolved"))),
        }
    }
}
