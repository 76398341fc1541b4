//! The trait that hands the values of a row to each format, and the size limits of keys and rows.
//!
//! ```text
//! fields of a model --RowEncoder--> sink        values --put_values--> sink
//! ```
//!
//! There is a sink for each format: values as they are and the columns of an Arrow batch (both below), ordered keys
//! (`order.rs`), the client's values (`sdk/params.rs`), and YDB's protocol (`ydb-keys-bulk`). `Value::stored` describes
//! once how each type is stored; a sink only says how its format writes an integer, a text or NULL. Only the client has
//! a value for each type, so its sink looks at the types themselves. On every path to a database, `Value::check`
//! compares a value with its column.

use std::slice::IterMut;

use crate::error::ValueError;
use crate::schema::member::Member;
use crate::types::{Cells, Encode, Value};

/// Receiver of the values of a row, one after the other.
pub trait RowSink<'v> {
    /// Takes the value of the next column.
    ///
    /// # Errors
    /// A value that the format cannot hold.
    fn put(&mut self, column: &Member, value: Value<'v>) -> Result<(), ValueError>;

    /// Takes the field of the next column and encodes it. Formats that can do this in fewer steps override it.
    ///
    /// # Errors
    /// The errors of [`put`](Self::put), and a field that the type of the column cannot hold.
    #[inline]
    fn put_field(&mut self, column: &Member, field: &'v dyn Encode) -> Result<(), ValueError> {
        self.put(column, field.encode_as(column.ty)?)
    }
}

/// Keeps the values as they are.
impl<'v> RowSink<'v> for Vec<Value<'v>> {
    #[inline]
    fn put(&mut self, _: &Member, value: Value<'v>) -> Result<(), ValueError> {
        self.push(value);
        Ok(())
    }

    #[inline]
    fn put_field(&mut self, column: &Member, field: &'v dyn Encode) -> Result<(), ValueError> {
        field.encode_into(column.ty, self)
    }
}

/// Appends each value to the memory of its column.
impl RowSink<'_> for IterMut<'_, Cells> {
    #[inline]
    fn put(&mut self, _: &Member, value: Value<'_>) -> Result<(), ValueError> {
        self.next().map_or(Ok(()), |cells| cells.push(&value))
    }

    #[inline]
    fn put_field(&mut self, _: &Member, field: &dyn Encode) -> Result<(), ValueError> {
        self.next().map_or(Ok(()), |cells| field.append_to(cells))
    }
}

/// Largest key that YDB recommends, in bytes: 2 KB.
pub const KEY_LIMIT: usize = 2 * 1024;
/// Largest row that YDB recommends, in bytes: 8 MB.
pub const ROW_LIMIT: usize = 8 * 1024 * 1024;
/// Largest key that YDB stores, in bytes, with `allow(large_key)`: 1 MiB and 1 KiB (`MaxWriteKeySize`).
pub const HARD_KEY_LIMIT: usize = 1024 * 1024 + 1024;
/// Largest value that YDB stores, in bytes, with `allow(large_row)`: 16 MiB (`MaxWriteValueSize`).
pub const HARD_CELL_LIMIT: usize = 16 * 1024 * 1024;

/// Most characters of a key, or of a value, that an error message shows.
const SHOWN: usize = 200;

/// Returns values as people read them, `(42, "alice")`, shortened.
pub fn show_values(values: &[Value<'_>]) -> String {
    show(values.iter())
}

/// Returns values as people read them, shortened.
pub fn show<'v>(values: impl Iterator<Item = &'v Value<'v>>) -> String {
    let parts: Vec<String> = values.map(Value::to_string).collect();
    shorten(format!("({})", parts.join(", ")))
}

/// Returns the text. A long text is cut, and ends with an ellipsis.
pub fn shorten(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}
