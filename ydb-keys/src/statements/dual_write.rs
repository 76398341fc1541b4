//! A table and its copy while a key changes: which row of one is which row of the other.

use std::fmt;

use super::key_change::{KeyChange, Phase, is_layout};
use super::model::YdbTable;
use super::table_at::TableAt;
use crate::error::{Detail, Result};
use crate::keys::{RowDecoder, YdbKey as _};
use crate::schema::layout::Layout;
use crate::schema::{ColumnDef, Table, TablePath};
use crate::types::Value;

/// A table whose key changes from that of the model `Old` to that of the model `New`: each row is written to the table
/// and to its copy, in one transaction.
///
/// `apply --rekey` copies a table to `<path>__ydb_keys_new`, and then swaps the names. How far it is stands in a row of the
/// table `ydb_keys/changes`, and each write reads that row in its own transaction:
///
/// | phase | a row is written to |
/// |---|---|
/// | before | the old table: the copy has not begun |
/// | both | both |
/// | closing | none: the write waits until the names are swapped |
/// | new | the new table, which has the path now |
///
/// If the phase changes before a write is committed, the write is not committed, and begins again. So no write goes to
/// the wrong table.
///
/// Deploy the writers with a dual writer, change the key, and deploy them without the dual writer. Both models have the
/// same columns; the hash is not one of them. If the table has neither of the two keys, each operation is an error.
///
/// After the swap a row is what has one key of the *new* model. If you change a column that only the new key has, say
/// which row it was: [`instead_of`](DualWrite::instead_of). Readers ask [`swapped`](DualWriter::swapped). YDB also says
/// that a table does not exist if the user has no rights on it: grant the writers both tables, and the right to read
/// `ydb_keys/changes`.
///
/// ```no_run
/// use ydb_keys::{DualWriter, YdbTable};
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
/// struct OldOrder { order_id: u64, customer_id: u64, amount: Option<f64> }
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(customer_hash = numeric_hash(customer_id), customer_id, order_id))]
/// struct Order { order_id: u64, customer_id: u64, amount: Option<f64> }
///
/// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
/// let orders = DualWriter::<OldOrder, Order>::open(client).await?;
/// let order = Order { order_id: 1001, customer_id: 7, amount: None };
/// orders.upsert(&order).exec(client).await?;
/// orders.delete(&order).exec(client).await?;
/// # Ok(())
/// # }
/// ```
pub struct DualWriter<Old: YdbTable, New: YdbTable> {
    /// The table before the swap.
    pub(crate) old: TableAt<Old>,
    /// Its copy before the swap.
    pub(crate) copy: TableAt<New>,
    /// The copy after the swap, at the path of the table.
    pub(crate) new: TableAt<New>,
    /// The path relative to the database, as the control table has it.
    pub(crate) path: String,
    /// For each column of the old model its position in the new one.
    columns: Vec<usize>,
    /// For each column of the new key its position in the old model.
    key: Vec<usize>,
    /// Those of both models.
    layouts: [Layout; 2],
}

/// Where a row is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// The copy has not begun.
    Old,
    Both,
    /// Nowhere now: the names are being swapped.
    Wait,
    /// The names are swapped.
    New,
}

impl<Old, New> DualWriter<Old, New>
where
    Old: YdbTable<Version = ()>,
    New: YdbTable<Version = ()>,
{
    /// `UPSERT` of a row. If that changes its key in the copy, the row with the earlier key is deleted there.
    pub fn upsert<'m>(&'m self, row: &'m New) -> DualWrite<'m, Old, New> {
        DualWrite { writer: self, row, earlier: None, deletes: false }
    }

    /// `DELETE` of a row. The row in the old table is found by its key there.
    pub fn delete<'m>(&'m self, row: &'m New) -> DualWrite<'m, Old, New> {
        DualWrite { writer: self, row, earlier: None, deletes: true }
    }
}

impl<Old: YdbTable, New: YdbTable> DualWriter<Old, New> {
    /// The writer of the table at a path in the database.
    pub(crate) fn at(path: &TablePath) -> Result<Self> {
        let columns =
            Old::TABLE.columns.iter().map(|column| same(column, Old::TABLE, New::TABLE)).collect::<Result<_>>()?;
        let back =
            New::TABLE.columns.iter().map(|column| same(column, New::TABLE, Old::TABLE)).collect::<Result<Vec<_>>>()?;
        Ok(DualWriter {
            old: Old::at_path(&**path),
            copy: New::at_path(path.copy()),
            new: New::at_path(&**path),
            path: path.to_string(),
            columns,
            key: New::TABLE.key.iter().map(|&column| back[column]).collect(),
            layouts: [Layout::of(Old::TABLE), Layout::of(New::TABLE)],
        })
    }

    /// Where a row is written while the change is this far.
    pub(crate) fn place(&self, change: Option<&KeyChange>) -> Result<Place> {
        let [old, new] = &self.layouts;
        let other = |found: String| Detail::OtherKey {
            table: New::TABLE.name,
            found,
            old: old.to_string(),
            new: new.to_string(),
        };
        let Some(change) = change else { return Err(other("no row in `ydb_keys/changes`".to_owned()).into()) };
        // Nobody knows the layout of a table that was made without this library.
        let is_old = |line: &str| line.is_empty() || is_layout(line, old);
        let live = change.live_layout();
        match change.phase {
            Phase::Both | Phase::Closing if is_old(live) && is_layout(&change.new_layout, new) => {
                Ok(if change.phase == Phase::Both { Place::Both } else { Place::Wait })
            }
            Phase::Both | Phase::Closing => Err(other(format!("{live}, which becomes {}", change.new_layout)).into()),
            _ if is_old(live) => Ok(Place::Old),
            _ if is_layout(live, new) => Ok(Place::New),
            _ => Err(other(live.to_owned()).into()),
        }
    }

    /// Whether a row can get another key in the copy while it keeps that of the old table.
    pub(crate) fn moves(&self) -> bool {
        self.key.iter().any(|column| !Old::TABLE.key.contains(column))
    }

    /// The row as the old model has it.
    pub(crate) fn old_row(&self, row: &New) -> Result<Old> {
        let values = row.to_values()?;
        Old::from_values(self.columns.iter().map(|&column| values[column].clone()).collect())
    }

    /// The key that a row of the old table has in the copy.
    pub(crate) fn new_key(&self, row: &Old) -> Result<New::Key> {
        let mut values = row.to_values()?;
        let key = self.key.iter().map(|&column| std::mem::replace(&mut values[column], Value::Null)).collect();
        New::Key::decode(&mut RowDecoder::key(New::TABLE, key))
    }
}

/// The position of a column of one model in the other one.
fn same(column: &ColumnDef, of: &Table, other: &'static Table) -> Result<usize> {
    let found = other.columns.iter().position(|known| known.name == column.name && known.ty == column.ty);
    found
        .ok_or_else(|| Detail::NotDualWritten { table: of.name, column: column.name, ty: column.ty.to_string() }.into())
}

/// A write to a table and to its copy; from [`DualWriter::upsert`] and [`DualWriter::delete`].
#[must_use = "nothing is sent until `.exec(client).await`"]
pub struct DualWrite<'m, Old: YdbTable, New: YdbTable> {
    pub(crate) writer: &'m DualWriter<Old, New>,
    pub(crate) row: &'m New,
    pub(crate) earlier: Option<&'m New>,
    pub(crate) deletes: bool,
}

impl<'m, Old: YdbTable, New: YdbTable> DualWrite<'m, Old, New> {
    /// The row that this one replaces: in each table it is deleted where its key is another one.
    pub fn instead_of(self, earlier: &'m New) -> Self {
        DualWrite { earlier: Some(earlier), ..self }
    }
}

impl<Old: YdbTable, New: YdbTable> fmt::Debug for DualWriter<Old, New> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DualWriter").field("old", &self.old).field("copy", &self.copy).finish_non_exhaustive()
    }
}

impl<Old: YdbTable, New: YdbTable> fmt::Debug for DualWrite<'_, Old, New> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DualWrite")
            .field("writer", &self.writer)
            .field("deletes", &self.deletes)
            .finish_non_exhaustive()
    }
}
