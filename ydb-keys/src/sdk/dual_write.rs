//! A row written to a table and to its copy, as far as the copy is.
//!
//! Each write first looks which tables there are, outside of the transaction, because a statement on a table that does
//! not exist would end it. If the names are swapped between the look and the write, the write fails and has no effect.

use std::time::Instant;

use ydb::{QueryClient, ResultSet, TxMode, YdbError};

use super::call::Call;
use super::decode::first_row;
use super::executor::{ClientExecutor, Executor, Target};
use super::failure::Operation;
use super::options::{Options, Scope};
use super::params::Request;
use super::status::{SCHEME_ERROR, has_status};
use super::transact::Transact;
use super::tx::Tx;
use crate::error::{Outcome, Result};
use crate::statements::dual_write::{DualWrite, DualWriter, Place};
use crate::statements::{Statement, TableAt, YdbTable, key_values};

impl<'m, Old: YdbTable, New: YdbTable> DualWrite<'m, Old, New> {
    /// Writes both tables, or the one that there is.
    ///
    /// On a client this is one transaction. Inside a transaction it is a part of that one. In a `transact` each write
    /// needs another session for a moment, to look how far the copy is. If the names are swapped before the transaction
    /// is committed, it fails and writes nothing: run it again. The status is SCHEME_ERROR, or another one if the hash
    /// columns have different names. A `&mut `[`ydb::Transaction`] cannot
    /// look: the copy must have begun, or this dual writer must have written after the swap.
    ///
    /// # Errors
    /// Those of an [`upsert`](YdbTable::upsert) or a [`delete`](YdbTable::delete) of either model;
    /// an error of YDB.
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
                let step = Step { operation, writer, requests };
                match executor.client() {
                    Some(client) => step.alone(client, options).await,
                    None => step.within(&mut executor, options).await,
                }
            }
        });
        Call::new(operation, Options::WRITE, run)
    }
}

impl<Old: YdbTable, New: YdbTable> DualWriter<Old, New> {
    /// Whether the names are swapped, so that the table at the path has the new model's key.
    ///
    /// For readers. Read with the old model and ask afterwards: if the answer is `false`, the read was of the old
    /// table. If it is `true`, read again with the new model. It is one small read, and none after the first `true`.
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
    /// It sees the swap by the table that is kept, so ask only while that is there: before `apply --drop-old`.
    ///
    /// # Errors
    /// An error of YDB.
    pub fn swapped<'q>(&'q self, executor: impl ClientExecutor + 'q) -> Call<'q, bool> {
        let mut executor = executor.target();
        let operation = Operation::new(New::TABLE.name, self.new.path().to_owned().into(), "dual_swapped");
        let run = Request::prepare(&operation, self.any_kept().statement()).map(|request| {
            move |operation: Operation, options: Options| async move {
                if self.is_swapped() {
                    return Ok(true);
                }
                match executor.query(request, options).await {
                    Ok(_) => self.found(Place::New),
                    Err(error) if is_missing(&error) => {}
                    Err(error) => return Err(operation.failed(error)),
                }
                Ok(self.is_swapped())
            }
        });
        Call::new(operation, Options::READ, run)
    }
}

/// All statements that a write may need.
struct Requests {
    /// Answered only if there is a copy.
    copy_exists: Request,
    /// Answered only if there is a kept table.
    kept_exists: Request,
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
        let DualWriter { old, copy, new, kept, .. } = write.writer;
        let old_row = write.writer.old_row(write.row)?;
        let old_earlier = write.earlier.map(|row| write.writer.old_row(row)).transpose()?;
        let request = |statement: Result<Statement<'_>>| Request::prepare(operation, statement);
        let on_old = on(old, &old_row, old_earlier.as_ref(), write.deletes, operation)?;
        let mut both = on(copy, write.row, write.earlier, write.deletes, operation)?;
        both.extend(on_old.iter().cloned());
        Ok(Requests {
            copy_exists: request(copy.exists(write.row.key()?).statement())?,
            kept_exists: request(kept.exists(old_row.key()?).statement())?,
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
        requests.push(Request::prepare(operation, table.delete(earlier.key()?).statement())?);
    }
    requests.push(match deletes {
        true => Request::prepare(operation, table.delete(row.key()?).statement())?,
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
    /// A transaction of its own, and another one if it fails because the copy begins or ends meanwhile.
    async fn alone(self, client: QueryClient, options: Options) -> Result<()> {
        let start = Instant::now();
        let step = &Step { operation: self.operation.within(Scope::Transact).with_commit(true), ..self };
        let look = async || step.look(Some(client.clone()), options.part(start, false)).await;
        let attempt = async |place| {
            let inner = Options { commit: true, ..Options::WRITE };
            let run = |tx: Tx| async move { step.run(&mut Target::Tx(&tx), place, inner).await };
            let mode = options.tx_mode.unwrap_or(TxMode::SerializableReadWrite);
            let left = options.part(start, true);
            Transact::new(client.clone(), run).with(left.timeout, left.idempotent, mode).await
        };
        let place = look().await?;
        let Err(error) = attempt(place).await else { return Ok(()) };
        if error.ydb_error().is_none() || error.outcome() == Outcome::Unknown {
            return Err(error);
        }
        // A statement for other tables fails in many ways: no such table, no such column, a column of the key is missing.
        match look().await {
            Ok(now) if now != place => attempt(now).await,
            _ => Err(error),
        }
    }

    async fn within(self, target: &mut Target<'_>, options: Options) -> Result<()> {
        let start = Instant::now();
        let place = self.look(target.outside(), options).await?;
        self.run(target, place, options.part(start, true)).await
    }

    /// Which tables there are.
    async fn look(&self, client: Option<QueryClient>, options: Options) -> Result<Place> {
        let Some(client) = client.filter(|_| !self.writer.is_swapped()) else {
            return Ok(if self.writer.is_swapped() { Place::New } else { Place::Both });
        };
        let (start, mut target) = (Instant::now(), Target::Client(client));
        for (request, place) in [(&self.requests.copy_exists, Place::Both), (&self.requests.kept_exists, Place::New)] {
            let options = Options { timeout: options.part(start, false).timeout, each: options.each, ..Options::READ };
            match target.query(request.clone(), options).await {
                Ok(_) => {
                    self.writer.found(place);
                    return Ok(place);
                }
                Err(error) if is_missing(&error) => {}
                Err(error) => return Err(self.operation.clone().with_commit(false).failed(error)),
            }
        }
        Ok(Place::Old)
    }

    async fn run(&self, target: &mut Target<'_>, place: Place, options: Options) -> Result<()> {
        let start = Instant::now();
        let before = self.operation.clone().with_commit(false);
        let mut requests = match place {
            Place::Old => self.requests.old.clone(),
            Place::Both => self.requests.both.clone(),
            Place::New => self.requests.new.clone(),
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
        Request::prepare(&self.operation, self.writer.copy.delete(key).statement()).map(Some)
    }
}

/// YDB has no such table, or does not show it to this user.
fn is_missing(error: &YdbError) -> bool {
    has_status(error, &[SCHEME_ERROR])
}
