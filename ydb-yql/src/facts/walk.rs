//! A query to its scopes: statement by statement, named expressions where they are used.

use std::collections::HashMap;
use std::sync::Arc;

use super::children::{children, window_exprs};
use super::compared::Compared;
use super::condition::{all, node};
use super::results::is_outer;
use super::scope::Names;
use super::{
    ALL_SOURCES, ColumnRef, Condition, Equality, Facts, MAX_SOURCES, Node, Place, Purpose, Scope, Source, SourceKind,
    Target, Verb,
};
use crate::ast::{
    self, Delete, DeleteKind, Expr, ExprKind, Grouping, Ident, InSet, Insert, Join, JoinKind, JoinOn, OrderItem, Query,
    SelectBody, SelectCore, SelectItem, SelectQuery, StatementKind, TableName, Update, UpdateKind,
};

/// How many scopes of a query are looked at: names that use names twice would make too many.
const MAX_SCOPES: usize = 1000;

/// How deep the queries are followed that the star of a written query reads.
const MAX_DEPTH: usize = 20;

pub(super) fn facts(query: &Query) -> Facts {
    let mut walk = Walk::default();
    for statement in &query.statements {
        walk.statement(&statement.kind);
    }
    walk.facts
}

#[derive(Default)]
struct Walk<'q> {
    facts: Facts,
    /// What each `$name` was bound to last.
    named: HashMap<Arc<str>, &'q Expr>,
    /// The names whose values are being read.
    open: Vec<Arc<str>>,
}

impl<'q> Walk<'q> {
    fn statement(&mut self, statement: &'q StatementKind) {
        match statement {
            // Of a tuple that is taken apart, each name stands for all of it.
            StatementKind::Let { names, value } => {
                self.named.extend(names.iter().map(|name| (Arc::clone(&name.name), value)));
            }
            StatementKind::Select(query) => self.query(query),
            StatementKind::Insert(insert) => self.insert(insert),
            StatementKind::Update(update) => self.update(update),
            StatementKind::Delete(delete) => self.delete(delete),
            _ => {}
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
        if !table.elsewhere {
            let mut others = Vec::new();
            if columns.is_none() {
                self.names_in(source, &mut others, 0);
            }
            let columns = columns.clone().or_else(|| names_of(source));
            let known = columns.iter().flatten().map(|column| &column.name);
            let known: Vec<Arc<str>> = known.map(Arc::clone).collect();
            others.retain(|other| !known.contains(&other.name));
            self.facts.targets.push(Target { table: table.clone(), verb, columns, others });
        }
        self.query(source);
    }

    /// The names that a text gives to columns of a query's rows, also in the queries that its stars read.
    fn names_in(&self, query: &'q SelectQuery, found: &mut Vec<Ident>, depth: usize) {
        let mut waiting = vec![&query.body];
        while let Some(body) = waiting.pop() {
            match body {
                SelectBody::Core(core) => self.names_in_core(core, found, depth),
                SelectBody::Union { first, rest } => {
                    waiting.push(first);
                    waiting.extend(rest.iter().map(|(_, body)| body));
                }
                SelectBody::Query(query) => waiting.push(&query.body),
                SelectBody::Values(_) => {}
            }
        }
    }

    fn names_in_core(&self, core: &'q SelectCore, found: &mut Vec<Ident>, depth: usize) {
        let before = found.len();
        for item in &core.items {
            let (qualifier, from) = match (item, &core.from) {
                (SelectItem::Star { qualifier, .. }, Some(from)) => (qualifier, from),
                _ => {
                    found.extend(item.name().cloned());
                    continue;
                }
            };
            for source in std::iter::once(&from.source).chain(from.joins.iter().map(|join| &join.source)) {
                let is_named = |label: &Ident| source.label().is_some_and(|own| *own == label.name);
                if depth >= MAX_DEPTH || !qualifier.as_ref().is_none_or(is_named) {
                    continue;
                }
                match &source.kind {
                    ast::SourceKind::Query { query, columns } if columns.is_empty() => {
                        self.names_in(query, found, depth + 1);
                    }
                    ast::SourceKind::Query { columns, .. } => found.extend(columns.iter().cloned()),
                    ast::SourceKind::Named(name) => {
                        if let Some(ExprKind::Subquery(query)) = self.named.get(&name.name).map(|value| &value.kind) {
                            self.names_in(query, found, depth + 1);
                        }
                    }
                    ast::SourceKind::Table(_) | ast::SourceKind::AsTable(_) => {}
                }
            }
        }
        let own = found.split_off(before);
        let is_left_out = |name: &Ident| core.without.iter().any(|(_, without)| without.name == name.name);
        found.extend(own.into_iter().filter(|name| !is_left_out(name)));
    }

    /// The rows of one table that an UPDATE or a DELETE looks for.
    fn rows(
        &mut self,
        purpose: Purpose,
        table: &TableName,
        filter: Option<&'q Expr>,
        set: Vec<Ident>,
        exprs: &[&'q Expr],
    ) {
        let label = Some(Arc::clone(&table.path.name));
        let names = Names { labels: std::slice::from_ref(&label), aliases: &[], bound: &self.named };
        let conditions = filter.map(|filter| Condition { bounds: 0..1, is_on: false, node: node(filter, &names) });
        let columns = exprs.iter().flat_map(|expr| names.used(expr)).collect();
        let source =
            Source { at: table.path.at, label: label.clone(), unnamed: None, kind: kind_of(table), is_outer: false };
        let mut compared = Compared::default();
        filter.iter().for_each(|filter| compared.condition(filter, &names));
        let (conditions, compared) = (conditions.into_iter().collect(), compared.found);
        let filter = filter.map(|filter| filter.span);
        let sources = vec![source];
        self.add(Scope { purpose, sources, conditions, columns, filter, from: None, is_inner: true, set, compared });
        exprs.iter().for_each(|expr| self.queries_in(expr));
    }

    fn add(&mut self, scope: Scope) {
        if self.facts.scopes.len() < MAX_SCOPES {
            self.facts.scopes.push(scope);
        }
    }

    fn query(&mut self, query: &'q SelectQuery) {
        self.body(&query.body, &query.order_by);
        query.limit.iter().chain(&query.offset).for_each(|expr| self.queries_in(expr));
    }

    fn body(&mut self, body: &'q SelectBody, order_by: &'q [OrderItem]) {
        match body {
            SelectBody::Core(core) => self.core(core, order_by),
            SelectBody::Union { first, rest } => {
                self.body(first, &[]);
                rest.iter().for_each(|(_, body)| self.body(body, &[]));
            }
            SelectBody::Values(rows) => rows.iter().flatten().for_each(|expr| self.queries_in(expr)),
            SelectBody::Query(query) => self.query(query),
        }
    }

    fn core(&mut self, core: &'q SelectCore, order_by: &'q [OrderItem]) {
        let mut exprs: Vec<&'q Expr> = Vec::new();
        for item in &core.items {
            if let SelectItem::Expr { expr, .. } = item {
                exprs.push(expr);
            }
        }
        core.windows.iter().for_each(|(_, window)| window_exprs(window, &mut |expr| exprs.push(expr)));
        // These may name what the list and GROUP BY give names to.
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
            let mut scope = Scope::default();
            self.source(&from.source, &mut scope);
            from.joins.iter().for_each(|join| self.source(&join.source, &mut scope));
            for (number, source) in scope.sources.iter_mut().enumerate() {
                source.is_outer = is_outer(from, number);
            }
            let labels: Vec<_> = scope.sources.iter().map(|source| source.label.clone()).collect();
            let names = |aliases| Names { labels: &labels, aliases, bound: &self.named };
            if scope.sources.len() <= MAX_SOURCES {
                for (join, number) in from.joins.iter().zip(1..) {
                    scope.conditions.extend(on(join, number, &names(&[])));
                }
                if let Some(filter) = &core.filter {
                    let node = node(filter, &names(&[]));
                    scope.conditions.push(Condition { bounds: ALL_SOURCES, is_on: false, node });
                }
            }
            let before = from.joins.iter().filter_map(|join| match &join.on {
                Some(JoinOn::On(expr)) => Some(expr),
                _ => None,
            });
            let mut compared = Compared::default();
            for expr in before.chain(&core.filter) {
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
            scope.is_inner = from.joins.iter().all(|join| matches!(join.kind, JoinKind::Inner | JoinKind::Cross));
            self.add(scope);
            for join in &from.joins {
                if let Some(JoinOn::On(expr)) = &join.on {
                    self.queries_in(expr);
                }
            }
        }
        late.extend(&core.filter);
        exprs.iter().chain(&late).for_each(|expr| self.queries_in(expr));
    }

    /// Adds a source to a scope, after what is read for it.
    fn source(&mut self, source: &'q ast::Source, scope: &mut Scope) {
        let kind = match &source.kind {
            ast::SourceKind::Table(table) if source.altered => SourceKind::Altered(table.clone()),
            ast::SourceKind::Table(table) => kind_of(table),
            ast::SourceKind::AsTable(expr) => {
                self.queries_in(expr);
                SourceKind::Rows(None)
            }
            ast::SourceKind::Named(name) => {
                let value = self.named.get(&name.name).copied();
                self.named(name);
                SourceKind::Rows(value.and_then(|value| match &value.kind {
                    ExprKind::Subquery(query) => names_of(query).map(plain),
                    _ => None,
                }))
            }
            ast::SourceKind::Query { query, columns } => {
                self.query(query);
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
            ExprKind::Subquery(query) | ExprKind::Exists(query) => self.query(query),
            ExprKind::In { set, .. } => match &**set {
                InSet::Query(query) => self.query(query),
                InSet::Items(_) | InSet::Expr(_) => {}
            },
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
        if self.open.contains(&name.name) || self.facts.scopes.len() >= MAX_SCOPES {
            return;
        }
        self.open.push(Arc::clone(&name.name));
        self.queries_in(value);
        self.open.pop();
    }
}

fn kind_of(table: &TableName) -> SourceKind {
    if table.elsewhere { SourceKind::Altered(table.clone()) } else { SourceKind::Table(table.clone()) }
}

/// What a join compares.
fn on(join: &Join, right: usize, names: &Names<'_>) -> Option<Condition> {
    let bounds = match join.kind {
        JoinKind::Inner | JoinKind::LeftSemi | JoinKind::RightSemi => ALL_SOURCES,
        JoinKind::Left | JoinKind::LeftOnly => right..right + 1,
        JoinKind::Right | JoinKind::RightOnly => 0..right,
        JoinKind::Full | JoinKind::Exclusion | JoinKind::Cross => 0..0,
    };
    let node = match join.on.as_ref()? {
        JoinOn::On(expr) => node(expr, names),
        JoinOn::Using(columns) => {
            let on_right = |name: &Ident| ColumnRef { source: Some(right), name: name.clone(), doubtful: false };
            let on_left = |name: &Ident| ColumnRef { source: Some(0), name: name.clone(), doubtful: false };
            let equal = |name: &Ident| {
                let (left, right) = (vec![on_left(name)], vec![on_right(name)]);
                // What is added to an ON for one side of it stands elsewhere, so its place is never read.
                let place = Place { span: join.source.span, is_alone: false };
                let value = Some(Equality { place, met: None, span: place.span });
                Node::All(vec![
                    Node::Fixed { columns: left.clone(), by: right.clone(), value: value.clone(), of_null: false },
                    Node::Fixed { columns: right, by: left, value, of_null: false },
                ])
            };
            all(columns.iter().map(equal))
        }
    };
    Some(Condition { bounds, is_on: true, node })
}

/// The names of the columns of a query, if the text says them.
fn names_of(query: &SelectQuery) -> Option<Vec<Ident>> {
    let mut body = &query.body;
    loop {
        body = match body {
            SelectBody::Core(core) => return core.items.iter().map(|item| item.name().cloned()).collect(),
            SelectBody::Union { first, .. } => first,
            SelectBody::Query(query) => &query.body,
            SelectBody::Values(_) => return None,
        };
    }
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
