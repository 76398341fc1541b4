//! Sessions, transactions and queries. Only this module parses, plans and executes. This file has the engine: the state
//! that all callers share. The other files implement the requests.

mod access;
mod bulk;
mod change;
mod descriptions;
mod execution;
mod explain;
mod heaviest;
mod in_batches;
mod login;
mod maintenance;
mod query;
mod read_session;
mod release;
mod scheme;
mod sessions;
mod system_views;
mod topics;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use parking_lot::Mutex;

use crate::catalog::{ADMINISTRATOR, Catalog, ColumnId, TableId};
use crate::clock::{Clock, Deadline};
use crate::error::{Error, Result, Status};
use crate::plan::steps::Plan;
use crate::storage::{Arrival, Storage, Thresholds};
use crate::types::{Type, Value};
use change::Current;
use heaviest::Heaviest;
use login::Issuer;
use query::{Plans, Prepared};
use sessions::{Session, Sessions};
use system_views::Overload;
use topics::Readers;

pub use bulk::{Cells, Upload};
pub use change::Snapshot;
pub use descriptions::{EntryKind, SchemeEntry, TableDescription};
pub use execution::{Execution, Part};
pub use explain::{Node, PlanOperator, Planned, PlannedKeys, PlannedRead, PlannedWrite};
pub use read_session::{Delivery, ReadEvent, ReadSession, TopicSelection};
pub use release::{Behavior, Release};
pub use sessions::Attachment;
pub use topics::TopicDescription;

/// A database in memory, as one user sees it.
#[derive(Clone)]
pub struct Engine {
    config: Arc<Config>,
    catalog: Arc<Current>,
    storage: Arc<Storage>,
    sessions: Arc<Sessions>,
    readers: Arc<Readers>,
    /// Last number of each serial column's sequence.
    sequences: Arc<Mutex<HashMap<(TableId, ColumnId), i64>>>,
    plans: Arc<Plans>,
    /// Queries that clients refer to by id.
    prepared: Arc<Prepared>,
    /// Deadline of the next deletion of expired rows.
    ttl_run: Arc<Mutex<Option<Deadline>>>,
    /// Partitions that were overloaded in recent hours.
    overload: Arc<Mutex<Overload>>,
    /// Queries of recent hours that cost most.
    heaviest: Arc<Mutex<Heaviest>>,
    next_tx: Arc<AtomicU64>,
    /// Number of the current era; each reset to a snapshot begins a new one.
    era: Arc<AtomicU64>,
    tokens: Arc<Issuer>,
    /// Arrival of the request that this engine serves, if it matters.
    arrival: Option<Arc<Arrival>>,
    /// Session of the request that this engine serves, if the request is done late and its session may have ended.
    held: Option<(Arc<str>, Arc<Session>)>,
    /// User whose requests this engine serves.
    user: Arc<str>,
}

impl Engine {
    /// Creates an empty database, as its administrator sees it.
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

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn clock(&self) -> &Clock {
        &self.config.clock
    }

    fn now_us(&self) -> u64 {
        self.config.clock.now_us()
    }

    fn session(&self, id: &str) -> Result<Arc<Session>> {
        match &self.held {
            Some((held, session)) if **held == *id => Ok(Arc::clone(session)),
            _ => self.sessions.get(id),
        }
    }

    pub fn create_session(&self) -> String {
        self.sessions.create()
    }

    /// Attaches to a session, which lives as long as the attachment.
    pub fn attach(&self, id: &str) -> Result<Attachment> {
        self.sessions.attach(id)
    }

    /// Ends a session and rolls back its transactions. The session need not exist.
    pub fn delete_session(&self, id: &str) -> Result<()> {
        self.sessions.delete(id)
    }

    /// Keeps a session alive. Returns `true` if a query is running in it.
    pub fn touch_session(&self, id: &str) -> Result<bool> {
        let session = self.sessions.get(id)?;
        session.touch();
        Ok(session.is_busy())
    }

    /// Checks that a stream is attached to a session; without one the Query service runs no query in the session.
    pub fn check_attached(&self, id: &str) -> Result<()> {
        if self.session(id)?.is_attached() {
            return Ok(());
        }
        Err(Error::new(Status::BadRequest, "Attempt to execute query on explicit session without attach"))
    }

    /// Ends all sessions, as the loss of a node does.
    pub fn kill_sessions(&self) {
        self.sessions.clear();
    }
}

/// Interval between deletions of expired rows: YDB's default.
const TTL_RUN: Duration = Duration::from_secs(3600);

#[derive(Clone, Debug)]
pub struct Config {
    /// Path of the database, for example `/local`.
    pub database: String,
    /// Users and tokens that may connect; `None` lets everybody connect.
    pub auth: Option<AuthConfig>,
    /// Limits at which partitions split and merge.
    pub thresholds: Thresholds,
    /// Time to build an index that is added to a table.
    pub index_build_time: Duration,
    /// Time after which an unused session ends.
    pub session_idle_time: Duration,
    /// Behavior where real servers differ.
    pub behavior: Behavior,
    pub clock: Clock,
    /// A deliberate fault that checks the tests themselves: commits ignore their locks.
    #[cfg(feature = "simulation")]
    pub ignores_locks: bool,
}

/// Users and tokens that may connect.
#[derive(Clone, Debug, Default)]
pub struct AuthConfig {
    /// Users and their passwords. A user gets a token by logging in. The first user is the administrator.
    pub users: Vec<(String, String)>,
    /// A token for the administrator that needs no login.
    pub token: Option<String>,
    /// `true` if a client without a token may connect, too, as the administrator.
    pub anonymous: bool,
}

impl Config {
    /// Returns the name of the administrator, who may do everything: the first user.
    pub fn administrator(&self) -> &str {
        let first = self.auth.as_ref().and_then(|auth| auth.users.first());
        first.map_or(ADMINISTRATOR, |(name, _)| name)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            database: "/local".to_owned(),
            auth: None,
            thresholds: Thresholds::default(),
            index_build_time: Duration::ZERO,
            // YDB's default (`SessionIdleDurationSeconds`).
            session_idle_time: Duration::from_secs(600),
            behavior: Behavior::default(),
            clock: Clock::machine(),
            #[cfg(feature = "simulation")]
            ignores_locks: false,
        }
    }
}

// Arrival of requests. Under a schedule, a request may read the data as of its arrival although it is executed later. A
// request that is done hours after its client gave up still has its session and its transaction, as in YDB, where a
// commit continues at the partitions after the session is gone.

#[cfg(feature = "simulation")]
impl Engine {
    /// Returns the arrival of a request; `None` if the request reads the data as of its execution.
    pub fn arrive(&self) -> Option<Arc<Arrival>> {
        self.storage.arrive().map(Arc::new)
    }

    /// Returns the database as a request sees it that arrived at `arrival`.
    pub fn arrived(&self, arrival: Arc<Arrival>) -> Arc<Self> {
        let mut engine = self.clone();
        engine.arrival = Some(arrival);
        Arc::new(engine)
    }

    /// Returns `true` if a commit was ordered before other commits that were made earlier, since the last call.
    pub fn was_reordered(&self) -> bool {
        self.storage.was_reordered()
    }

    /// Holds the session of a request that will be done late, with the session's open transactions. Returns `None` if
    /// the session is not open.
    pub fn hold(&self, session: &str) -> Option<Held> {
        let open = self.sessions.get(session).ok()?;
        open.hold();
        Some(Held(session.into(), open))
    }

    /// Returns the database as a late request sees it that holds this session.
    pub fn holding(&self, Held(id, session): Held) -> Arc<Self> {
        let mut engine = self.clone();
        engine.held = Some((id, session));
        Arc::new(engine)
    }
}

/// A session held for a request that is done late.
#[cfg(feature = "simulation")]
#[derive(Clone)]
pub struct Held(Arc<str>, Arc<Session>);

#[derive(Clone, Debug)]
pub struct QueryRequest {
    /// Id of the session. Without a session the query has a transaction of its own.
    pub session: Option<String>,
    pub text: String,
    /// Parameters by name, including the `$`.
    pub params: BTreeMap<String, (Type, Value)>,
    pub tx: TxControl,
    /// Mode of execution: run, run without changes of the schema, or only plan.
    pub mode: ExecMode,
}

impl QueryRequest {
    /// Takes the values of the parameters, in the order of the plan. A declared optional parameter that was not sent is
    /// NULL, and so is a parameter that the query does not use.
    pub(super) fn take_params(&mut self, plan: &Plan) -> Result<Vec<Value>> {
        let take = |(slot, (name, ty)): (usize, &(Arc<str>, Type))| match self.params.remove(&format!("${name}")) {
            _ if !plan.used.contains(&slot) => Ok(Value::Null),
            Some((_, value)) => Ok(value),
            None if ty.is_optional() => Ok(Value::Null),
            None => Err(Error::new(Status::BadRequest, format!("Missing value for parameter: ${name}"))),
        };
        plan.params.iter().enumerate().map(take).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExecMode {
    Execute,
    /// The query is run, but may not change the schema.
    Data,
    /// The query is only planned, and the plan is shown.
    Explain,
}

/// The transaction in which a query runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TxControl {
    /// A transaction that fits the query: none for DDL, a snapshot for reads, and for writes a serializable transaction
    /// that is committed after the query.
    Implicit,
    /// A new transaction, which may be committed after the query.
    Begin { mode: TxMode, commit: bool },
    /// An open transaction of the session, named by its id. It may be committed after the query.
    Existing { id: String, commit: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the protocol's own")]
pub enum TxMode {
    SerializableReadWrite,
    OnlineReadOnly,
    StaleReadOnly,
    SnapshotReadOnly,
    SnapshotReadWrite,
}

impl TxMode {
    /// Returns `true` if each query of such a transaction reads the newest data, regardless of what earlier queries
    /// have read.
    pub const fn is_for_one_query(self) -> bool {
        matches!(self, Self::OnlineReadOnly | Self::StaleReadOnly)
    }
}
