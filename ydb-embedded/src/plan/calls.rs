//! Calls in a SELECT that need other rows: aggregate functions and functions with windows. Each becomes a column.

use super::rel::{AggregateCall, OutputColumn, Rel, RelKind, Window, WindowCall};
use crate::error::{Error, Position, Result};
use crate::expr::{Expr, ExprKind};
use crate::types::{Primitive, Type};
use crate::yql::ast;

/// What GROUP BY says.
pub(super) struct Groups {
    /// All keys, as columns of the groups.
    pub(super) columns: Vec<OutputColumn>,
    /// The same, over the rows that are grouped.
    pub(super) keys: Vec<Expr>,
    /// The grouping sets: positions of keys.
    pub(super) sets: Vec<Vec<usize>>,
    /// Whether GROUPING may be called: GROUP BY is more than a list of keys.
    pub(super) has_sets: bool,
}

impl Groups {
    /// Whether a table without rows has a group.
    pub(super) fn has_total(&self) -> bool {
        self.sets.iter().any(Vec::is_empty)
    }
}

/// A call whose value is known after grouping.
pub(super) enum GroupCall {
    /// An aggregate function.
    Aggregate(AggregateCall),
    /// GROUPING, with the positions of its keys.
    Grouping(Vec<usize>),
}

impl GroupCall {
    /// The type of its value.
    pub(super) fn ty(&self) -> Type {
        match self {
            Self::Aggregate(call) => call.aggregate.ty.clone(),
            Self::Grouping(_) => Primitive::Uint64.into(),
        }
    }
}

/// The windows of a SELECT, with the functions found so far.
///
/// While the SELECT list is compiled, the positions of their columns are not known yet: further aggregates add columns
/// before them. So these positions begin at [`SLOTS`] until [`Windows::over`] moves them.
pub(super) struct Windows {
    /// Those of the WINDOW clause.
    named: Vec<(ast::Ident, ast::Window)>,
    /// Those that are used, with their positions among the named ones.
    used: Vec<(Option<usize>, Window)>,
    /// The columns of the functions.
    columns: Vec<OutputColumn>,
}

/// The position of the first window function.
const SLOTS: usize = usize::MAX / 2;

impl Windows {
    /// No function yet.
    pub(super) fn new(core: &ast::SelectCore) -> Result<Self> {
        for (i, (name, _)) in core.windows.iter().enumerate() {
            if core.windows[..i].iter().any(|(other, _)| other.name == name.name) {
                // UNVERIFIED: the text.
                return Err(Error::translation(name.at, format!("Duplicate window: {}", name.name)));
            }
        }
        Ok(Self { named: core.windows.clone(), used: Vec::new(), columns: Vec::new() })
    }

    /// A window of the WINDOW clause, with its position there.
    pub(super) fn named(&self, name: &ast::Ident) -> Result<(usize, &ast::Window)> {
        let found = self.named.iter().enumerate().find(|(_, (own, _))| own.name == name.name);
        // UNVERIFIED: the text.
        let unknown = || Error::translation(name.at, format!("Unknown window: {}", name.name));
        found.map(|(position, (_, window))| (position, window)).ok_or_else(unknown)
    }

    /// Where a named window is, if it is used already.
    pub(super) fn place(&self, named: Option<usize>) -> Option<usize> {
        self.used.iter().position(|(own, _)| own.is_some() && *own == named)
    }

    /// Adds a window, and returns where it is.
    pub(super) fn add(&mut self, named: Option<usize>, window: Window) -> usize {
        self.used.push((named, window));
        self.used.len() - 1
    }

    /// Adds a call to a window. Returns its value.
    pub(super) fn call(&mut self, place: usize, call: WindowCall, ty: Type, at: Position) -> Expr {
        let slot = self.columns.len();
        self.columns.push(OutputColumn { source: None, name: "".into(), ty: ty.clone(), known: true });
        self.used[place].1.calls.push(WindowCall { slot, ..call });
        Expr { ty, at, kind: ExprKind::Column(SLOTS + slot) }
    }

    /// Adds the functions to the rows, and gives the expressions over these their positions.
    pub(super) fn over<'e>(self, input: Rel, exprs: impl Iterator<Item = &'e mut Expr>) -> Rel {
        if self.used.is_empty() {
            return input;
        }
        let width = input.columns.len();
        exprs.for_each(|expr| {
            expr.map_columns(&mut |column| if column >= SLOTS { column - SLOTS + width } else { column });
        });
        let columns = input.columns.iter().cloned().chain(self.columns).collect();
        let windows = self.used.into_iter().map(|(_, window)| window).collect();
        Rel { columns, kind: RelKind::Window { input: Box::new(input), windows } }
    }
}
