//! Plans of rows: trees of relational operators, each of which is in a file of its own.

use std::sync::Arc;

use super::group::Group;
use super::join::{JoinStrategy, Joined, Joiner, Right};
use super::rows::{Container, Limit};
use super::scan::{Scan, TableReader};
use super::window::{Sort, Window};
use super::{Cursor, group, join, rows, scan, window};
use crate::catalog::Table;
use crate::expr::Expr;
use crate::expr::memory::MemoryGuard;
use crate::types::{Row, Type};

/// A column of an operator's rows.
#[derive(Clone, Debug)]
pub struct OutputColumn {
    /// The alias of the source it comes from.
    pub source: Option<Arc<str>>,
    pub name: Arc<str>,
    pub ty: Type,
    /// `true` if YDB's translator knows the source's columns, as it does for a list, but not for a table.
    pub known: bool,
}

impl OutputColumn {
    /// A column of no source.
    pub const fn new(name: Arc<str>, ty: Type, known: bool) -> Self {
        Self { source: None, name, ty, known }
    }

    /// Lets the column be NULL, as on the side of a join that may have no row.
    pub fn make_optional(&mut self) {
        self.ty = self.ty.clone().optional();
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
            | RelKind::Flatten { input, .. }
            | RelKind::Sort { input, .. }
            | RelKind::Limit { input, .. } => $visit(input),
            RelKind::Join(join) => {
                $visit(&$($mut)? join.first);
                for (_, right) in &$($mut)? join.joined {
                    $visit(right);
                }
            }
            RelKind::Union { inputs, .. } => {
                for input in inputs {
                    $visit(input);
                }
            }
        }
    };
}

impl Rel {
    /// Opens the operator and those below it, before the first row.
    pub fn open(&self) -> Cursor {
        match &self.kind {
            RelKind::Unit => Cursor::at_once(|_| Ok((vec![Row::new()], MemoryGuard::default()))),
            RelKind::Values(rows) => rows::open_values(rows),
            RelKind::AsTable(list) => rows::open_list(list),
            RelKind::Scan(scan) => scan::open(scan),
            RelKind::SysView(view) => {
                let view = Arc::clone(view);
                Cursor::at_once(move |run| Ok((run.host.system_rows(&view), MemoryGuard::default())))
            }
            RelKind::Filter { input, predicate } => rows::open_filter(predicate, input.open()),
            RelKind::Project { input, exprs } => rows::open_projection(exprs, input.open()),
            RelKind::Join(join) => join.open(),
            RelKind::Group { input, group } => group::open(group, input.open()),
            RelKind::Window { input, windows } => window::open_windows(windows, input.open()),
            RelKind::Distinct(input) => group::open_distinct(input.open()),
            RelKind::Flatten { input, containers } => rows::open_flatten(containers, input.open()),
            RelKind::Sort { input, sort } => window::open_sort(sort, input.open()),
            RelKind::Limit { input, limit } => rows::open_limit(limit, input.open()),
            RelKind::Union { inputs, .. } => rows::open_union(inputs.iter().map(Self::open).collect()),
        }
    }

    /// Those of the rows for which a predicate is true.
    pub fn filtered(self, predicate: Expr) -> Self {
        let (columns, predicate) = (self.columns.clone(), Arc::new(predicate));
        Self { columns, kind: RelKind::Filter { input: Box::new(self), predicate } }
    }

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

/// The kinds of operators. What one needs besides its inputs is shared with those that are [open](Rel::open).
#[derive(Clone, Debug, Default)]
pub enum RelKind {
    /// One row without columns: SELECT without FROM.
    #[default]
    Unit,
    /// `VALUES`: rows of expressions without columns.
    Values(Arc<[Vec<Expr>]>),
    /// `AS_TABLE(list)`: a list of structs, whose members are the columns in the order of the type.
    AsTable(Arc<Expr>),
    /// A table, or an index of it.
    Scan(Arc<Scan>),
    SysView(Arc<Table>),
    Filter {
        input: Box<Rel>,
        predicate: Arc<Expr>,
    },
    Project {
        input: Box<Rel>,
        exprs: Arc<[Expr]>,
    },
    Join(Box<Join>),
    Group {
        input: Box<Rel>,
        group: Arc<Group>,
    },
    Window {
        input: Box<Rel>,
        windows: Arc<[Window]>,
    },
    Distinct(Box<Rel>),
    /// Each row once for each combination of the items of its containers.
    Flatten {
        input: Box<Rel>,
        containers: Arc<[Container]>,
    },
    Sort {
        input: Box<Rel>,
        sort: Arc<Sort>,
    },
    Limit {
        input: Box<Rel>,
        limit: Arc<Limit>,
    },
    /// The rows of all inputs, whose columns have the same types in the same order.
    Union {
        inputs: Vec<Rel>,
        /// `true` if it is what a name means that is used elsewhere, too: no condition goes down into it.
        is_shared: bool,
    },
}

/// Sources joined one after another. A chain of joins is one operator, so that a long one is not a deep plan.
#[derive(Clone, Debug)]
pub struct Join {
    pub first: Rel,
    /// What is joined to it, in order: each join with its right side.
    pub joined: Vec<(Arc<Joined>, Rel)>,
}

impl Join {
    fn open(&self) -> Cursor {
        let joiner = |(joined, right): &(Arc<Joined>, Rel)| {
            let rows = match (&joined.strategy, &right.kind) {
                (JoinStrategy::Lookup(key), RelKind::Scan(scan)) => {
                    Right::Lookup(Arc::clone(key), TableReader::new(scan), None)
                }
                _ => Right::Hash(right.open(), None),
            };
            Joiner::new(joined, rows, right.columns.len())
        };
        join::open(self.first.open(), self.joined.iter().map(joiner).collect())
    }
}
