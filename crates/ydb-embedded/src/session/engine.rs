//! The engine: the state that all callers share. Their requests are implemented in the other files of this room.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use parking_lot::Mutex;

use super::config::{Config, TTL_RUN};
use super::current::Current;
use super::heaviest::Heaviest;
use super::overload::Overload;
use super::plans::Plans;
use super::prepared::Prepared;
use super::readers::Readers;
use super::sessions::{Attachment, Session, Sessions};
use super::token::Issuer;
use crate::catalog::{Catalog, ColumnId, TableId};
use crate::clock::{Clock, Deadline};
use crate::error::{Error, Result, Status};
use crate::storage::{Arrival, Storage};

/// A database in memory, as one user sees it.
#[derive(Clone)]
pub struct Engine {
    pub(super) config: Arc<Config>,
    pub(super) catalog: Arc<Current>,
    pub(super) storage: Arc<Storage>,
    pub(super) sessions: Arc<Sessions>,
    /// The readers of changefeeds.
    pub(super) readers: Arc<Readers>,
    /// The last number of each serial column's sequence.
    pub(super) sequences: Arc<Mutex<HashMap<(TableId, ColumnId), i64>>>,
    /// Plans of earlier queries.
    pub(super) plans: Arc<Plans>,
    /// Queries that clients name by their ids.
    pub(super) prepared: Arc<Prepared>,
    /// When expired rows are deleted next.
    pub(super) ttl_run: Arc<Mutex<Option<Deadline>>>,
    /// The partitions that were overloaded in the last hours.
    pub(super) overload: Arc<Mutex<Overload>>,
    /// The queries of the last hours that cost most.
    pub(super) heaviest: Arc<Mutex<Heaviest>>,
    /// The number of the next transaction.
    pub(super) next_tx: Arc<AtomicU64>,
    /// Begins anew when the engine goes back to a snapshot.
    pub(super) era: Arc<AtomicU64>,
    /// Makes the tokens of the users.
    pub(super) tokens: Arc<Issuer>,
    /// When the request arrived that this engine works for, if that matters.
    pub(super) arrival: Option<Arc<Arrival>>,
    /// The session of the request that this engine works for, if that is done late and its session may have ended.
    pub(super) held: Option<(Arc<str>, Arc<Session>)>,
    /// Who calls.
    pub(super) user: Arc<str>,
}

impl Engine {
    /// An empty database, as its administrator sees it.
    pub fn new(config: Config) -> Arc<Self> {
        let user: Arc<str> = config.administrator().into();
        let storage = Storage::new(config.thresholds, config.clock.clone());
        #[cfg(feature = "simulation")]
        storage.ignore_locks(config.ignores_locks);
        let catalog = Catalog::new(&config.database, config.clock.now_us()).administered_by(&user);
        Arc::new(Self {
            catalog: Arc::new(Current::new(catalog)),
            storage: Arc::new(storage),
            sessions: Arc::new(Sessions::new(config.clock.clone())),
            readers: Arc::default(),
            sequences: Arc::default(),
            plans: Arc::default(),
            prepared: Arc::default(),
            ttl_run: Arc::new(Mutex::new(config.clock.after(TTL_RUN))),
            overload: Arc::default(),
            heaviest: Arc::default(),
            next_tx: Arc::new(AtomicU64::new(1)),
            era: Arc::default(),
            tokens: Arc::new(Issuer::new(&config.database)),
            arrival: None,
            held: None,
            user,
            config: Arc::new(config),
        })
    }

    /// Its configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// What it asks for the time.
    pub fn clock(&self) -> &Clock {
        &self.config.clock
    }

    /// The time on its clock, in microseconds since 1970.
    pub(super) fn now_us(&self) -> u64 {
        self.config.clock.now_us()
    }

    /// An open session.
    pub(super) fn session(&self, id: &str) -> Result<Arc<Session>> {
        match &self.held {
            Some((held, session)) if **held == *id => Ok(Arc::clone(session)),
            _ => self.sessions.get(id),
        }
    }

    /// A new session's id.
    pub fn create_session(&self) -> String {
        self.sessions.create()
    }

    /// Attaches to a session, which then lives as long as the attachment.
    pub fn attach(&self, id: &str) -> Result<Attachment> {
        self.sessions.attach(id)
    }

    /// Ends a session and rolls its transactions back. It need not exist.
    pub fn delete_session(&self, id: &str) -> Result<()> {
        self.sessions.delete(id)
    }

    /// Keeps a session alive, and returns whether a query is under way in it.
    pub fn touch_session(&self, id: &str) -> Result<bool> {
        let session = self.sessions.get(id)?;
        session.touch();
        Ok(session.is_busy())
    }

    /// Checks that a stream is attached to a session, without which the Query service runs no query in it.
    pub fn check_attached(&self, id: &str) -> Result<()> {
        if self.session(id)?.is_attached() {
            return Ok(());
        }
        Err(Error::new(Status::BadRequest, "Attempt to execute query on explicit session without attach"))
    }

    /// Ends every session, as the loss of a node does.
    pub fn kill_sessions(&self) {
        self.sessions.clear();
    }
}
