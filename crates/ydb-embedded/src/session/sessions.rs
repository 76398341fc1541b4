//! Sessions and the transactions that are open in them.
//!
//! A session ends in one of three ways: its client deletes it, the stream that is attached to it ends, or nobody uses
//! it for the idle time. That time runs from the creation and from the end of each request, never during a query, and
//! not while a stream is attached. When a session ends, its transactions are rolled back.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use super::query::TxMode;
use crate::catalog::{Table, TableId};
use crate::clock::Clock;
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::Conflicts;
use crate::storage::Transaction;

/// YDB's limit of open transactions in one session.
const MAX_TRANSACTIONS: usize = 10;

/// All sessions.
pub(super) struct Sessions {
    clock: Clock,
    open: Mutex<HashMap<String, Arc<Session>>>,
    next: AtomicU64,
}

/// A session.
pub(super) struct Session {
    transactions: Mutex<HashMap<String, OpenTx>>,
    busy: AtomicBool,
    /// Whether a stream is attached, and so decides how long the session lives.
    attached: AtomicBool,
    /// Whether a request that is done late still needs its transactions.
    held: AtomicBool,
    /// When it was last used, on the clock.
    used: Mutex<Duration>,
    clock: Clock,
    closed: watch::Sender<bool>,
}

/// An open transaction.
pub(super) struct OpenTx {
    pub(super) mode: TxMode,
    /// The era in which it began (`snapshot.rs`).
    pub(super) era: u64,
    pub(super) transaction: Transaction,
    /// Conflicts of its writes with existing keys.
    pub(super) conflicts: Conflicts,
    /// The tables it has read, as its first statement on each of them was planned for.
    pub(super) read: BTreeMap<TableId, Arc<Table>>,
    /// The tables it has written to, as its statements were planned for.
    pub(super) written: BTreeMap<TableId, Arc<Table>>,
}

/// Proof that a query has the session to itself, until this is dropped.
pub(super) struct Busy(Arc<Session>);

/// A client attached to a session. When it is dropped, the session ends.
pub struct Attachment {
    sessions: Arc<Sessions>,
    id: String,
    closed: watch::Receiver<bool>,
}

fn check_id(id: &str) -> Result<()> {
    if id.is_empty() { Err(Error::new(Status::BadRequest, "Empty session id")) } else { Ok(()) }
}

fn bad_session(id: &str) -> Error {
    Error::new(Status::BadSession, format!("Session not found: {id}"))
}

/// YDB's error for a transaction that is not open in its session.
pub(super) fn transaction_not_found(id: &str) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_TRANSACTION_NOT_FOUND, format!("Transaction not found: {id}")))
}

impl Sessions {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, open: Mutex::default(), next: AtomicU64::default() }
    }

    /// Creates a session and returns its id, which looks like YDB's.
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
        self.open.lock().get(id).cloned().ok_or_else(|| bad_session(id))
    }

    /// Ends a session. One that does not exist has ended before.
    pub(super) fn delete(&self, id: &str) -> Result<()> {
        check_id(id)?;
        let session = self.open.lock().remove(id);
        if let Some(session) = session {
            session.close();
        }
        Ok(())
    }

    /// Ends the sessions that nobody has used for this long.
    pub(super) fn expire(&self, idle: Duration) {
        // Closed after the lock is released: a rollback may take its time.
        let mut expired = Vec::new();
        self.open.lock().retain(|_, session| {
            let is_idle = session.is_idle_for(idle);
            if is_idle {
                expired.push(Arc::clone(session));
            }
            !is_idle
        });
        expired.iter().for_each(|session| session.close());
    }

    /// Ends every session.
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

    fn is_idle_for(&self, idle: Duration) -> bool {
        let kept = self.is_attached() || self.is_busy();
        !kept && self.clock.passed().saturating_sub(*self.used.lock()) >= idle
    }

    /// Whether a query is under way.
    pub(super) fn is_busy(&self) -> bool {
        self.busy.load(Ordering::Acquire)
    }

    /// Whether a stream is attached.
    pub(super) fn is_attached(&self) -> bool {
        self.attached.load(Ordering::Acquire)
    }

    /// Keeps the open transactions when the session ends, for a request that is done late.
    #[cfg(feature = "simulation")]
    pub(super) fn hold(&self) {
        self.held.store(true, Ordering::Release);
    }

    /// Starts the idle time anew.
    pub(super) fn touch(&self) {
        *self.used.lock() = self.clock.passed();
    }

    /// Begins a query.
    pub(super) fn begin_query(self: &Arc<Self>) -> Result<Busy> {
        if self.busy.swap(true, Ordering::Acquire) {
            return Err(Error::new(Status::SessionBusy, "Pending previous query completion"));
        }
        Ok(Busy(Arc::clone(self)))
    }

    /// Takes an open transaction for a query or its end.
    pub(super) fn take(&self, id: &str) -> Result<OpenTx> {
        self.transactions.lock().remove(id).ok_or_else(|| transaction_not_found(id))
    }

    /// Keeps a transaction open, unless the session has ended.
    pub(super) fn keep(&self, id: String, transaction: OpenTx) {
        let mut transactions = self.transactions.lock();
        if !*self.closed.borrow() {
            transactions.insert(id, transaction);
        }
    }

    /// Checks that one more transaction may be opened.
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
    /// Waits until the session ends for a reason other than this attachment.
    pub async fn closed(&mut self) {
        // An error means that the session no longer exists.
        let _ = self.closed.wait_for(|closed| *closed).await;
    }
}

impl Drop for Attachment {
    fn drop(&mut self) {
        // Its id was checked when it was attached.
        let _ = self.sessions.delete(&self.id);
    }
}
