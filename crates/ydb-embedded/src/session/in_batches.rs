//! `BATCH UPDATE` and `BATCH DELETE`: a series of transactions for each partition, each of which writes some of the
//! rows.
//!
//! YDB sends such a statement to each partition separately (`kqp_partitioned_executer.cpp`). The statement then needs
//! neither the memory nor the locks of one large transaction. It is not atomic:
//!
//! 1. The partitions are those that the table has when the statement begins. The rows of a partition are taken in key
//!    order.
//! 2. A transaction reads up to [`MOST`] rows that fit the condition, writes them and commits. The next transaction
//!    begins after the last of these rows.
//! 3. If another transaction interferes, the rows are read again, half as many. After each success the number doubles
//!    again, up to `MOST`. Each transaction reads the rows as of its own start: with the rows as of the statement's
//!    arrival, every repetition would fail again.
//! 4. Any other error ends the statement. Committed transactions stay committed, and nothing tells the client how many
//!    there are.
//!
//! YDB processes ten partitions at a time; here they follow one another. Clients cannot rely on either. The planner
//! checks which statements may be BATCH (`plan/write.rs`); checks that depend on the table are here.

use std::ops::Bound;
use std::sync::Arc;

use super::execution::Execution;
use super::{Engine, TxMode};
use crate::catalog::{IndexKind, Store};
use crate::error::{Error, Result, Status, codes};
use crate::exec::{self, Write};
use crate::plan::steps::{Plan, Step};
use crate::storage::KeyRange;

/// Largest number of rows in one transaction: the default of YDB's `max_batch_size`.
const MOST: usize = 10_000;

impl Engine {
    /// Checks that a plan with a `BATCH` may run. The checks are in the order of `ExecutePartitioned`
    /// (`kqp_session_actor.cpp`).
    pub(super) fn check_batch(&self, plan: &Plan, implicit: bool) -> Result<()> {
        let Some(Step::Write(write)) = plan.steps.last().filter(|_| plan.batch) else { return Ok(()) };
        let refuse = |message: String| Err(Error::new(Status::PreconditionFailed, message));
        if write.table.store == Store::Column {
            return refuse("BATCH operations are not supported for column tables at the current time.".to_owned());
        }
        if !implicit {
            return refuse("BATCH operation can be executed only in the implicit transaction mode.".to_owned());
        }
        let unique = write.table.indexes.iter().find(|index| index.kind == IndexKind::GlobalUnique);
        match unique.filter(|_| !self.config().behavior.batch_with_unique_index) {
            Some(index) => refuse(format!(
                "BATCH operations are not supported for tables with global sync unique secondary indexes (index: `{}`)",
                index.name
            )),
            None => Ok(()),
        }
    }
}

impl Execution {
    /// Runs the only write of a `BATCH` in transactions of its own.
    pub(super) fn write_in_batches(&mut self, write: &Write) -> Result<()> {
        // The statement has no transaction of its own.
        self.tx = None;
        for partition in self.engine.storage.partitions(write.table.id) {
            let to = partition.end.map_or(Bound::Unbounded, Bound::Excluded);
            let mut rest = KeyRange { from: Bound::Included(partition.start), to };
            let mut most = MOST;
            loop {
                match self.write_batch(write, &rest, most) {
                    Ok(Some(last)) => rest.from = Bound::Excluded(last),
                    Ok(None) => break,
                    // Another transaction has written rows that this one read.
                    Err(error) if error.issues.iter().any(|issue| issue.code == codes::KIKIMR_LOCKS_INVALIDATED) => {
                        most = (most / 2).max(1);
                        continue;
                    }
                    Err(error) => return Err(error),
                }
                most = (most * 2).min(MOST);
            }
        }
        Ok(())
    }

    /// Writes some rows of a range in one transaction. Returns the key of the last row if there may be more.
    fn write_batch(&mut self, write: &Write, range: &KeyRange, most: usize) -> Result<Option<Vec<u8>>> {
        let mut open = self.engine.open(TxMode::SerializableReadWrite);
        // The partition opens this transaction, not the client's request, so the request's arrival does not count.
        open.transaction.arrive(None);
        for tables in [&mut open.read, &mut open.written] {
            tables.insert(write.table.id, Arc::clone(&write.table));
        }
        self.tx = Some(open);
        let last = self.with_run(|run| exec::write_some(write, range, most, run))?;
        let Some(open) = self.tx.take() else { return Ok(None) };
        self.engine.check_read(&open)?;
        self.engine.finish(open)?;
        Ok(last)
    }
}
