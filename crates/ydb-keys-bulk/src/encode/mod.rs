//! Rows of a model into the body of a BulkUpsert: columns first, then Arrow or protobuf.
//!
//! The fields of a row are appended to their columns (`types/cells.rs` of `ydb-keys-core`). When the batch is full, the hashes
//! and buckets of all rows are computed from the columns (`hashes.rs`), the rows are put into the order of their keys (`order.rs`),
//! and the columns are copied in that order into one message (`message.rs`). The memory of the columns is used again
//! for the next batch. Nothing is allocated for a single row.

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

/// The rows of the next batch of one table.
pub(super) struct Encoder {
    table: &'static Table,
    /// Those whose columns come first, in their order.
    hashes: Vec<HashDef>,
    /// Of the hashes, and then of all columns of the model.
    columns: Vec<Cells>,
    sizes: Sizes,
    order: Order,
    writer: Writer,
    rows: usize,
    bytes: usize,
}

impl Encoder {
    /// An encoder for the rows of a table.
    ///
    /// # Errors
    /// One of kind `InvalidValue` if Arrow refuses the columns, which would be a defect of this library.
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

    /// Takes one row.
    ///
    /// # Errors
    /// Those of an upsert, for a row that cannot be stored, which is then not taken.
    #[inline]
    pub(super) fn push<T: Row>(&mut self, row: &T) -> Result<()> {
        let appended = row.append(self.table, &mut self.columns[self.hashes.len()..]);
        self.end_row(appended)
    }

    /// The part that does not depend on the model: the fields of the row are in their columns.
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

    /// The bytes of a row that may break a rule.
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

    /// Rows in the batch so far.
    #[cfg(test)]
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns `true` if the batch should be sent: it has that many rows, or bytes. A few more bytes make whole blocks,
    /// in which empty texts may be anywhere.
    pub(super) fn is_full(&self, rows: usize, bytes: usize) -> bool {
        let whole = self.rows.is_multiple_of(BLOCK);
        self.rows >= rows || self.bytes >= bytes && (whole || self.bytes >= bytes + bytes / 8)
    }

    /// Bytes that they take, approximately.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The batch, sorted by the key. Of rows with equal keys only the last one is in it. The encoder is empty
    /// afterwards.
    ///
    /// # Errors
    /// Values that cannot be hashed, which a model that compiles does not have.
    pub(super) fn finish(&mut self) -> Result<Batch> {
        let batch = self.batch();
        // After an error too, so that the next batch has no values of this one.
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

    /// Takes the memory of a batch that was sent.
    pub(super) fn reuse(&mut self, batch: Batch) {
        self.writer.reuse(batch);
    }
}

/// Rows that YDB turns from columns into rows at once.
const BLOCK: usize = 32;

/// Puts rows without empty texts at the end. Whether there are enough of them.
///
/// YDB turns the rows of an Arrow batch for a row table into rows in blocks of 32, and in the rest, after the last
/// whole block, it takes an empty text for NULL, also in the key (`TArrowToYdbConverter` of
/// ydb/core/formats/arrow/converter.cpp; ydb issue 36331, open).
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

/// The schema and the columns of a request with these rows; the project's own tests read them.
#[doc(hidden)]
pub fn arrow_message<T: YdbTable>(rows: &[T]) -> Result<(Vec<u8>, Vec<u8>)> {
    let mut encoder = Encoder::of(T::TABLE, Format::Arrow)?;
    rows.iter().try_for_each(|row| encoder.push(row))?;
    Ok(encoder.finish()?.into_arrow())
}

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

/// The sizes of what all rows of a table have in common.
struct Sizes {
    /// Bytes of the hashes.
    fixed: usize,
    /// Bytes of all numbers, the hashes among them, and of those in the key.
    numbers: usize,
    numbers_of_key: usize,
    /// Columns with texts, and whether they are in the key.
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

    /// The bytes of a row, `None` if it may break a rule: `check_write` knows.
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
