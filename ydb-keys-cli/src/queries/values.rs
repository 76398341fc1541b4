//! The types that a text gives to its values, as far as they are certain.

use std::collections::HashMap;

use ydb_keys::YdbType;
use ydb_yql::ast::{Expr, ExprKind, Literal, Query, StatementKind, StringSuffix, TypeExpr, TypeExprKind, UnaryOp};
use ydb_yql::facts::Met;

use ydb_keys::__internal::queries::Kind;
use ydb_keys::__internal::queries::text::typed;

/// What is certain of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Known {
    /// The literal NULL.
    Null,
    /// A value that the text spells.
    Literal(Kind),
    /// A parameter that is declared, or a CAST: its name if it has one, its type, and whether it may be NULL.
    Typed { name: Option<String>, ty: YdbType, optional: bool },
}

impl Known {
    pub(super) fn kind(&self) -> Option<Kind> {
        match self {
            Known::Null => None,
            Known::Literal(kind) => Some(*kind),
            Known::Typed { ty, .. } => Kind::of(*ty),
        }
    }

    /// `a string`, or `` `$id`, which is declared as Utf8``.
    pub(super) fn shown(&self) -> String {
        match self {
            Known::Null => "NULL".to_owned(),
            Known::Literal(kind) => kind.name().to_owned(),
            Known::Typed { name: Some(name), ty, .. } => format!("`${name}`, which is declared as {}", ty.name()),
            Known::Typed { name: None, ty, .. } => format!("a {}", ty.name()),
        }
    }
}

/// What the text says of its `$names`. One that it binds twice is not known.
#[derive(Default)]
pub(super) struct Named<'q> {
    declared: HashMap<&'q str, &'q TypeExpr>,
    bound: HashMap<&'q str, Option<&'q Expr>>,
}

impl<'q> Named<'q> {
    pub(super) fn of(query: &'q Query) -> Self {
        let mut named = Named::default();
        for statement in &query.statements {
            match &statement.kind {
                StatementKind::Declare { name, ty } => drop(named.declared.insert(&name.name, ty)),
                StatementKind::Let { names, value } => {
                    for name in names {
                        let value = (names.len() == 1 && !named.bound.contains_key(&*name.name)).then_some(value);
                        named.bound.insert(&name.name, value);
                    }
                }
                _ => {}
            }
        }
        named
    }

    /// The type of a parameter, if it is declared and nothing else.
    pub(super) fn declared(&self, name: &str) -> Option<&'q TypeExpr> {
        if self.bound.contains_key(name) { None } else { self.declared.get(name).copied() }
    }

    /// The expression that a name is bound to; `None` within if it is not known.
    pub(super) fn bound(&self, name: &str) -> Option<Option<&'q Expr>> {
        self.bound.get(name).copied()
    }

    /// What is certain of an expression.
    pub(super) fn known(&self, expr: &Expr) -> Option<Known> {
        match &expr.kind {
            ExprKind::Literal(literal) => literal_kind(literal),
            ExprKind::Unary { op: UnaryOp::Minus | UnaryOp::Plus, expr } => {
                self.known(expr).filter(|known| *known == Known::Literal(Kind::Number))
            }
            ExprKind::Named(name) => self.name(&name.name),
            ExprKind::Cast { ty, .. } => typed(ty).map(|(ty, _)| Known::Typed { name: None, ty, optional: false }),
            _ => None,
        }
    }

    /// What is certain of what a column is compared with.
    pub(super) fn met(&self, met: &Met) -> Option<Known> {
        match met {
            Met::Literal(literal) => literal_kind(literal),
            Met::Named(name) => self.name(&name.name),
            Met::List(name) => match &self.declared(&name.name)?.kind {
                TypeExprKind::List(item) => {
                    let (ty, optional) = typed(item)?;
                    Some(Known::Typed { name: Some(name.name.to_string()), ty, optional })
                }
                _ => None,
            },
            Met::Cast(ty) => typed(ty).map(|(ty, _)| Known::Typed { name: None, ty, optional: false }),
            Met::Items(_) | Met::Column | Met::Other => None,
        }
    }

    fn name(&self, name: &str) -> Option<Known> {
        if let Some(bound) = self.bound(name) {
            return match &bound?.kind {
                ExprKind::Literal(literal) => literal_kind(literal),
                _ => None,
            };
        }
        let (ty, optional) = typed(self.declared(name)?)?;
        Some(Known::Typed { name: Some(name.to_owned()), ty, optional })
    }
}

fn literal_kind(literal: &Literal) -> Option<Known> {
    Some(match literal {
        Literal::Null => Known::Null,
        Literal::Bool(_) => Known::Literal(Kind::Bool),
        Literal::Integer { .. } | Literal::Real { .. } => Known::Literal(Kind::Number),
        Literal::String { suffix: None | Some(StringSuffix::Utf8 | StringSuffix::String), .. } => {
            Known::Literal(Kind::Text)
        }
        Literal::String { .. } => return None,
    })
}
