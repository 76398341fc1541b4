//! Facts of a query, from its text alone: sources, conditions on them, and the columns that the query names.
//!
//! Nothing here knows a table. A scope is one SELECT with its FROM, or an UPDATE or a DELETE with its WHERE: column
//! names are looked up in a scope. Each condition of a scope becomes a tree of AND and OR over a few facts:
//!
//! ```text
//! WHERE o.id = $id AND (o.at > $a OR $all)     All(Fixed(o.id), Any(Bounded(o.at), Nothing))
//! ```
//!
//! A condition that says nothing of a column is `Nothing`. A condition that is not understood is `Unknown`, with the
//! columns that it may bound: callers know what they cannot judge.
//!
//! A named expression (`$x = ..`) is read at each use. An unused name reads nothing, and a name that two queries use is
//! read twice.

pub mod code;
mod condition;
mod joins;
mod parameters;
mod pushed;
mod results;
mod scope;
mod sources;
mod value;
mod walk;
mod words;
mod writer;
mod written;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::ast::{Ident, InsertVerb, Literal, Query, TableName, TypeExpr};
use crate::error::{Position, Span};

pub use crate::ast::children;
pub use parameters::{LiteralUse, Parameter, Role, Use, Values, bound};
pub use results::{Origin, ResultColumn, Results};
pub use sources::{UnknownSource, unknown_sources};
pub use value::LiteralKind;
pub use words::{PathPrefix, created, head, path_prefix, unparsed};
pub use writer::code;
pub use written::rows;

/// Facts of a query: what it reads and writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Scopes, in the order in which they are read.
    pub scopes: Vec<Scope>,
    /// Tables that are written row by row.
    pub targets: Vec<Target>,
    /// Mistakes that YDB refuses for any tables, in the order of the text.
    pub mistakes: Vec<Mistake>,
}

impl Facts {
    /// Collects the facts of a query.
    pub fn of(query: &Query) -> Self {
        walk::facts(query)
    }
}

/// Mistake in a text that parses. YDB refuses it for any tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Line and column of the mistake.
    pub at: Position,
    /// Description of the mistake.
    pub fault: String,
    /// Text to write instead.
    pub cure: String,
}

/// A SELECT with its FROM, or an UPDATE or a DELETE with its WHERE. Column names are looked up in a scope.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// Statement that uses the rows of the scope.
    pub purpose: Purpose,
    /// Sources of rows, in the order of the text; at most [`MAX_SOURCES`].
    pub sources: Vec<Source>,
    /// Conditions of WHERE and of joins.
    pub conditions: Vec<Condition>,
    /// All columns that the scope names.
    pub columns: Vec<ColumnRef>,
    /// Range of the whole condition after WHERE.
    pub filter: Option<Span>,
    /// Range of the whole FROM clause; a WHERE may be added after it. `None` for an UPDATE and a DELETE.
    pub from: Option<Span>,
    /// `true` if each row of the result has a row of each source: all joins are INNER or CROSS.
    pub is_inner: bool,
    /// Columns that an UPDATE sets.
    pub set: Vec<Ident>,
    /// Columns that are compared, with the values.
    pub compared: Vec<Comparison>,
    /// Order in which the query wants the rows; `None` if it wants none.
    pub order: Option<Order>,
    /// `true` if a `*` reads columns that the text does not name.
    pub reads_all: bool,
}

/// Order of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// Columns of the order; `None` unless it consists of columns in one direction.
    pub columns: Option<Vec<ColumnRef>>,
    /// `true` if the query wants only the first rows.
    pub is_top: bool,
}

impl Scope {
    /// Returns `true` if the rows and columns of each source are known: a join may then begin with any source.
    pub fn is_understood(&self) -> bool {
        let is_altered = |source: &Source| matches!(source.kind, SourceKind::Altered(_));
        self.sources.len() <= MAX_SOURCES && !self.sources.iter().any(is_altered)
    }

    /// Returns the columns in this scope, each once.
    pub fn distinct(&self) -> Distinct<'_> {
        let (mut found, mut places) = (Vec::new(), HashMap::new());
        let mut take = |column: &ColumnRef| {
            let next = places.len();
            let place = places.entry((column.source, Arc::clone(&column.name.name))).or_insert(next);
            *place == next
        };
        found.extend(self.columns.iter().filter(|column| take(column)));
        let named = found.len();
        found.extend(self.bounding().into_iter().filter(|column| take(column)));
        let order = self.order.iter().filter_map(|order| order.columns.as_ref()).flatten();
        found.extend(order.filter(|column| take(column)));
        Distinct { columns: found, named, places }
    }

    /// Returns the columns in the conditions of this scope.
    pub fn bounding(&self) -> Vec<&ColumnRef> {
        let nodes = self.conditions.iter().map(|condition| &condition.node).collect();
        Node::columns(nodes).flat_map(|(columns, by)| columns.iter().chain(by)).collect()
    }
}

/// Statement that uses the rows of a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum Purpose {
    #[default]
    Select,
    Update,
    Delete,
    BatchUpdate,
    BatchDelete,
}

impl Purpose {
    /// All purposes, in the order of their numbers in the [module `code`](mod@code).
    pub const ALL: [Self; 5] = [Self::Select, Self::Update, Self::Delete, Self::BatchUpdate, Self::BatchDelete];
}

/// Columns of a scope, each once.
#[derive(Clone, Debug)]
pub struct Distinct<'s> {
    /// Columns: first those that the text names as columns of sources, then other columns in conditions
    /// and in the order.
    pub columns: Vec<&'s ColumnRef>,
    /// Number of the columns that the text names as columns of sources.
    pub named: usize,
    places: HashMap<(Option<usize>, Arc<str>), usize>,
}

impl Distinct<'_> {
    /// Returns the index of a column in `columns`.
    pub fn place(&self, column: &ColumnRef) -> Option<u32> {
        let place = self.places.get(&(column.source, Arc::clone(&column.name.name)))?;
        u32::try_from(*place).ok()
    }
}

/// A column that is compared with a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Column on one side.
    pub column: ColumnRef,
    /// Value on the other side.
    pub value: Met,
    /// Number of the chain of ANDs, for an equality or an IN that a condition demands. Each branch of an OR has its own
    /// number.
    pub group: Option<u32>,
}

/// Value that a column is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Met {
    /// A literal.
    Literal(Literal),
    /// A parameter, or a named expression.
    Named(Ident),
    /// A named list: `IN $list`.
    List(Ident),
    /// A list of items, `IN (a, b)`, each with the range of its text.
    Items(Vec<(Met, Span)>),
    /// A computed list after IN, whose items are not known.
    Computed,
    /// A list, a set or a tuple where one value belongs, and its place.
    Several(LiteralKind, Position),
    /// Result of a CAST to this type.
    Cast(TypeExpr),
    /// Another column.
    Column,
    /// Value of the column beside it: a join compares both columns. Applies only if both have one type.
    Shared,
    /// An expression that gives integers if its columns and these parameters are integers.
    Exact(Vec<Ident>),
    /// Any other expression.
    Other,
}

/// Most sources of a scope. Nothing is said of a scope with more sources.
pub const MAX_SOURCES: usize = 64;

/// Range of all sources of a scope.
pub const ALL_SOURCES: Range<usize> = 0..MAX_SOURCES;

/// A source of rows in a scope.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Line and column of the source.
    pub at: Position,
    /// Name that qualifies the columns of the source.
    pub label: Option<Arc<str>>,
    /// Offset in bytes where an alias can be inserted; `None` if the source has an alias, or cannot have one.
    pub unnamed: Option<u32>,
    /// Kind of the source.
    pub kind: SourceKind,
    /// `true` if a join may find no row of this source: its columns are then NULL.
    pub is_outer: bool,
}

/// Kinds of sources.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceKind {
    /// A table, or an index of a table.
    Table(TableName),
    /// Rows that exist before tables are read: a query in parentheses, a named query, `AS_TABLE`. Has the column names,
    /// if the text says them.
    Rows(Option<Vec<Arc<str>>>),
    /// A table whose rows or columns FLATTEN, SAMPLE, ANY or a hint changes, or a table
    /// [elsewhere](TableName::elsewhere): nothing is known about how it is read.
    Altered(TableName),
}

/// A condition, with the sources of the scope that it may bound. The ON of a LEFT JOIN bounds only the right side.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// Indexes of the sources that the condition may bound.
    pub bounds: Range<usize>,
    /// `true` for an ON condition. YDB takes only equalities of two sources there, joined by AND.
    pub is_on: bool,
    /// Facts that the condition states.
    pub node: Node,
}

/// Fact that a condition states about columns.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// Conjunction: all of the nodes hold. None of them is an `All` itself.
    All(Vec<Node>),
    /// Alternatives: at least one of the nodes holds. An empty list never holds: no row is read, unless the server does
    /// not see it.
    Any(Vec<Node>),
    /// Each of the columns equals one of a few values. The values come from the columns `by`, or from no column.
    /// `of_null` is `true` if the fact may hold for a column that is NULL: `IS NULL`, and `IS NOT DISTINCT FROM` a
    /// value that may be NULL.
    Fixed { columns: Vec<ColumnRef>, by: Vec<ColumnRef>, value: Option<Equality>, of_null: bool },
    /// The columns, compared as a tuple, are greater or less than a value. The value comes from the columns `by`, or
    /// from no column.
    Bounded { columns: Vec<ColumnRef>, by: Vec<ColumnRef>, place: Option<Place>, end: End },
    /// Nothing: the condition does not help to find rows.
    Nothing,
    /// The condition may bound these columns.
    Unknown(Vec<ColumnRef>),
}

impl Node {
    /// Returns the operands of a conjunction, or else the node itself.
    fn parts(&self) -> &[Self] {
        if let Self::All(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Returns the columns of each fact in some nodes, with the columns `by` of the fact.
    fn columns(mut nodes: Vec<&Self>) -> impl Iterator<Item = (&[ColumnRef], &[ColumnRef])> {
        std::iter::from_fn(move || {
            loop {
                match nodes.pop()? {
                    Self::All(inner) | Self::Any(inner) => nodes.extend(inner),
                    Self::Fixed { columns, by, .. } | Self::Bounded { columns, by, .. } => {
                        return Some((&columns[..], &by[..]));
                    }
                    Self::Unknown(columns) => return Some((columns, &[])),
                    Self::Nothing => {}
                }
            }
        })
    }
}

/// Kind of the value that bounds a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Any value that the other kinds do not describe.
    Value,
    /// A Float or a Double. YDB makes no range of integers from it.
    Real,
    /// NULL, in `IS NOT NULL`. It says nothing about a column that is never NULL.
    Null,
    /// A value that bounds the column `by`. A join compares that column with this one; the bound applies only if both
    /// have one type.
    Shared,
}

/// Value that a column equals wherever a condition holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Equality {
    /// Place of the comparison.
    pub place: Place,
    /// Value, if it belongs to a single column and can be named a second time.
    pub met: Option<Met>,
    /// Range of the value's text.
    pub span: Span,
}

/// Place of a comparison in its conjunction. A condition that follows from the comparison may be inserted before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Range of the whole comparison.
    pub span: Span,
    /// `true` if the comparison stands alone within an expression: it needs parentheses when a condition is added.
    pub is_alone: bool,
}

/// A column as the text names it.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnRef {
    /// Index of the source that qualifies the column; `None` without a qualifier.
    pub source: Option<usize>,
    /// Name of the column.
    pub name: Ident,
    /// `true` if the name may be something else: a struct before one of its members.
    pub doubtful: bool,
}

/// A table of this database that is written row by row: INSERT, UPSERT, REPLACE, `UPDATE .. ON`, `DELETE .. ON`.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Name of the table.
    pub table: TableName,
    /// Verb of the statement.
    pub verb: Verb,
    /// Columns of the rows, if the text says them.
    pub columns: Option<Vec<Ident>>,
    /// Columns whose values are not always parameters and literals.
    pub made: Vec<Arc<str>>,
    /// Columns whose values are unchanged columns of a source.
    pub copied: Vec<Copied>,
    /// `true` if the rows are a parameter, with all their columns.
    pub are_given: bool,
    /// Further columns that the text names: beside a star, in a query that a star reads, in another branch of a UNION.
    pub others: Vec<Ident>,
}

/// A column of a target whose value is an unchanged column of a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Copied {
    /// Name of the target's column.
    pub column: Arc<str>,
    /// Index of the scope that has the source.
    pub scope: usize,
    /// Column of the source, as the SELECT list names it.
    pub source: ColumnRef,
}

/// Verb of the statement that writes the rows of a [`Target`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum Verb {
    Insert(InsertVerb),
    UpdateOn,
    DeleteOn,
}
