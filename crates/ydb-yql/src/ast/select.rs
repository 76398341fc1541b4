//! Syntax tree of SELECT and of its windows.

use std::sync::Arc;

use super::expr::{Expr, ExprKind};
use super::name::{Ident, TableName};
use crate::error::{Position, Span};

/// A SELECT, or several of them joined by set operators, with its ORDER BY and LIMIT.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectQuery {
    /// Line and column of the first token.
    pub at: Position,
    /// Range of the query's text, without parentheses around it.
    pub span: Span,
    /// A single SELECT, or the operands of `UNION [ALL]` in order.
    pub body: SelectBody,
    /// `ORDER BY` of the whole query.
    pub order_by: Vec<OrderItem>,
    /// Value after `LIMIT`.
    pub limit: Option<Expr>,
    /// Value after `OFFSET`.
    pub offset: Option<Expr>,
}

/// A query without its ORDER BY and LIMIT.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectBody {
    /// `SELECT ...`.
    Core(Box<SelectCore>),
    /// `first UNION [ALL] second ..`, applied from left to right. INTERSECT and EXCEPT are here, too, and are reported
    /// as unsupported. Each operand after the first has a flag: `true` if the operator before it has ALL.
    Union { first: Box<SelectBody>, rest: Vec<(bool, SelectBody)> },
    /// `VALUES (..), (..)`.
    Values(Vec<Vec<Expr>>),
    /// A query in parentheses, with its own ORDER BY and LIMIT.
    Query(Box<SelectQuery>),
}

/// A single SELECT: `SELECT ... FROM ... WHERE ... GROUP BY ... HAVING ...`.
#[derive(Clone, Debug, PartialEq)]
pub struct SelectCore {
    /// Line and column of the first token.
    pub at: Position,
    /// Range of the text, without ORDER BY and LIMIT.
    pub span: Span,
    /// `true` for `SELECT DISTINCT`.
    pub distinct: bool,
    /// Items of the SELECT list.
    pub items: Vec<SelectItem>,
    /// Columns after WITHOUT, as in `* WITHOUT a, b`, each with its qualifier.
    pub without: Vec<(Option<Ident>, Ident)>,
    /// Sources of rows; `None` without FROM.
    pub from: Option<From>,
    /// Condition after WHERE.
    pub filter: Option<Expr>,
    /// Elements of GROUP BY.
    pub group_by: Vec<Grouping>,
    /// Condition after HAVING.
    pub having: Option<Expr>,
    /// Named windows of the WINDOW clause.
    pub windows: Vec<(Ident, Window)>,
}

/// An element of GROUP BY. Each key has its alias.
#[derive(Clone, Debug, PartialEq)]
pub enum Grouping {
    /// A key, or `(a, b)`, or `()`.
    Keys(Vec<(Expr, Option<Ident>)>),
    /// `ROLLUP(a, b)`.
    Rollup(Vec<(Expr, Option<Ident>)>),
    /// `CUBE(a, b)`.
    Cube(Vec<(Expr, Option<Ident>)>),
    /// `GROUPING SETS(..)`.
    Sets(Vec<Grouping>),
}

/// An item of a SELECT list.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectItem {
    /// `*` or `t.*`.
    Star { qualifier: Option<Ident>, at: Position, span: Span },
    /// `expr [AS alias]`.
    Expr { expr: Expr, alias: Option<Ident> },
}

impl SelectItem {
    /// Returns the name of the item's column, if the text says it.
    pub fn name(&self) -> Option<&Ident> {
        match self {
            Self::Expr { alias: Some(alias), .. } => Some(alias),
            Self::Expr { expr: Expr { kind: ExprKind::Column { name, .. }, .. }, .. } => Some(name),
            Self::Expr { .. } | Self::Star { .. } => None,
        }
    }

    /// Returns the expression of an item that is not a star.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Self::Expr { expr, .. } => Some(expr),
            Self::Star { .. } => None,
        }
    }

    /// Returns the range of the item's text, with its alias.
    pub fn span(&self) -> Span {
        match self {
            Self::Star { span, .. } => *span,
            Self::Expr { expr, alias } => alias.as_ref().map_or(expr.span, |alias| expr.span.to(alias.span)),
        }
    }
}

/// A FROM clause: the first source, and the joins from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct From {
    /// Range of the text, with the word FROM.
    pub span: Span,
    /// The first source.
    pub source: Source,
    /// Joins after the first source.
    pub joins: Vec<Join>,
}

impl From {
    /// Returns all sources, from left to right.
    pub fn sources(&self) -> impl Iterator<Item = &Source> {
        std::iter::once(&self.source).chain(self.joins.iter().map(|join| &join.source))
    }
}

/// A source of rows with its alias.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Line and column of the first token.
    pub at: Position,
    /// Range of the source's text, with its alias.
    pub span: Span,
    /// Range of the source's text before its alias.
    pub unnamed: Span,
    /// Kind of the source: a table, a query, a named query or `AS_TABLE`.
    pub kind: SourceKind,
    /// Name in `AS alias`.
    pub alias: Option<Ident>,
    /// `true` if FLATTEN, SAMPLE, ANY or a hint changes the rows or the columns of the source.
    pub altered: bool,
    /// Contents of `FLATTEN BY ..`.
    pub flatten: Option<Flatten>,
}

/// `FLATTEN [OPTIONAL|LIST|DICT] BY ..`: repeats each row once for each item in a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Flatten {
    /// Kind of container that is unpacked.
    pub kind: FlattenKind,
    /// Columns or expressions to unpack, with their aliases.
    pub items: Vec<(Expr, Option<Ident>)>,
}

/// Containers that FLATTEN unpacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum FlattenKind {
    Any,
    Optional,
    List,
    Dict,
}

impl Source {
    /// Returns the name that qualifies the source's columns: its alias, or the path of a table.
    pub fn label(&self) -> Option<&Arc<str>> {
        match (&self.alias, &self.kind) {
            (Some(alias), _) => Some(&alias.name),
            (None, SourceKind::Table(name)) => Some(&name.path.name),
            (None, _) => None,
        }
    }
}

/// Kinds of sources.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceKind {
    /// A table, or an index of a table.
    Table(TableName),
    /// `AS_TABLE(expr)`.
    AsTable(Expr),
    /// `$name`: a named query.
    Named(Ident),
    /// `(SELECT ...)`, or `(VALUES ...) AS t(a, b)` with its column names.
    Query { query: Box<SelectQuery>, columns: Vec<Ident> },
}

/// A join: its kind, its right side and its condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Join {
    /// Line and column of the first token.
    pub at: Position,
    /// Kind of the join.
    pub kind: JoinKind,
    /// Right side of the join.
    pub source: Source,
    /// ON or USING; `None` for CROSS.
    pub on: Option<JoinOn>,
}

/// Kinds of joins.
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

/// Condition of a join.
#[derive(Clone, Debug, PartialEq)]
pub enum JoinOn {
    /// `ON expr`.
    On(Expr),
    /// `USING (a, b)`.
    Using(Vec<Ident>),
}

/// An item of ORDER BY.
#[derive(Clone, Debug, PartialEq)]
pub struct OrderItem {
    /// Expression that orders the rows.
    pub expr: Expr,
    /// `true` for DESC.
    pub descending: bool,
}

/// Window after OVER.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// Name of a window in the WINDOW clause.
    Named(Ident),
    /// `(PARTITION BY .. ORDER BY .. ROWS ..)`.
    Window(Box<Window>),
}

/// Definition of a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Expressions after PARTITION BY.
    pub partition_by: Vec<Expr>,
    /// Items after ORDER BY.
    pub order_by: Vec<OrderItem>,
    /// Frame after ROWS, RANGE or GROUPS.
    pub frame: Option<Frame>,
}

impl Window {
    /// Returns the expressions in this window: its keys and the bounds of its frame.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        let bounds = self.frame.iter().flat_map(|frame| [&frame.from, &frame.to]).filter_map(|bound| match bound {
            FrameBound::Preceding(offset) | FrameBound::Following(offset) => offset.as_ref(),
            FrameBound::CurrentRow => None,
        });
        self.partition_by.iter().chain(self.order_by.iter().map(|item| &item.expr)).chain(bounds)
    }
}

/// Frame of a window: the rows that a window function sees.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// Line and column of the first token.
    pub at: Position,
    /// Unit in which the bounds are counted.
    pub unit: FrameUnit,
    /// First row of the frame.
    pub from: FrameBound,
    /// Last row of the frame.
    pub to: FrameBound,
}

/// Units in which the bounds of a frame are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are SQL's own")]
pub enum FrameUnit {
    Rows,
    Range,
    Groups,
}

/// First or last row of a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameBound {
    /// `CURRENT ROW`.
    CurrentRow,
    /// `n PRECEDING`; `None` means UNBOUNDED.
    Preceding(Option<Expr>),
    /// `n FOLLOWING`; `None` means UNBOUNDED.
    Following(Option<Expr>),
}
