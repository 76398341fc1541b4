//! Parameters and literals of a query, with their uses.

use std::collections::HashMap;
use std::sync::Arc;

use super::value::{LiteralKind, several};
use super::{ColumnRef, Facts, Met, Results, rows};
use crate::ast::{
    Expr, ExprKind, Ident, Literal, Query, SelectBody, SelectQuery, SourceKind, StatementKind, StringSuffix, TableName,
    TypeExpr, UnaryOp, UpdateKind,
};
use crate::error::Position;

/// Parameters, literals and result of a query.
#[derive(Debug, Default)]
pub struct Values<'q> {
    /// Parameters of the query.
    pub parameters: Vec<Parameter<'q>>,
    /// Literals that are compared with a column, or written into a column.
    pub literals: Vec<LiteralUse<'q>>,
    /// Result of the query; `None` unless it returns exactly one result.
    pub results: Option<Results>,
}

impl<'q> Values<'q> {
    /// Collects the values of a query. The names that nothing binds are its parameters.
    pub fn of(query: &'q Query, facts: &'q Facts) -> Self {
        let (parameters, literals) = parameters(query, facts, &query.parameters());
        Values { parameters, literals, results: Results::of(query, facts) }
    }

    /// Collects the values of a query, without its result. The names that DECLARE declares are its parameters.
    pub fn declared(query: &'q Query, facts: &'q Facts) -> Self {
        let declared = query.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Declare { name, .. } => Some(&name.name),
            _ => None,
        });
        let (parameters, literals) = parameters(query, facts, &declared.collect::<Vec<_>>());
        Values { parameters, literals, results: None }
    }
}

/// A parameter of a query, with its uses.
#[derive(Debug)]
pub struct Parameter<'q> {
    /// Name of the parameter, without its `$`.
    pub name: Arc<str>,
    /// Uses of the parameter: in the order of the facts, then of the text.
    pub uses: Vec<Use<'q>>,
}

/// Use of a parameter at one place in the text.
#[derive(Debug)]
pub struct Use<'q> {
    /// Line and column of the use.
    pub at: Position,
    /// Role of the parameter there.
    pub role: Role<'q>,
}

/// Role of a parameter or a literal at one place.
#[derive(Debug)]
pub enum Role<'q> {
    /// Compared with a column of the scope with this index. `is_list` is `true` for `IN $list`.
    Compared { scope: usize, column: &'q ColumnRef, is_list: bool },
    /// Written into a column of a table.
    Written { table: &'q TableName, column: &'q Ident },
    /// Rows of a source: `AS_TABLE($rows)`.
    Rows,
    /// Count in LIMIT or OFFSET.
    Count,
}

/// A literal that is compared with a column, or written into a column. It may have a name, or be the result of a CAST.
#[derive(Debug)]
pub struct LiteralUse<'q> {
    /// Role of the literal.
    pub role: Role<'q>,
    /// Kind of the literal; `None` for NULL.
    pub kind: Option<LiteralKind>,
    /// `true` if a CAST gives the literal its type.
    pub is_cast: bool,
    /// Place of the column that the literal is compared with, or of the literal itself. A list, a tuple or a set always
    /// has its own place.
    pub at: Position,
}

/// Returns the parameters with these names, and the literals for columns.
fn parameters<'q>(
    query: &'q Query,
    facts: &'q Facts,
    names: &[&Arc<str>],
) -> (Vec<Parameter<'q>>, Vec<LiteralUse<'q>>) {
    let parameter = |name: &&Arc<str>| Parameter { name: Arc::clone(name), uses: Vec::new() };
    let mut found: Vec<_> = names.iter().map(parameter).collect();
    let mut uses = Uses { found: &mut found, literals: Vec::new(), bound: bound(query) };
    for (number, scope) in facts.scopes.iter().enumerate() {
        for comparison in &scope.compared {
            let (column, is_list) = (&comparison.column, matches!(comparison.value, Met::List(_)));
            let role = Role::Compared { scope: number, column, is_list };
            match &comparison.value {
                Met::Named(name) => uses.named(name, role, column.name.at),
                Met::List(name) => uses.push(name, role),
                Met::Literal(literal) => uses.literal(literal, role, column.name.at),
                Met::Cast(ty) => uses.cast(ty, role, column.name.at),
                Met::Several(kind, at) => uses.several(Some(*kind), role, *at),
                Met::Items(_) | Met::Computed | Met::Column | Met::Shared | Met::Exact(_) | Met::Other => {}
            }
        }
    }
    query.statements.iter().for_each(|statement| uses.statement(&statement.kind));
    let literals = uses.literals;
    (found, literals)
}

/// Returns the value that each `$name` is bound to; `None` for a name that is bound twice, or to a part of a tuple.
pub fn bound(query: &Query) -> HashMap<&str, Option<&Expr>> {
    let mut bound = HashMap::new();
    for statement in &query.statements {
        if let StatementKind::Let { names, value } = &statement.kind {
            for name in names {
                let value = (names.len() == 1 && !bound.contains_key(&*name.name)).then_some(value);
                bound.insert(&*name.name, value);
            }
        }
    }
    bound
}

struct Uses<'f, 'q> {
    found: &'f mut Vec<Parameter<'q>>,
    literals: Vec<LiteralUse<'q>>,
    bound: HashMap<&'q str, Option<&'q Expr>>,
}

impl<'q> Uses<'_, 'q> {
    fn push(&mut self, name: &Ident, role: Role<'q>) {
        if let Some(parameter) = self.found.iter_mut().find(|parameter| parameter.name == name.name) {
            parameter.uses.push(Use { at: name.at, role });
        }
    }

    /// Adds a use of a name: of a parameter, or of the literal that the name stands for. `at` is the place of a
    /// literal's use.
    fn named(&mut self, name: &Ident, role: Role<'q>, at: Position) {
        match self.bound.get(&*name.name) {
            Some(Some(Expr { kind: ExprKind::Literal(literal), .. })) => self.literal(literal, role, at),
            Some(Some(bound)) => self.several(several(bound), role, name.at),
            Some(None) => {}
            None => self.push(name, role),
        }
    }

    fn several(&mut self, kind: Option<LiteralKind>, role: Role<'q>, at: Position) {
        self.literals.extend(kind.is_some().then_some(LiteralUse { role, kind, is_cast: false, at }));
    }

    fn cast(&mut self, ty: &TypeExpr, role: Role<'q>, at: Position) {
        let kind = LiteralKind::of_type(ty);
        self.literals.extend(kind.is_some().then_some(LiteralUse { role, kind, is_cast: true, at }));
    }

    fn literal(&mut self, literal: &Literal, role: Role<'q>, at: Position) {
        let kind = match literal {
            Literal::Null => None,
            Literal::Bool(_) => Some(LiteralKind::Bool),
            Literal::Integer { .. } | Literal::Real { .. } => Some(LiteralKind::Number),
            Literal::String { suffix: None | Some(StringSuffix::Utf8 | StringSuffix::String), .. } => {
                Some(LiteralKind::Text)
            }
            Literal::String { .. } => return,
        };
        self.literals.push(LiteralUse { role, kind, is_cast: false, at });
    }

    fn statement(&mut self, statement: &'q StatementKind) {
        if let Some((table, columns, source)) = statement.written() {
            for (column, value) in rows(columns, source).into_iter().flatten() {
                self.written(table, column, value);
            }
            self.query(source);
        }
        match statement {
            StatementKind::Update(update) => {
                if let UpdateKind::Set { assignments, .. } = &update.kind {
                    assignments.iter().for_each(|(column, value)| self.written(&update.table, column, value));
                }
            }
            StatementKind::Select(query) | StatementKind::Discard(query) => self.query(query),
            StatementKind::Let { value: Expr { kind: ExprKind::Subquery(query), .. }, .. } => self.query(query),
            _ => {}
        }
    }

    /// Adds the uses in LIMIT, OFFSET and AS_TABLE of a query.
    fn query(&mut self, query: &'q SelectQuery) {
        for count in query.limit.iter().chain(&query.offset) {
            if let ExprKind::Named(name) = &count.kind {
                self.push(name, Role::Count);
            }
            self.several(several(count), Role::Count, count.at);
        }
        self.body(&query.body);
    }

    fn body(&mut self, body: &'q SelectBody) {
        match body {
            SelectBody::Core(core) => {
                let Some(from) = &core.from else { return };
                for source in from.sources() {
                    match &source.kind {
                        SourceKind::AsTable(Expr { kind: ExprKind::Named(name), .. }) => {
                            self.push(name, Role::Rows);
                        }
                        SourceKind::Query { query, .. } => self.query(query),
                        _ => {}
                    }
                }
            }
            SelectBody::Union { first, rest } => {
                self.body(first);
                rest.iter().for_each(|(_, body)| self.body(body));
            }
            SelectBody::Query(query) => self.query(query),
            SelectBody::Values(_) => {}
        }
    }

    fn written(&mut self, table: &'q TableName, column: &'q Ident, value: &'q Expr) {
        let role = Role::Written { table, column };
        match &value.kind {
            ExprKind::Named(name) => self.named(name, role, value.at),
            ExprKind::Literal(literal) => self.literal(literal, role, value.at),
            ExprKind::Cast { ty, .. } => self.cast(ty, role, value.at),
            ExprKind::Unary { op: UnaryOp::Minus | UnaryOp::Plus, expr } => {
                if let ExprKind::Literal(literal @ (Literal::Integer { .. } | Literal::Real { .. })) = &expr.kind {
                    self.literal(literal, role, value.at);
                }
            }
            _ => self.several(several(value), role, value.at),
        }
    }
}
