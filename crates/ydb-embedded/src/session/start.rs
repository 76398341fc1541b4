//! The start of a query: the transaction that it runs in, and whether that may do what the plan does.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::engine::Engine;
use super::execution::Execution;
use super::request::{QueryRequest, TxControl, TxMode};
use super::sessions::{Busy, OpenTx};
use crate::catalog::Store;
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::WriteKind;
use crate::expr::Env;
use crate::plan::steps::{Plan, Step};

impl Execution {
    /// Begins a query; `existing` is the transaction that the request names, already taken from its session.
    pub(super) fn start(
        engine: Arc<Engine>,
        mut request: QueryRequest,
        plan: Arc<Plan>,
        busy: Option<Busy>,
        existing: Option<(String, OpenTx)>,
    ) -> Result<Self> {
        let seed = engine.next_tx.fetch_add(1, Ordering::Relaxed);
        let env = Env::new(request.take_params(&plan)?, plan.subqueries, engine.now_us(), seed);
        let mut execution = Self::new(Arc::clone(&engine), Arc::clone(&plan), request.text, env);
        let implicit = request.tx == TxControl::Implicit;
        if plan.is_scheme() && !implicit {
            return Err(Error::new(
                Status::PreconditionFailed,
                "Scheme operations cannot be executed inside transaction",
            ));
        }
        engine.check_batch(&plan, implicit)?;
        let (tx, commit) = match request.tx {
            TxControl::Implicit if plan.is_scheme() => (None, true),
            TxControl::Implicit => {
                let mode = if plan.writes() { TxMode::SerializableReadWrite } else { TxMode::SnapshotReadOnly };
                (Some(engine.open(mode)), true)
            }
            TxControl::Begin { mode, commit } => {
                match &busy {
                    _ if commit => {}
                    Some(busy) => {
                        busy.session().check_room()?;
                        execution.tx_id = Some(engine.new_tx_id());
                    }
                    None => {
                        return Err(Error::new(Status::BadRequest, "A transaction that stays open needs a session"));
                    }
                }
                (Some(engine.open(mode)), commit)
            }
            TxControl::Existing { id: _, commit } => {
                let Some((id, mut open)) = existing else {
                    return Err(Error::new(Status::InternalError, "the transaction was not taken from its session"));
                };
                execution.tx_id = Some(id);
                open.transaction.arrive(engine.arrival.clone());
                (Some(if open.mode.is_for_one_query() { engine.open(open.mode) } else { open }), commit)
            }
        };
        execution.tx = tx;
        execution.commit = commit;
        if let (Some(open), false) = (&mut execution.tx, commit) {
            open.transaction.pin();
        }
        execution.busy = busy;
        execution.check_mode()?;
        execution.begun = true;
        Ok(execution)
    }

    /// Checks that the transaction's mode allows what the plan does.
    fn check_mode(&self) -> Result<()> {
        let Some(open) = &self.tx else { return Ok(()) };
        let names_column_table = |step: &Step| {
            let mut found = matches!(step, Step::Write(write) if write.table.store == Store::Column);
            if let Some(rel) = step.source() {
                rel.tables(&mut |table| found |= table.store == Store::Column);
            }
            found
        };
        if open.mode.is_for_one_query() && self.plan.steps.iter().any(names_column_table) {
            let message = "Read from column-oriented tables is not supported in Online Read-Only or Stale Read-Only \
                           transaction modes.";
            return Err(Error::issue(Issue::new(codes::KIKIMR_PRECONDITION_FAILED, message)));
        }
        if !matches!(open.mode, TxMode::SerializableReadWrite | TxMode::SnapshotReadWrite) {
            let written = self.plan.steps.iter().find_map(|step| match step {
                Step::Write(write) => Some(write),
                _ => None,
            });
            if let Some(write) = written {
                let operation = match (write.kind, write.existing) {
                    (WriteKind::Insert, _) => "InsertAbort",
                    (WriteKind::InsertOrRevert, _) => "InsertRevert",
                    (WriteKind::Upsert, _) => "Upsert",
                    (WriteKind::Replace, _) => "Replace",
                    (WriteKind::Update, true) => "Update",
                    (WriteKind::Update, false) => "UpdateOn",
                    (WriteKind::Delete, true) => "Delete",
                    (WriteKind::Delete, false) => "DeleteOn",
                };
                let message = format!("Operation '{operation}' can't be performed in read only transaction");
                return Err(Error::issue(Issue::new(codes::KIKIMR_BAD_OPERATION, message)));
            }
        }
        if self.plan.reads_async_index && open.mode != TxMode::StaleReadOnly {
            let message = "Read operation can be performed on async index table only with StaleRO isolation level";
            return Err(Error::issue(Issue::new(codes::KIKIMR_PRECONDITION_FAILED, message)));
        }
        Ok(())
    }
}
