//! `BATCH UPDATE` and `BATCH DELETE`: a series of transactions for each partition, each of them for some rows.
//!
//! YDB sends such a statement to each partition by itself (`kqp_partitioned_executer.cpp`), so that it needs neither the
//! memory of one transaction nor keeps its locks. It is not atomic:
//!
//! 1. The partitions are those that the table has when the statement begins; the rows of one are taken in key order.
//! 2. A transaction reads up to [`MOST`] rows that the condition is true for, writes them and commits. The next one begins
//!    after the last of them.
//! 3. If another transaction was faster, the rows are read again, half as many. After each success they are twice as many
//!    again, up to `MOST`. They are read as they are then: those of the statement's arrival would be overtaken for ever.
//! 4. Any other error ends the statement. What was committed stays, and nothing says how much that is.
//!
//! YDB works on ten partitions at a time, here they follow one another: a client cannot rely on either. What such a
//! statement may be is checked where it is planned (`plan/write.rs`) and, by what depends on the table, here.

use std::ops::Bound;
use std::sync::Arc;

use super::execution::Execution;
use super::{Engine, TxMode};
use crate::catalog::{IndexKind, Store};
use crate::error::{Error, Result, Status, codes};
use crate::exec::{self, Write};
use crate::plan::steps::{Plan, Step};
use crate::storage::KeyRange;

/// The rows of one transaction: the default of YDB's `max_batch_size`.
const MOST: usize = 10_000;

impl Engine {
    /// Checks that a plan with a `BATCH` may run, in the order of `ExecutePartitioned` (`kqp_session_actor.cpp`).
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
    /// Runs the only write of a `BATCH`, in its own transactions.
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
                    // Another transaction has written what was read.
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

    /// Writes some rows of a range in one transaction. Returns the key of the last one, if there may be more.
    fn write_batch(&mut self, write: &Write, range: &KeyRange, most: usize) -> Result<Option<Vec<u8>>> {
        let mut open = self.engine.open(TxMode::SerializableReadWrite);
        // It is not the client's request that opens it, but the partition.
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
