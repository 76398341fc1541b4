//! A planned query: its steps in order.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::catalog::spec::{Alteration, TableSpec};
use crate::catalog::{AccessChange, Table, TopicAction};
use crate::error::Issue;
use crate::exec::{Rel, RelKind, Write};
use crate::expr::Expr;
use crate::types::Type;

/// A planned query. It depends on the types of the parameters, never on their values.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The parameters in the order of [`crate::expr::ExprKind::Param`].
    pub params: Vec<(Arc<str>, Type)>,
    /// The positions of those that are used; the others may have any value, or none.
    pub used: BTreeSet<usize>,
    /// How many subqueries are evaluated.
    pub subqueries: usize,
    /// The steps.
    pub steps: Vec<Step>,
    /// Whether an asynchronous index is read, which only a stale read may do.
    pub reads_async_index: bool,
    /// Whether a statement is BATCH, which needs the implicit transaction.
    pub batch: bool,
    /// What YDB warns of.
    pub warnings: Vec<Issue>,
}

impl Plan {
    /// Whether the plan changes the schema.
    pub fn is_scheme(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Scheme(_)))
    }

    /// Whether the plan changes rows.
    pub fn writes(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Write(_)))
    }
}

/// One step.
#[derive(Clone, Debug)]
pub enum Step {
    /// A subquery, evaluated before the step that uses it.
    Subquery(Subquery),
    /// Rows for the caller.
    Result(Rel),
    /// A query whose rows nobody gets.
    Discard(Rel),
    /// Rows written.
    Write(Box<Write>),
    /// A change of the schema.
    Scheme(SchemeStep),
    /// `SHOW CREATE TABLE`.
    ShowCreate(Arc<Table>),
}

impl Step {
    /// The rows that the step reads, if any.
    pub const fn source(&self) -> Option<&Rel> {
        match self {
            Self::Subquery(subquery) => Some(&subquery.rel),
            Self::Result(rel) | Self::Discard(rel) => Some(rel),
            Self::Write(write) => Some(&write.source),
            Self::Scheme(_) | Self::ShowCreate(_) => None,
        }
    }
}

/// A subquery.
#[derive(Clone, Debug)]
pub struct Subquery {
    /// Its position among the query's subqueries.
    pub slot: usize,
    /// Its rows.
    pub rel: Rel,
    /// What is made of the rows.
    pub shape: SubqueryShape,
}

impl Subquery {
    /// The expression, if the subquery is only that: a named value.
    pub fn value(&self) -> Option<&Expr> {
        match &self.rel.kind {
            RelKind::Project { input, exprs }
                if self.shape == SubqueryShape::Scalar && matches!(input.kind, RelKind::Unit) =>
            {
                exprs.first()
            }
            _ => None,
        }
    }
}

/// What is made of a subquery's rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubqueryShape {
    /// The only column of the first row; NULL without rows.
    Scalar,
    /// A list of the only column's values, or of tuples of several.
    List,
    /// A list of tuples.
    Rows,
    /// Whether there is a row.
    Exists,
}

/// A change of the schema.
#[derive(Clone, Debug)]
pub enum SchemeStep {
    /// CREATE TABLE.
    Create { spec: Box<TableSpec>, if_not_exists: bool },
    /// ALTER TABLE at an absolute path.
    Alter { path: String, alterations: Vec<Alteration> },
    /// ALTER SEQUENCE with RESTART. The absolute path is that of the table, and `_serial_column_<column>` below it. `restart` is
    /// the next number; `None` is the first one.
    RestartSequence { path: String, if_exists: bool, restart: Option<i64> },
    /// ALTER TOPIC. The absolute path is that of the table, and the changefeed's name.
    AlterTopic { path: String, if_exists: bool, actions: Vec<TopicAction> },
    /// GRANT and REVOKE: the same changes at all of the absolute paths.
    ChangeAccess { paths: Vec<String>, changes: Vec<AccessChange> },
    /// DROP TABLE at an absolute path.
    Drop { path: String, if_exists: bool },
    /// TRUNCATE TABLE at an absolute path.
    Truncate { path: String },
}
