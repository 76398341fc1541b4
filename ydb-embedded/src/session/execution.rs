//! A query under way: its steps one after another, its rows pulled part by part.

use std::sync::Arc;
use std::time::Instant;

use super::engine::{Engine, now_us};
use super::request::{
    ExecMode, PhaseStats, PlannedRead, QueryStats, Request, RowsAndBytes, TableAccess, TxControl, TxMode,
};
use super::sessions::{Busy, OpenTx};
use super::subquery::evaluate;
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::{self, Cursor, Cx, Usage};
use crate::expr::Env;
use crate::plan::rel::Rel;
use crate::plan::steps::{Plan, Step, WriteKind};
use crate::types::{Primitive, Row, Type, Value};

/// The names and types of a result set's columns.
type Columns = Arc<[(Arc<str>, Type)]>;

/// Some rows of a result set; the first part of each comes even without rows.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which result set.
    pub result_set: usize,
    /// Its columns.
    pub columns: Columns,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A query under way. Dropped before its end, it rolls back what it has not committed.
pub struct Execution {
    engine: Arc<Engine>,
    plan: Arc<Plan>,
    env: Env,
    step: usize,
    result_set: usize,
    /// The cursor of the result set under way, with its columns.
    open: Option<(Cursor, Columns)>,
    tx: Option<OpenTx>,
    tx_id: Option<String>,
    commit: bool,
    busy: Option<Busy>,
    usage: Usage,
    started: Instant,
    spent_us: u64,
    explained: Option<Vec<PlannedRead>>,
    /// Whether it has begun, so that a client that goes away leaves something behind.
    begun: bool,
    over: bool,
}

impl Execution {
    /// A query that is not run.
    pub(super) fn nothing(engine: Arc<Engine>) -> Self {
        let plan =
            Plan { params: Vec::new(), subqueries: 0, steps: Vec::new(), reads_async_index: false, batch: false };
        Self::new(engine, Arc::new(plan), Env::default())
    }

    /// The plan of a query instead of its rows.
    pub(super) fn explained(engine: Arc<Engine>, mut request: Request, plan: &Arc<Plan>) -> Result<Self> {
        let mut execution = Self::nothing(engine);
        if request.mode == ExecMode::Explain {
            let env = Env::new(Engine::params(plan, &mut request), plan.subqueries, now_us(), 0);
            execution.explained = Some(super::system::explain(plan, &env));
        }
        Ok(execution)
    }

    fn new(engine: Arc<Engine>, plan: Arc<Plan>, env: Env) -> Self {
        Self {
            engine,
            plan,
            env,
            step: 0,
            result_set: 0,
            open: None,
            tx: None,
            tx_id: None,
            commit: true,
            busy: None,
            usage: Usage::default(),
            started: Instant::now(),
            spent_us: 0,
            explained: None,
            begun: false,
            over: false,
        }
    }

    pub(super) fn start(
        engine: Arc<Engine>,
        mut request: Request,
        plan: Arc<Plan>,
        busy: Option<Busy>,
        existing: Option<(String, OpenTx)>,
    ) -> Result<Self> {
        let seed = engine.storage.version();
        let env = Env::new(Engine::params(&plan, &mut request), plan.subqueries, now_us(), seed);
        let mut execution = Self::new(Arc::clone(&engine), Arc::clone(&plan), env);
        let implicit = request.tx == TxControl::Implicit;
        if plan.is_scheme() && !implicit {
            return Err(Error::new(
                Status::PreconditionFailed,
                "Scheme operations cannot be executed inside transaction",
            ));
        }
        if plan.batch && !implicit {
            return Err(Error::new(
                Status::PreconditionFailed,
                "BATCH operation can be executed only in the implicit transaction mode.",
            ));
        }
        let (tx, commit) = match request.tx {
            TxControl::Implicit if plan.is_scheme() => (None, true),
            TxControl::Implicit => {
                let mode = if plan.writes() { TxMode::SerializableReadWrite } else { TxMode::SnapshotReadOnly };
                (Some(engine.open(mode)?), true)
            }
            TxControl::Begin { mode, commit } => {
                let Some(busy) = &busy else {
                    if !commit {
                        return Err(Error::new(Status::BadRequest, "A transaction that stays open needs a session"));
                    }
                    execution.tx = Some(engine.open(mode)?);
                    execution.check_mode()?;
                    execution.begun = true;
                    return Ok(execution);
                };
                if !commit {
                    busy.session().check_room()?;
                    if matches!(mode, TxMode::OnlineReadOnly | TxMode::StaleReadOnly) {
                        let message = "Online and stale read-only transactions must be committed with their query";
                        return Err(Error::new(Status::BadRequest, message));
                    }
                    execution.tx_id = Some(engine.new_tx_id());
                }
                (Some(engine.open(mode)?), commit)
            }
            TxControl::Existing { id: _, commit } => {
                let Some((id, open)) = existing else {
                    return Err(Error::new(Status::InternalError, "the transaction was not taken from its session"));
                };
                execution.tx_id = Some(id);
                (Some(open), commit)
            }
        };
        execution.tx = tx;
        execution.commit = commit;
        execution.busy = busy;
        execution.check_mode()?;
        execution.begun = true;
        Ok(execution)
    }

    /// Whether the transaction's mode allows what the plan does.
    fn check_mode(&self) -> Result<()> {
        let Some(open) = &self.tx else { return Ok(()) };
        if open.mode != TxMode::SerializableReadWrite {
            let written = self.plan.steps.iter().find_map(|step| match step {
                Step::Write(write) => Some(write),
                _ => None,
            });
            if let Some(write) = written {
                let operation = match (write.kind, write.existing) {
                    (WriteKind::Insert, _) => "InsertAbort",
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

    /// The transaction that stays open after the query.
    #[must_use]
    pub fn tx_id(&self) -> Option<&str> {
        self.tx_id.as_deref().filter(|_| !self.commit)
    }

    /// The next rows; `None` when the query is done and, if it was asked for, committed.
    ///
    /// # Errors
    ///
    /// What goes wrong while it runs; the transaction is rolled back then.
    pub fn next(&mut self) -> Result<Option<Part>> {
        if self.over {
            return Ok(None);
        }
        let begun = Instant::now();
        let part = self.advance();
        self.spent_us += u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        if !matches!(part, Ok(Some(_))) {
            self.over = true;
            self.tx = None;
            self.open = None;
            self.busy = None;
        }
        part
    }

    fn advance(&mut self) -> Result<Option<Part>> {
        let plan = Arc::clone(&self.plan);
        while let Some(step) = plan.steps.get(self.step) {
            if let (Some(open), Some(source)) = (&mut self.tx, step.source()) {
                let mut flushed = Ok(());
                source.tables(&mut |table| {
                    open.read.entry(table.id).or_insert_with(|| Arc::clone(table));
                    if flushed.is_ok() {
                        flushed = open.conflicts.flush_before(table.id);
                    }
                });
                flushed?;
            }
            let part = self.run(step)?;
            if let Some(open) = &self.tx {
                self.engine.check_read(open)?;
            }
            if let Some(part) = part {
                return Ok(Some(part));
            }
            self.step += 1;
        }
        let Some(open) = self.tx.take() else { return Ok(None) };
        if self.commit {
            self.engine.finish(open)?;
        } else if let (Some(busy), Some(id)) = (&self.busy, &self.tx_id) {
            busy.session().keep(id.clone(), open);
        }
        Ok(None)
    }

    /// Runs a step, or goes on with it; `None` when it is done.
    fn run(&mut self, step: &Step) -> Result<Option<Part>> {
        match step {
            Step::Subquery(subquery) => {
                let value = self.with_cx(|cx| evaluate(subquery, cx))?;
                self.env.set_subquery(subquery.slot, value);
                Ok(None)
            }
            Step::Result(rel) => self.pull(rel),
            Step::Write(write) => {
                if let Some(open) = &mut self.tx {
                    open.written.entry(write.table.id).or_insert_with(|| Arc::clone(&write.table));
                }
                let rows = self.with_cx(|cx| exec::write(write, cx))?;
                let Some(returning) = &write.returning else {
                    self.check_locks()?;
                    return Ok(None);
                };
                let column = |&position: &usize| {
                    let column = &write.table.columns[position];
                    (Arc::clone(&column.name), column.value_type())
                };
                let columns: Columns = returning.iter().map(column).collect();
                // The step has run; the next call goes on behind it.
                self.step += 1;
                let result_set = self.next_result_set();
                Ok(Some(Part { result_set, columns, rows }))
            }
            Step::Scheme(scheme) => {
                self.engine.scheme_step(scheme)?;
                Ok(None)
            }
            Step::ShowCreate(table) => {
                let text = self.engine.show_create(table)?;
                self.step += 1;
                let utf8 = Type::Primitive(Primitive::Utf8);
                let columns = ["CreateQuery", "Path", "PathType"].map(|name| (name.into(), utf8.clone().optional()));
                let path = crate::catalog::below(&self.engine.config.database, &table.path).unwrap_or(&table.path);
                let row = vec![Value::text(text), Value::text(path), Value::text("Table")];
                let result_set = self.next_result_set();
                Ok(Some(Part { result_set, columns: columns.into(), rows: vec![row] }))
            }
            Step::Commit => {
                if let Some(open) = self.tx.take() {
                    let mode = open.mode;
                    self.engine.finish(open)?;
                    self.tx = Some(self.engine.open(mode)?);
                }
                Ok(None)
            }
            Step::Rollback => {
                if let Some(open) = self.tx.take() {
                    self.tx = Some(self.engine.open(open.mode)?);
                }
                Ok(None)
            }
        }
    }

    fn pull(&mut self, rel: &Rel) -> Result<Option<Part>> {
        let first = self.open.is_none();
        let (mut cursor, columns) = match self.open.take() {
            Some(open) => open,
            None => {
                let columns = rel.columns.iter().map(|column| (Arc::clone(&column.name), column.ty.clone())).collect();
                (Cursor::new(rel), columns)
            }
        };
        loop {
            let rows = self.with_cx(|cx| cursor.next(rel, cx))?;
            match rows {
                Some(rows) if rows.is_empty() => {}
                Some(rows) => {
                    let part = Part { result_set: self.result_set, columns: Arc::clone(&columns), rows };
                    self.open = Some((cursor, columns));
                    return Ok(Some(part));
                }
                None if first => {
                    // No row at all: the columns are told all the same.
                    self.step += 1;
                    let result_set = self.next_result_set();
                    return Ok(Some(Part { result_set, columns, rows: Vec::new() }));
                }
                None => {
                    self.next_result_set();
                    return Ok(None);
                }
            }
        }
    }

    const fn next_result_set(&mut self) -> usize {
        self.result_set += 1;
        self.result_set - 1
    }

    fn with_cx<R>(&mut self, run: impl FnOnce(&mut Cx<'_>) -> Result<R>) -> Result<R> {
        let Some(open) = &mut self.tx else {
            return Err(Error::new(Status::InternalError, "a step that reads or writes has no transaction"));
        };
        run(&mut Cx {
            tx: &mut open.transaction,
            env: &self.env,
            conflicts: &mut open.conflicts,
            usage: &mut self.usage,
            host: &*self.engine,
        })
    }

    /// A write of a transaction that has lost already says so at once, as YDB's writes do.
    fn check_locks(&self) -> Result<()> {
        match self.tx.as_ref().and_then(|open| open.transaction.broken()) {
            Some(table) => Err(self.engine.aborted(&crate::storage::LocksBroken { table })),
            None => Ok(()),
        }
    }

    /// What the query has cost so far.
    #[must_use]
    pub fn stats(&self) -> QueryStats {
        let micros = |duration: std::time::Duration| u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        let mut affected = 0;
        let mut tables = Vec::new();
        for (path, usage) in &self.usage.tables {
            let partitions = self.engine.partition_count(path);
            affected += partitions;
            tables.push(TableAccess {
                name: path.to_string(),
                reads: RowsAndBytes { rows: usage.read_rows, bytes: usage.read_bytes },
                updates: RowsAndBytes { rows: usage.updated_rows, bytes: usage.updated_bytes },
                deletes: RowsAndBytes { rows: usage.deleted_rows, bytes: 0 },
                partitions_count: partitions,
            });
        }
        let phase = PhaseStats { duration_us: self.spent_us, affected_shards: affected, table_access: tables };
        QueryStats {
            duration_us: micros(self.started.elapsed()),
            cpu_us: self.spent_us,
            phases: vec![phase],
            plan: self.explained.clone(),
        }
    }
}

impl Drop for Execution {
    /// A query whose client went away: what it writes is written all the same, where the behavior says so, and its transaction stays open.
    fn drop(&mut self) {
        if self.over || !self.begun || !self.engine.config().behavior.cancelled_statements_run {
            return;
        }
        if self.plan.writes() || self.plan.is_scheme() {
            // Nobody is there to hear of an error.
            while let Ok(Some(_)) = self.next() {}
        } else if let (Some(open), Some(busy), Some(id), false) = (self.tx.take(), &self.busy, &self.tx_id, self.commit)
        {
            busy.session().keep(id.clone(), open);
        }
    }
}
