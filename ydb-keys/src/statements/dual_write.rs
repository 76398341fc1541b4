//! Writes to a table and to its copy while a key changes, and the control table that each of these writes reads.

use std::slice;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use super::{TableAt, WithoutVersion};
use crate::error::{Detail, Error, OperationName, Result};
use crate::{YdbColumn, YdbTable};
use ydb_keys_core::schema::layout::Layout;
use ydb_keys_core::schema::{ColumnDef, Table, TablePath};
use ydb_keys_core::types::Value;

/// Writer to a table whose key changes from the key of the model `Old` to the key of the model `New`. Each row is
/// written to the table and to its copy, in one transaction.
///
/// `apply --rekey` copies a table to `<path>__ydb_keys_new`, and then swaps the names. A row of the table
/// `ydb_keys/changes` stores the phase of the change, and each write reads that row in its own transaction:
///
/// | phase | a row is written to |
/// |---|---|
/// | before | the old table: the copy has not begun |
/// | both | the old table and the copy |
/// | closing, fenced | none: the write waits until the names are swapped |
/// | new | the new table, which has the path now, and the old one, so that the names can be swapped back |
/// | done | the new table |
///
/// If the phase changes before a write is committed, the write is not committed, and begins again. So no write goes to
/// the wrong table.
///
/// Deploy the writers with a dual writer, change the key, end the change with `apply --finish`, and deploy the writers
/// without the dual writer. Both models have the same columns, apart from the hash. If the table has neither of the two
/// keys, each operation is an error.
///
/// After the swap, rows are identified by the key of the *new* model. If you change a column that only the new key has,
/// name the row that is replaced: [`instead_of`](DualWrite::instead_of). Readers read with [`read`](DualWriter::read).
/// YDB also says that a table does not exist if the user has no rights on it. Therefore grant the writers both tables,
/// and the right to read `ydb_keys/changes`.
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
///
/// A program that writes with the old model alone may go on writing after the swap if its statements also fit the new
/// table. The plan says so in its first lines.
pub struct DualWriter<Old: YdbTable, New: YdbTable> {
    /// Table before the swap.
    pub(crate) old: TableAt<Old>,
    /// Table after the swap, at the same path.
    pub(crate) new: TableAt<New>,
    /// Path of the table, in the form of the control table.
    pub(crate) path: TablePath,
    /// Position in the new model of each column of the old model.
    columns: Vec<usize>,
    /// Position in the old model of each column of the new model.
    back: Vec<usize>,
    /// Layouts of the old and of the new model.
    layouts: [Layout; 2],
    /// `true` if the new table answered when a reader last asked.
    pub(crate) swapped: AtomicBool,
}

/// Tables that a row is written to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Place {
    /// The old table: the copy has not begun.
    Old,
    /// The old table, and the copy of the change with this number.
    Both(u32),
    /// To no table at the moment, because the old and the new table swap their names: the write is tried again later.
    Wait,
    /// After the swap: to the new table, and to the old one, which is kept for a swap back. The number is that of the
    /// change of the key.
    Back(u32),
    /// The new table: the names are swapped for good.
    New,
}

impl Place {
    pub(crate) fn is_swapped(self) -> bool {
        matches!(self, Place::Back(_) | Place::New)
    }
}

/// Pair of tables for a write. `L` is the model of the table at the path, which readers read. `C` is the model of the
/// other table, which gets copies of the rows.
pub(crate) struct Direction<'w, L, C> {
    pub(crate) live: &'w TableAt<L>,
    pub(crate) copy: Option<TableAt<C>>,
    /// Position in the new model of each column of `L`. Rows are given in the new model.
    given: Option<&'w [usize]>,
    /// Position in `L` of each column of `C`.
    columns: &'w [usize],
}

impl<L: YdbTable, C: YdbTable> Direction<'_, L, C> {
    /// Converts a row of the new model to a row of the table at the path.
    pub(crate) fn given<T: YdbTable>(&self, row: &T) -> Result<L> {
        match self.given {
            Some(columns) => picked(row, columns),
            None => L::from_values(row.to_values()?.into_iter().map(Value::into_owned).collect()),
        }
    }

    /// Converts a row of the table at the path to a row of the other table.
    pub(crate) fn copied(&self, row: &L) -> Result<C> {
        picked(row, self.columns)
    }

    /// Returns `true` if a row can get another key in the other table while it keeps its key in the table at the path.
    pub(crate) fn moves(&self) -> bool {
        self.copy.is_some() && C::TABLE.key.iter().any(|&column| !L::TABLE.key.contains(&self.columns[column]))
    }
}

impl<Old: YdbTable, New: YdbTable> DualWriter<Old, New> {
    /// Writes a row that must not exist yet; otherwise the error is [`AlreadyExists`](crate::ErrorKind::AlreadyExists).
    ///
    /// The table that readers read decides: before the swap the old table, by its key, and after it the new one. Values
    /// of `serial` columns are taken from the row, because each table has its own sequence.
    pub fn insert<'m>(&'m self, row: &'m New) -> DualWrite<'m, Old, New> {
        let insert = Rows { upserts: slice::from_ref(row), insert: true, ..Rows::new(OperationName::DualInsert) };
        DualWrite { writer: self, work: insert }
    }

    /// Writes a row (`UPSERT`). If that changes its key in the copy, the row with the earlier key is deleted there.
    ///
    /// If the models have a `#[ydb(version)]`, the row is written only if the table that readers read has the version
    /// that the row was read with; otherwise the error is [`Conflict`](crate::ErrorKind::Conflict). Both tables then
    /// have the next version. Version 0 inserts the row.
    pub fn upsert<'m>(&'m self, row: &'m New) -> DualWrite<'m, Old, New> {
        let upsert = Rows { upserts: slice::from_ref(row), ..Rows::new(OperationName::DualUpsert) };
        DualWrite { writer: self, work: upsert }
    }

    /// Writes many rows (`UPSERT`) in one transaction: either all of them are written, or none.
    pub fn upsert_many<'m>(&'m self, rows: &'m [New]) -> DualWrite<'m, Old, New>
    where
        New: WithoutVersion<New::Version>,
    {
        DualWrite { writer: self, work: Rows { upserts: rows, ..Rows::new(OperationName::DualUpsertMany) } }
    }

    /// Deletes a row (`DELETE`). In the old table the row is found by its key there.
    pub fn delete<'m>(&'m self, row: &'m New) -> DualWrite<'m, Old, New> {
        let delete = Rows { deletes: slice::from_ref(row), ..Rows::new(OperationName::DualDelete) };
        DualWrite { writer: self, work: delete }
    }

    /// Deletes many rows (`DELETE`) in one transaction.
    pub fn delete_many<'m>(&'m self, rows: &'m [New]) -> DualWrite<'m, Old, New> {
        DualWrite { writer: self, work: Rows { deletes: rows, ..Rows::new(OperationName::DualDeleteMany) } }
    }

    /// Changes columns of an existing row. Pass the update of that row for each of the two models.
    ///
    /// Before the swap the update of the old model runs, and after it the update of the new model; the other table gets
    /// the resulting row. If the update finds no row, or its condition is not true, nothing is changed, and the
    /// returned number is 0.
    ///
    /// ```no_run
    /// # use ydb_keys::{DualWriter, YdbTable, add};
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
    /// # struct OldOrder { order_id: u64, customer_id: u64, cents: i64 }
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(customer_hash = xxh3(customer_id), customer_id, order_id))]
    /// # struct Order { order_id: u64, customer_id: u64, cents: i64 }
    /// # async fn example(client: &ydb::Client, orders: &DualWriter<OldOrder, Order>) -> ydb_keys::Result<()> {
    /// let update = orders.update(OldOrder::update(1001).cents(add(5)), Order::update((7, 1001)).cents(add(5)));
    /// if update.exec(client).await? == 0 {
    ///     println!("there is no such order");
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn update(&self, old: Old::Update, new: New::Update) -> DualWrite<'_, Old, New, Updates<Old, New>> {
        DualWrite { writer: self, work: Updates { old, new } }
    }
}

impl<Old: YdbTable, New: YdbTable> DualWriter<Old, New> {
    pub(crate) fn at(path: &TablePath) -> Result<Self> {
        let (columns, back) = (places(Old::TABLE, New::TABLE)?, places(New::TABLE, Old::TABLE)?);
        if let Some(version) = New::TABLE.version
            && Old::TABLE.version != Some(back[version])
        {
            let ColumnDef { name, ty, .. } = New::TABLE.columns[version];
            return Err(not_dual_written(New::TABLE.name, name, format!("{ty} as its version")));
        }
        Ok(DualWriter {
            old: Old::at_path(&**path),
            new: New::at_path(&**path),
            path: path.clone(),
            columns,
            back,
            layouts: [Layout::of(Old::TABLE), Layout::of(New::TABLE)],
            swapped: AtomicBool::new(false),
        })
    }

    pub(crate) fn other_key(&self, found: String) -> Error {
        let [old, new] = &self.layouts;
        Detail::OtherKey { table: New::TABLE.name, found, old: old.to_string(), new: new.to_string() }.into()
    }

    pub(crate) fn place(&self, change: Option<&KeyChange>) -> Result<Place> {
        let [old, new] = &self.layouts;
        let Some(change) = change else { return Err(self.other_key("no row in `ydb_keys/changes`".to_owned())) };
        // Nobody knows the layout of a table that was made without this library.
        let is_old = |line: &str| line.is_empty() || old.is_line(line);
        let live = change.live_layout();
        if let Some(unknown) = change.unknown_format() {
            return Err(Detail::UnknownFormat(unknown).into());
        }
        match change.phase {
            Phase::Both | Phase::Closing | Phase::Fenced if is_old(live) && new.is_line(&change.new_layout) => {
                Ok(if change.phase == Phase::Both { Place::Both(change.number) } else { Place::Wait })
            }
            Phase::New if new.is_line(live) && is_old(&change.old_layout) => Ok(Place::Back(change.number)),
            Phase::Both | Phase::Closing | Phase::Fenced => {
                Err(self.other_key(format!("{live}, which becomes {}", change.new_layout)))
            }
            _ if is_old(live) => Ok(Place::Old),
            _ if new.is_line(live) => Ok(Place::New),
            _ => Err(self.other_key(live.to_owned())),
        }
    }

    /// Returns `true` if the layout line of a table is the one that a writer expects there.
    pub(crate) fn fits(&self, place: Place, line: Option<&str>) -> bool {
        let [old, new] = &self.layouts;
        line.is_none_or(|line| if place.is_swapped() { new } else { old }.is_line(line))
    }

    /// Returns the old table at the path, and its copy, if a change with a number makes one.
    pub(crate) fn forth(&self, number: Option<u32>) -> Direction<'_, Old, New> {
        let copy = number.map(|number| New::at_path(self.path.copy(number)));
        Direction { live: &self.old, copy, given: Some(&self.columns), columns: &self.back }
    }

    /// Returns the new table at the path, and the old one, if a change with a number has kept it and can be taken back.
    pub(crate) fn back(&self, number: Option<u32>) -> Direction<'_, New, Old> {
        let copy = number.map(|number| Old::at_path(self.path.kept(number)));
        Direction { live: &self.new, copy, given: None, columns: &self.columns }
    }
}

/// Makes a row of another model from the columns at these positions.
fn picked<From: YdbTable, To: YdbTable>(row: &From, columns: &[usize]) -> Result<To> {
    let values = row.to_values()?;
    To::from_values(columns.iter().map(|&column| values[column].clone()).collect())
}

/// Returns the position in another model of each column of a model.
fn places(of: &'static Table, other: &'static Table) -> Result<Vec<usize>> {
    let place = |column: &ColumnDef| {
        let found = other.columns.iter().position(|known| known.name == column.name && known.ty == column.ty);
        found.ok_or_else(|| not_dual_written(of.name, column.name, column.ty.to_string()))
    };
    of.columns.iter().map(place).collect()
}

fn not_dual_written(table: &'static str, column: &'static str, ty: String) -> Error {
    Detail::NotDualWritten { table, column, ty }.into()
}

/// Write to a table and to its copy; from the methods of [`DualWriter`].
#[must_use = "nothing is sent until `.exec(client).await`"]
pub struct DualWrite<'m, Old: YdbTable, New: YdbTable, W = Rows<'m, New>> {
    pub(crate) writer: &'m DualWriter<Old, New>,
    pub(crate) work: W,
}

/// Rows that are written and deleted.
#[doc(hidden)]
pub struct Rows<'m, T> {
    pub(crate) name: OperationName,
    pub(crate) upserts: &'m [T],
    pub(crate) deletes: &'m [T],
    /// Row that is deleted, unless a row with its key is written.
    pub(crate) earlier: Option<&'m T>,
    pub(crate) insert: bool,
}

impl<T> Rows<'_, T> {
    fn new(name: OperationName) -> Self {
        Rows { name, upserts: &[], deletes: &[], earlier: None, insert: false }
    }
}

/// Updates of a row, for each of the two models.
#[doc(hidden)]
pub struct Updates<Old: YdbTable, New: YdbTable> {
    pub(crate) old: Old::Update,
    pub(crate) new: New::Update,
}

impl<'m, Old: YdbTable, New: YdbTable> DualWrite<'m, Old, New> {
    /// Names the row that the written row replaces. In each table, the earlier row is deleted if its key differs.
    pub fn instead_of(self, earlier: &'m New) -> Self {
        DualWrite { work: Rows { earlier: Some(earlier), ..self.work }, ..self }
    }
}

impl_debug!([Old: YdbTable, New: YdbTable] DualWriter<Old, New>, |self, f| f
    .debug_struct("DualWriter")
    .field("old", &self.old)
    .field("new", &self.new)
    .finish_non_exhaustive());
impl_debug!([Old: YdbTable, New: YdbTable, W] DualWrite<'_, Old, New, W>, |self, f| f
    .debug_struct("DualWrite")
    .field("writer", &self.writer)
    .finish_non_exhaustive());

/// Phase of the change of a key. Only the runner of the change sets it.
#[derive(YdbColumn, Clone, Copy, Debug, PartialEq, Eq)]
#[ydb(crate = crate)]
pub enum Phase {
    /// The table has its old key, and there is no copy that a writer must write to.
    Before,
    /// Each write goes to the table and to its copy.
    Both,
    /// Writes wait: the names are about to be swapped.
    Closing,
    /// Writes wait, and the name of the table is taken away, or is about to be: nobody can write to the table.
    Fenced,
    /// The table has its new key. Each write also goes to the table with the old key, so that the names can be swapped
    /// back.
    New,
    /// The table has its new key, for good.
    Done,
    /// The table has its new key, for good, and the table with the old key is dropped.
    Dropped,
}

/// Format of the row. A release that changes the meaning of its columns, or the phases, raises it.
const FORMAT: u32 = 1;

const RELEASE: &str = env!("CARGO_PKG_VERSION");

/// Row about the change of a table's key: its phase, and its runner.
///
/// A write that reads this row in its transaction cannot commit if the row changes before. So every write goes to the
/// tables that the phase names at the moment of its commit.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(crate = crate, table = "ydb_keys/changes", primary_key(path_hash = xxh3(path), path))]
pub struct KeyChange {
    /// Path of the table, relative to the database.
    pub path: String,
    /// Number that grows whenever a runner begins or takes over. A runner with a lower number can do nothing any more.
    pub epoch: u64,
    /// Phase of the change.
    pub phase: Phase,
    /// Number of the change, of all changes of this table's key. The names of the copy and of the kept table end with
    /// it.
    pub number: u32,
    /// `true` if a request to swap the names was sent that YDB may still carry out.
    pub may_swap: bool,
    /// Layout that the table has before the swap; empty if nobody knows it.
    pub old_layout: String,
    /// Layout that the table has after the swap; empty if the change was given up.
    pub new_layout: String,
    /// Name of the runner that makes the change.
    pub runner: String,
    /// Time when the runner began or took over.
    pub begun_at: SystemTime,
    /// Time until which no other runner may take over.
    pub lease_until: SystemTime,
    /// After the swap, the rows in which the old table differs for another reason than later writes; empty until
    /// somebody has compared them.
    pub unsettled: Option<String>,
    /// Format of the row, by the release that wrote it.
    pub format: u32,
    /// Version of this library that wrote the row.
    pub release: String,
}

impl KeyChange {
    /// Makes the row of a table whose key nobody has changed yet.
    pub fn first(path: &str, layout: &str) -> Self {
        let never = SystemTime::UNIX_EPOCH;
        KeyChange {
            path: path.to_owned(),
            epoch: 0,
            phase: Phase::Before,
            number: 1,
            may_swap: false,
            old_layout: layout.to_owned(),
            new_layout: String::new(),
            runner: String::new(),
            begun_at: never,
            lease_until: never,
            unsettled: None,
            format: FORMAT,
            release: RELEASE.to_owned(),
        }
    }

    /// Returns a message if the row has a format that this release cannot read.
    pub fn unknown_format(&self) -> Option<String> {
        let Self { path, format, release, .. } = self;
        (*format != FORMAT).then(|| {
            format!(
                "release {release} writes the row of `{path}` in `ydb_keys/changes` in format {format}, and this program, \
                 release {RELEASE}, knows format {FORMAT}"
            )
        })
    }

    /// Returns `true` if the change was given up for good, so that nobody continues it.
    pub fn is_given_up(&self) -> bool {
        self.phase == Phase::Before && self.epoch > 0 && self.new_layout.is_empty()
    }

    /// Returns `true` if the table has its new key.
    pub fn is_swapped(&self) -> bool {
        matches!(self.phase, Phase::New | Phase::Done | Phase::Dropped)
    }

    /// Returns `true` if the change is under way.
    pub fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Both | Phase::Closing | Phase::Fenced)
            || self.phase == Phase::Before && self.epoch > 0
    }

    /// Returns the layout of the table, unless the names are being swapped.
    pub(crate) fn live_layout(&self) -> &str {
        match self.phase {
            Phase::New | Phase::Done | Phase::Dropped => &self.new_layout,
            Phase::Before | Phase::Both | Phase::Closing | Phase::Fenced => &self.old_layout,
        }
    }
}
