//! The seam between rows and formats: what takes the values of a row, whatever it makes of them.
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
