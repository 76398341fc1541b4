//! Prepared queries: texts that a client names by an id.
//!
//! YDB gives an id to each query that is prepared, or kept in its cache of compiled queries. The id is good in every
//! session until the cache loses the query; the client prepares it again then.

use std::collections::HashMap;
use std::sync::Arc;

use md5::{Digest, Md5};
use parking_lot::Mutex;
use uuid::Uuid;

use super::engine::Engine;
use super::request::{ExecMode, Request, TxControl};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::plan::steps::{Plan, SchemeStep, Step};
use crate::types::Type;

/// What all ids begin with.
const PREFIX: &str = "ydb://preparedqueryid/4?id=";
/// The cache is emptied when it holds this many queries, which is the size of YDB's.
const MAX_QUERIES: usize = 1000;

/// The texts by the last part of their ids.
#[derive(Default)]
pub(super) struct Prepared(Mutex<HashMap<String, Arc<str>>>);

impl Engine {
    /// Plans and keeps a query. Returns its id and its parameters.
    pub fn prepare(&self, session: &str, text: String) -> Result<(String, Vec<(Arc<str>, Type)>)> {
        let session = self.sessions.get(session)?;
        let _busy = session.begin_query()?;
        self.check_text(&text)?;
        let params = Default::default();
        let request = Request { session: None, text, params, tx: TxControl::Implicit, mode: ExecMode::Data };
        let plan = self.plan(&request)?;
        self.check_plan(&plan)?;
        check_data(&plan)?;
        Ok((self.keep(&request.text), plan.params.clone()))
    }

    /// Keeps a text and returns its id. Equal texts have equal ids.
    pub fn keep(&self, text: &str) -> String {
        let own = Uuid::from_bytes(Md5::digest(text).into()).simple().to_string();
        let id = format!("{PREFIX}{own}");
        let mut known = self.prepared.0.lock();
        if known.len() >= MAX_QUERIES && !known.contains_key(&own) {
            known.clear();
        }
        known.entry(own).or_insert_with(|| text.into());
        id
    }

    /// The text of a query that was kept.
    pub fn prepared(&self, id: &str) -> Result<String> {
        let own = id.strip_prefix(PREFIX).filter(|own| !own.is_empty());
        let own = own.ok_or_else(|| Error::new(Status::BadRequest, "Unable to parse input string"))?;
        let known = self.prepared.0.lock();
        let text = known.get(own).map(|text| String::from(&**text));
        text.ok_or_else(|| Error::new(Status::NotFound, format!("Query not found: {own}")))
    }
}

/// Checks that a query of the Table service does not change the schema; ExecuteSchemeQuery is for that.
pub(super) fn check_data(plan: &Plan) -> Result<()> {
    let operation = plan.steps.iter().find_map(|step| match step {
        Step::Scheme(SchemeStep::Create { .. }) => Some("CreateTable"),
        Step::Scheme(SchemeStep::Alter { .. }) => Some("AlterTable"),
        Step::Scheme(SchemeStep::RestartSequence { .. }) => Some("AlterSequence"),
        Step::Scheme(SchemeStep::Drop { .. }) => Some("DropTable"),
        Step::Scheme(SchemeStep::ChangeAccess { .. }) => Some("ModifyPermissions"),
        Step::Scheme(SchemeStep::Truncate { .. }) => Some("TruncateTable"),
        _ => None,
    });
    operation.map_or(Ok(()), |operation| {
        let message = format!("Operation '{operation}' can't be performed in data query");
        let inner = Issue::new(codes::KIKIMR_BAD_OPERATION, message);
        Err(Error::issue(inner).with_status(Status::GenericError))
    })
}
