//! The `$names` of a query: the meaning of each, where it may be used, and the cost of its use.
//!
//! Names are bound in the order of the text, and a name may be bound again. A named query or lambda sees only the names
//! bound before it. All bindings therefore stand in one list, and a scope is a number: how many of the bindings are
//! visible.
//!
//! The planner puts the value of a name in place of the name. Literals then stay literals, and conditions reach the
//! tables of a named query. But a plan must not become deep or large where names build on one another: `$b = $a + $a;
//! $c = $b + $b; ..` doubles with each line. Each binding therefore knows its height and size, including everything
//! that is put in place in it. A binding beyond a limit is computed once, in a step of its own, and read from there:
//!
//! ```text
//! $a = 1 + $p;                        put in place
//! $b = f($a) + .. + g($a);            large: computed once
//! $q = SELECT * FROM t;               put in place, so that WHERE id = 1 is a point read
//! $r = SELECT .. FROM $q JOIN $q ..   .. joined often enough: its rows are computed once
//! ```
//!
//! A lambda cannot be computed without its arguments: a lambda that is too high is refused, and a lambda that is used
//! too often meets the limit on the size of a plan ([`MAX_NODES`](super::MAX_NODES)).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::QueryPhase;
use crate::error::Result;
use crate::expr::{Expr, ExprKind};
use crate::work::tick;
use crate::yql::ast;

/// Largest number of nodes of a value that is always put in place; a larger value is computed once.
const SMALL: usize = 16;

/// Largest height of a list, tuple, struct or dict that is put in place despite its size, because its literals have
/// conversion rules of their own.
const LOW: usize = 16;

/// Largest height of a named query, including the named queries in it, that is put in place; a higher one is computed
/// once.
const MAX_QUERY_HEIGHT: usize = 60;

/// Largest number of sources of a named query that is put in place; a query with more is computed once.
const MAX_SOURCES: usize = 64;

/// Largest height of a lambda, including the lambdas in it; a higher one is refused.
const MAX_LAMBDA_HEIGHT: usize = 100;

/// The meaning of a `$name`.
#[derive(Clone)]
pub(super) enum Binding {
    Value(Arc<Expr>),
    Query(Arc<NamedQuery>),
    Lambda(Arc<(Vec<ast::Ident>, ast::Expr)>),
}

pub(super) struct NamedQuery {
    pub(super) query: ast::SelectQuery,
    /// Position of the query among the bindings; the bindings before it are its scope.
    pub(super) position: usize,
    /// Length of the query's text in tokens.
    pub(super) length: usize,
    /// `true` if the query's rows are computed once.
    pub(super) once: bool,
    /// `true` if the query's name is used more than once.
    pub(super) is_shared: bool,
}

/// Source of a value that reads tables. The value is computed from it again when a later phase uses it (`phases.rs`).
#[derive(Clone)]
pub(super) struct ValueOrigin {
    pub(super) value: Arc<ast::Expr>,
    /// The length of the text in tokens.
    pub(super) length: usize,
    pub(super) names: Vec<usize>,
    /// Number of bindings that the value sees.
    pub(super) scope: usize,
    /// The phase that computed it last.
    pub(super) phase: usize,
    /// Position of the value in its tuple, if it was unpacked from one.
    pub(super) item: Option<usize>,
}

/// A binding that must be planned before a statement that uses it.
pub(super) enum Need {
    /// The rows of a query that is computed once.
    Rows(Arc<NamedQuery>),
    /// The position of the binding of a value that an earlier phase computed.
    Value(usize),
}

/// A binding with the cost of its use.
pub(super) struct Bound {
    pub(super) binding: Binding,
    /// Positions of the bindings that a query or lambda names.
    names: Vec<usize>,
    /// Absolute paths of the tables that a query or lambda reads itself.
    tables: Vec<Arc<str>>,
    /// `true` if the binding reads tables, or names a binding that does.
    reads: bool,
    /// Height of a query or lambda, including everything that is put in place in it.
    height: usize,
    /// Number of named queries that a query or lambda reads, including those that are put in place in it.
    sources: usize,
    /// Number of nodes of a value.
    pub(super) nodes: usize,
    /// `true` if a value was put in place before.
    pub(super) used: bool,
    /// Slot of the step that computes a value, once there is one.
    pub(super) slot: Option<usize>,
    /// Origin of a value that reads tables; a later phase computes the value from it again.
    pub(super) origin: Option<ValueOrigin>,
}

/// All bindings so far, and the number of those that are visible.
#[derive(Default)]
pub(super) struct Bindings {
    bound: Vec<Bound>,
    places: HashMap<Arc<str>, Vec<usize>>,
    /// Number of visible bindings while a named query is planned; `None` if all are visible.
    visible: Option<usize>,
    /// `true` if a lambda has been bound.
    lambdas: bool,
    /// Names that the query's text uses more than once.
    shared: HashSet<Arc<str>>,
}

impl Bindings {
    /// Creates an empty list of bindings. `uses` are all uses of names in the query's text.
    pub(super) fn new<'q>(uses: impl Iterator<Item = &'q Arc<str>>) -> Self {
        let mut seen = HashSet::new();
        let shared = uses.filter(|name| !seen.insert(Arc::clone(name))).cloned().collect();
        Self { shared, ..Self::default() }
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        let places = self.places.get(name)?;
        let visible = self.visible.unwrap_or(self.bound.len());
        places[..places.partition_point(|&place| place < visible)].last().copied()
    }

    pub(super) fn get(&self, name: &str) -> Option<&Binding> {
        Some(&self.bound[self.position(name)?].binding)
    }

    /// Returns `true` if a second binding of this name could change a lambda, because a lambda has been bound and the
    /// name is bound already.
    pub(super) fn hides(&self, name: &str) -> bool {
        self.lambdas && self.places.contains_key(name)
    }

    pub(super) fn at(&mut self, position: usize) -> &mut Bound {
        &mut self.bound[position]
    }

    /// Limits the visible bindings to the first `visible` ones, or shows all of them. Returns the former limit.
    pub(super) const fn show(&mut self, visible: Option<usize>) -> Option<usize> {
        std::mem::replace(&mut self.visible, visible)
    }

    pub(super) fn bind_value(&mut self, name: &Arc<str>, value: Expr, origin: Option<ValueOrigin>) {
        self.push(name, Bound::of_value(value, origin));
    }

    /// Gives a binding a second name.
    pub(super) fn bind_again(&mut self, name: &Arc<str>, position: usize) {
        self.places.entry(Arc::clone(name)).or_default().push(self.bound.len());
        let known = &self.bound[position];
        let (binding, tables, origin) = (known.binding.clone(), known.tables.clone(), known.origin.clone());
        let copy = Bound { binding, names: vec![position], tables, origin, ..*known };
        self.bound.push(copy);
    }

    pub(super) fn bind_query(
        &mut self,
        name: &Arc<str>,
        query: &ast::SelectQuery,
        statement: &ast::Statement,
        tables: Vec<Arc<str>>,
    ) {
        let (names, height, sources) = self.extent(statement);
        let once = height > MAX_QUERY_HEIGHT || sources > MAX_SOURCES;
        let (position, length) = (self.bound.len(), statement.length);
        let is_shared = self.shared.contains(name);
        let query = Binding::Query(Arc::new(NamedQuery { query: query.clone(), position, length, once, is_shared }));
        let (height, sources) = if once { (0, 1) } else { (height, sources) };
        let reads = !tables.is_empty() || self.reads(statement);
        self.push(name, Bound { names, tables, reads, height, sources, ..Bound::new(query) });
    }

    /// Binds a lambda. Returns `false` if it is too high.
    pub(super) fn bind_lambda(
        &mut self,
        name: &Arc<str>,
        lambda: (Vec<ast::Ident>, ast::Expr),
        statement: &ast::Statement,
        tables: Vec<Arc<str>>,
    ) -> bool {
        self.lambdas = true;
        let (names, height, sources) = self.extent(statement);
        let reads = !tables.is_empty() || self.reads(statement);
        let lambda = Binding::Lambda(Arc::new(lambda));
        self.push(name, Bound { names, tables, reads, height, sources, ..Bound::new(lambda) });
        height <= MAX_LAMBDA_HEIGHT
    }

    fn push(&mut self, name: &Arc<str>, bound: Bound) {
        self.places.entry(Arc::clone(name)).or_default().push(self.bound.len());
        self.bound.push(bound);
    }

    pub(super) const fn count(&self) -> usize {
        self.bound.len()
    }

    pub(super) fn named_by(&self, statement: &ast::Statement) -> Vec<usize> {
        statement.names.iter().filter_map(|name| self.position(name)).collect()
    }

    pub(super) fn reads(&self, statement: &ast::Statement) -> bool {
        statement.names.iter().filter_map(|name| self.position(name)).any(|position| self.bound[position].reads)
    }

    /// Returns the positions of the bindings that a statement names, and the statement's height and number of sources
    /// with these bindings put in place.
    fn extent(&self, statement: &ast::Statement) -> (Vec<usize>, usize, usize) {
        let names = self.named_by(statement);
        let (mut height, mut sources) = (0, 1_usize);
        for &name in &names {
            height = height.max(self.bound[name].height);
            sources = sources.saturating_add(self.bound[name].sources);
        }
        (names, statement.height + height, sources)
    }

    /// Returns the bindings that a statement needs before it is planned, in the order in which they can be planned:
    /// queries that are computed once, and values of earlier phases. Queries that are `known` are left out, with
    /// everything that only they need.
    pub(super) fn needed(
        &self,
        statement: &ast::Statement,
        phase: &QueryPhase,
        known: impl Fn(usize) -> bool,
    ) -> Result<Vec<Need>> {
        let mut waiting = self.named_by(statement);
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        while let Some(position) = waiting.pop() {
            tick(1)?;
            if !seen.insert(position) {
                continue;
            }
            let bound = &self.bound[position];
            match (&bound.binding, &bound.origin) {
                (Binding::Value(_), Some(origin)) if origin.phase != phase.number => {
                    found.push((position, Need::Value(position)));
                    waiting.extend(&origin.names);
                }
                (Binding::Value(_), _) => {}
                (Binding::Query(query), _) if query.once || bound.tables.iter().any(|table| phase.writes(table)) => {
                    if known(query.position) {
                        continue;
                    }
                    found.push((query.position, Need::Rows(Arc::clone(query))));
                    waiting.extend(&bound.names);
                }
                (Binding::Query(_) | Binding::Lambda(_), _) => waiting.extend(&bound.names),
            }
        }
        found.sort_by_key(|(position, _)| *position);
        found.dedup_by_key(|(position, _)| *position);
        Ok(found.into_iter().map(|(_, need)| need).collect())
    }
}

impl Bound {
    const fn new(binding: Binding) -> Self {
        Self {
            binding,
            names: Vec::new(),
            tables: Vec::new(),
            reads: false,
            height: 0,
            sources: 0,
            nodes: 0,
            used: false,
            slot: None,
            origin: None,
        }
    }

    pub(super) fn of_value(value: Expr, origin: Option<ValueOrigin>) -> Self {
        let nodes = value.nodes();
        Self { nodes, reads: origin.is_some(), origin, ..Self::new(Binding::Value(Arc::new(value))) }
    }

    /// Returns `true` if the value is small enough to be put in place at every use.
    pub(super) const fn is_small(&self) -> bool {
        self.nodes <= SMALL
    }
}

/// Returns `true` if a value is put in place of its name although it is large: it is a container, whose literals are
/// converted one by one.
pub(super) fn is_container(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Items(_) | ExprKind::Dict(_)) && value.height() <= LOW
}
