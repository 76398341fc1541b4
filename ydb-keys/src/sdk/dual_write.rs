//! Runs dual writes: writes a row to a table and to its copy, according to the phase of the change of the key. Also the
//! control table of these changes. It stores the layouts of column tables as well, because YDB does not report their
//! attributes (`rpc_describe_table.cpp`).
//!
//! Each write reads the phase of the change within its own transaction. If the phase changes before the commit, YDB
//! aborts the transaction, and it begins again. So a write is committed only in the phase that it was made for.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use ydb::{Client, TxMode};

use super::decode::first_row;
use super::dual_work::{Model, Statements, Update, Work, answer};
use super::executor::{ClientExecutor, Executor, Target};
use super::failure::Restart as _;
use super::status::{
    ABORTED, BAD_REQUEST, GENERIC_ERROR, NOT_FOUND, OVERLOADED, PRECONDITION_FAILED, SCHEME_ERROR, has_status,
    is_conflict,
};
use super::transact::transact;
use super::{Call, Operation, Options, Request, Scope, Transact, Tx};
use crate::error::{Error, ErrorKind, OperationName, Result};
use crate::statements::YdbTable;
use crate::statements::dual_write::{DualWrite, DualWriter, KeyChange, Place, Updates};
use ydb_keys_core::schema::{Layout, TablePath};

/// Pause of a reader before it asks again whether the names are swapped.
const PAUSE: Duration = Duration::from_millis(50);

impl<Old: YdbTable, New: YdbTable> DualWriter<Old, New> {
    /// Opens the dual writer of the table at the path of the new model.
    ///
    /// It creates the table `ydb_keys/changes` in the database if it does not exist.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) if the models do not have the same columns;
    /// [`Schema`](crate::ErrorKind::Schema) if the table has the key of neither model; an error of YDB.
    pub fn open<'q>(client: &'q Client) -> Call<'q, Self>
    where
        Self: 'q,
    {
        Self::open_at(client, New::TABLE.name)
    }

    /// Opens the dual writer of the table at another path, like [`YdbTable::at_path`].
    ///
    /// # Errors
    /// The errors of [`DualWriter::open`].
    pub fn open_at<'q>(client: &'q Client, path: impl AsRef<str>) -> Call<'q, Self>
    where
        Self: 'q,
    {
        let path = TablePath::new(&client.database(), path.as_ref());
        let operation = Operation::new(New::TABLE.name, path.to_string().into(), OperationName::DualOpen.as_str());
        let run = Self::at(&path).map(|writer| {
            move |operation: Operation, _: Options| async move {
                let before = known(client, &operation, &path).await?;
                let live = layout_of(client, &operation, &path).await?;
                let mut change = known(client, &operation, &path).await?;
                if let Some(line) = live.clone().filter(|line| change.epoch == 0 && *line != change.old_layout) {
                    // Nobody has changed the key yet, so the layout in the row is out of date.
                    change = entered(client, KeyChange { old_layout: line, ..change }).await?;
                }
                let place = writer.place(Some(&change))?;
                // If the names may be swapped at this moment, both layouts are possible.
                let is_known = place != Place::Wait
                    && !change.may_swap
                    && (before.epoch, before.phase) == (change.epoch, change.phase);
                if is_known && !writer.fits(place, live.as_deref()) {
                    return Err(writer.other_key(live.unwrap_or_default()));
                }
                Ok(writer)
            }
        });
        Call::new(operation, Options::READ, run)
    }
}

/// Reads the row of a table in the control table. Creates the control table and the row if they do not exist.
async fn known(client: &Client, operation: &Operation, path: &TablePath) -> Result<KeyChange> {
    if let Some(change) = KeyChange::if_stored(KeyChange::get(&**path).fetch(client).await)? {
        return Ok(change);
    }
    KeyChange::create(client).await?;
    // If the key changes after this look, somebody has inserted the row.
    let layout = layout_of(client, operation, path).await?.unwrap_or_default();
    entered(client, KeyChange::first(path, &layout)).await
}

/// Writes the row of epoch 0, unless a change has begun. Returns the row that is stored.
async fn entered(client: &Client, first: KeyChange) -> Result<KeyChange> {
    let first = &first;
    let inserted = transact(client, async |tx| match KeyChange::get(&*first.path).fetch(&tx).await? {
        Some(change) if change.epoch > 0 => Ok(change),
        _ => first.upsert().exec(&tx).await.map(|()| first.clone()),
    });
    inserted.idempotent(true).await
}

async fn layout_of(client: &Client, operation: &Operation, path: &TablePath) -> Result<Option<String>> {
    let live = client.table_client().describe_table(path.absolute()).idempotent(true).await;
    Ok(live.map_err(|error| operation.failed(error))?.attributes.remove(Layout::ATTRIBUTE))
}

impl<'m, Old, New> DualWrite<'m, Old, New>
where
    Old: YdbTable + Send + Sync,
    New: YdbTable + Send + Sync,
{
    /// Writes to both tables, or only to the table that the current phase names. Returns the number of rows; for a
    /// delete only the rows that were found.
    ///
    /// On a client this is one transaction. Inside a transaction it is a part of that one. While the names are being
    /// swapped, the write waits: on a client, and inside a `transact`, the transaction begins again after a pause,
    /// within its timeout. In a [`retry_tx`](ydb::QueryClient::retry_tx) return the error. The client then begins
    /// again, but not if the names were swapped within the transaction, which fails and writes nothing.
    ///
    /// # Errors
    /// The errors of an [`upsert`](YdbTable::upsert) or a [`delete`](YdbTable::delete) of either model;
    /// [`AlreadyExists`](crate::ErrorKind::AlreadyExists) for an insert; [`Conflict`](crate::ErrorKind::Conflict) for a
    /// row with a version; [`Schema`](crate::ErrorKind::Schema) if the table has the key of neither model; an error of
    /// YDB. [`Usage`](crate::ErrorKind::Usage) if an insert is set `idempotent`.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, u64>
    where
        'm: 'q,
    {
        let DualWrite { writer, work } = self;
        let not_idempotent = work.insert || New::TABLE.version.is_some() && !work.upserts.is_empty();
        call(writer, work.name, executor.target(), not_idempotent, |_| Ok(Work::Rows(work)))
    }
}

impl<'m, Old, New> DualWrite<'m, Old, New, Updates<Old, New>>
where
    Old: YdbTable + Send + Sync,
    New: YdbTable + Send + Sync,
{
    /// Changes the row in both tables, or only in the table that the current phase names. Transactions and waiting are
    /// the same as for [`exec`](DualWrite::exec) of a row. Returns the number of rows that were changed: 0 if there is
    /// no row, or if the condition is not true for it.
    ///
    /// # Errors
    /// The errors of an [`update`](YdbTable::update) of either model; [`Schema`](crate::ErrorKind::Schema) if the table
    /// has the key of neither model; an error of YDB. [`Usage`](crate::ErrorKind::Usage) if an update that depends on
    /// the stored row is set `idempotent`.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, u64>
    where
        'm: 'q,
    {
        let DualWrite { writer, work: Updates { old, new } } = self;
        let not_idempotent = old.is_not_idempotent() || new.is_not_idempotent();
        call(writer, OperationName::DualUpdate, executor.target(), not_idempotent, |operation| {
            let request = |statement| Request::prepare(operation, statement);
            let (at_old, at_new) = (&writer.old.location, &writer.new.location);
            Ok(Work::Update(Box::new([
                Update { stored: request(old.read_at(at_old))?, returning: request(old.returning_at(at_old))? },
                Update { stored: request(new.read_at(at_new))?, returning: request(new.returning_at(at_new))? },
            ])))
        })
    }
}

fn call<'q, Old: Model, New: Model>(
    writer: &'q DualWriter<Old, New>,
    name: OperationName,
    mut executor: Target<'q>,
    not_idempotent: bool,
    work: impl FnOnce(&Operation) -> Result<Work<'q, New>>,
) -> Call<'q, u64> {
    let operation = Operation::at::<New>(&writer.new.location, name).on(executor.place());
    let prepared = work(&operation).and_then(|work| Ok((writer.change(&operation)?, work)));
    let run = prepared.map(|(change, work)| {
        move |operation: Operation, options: Options| async move {
            let Some(client) = executor.client() else {
                return Step { operation, writer, change, work }.within(&mut executor, options).await;
            };
            let operation = operation.within(Scope::Transact).with_commit(true);
            let step = &Step { operation, writer, change, work };
            let inner = Options { commit: true, ..Options::WRITE };
            let run = |tx: Tx| async move { step.within(&mut Target::Tx(&tx), inner).await };
            let mode = options.tx_mode.unwrap_or(TxMode::SerializableReadWrite);
            Transact::new(client, executor.namespace(), run).with(options.timeout, options.idempotent, mode).await
        }
    });
    Call::new(operation, Options::WRITE, run).not_idempotent(not_idempotent)
}

impl<Old: YdbTable, New: YdbTable> DualWriter<Old, New> {
    /// Reads with the model whose key the table has now: calls `old` before the swap, and `new` after it.
    ///
    /// *After* each read, one more small read asks which table had the path. If it was not the table of the model, the
    /// result is dropped, whatever it was, and the other closure is called. While the names are being swapped, it
    /// waits.
    ///
    /// ```no_run
    /// # use ydb_keys::{DualWriter, YdbTable};
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
    /// # struct OldOrder { order_id: u64, amount: Option<f64> }
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash_2 = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, amount: Option<f64> }
    /// # async fn example(client: &ydb::Client, orders: &DualWriter<OldOrder, Order>) -> ydb_keys::Result<Option<f64>> {
    /// let old = async || Ok(OldOrder::get(1001).fetch(client).await?.and_then(|order| order.amount));
    /// let new = async || Ok(Order::get(1001).fetch(client).await?.and_then(|order| order.amount));
    /// orders.read(client, old, new).await
    /// # }
    /// ```
    ///
    /// # Errors
    /// The errors of the closure; [`Schema`](crate::ErrorKind::Schema) if the table has the key of neither model; an
    /// error of YDB.
    pub async fn read<R, OldRead, NewRead>(
        &self,
        mut executor: impl ClientExecutor,
        mut old: impl FnMut() -> OldRead,
        mut new: impl FnMut() -> NewRead,
    ) -> Result<R>
    where
        OldRead: Future<Output = Result<R>>,
        NewRead: Future<Output = Result<R>>,
    {
        let mut swapped = self.swapped.load(Ordering::Relaxed);
        loop {
            let found = if swapped { new().await } else { old().await };
            let after = self.is_swapped(executor.reborrow()).await?;
            if after == swapped {
                return found;
            }
            swapped = after;
            self.swapped.store(swapped, Ordering::Relaxed);
        }
    }

    /// Returns `true` if the names are swapped, so that the table at the path has the new model's key.
    fn is_swapped<'q>(&'q self, mut executor: Target<'q>) -> Call<'q, bool> {
        let operation = Operation::at::<New>(&self.new.location, OperationName::DualRead).on(executor.place());
        let run = self.change(&operation).map(|request| {
            move |operation: Operation, options: Options| async move {
                let (start, options) = (Instant::now(), Options { each: false, ..options });
                loop {
                    let set = executor.query(request.clone(), options.part(start, false)).await;
                    match self.place(first_row(set.map_err(|error| operation.failed(error))?)?.as_ref())? {
                        Place::Wait => tokio::time::sleep(PAUSE).await,
                        place => return Ok(place.is_swapped()),
                    }
                }
            }
        });
        Call::new(operation, Options::READ, run)
    }

    /// Makes the request for the row with the phase of the change.
    fn change(&self, operation: &Operation) -> Result<Request> {
        Request::prepare(operation, KeyChange::get(&*self.path).statement())
    }
}

struct Step<'m, Old: YdbTable, New: YdbTable> {
    operation: Operation,
    writer: &'m DualWriter<Old, New>,
    change: Request,
    work: Work<'m, New>,
}

impl<Old: Model, New: Model> Step<'_, Old, New> {
    async fn within(&self, target: &mut Target<'_>, options: Options) -> Result<u64> {
        let mut tx = Statements { target: &mut *target, operation: &self.operation, options, start: Instant::now() };
        let place = self.writer.place(tx.rows(vec![self.change.clone()], true).await?.first())?;
        if place == Place::Wait {
            let wait = answer(OVERLOADED, "the key of the table changes now", None);
            if let Target::Tx(tx) = target {
                tx.again(wait.clone());
            }
            return Err(self.operation.clone().with_commit(false).failed(wait));
        }
        let written = self.work.run(self.writer, tx, place).await;
        if let (Err(error), Target::Tx(tx)) = (&written, target)
            && may_be_swapped(error)
            && tx.doubts()
        {
            tx.again(answer(ABORTED, "the key of the table may have changed", None));
        }
        written
    }
}

/// Returns `true` if the statement may have met a table with the other key. Such a statement fails in many ways: there
/// is no such table, no such column, or a column of the key is missing.
fn may_be_swapped(error: &Error) -> bool {
    const STATUSES: [i32; 5] = [SCHEME_ERROR, GENERIC_ERROR, BAD_REQUEST, NOT_FOUND, PRECONDITION_FAILED];
    error.ydb_error().is_some_and(|error| has_status(error, &STATUSES) && !is_conflict(error))
}

impl KeyChange {
    /// Creates the control table, unless it exists.
    ///
    /// # Errors
    /// An error of YDB.
    pub async fn create(client: &Client) -> Result<()> {
        KeyChange::TABLE.create_table().if_not_exists().exec(client).await
    }

    /// Returns a row of the control table from the result of reading it. `None` also if the table does not exist.
    ///
    /// # Errors
    /// Any other error of the read.
    pub fn if_stored(read: Result<Option<KeyChange>>) -> Result<Option<KeyChange>> {
        match read {
            Err(error) if error.kind() == ErrorKind::Schema => Ok(None),
            read => read,
        }
    }

    /// Reads the stored layout of the table at a path with this primary key. Returns `None` if there is none, or if the
    /// key is being changed. A layout with another key is ignored: it belongs to a table that was at the path before.
    ///
    /// # Errors
    /// An error of YDB.
    pub fn stored_layout<'c>(
        client: &'c Client,
        path: &'c TablePath,
        key: &'c [String],
    ) -> BoxFuture<'c, Result<Option<String>>> {
        Box::pin(async move {
            let stored = KeyChange::if_stored(KeyChange::get(&**path).fetch(client).await)?;
            let stored = stored.filter(|stored| !stored.is_open() && !stored.live_layout().is_empty());
            let is_of_key = |line: &String| match line.parse::<Layout>().map(Layout::into_parts) {
                Ok((hash, columns)) => {
                    let columns = columns.into_iter().map(|column| column.name);
                    hash.into_iter().map(|hash| hash.name).chain(columns).eq(key.iter().cloned())
                }
                // The layout was written by a later release.
                Err(_) => true,
            };
            Ok(stored.map(|stored| stored.live_layout().to_owned()).filter(is_of_key))
        })
    }

    /// Stores the layout of the table at a path that is relative to the database, unless the key is being changed.
    ///
    /// # Errors
    /// An error of YDB.
    pub fn store_layout<'c>(client: &'c Client, path: &'c TablePath, layout: &'c str) -> BoxFuture<'c, Result<()>> {
        Box::pin(async move {
            KeyChange::create(client).await?;
            let first = &KeyChange::first(path, "");
            let stored = transact(client, async |tx| {
                let mut change = KeyChange::get(&*first.path).fetch(&tx).await?.unwrap_or_else(|| first.clone());
                if change.is_open() {
                    return Ok(());
                }
                let of_table = if change.is_swapped() { &mut change.new_layout } else { &mut change.old_layout };
                layout.clone_into(of_table);
                change.upsert().exec(&tx).await
            });
            stored.idempotent(true).await
        })
    }
}
