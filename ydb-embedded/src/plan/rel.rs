//! The relational operators of a plan.

use std::sync::Arc;

use super::access::Access;
use crate::catalog::Table;
use crate::expr::aggregate::Aggregate;
use crate::expr::window::WindowFunction;
use crate::expr::{Expr, ExprKind};
use crate::types::Type;
use crate::yql::ast::JoinKind;

/// A column of an operator's rows.
#[derive(Clone, Debug)]
pub struct OutputColumn {
    /// The alias of the source it comes from.
    pub source: Option<Arc<str>>,
    /// Its name.
    pub name: Arc<str>,
    /// Its type.
    pub ty: Type,
    /// Whether YDB's translator knows the source's columns, as it does for a list, but not for a table.
    pub known: bool,
}

impl OutputColumn {
    /// A column of no source.
    pub const fn new(name: Arc<str>, ty: Type, known: bool) -> Self {
        Self { source: None, name, ty, known }
    }
}

/// An operator with the columns of its rows.
#[derive(Clone, Debug, Default)]
pub struct Rel {
    /// The columns, in the order of each row's values.
    pub columns: Vec<OutputColumn>,
    /// What it does.
    pub kind: RelKind,
}

/// Calls `$visit` with each operator directly below `$kind`; with `mut`, to change it.
macro_rules! each_input {
    ($kind:expr, $visit:ident $(, $mut:ident)?) => {
        match $kind {
            RelKind::Unit | RelKind::Values(_) | RelKind::AsTable(_) | RelKind::Scan(_) | RelKind::SysView(_) => {}
            RelKind::Filter { input, .. }
            | RelKind::Project { input, .. }
            | RelKind::Group { input, .. }
            | RelKind::Window { input, .. }
            | RelKind::Distinct(input)
            | RelKind::Sort { input, .. }
            | RelKind::Limit { input, .. } => $visit(input),
            RelKind::Join(join) => {
                $visit(&$($mut)? join.first);
                for joined in &$($mut)? join.joined {
                    $visit(&$($mut)? joined.right);
                }
            }
            RelKind::Union(inputs) => {
                for input in inputs {
                    $visit(input);
                }
            }
        }
    };
}

impl Rel {
    /// Visits the operators directly below.
    pub fn for_each_input(&self, visit: &mut dyn FnMut(&Self)) {
        each_input!(&self.kind, visit);
    }

    /// Visits the operators directly below, to change them.
    pub fn for_each_input_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        each_input!(&mut self.kind, visit, mut);
    }

    /// Visits the tables that are read, except system views.
    pub fn tables(&self, visit: &mut dyn FnMut(&Arc<Table>)) {
        match &self.kind {
            RelKind::Scan(scan) => visit(&scan.table),
            _ => self.for_each_input(&mut |input| input.tables(visit)),
        }
    }
}

/// The kinds of operators.
#[derive(Clone, Debug, Default)]
pub enum RelKind {
    /// One row without columns: SELECT without FROM.
    #[default]
    Unit,
    /// `VALUES`: rows of expressions without columns.
    Values(Vec<Vec<Expr>>),
    /// `AS_TABLE(list)`: a list of structs, whose members are the columns in the order of the type.
    AsTable(Expr),
    /// A table, or an index of it.
    Scan(Box<Scan>),
    /// Rows of a system view.
    SysView(Arc<Table>),
    /// The rows for which the predicate is true.
    Filter { input: Box<Rel>, predicate: Expr },
    /// Expressions over each row, one for each column.
    Project { input: Box<Rel>, exprs: Vec<Expr> },
    /// Rows of one source beside those of others.
    Join(Box<Join>),
    /// One row for each group: the keys, then the aggregates.
    Group {
        /// The rows.
        input: Box<Rel>,
        /// The keys of the groups. Without keys there is one group, even without rows.
        keys: Vec<Expr>,
        /// Grouping sets: positions of keys. Each groups all rows, with NULL for the keys that it lacks, and the
        /// position of the set comes after the keys. Empty without sets.
        sets: Vec<Vec<usize>>,
        /// The aggregates of each group.
        aggregates: Vec<AggregateCall>,
    },
    /// Each row with the values of functions over windows.
    Window { input: Box<Rel>, windows: Vec<Window> },
    /// Each row once.
    Distinct(Box<Rel>),
    /// Rows in the order of the keys, each with whether it descends. `top` is how many of them are wanted, if known.
    Sort { input: Box<Rel>, keys: Vec<(Expr, bool)>, top: Option<Expr> },
    /// Some of the rows: at most `limit` of those after the first `offset`.
    Limit { input: Box<Rel>, limit: Option<Expr>, offset: Option<Expr> },
    /// The rows of all inputs, whose columns have the same types in the same order.
    Union(Vec<Rel>),
}

/// A read of a table. Its rows have all the table's columns; those that are not needed are NULL.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The table.
    pub table: Arc<Table>,
    /// The index that is read instead; columns it lacks are looked up in the table.
    pub index: Option<Arc<Table>>,
    /// The positions of the needed columns.
    pub needed: Vec<usize>,
    /// Which keys are read.
    pub access: Access,
    /// The condition that `access` was made of; it is checked on each row as well.
    pub predicate: Option<Expr>,
    /// Whether rows come in descending key order.
    pub descending: bool,
    /// The most rows that are wanted, if known. More are read if the predicate drops some.
    pub hint: Option<Expr>,
}

impl Scan {
    /// The positions of the read table's key columns in this scan's rows, which are those of the main table.
    pub fn key_positions(&self) -> Vec<usize> {
        let read = self.read_table();
        let position = |&column: &usize| self.table.column(&read.columns[column].name).unwrap_or(usize::MAX);
        read.key.iter().map(position).collect()
    }

    /// The table that is read: the index's, if there is one.
    pub fn read_table(&self) -> &Arc<Table> {
        self.index.as_ref().unwrap_or(&self.table)
    }
}

/// Sources joined one after another. A chain of joins is one operator, so that a long one is not a deep plan.
#[derive(Clone, Debug)]
pub struct Join {
    /// The first source.
    pub first: Rel,
    /// What is joined to it, in order.
    pub joined: Vec<Joined>,
}

/// One join of a chain. Its left rows are those of the joins before it.
#[derive(Clone, Debug)]
pub struct Joined {
    /// Its kind.
    pub kind: JoinKind,
    /// The number of the left rows' columns.
    pub width: usize,
    /// The right side.
    pub right: Rel,
    /// Pairs that must be equal: an expression over the left rows and one over the right rows, of one type.
    pub equal: Vec<(Expr, Expr)>,
    /// How the right side's rows are found.
    pub strategy: JoinStrategy,
    /// A condition on the joined rows, before the next join.
    pub filter: Option<Expr>,
}

impl Join {
    /// The first source, and then what is joined to it.
    pub fn sources(&self) -> impl Iterator<Item = &Rel> {
        std::iter::once(&self.first).chain(self.joined.iter().map(|joined| &joined.right))
    }

    /// One of the sources.
    pub fn source(&self, position: usize) -> Option<&Rel> {
        match position.checked_sub(1) {
            None => Some(&self.first),
            Some(joined) => self.joined.get(joined).map(|joined| &joined.right),
        }
    }
}

impl Joined {
    /// How many columns of the left rows are in the joined rows: all or none. Those of the right rows follow, if any.
    pub const fn kept(&self) -> usize {
        if matches!(self.kind, JoinKind::RightSemi | JoinKind::RightOnly) { 0 } else { self.width }
    }

    /// The pairs of columns of the same type that must be equal, by their positions in the left and the right rows.
    pub fn same(&self) -> impl Iterator<Item = (usize, usize)> {
        self.equal.iter().filter_map(|(left, right)| match (&left.kind, &right.kind) {
            (ExprKind::Column(a), ExprKind::Column(b)) if left.ty == right.ty => Some((*a, *b)),
            _ => None,
        })
    }
}

/// How a join finds the right side's rows.
#[derive(Clone, Debug)]
pub enum JoinStrategy {
    /// By a hash table of all of them.
    Hash,
    /// By the leading key columns of the table on the right: for each, the position in `equal` that gives it.
    Lookup(Vec<usize>),
}

/// A call of an aggregate function.
#[derive(Clone, Debug)]
pub struct AggregateCall {
    /// Which.
    pub aggregate: Aggregate,
    /// Its arguments, over the ungrouped rows.
    pub args: Vec<Expr>,
}

/// A window.
#[derive(Clone, Debug)]
pub struct Window {
    /// What divides the rows into partitions.
    pub partition: Vec<Expr>,
    /// What each partition is ordered by, and whether descending.
    pub order: Vec<(Expr, bool)>,
    /// The functions.
    pub calls: Vec<WindowCall>,
}

/// A call of a function over a window.
#[derive(Clone, Debug)]
pub struct WindowCall {
    /// The position of its column after those of the rows.
    pub slot: usize,
    /// Which.
    pub function: WindowFunction,
    /// Its arguments.
    pub args: Vec<Expr>,
    /// The rows that it sees.
    pub frame: Frame,
}

/// Rows around the current one, by their distances to it: negative before it.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The first row; the least number is that of the partition.
    pub from: i64,
    /// The last row; the greatest number is that of the partition.
    pub to: i64,
    /// Whether the frame ends with the last of the rows that are ordered the same as the current one.
    pub with_peers: bool,
}

impl Frame {
    /// Whether a row may have no row in its frame.
    pub fn may_be_empty(self) -> bool {
        self.from > 0 || self.to < 0
    }
}
