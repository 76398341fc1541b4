//! Encoder of a model's rows into the body of a BulkUpsert: first into columns, then into Arrow or protobuf.
//!
//! The fields of a row are appended to their columns (`types/cells.rs` of `ydb-keys-core`). When the batch is full, the
//! encoder computes the hashes and buckets of all rows from the columns (`hashes.rs`), sorts the rows by their keys
//! (`order.rs`), and copies the columns in that order into one message (`message.rs`). The memory of the columns is
//! used again for the next batch. Nothing is allocated for a single row.

mod hashes;
mod ipc;
mod message;
mod order;
#[cfg(test)]
mod tests;

use arrow_schema::ArrowError;
use ydb_keys::__internal::RowEncoder;
use ydb_keys::schema::{HashDef, Store};
use ydb_keys::{Error, Result, Table, Value, ValueError, YdbTable, YdbType};
use ydb_keys_core::keys::sink::{KEY_LIMIT, ROW_LIMIT};
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::types::cells::Cells;

use crate::proto::Format;
pub(super) use message::Batch;
use message::Writer;
use order::{Order, is_empty_text};

/// Encoder of the rows of one table, batch by batch.
pub(super) struct Encoder {
    table: &'static Table,
    /// Hashes and buckets that are computed. Their columns come first, in this order.
    hashes: Vec<HashDef>,
    /// Columns of the hashes, and then all columns of the model.
    columns: Vec<Cells>,
    sizes: Sizes,
    order: Order,
    writer: Writer,
    rows: usize,
    bytes: usize,
}

impl Encoder {
    /// Makes an encoder for the rows of a table.
    ///
    /// # Errors
    /// Fails with the kind `InvalidValue` if Arrow refuses the columns, which would be a defect of this library.
    pub(super) fn of(table: &'static Table, format: Format) -> Result<Self> {
        let members = Member::of(table, |_| true);
        let hashes: Vec<HashDef> = table.computed().collect();
        Ok(Encoder {
            table,
            columns: members.iter().map(|member| Cells::new(member.ty, member.optional)).collect(),
            sizes: Sizes::of(table),
            hashes,
            order: Order::of(table),
            writer: Writer::new(&members, format).map_err(|error| refused(table, &error))?,
            rows: 0,
            bytes: 0,
        })
    }

    /// Adds a row to the batch.
    ///
    /// # Errors
    /// Fails like an upsert if the row cannot be stored. The row is then not added.
    #[inline]
    pub(super) fn push<T: Row>(&mut self, row: &T) -> Result<()> {
        let appended = row.append(self.table, &mut self.columns[self.hashes.len()..]);
        self.end_row(appended)
    }

    /// Ends a row whose fields are in their columns. This code does not depend on the model's type.
    fn end_row(&mut self, appended: Result<()>) -> Result<()> {
        let bytes = match &appended {
            Ok(()) => self.sizes.of_row(&self.columns[self.hashes.len()..], self.rows),
            Err(_) => None,
        };
        let bytes = match bytes {
            Some(bytes) => bytes,
            None => self.check_row(appended)?,
        };
        self.rows += 1;
        self.bytes += bytes;
        Ok(())
    }

    /// Checks the row that was appended last. Returns its size in bytes; if the row breaks a rule of its table, removes
    /// it from the columns and returns the error.
    #[cold]
    fn check_row(&mut self, appended: Result<()>) -> Result<usize> {
        let own = &mut self.columns[self.hashes.len()..];
        let checked = appended.and_then(|()| {
            let values: Vec<_> = own.iter().map(|column| column.value(self.rows)).collect();
            RowEncoder::check_write(self.table, &values)?;
            Ok(self.sizes.fixed + values.iter().map(Value::size).sum::<usize>())
        });
        checked.inspect_err(|_| own.iter_mut().for_each(|column| column.truncate(self.rows)))
    }

    /// Returns the number of rows in the batch so far.
    #[cfg(test)]
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns `true` if the batch should be sent: it has `rows` rows or `bytes` bytes. It may get an eighth more bytes
    /// to consist of whole blocks, in which empty texts may be anywhere.
    pub(super) fn is_full(&self, rows: usize, bytes: usize) -> bool {
        let whole = self.rows.is_multiple_of(BLOCK);
        self.rows >= rows || self.bytes >= bytes && (whole || self.bytes >= bytes + bytes / 8)
    }

    /// Returns the approximate bytes of the rows in the batch.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the batch, sorted by the key, and empties the encoder. If rows have equal keys, the batch has only the
    /// last one.
    ///
    /// # Errors
    /// Fails if a value cannot be hashed. A model that compiles has no such values.
    pub(super) fn finish(&mut self) -> Result<Batch> {
        let batch = self.batch();
        // An error must empty the columns too: the next batch must not contain values of this one.
        self.columns.iter_mut().for_each(|column| column.truncate(0));
        (self.rows, self.bytes) = (0, 0);
        batch
    }

    fn batch(&mut self) -> Result<Batch> {
        let (computed, own) = self.columns.split_at_mut(self.hashes.len());
        for (hash, column) in self.hashes.iter().zip(computed) {
            if !hashes::append(hash, own, self.rows, column) {
                return Err(Error::not_hashable(self.table.name, hash.name, "value"));
            }
        }
        let rows = self.order.of_rows(&self.columns, self.rows);
        let whole = self.table.store == Store::Column || fill_rest(rows, &self.columns);
        let arrow = if whole { self.writer.arrow(&self.columns, rows) } else { None };
        let body = arrow.unwrap_or_else(|| self.writer.protobuf(&self.columns, rows));
        Ok(Batch { superseded: self.rows - rows.len(), body })
    }

    /// Takes back the memory of a batch that was sent.
    pub(super) fn reuse(&mut self, batch: Batch) {
        self.writer.reuse(batch);
    }
}

/// Number of rows that YDB converts from columns to rows at once.
const BLOCK: usize = 32;

/// Moves rows without empty texts to the end. Returns `false` if there are too few of them.
///
/// YDB converts an Arrow batch for a row table in blocks of 32 rows. After the last whole block it takes an empty text
/// for NULL, also in the key (`TArrowToYdbConverter` of ydb/core/formats/arrow/converter.cpp; ydb issue 36331, open).
fn fill_rest(rows: &mut [u32], columns: &[Cells]) -> bool {
    let (blocks, rest) = rows.split_at_mut(rows.len() / BLOCK * BLOCK);
    let is_empty = |row: u32| columns.iter().any(|column| is_empty_text(column, row as usize));
    let mut others = blocks.iter_mut().rev().filter(|row| !is_empty(**row));
    rest.iter_mut().filter(|row| is_empty(**row)).all(|row| match others.next() {
        Some(other) => {
            std::mem::swap(row, other);
            true
        }
        None => false,
    })
}

#[cold]
fn refused(table: &Table, error: &ArrowError) -> Error {
    Error::in_column(table.name, "", ValueError::Invalid(format!("Arrow refuses the columns: {error}")))
}

/// Returns the schema message and the data message of a request with these rows. The project's own tests read them.
#[doc(hidden)]
pub fn arrow_message<T: YdbTable>(rows: &[T]) -> Result<(Vec<u8>, Vec<u8>)> {
    let mut encoder = Encoder::of(T::TABLE, Format::Arrow)?;
    rows.iter().try_for_each(|row| encoder.push(row))?;
    Ok(encoder.finish()?.into_arrow())
}

/// A row, whose values are appended to the columns of a table.
pub(crate) trait Row {
    /// Appends each value to its column.
    ///
    /// # Errors
    /// Fails if a column cannot hold its value; some columns then have one more value.
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

/// A row as a list of values, one for each column of the table.
pub(crate) struct Values(pub(crate) Vec<Value<'static>>);

impl Row for Values {
    fn append(&self, table: &'static Table, columns: &mut [Cells]) -> Result<()> {
        for ((column, cells), value) in table.columns.iter().zip(columns).zip(&self.0) {
            cells.push(value).map_err(|error| Error::in_column(table.name, column.name, error))?;
        }
        Ok(())
    }
}

/// Sizes that all rows of a table have in common.
struct Sizes {
    /// Bytes of the hashes.
    fixed: usize,
    /// Bytes of all numbers including the hashes; the next field has the bytes of those in the key.
    numbers: usize,
    numbers_of_key: usize,
    /// Indexes of the columns with texts; the flag is `true` for columns in the key.
    texts: Vec<(usize, bool)>,
    /// `true` if rows must be checked for more than their size.
    checked: bool,
}

impl Sizes {
    pub(super) fn of(table: &'static Table) -> Self {
        let fixed = table.computed().filter_map(|hash| hash.ty().fixed_size()).sum();
        let (mut numbers, mut numbers_of_key, mut texts) = (fixed, fixed, Vec::new());
        for (at, column) in table.columns.iter().enumerate() {
            match column.ty.fixed_size() {
                Some(size) => {
                    numbers += size;
                    numbers_of_key += if table.is_key(at) { size } else { 0 };
                }
                None => texts.push((at, table.is_key(at))),
            }
        }
        let leading_uuid = |&leading: &usize| table.columns[leading].ty == YdbType::Uuid;
        let uuid = table.store == Store::Row && table.hash.is_none() && table.key.first().is_some_and(leading_uuid);
        let documents = table.columns.iter().any(|column| matches!(column.ty, YdbType::Json | YdbType::JsonDocument));
        Sizes { fixed, numbers, numbers_of_key, texts, checked: uuid || documents }
    }

    /// Returns the bytes of a row; `None` if the row may break a rule, which `check_write` then decides.
    #[inline]
    fn of_row(&self, columns: &[Cells], row: usize) -> Option<usize> {
        let (mut all, mut key) = (self.numbers, self.numbers_of_key);
        for &(at, in_key) in &self.texts {
            let size = columns[at].text(row).map_or(0, <[u8]>::len);
            all += size;
            key += if in_key { size } else { 0 };
        }
        (!self.checked && key <= KEY_LIMIT && all <= ROW_LIMIT).then_some(all)
    }
}
