//! Sessions and their open transactions.
//!
//! A session ends in one of three ways: its client deletes it, the stream that is attached to it ends, or it is unused
//! for the idle time. The idle time runs from the creation and from the end of each request, never during a query, and
//! not while a stream is attached. When a session ends, its transactions are rolled back.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use super::{Engine, TxMode};
use crate::catalog::{Catalog, Table, TableId};
use crate::clock::Clock;
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::Conflicts;
use crate::storage::{Isolation, LocksBroken, Transaction};

/// Largest number of open transactions in one session, as in YDB.
const MAX_TRANSACTIONS: usize = 10;

pub(super) struct Sessions {
    clock: Clock,
    open: Mutex<HashMap<String, Arc<Session>>>,
    next: AtomicU64,
}

pub(super) struct Session {
    transactions: Mutex<HashMap<String, OpenTx>>,
    busy: AtomicBool,
    /// `true` if a stream is attached, which then decides how long the session lives.
    attached: AtomicBool,
    /// `true` if a request that is done late still needs the session's transactions.
    held: AtomicBool,
    /// Time of the last use, on the clock.
    used: Mutex<Duration>,
    clock: Clock,
    closed: watch::Sender<bool>,
}

pub(super) struct OpenTx {
    pub(super) mode: TxMode,
    /// Number of the era in which the transaction began (`change.rs`).
    pub(super) era: u64,
    pub(super) transaction: Transaction,
    /// Conflicts of the transaction's writes with existing keys.
    pub(super) conflicts: Conflicts,
    /// Tables that the transaction has read, as its first statement on each of them was planned for.
    pub(super) read: BTreeMap<TableId, Arc<Table>>,
    /// Tables that the transaction has written to, as its statements were planned for.
    pub(super) written: BTreeMap<TableId, Arc<Table>>,
}

/// Proof that a query has the session to itself, until the proof is dropped.
pub(super) struct Busy(Arc<Session>);

/// A client's attachment to a session. When it is dropped, the session ends.
pub struct Attachment {
    sessions: Arc<Sessions>,
    id: String,
    closed: watch::Receiver<bool>,
}

fn check_id(id: &str) -> Result<()> {
    if id.is_empty() { Err(Error::new(Status::BadRequest, "Empty session id")) } else { Ok(()) }
}

pub(super) fn transaction_not_found(id: &str) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_TRANSACTION_NOT_FOUND, format!("Transaction not found: {id}")))
}

impl Sessions {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, open: Mutex::default(), next: AtomicU64::default() }
    }

    /// Creates a session and returns its id, which looks like an id of YDB.
    pub(super) fn create(&self) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        let id = format!("ydb://session/3?node_id=1&id=embedded{number:016x}");
        let session = Session {
            transactions: Mutex::default(),
            busy: AtomicBool::new(false),
            attached: AtomicBool::new(false),
            held: AtomicBool::new(false),
            used: Mutex::new(self.clock.passed()),
            clock: self.clock.clone(),
            closed: watch::Sender::new(false),
        };
        self.open.lock().insert(id.clone(), Arc::new(session));
        id
    }

    pub(super) fn get(&self, id: &str) -> Result<Arc<Session>> {
        check_id(id)?;
        let session = self.open.lock().get(id).cloned();
        session.ok_or_else(|| Error::new(Status::BadSession, format!("Session not found: {id}")))
    }

    /// Ends a session. A session that does not exist counts as ended.
    pub(super) fn delete(&self, id: &str) -> Result<()> {
        check_id(id)?;
        let session = self.open.lock().remove(id);
        if let Some(session) = session {
            session.close();
        }
        Ok(())
    }

    /// Ends the sessions that have been idle for this long.
    pub(super) fn expire(&self, idle: Duration) {
        // Sessions are closed after the lock is released, because a rollback may take time.
        let mut expired = Vec::new();
        self.open.lock().retain(|_, session| {
            let kept = session.is_attached() || session.is_busy();
            let is_idle = !kept && session.clock.passed().saturating_sub(*session.used.lock()) >= idle;
            if is_idle {
                expired.push(Arc::clone(session));
            }
            !is_idle
        });
        expired.iter().for_each(|session| session.close());
    }

    pub(super) fn clear(&self) {
        let all = std::mem::take(&mut *self.open.lock());
        all.values().for_each(|session| session.close());
    }

    pub(super) fn attach(self: &Arc<Self>, id: &str) -> Result<Attachment> {
        let session = self.get(id)?;
        session.attached.store(true, Ordering::Release);
        Ok(Attachment { sessions: Arc::clone(self), id: id.to_owned(), closed: session.closed.subscribe() })
    }
}

impl Session {
    fn close(&self) {
        if !self.held.load(Ordering::Acquire) {
            self.transactions.lock().clear();
        }
        self.closed.send_replace(true);
    }

    pub(super) fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Acquire)
    }

    pub(super) fn is_attached(&self) -> bool {
        self.attached.load(Ordering::Acquire)
    }

    /// Keeps the open transactions when the session ends, for a request that is done late.
    #[cfg(feature = "simulation")]
    pub(super) fn hold(&self) {
        self.held.store(true, Ordering::Release);
    }

    /// Restarts the idle time.
    pub(super) fn touch(&self) {
        *self.used.lock() = self.clock.passed();
    }

    pub(super) fn begin_query(self: &Arc<Self>) -> Result<Busy> {
        if self.busy.swap(true, Ordering::Acquire) {
            return Err(Error::new(Status::SessionBusy, "Pending previous query completion"));
        }
        Ok(Busy(Arc::clone(self)))
    }

    /// Takes an open transaction out of the session, for a query or for its end.
    pub(super) fn take(&self, id: &str) -> Result<OpenTx> {
        self.transactions.lock().remove(id).ok_or_else(|| transaction_not_found(id))
    }

    /// Puts a transaction back into the session. If the session has ended, the transaction is dropped.
    pub(super) fn keep(&self, id: String, transaction: OpenTx) {
        let mut transactions = self.transactions.lock();
        if !*self.closed.borrow() {
            transactions.insert(id, transaction);
        }
    }

    pub(super) fn check_room(&self) -> Result<()> {
        let open = self.transactions.lock().len();
        if open >= MAX_TRANSACTIONS {
            let message = format!("Too many transactions, current active: {open} MaxTxPerSession: {MAX_TRANSACTIONS}");
            return Err(Error::issue(Issue::new(codes::KIKIMR_TOO_MANY_TRANSACTIONS, message)));
        }
        Ok(())
    }
}

impl Busy {
    pub(super) const fn session(&self) -> &Arc<Session> {
        &self.0
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.touch();
        self.0.busy.store(false, Ordering::Release);
    }
}

impl Attachment {
    /// Waits until the session ends for another reason than the drop of this attachment.
    pub async fn closed(&mut self) {
        // An error means that the session no longer exists.
        let _ = self.closed.wait_for(|closed| *closed).await;
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        // The id was checked when the client attached.
        let _ = self.sessions.delete(&self.id);
    }
}

// Transactions: begin, commit, rollback.
//
// Transactions are optimistic, as in YDB:
//
// 1. A transaction has no snapshot before its first statement, or before its first read if that statement also commits
//    (`NeedSnapshot` of `kqp_tx.cpp`). From then on all its reads see the database as of that moment, with the
//    transaction's own writes on top. In online and stale mode each query has a snapshot of its own.
// 2. In a serializable transaction each read locks the keys that it looked for, whether they exist or not. Other
//    transactions do not wait for such a lock: a commit that writes one of the keys *breaks* it.
// 3. Writes stay in the transaction until its commit, which makes them visible all at once. If one of the transaction's
//    locks is broken, the commit is refused with ABORTED, and the client repeats the transaction. Until its commit such
//    a transaction goes on normally (`LocksAbortOnCommit` of `kqp_sink_tx_ut.cpp`). A transaction without writes always
//    commits: everything it read was true at the moment of its snapshot.
// 4. In snapshot read-write mode reads take no locks. The commit is ABORTED if another transaction has written a row
//    that this transaction writes (`kqp_snapshot_isolation_ut.cpp`): write skew is possible, lost updates are not.
//
// The storage implements snapshots and locks (`storage/transaction.rs`, `storage/locks.rs`).
//
// Changes of the schema do not wait for transactions either. A transaction remembers the tables that its statements
// were planned for ([`OpenTx`]). If such a table has changed since, a read is refused before its rows are returned, and
// a write is refused at the commit. The commit holds the turn to write, so the schema cannot change after that check.
//
// While a query runs, its transaction is taken out of the session. It is put back only if the query succeeds: as in
// YDB, an error ends the transaction.

impl Engine {
    /// Begins a transaction in a session. Returns its id.
    ///
    /// Fails with BAD_SESSION, and with BAD_REQUEST for a mode that exists for single queries only.
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

    /// Rolls back a transaction.
    ///
    /// Fails with BAD_SESSION and NOT_FOUND.
    pub fn rollback(&self, session: &str, tx: &str) -> Result<()> {
        let session = self.session(session)?;
        let _busy = session.begin_query()?;
        session.take(tx).map(drop)
    }

    pub(super) fn new_tx_id(&self) -> String {
        // YDB's ids are ULIDs, but clients treat them as opaque.
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

    /// Commits a transaction. Fails if a table that it wrote to has changed since its statements were planned.
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

    /// Checks that the tables that a transaction has read are unchanged since its statements were planned. Rows that
    /// were read before this check are valid only if it passes: a table that is dropped or changed loses its rows for
    /// old snapshots, too.
    pub(super) fn check_read(&self, open: &OpenTx) -> Result<()> {
        self.check_era(open.era)?;
        check_unchanged(&self.catalog.read(), open.read.values())
    }

    /// Flushes the transaction before a read of a table that it has written to. In YDB the data shard's answer to a
    /// flush reports broken locks (`kqp_write_actor.cpp`, `AddLock`), so a transaction may end here, before its commit.
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
