//! The text of a query with the conditions on hash columns that it lacks, and with the index that is read.

use std::collections::HashMap;

use ydb_keys::YdbType;
use ydb_keys_core::queries::added::{Added, InServer, added, name, type_of, typed};
use ydb_keys_core::queries::edits::Edits;
use ydb_keys_core::queries::{Adds, Choice, Scope, choices};
use ydb_yql::Span;
use ydb_yql::ast::{Expr, Query, StatementKind, TypeExpr, TypeExprKind};
use ydb_yql::facts::{self, Facts, SourceKind, Values, bound};

use super::{QueryTables, coded};

/// The text of a query with the conditions on hash columns that it lacks, and with `VIEW` where YDB could choose an index;
/// `None` if there is nothing to add.
pub(super) fn fixed(text: &str, tables: &QueryTables<'_>) -> Option<String> {
    let edits = edits(text, tables).filter(|edits| !edits.is_empty())?;
    let (out, _) = edits.print(text)?;
    ydb_yql::parse(&out).is_ok().then_some(out)
}

/// The places of a text where something is to be added, and what.
pub(super) fn insertions(text: &str, tables: &QueryTables<'_>) -> Vec<(usize, String)> {
    edits(text, tables).and_then(|edits| edits.insertions(text)).unwrap_or_default()
}

fn edits(text: &str, tables: &QueryTables<'_>) -> Option<Edits> {
    let tree = ydb_yql::parse(text).ok()?;
    let named = DeclaredNames::of(&tree);
    let (facts, mut edits, mut written) = (Facts::of(&tree), Edits::default(), Vec::new());
    coded(text, &facts, (&Values::default(), &named.types_declared()), tables, |query| {
        for (of, scope) in facts.scopes.iter().zip(query.scopes()) {
            for (added, condition) in conditions(text, of, &scope, tables, &named) {
                // A named query is read wherever it is used.
                let place = (added.place.span.start, of.sources[added.source].at, added.hash.name.to_owned());
                if !written.contains(&place) {
                    written.push(place);
                    added.write(of, &condition, Span::default(), &mut edits);
                }
            }
            for (source, choice) in of.sources.iter().zip(choices(&scope, Adds::Library)) {
                let (SourceKind::Table(table), Some(choice)) = (&source.kind, choice) else { continue };
                let place = (table.path.span.start, source.at, String::new());
                if !written.contains(&place) {
                    written.push(place);
                    let view = match choice {
                        Choice::Key => " VIEW PRIMARY KEY".to_owned(),
                        Choice::Index(index) => format!(" VIEW {}", name(index)),
                    };
                    edits.around(table.path.span, "", view);
                }
            }
        }
    });
    Some(edits)
}

/// The conditions that a scope lacks, as the server can compute them. Of a bucket none is written whose inputs have no
/// values: all buckets are named by who writes the query.
pub(super) fn conditions<'f, 't>(
    text: &str,
    of: &'f facts::Scope,
    scope: &Scope<'t>,
    tables: &QueryTables<'_>,
    named: &DeclaredNames<'_>,
) -> Vec<(Added<'f, 't>, String)> {
    let is_known = |added: &Added<'_, '_>| !added.inputs.is_empty() && !tables.is_guessed_of(scope, added);
    let all = added(of, scope).into_iter().filter(is_known);
    all.filter_map(|added| {
        let column = |column: &facts::ColumnRef| type_of(column, scope);
        let condition = named.writing(text, &column, |hashes| added.condition(text, hashes))?;
        Some((added, condition))
    })
    .collect()
}

impl DeclaredNames<'_> {
    /// The same, with the types of columns.
    pub(super) fn writing<R>(
        &self,
        text: &str,
        column: &dyn Fn(&facts::ColumnRef) -> Option<YdbType>,
        run: impl FnOnce(&mut InServer<'_>) -> R,
    ) -> R {
        let declared = |name: &str| self.declared(name).and_then(typed);
        run(&mut InServer { text, declared: &declared, column })
    }
}

/// What the text says of its `$names`. One that it binds twice is not known.
#[derive(Default)]
pub(super) struct DeclaredNames<'q> {
    declared: HashMap<&'q str, &'q TypeExpr>,
    bound: HashMap<&'q str, Option<&'q Expr>>,
}

impl<'q> DeclaredNames<'q> {
    pub(super) fn of(query: &'q Query) -> Self {
        let declared = query.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Declare { name, ty } => Some((&*name.name, ty)),
            _ => None,
        });
        DeclaredNames { declared: declared.collect(), bound: bound(query) }
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
