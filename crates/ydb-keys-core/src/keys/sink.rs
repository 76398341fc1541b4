//! The trait by which the values of a row go to each format, and the limits of keys and rows.
//!
//! ```text
//! fields of a model --RowEncoder--> sink        values --put_values--> sink
//! ```
//!
//! There is a sink for each format: values as they are and the columns of an Arrow batch (both below), ordered keys
//! (`bytes.rs`), the client's values (`sdk/params.rs`), and YDB's protocol (`ydb-keys-bulk`). What a type is stored as
//! is described once, by `Value::stored`; a sink only says how its format writes an integer, a text or NULL. The client
//! alone has a value for each type, so its sink looks at the types themselves. What reaches a database is checked against
//! its column on every path, by `Value::check`.

use std::slice::IterMut;

use crate::error::ValueError;
use crate::schema::member::Member;
use crate::types::{Cells, Encode, Value};

/// Takes the values of a row, one after the other.
pub trait RowSink<'v> {
    /// Takes the value of the next column.
    ///
    /// # Errors
    /// A value that the format cannot hold.
    fn put(&mut self, column: &Member, value: Value<'v>) -> Result<(), ValueError>;

    /// Takes the field of the next column: what it is encoded as, in fewer steps where the format knows them.
    ///
    /// # Errors
    /// As [`put`](Self::put), or a field that the type of the column cannot hold.
    #[inline]
    fn put_field(&mut self, column: &Member, field: &'v dyn Encode) -> Result<(), ValueError> {
        self.put(column, field.encode_as(column.ty)?)
    }
}

/// The values as they are.
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

/// Each value in the memory of its column.
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

/// Bytes of a key that YDB recommends at most: 2 KB.
pub const KEY_LIMIT: usize = 2 * 1024;
/// Bytes of a row that YDB recommends at most: 8 MB.
pub const ROW_LIMIT: usize = 8 * 1024 * 1024;
/// Bytes of a key that YDB stores at most, with `allow(large_key)`: 1 MiB and 1 KiB (`MaxWriteKeySize`).
pub const HARD_KEY_LIMIT: usize = 1024 * 1024 + 1024;
/// Bytes of one value that YDB stores at most, with `allow(large_row)`: 16 MiB (`MaxWriteValueSize`).
pub const HARD_CELL_LIMIT: usize = 16 * 1024 * 1024;

/// Characters of a key, or of a value, that an error message shows.
const SHOWN: usize = 200;

/// Values as people read them, `(42, "alice")`, shortened.
pub fn show_values(values: &[Value<'_>]) -> String {
    show(values.iter())
}

/// Values as people read them, shortened.
pub fn show<'v>(values: impl Iterator<Item = &'v Value<'v>>) -> String {
    let parts: Vec<String> = values.map(Value::to_string).collect();
    shorten(format!("({})", parts.join(", ")))
}

/// The text, or its beginning and an ellipsis.
pub fn shorten(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}
