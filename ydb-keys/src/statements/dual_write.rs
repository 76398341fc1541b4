//! A table and its copy while a key changes: which row of one is which row of the other.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use super::model::YdbTable;
use super::read::Exists;
use super::select::Select;
use super::table_at::TableAt;
use crate::error::{Detail, Result};
use crate::keys::{RowDecoder, YdbKey as _};
use crate::schema::{ColumnDef, Table, TablePath};
use crate::types::Value;

/// A table whose key changes from that of the model `Old` to that of the model `New`: each row is written to the table
/// and to its copy, in one transaction.
///
/// `apply --rekey` copies a table to `<path>__ydb_keys_new`, and then swaps the names. From the start of the copy to
/// the swap a writer must write both tables. A dual writer does so for as long as it must, and finds out by itself how
/// far the copy is:
///
/// | `<path>__ydb_keys_new` | `<path>__ydb_keys_old` | a row is written to |
/// |---|---|---|
/// | does not exist | does not exist | the old table: the copy has not begun |
/// | exists | does not exist | both |
/// | does not exist | exists | the new table, which has the path now |
///
/// So deploy the writers with a dual writer, change the key, and deploy them without the dual writer. Make one dual
/// writer for each table and keep it: it remembers the swap. Both models have the same columns; the hash is not one of
/// them.
///
/// After the swap a row is what has one key of the *new* model. If you change a column that only the new key has, say
/// which row it was: [`instead_of`](DualWrite::instead_of). Readers ask [`swapped`](DualWriter::swapped). YDB also says
/// that a table does not exist if the user has no rights on it: grant the writers both tables.
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
/// let orders = DualWriter::<OldOrder, Order>::new()?;
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
    /// The table after the swap.
    pub(crate) kept: TableAt<Old>,
    /// For each column of the old model its position in the new one.
    columns: Vec<usize>,
    /// For each column of the new key its position in the old model.
    key: Vec<usize>,
    swapped: AtomicBool,
}

/// Where a row is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// The copy has not begun.
    Old,
    Both,
    /// The names are swapped.
    New,
}

impl<Old, New> DualWriter<Old, New>
where
    Old: YdbTable<Version = ()>,
    New: YdbTable<Version = ()>,
{
    /// The table at the path of the new model.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) if the models do not have the same columns.
    pub fn new() -> Result<Self> {
        Self::at_path(New::TABLE.name)
    }

    /// The table at another path, as [`YdbTable::at_path`].
    ///
    /// # Errors
    /// As [`DualWriter::new`].
    pub fn at_path(path: impl AsRef<str>) -> Result<Self> {
        let path = TablePath::from(path.as_ref());
        let columns =
            Old::TABLE.columns.iter().map(|column| same(column, Old::TABLE, New::TABLE)).collect::<Result<_>>()?;
        let back =
            New::TABLE.columns.iter().map(|column| same(column, New::TABLE, Old::TABLE)).collect::<Result<Vec<_>>>()?;
        Ok(DualWriter {
            old: Old::at_path(&*path),
            copy: New::at_path(path.copy()),
            new: New::at_path(&*path),
            kept: Old::at_path(path.kept()),
            columns,
            key: New::TABLE.key.iter().map(|&column| back[column]).collect(),
            swapped: AtomicBool::new(false),
        })
    }

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
    /// Whether a write or a look has found that the names are swapped.
    pub(crate) fn is_swapped(&self) -> bool {
        self.swapped.load(Ordering::Relaxed)
    }

    /// Any row of the kept table. Answered only if there is one.
    pub(crate) fn any_kept(&self) -> Exists<Old> {
        Exists::of_scan(Select::new(self.kept.location.clone(), None))
    }

    /// Remembers the swap, after which nothing changes any more.
    pub(crate) fn found(&self, place: Place) {
        self.swapped.fetch_or(place == Place::New, Ordering::Relaxed);
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
