//! A query's way into the engine: its plan, the cache of plans, and prepared queries.
//!
//! A query passes these steps in order. The first step that refuses it ends it:
//!
//! 1. Its session must exist and be idle; the query keeps it busy until it ends.
//! 2. Its text must be within the limit on length.
//! 3. If it names an open transaction, the transaction is taken out of the session. An error from here on ends it.
//! 4. Its plan comes from the cache, whose key is the schema version, the text and the parameter types. If there is
//!    none, the text is parsed and planned. The values of parameters do not matter.
//! 5. The caller must have rights on the tables of the plan.
//! 6. An [`Execution`] gets a transaction (`execution.rs`) and runs the plan as its rows are pulled.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use md5::{Digest, Md5};
use parking_lot::Mutex;
use uuid::Uuid;

use super::execution::Execution;
use super::sessions::transaction_not_found;
use super::{Engine, ExecMode, QueryRequest, TxControl};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::plan::steps::{Plan, SchemeStep, Step};
use crate::storage::Turn;
use crate::types::Type;
use crate::{plan, yql};

/// Longest time that a short write waits for another write on the thread; after that it is moved to another thread.
const SHORTLY: Duration = Duration::from_micros(100);

/// Most rows that a short write may have: so many rows are committed in microseconds.
const FEW_WRITES: usize = 256;

/// Keeps other work off the thread until it is dropped: while it exists, no other write can make the short query wait.
pub struct Permit<'e>(#[expect(dead_code, reason = "it is only kept")] Option<Turn<'e>>);

impl Engine {
    /// Runs a query. The caller pulls its rows from the [`Execution`].
    pub fn execute(self: &Arc<Self>, request: QueryRequest) -> Result<Execution> {
        let busy = request.session.as_ref().map(|id| self.session(id)?.begin_query()).transpose()?;
        self.check_text(&request.text)?;
        if request.mode == ExecMode::Explain {
            let plan = self.plan(&request)?;
            self.check_plan(&plan)?;
            return Ok(Execution::explained(Arc::clone(self), plan, request.text));
        }
        // An error from here on ends the transaction, as in YDB.
        let existing = match (&request.tx, &busy) {
            (TxControl::Existing { id, .. }, Some(busy)) => Some((id.clone(), busy.session().take(id)?)),
            (TxControl::Existing { id, .. }, None) => return Err(transaction_not_found(id)),
            _ => None,
        };
        let plan = self.plan(&request)?;
        self.check_plan(&plan)?;
        if request.mode == ExecMode::Data {
            check_data(&plan)?;
        }
        Execution::start(Arc::clone(self), request, plan, busy, existing)
    }

    /// Returns a permit if the next rows of a query take microseconds and wait for no other request. The permit keeps
    /// this true.
    pub fn admit(&self, execution: &Execution) -> Option<Permit<'_>> {
        // Earlier writes of the transaction are committed, or freed, together with the query.
        let light = execution.tx.as_ref().is_none_or(|open| open.transaction.pending() <= FEW_WRITES);
        match (light && execution.plan.is_short(), execution.changes()) {
            (false, _) => None,
            (true, false) => Some(Permit(None)),
            (true, true) => self.storage.turn_within(SHORTLY).map(|turn| Permit(Some(turn))),
        }
    }

    /// Plans a query and keeps it. Returns its id and its plan.
    pub fn prepare(&self, session: &str, text: String) -> Result<(String, Arc<Plan>)> {
        let session = self.session(session)?;
        let _busy = session.begin_query()?;
        self.check_text(&text)?;
        let params = BTreeMap::new();
        let request = QueryRequest { session: None, text, params, tx: TxControl::Implicit, mode: ExecMode::Data };
        let plan = self.plan(&request)?;
        self.check_plan(&plan)?;
        check_data(&plan)?;
        Ok((self.keep(&request.text), plan))
    }

    /// Keeps a query's text and returns its id.
    pub fn keep(&self, text: &str) -> String {
        self.prepared.keep(text)
    }

    pub fn prepared(&self, id: &str) -> Result<String> {
        self.prepared.text(id)
    }

    /// Checks the length of a query's text. YDB checks it before it looks at the session, so an open transaction
    /// survives a refusal.
    fn check_text(&self, text: &str) -> Result<()> {
        match self.config.behavior.query_text_limit {
            Some(limit) if text.len() > limit => {
                let message = format!("Query text size exceeds limit ({}b > {limit}b)", text.len());
                Err(Error::new(Status::BadRequest, message))
            }
            _ => Ok(()),
        }
    }

    fn plan(&self, request: &QueryRequest) -> Result<Arc<Plan>> {
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
        let options = plan::PlanOptions {
            implicit_parameter_types: behavior.implicit_parameter_types,
            version: behavior.release.version(),
        };
        let plan = Arc::new(plan::plan(&query, &catalog, &types, options)?);
        self.plans.put(catalog.version(), &request.text, types, &plan);
        Ok(plan)
    }
}

/// Checks that a query of the Table service does not change the schema, which is reserved for ExecuteSchemeQuery.
fn check_data(plan: &Plan) -> Result<()> {
    let operation = plan.steps.iter().find_map(|step| match step {
        Step::Scheme(SchemeStep::Create { .. }) => Some("CreateTable"),
        Step::Scheme(SchemeStep::Alter { .. }) => Some("AlterTable"),
        Step::Scheme(SchemeStep::RestartSequence { .. }) => Some("AlterSequence"),
        Step::Scheme(SchemeStep::Drop { .. }) => Some("DropTable"),
        Step::Scheme(SchemeStep::ChangeAccess { .. }) => Some("ModifyPermissions"),
        Step::Scheme(SchemeStep::AlterTopic { .. }) => Some("AlterTopic"),
        Step::Scheme(SchemeStep::Truncate { .. }) => Some("TruncateTable"),
        _ => None,
    });
    operation.map_or(Ok(()), |operation| {
        let message = format!("Operation '{operation}' can't be performed in data query");
        Err(Error::issue(Issue::new(codes::KIKIMR_BAD_OPERATION, message)).with_status(Status::GenericError))
    })
}

/// Number of cached plans at which the cache is emptied.
const MAX_PLANS: usize = 1000;

/// Largest length in bytes of a text that is cached: longer texts are not expected twice.
const MAX_TEXT: usize = 64 * 1024;

/// A plan and the types of the parameters that it was made for.
type TypedPlan = (BTreeMap<String, Type>, Arc<Plan>);

#[derive(Default)]
pub(super) struct Plans {
    known: Mutex<CachedPlans>,
}

#[derive(Default)]
struct CachedPlans {
    version: u64,
    plans: HashMap<String, Vec<TypedPlan>>,
    count: usize,
}

impl Plans {
    /// Returns the cached plan of a query for this schema version and these parameter types.
    pub(super) fn get(&self, version: u64, text: &str, types: &BTreeMap<String, Type>) -> Option<Arc<Plan>> {
        let known = self.known.lock();
        if known.version != version {
            return None;
        }
        let plans = known.plans.get(text)?;
        plans.iter().find(|(own, _)| own == types).map(|(_, plan)| Arc::clone(plan))
    }

    pub(super) fn put(&self, version: u64, text: &str, types: BTreeMap<String, Type>, plan: &Arc<Plan>) {
        if text.len() > MAX_TEXT || plan.is_scheme() {
            return;
        }
        let mut known = self.known.lock();
        if known.version != version || known.count >= MAX_PLANS {
            *known = CachedPlans { version, ..CachedPlans::default() };
        }
        known.count += 1;
        known.plans.entry(text.to_owned()).or_default().push((types, Arc::clone(plan)));
    }
}

// Prepared queries: texts that a client refers to by id.
//
// YDB gives an id to each query that is prepared, or kept in its cache of compiled queries. The id is valid in every
// session until the cache drops the query; then the client prepares the query again.

/// Common prefix of all ids.
const PREFIX: &str = "ydb://preparedqueryid/4?id=";
/// Number of prepared queries at which the cache is emptied; YDB's cache has the same size.
const MAX_QUERIES: usize = 1000;

/// Texts of prepared queries, by the last part of their ids.
#[derive(Default)]
pub(super) struct Prepared(Mutex<HashMap<String, Arc<str>>>);

impl Prepared {
    /// Keeps a text and returns its id. Equal texts have equal ids.
    pub(super) fn keep(&self, text: &str) -> String {
        let own = Uuid::from_bytes(Md5::digest(text).into()).simple().to_string();
        let id = format!("{PREFIX}{own}");
        let mut known = self.0.lock();
        if known.len() >= MAX_QUERIES && !known.contains_key(&own) {
            known.clear();
        }
        known.entry(own).or_insert_with(|| text.into());
        id
    }

    pub(super) fn text(&self, id: &str) -> Result<String> {
        let own = id.strip_prefix(PREFIX).filter(|own| !own.is_empty());
        let own = own.ok_or_else(|| Error::new(Status::BadRequest, "Unable to parse input string"))?;
        let text = self.0.lock().get(own).map(|text| String::from(&**text));
        text.ok_or_else(|| Error::new(Status::NotFound, format!("Query not found: {own}")))
    }
}
