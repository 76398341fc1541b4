//! What a query reads and writes, from its text alone: sources, the conditions that bound them, the columns it names.
//!
//! Nothing here knows a table. A scope is one SELECT with its FROM, or an UPDATE or a DELETE with its WHERE: the place
//! where a column is looked up. Each condition of it becomes a tree of AND and OR over few facts:
//!
//! ```text
//! WHERE o.id = $id AND (o.at > $a OR $all)     All(Fixed(o.id), Any(Bounded(o.at), Nothing))
//! ```
//!
//! A condition that says nothing of a column is `Nothing`; one that is not understood is `Unknown`, with the columns
//! that it may bound. So whoever judges the facts knows what depends on what he does not know.
//!
//! A named expression (`$x = ..`) is read where it is used: one that nothing uses reads nothing, and one that two
//! queries use is read twice.

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

pub use parameters::{LiteralUse, Parameter, Role, Use, Values, bound};
pub use results::{Origin, ResultColumn, Results};
pub use scope::children;
pub use sources::{UnknownSource, unknown_sources};
pub use value::LiteralKind;
pub use words::{PathPrefix, created, head, path_prefix, unparsed};
pub use writer::code;
pub use written::rows;

/// What a query reads and writes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The places where columns are looked up, in the order in which they are read.
    pub scopes: Vec<Scope>,
    /// The tables that are written row by row.
    pub targets: Vec<Target>,
    /// Mistakes that YDB refuses whatever the tables are, in the order of the text.
    pub mistakes: Vec<Mistake>,
}

impl Facts {
    /// Those of a query.
    pub fn of(query: &Query) -> Self {
        walk::facts(query)
    }
}

/// Something that parses, and that YDB refuses whatever the tables are.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Where it is.
    pub at: Position,
    /// What is wrong.
    pub fault: String,
    /// What to write instead.
    pub cure: String,
}

/// A SELECT with its FROM, or an UPDATE or a DELETE with its WHERE.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// What its rows are found for.
    pub purpose: Purpose,
    /// Where rows come from, in the order of the text; at most [`MAX_SOURCES`].
    pub sources: Vec<Source>,
    /// WHERE, and what joins compare.
    pub conditions: Vec<Condition>,
    /// All columns that are named.
    pub columns: Vec<ColumnRef>,
    /// The whole condition of WHERE.
    pub filter: Option<Span>,
    /// The whole FROM, after which a WHERE may begin; `None` of an UPDATE and a DELETE.
    pub from: Option<Span>,
    /// `true` if each row of its result has a row of each source: there is no join but INNER and CROSS.
    pub is_inner: bool,
    /// The columns that an UPDATE sets.
    pub set: Vec<Ident>,
    /// The columns that are compared, with what.
    pub compared: Vec<Comparison>,
    /// In which order the rows are wanted, if in any.
    pub order: Option<Order>,
    /// `true` if a star reads columns that the text does not name.
    pub reads_all: bool,
}

/// An order of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Order {
    /// The columns, if it is one of columns in one direction.
    pub columns: Option<Vec<ColumnRef>>,
    /// `true` if only the first rows are wanted.
    pub is_top: bool,
}

impl Scope {
    /// Returns `true` if it is known of each source how many rows it has and which columns: a join may begin with any
    /// of them.
    pub fn is_understood(&self) -> bool {
        let is_altered = |source: &Source| matches!(source.kind, SourceKind::Altered(_));
        self.sources.len() <= MAX_SOURCES && !self.sources.iter().any(is_altered)
    }

    /// The columns in it.
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

    /// The columns in its conditions.
    pub fn bounding(&self) -> Vec<&ColumnRef> {
        let mut found = Vec::new();
        let mut waiting: Vec<&Node> = self.conditions.iter().map(|condition| &condition.node).collect();
        while let Some(node) = waiting.pop() {
            match node {
                Node::All(nodes) | Node::Any(nodes) => waiting.extend(nodes),
                Node::Fixed { columns, by, .. } | Node::Bounded { columns, by, .. } => {
                    found.extend(columns.iter().chain(by));
                }
                Node::Unknown(columns) => found.extend(columns),
                Node::Nothing => {}
            }
        }
        found
    }
}

/// What the rows of a scope are found for.
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
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Select, Self::Update, Self::Delete, Self::BatchUpdate, Self::BatchDelete];
}

/// The columns in a scope, each once.
#[derive(Clone, Debug)]
pub struct Distinct<'s> {
    /// First those that the text names as columns of the sources, then others of its conditions.
    pub columns: Vec<&'s ColumnRef>,
    /// The number of the first.
    pub named: usize,
    places: HashMap<(Option<usize>, Arc<str>), usize>,
}

impl Distinct<'_> {
    /// The place of a column among them.
    pub fn place(&self, column: &ColumnRef) -> Option<u32> {
        let place = self.places.get(&(column.source, Arc::clone(&column.name.name)))?;
        u32::try_from(*place).ok()
    }
}

/// A column that is compared with a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The column.
    pub column: ColumnRef,
    /// The value.
    pub value: Met,
    /// Of an equality or an IN that a condition demands: the number of its chain of ANDs. Within an OR, each
    /// branch has its own.
    pub group: Option<u32>,
}

/// What a column is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum Met {
    /// A literal.
    Literal(Literal),
    /// A parameter, or a named expression.
    Named(Ident),
    /// `IN $list`.
    List(Ident),
    /// `IN (a, b)`, with each of its items and the text of it.
    Items(Vec<(Met, Span)>),
    /// A list after IN that is computed, so that its items are not known.
    Computed,
    /// A list, a set or a tuple where one value belongs, and where it is.
    Several(LiteralKind, Position),
    /// The result of a CAST.
    Cast(TypeExpr),
    /// A column.
    Column,
    /// What the column beside it equals, which a join compares with this one, if both have one type.
    Shared,
    /// An expression whose values are integers if its columns and these parameters are.
    Exact(Vec<Ident>),
    /// Another expression.
    Other,
}

/// How many sources a scope has at most; of one with more, nothing is said.
pub const MAX_SOURCES: usize = 64;

/// All sources of a scope.
pub const ALL_SOURCES: Range<usize> = 0..MAX_SOURCES;

/// A source of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// Where it stands.
    pub at: Position,
    /// The name that qualifies its columns.
    pub label: Option<Arc<str>>,
    /// The byte of the text before which an alias belongs; `None` if it has one, or can have none.
    pub unnamed: Option<u32>,
    /// What it is.
    pub kind: SourceKind,
    /// `true` if a join may find no row of it: its columns are NULL then.
    pub is_outer: bool,
}

/// What a source is.
#[derive(Clone, Debug, PartialEq)]
pub enum SourceKind {
    /// A table, or an index of it.
    Table(TableName),
    /// Rows that are at hand when tables are read: a query in parentheses, a named one, `AS_TABLE`. With their columns,
    /// if the text says them.
    Rows(Option<Vec<Arc<str>>>),
    /// A table whose rows or columns FLATTEN, SAMPLE, ANY or a hint changes, or one that is
    /// [elsewhere](TableName::elsewhere): nothing is known of how it is read.
    Altered(TableName),
}

/// A condition, and which sources of the scope it may bound. The ON of a LEFT JOIN bounds the right side only.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The sources that it may bound.
    pub bounds: Range<usize>,
    /// `true` if it is an ON, which YDB takes only as equalities of two sources joined by AND.
    pub is_on: bool,
    /// What it says.
    pub node: Node,
}

/// What a condition says of columns.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// All of these hold: a conjunction. None of them is one itself.
    All(Vec<Node>),
    /// One of these holds. Of none no row is read, unless the server does not see it.
    Any(Vec<Node>),
    /// Each of the columns equals one of a few values, which come from columns of `by` or from no column. `of_null` says
    /// that it may hold of a column that is NULL: `IS NULL`, and `IS NOT DISTINCT FROM` what may be NULL.
    Fixed { columns: Vec<ColumnRef>, by: Vec<ColumnRef>, value: Option<Equality>, of_null: bool },
    /// The columns, compared as a tuple, are greater or less than a value, which comes from `by` likewise.
    Bounded { columns: Vec<ColumnRef>, by: Vec<ColumnRef>, place: Option<Place>, end: End },
    /// Nothing that helps to find rows.
    Nothing,
    /// It may bound these columns.
    Unknown(Vec<ColumnRef>),
}

/// What bounds a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A value.
    Value,
    /// A Float or a Double, of which YDB makes no range of integers.
    Real,
    /// NULL: `IS NOT NULL`, which says nothing of a column that is never NULL.
    Null,
    /// A value that bounds the column of `by` which a join compares with this one, if both have one type.
    Shared,
}

/// What a column equals wherever a condition holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Equality {
    /// The comparison.
    pub place: Place,
    /// The value, if it is that of one column and can be named a second time.
    pub met: Option<Met>,
    /// The text of the value.
    pub span: Span,
}

/// A comparison in its conjunction. What follows from it may be added before it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The whole comparison.
    pub span: Span,
    /// `true` if it stands alone within an expression, so that it needs parentheses together with what is added.
    pub is_alone: bool,
}

/// A column as the text names it.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnRef {
    /// The source that qualifies it, by position.
    pub source: Option<usize>,
    /// Its name.
    pub name: Ident,
    /// `true` if it may be something else: the name of a struct before one of its members.
    pub doubtful: bool,
}

/// A table of this database that is written row by row: INSERT, UPSERT, REPLACE, `UPDATE .. ON`, `DELETE .. ON`.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The table.
    pub table: TableName,
    /// What is done.
    pub verb: Verb,
    /// The columns that the rows have, if the text says them.
    pub columns: Option<Vec<Ident>>,
    /// Those of them whose values are not always parameters and literals.
    pub made: Vec<Arc<str>>,
    /// Those of them whose values are columns of a source as they are.
    pub copied: Vec<Copied>,
    /// `true` if the rows are those of a parameter, with all their columns.
    pub are_given: bool,
    /// Further columns that the text names: beside a star, in a query that a star reads, in another branch of a UNION.
    pub others: Vec<Ident>,
}

/// A column of a source that is written as it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Copied {
    /// The column of the target.
    pub column: Arc<str>,
    /// The number of the scope.
    pub scope: usize,
    /// The column of the source, as the list of SELECT names it.
    pub source: ColumnRef,
}

/// What is done with the rows of a [`Target`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are YQL's own")]
pub enum Verb {
    Insert(InsertVerb),
    UpdateOn,
    DeleteOn,
}
