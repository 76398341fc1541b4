//! A database for tests in Rust: takes statements, returns rows or errors.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use super::golden::show;
use crate::error::{Error, Issue};
use crate::session::{Behavior, Config, Engine, ExecMode, QueryRequest, TxControl, TxMode};
use crate::storage::Thresholds;
use crate::types::{Row, Type, Value};

/// Parameters by name, including the `$`.
pub(super) type Params = BTreeMap<String, (Type, Value)>;

/// A session with its open transaction.
pub(super) struct Client {
    pub(super) engine: Arc<Engine>,
    pub(super) session: String,
    pub(super) tx: Option<String>,
}

/// Creates an empty database.
pub(super) fn database() -> Client {
    Client::new(Engine::new(Config::default()))
}

/// Creates an empty database whose partitions split and merge at other limits than YDB's.
pub(super) fn scaled(thresholds: Thresholds) -> Client {
    Client::new(Engine::new(Config { thresholds, ..Config::default() }))
}

/// Creates an empty database with this behavior.
pub(super) fn behaving(behavior: Behavior) -> Client {
    Client::new(Engine::new(Config { behavior, ..Config::default() }))
}

impl Client {
    pub(super) fn new(engine: Arc<Engine>) -> Self {
        let session = engine.create_session();
        Self { engine, session, tx: None }
    }

    /// Opens another session of the same database.
    pub(super) fn other(&self) -> Self {
        Self::new(Arc::clone(&self.engine))
    }

    pub(super) fn begin(&mut self) {
        self.begin_as(TxMode::SerializableReadWrite);
    }

    pub(super) fn begin_as(&mut self, mode: TxMode) {
        assert!(self.tx.is_none());
        self.tx = Some(self.engine.begin(&self.session, mode).unwrap());
    }

    pub(super) fn commit(&mut self) -> Result<(), Error> {
        let tx = self.tx.take().unwrap();
        self.engine.commit(&self.session, &tx)
    }

    pub(super) fn rollback(&mut self) {
        let tx = self.tx.take().unwrap();
        self.engine.rollback(&self.session, &tx).unwrap();
    }

    /// Runs a query in the open transaction, or in a transaction of its own. Returns the rows of all its result sets.
    pub(super) fn query(&mut self, text: &str, params: Params) -> Result<Vec<Row>, Error> {
        let tx = match &self.tx {
            Some(id) => TxControl::Existing { id: id.clone(), commit: false },
            None => TxControl::Implicit,
        };
        let answer = self.query_as(text, params, tx);
        if answer.is_err() {
            self.tx = None;
        }
        answer
    }

    pub(super) fn query_as(&self, text: &str, params: Params, tx: TxControl) -> Result<Vec<Row>, Error> {
        let session = Some(self.session.clone());
        let request = QueryRequest { session, text: text.to_owned(), params, tx, mode: ExecMode::Execute };
        let mut execution = self.engine.execute(request)?;
        let mut rows = Vec::new();
        while let Some(part) = execution.next()? {
            rows.extend(part.rows);
        }
        Ok(rows)
    }

    /// Returns a request for a query of this session in a transaction of its own.
    pub(super) fn request(&self, text: &str) -> QueryRequest {
        let (session, text) = (Some(self.session.clone()), text.to_owned());
        QueryRequest { session, text, params: Params::new(), tx: TxControl::Implicit, mode: ExecMode::Execute }
    }

    pub(super) fn run(&mut self, text: &str) -> Result<(), Error> {
        self.query(text, Params::new()).map(drop)
    }

    /// Runs a statement that must succeed.
    pub(super) fn ok(&mut self, text: &str) {
        if let Err(error) = self.run(text) {
            panic!("{text}\n{error}");
        }
    }

    /// Returns the rows of a query as texts, in the form of the golden scripts.
    pub(super) fn rows(&mut self, text: &str) -> Vec<String> {
        let tx = match &self.tx {
            Some(id) => TxControl::Existing { id: id.clone(), commit: false },
            None => TxControl::Implicit,
        };
        let session = Some(self.session.clone());
        let request =
            QueryRequest { session, text: text.to_owned(), params: Params::new(), tx, mode: ExecMode::Execute };
        let mut lines = Vec::new();
        let mut execution = self.engine.execute(request).unwrap_or_else(|error| panic!("{text}\n{error}"));
        while let Some(part) = execution.next().unwrap_or_else(|error| panic!("{text}\n{error}")) {
            for row in &part.rows {
                let values = row.iter().zip(part.columns.iter()).map(|(value, (_, ty))| show(value, ty));
                lines.push(values.collect::<Vec<_>>().join(" | "));
            }
        }
        lines
    }

    /// Runs a statement that must fail. Returns its error.
    pub(super) fn refused(&mut self, text: &str) -> Error {
        match self.run(text) {
            Ok(()) => panic!("{text}\nwas accepted"),
            Err(error) => error,
        }
    }
}

/// Checks an error's status, and that one of its issues has this text and, unless `code` is 0, this code.
#[track_caller]
pub(super) fn is(error: &Error, status: &str, code: u32, fragment: &str) {
    fn occurs(issue: &Issue, code: u32, fragment: &str) -> bool {
        (code == 0 || issue.code == code) && issue.message.contains(fragment)
            || issue.issues.iter().any(|child| occurs(child, code, fragment))
    }
    let found = error.issues.iter().any(|issue| occurs(issue, code, fragment));
    assert!(error.status.name() == status && found, "expected {status} {code} {fragment}, found {error}");
}

/// Checks that a result is the error of a transaction whose locks were broken.
#[track_caller]
pub(super) fn is_aborted(result: Result<(), Error>, table: &str) {
    let Err(error) = result else { panic!("was not aborted") };
    is(&error, "ABORTED", 2001, &format!("Transaction locks invalidated. Table: `{table}`."));
}
