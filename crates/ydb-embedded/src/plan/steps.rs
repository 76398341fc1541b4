//! A planned query: its steps in order, and whether it is so short that moving it to another thread would take longer
//! than running it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::catalog::spec::{Alteration, TableSpec};
use crate::catalog::{AccessChange, Table, TopicAction};
use crate::error::Issue;
use crate::exec::{Atom, KeyAccess, Rel, RelKind, Write};
use crate::expr::{CompareOp, Expr, ExprKind, InSet, SubqueryShape};
use crate::types::Type;

/// A planned query. It depends on the types of the parameters, never on their values.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Names and types of the parameters, in the order of [`crate::expr::ExprKind::Param`].
    pub params: Vec<(Arc<str>, Type)>,
    /// Positions of the used parameters. The others may have any value or none.
    pub used: BTreeSet<usize>,
    /// Number of subqueries that are evaluated.
    pub subqueries: usize,
    pub steps: Vec<Step>,
    /// `true` if the plan reads an asynchronous index, which is allowed only in a stale read.
    pub reads_async_index: bool,
    /// `true` if a statement is BATCH, which requires the implicit transaction.
    pub batch: bool,
    /// Warnings that YDB reports.
    pub warnings: Vec<Issue>,
}

impl Plan {
    pub fn is_scheme(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Scheme(_)))
    }

    pub fn writes(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Write(_)))
    }
}

#[derive(Clone, Debug)]
pub enum Step {
    /// A subquery, evaluated before the step that uses it.
    Subquery(Subquery),
    Result(Rel),
    /// A query whose rows are not returned.
    Discard(Rel),
    Write(Box<Write>),
    Scheme(SchemeStep),
    ShowCreate(Arc<Table>),
}

impl Step {
    /// Returns the rows that the step reads, if any.
    pub const fn source(&self) -> Option<&Rel> {
        match self {
            Self::Subquery(subquery) => Some(&subquery.rel),
            Self::Result(rel) | Self::Discard(rel) => Some(rel),
            Self::Write(write) => Some(&write.source),
            Self::Scheme(_) | Self::ShowCreate(_) => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Subquery {
    /// Position of the subquery among the query's subqueries.
    pub slot: usize,
    pub rel: Rel,
    pub shape: SubqueryShape,
}

impl Subquery {
    /// Returns the expression of a subquery that only computes a named value; `None` for any other subquery.
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

#[derive(Clone, Debug)]
pub enum SchemeStep {
    Create {
        spec: Box<TableSpec>,
        if_not_exists: bool,
    },
    /// ALTER TABLE at an absolute path.
    Alter {
        path: String,
        alterations: Vec<Alteration>,
    },
    /// ALTER SEQUENCE with RESTART. The absolute path is the table's path with `/_serial_column_<column>` after it.
    /// `restart` is the next number; `None` restarts with the first number.
    RestartSequence {
        path: String,
        if_exists: bool,
        restart: Option<i64>,
    },
    /// ALTER TOPIC. The absolute path is the table's path with the changefeed's name after it.
    AlterTopic {
        path: String,
        if_exists: bool,
        actions: Vec<TopicAction>,
    },
    /// GRANT or REVOKE: the changes are made at each of the absolute paths.
    ChangeAccess {
        paths: Vec<String>,
        changes: Vec<AccessChange>,
    },
    /// DROP TABLE at an absolute path.
    Drop {
        path: String,
        if_exists: bool,
    },
    /// TRUNCATE TABLE at an absolute path.
    Truncate {
        path: String,
    },
}

// Short queries: moving them to another thread would take longer than running them.
//
// The answer does not depend on the contents of tables or on the values of parameters: a short query reads a few rows
// by their whole keys and computes expressions without loops. A query that is not known to be short is not short.

/// Largest number of steps of a short query, of rows of its VALUES, and of keys of a read.
const FEW: usize = 16;

impl Plan {
    /// Returns `true` if the query runs in microseconds.
    pub fn is_short(&self) -> bool {
        let is_plain = |ty: &Type| matches!(ty.unwrap_optional(), Type::Primitive(_) | Type::Decimal { .. });
        self.params.iter().all(|(_, ty)| is_plain(ty))
            && self.steps.len() <= FEW
            && self.steps.iter().all(is_short_step)
    }
}

fn is_short_step(step: &Step) -> bool {
    match step {
        Step::Result(rel) | Step::Discard(rel) => is_short_rel(rel),
        Step::Write(write) => is_short_rel(&write.source),
        Step::Subquery(_) | Step::Scheme(_) | Step::ShowCreate(_) => false,
    }
}

fn is_short_rel(rel: &Rel) -> bool {
    match &rel.kind {
        RelKind::Unit => true,
        RelKind::Values(rows) => rows.len() <= FEW && rows.iter().flatten().all(is_short_expr),
        RelKind::Scan(scan) => {
            scan.index.is_none() && is_few_keys(&scan.access) && scan.predicate.iter().all(is_short_expr)
        }
        RelKind::Filter { input, predicate } => is_short_expr(predicate) && is_short_rel(input),
        RelKind::Project { input, exprs } => exprs.iter().all(is_short_expr) && is_short_rel(input),
        RelKind::Limit { input, .. } => is_short_rel(input),
        _ => false,
    }
}

/// Returns `true` if the access reads a few single keys: each alternative is one whole key.
fn is_few_keys(access: &KeyAccess) -> bool {
    let is_given = |column: usize, atom: &Atom| match atom {
        Atom::Compare { column: given, op: CompareOp::Eq, value } => *given == column && is_short_expr(value),
        _ => false,
    };
    let is_key = |term: &Vec<Atom>| {
        let given = |column: usize| term.iter().any(|atom| is_given(column, atom));
        term.len() <= FEW && (0..access.key_types.len()).all(given)
    };
    access.terms.as_ref().is_some_and(|terms| terms.len() <= FEW && terms.iter().all(is_key))
}

fn is_short_expr(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Column(_) | ExprKind::Param(_) => true,
        ExprKind::Convert(operand)
        | ExprKind::Cast(operand)
        | ExprKind::Not(operand)
        | ExprKind::Negate(operand)
        | ExprKind::IsNull(operand)
        | ExprKind::Just(operand) => is_short_expr(operand),
        ExprKind::And(items) | ExprKind::Or(items) | ExprKind::Coalesce(items) => items.iter().all(is_short_expr),
        ExprKind::Compare(_, pair) => pair.iter().all(is_short_expr),
        ExprKind::Arithmetic(first, rest) => {
            rest.len() <= FEW && is_short_expr(first) && rest.iter().all(|next| is_short_expr(&next.right))
        }
        ExprKind::In(lookup) => is_short_expr(&lookup.needle) && matches!(lookup.set, InSet::Constant(_)),
        _ => false,
    }
}
