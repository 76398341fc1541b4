//! Calls in a SELECT that need other rows: aggregate functions and functions with windows. Each becomes a column.

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{Error, Position, Result};
use crate::exec::{OutputColumn, Rel, RelKind, Window, WindowCall};
use crate::expr::{Expr, ExprKind};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast;

/// What GROUP BY says.
pub(super) struct Groups {
    /// The columns of the groups: the keys, and after them the set, if there are sets.
    pub(super) columns: Vec<OutputColumn>,
    /// The keys, over the rows that are grouped.
    pub(super) keys: Vec<Expr>,
    /// ROLLUP, CUBE and GROUPING SETS as sets of positions of keys; empty without them.
    pub(super) sets: Vec<Vec<usize>>,
}

impl Groups {
    /// Whether a table without rows has a group.
    pub(super) fn has_total(&self) -> bool {
        self.keys.is_empty() || self.sets.iter().any(Vec::is_empty)
    }

    /// The value of GROUPING for these keys: a bit for each, which is set where the key is not in the row's set.
    pub(super) fn mask(&self, keys: &[usize], at: Position) -> Expr {
        let mask = |set: &Vec<usize>| keys.iter().fold(0_u64, |mask, key| (mask << 1) | u64::from(!set.contains(key)));
        let masks: Vec<Value> = self.sets.iter().map(|set| Value::Uint(mask(set))).collect();
        let ty = Type::from(Primitive::Uint64);
        let masks = Expr::constant(Type::List(Arc::new(ty.clone())), at, Value::Items(masks.into()));
        let set = Expr { ty: ty.clone(), at, kind: ExprKind::Column(self.keys.len()) };
        Expr { ty, at, kind: ExprKind::Index(Box::new([masks, set])) }
    }
}

/// The windows of a SELECT, with the functions found so far.
///
/// While the SELECT list is compiled, the positions of their columns are not known yet: further aggregates add columns
/// before them. So these positions begin at [`SLOTS`] until [`Windows::over`] moves them.
pub(super) struct Windows {
    /// Those of the WINDOW clause, with their positions among the used ones.
    named: HashMap<Arc<str>, (ast::Window, Option<usize>)>,
    used: Vec<Window>,
    /// The columns of the functions.
    columns: Vec<OutputColumn>,
}

/// The position of the first window function.
const SLOTS: usize = usize::MAX / 2;

impl Windows {
    /// No function yet.
    pub(super) fn new(core: &ast::SelectCore) -> Result<Self> {
        let mut named = HashMap::with_capacity(core.windows.len());
        for (name, window) in &core.windows {
            if named.insert(Arc::clone(&name.name), (window.clone(), None)).is_some() {
                // UNVERIFIED: the text.
                return Err(Error::translation(name.at, format!("Duplicate window: {}", name.name)));
            }
        }
        Ok(Self { named, used: Vec::new(), columns: Vec::new() })
    }

    /// A window of the WINDOW clause, with its position among the used ones.
    pub(super) fn named(&self, name: &ast::Ident) -> Result<&(ast::Window, Option<usize>)> {
        self.named.get(&name.name).ok_or_else(|| {
            let message = format!("Can't refer to the window specification with name: {}", name.name);
            Error::translation(name.at, message)
        })
    }

    /// Adds a window, and returns its position.
    pub(super) fn add(&mut self, name: Option<&ast::Ident>, window: Window) -> usize {
        self.used.push(window);
        let place = self.used.len() - 1;
        if let Some((_, own)) = name.and_then(|name| self.named.get_mut(&name.name)) {
            *own = Some(place);
        }
        place
    }

    /// Adds a call to a window. Returns its value.
    pub(super) fn call(&mut self, place: usize, call: WindowCall, ty: Type, at: Position) -> Expr {
        let slot = self.columns.len();
        self.columns.push(OutputColumn::new("".into(), ty.clone(), true));
        self.used[place].calls.push(WindowCall { slot, ..call });
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
        Rel { columns, kind: RelKind::Window { input: Box::new(input), windows: self.used.into() } }
    }
}
