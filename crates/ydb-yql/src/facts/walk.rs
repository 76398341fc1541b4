//! Walk over a query that collects its scopes, statement by statement. Named expressions are read at each use.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::condition::node;
use super::joins::{self, is_written_union, on, without};
use super::pushed::{Inside, Outside, Side, equal_columns, is_one_way, plain_name, refs, shared};
use super::results::is_outer;
use super::scope::Names;
use super::value::Compared;
use super::words::{PathPrefix, path_prefix};
use super::written::{copied, miscounts, names_of};
use super::{ALL_SOURCES, Condition, Facts, MAX_SOURCES, Order, Purpose, Scope, Source, SourceKind, Target, Verb};
use crate::ast::{
    self, Delete, DeleteKind, Expr, ExprKind, Grouping, Ident, InSet, Insert, JoinKind, JoinOn, Literal, OrderItem,
    Query, SelectBody, SelectCore, SelectItem, SelectQuery, StatementKind, TableName, TypeExpr, Update, UpdateKind,
    children,
};

/// Most scopes of a query that are read. Names that use names twice would make too many scopes.
const MAX_SCOPES: usize = 1000;

/// Collects the facts of a query. Conditions are passed into a named query only if just one place reads it. The number
/// of places is known after the whole walk, so the walk is repeated until no new shared name is found.
pub(super) fn facts(query: &Query) -> Facts {
    let mut shared = HashSet::new();
    loop {
        let mut walk = Walk { shared, ..Walk::default() };
        for statement in &query.statements {
            walk.statement(&statement.kind);
        }
        let found = walk.reads.iter().filter(|(_, reads)| **reads > 1);
        let found: HashSet<Arc<str>> = found.map(|(name, _)| Arc::clone(name)).collect();
        if found.is_subset(&walk.shared) {
            walk.facts.mistakes.extend(miscounts(query));
            // A named query is read once for each use, so its mistakes are found several times.
            walk.facts.mistakes.sort_by_key(|mistake| (mistake.at.line, mistake.at.column));
            walk.facts.mistakes.dedup();
            return walk.facts;
        }
        shared = found;
    }
}

#[derive(Default)]
struct Walk<'q> {
    facts: Facts,
    /// Latest value of each `$name`.
    named: HashMap<Arc<str>, &'q Expr>,
    /// Types of the parameters that the text declares.
    declared: HashMap<Arc<str>, &'q TypeExpr>,
    /// Names whose values are being read.
    open: Vec<Arc<str>>,
    /// Number of places that read the rows of each named query.
    reads: HashMap<Arc<str>, usize>,
    /// `true` if YDB chooses no index by itself.
    by_key: bool,
    /// Directory in front of all paths that are not absolute.
    prefix: Option<Arc<str>>,
    /// Named queries that are read more than once.
    shared: HashSet<Arc<str>>,
}

impl<'q> Walk<'q> {
    fn statement(&mut self, statement: &'q StatementKind) {
        if let Some(PathPrefix { directory, .. }) = path_prefix(statement) {
            self.prefix = directory;
        }
        match statement {
            // Each name of a tuple that is taken apart stands for the whole tuple.
            StatementKind::Let { names, value } => {
                self.named.extend(names.iter().map(|name| (Arc::clone(&name.name), value)));
            }
            StatementKind::Declare { name, ty } => drop(self.declared.insert(Arc::clone(&name.name), ty)),
            StatementKind::Pragma { name, values } => self.pragma(name, values),
            StatementKind::Select(query) | StatementKind::Discard(query) => {
                self.query(query);
            }
            StatementKind::Insert(insert) => self.insert(insert),
            StatementKind::Update(update) => self.update(update),
            StatementKind::Delete(delete) => self.delete(delete),
            _ => {}
        }
    }

    /// Reads `PRAGMA ydb.OptDisableAutoIndexSelection = "true"`: each table is then read by its key, unless the text
    /// names an index.
    fn pragma(&mut self, name: &[Ident], values: &[Expr]) {
        let is = |ident: &Ident, word: &str| ident.name.eq_ignore_ascii_case(word);
        if let ([module, setting], [value]) = (name, values)
            && (is(module, "ydb") || is(module, "kikimr"))
            && is(setting, "OptDisableAutoIndexSelection")
        {
            self.by_key = match &value.kind {
                ExprKind::Literal(Literal::String { bytes, .. }) => bytes.eq_ignore_ascii_case(b"true"),
                kind => matches!(kind, ExprKind::Literal(Literal::Bool(true))),
            };
        }
    }

    fn insert(&mut self, insert: &'q Insert) {
        self.rows_on(&insert.table, Verb::Insert(insert.verb), &insert.columns, &insert.source);
    }

    fn update(&mut self, update: &'q Update) {
        match &update.kind {
            UpdateKind::Set { assignments, filter } => {
                let mut exprs: Vec<&Expr> = assignments.iter().map(|(_, value)| value).collect();
                exprs.extend(filter);
                let set = assignments.iter().map(|(column, _)| column.clone()).collect();
                let purpose = if update.batch { Purpose::BatchUpdate } else { Purpose::Update };
                self.rows(purpose, &update.table, filter.as_ref(), set, &exprs);
            }
            UpdateKind::On { columns, source } => self.rows_on(&update.table, Verb::UpdateOn, columns, source),
        }
    }

    fn delete(&mut self, delete: &'q Delete) {
        match &delete.kind {
            DeleteKind::Where(filter) => {
                let exprs: Vec<&Expr> = filter.iter().collect();
                let purpose = if delete.batch { Purpose::BatchDelete } else { Purpose::Delete };
                self.rows(purpose, &delete.table, filter.as_ref(), Vec::new(), &exprs);
            }
            DeleteKind::On { columns, source } => self.rows_on(&delete.table, Verb::DeleteOn, columns, source),
        }
    }

    fn rows_on(&mut self, table: &TableName, verb: Verb, columns: &Option<Vec<Ident>>, source: &'q SelectQuery) {
        let table = self.placed(table);
        // The target needs the bindings of names from before the query is read.
        let target = (!table.elsewhere).then(|| Target::of(table, verb, columns.as_deref(), source, &self.named));
        let scope = self.query(source);
        if let Some(target) = target {
            let copied = copied(columns.as_deref(), verb, source, scope, &self.facts);
            self.facts.targets.push(Target { copied, ..target });
        }
    }

    /// Adds the scope of an UPDATE or a DELETE: the rows of one table.
    fn rows(
        &mut self,
        purpose: Purpose,
        table: &TableName,
        filter: Option<&'q Expr>,
        set: Vec<Ident>,
        exprs: &[&'q Expr],
    ) {
        let label = Some(Arc::clone(&table.path.name));
        let table = &self.placed(table);
        let names =
            Names { labels: std::slice::from_ref(&label), aliases: &[], bound: &self.named, declared: &self.declared };
        let conditions = filter.map(|filter| Condition { bounds: 0..1, is_on: false, node: node(filter, &names) });
        let columns = exprs.iter().flat_map(|expr| names.used(expr)).collect();
        let source =
            Source { at: table.path.at, label: label.clone(), unnamed: None, kind: kind_of(table), is_outer: false };
        let mut compared = Compared::default();
        filter.iter().for_each(|filter| compared.condition(filter, &names));
        let (conditions, compared) = (conditions.into_iter().collect(), compared.found);
        let filter = filter.map(|filter| filter.span);
        let sources = vec![source];
        let scope =
            Scope { purpose, sources, conditions, columns, filter, is_inner: true, set, compared, ..Scope::default() };
        self.add(scope);
        exprs.iter().for_each(|expr| self.queries_in(expr));
    }

    /// Returns a table with its path below the prefix of the text.
    fn placed(&self, table: &TableName) -> TableName {
        let mut table = table.clone();
        if !table.elsewhere {
            table.path.name = PathPrefix::place(self.prefix.as_ref(), &table.path.name);
        }
        table
    }

    /// Adds a scope and returns its index; `None` if there are [`MAX_SCOPES`] already.
    fn add(&mut self, scope: Scope) -> Option<usize> {
        let number = self.facts.scopes.len();
        (number < MAX_SCOPES).then(|| {
            self.facts.scopes.push(scope);
            number
        })
    }

    /// Reads a query. Returns the index of the scope that gives the query's rows, if it is one SELECT with a FROM.
    fn query(&mut self, query: &'q SelectQuery) -> Option<usize> {
        self.query_within(query, &Outside::default())
    }

    /// Reads a query whose rows an outer query reads; `outside` has the outer query's demands. Returns the index of its
    /// scope.
    fn query_within(&mut self, query: &'q SelectQuery, outside: &Outside) -> Option<usize> {
        let has_limit = query.limit.is_some() || query.offset.is_some();
        let scope = match query.order_by.is_empty() && !has_limit {
            true => self.body(&query.body, &[], outside),
            // A condition from outside must not remove rows before LIMIT takes the first ones.
            false => {
                let own = Outside { has_limit: query.limit.is_some(), ..Outside::default() };
                let passed = if has_limit { own } else { Outside { order: None, has_limit: false, ..outside.clone() } };
                self.body(&query.body, &query.order_by, &passed)
            }
        };
        query.limit.iter().chain(&query.offset).for_each(|expr| self.queries_in(expr));
        scope
    }

    fn body(&mut self, body: &'q SelectBody, order_by: &'q [OrderItem], outside: &Outside) -> Option<usize> {
        match body {
            SelectBody::Core(core) => self.core(core, order_by, outside),
            SelectBody::Union { first, rest } => {
                // The first rows of the whole UNION are among the first rows of each operand.
                let names: Option<Vec<Ident>> = order_by.iter().map(|item| plain_name(&item.expr)).collect();
                let own = (!order_by.is_empty()).then(|| Order {
                    columns: names.filter(|_| is_one_way(order_by)).map(refs),
                    is_top: outside.has_limit,
                });
                let outside = Outside { order: own.or_else(|| outside.order.clone()), ..outside.clone() };
                // A UNION without ALL removes equal rows, as DISTINCT does.
                let is_plain = rest.iter().all(|(all, _)| *all);
                let outside = if is_plain { outside } else { outside.doubtful() };
                for body in std::iter::once(&**first).chain(rest.iter().map(|(_, body)| body)) {
                    self.body(body, &[], &outside);
                }
                None
            }
            SelectBody::Values(rows) => {
                rows.iter().flatten().for_each(|expr| self.queries_in(expr));
                None
            }
            SelectBody::Query(query) => self.query_within(query, outside),
        }
    }

    fn core(&mut self, core: &'q SelectCore, order_by: &'q [OrderItem], outside: &Outside) -> Option<usize> {
        let mut number = None;
        let mut exprs: Vec<&'q Expr> = core.items.iter().filter_map(SelectItem::expr).collect();
        exprs.extend(core.windows.iter().flat_map(|(_, window)| window.exprs()));
        // HAVING and ORDER BY may use the aliases of the SELECT list and of GROUP BY.
        let mut late: Vec<&'q Expr> = core.having.iter().chain(order_by.iter().map(|item| &item.expr)).collect();
        let mut aliases = Vec::new();
        let mut keys = Vec::new();
        core.group_by.iter().for_each(|grouping| group_keys(grouping, &mut keys));
        for (expr, alias) in keys {
            exprs.push(expr);
            aliases.extend(alias.map(|alias| Arc::clone(&alias.name)));
        }
        let grouped = aliases.len();
        for item in &core.items {
            if let SelectItem::Expr { alias: Some(alias), .. } = item {
                aliases.push(Arc::clone(&alias.name));
            }
        }
        if let Some(from) = &core.from {
            self.facts.mistakes.extend(joins::mistakes(from));
            let mut scope = Scope::default();
            let sources: Vec<&'q ast::Source> = from.sources().collect();
            let labels: Vec<_> = sources.iter().map(|source| source.label().cloned()).collect();
            // Keeps the bindings of this moment: reading the sources may change them.
            let (bound, declared) = (self.named.clone(), self.declared.clone());
            let names = |aliases| Names { labels: &labels, aliases, bound: &bound, declared: &declared };
            if sources.len() <= MAX_SOURCES {
                let mut equal = Vec::new();
                for (join, number) in from.joins.iter().zip(1..) {
                    let on = on(join, number, &sources, &names(&[]));
                    if join.kind == JoinKind::Inner {
                        equal.extend(on.iter().flat_map(|on| equal_columns(&on.node)));
                    }
                    scope.conditions.extend(on);
                }
                if let Some(filter) = &core.filter {
                    let node = node(filter, &names(&[]));
                    scope.conditions.push(Condition { bounds: ALL_SOURCES, is_on: false, node });
                }
                let inside = Inside { core, names: names(&[]) };
                scope.conditions.extend(inside.having());
                scope.conditions.extend(inside.conditions(outside));
                for (number, _) in sources.iter().enumerate().filter(|(_, source)| is_written_union(source, &bound)) {
                    scope.conditions.iter_mut().for_each(|condition| without(&mut condition.node, number));
                }
                let sides = sources.iter().enumerate().map(|(number, source)| Side {
                    is_table: matches!(source.kind, ast::SourceKind::Table(_)),
                    is_outer: is_outer(from, number),
                });
                scope.conditions.extend(shared(&scope.conditions, &equal, &sides.collect::<Vec<_>>()));
                scope.order = inside.order(order_by, outside);
            }
            for (number, source) in sources.iter().enumerate() {
                let passed = Outside::of(&scope, number, is_outer(from, number), sources.len());
                self.source(source, &mut scope, &passed);
                if let Some(source) = scope.sources.last_mut() {
                    source.is_outer = is_outer(from, number);
                }
            }
            let joined = from.joins.iter().filter_map(|join| match &join.on {
                Some(JoinOn::On(expr)) => Some(expr),
                _ => None,
            });
            let mut compared = Compared::default();
            for expr in joined.clone().chain(&core.filter) {
                scope.columns.extend(names(&[]).used(expr));
                compared.condition(expr, &names(&[]));
            }
            for expr in &exprs {
                scope.columns.extend(names(&aliases[..grouped]).used(expr));
                compared.expr(expr, &names(&aliases[..grouped]));
            }
            late.iter().for_each(|expr| scope.columns.extend(names(&aliases).used(expr)));
            scope.compared = compared.found;
            scope.filter = core.filter.as_ref().map(|filter| filter.span);
            scope.from = Some(from.span);
            scope.reads_all = core.items.iter().any(|item| matches!(item, SelectItem::Star { .. }));
            scope.is_inner = from.joins.iter().all(|join| matches!(join.kind, JoinKind::Inner | JoinKind::Cross));
            number = self.add(scope);
            joined.for_each(|expr| self.queries_in(expr));
        }
        late.extend(&core.filter);
        exprs.iter().chain(&late).for_each(|expr| self.queries_in(expr));
        number
    }

    /// Reads a source, and then adds it to the scope.
    fn source(&mut self, source: &'q ast::Source, scope: &mut Scope, outside: &Outside) {
        let kind = match &source.kind {
            ast::SourceKind::Table(table) if source.altered => SourceKind::Altered(self.placed(table)),
            ast::SourceKind::Table(table) => match kind_of(&self.placed(table)) {
                SourceKind::Table(table) if self.by_key => SourceKind::Table(TableName { is_by_key: true, ..table }),
                kind => kind,
            },
            ast::SourceKind::AsTable(expr) => {
                self.queries_in(expr);
                SourceKind::Rows(None)
            }
            ast::SourceKind::Named(name) => {
                let value = self.named.get(&name.name).copied();
                match value.map(|value| &value.kind) {
                    // YDB reads a named query once for all its uses.
                    Some(ExprKind::Subquery(query)) if !self.open.contains(&name.name) => {
                        self.count(name);
                        let outside = if self.is_shared(name) { outside.doubtful() } else { outside.clone() };
                        self.within(name, |walk| {
                            walk.query_within(query, &outside);
                        });
                    }
                    _ => self.named(name),
                }
                match value.map(|value| &value.kind) {
                    Some(ExprKind::Subquery(query)) => SourceKind::Rows(names_of(query).map(plain)),
                    None => SourceKind::Rows(None),
                    // The name of the table is computed.
                    Some(_) => SourceKind::Altered(TableName {
                        path: name.clone(),
                        view: None,
                        is_by_key: false,
                        elsewhere: true,
                    }),
                }
            }
            ast::SourceKind::Query { query, columns } => {
                let outside = if columns.is_empty() { outside.clone() } else { Outside::default() };
                self.query_within(query, &outside);
                let names = if columns.is_empty() { names_of(query) } else { Some(columns.clone()) };
                SourceKind::Rows(names.map(plain))
            }
        };
        let kind = match kind {
            SourceKind::Rows(_) if source.altered => SourceKind::Rows(None),
            kind => kind,
        };
        let unnamed = source.alias.is_none().then_some(source.unnamed.end);
        let label = source.label().cloned();
        scope.sources.push(Source { at: source.at, label, unnamed, kind, is_outer: false });
    }

    /// Reads the queries in an expression.
    fn queries_in(&mut self, expr: &'q Expr) {
        match &expr.kind {
            ExprKind::Subquery(query) | ExprKind::Exists(query) => {
                self.query(query);
            }
            ExprKind::In { set, .. } => {
                if let InSet::Query(query) = &**set {
                    self.query(query);
                }
            }
            ExprKind::Named(name) => self.named(name),
            _ => {}
        }
        let mut inside = Vec::new();
        children(expr, &mut |child| inside.push(child));
        inside.into_iter().for_each(|child| self.queries_in(child));
    }

    /// Reads the value of a name.
    fn named(&mut self, name: &Ident) {
        let Some(value) = self.named.get(&name.name).copied() else { return };
        self.count(name);
        if !self.open.contains(&name.name) {
            self.within(name, |walk| walk.queries_in(value));
        }
    }

    fn within(&mut self, name: &Ident, read: impl FnOnce(&mut Self)) {
        if self.facts.scopes.len() < MAX_SCOPES {
            self.open.push(Arc::clone(&name.name));
            read(self);
            self.open.pop();
        }
    }

    fn count(&mut self, name: &Ident) {
        *self.reads.entry(Arc::clone(&name.name)).or_default() += 1;
    }

    /// Returns `true` if several places read the rows of a named query, as far as that is known: see [`facts`].
    fn is_shared(&self, name: &Ident) -> bool {
        self.shared.contains(&name.name)
    }
}

fn kind_of(table: &TableName) -> SourceKind {
    if table.elsewhere { SourceKind::Altered(table.clone()) } else { SourceKind::Table(table.clone()) }
}

fn plain(names: Vec<Ident>) -> Vec<Arc<str>> {
    names.into_iter().map(|name| name.name).collect()
}

fn group_keys<'q>(grouping: &'q Grouping, keys: &mut Vec<(&'q Expr, Option<&'q Ident>)>) {
    match grouping {
        Grouping::Keys(some) | Grouping::Rollup(some) | Grouping::Cube(some) => {
            keys.extend(some.iter().map(|(expr, alias)| (expr, alias.as_ref())));
        }
        Grouping::Sets(sets) => sets.iter().for_each(|set| group_keys(set, keys)),
    }
}
