//! A row written to a table and to its copy, as far as the change of the key is.
//!
//! Each write reads the phase of the change within its own transaction. If the phase changes before the commit, YDB
//! aborts the transaction, and it begins again. So a write is committed only in the phase that it was decided in.

use std::time::{Duration, Instant};

use ydb::{Client, ResultSet, TxMode, YdbError, YdbStatusError};

use super::call::Call;
use super::decode::first_row;
use super::executor::{ClientExecutor, Executor, Target};
use super::failure::Operation;
use super::options::{Options, Scope};
use super::params::Request;
use super::status::{
    ABORTED, BAD_REQUEST, GENERIC_ERROR, NOT_FOUND, OVERLOADED, PRECONDITION_FAILED, SCHEME_ERROR, has_status,
    is_conflict,
};
use super::transact::{Transact, transact};
use super::tx::Tx;
use crate::error::{Error, Result};
use crate::schema::TablePath;
use crate::schema::layout::Layout;
use crate::statements::dual_write::{DualWrite, DualWriter, Place};
use crate::statements::key_change::{KeyChange, Phase};
use crate::statements::{Statement, TableAt, YdbTable, key_values};

/// How long a reader waits before it asks again whether the names are swapped.
const PAUSE: Duration = Duration::from_millis(50);

impl<Old, New> DualWriter<Old, New>
where
    Old: YdbTable<Version = ()>,
    New: YdbTable<Version = ()>,
{
    /// The table at the path of the new model.
    ///
    /// It creates the table `ydb_keys/changes` in the database if there is none.
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

    /// The table at another path, as [`YdbTable::at_path`].
    ///
    /// # Errors
    /// As [`DualWriter::open`].
    pub fn open_at<'q>(client: &'q Client, path: impl AsRef<str>) -> Call<'q, Self>
    where
        Self: 'q,
    {
        let path = TablePath::of(client, path.as_ref());
        let operation = Operation::new(New::TABLE.name, path.to_string().into(), "dual_open");
        let run = Self::at(&path).map(|writer| {
            move |operation: Operation, _: Options| async move {
                let change = known(client, &operation, &path).await?;
                writer.place(Some(&change)).map(|_| writer)
            }
        });
        Call::new(operation, Options::READ, run)
    }
}

/// The row of a table in the control table. Both are made if they do not exist.
async fn known(client: &Client, operation: &Operation, path: &TablePath) -> Result<KeyChange> {
    match KeyChange::get(&**path).fetch(client).await {
        Ok(Some(change)) => return Ok(change),
        Ok(None) => {}
        Err(error) if error.ydb_error().is_some_and(|error| has_status(error, &[SCHEME_ERROR])) => {
            create_changes(client).await?;
        }
        Err(error) => return Err(error),
    }
    // If the key changes after this look, somebody has inserted the row.
    let live = client.table_client().describe_table(path.absolute()).idempotent(true).await;
    let live = live.map_err(|error| operation.failed(error))?;
    let layout = live.attributes.get(Layout::ATTRIBUTE).cloned().unwrap_or_default();
    let now = std::time::SystemTime::UNIX_EPOCH;
    let first = &KeyChange {
        path: path.to_string(),
        epoch: 0,
        phase: Phase::Before,
        may_swap: false,
        old_layout: layout,
        new_layout: String::new(),
        runner: String::new(),
        begun_at: now,
        lease_until: now,
    };
    let inserted = transact(client, async |tx| match KeyChange::get(&*first.path).fetch(&tx).await? {
        Some(change) => Ok(change),
        None => first.upsert().exec(&tx).await.map(|()| first.clone()),
    });
    inserted.idempotent(true).await
}

/// Creates the control table, unless there is one.
///
/// # Errors
/// An error of YDB.
pub async fn create_changes(client: &Client) -> Result<()> {
    KeyChange::TABLE.create_table().if_not_exists().exec(client).await
}

impl<'m, Old: YdbTable, New: YdbTable> DualWrite<'m, Old, New> {
    /// Writes both tables, or the one that has to be written now.
    ///
    /// On a client this is one transaction. Inside a transaction it is a part of that one. While the names are being
    /// swapped it waits: on a client, and inside a `transact`, the transaction begins again after a pause, within the
    /// time that it has. In a [`retry_tx`](ydb::QueryClient::retry_tx) return the error: the client begins again, but
    /// not if the names were swapped within the transaction, which fails then and writes nothing.
    ///
    /// # Errors
    /// Those of an [`upsert`](YdbTable::upsert) or a [`delete`](YdbTable::delete) of either model;
    /// [`Schema`](crate::ErrorKind::Schema) if the table has the key of neither; an error of YDB.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, ()>
    where
        'm: 'q,
    {
        let mut executor = executor.target();
        let name = if self.deletes { "dual_delete" } else { "dual_upsert" };
        let operation = Operation::new(New::TABLE.name, self.writer.new.path().to_owned().into(), name);
        let operation = operation.within(executor.scope());
        let writer = self.writer;
        let run = Requests::prepare(&self, &operation).map(|requests| {
            move |operation: Operation, options: Options| async move {
                let Some(client) = executor.client() else {
                    return Step { operation, writer, requests }.within(&mut executor, options).await;
                };
                let operation = operation.within(Scope::Transact).with_commit(true);
                let step = &Step { operation, writer, requests };
                let inner = Options { commit: true, ..Options::WRITE };
                let run = |tx: Tx| async move { step.within(&mut Target::Tx(&tx), inner).await };
                let mode = options.tx_mode.unwrap_or(TxMode::SerializableReadWrite);
                Transact::new(client, run).with(options.timeout, options.idempotent, mode).await
            }
        });
        Call::new(operation, Options::WRITE, run)
    }
}

impl<Old: YdbTable, New: YdbTable> DualWriter<Old, New> {
    /// Whether the names are swapped, so that the table at the path has the new model's key.
    ///
    /// For readers. Read with the old model and ask afterwards: if the answer is `false`, the read was of the old
    /// table. If it is `true`, read again with the new model. It is one small read; while the names are being swapped
    /// it waits.
    ///
    /// ```no_run
    /// # use ydb_keys::{DualWriter, YdbTable};
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
    /// # struct OldOrder { order_id: u64, amount: Option<f64> }
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, amount: Option<f64> }
    /// # async fn example(client: &ydb::Client, orders: &DualWriter<OldOrder, Order>) -> ydb_keys::Result<Option<f64>> {
    /// let found = OldOrder::get(1001).fetch(client).await; // may fail after the swap, or find nothing
    /// if !orders.swapped(client).await? {
    ///     return Ok(found?.and_then(|order| order.amount));
    /// }
    /// Ok(Order::get(1001).fetch(client).await?.and_then(|order| order.amount))
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Schema`](crate::ErrorKind::Schema) if the table has the key of neither model; an error of YDB.
    pub fn swapped<'q>(&'q self, executor: impl ClientExecutor + 'q) -> Call<'q, bool> {
        let mut executor = executor.target();
        let operation = Operation::new(New::TABLE.name, self.new.path().to_owned().into(), "dual_swapped");
        let run = self.change(&operation).map(|request| {
            move |operation: Operation, options: Options| async move {
                let (start, options) = (Instant::now(), Options { each: false, ..options });
                loop {
                    let set = executor.query(request.clone(), options.part(start, false)).await;
                    match self.place(first_row(set.map_err(|error| operation.failed(error))?)?.as_ref())? {
                        Place::Wait => tokio::time::sleep(PAUSE).await,
                        place => return Ok(place == Place::New),
                    }
                }
            }
        });
        Call::new(operation, Options::READ, run)
    }

    /// The request for the row that says how far the change is.
    fn change(&self, operation: &Operation) -> Result<Request> {
        Request::prepare(operation, KeyChange::get(&*self.path).statement())
    }
}

/// All statements that a write may need.
struct Requests {
    /// How far the change is.
    change: Request,
    /// The row in the old table, if it may have another key in the copy than it will have.
    stored: Option<Request>,
    old: Vec<Request>,
    both: Vec<Request>,
    new: Vec<Request>,
}

impl Requests {
    fn prepare<Old, New>(write: &DualWrite<'_, Old, New>, operation: &Operation) -> Result<Self>
    where
        Old: YdbTable,
        New: YdbTable,
    {
        let DualWriter { old, copy, new, .. } = write.writer;
        let old_row = write.writer.old_row(write.row)?;
        let old_earlier = write.earlier.map(|row| write.writer.old_row(row)).transpose()?;
        let request = |statement: Result<Statement<'_>>| Request::prepare(operation, statement);
        let on_old = on(old, &old_row, old_earlier.as_ref(), write.deletes, operation)?;
        let mut both = on(copy, write.row, write.earlier, write.deletes, operation)?;
        both.extend(on_old.iter().cloned());
        Ok(Requests {
            change: write.writer.change(operation)?,
            stored: match write.writer.moves() {
                true => Some(request(old.get(old_row.key()?).statement())?),
                false => None,
            },
            old: on_old,
            both,
            new: on(new, write.row, write.earlier, write.deletes, operation)?,
        })
    }
}

/// The write to one table. It deletes the earlier row if that has another key there.
///
/// A deletion is written without a look for the row (`DELETE .. ON`): a transaction that finds no row writes nothing, and
/// then YDB commits it although the phase that it has read has changed.
fn on<T: YdbTable>(
    table: &TableAt<T>,
    row: &T,
    earlier: Option<&T>,
    deletes: bool,
    operation: &Operation,
) -> Result<Vec<Request>> {
    let mut requests = Vec::with_capacity(2);
    if let Some(earlier) = earlier
        && key_values(earlier)? != key_values(row)?
    {
        requests.push(Request::prepare(operation, table.delete_many([earlier.key()?]).statement())?);
    }
    requests.push(match deletes {
        true => Request::prepare(operation, table.delete_many([row.key()?]).statement())?,
        false => Request::prepare(operation, table.upsert(row).blind())?,
    });
    Ok(requests)
}

struct Step<'m, Old: YdbTable, New: YdbTable> {
    operation: Operation,
    writer: &'m DualWriter<Old, New>,
    requests: Requests,
}

impl<Old: YdbTable, New: YdbTable> Step<'_, Old, New> {
    async fn within(&self, target: &mut Target<'_>, options: Options) -> Result<()> {
        let start = Instant::now();
        let before = self.operation.clone().with_commit(false);
        let read = Options { reads: true, ..options.part(start, false) };
        let set = target.query(self.requests.change.clone(), read).await.map_err(|error| before.failed(error))?;
        let place = self.writer.place(first_row(set)?.as_ref())?;
        if place == Place::Wait {
            let wait = answer(OVERLOADED, "the key of the table changes now");
            if let Target::Tx(tx) = target {
                tx.again(wait.clone());
            }
            return Err(before.failed(wait));
        }
        let written = self.run(target, place, options.part(start, true)).await;
        if let (Err(error), Target::Tx(tx)) = (&written, target)
            && may_be_swapped(error)
            && tx.doubts()
        {
            tx.again(answer(ABORTED, "the key of the table may have changed"));
        }
        written
    }

    async fn run(&self, target: &mut Target<'_>, place: Place, options: Options) -> Result<()> {
        let start = Instant::now();
        let before = self.operation.clone().with_commit(false);
        let mut requests = match place {
            Place::Old => self.requests.old.clone(),
            Place::Both => self.requests.both.clone(),
            Place::New => self.requests.new.clone(),
            Place::Wait => Vec::new(),
        };
        if let (Place::Both, Some(stored)) = (place, &self.requests.stored) {
            let read = Options { reads: true, ..options.part(start, false) };
            let set = target.query(stored.clone(), read).await.map_err(|error| before.failed(error))?;
            requests.splice(..0, self.moved(set)?);
        }
        let count = requests.len();
        for (position, request) in requests.into_iter().enumerate() {
            let last = position + 1 == count;
            let operation = if last { &self.operation } else { &before };
            target.execute(request, options.part(start, last)).await.map_err(|error| operation.failed(error))?;
        }
        Ok(())
    }

    /// The deletion of the stored row's copy. An upsert with the same key follows, if there is one.
    fn moved(&self, set: ResultSet) -> Result<Option<Request>> {
        let Some(row) = first_row::<Old>(set)? else { return Ok(None) };
        let key = self.writer.new_key(&row)?;
        Request::prepare(&self.operation, self.writer.copy.delete_many([key]).statement()).map(Some)
    }
}

/// Whether the statement may have met a table of the other key: it fails in many ways, such as no such table, no such
/// column, or a column of the key that is missing.
fn may_be_swapped(error: &Error) -> bool {
    const STATUSES: [i32; 5] = [SCHEME_ERROR, GENERIC_ERROR, BAD_REQUEST, NOT_FOUND, PRECONDITION_FAILED];
    error.ydb_error().is_some_and(|error| has_status(error, &STATUSES) && !is_conflict(error))
}

/// What YDB would say.
fn answer(status: i32, message: &str) -> YdbError {
    let mut answer = YdbStatusError::default();
    (answer.operation_status, answer.message) = (status, message.to_owned());
    YdbError::YdbStatusError(answer)
}
