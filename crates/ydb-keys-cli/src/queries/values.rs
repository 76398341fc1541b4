//! What a text says of its `$names`.

use std::collections::HashMap;

use ydb_keys::YdbType;
use ydb_yql::ast::{Expr, Query, StatementKind, TypeExpr, TypeExprKind};
use ydb_yql::facts::bound;

use ydb_keys_core::queries::added::typed;

/// What the text says of its `$names`. One that it binds twice is not known.
#[derive(Default)]
pub(super) struct Named<'q> {
    declared: HashMap<&'q str, &'q TypeExpr>,
    bound: HashMap<&'q str, Option<&'q Expr>>,
}

impl<'q> Named<'q> {
    pub(super) fn of(query: &'q Query) -> Self {
        let declared = query.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Declare { name, ty } => Some((&*name.name, ty)),
            _ => None,
        });
        Named { declared: declared.collect(), bound: bound(query) }
    }

    /// The type of a parameter, if it is declared and nothing else.
    pub(super) fn declared(&self, name: &str) -> Option<&'q TypeExpr> {
        if self.bound.contains_key(name) { None } else { self.declared.get(name).copied() }
    }

    /// The expression that a name is bound to; `None` within if it is not known.
    pub(super) fn bound(&self, name: &str) -> Option<Option<&'q Expr>> {
        self.bound.get(name).copied()
    }

    /// The parameters whose declared type, or that of their items, is known, and whether they may be NULL.
    pub(super) fn types_declared(&self) -> Vec<(&'q str, YdbType, bool)> {
        let declared = self.declared.iter().filter(|(name, _)| !self.bound.contains_key(*name));
        let known = |(name, ty): (&&'q str, &&'q TypeExpr)| {
            let item = if let TypeExprKind::List(item) = &ty.kind { item } else { *ty };
            typed(item).map(|(ty, optional)| (*name, ty, optional))
        };
        declared.filter_map(known).collect()
    }
}
