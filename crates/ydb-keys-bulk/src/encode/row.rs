//! What can be encoded: the rows of a model, and values for the columns of a table that has no model.

use ydb_keys::__internal::RowEncoder;
use ydb_keys::{Error, Result, Table, Value, YdbTable};
use ydb_keys_core::types::cells::Cells;

/// A row, whose values go into the columns of a table.
pub(crate) trait Row {
    /// Appends each value to its column.
    ///
    /// # Errors
    /// A value that its column cannot hold; then some columns have one more value.
    fn append(&self, table: &'static Table, columns: &mut [Cells]) -> Result<()>;
}

impl<T: YdbTable> Row for T {
    #[inline]
    fn append(&self, table: &'static Table, columns: &mut [Cells]) -> Result<()> {
        let mut encoder = RowEncoder::row(table, columns.iter_mut());
        self.encode(&mut encoder);
        encoder.finish().map(drop)
    }
}

/// Values, one for each column of the table.
pub(crate) struct Values(pub(crate) Vec<Value<'static>>);

impl Row for Values {
    fn append(&self, table: &'static Table, columns: &mut [Cells]) -> Result<()> {
        for ((column, cells), value) in table.columns.iter().zip(columns).zip(&self.0) {
            cells.push(value).map_err(|error| Error::in_column(table.name, column.name, error))?;
        }
        Ok(())
    }
}
