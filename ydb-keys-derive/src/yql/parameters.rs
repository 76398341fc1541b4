//! The parameters of a query, and what each of them is used for.

use std::sync::Arc;

use ydb_yql::Position;
use ydb_yql::ast::{
    Expr, ExprKind, Ident, Literal, Query, SelectBody, SelectQuery, StatementKind, StringSuffix, TableName, UpdateKind,
};
use ydb_yql::facts::{ColumnRef, Facts, Met, rows};

/// A parameter of a query.
pub(super) struct Parameter<'q> {
    pub(super) name: Arc<str>,
    pub(super) uses: Vec<Use<'q>>,
}

/// A place where a parameter is used.
pub(super) struct Use<'q> {
    pub(super) at: Position,
    pub(super) role: Role<'q>,
}

/// What it is used for.
pub(super) enum Role<'q> {
    /// A column of the scope of this number; in a list of IN, or alone.
    Compared { scope: usize, column: &'q ColumnRef, is_list: bool },
    /// A column that it is written into.
    Written { table: &'q TableName, column: &'q Ident },
    /// `AS_TABLE($rows)`; with the table that the rows are written into.
    Rows { target: Option<&'q TableName> },
    /// LIMIT and OFFSET.
    Count,
}

/// A literal that is compared with a column, or written into one.
pub(super) struct LiteralUse<'q> {
    pub(super) role: Role<'q>,
    /// A variant of the library's `Kind`; `None` for NULL.
    pub(super) kind: Option<&'static str>,
    pub(super) at: Position,
}

/// The parameters of a query in the order of the text, which are the names that nothing binds; and the literals for
/// columns.
pub(super) fn parameters<'q>(query: &'q Query, facts: &'q Facts) -> (Vec<Parameter<'q>>, Vec<LiteralUse<'q>>) {
    let parameter = |name: &Arc<str>| Parameter { name: Arc::clone(name), uses: Vec::new() };
    let mut found: Vec<_> = query.parameters().into_iter().map(parameter).collect();
    let mut uses = Uses { found: &mut found, literals: Vec::new() };
    for (number, scope) in facts.scopes.iter().enumerate() {
        for comparison in &scope.compared {
            let (name, is_list) = match &comparison.value {
                Met::Named(name) => (name, false),
                Met::List(name) => (name, true),
                Met::Literal(literal) => {
                    let column = &comparison.column;
                    let role = Role::Compared { scope: number, column, is_list: false };
                    uses.literal(literal, role, column.name.at);
                    continue;
                }
                _ => continue,
            };
            uses.push(name, Role::Compared { scope: number, column: &comparison.column, is_list });
        }
    }
    query.statements.iter().for_each(|statement| uses.statement(&statement.kind));
    let literals = uses.literals;
    (found, literals)
}

struct Uses<'f, 'q> {
    found: &'f mut Vec<Parameter<'q>>,
    literals: Vec<LiteralUse<'q>>,
}

impl<'q> Uses<'_, 'q> {
    fn push(&mut self, name: &Ident, role: Role<'q>) {
        if let Some(parameter) = self.found.iter_mut().find(|parameter| parameter.name == name.name) {
            parameter.uses.push(Use { at: name.at, role });
        }
    }

    fn literal(&mut self, literal: &Literal, role: Role<'q>, at: Position) {
        let kind = match literal {
            Literal::Null => None,
            Literal::Bool(_) => Some("Bool"),
            Literal::Integer { .. } | Literal::Real { .. } => Some("Number"),
            Literal::String { suffix: None | Some(StringSuffix::Utf8 | StringSuffix::String), .. } => Some("Text"),
            Literal::String { .. } => return,
        };
        self.literals.push(LiteralUse { role, kind, at });
    }

    fn statement(&mut self, statement: &'q StatementKind) {
        if let Some((table, columns, source)) = statement.written() {
            for (column, value) in rows(columns, source).into_iter().flatten() {
                self.written(table, column, value);
            }
            self.query(source, Some(table));
        }
        match statement {
            StatementKind::Update(update) => {
                if let UpdateKind::Set { assignments, .. } = &update.kind {
                    assignments.iter().for_each(|(column, value)| self.written(&update.table, column, value));
                }
            }
            StatementKind::Select(query) => self.query(query, None),
            StatementKind::Let { value: Expr { kind: ExprKind::Subquery(query), .. }, .. } => self.query(query, None),
            _ => {}
        }
    }

    /// LIMIT, OFFSET and AS_TABLE.
    fn query(&mut self, query: &'q SelectQuery, target: Option<&'q TableName>) {
        for count in query.limit.iter().chain(&query.offset) {
            if let ExprKind::Named(name) = &count.kind {
                self.push(name, Role::Count);
            }
        }
        self.body(&query.body, target);
    }

    fn body(&mut self, body: &'q SelectBody, target: Option<&'q TableName>) {
        match body {
            SelectBody::Core(core) => {
                let Some(from) = &core.from else { return };
                for source in std::iter::once(&from.source).chain(from.joins.iter().map(|join| &join.source)) {
                    match &source.kind {
                        ydb_yql::ast::SourceKind::AsTable(Expr { kind: ExprKind::Named(name), .. }) => {
                            self.push(name, Role::Rows { target: target.filter(|_| from.joins.is_empty()) });
                        }
                        ydb_yql::ast::SourceKind::Query { query, .. } => self.query(query, None),
                        _ => {}
                    }
                }
            }
            SelectBody::Union { first, rest } => {
                self.body(first, target);
                rest.iter().for_each(|(_, body)| self.body(body, target));
            }
            SelectBody::Query(query) => self.query(query, target),
            SelectBody::Values(_) => {}
        }
    }

    fn written(&mut self, table: &'q TableName, column: &'q Ident, value: &'q Expr) {
        let role = Role::Written { table, column };
        match &value.kind {
            ExprKind::Named(name) => self.push(name, role),
            ExprKind::Literal(literal) => self.literal(literal, role, value.at),
            _ => {}
        }
    }
}
