//! SELECT, and its windows.

use std::sync::Arc;

use super::expr::{Expr, ExprKind};
use super::name::{Ident, TableName};
use crate::error::{Position, Span};

/// A SELECT (or several joined by set operators) with its ORDER BY and LIMIT.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectQuery {
    /// Where it begins.
    pub at: Position,
    /// Its text, without parentheses around it.
    pub span: Span,
    /// One core, or the operands of `UNION [ALL]` in order.
    pub body: SelectBody,
    /// `ORDER BY` of the whole.
    pub order_by: Vec<OrderItem>,
    /// `LIMIT`.
    pub limit: Option<Expr>,
    /// `OFFSET`.
    pub offset: Option<Expr>,
}

/// The query without its ORDER BY and LIMIT.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectBody {
    /// `SELECT ...`.
    Core(Box<SelectCore>),
    /// `first UNION [ALL] second ..` (INTERSECT and EXCEPT, too, which are noted), applied from left to right; each operand after the first with its ALL.
    Union { first: Box<SelectBody>, rest: Vec<(bool, SelectBody)> },
    /// `VALUES (..), (..)`.
    Values(Vec<Vec<Expr>>),
    /// A query in parentheses, with an ORDER BY and LIMIT of its own.
    Query(Box<SelectQuery>),
}

/// `SELECT ... FROM ... WHERE ... GROUP BY ... HAVING ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectCore {
    /// Where it begins.
    pub at: Position,
    /// Its text, without ORDER BY and LIMIT.
    pub span: Span,
    /// `SELECT DISTINCT`.
    pub distinct: bool,
    /// What is selected.
    pub items: Vec<SelectItem>,
    /// `* WITHOUT a, b`.
    pub without: Vec<(Option<Ident>, Ident)>,
    /// Where rows come from; `None` without FROM.
    pub from: Option<From>,
    /// WHERE.
    pub filter: Option<Expr>,
    /// GROUP BY.
    pub group_by: Vec<Grouping>,
    /// HAVING.
    pub having: Option<Expr>,
    /// WINDOW.
    pub windows: Vec<(Ident, Window)>,
}

/// An element of GROUP BY. Keys have their aliases.
#[derive(Clone, Debug, PartialEq)]
pub enum Grouping {
    /// One key, or `(a, b)`, or `()`.
    Keys(Vec<(Expr, Option<Ident>)>),
    /// `ROLLUP(a, b)`.
    Rollup(Vec<(Expr, Option<Ident>)>),
    /// `CUBE(a, b)`.
    Cube(Vec<(Expr, Option<Ident>)>),
    /// `GROUPING SETS(..)`.
    Sets(Vec<Grouping>),
}

/// One item of a SELECT list.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectItem {
    /// `*` or `t.*`.
    Star { qualifier: Option<Ident>, at: Position, span: Span },
    /// `expr [AS alias]`.
    Expr { expr: Expr, alias: Option<Ident> },
}

impl SelectItem {
    /// The name of its column, if the text says it.
    pub fn name(&self) -> Option<&Ident> {
        match self {
            Self::Expr { alias: Some(alias), .. } => Some(alias),
            Self::Expr { expr: Expr { kind: ExprKind::Column { name, .. }, .. }, .. } => Some(name),
            Self::Expr { .. } | Self::Star { .. } => None,
        }
    }

    /// Its text, with its alias.
    pub fn span(&self) -> Span {
        match self {
            Self::Star { span, .. } => *span,
            Self::Expr { expr, alias } => alias.as_ref().map_or(expr.span, |alias| expr.span.to(alias.span)),
        }
    }
}

/// A source and what is joined to it, left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct From {
    /// Its text, with FROM.
    pub span: Span,
    /// The first source.
    pub source: Source,
    /// What is joined to it.
    pub joins: Vec<Join>,
}

/// A source of rows with its alias.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Where it begins.
    pub at: Position,
    /// Its text, with its alias.
    pub span: Span,
    /// Its text before an alias.
    pub unnamed: Span,
    /// What it is.
    pub kind: SourceKind,
    /// `AS alias`.
    pub alias: Option<Ident>,
    /// `true` if FLATTEN, SAMPLE, ANY or a hint changes its rows or columns.
    pub altered: bool,
    /// `FLATTEN BY ..`.
    pub flatten: Option<Flatten>,
}

/// `FLATTEN [OPTIONAL|LIST|DICT] BY ..`: each row once for each item of what is in a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Flatten {
    /// What it is.
    pub kind: FlattenKind,
    /// The columns or expressions with their names.
    pub items: Vec<(Expr, Option<Ident>)>,
}

/// The containers that FLATTEN unpacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum FlattenKind {
    Any,
    Optional,
    List,
    Dict,
}

impl Source {
    /// The name that qualifies its columns.
    pub fn label(&self) -> Option<&Arc<str>> {
        match (&self.alias, &self.kind) {
            (Some(alias), _) => Some(&alias.name),
            (None, SourceKind::Table(name)) => Some(&name.path.name),
            (None, _) => None,
        }
    }
}

/// The kinds of sources.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceKind {
    /// A table, or an index of it.
    Table(TableName),
    /// `AS_TABLE(expr)`.
    AsTable(Expr),
    /// `$name`: a named query.
    Named(Ident),
    /// `(SELECT ...)` or `(VALUES ...) AS t(a, b)`, with the column names of the latter.
    Query { query: Box<SelectQuery>, columns: Vec<Ident> },
}

/// A join.
#[derive(Clone, Debug, PartialEq)]
pub struct Join {
    /// Where it begins.
    pub at: Position,
    /// Its kind.
    pub kind: JoinKind,
    /// The right side.
    pub source: Source,
    /// ON or USING; `None` for CROSS.
    pub on: Option<JoinOn>,
}

/// The kinds of joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum JoinKind {
    Inner,
    Left,
    Right,
    Full,
    LeftSemi,
    RightSemi,
    LeftOnly,
    RightOnly,
    Exclusion,
    Cross,
}

/// What a join compares.
#[derive(Clone, Debug, PartialEq)]
pub enum JoinOn {
    /// `ON expr`.
    On(Expr),
    /// `USING (a, b)`.
    Using(Vec<Ident>),
}

/// One item of ORDER BY.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderItem {
    /// What is compared.
    pub expr: Expr,
    /// DESC.
    pub descending: bool,
}

/// What follows OVER.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// The name of a window of the WINDOW clause.
    Named(Ident),
    /// `(PARTITION BY .. ORDER BY .. ROWS ..)`.
    Window(Box<Window>),
}

/// A window.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// PARTITION BY.
    pub partition_by: Vec<Expr>,
    /// ORDER BY.
    pub order_by: Vec<OrderItem>,
    /// ROWS, RANGE or GROUPS.
    pub frame: Option<Frame>,
}

/// The rows that a function sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Where it begins.
    pub at: Position,
    /// What it counts.
    pub unit: FrameUnit,
    /// The first row.
    pub from: FrameBound,
    /// The last row.
    pub to: FrameBound,
}

/// What a frame counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are SQL's own")]
pub enum FrameUnit {
    Rows,
    Range,
    Groups,
}

/// The first or the last row of a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameBound {
    /// `CURRENT ROW`.
    CurrentRow,
    /// `n PRECEDING`; `None` is UNBOUNDED.
    Preceding(Option<Expr>),
    /// `n FOLLOWING`; `None` is UNBOUNDED.
    Following(Option<Expr>),
}
