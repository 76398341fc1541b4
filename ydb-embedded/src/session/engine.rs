//! The engine: catalog, storage and sessions, and what a caller can ask of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::{Mutex, RwLock};

use super::config::Config;
use super::execution::Execution;
use super::plans::Plans;
use super::request::{ExecMode, Request, TxControl, TxMode};
use super::sessions::{Attachment, OpenTx, Sessions};
use crate::catalog::{Catalog, ColumnId, Table, TableId};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::Conflicts;
use crate::plan::{self, steps::Plan};
use crate::storage::{Isolation, LocksBroken, Storage};
use crate::types::{Type, Value};
use crate::yql;

/// A database in memory, as one user sees it.
#[derive(Clone)]
pub struct Engine {
    pub(super) config: Arc<Config>,
    pub(super) catalog: Arc<RwLock<Catalog>>,
    pub(super) storage: Arc<Storage>,
    pub(super) sessions: Arc<Sessions>,
    /// The last numbers given out by the serial columns' sequences.
    pub(super) sequences: Arc<Mutex<HashMap<(TableId, ColumnId), i64>>>,
    plans: Arc<Plans>,
    next_tx: Arc<AtomicU64>,
    /// The tokens of those who may log in, by their names.
    tokens: Arc<[(Arc<str>, String)]>,
    /// Who calls.
    pub(super) user: Arc<str>,
}

/// Microseconds since 1970.
pub(super) fn now_us() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
}

impl Engine {
    /// An empty database, as its administrator sees it.
    #[must_use]
    pub fn new(config: Config) -> Arc<Self> {
        let user: Arc<str> = config.administrator().into();
        let users = config.auth.iter().flat_map(|auth| &auth.users);
        let catalog = Catalog::new(&config.database, now_us()).administered_by(&user);
        Arc::new(Self {
            catalog: Arc::new(RwLock::new(catalog)),
            storage: Arc::new(Storage::new(config.thresholds)),
            sessions: Arc::default(),
            sequences: Arc::default(),
            plans: Arc::default(),
            next_tx: Arc::new(AtomicU64::new(1)),
            tokens: users.map(|(name, _)| (name.as_str().into(), uuid::Uuid::new_v4().to_string())).collect(),
            user,
            config: Arc::new(config),
        })
    }

    /// What it was started with.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    // ------------------------------------------------------------------------------------------------------------ sessions

    /// A new session's id.
    ///
    /// # Errors
    ///
    /// None today.
    pub fn create_session(&self) -> Result<String> {
        Ok(self.sessions.create())
    }

    /// Holds a session: it lives as long as the attachment.
    ///
    /// # Errors
    ///
    /// BAD_SESSION when there is none.
    pub fn attach(&self, id: &str) -> Result<Attachment> {
        self.sessions.attach(id)
    }

    /// Ends a session and rolls its transactions back.
    ///
    /// # Errors
    ///
    /// BAD_SESSION when there is none.
    pub fn delete_session(&self, id: &str) -> Result<()> {
        self.sessions.delete(id)
    }

    /// Whether a session is there.
    ///
    /// # Errors
    ///
    /// BAD_SESSION when there is none.
    pub fn touch_session(&self, id: &str) -> Result<()> {
        self.sessions.get(id).map(drop)
    }

    /// Ends every session, as the loss of a node does.
    pub fn kill_sessions(&self) {
        self.sessions.clear();
    }

    // ------------------------------------------------------------------------------------------------------------ access

    /// A token for a user.
    ///
    /// # Errors
    ///
    /// UNAUTHORIZED for anybody else.
    pub fn login(&self, user: &str, password: &str) -> Result<String> {
        let known = self.config.auth.iter().flat_map(|auth| &auth.users).find(|(name, _)| name == user);
        match known {
            Some((_, secret)) if secret == password => {
                let token = self.tokens.iter().find(|(name, _)| **name == *user);
                // Every user has a token from the start.
                Ok(token.map(|(_, token)| token.clone()).unwrap_or_default())
            }
            Some(_) => Err(Error::new(Status::Unauthorized, "Invalid password")),
            None => Err(Error::new(Status::Unauthorized, format!("Cannot find user '{user}'"))),
        }
    }

    /// Whose token this is. Without auth everyone is the administrator, but for the names that YDB takes as tokens by themselves: `ann@builtin`.
    ///
    /// # Errors
    ///
    /// UNAUTHORIZED when it is not known.
    pub fn user_of(&self, token: &str) -> Result<Arc<str>> {
        let administrator = || self.config.administrator().into();
        let Some(auth) = &self.config.auth else {
            return Ok(if token.ends_with("@builtin") { token.into() } else { administrator() });
        };
        if let Some((name, _)) = self.tokens.iter().find(|(_, known)| known == token) {
            return Ok(Arc::clone(name));
        }
        if auth.token.as_deref() == Some(token) {
            return Ok(administrator());
        }
        let message =
            if token.is_empty() { "Access denied without user token" } else { "Access denied: the token is not known" };
        Err(Error::new(Status::Unauthorized, message))
    }

    // ------------------------------------------------------------------------------------------------------------ transactions

    /// Opens a transaction in a session; its id.
    ///
    /// # Errors
    ///
    /// BAD_SESSION, and BAD_REQUEST for the modes that hold for one query only.
    pub fn begin(&self, session: &str, mode: TxMode) -> Result<String> {
        let session = self.sessions.get(session)?;
        let busy = session.begin_query()?;
        if matches!(mode, TxMode::OnlineReadOnly | TxMode::StaleReadOnly) {
            let message = "Open transactions are not supported for online and stale read-only modes: use them with a query that commits";
            return Err(Error::new(Status::BadRequest, message));
        }
        session.check_room()?;
        let id = self.new_tx_id();
        session.keep(id.clone(), self.open(mode)?);
        drop(busy);
        Ok(id)
    }

    /// Commits a transaction.
    ///
    /// # Errors
    ///
    /// BAD_SESSION, NOT_FOUND, and ABORTED when others wrote what it had read.
    pub fn commit(&self, session: &str, tx: &str) -> Result<()> {
        let session = self.sessions.get(session)?;
        let _busy = session.begin_query()?;
        let open = session.take(tx)?;
        self.finish(open)
    }

    /// Rolls a transaction back.
    ///
    /// # Errors
    ///
    /// BAD_SESSION and NOT_FOUND.
    pub fn rollback(&self, session: &str, tx: &str) -> Result<()> {
        let session = self.sessions.get(session)?;
        let _busy = session.begin_query()?;
        session.take(tx).map(drop)
    }

    pub(super) fn new_tx_id(&self) -> String {
        // YDB's ids are ULIDs; clients take them as they are.
        format!("01embedded{:016x}", self.next_tx.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn open(&self, mode: TxMode) -> Result<OpenTx> {
        let isolation = match mode {
            TxMode::SerializableReadWrite => Isolation::Serializable,
            TxMode::SnapshotReadWrite => {
                return Err(Error::new(
                    Status::Unsupported,
                    "Snapshot read-write transactions are not supported by the embedded engine",
                ));
            }
            TxMode::OnlineReadOnly | TxMode::StaleReadOnly | TxMode::SnapshotReadOnly => Isolation::Snapshot,
        };
        let behavior = &self.config.behavior;
        let (late, unique_2029) = (behavior.late_insert_conflicts, behavior.unique_violation_2029);
        Ok(OpenTx {
            mode,
            transaction: self.storage.begin(isolation),
            conflicts: Conflicts { late, unique_2029, ..Conflicts::default() },
            read: BTreeMap::new(),
            written: BTreeMap::new(),
        })
    }

    /// Commits a transaction, unless a table that it wrote to has changed since its statements were planned.
    pub(super) fn finish(&self, mut open: OpenTx) -> Result<()> {
        open.conflicts.flush()?;
        // Held over the commit, so that no change of the schema comes in between.
        let catalog = self.catalog.read();
        check_unchanged(&catalog, open.written.values())?;
        open.transaction.commit().map(drop).map_err(|broken| aborted(&catalog, &broken))
    }

    /// Whether the tables that a transaction has read are still those that its statements were planned for. What was read before this answers is good:
    /// a table that is dropped or changed meanwhile loses its rows for old snapshots as well.
    pub(super) fn check_read(&self, open: &OpenTx) -> Result<()> {
        check_unchanged(&self.catalog.read(), open.read.values())
    }

    /// How YDB says that a transaction lost.
    pub(super) fn aborted(&self, broken: &LocksBroken) -> Error {
        aborted(&self.catalog.read(), broken)
    }

    // ------------------------------------------------------------------------------------------------------------ queries

    /// Runs a query; its rows are pulled from the [`Execution`].
    ///
    /// # Errors
    ///
    /// Whatever can be said before the first row: syntax, types, names, the session, the transaction.
    pub fn execute(self: &Arc<Self>, request: Request) -> Result<Execution> {
        let busy = match &request.session {
            Some(id) => Some(self.sessions.get(id)?.begin_query()?),
            None => None,
        };
        self.check_text(&request.text)?;
        match request.mode {
            ExecMode::Parse => {
                yql::parse(&request.text)?;
                return Ok(Execution::nothing(Arc::clone(self)));
            }
            ExecMode::Explain | ExecMode::Validate => {
                let plan = self.plan(&request)?;
                self.check_plan(&plan)?;
                return Execution::explained(Arc::clone(self), request, &plan);
            }
            ExecMode::Execute => {}
        }
        // Whatever goes wrong from here on ends the transaction, as it does in YDB.
        let existing = match (&request.tx, &busy) {
            (TxControl::Existing { id, .. }, Some(busy)) => Some((id.clone(), busy.session().take(id)?)),
            (TxControl::Existing { id, .. }, None) => {
                return Err(Error::issue(Issue::new(
                    codes::KIKIMR_TRANSACTION_NOT_FOUND,
                    format!("Transaction not found: {id}"),
                )));
            }
            _ => None,
        };
        let plan = self.plan(&request)?;
        self.check_plan(&plan)?;
        Execution::start(Arc::clone(self), request, plan, busy, existing)
    }

    /// Whether a query's text is within the limit. YDB looks at it before the session does, so an open transaction stays.
    fn check_text(&self, text: &str) -> Result<()> {
        match self.config.behavior.query_text_limit {
            Some(limit) if text.len() > limit => {
                let message = format!("Query text size exceeds limit ({}b > {limit}b)", text.len());
                Err(Error::new(Status::BadRequest, message))
            }
            _ => Ok(()),
        }
    }

    fn plan(&self, request: &Request) -> Result<Arc<Plan>> {
        let types: BTreeMap<String, Type> =
            request.params.iter().map(|(name, (ty, _))| (name.clone(), ty.clone())).collect();
        let version = self.catalog.read().version();
        if let Some(plan) = self.plans.get(version, &request.text, &types) {
            return Ok(plan);
        }
        let behavior = &self.config.behavior;
        let query = yql::parse(&request.text)?;
        behavior.check(&query)?;
        let catalog = self.catalog.read();
        let options = plan::Options {
            implicit_parameter_types: behavior.implicit_parameter_types,
            version: behavior.release.version(),
        };
        let plan = Arc::new(plan::plan(&query, &catalog, &types, options)?);
        self.plans.put(catalog.version(), &request.text, types, &plan);
        Ok(plan)
    }

    /// The parameters in the order of the plan; a declared optional one that was not sent is NULL.
    pub(super) fn params(plan: &Plan, request: &mut Request) -> Vec<Value> {
        let take = |(name, _): &(Arc<str>, Type)| {
            request.params.remove(&format!("${name}")).map_or(Value::Null, |(_, value)| value)
        };
        plan.params.iter().map(take).collect()
    }
}

fn check_unchanged<'a>(catalog: &Catalog, mut tables: impl Iterator<Item = &'a Arc<Table>>) -> Result<()> {
    let is_other = |table: &&Arc<Table>| {
        catalog.table(&table.path).map(|now| (now.id, now.version)).ok() != Some((table.id, table.version))
    };
    match tables.find(is_other) {
        Some(table) => {
            let message = format!("Scheme of table `{}` has changed, the transaction is to be repeated", table.path);
            Err(Error::issue(Issue::new(codes::KIKIMR_SCHEME_MISMATCH, message)))
        }
        None => Ok(()),
    }
}

fn aborted(catalog: &Catalog, broken: &LocksBroken) -> Error {
    let with_indexes = |table: &Arc<Table>| {
        let behind = table.indexes.iter().map(|index| &index.table);
        std::iter::once(table).chain(behind).find(|table| table.id == broken.table).map(|table| Arc::clone(&table.path))
    };
    let path = catalog.tables().find_map(with_indexes);
    let message = format!("Transaction locks invalidated. Table: `{}`.", path.as_deref().unwrap_or("<dropped>"));
    Error::issue(Issue::new(codes::KIKIMR_LOCKS_INVALIDATED, message))
}
