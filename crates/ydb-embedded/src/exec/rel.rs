//! Plans that return rows: trees of relational operators.

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
use crate::yql::ast::JoinKind;

/// Column of an operator's rows.
#[derive(Clone, Debug)]
pub struct OutputColumn {
    /// Alias of the source that the column comes from.
    pub source: Option<Arc<str>>,
    pub name: Arc<str>,
    pub ty: Type,
    /// `true` if YDB's translator knows the columns of the source. It knows those of a list, but not those of a table.
    pub known: bool,
}

impl OutputColumn {
    /// Returns a column that comes from no source.
    pub const fn new(name: Arc<str>, ty: Type, known: bool) -> Self {
        Self { source: None, name, ty, known }
    }

    /// Makes the column optional, as on the side of a join that may have no row.
    pub fn make_optional(&mut self) {
        self.ty = self.ty.clone().optional();
    }
}

/// Operator, with the columns of its rows.
#[derive(Clone, Debug, Default)]
pub struct Rel {
    /// Columns, in the order of each row's values.
    pub columns: Vec<OutputColumn>,
    /// Kind of the operator, with its inputs.
    pub kind: RelKind,
}

/// Calls `$visit` with each operator directly below `$kind`. With `mut`, `$visit` may change the operators.
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
    /// Opens the operator and the operators below it, before the first row.
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

    /// Returns an operator that keeps only the rows for which a predicate is true.
    pub fn filtered(self, predicate: Expr) -> Self {
        let (columns, predicate) = (self.columns.clone(), Arc::new(predicate));
        Self { columns, kind: RelKind::Filter { input: Box::new(self), predicate } }
    }

    /// Visits the operators directly below this one.
    pub fn for_each_input(&self, visit: &mut dyn FnMut(&Self)) {
        each_input!(&self.kind, visit);
    }

    /// Visits the operators directly below this one, and lets `visit` change them.
    pub fn for_each_input_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        each_input!(&mut self.kind, visit, mut);
    }

    /// Visits the tables that the operators read, except system views.
    pub fn tables(&self, visit: &mut dyn FnMut(&Arc<Table>)) {
        match &self.kind {
            RelKind::Scan(scan) => visit(&scan.table),
            _ => self.for_each_input(&mut |input| input.tables(visit)),
        }
    }
}

/// Kinds of operators. All parts of a kind except its inputs are shared with the [open](Rel::open) operators.
#[derive(Clone, Debug, Default)]
pub enum RelKind {
    /// One row without columns: SELECT without FROM.
    #[default]
    Unit,
    /// `VALUES`: rows of expressions, which read no columns.
    Values(Arc<[Vec<Expr>]>),
    /// `AS_TABLE(list)`: a list of structs. The members of the structs are the columns, in the order of the type.
    AsTable(Arc<Expr>),
    /// Read of a table, or of an index of the table.
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
    /// FLATTEN BY: each row, once for each combination of the items of its containers.
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
    /// UNION ALL: the rows of all inputs. The columns of all inputs have the same types in the same order.
    Union {
        inputs: Vec<Rel>,
        /// `true` if the union is a named query that is used elsewhere, too. No condition is moved down into such a
        /// union.
        is_shared: bool,
    },
}

/// Sources joined one after another. A whole chain of joins is one operator, so that a long chain is not a deep plan.
#[derive(Clone, Debug)]
pub struct Join {
    pub first: Rel,
    /// Joins in order, each with its right side.
    pub joined: Vec<(Arc<Joined>, Rel)>,
}

impl Joined {
    /// Returns the columns of the joined rows. The columns of a side that may have no row are optional.
    pub fn columns(&self, mut left: Vec<OutputColumn>, right: &[OutputColumn]) -> Vec<OutputColumn> {
        left.truncate(self.kept());
        if matches!(self.kind, JoinKind::Right | JoinKind::Full | JoinKind::Exclusion) {
            left.iter_mut().for_each(OutputColumn::make_optional);
        }
        let width = left.len();
        if self.shows_right() {
            left.extend(right.iter().cloned());
        }
        if matches!(self.kind, JoinKind::Left | JoinKind::Full | JoinKind::Exclusion) {
            left[width..].iter_mut().for_each(OutputColumn::make_optional);
        }
        left
    }
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
