//! Transactions: opened, committed, rolled back.
//!
//! Transactions are optimistic, as YDB's are:
//!
//! 1. A transaction has no snapshot before its first statement, or before its first read if that statement also
//!    commits (`NeedSnapshot` of `kqp_tx.cpp`). From then on all its reads see the database as it was at that moment,
//!    with the transaction's own writes laid over it. In online and stale mode each query has a snapshot of its own.
//! 2. In a serializable transaction each read locks the keys that it looked for, whether they exist or not. Nobody
//!    waits for such a lock: a commit of another transaction that writes one of the keys *breaks* it.
//! 3. Writes stay in the transaction until its commit, which makes them visible all at once. If one of its locks is
//!    broken, the commit is refused with ABORTED, and the client repeats the transaction. Until then the transaction
//!    goes on as if nothing had happened (`LocksAbortOnCommit` of `kqp_sink_tx_ut.cpp`). A transaction that wrote
//!    nothing always commits: everything it saw was true at the moment of its snapshot.
//! 4. In snapshot read-write mode reads lock nothing. The commit is ABORTED if another transaction has written a row
//!    that this one writes (`kqp_snapshot_isolation_ut.cpp`), so write skew passes and lost updates do not.
//!
//! Snapshots and locks themselves are the storage's (`storage/transaction.rs`, `storage/locks.rs`).
//!
//! Changes of the schema do not wait for transactions either. A transaction remembers the tables that its statements
//! were planned for ([`OpenTx`]). If such a table has changed since, a read is refused before its rows are answered,
//! and a write at the commit. The commit has the turn to write, so that the schema cannot change after that check.
//!
//! While a query runs, its transaction is taken out of the session, and it comes back only if the query succeeds. So an
//! error ends the transaction, as it does in YDB.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::engine::Engine;
use super::query::TxMode;
use super::sessions::OpenTx;
use crate::catalog::{Catalog, Table, TableId};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::Conflicts;
use crate::storage::{Isolation, LocksBroken};

impl Engine {
    /// Opens a transaction in a session, and returns its id.
    ///
    /// Fails with BAD_SESSION, and BAD_REQUEST for modes that exist for single queries only.
    pub fn begin(&self, session: &str, mode: TxMode) -> Result<String> {
        let session = self.session(session)?;
        let busy = session.begin_query()?;
        if mode.is_for_one_query() {
            let message = format!(
                "Failed to begin transaction: open transactions not supported for transaction mode {mode:?}, use \
                 tx_control field in ExecuteDataQueryRequest to begin transaction with this mode."
            );
            return Err(Error::new(Status::BadRequest, message));
        }
        session.check_room()?;
        let id = self.new_tx_id();
        session.keep(id.clone(), self.open(mode));
        drop(busy);
        Ok(id)
    }

    /// Commits a transaction.
    ///
    /// Fails with BAD_SESSION, NOT_FOUND, and ABORTED if another transaction has written what this one read.
    pub fn commit(&self, session: &str, tx: &str) -> Result<()> {
        let session = self.session(session)?;
        let _busy = session.begin_query()?;
        let open = session.take(tx)?;
        self.finish(open)
    }

    /// Rolls a transaction back.
    ///
    /// Fails with BAD_SESSION and NOT_FOUND.
    pub fn rollback(&self, session: &str, tx: &str) -> Result<()> {
        let session = self.session(session)?;
        let _busy = session.begin_query()?;
        session.take(tx).map(drop)
    }

    pub(super) fn new_tx_id(&self) -> String {
        // YDB's ids are ULIDs; to clients they are opaque.
        format!("01embedded{:016x}", self.next_tx.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn open(&self, mode: TxMode) -> OpenTx {
        let isolation = match mode {
            TxMode::SerializableReadWrite => Isolation::Serializable,
            TxMode::SnapshotReadWrite => Isolation::SnapshotWrites,
            TxMode::OnlineReadOnly | TxMode::StaleReadOnly | TxMode::SnapshotReadOnly => Isolation::Snapshot,
        };
        let behavior = &self.config.behavior;
        let (late, index_stream) = (behavior.late_insert_conflicts, behavior.index_stream_write);
        let mut transaction = self.storage.begin(isolation);
        transaction.arrive(self.arrival.clone());
        OpenTx {
            mode,
            era: self.era(),
            transaction,
            conflicts: Conflicts { late, index_stream, ..Conflicts::default() },
            read: BTreeMap::new(),
            written: BTreeMap::new(),
        }
    }

    /// Commits a transaction, unless a table that it wrote to has changed since its statements were planned.
    pub(super) fn finish(&self, mut open: OpenTx) -> Result<()> {
        if open.written.is_empty() {
            return open.conflicts.flush();
        }
        let _turn = self.storage.turn();
        self.check_era(open.era)?;
        open.conflicts.flush()?;
        let catalog = self.catalog.read();
        check_unchanged(&catalog, open.written.values())?;
        open.transaction.commit().map(drop).map_err(|broken| aborted(&catalog, &broken))
    }

    /// Checks that the tables that a transaction has read are still those that its statements were planned for. What
    /// was read before this check is good only if it passes: a table that is dropped or changed loses its rows for
    /// old snapshots as well.
    pub(super) fn check_read(&self, open: &OpenTx) -> Result<()> {
        self.check_era(open.era)?;
        check_unchanged(&self.catalog.read(), open.read.values())
    }

    /// The flush before a read of a table, if the transaction has written to it. The answer of YDB's data shard to a
    /// flush tells of broken locks (`kqp_write_actor.cpp`, `AddLock`), so here a transaction ends before its commit.
    pub(super) fn flush_before(&self, open: &mut OpenTx, table: TableId) -> Result<()> {
        if !open.conflicts.unflushed.contains(&table) {
            return Ok(());
        }
        open.conflicts.flush()?;
        match open.transaction.broken() {
            Some(broken) if broken == table => Err(aborted(&self.catalog.read(), &LocksBroken { table })),
            _ => Ok(()),
        }
    }
}

pub(super) fn check_unchanged<'a>(catalog: &Catalog, mut tables: impl Iterator<Item = &'a Arc<Table>>) -> Result<()> {
    let is_other = |table: &&Arc<Table>| {
        catalog.table(&table.path).map(|now| (now.id, now.version)).ok() != Some((table.id, table.version))
    };
    match tables.find(is_other) {
        Some(table) => {
            let message = format!("Scheme of table `{}` has changed, repeat the transaction", table.path);
            Err(Error::issue(Issue::new(codes::KIKIMR_SCHEME_MISMATCH, message)))
        }
        None => Ok(()),
    }
}

fn aborted(catalog: &Catalog, broken: &LocksBroken) -> Error {
    let path = catalog.stored_tables().find(|table| table.id == broken.table).map(|table| &*table.path);
    let message = format!("Transaction locks invalidated. Table: `{}`.", path.unwrap_or("<dropped>"));
    Error::issue(Issue::new(codes::KIKIMR_LOCKS_INVALIDATED, message))
}
