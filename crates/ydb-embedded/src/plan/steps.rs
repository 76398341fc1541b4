//! A planned query: its steps in order, and whether they are so short that it takes longer to move them to another thread
//! than to run them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::catalog::spec::{Alteration, TableSpec};
use crate::catalog::{AccessChange, Table, TopicAction};
use crate::error::Issue;
use crate::exec::{Atom, KeyAccess, Rel, RelKind, Write};
use crate::expr::{CompareOp, Expr, ExprKind, InSet};
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
    pub steps: Vec<Step>,
    /// `true` if an asynchronous index is read, which only a stale read may do.
    pub reads_async_index: bool,
    /// `true` if a statement is BATCH, which needs the implicit transaction.
    pub batch: bool,
    /// What YDB warns of.
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
    /// A query whose rows nobody gets.
    Discard(Rel),
    Write(Box<Write>),
    Scheme(SchemeStep),
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

#[derive(Clone, Debug)]
pub struct Subquery {
    /// Its position among the query's subqueries.
    pub slot: usize,
    pub rel: Rel,
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
    Exists,
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
    /// ALTER SEQUENCE with RESTART. The absolute path is that of the table, and `_serial_column_<column>` below it. `restart` is
    /// the next number; `None` is the first one.
    RestartSequence {
        path: String,
        if_exists: bool,
        restart: Option<i64>,
    },
    /// ALTER TOPIC. The absolute path is that of the table, and the changefeed's name.
    AlterTopic {
        path: String,
        if_exists: bool,
        actions: Vec<TopicAction>,
    },
    /// GRANT and REVOKE: the same changes at all of the absolute paths.
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

// Which queries are so short that it takes longer to move them to another thread than to run them.
//
// The answer holds whatever the tables contain and whatever is sent as parameters: some rows by their whole keys, and
// expressions without loops. What is not known to be short is not.

/// The most steps of a short query, rows of its VALUES, keys of a read.
const FEW: usize = 16;

impl Plan {
    /// Returns `true` if it runs in microseconds.
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

/// Returns `true` if each alternative is one whole key.
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
