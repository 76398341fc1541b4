//! The `$names` of a query: what each means, where it may be used, and what using it costs.
//!
//! Names are bound in the order of the text, and a name may be bound again. A named query or lambda sees the names bound
//! before it, whatever is bound later. So all bindings stand in one list, and a scope is a number: how many of them are
//! visible.
//!
//! What a name means is put in place of the name. That keeps literals literal and lets conditions reach the tables of
//! a named query. But it must not make a plan deep or large where names build on one another: `$b = $a + $a;
//! $c = $b + $b; ..` doubles with each line. So each binding knows how high and how large it is with all that it puts in
//! place, and beyond a limit it is computed once, in a step of its own, and read from there:
//!
//! ```text
//! $a = 1 + $p;                        put in place
//! $b = f($a) + .. + g($a);            large: computed once
//! $q = SELECT * FROM t;               put in place, so that WHERE id = 1 is a point read
//! $r = SELECT .. FROM $q JOIN $q ..   .. joined often enough: its rows are computed once
//! ```
//!
//! A lambda cannot be computed without its arguments; one that is too high is refused, and one that is used too often
//! meets the limit on the size of a plan ([`MAX_NODES`](super::MAX_NODES)).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::QueryPhase;
use crate::error::Result;
use crate::expr::{Expr, ExprKind};
use crate::work::tick;
use crate::yql::ast;

/// A value of more nodes than this is computed once.
const SMALL: usize = 16;

/// A list, tuple, struct or dict is put in place up to this height, because its literals have rules of their own.
const LOW: usize = 16;

/// A named query that is higher than this, with the named queries in it, is computed once.
const MAX_QUERY_HEIGHT: usize = 60;

/// So is one that reads more sources than this.
const MAX_SOURCES: usize = 64;

/// A lambda that is higher than this, with the lambdas in it, is refused.
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
    /// Its position among the bindings: those before it are its scope.
    pub(super) position: usize,
    /// Its length in tokens.
    pub(super) length: usize,
    /// `true` if its rows are computed once.
    pub(super) once: bool,
    /// `true` if its name is used more than once.
    pub(super) is_shared: bool,
}

/// What a value that reads tables is computed from again, when a later phase uses it (`phases.rs`).
#[derive(Clone)]
pub(super) struct ValueOrigin {
    pub(super) value: Arc<ast::Expr>,
    /// The length of the text in tokens.
    pub(super) length: usize,
    pub(super) names: Vec<usize>,
    /// How many bindings it sees.
    pub(super) scope: usize,
    /// The phase that computed it last.
    pub(super) phase: usize,
    /// Which item of the tuple it is, if it was unpacked.
    pub(super) item: Option<usize>,
}

/// What a statement needs of a binding.
pub(super) enum Need {
    /// The rows of a query that is computed once.
    Rows(Arc<NamedQuery>),
    /// A value, by the position of its binding, that an earlier phase computed.
    Value(usize),
}

/// A binding, with what using it costs.
pub(super) struct Bound {
    pub(super) binding: Binding,
    /// Of a query or lambda: the bindings that it names.
    names: Vec<usize>,
    /// Of a query or lambda: the absolute paths of the tables that it reads itself.
    tables: Vec<Arc<str>>,
    /// `true` if it reads tables, or names what does.
    reads: bool,
    /// Of a query or lambda: its height, with what is put in place in it.
    height: usize,
    /// Of a query or lambda: the named queries it reads, with those that are put in place in it.
    sources: usize,
    /// Of a value: the number of its nodes.
    pub(super) nodes: usize,
    /// Of a value: whether it was put in place before.
    pub(super) used: bool,
    /// Of a value: where it is once it is computed.
    pub(super) slot: Option<usize>,
    /// Of a value that reads tables.
    pub(super) origin: Option<ValueOrigin>,
}

/// All bindings so far, and which of them are visible.
#[derive(Default)]
pub(super) struct Bindings {
    bound: Vec<Bound>,
    places: HashMap<Arc<str>, Vec<usize>>,
    /// Set while a named query is planned.
    visible: Option<usize>,
    /// `true` if there is a lambda.
    lambdas: bool,
    /// The names that the query's text uses more than once.
    shared: HashSet<Arc<str>>,
}

impl Bindings {
    /// No bindings yet, of a query with these names in use.
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

    /// Returns `true` if a lambda may use a name that is bound once more.
    pub(super) fn hides(&self, name: &str) -> bool {
        self.lambdas && self.places.contains_key(name)
    }

    pub(super) fn at(&mut self, position: usize) -> &mut Bound {
        &mut self.bound[position]
    }

    /// Makes only the first bindings visible, or all of them; returns what was visible.
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

    /// Binds a lambda; false if it is too high.
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

    /// What a statement names, and its height and sources with that in place.
    fn extent(&self, statement: &ast::Statement) -> (Vec<usize>, usize, usize) {
        let names = self.named_by(statement);
        let (mut height, mut sources) = (0, 1_usize);
        for &name in &names {
            height = height.max(self.bound[name].height);
            sources = sources.saturating_add(self.bound[name].sources);
        }
        (names, statement.height + height, sources)
    }

    /// What a statement needs before it is planned, in the order in which it can be planned: the queries that are
    /// computed once, and the values of earlier phases. The queries that are `known` are left out, with what only they
    /// need.
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

    /// Returns `true` if this value may be put in place of its name, however often.
    pub(super) const fn is_small(&self) -> bool {
        self.nodes <= SMALL
    }
}

/// Returns `true` if a large value is put in place of its name nevertheless: it is a container, whose literals convert
/// one by one.
pub(super) fn is_container(value: &Expr) -> bool {
    matches!(value.kind, ExprKind::Items(_) | ExprKind::Dict(_)) && value.height() <= LOW
}
