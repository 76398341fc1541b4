//! Rows as the value of a parameter: `AS_TABLE($rows)`.

use crate::keys::RowEncoder;
use crate::statements::model::YdbTable;
use crate::statements::row::YdbRow;
use ydb_keys_core::schema::Table;
use ydb_keys_core::types::Value;

/// A row whose values can be sent.
#[diagnostic::on_unimplemented(
    message = "type_mismatch: values of `{Self}` cannot be sent as rows",
    label = "not a row that can be sent",
    note = "pass models, or structs with `#[derive(ydb_keys::YdbRow)]` whose fields are columns, without `with` and without `Option`s of rows",
    note = "for more, run `ydb-keys explain type_mismatch` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#type_mismatch"
)]
pub trait SentRow: YdbRow {
    /// The columns as a table, for the encoder.
    #[doc(hidden)]
    const ROW: &'static Table = &Table { name: Self::NAME, columns: Self::FIELDS, ..Table::EMPTY };

    #[doc(hidden)]
    fn encode_row<'a>(&'a self, row: &mut RowEncoder<Vec<Value<'a>>>);
}

#[diagnostic::do_not_recommend]
impl<T: YdbTable> SentRow for T {
    fn encode_row<'a>(&'a self, row: &mut RowEncoder<Vec<Value<'a>>>) {
        self.encode(row);
    }
}
