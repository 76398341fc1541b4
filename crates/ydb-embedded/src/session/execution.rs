//! A query in execution: its steps run one after another, and its rows are pulled part by part.
//!
//! Nothing runs on its own. The caller pulls with [`Execution::next`], and each call runs the plan up to the next rows:
//!
//! - A step without rows (a subquery, a write, a change of the schema) runs to its end, and the next step follows.
//! - A step with rows keeps its cursor here and returns one batch per call. Even a result set without rows has a first
//!   part, because that part names the columns.
//! - After the last step, the transaction is committed or returned to its session.
//!
//! Before a step reads a table, conflicts of earlier writes to that table are reported. After each step, the tables
//! read so far are compared with the catalog. An execution that is dropped before its end rolls back what is not
//! committed.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::explain::{Planned, explain};
use super::sessions::{Busy, OpenTx};
use super::{Engine, QueryRequest, TxControl, TxMode};
use crate::catalog::Store;
use crate::clock::micros;
use crate::error::{Error, Issue, Result, Status, codes};
use crate::exec::{self, Cursor, OutputColumn, QueryRun, Rel, TableUsage, Usage, WriteKind};
use crate::expr::memory::{check_row, size};
use crate::expr::{Env, Inputs, SubqueryShape, eval};
use crate::plan::steps::{Plan, Step, Subquery};
use crate::types::{Primitive, Row, Type, Value};
use crate::work::is_abandoned;

/// The names and types of a result set's columns.
type Columns = Arc<[(Arc<str>, Type)]>;

/// Some rows of a result set. The first part of each result set exists even without rows.
#[derive(Clone, Debug)]
pub struct Part {
    pub result_set: usize,
    pub columns: Columns,
    pub rows: Vec<Row>,
}

/// A query in execution. If it is dropped before its end, it rolls back what it has not committed.
pub struct Execution {
    pub(super) engine: Arc<Engine>,
    pub plan: Arc<Plan>,
    pub text: String,
    pub(super) env: Env,
    step: usize,
    result_set: usize,
    /// Cursor and columns of the current result set.
    open: Option<(Cursor, Columns)>,
    pub(super) tx: Option<OpenTx>,
    pub(super) tx_id: Option<String>,
    pub(super) commit: bool,
    pub(super) busy: Option<Busy>,
    pub(super) usage: Usage,
    pub(super) started: Duration,
    pub(super) spent_us: u64,
    /// `true` if the query has begun, so that there is something to finish if the client goes away.
    pub(super) begun: bool,
    over: bool,
}

impl Execution {
    /// Creates the execution of a query that is only planned. It needs no values of parameters.
    pub(super) fn explained(engine: Arc<Engine>, plan: Arc<Plan>, text: String) -> Self {
        let mut execution = Self::new(engine, plan, text, Env::default());
        execution.over = true;
        execution
    }

    pub(super) fn new(engine: Arc<Engine>, plan: Arc<Plan>, text: String, env: Env) -> Self {
        let started = engine.clock().passed();
        Self {
            engine,
            plan,
            text,
            env,
            step: 0,
            result_set: 0,
            open: None,
            tx: None,
            tx_id: None,
            commit: true,
            busy: None,
            usage: Usage::default(),
            started,
            spent_us: 0,
            begun: false,
            over: false,
        }
    }

    /// Returns `true` if the query changes rows or the schema.
    pub fn changes(&self) -> bool {
        self.plan.writes() || self.plan.is_scheme()
    }

    /// Returns the transaction to its session, if the behavior asks for it, although the client went away during a
    /// read.
    fn keep_open(&mut self) {
        if self.engine.config().behavior.cancelled_statements_run
            && let (Some(open), Some(busy), Some(id), false) = (self.tx.take(), &self.busy, &self.tx_id, self.commit)
        {
            busy.session().keep(id.clone(), open);
        }
    }

    /// Returns the id of the transaction that stays open after the query.
    pub fn tx_id(&self) -> Option<&str> {
        self.tx_id.as_deref().filter(|_| !self.commit)
    }

    /// Returns the plan in the form that YDB shows.
    pub fn planned(&self) -> Planned {
        explain(&self.plan, &self.engine.config.database)
    }

    /// Returns the next rows. Returns `None` when the query is done and, if requested, committed.
    pub fn next(&mut self) -> Result<Option<Part>> {
        if self.over {
            return Ok(None);
        }
        let begun = self.engine.clock().passed();
        let part = self.advance();
        self.spent_us += micros(self.engine.clock().passed().saturating_sub(begun));
        if !matches!(part, Ok(Some(_))) {
            if part.is_err() && is_abandoned() {
                self.keep_open();
            }
            if matches!(part, Ok(None)) {
                let stats = self.stats();
                self.engine.heaviest.lock().add(self.engine.now_us(), &self.text, &self.engine.user, &stats);
            }
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
                        flushed = self.engine.flush_before(open, table.id);
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

    /// Runs a step, or continues it. Returns `None` when the step is done.
    fn run(&mut self, step: &Step) -> Result<Option<Part>> {
        match step {
            Step::Subquery(subquery) => {
                let value = match subquery.value() {
                    Some(value) => eval(value, &Inputs::new(&[], &self.env)),
                    None => Ok(self.with_run(|run| evaluate(subquery, run))?),
                };
                self.env.set_subquery(subquery.slot, value);
                Ok(None)
            }
            Step::Result(rel) => self.pull(rel),
            Step::Discard(rel) => {
                let mut cursor = rel.open();
                while self.with_run(|run| cursor.some(run))?.is_some() {}
                Ok(None)
            }
            Step::Write(write) if self.plan.batch => {
                self.write_in_batches(write)?;
                Ok(None)
            }
            Step::Write(write) => {
                if let Some(open) = &mut self.tx {
                    open.written.entry(write.table.id).or_insert_with(|| Arc::clone(&write.table));
                }
                let rows = self.with_run(|run| exec::write(write, run))?;
                let Some(returning) = &write.returning else { return Ok(None) };
                let columns = returning.iter().map(|&position| write.table.columns[position].member()).collect();
                Ok(self.only_part(columns, rows))
            }
            Step::Scheme(scheme) => {
                self.engine.scheme_step(scheme)?;
                Ok(None)
            }
            Step::ShowCreate(table) => {
                let text = self.engine.show_create(table)?;
                let utf8 = Type::Primitive(Primitive::Utf8);
                let columns = ["CreateQuery", "Path", "PathType"].map(|name| (name.into(), utf8.clone().optional()));
                let path = crate::catalog::below(&self.engine.config.database, &table.path).unwrap_or(&table.path);
                let row = vec![Value::text(text), Value::text(path), Value::text("Table")];
                Ok(self.only_part(columns.into(), vec![row]))
            }
        }
    }

    fn pull(&mut self, rel: &Rel) -> Result<Option<Part>> {
        let first = self.open.is_none();
        let column = |column: &OutputColumn| (Arc::clone(&column.name), column.ty.clone());
        let open = || (rel.open(), rel.columns.iter().map(column).collect());
        let (mut cursor, columns) = self.open.take().unwrap_or_else(open);
        match self.with_run(|run| cursor.some(run))? {
            Some(rows) => {
                rows.iter().try_for_each(|row| check_row(row))?;
                let part = Part { result_set: self.result_set, columns: Arc::clone(&columns), rows };
                self.open = Some((cursor, columns));
                Ok(Some(part))
            }
            // A result set without rows still has one part, which names its columns.
            None if first => Ok(self.only_part(columns, Vec::new())),
            None => {
                self.next_result_set();
                Ok(None)
            }
        }
    }

    /// Returns the only part of a result set. The step is done: the next call continues with the step after it.
    fn only_part(&mut self, columns: Columns, rows: Vec<Row>) -> Option<Part> {
        self.step += 1;
        Some(Part { result_set: self.next_result_set(), columns, rows })
    }

    const fn next_result_set(&mut self) -> usize {
        self.result_set += 1;
        self.result_set - 1
    }

    /// Returns the cost of the query so far.
    pub fn stats(&self) -> QueryStats {
        let duration_us = micros(self.engine.clock().passed().saturating_sub(self.started));
        let table = |(path, usage): (&Arc<str>, &TableUsage)| {
            let partitions = self.engine.partition_count(path);
            (Arc::clone(path), *usage, partitions)
        };
        QueryStats { duration_us, cpu_us: self.spent_us, tables: self.usage.tables.iter().map(table).collect() }
    }

    pub(super) fn with_run<R>(&mut self, work: impl FnOnce(&mut QueryRun<'_>) -> Result<R>) -> Result<R> {
        let Some(open) = &mut self.tx else {
            return Err(Error::new(Status::InternalError, "a step that reads or writes has no transaction"));
        };
        work(&mut QueryRun {
            tx: &mut open.transaction,
            env: &self.env,
            conflicts: &mut open.conflicts,
            usage: &mut self.usage,
            within: None,
            host: &*self.engine,
        })
    }
}

impl Drop for Execution {
    /// Runs when the client has gone away. If the behavior asks for it, the query's writes are still done, and its
    /// transaction stays open.
    fn drop(&mut self) {
        if self.over || !self.begun || !self.engine.config().behavior.cancelled_statements_run {
            return;
        }
        if self.changes() {
            // There is no client left to receive an error.
            while let Ok(Some(_)) = self.next() {}
        } else {
            self.keep_open();
        }
    }
}

impl Execution {
    /// Begins a query. `existing` is the transaction that the request names, already taken out of its session.
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

    /// Checks that the transaction's mode allows the plan.
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

fn evaluate(subquery: &Subquery, run: &mut QueryRun<'_>) -> Result<Value> {
    let mut cursor = subquery.rel.open();
    match subquery.shape {
        SubqueryShape::Exists => Ok(Value::Bool(cursor.some(run)?.is_some())),
        SubqueryShape::Scalar => {
            let first = cursor.some(run)?.and_then(|rows| rows.into_iter().flatten().next());
            Ok(first.unwrap_or(Value::Null))
        }
        SubqueryShape::List | SubqueryShape::Rows => {
            let single = subquery.shape == SubqueryShape::List && subquery.rel.columns.len() == 1;
            let item = |row: Row| {
                if single { row.into_iter().next().unwrap_or(Value::Null) } else { Value::Items(row.into()) }
            };
            let (mut items, mut held) = (Vec::new(), run.env.memory.part());
            while let Some(rows) = cursor.next(run)? {
                rows.iter().try_for_each(|row| held.add(size(row)))?;
                items.extend(rows.into_iter().map(item));
            }
            Ok(Value::Items(items.into()))
        }
    }
}

/// The cost of a query.
#[derive(Clone, Debug)]
pub struct QueryStats {
    /// Time from the request to the last row, in microseconds.
    pub duration_us: u64,
    /// Time spent in the engine, in microseconds.
    pub cpu_us: u64,
    /// For each table: absolute path, counts of reads and writes, number of partitions.
    pub tables: Vec<(Arc<str>, TableUsage, u64)>,
}
