//! The text of a query with the conditions on hash columns that it lacks.

use ydb_keys::__internal::queries::text::{Types, added, inserted, typed};
use ydb_keys::__internal::queries::{Scope, SourceKind, index_hash, is_without_hash};
use ydb_keys::__internal::schema::any::{HashDef, Table};
use ydb_yql::ast::ExprKind;
use ydb_yql::facts::{self, Facts, MAX_SOURCES, Values};

use super::coded::coded;
use super::tables::Tables;
use super::values::Named;

/// The text of a query with the conditions on hash columns that it lacks; `None` if there is none to add.
pub(crate) fn fixed(text: &str, tables: &Tables<'_>) -> Option<String> {
    let tree = ydb_yql::parse(text).ok()?;
    let named = Named::of(&tree);
    let (facts, mut additions) = (Facts::of(&tree), Vec::new());
    coded(text, &facts, (&Values::default(), &[]), tables, |query| {
        for (of, scope) in facts.scopes.iter().zip(query.scopes().map(Scope::with_any_chain)) {
            for number in 0..scope.sources.min(MAX_SOURCES) {
                let SourceKind::Table(table, index) = scope.source(number).kind else { continue };
                if let Some(hash) = index_hash(table, index)
                    && !tables.is_guessed(table, &hash)
                    && is_without_hash(&scope, number)
                {
                    let found = conditions(text, of, &scope, number, (table, hash), &named);
                    additions.extend(found.into_iter().map(|(start, condition)| (start, condition + " AND ")));
                }
            }
        }
    });
    if additions.is_empty() {
        return None;
    }
    let out = inserted(text, additions);
    ydb_yql::parse(&out).is_ok().then_some(out)
}

/// The conditions that give a source its hash, each with the byte of the text before which it belongs.
pub(super) fn conditions<'a>(
    text: &str,
    of: &'a facts::Scope,
    scope: &Scope<'a>,
    source: usize,
    hash: (&'a Table<'a>, HashDef<'a>),
    named: &Named<'_>,
) -> Vec<(usize, String)> {
    named.types(|types| {
        let conditions = added(of, scope, source, hash).into_iter();
        conditions.filter_map(|added| Some((added.start, added.in_server(text, scope, types)?))).collect()
    })
}

impl Named<'_> {
    /// What the text says of its `$names`, for the library.
    pub(super) fn types<R>(&self, with: impl FnOnce(&Types<'_>) -> R) -> R {
        let declared = |name: &str| self.declared(name).and_then(typed).map(|(ty, _)| ty);
        let is_query = |name: &str| matches!(self.bound(name), Some(bound) if bound.is_none_or(|e| matches!(e.kind, ExprKind::Subquery(_))));
        with(&Types { declared: &declared, is_query: &is_query })
    }
}
