//! Fix of a query: adds missing conditions on hash columns, and the index that is read.

use std::collections::HashMap;

use ydb_keys::YdbType;
use ydb_keys_core::queries::added::{Added, InServer, added, name, type_of, typed};
use ydb_keys_core::queries::edits::Edits;
use ydb_keys_core::queries::{Adds, Choice, Scope, choices};
use ydb_yql::Span;
use ydb_yql::ast::{Expr, Query, StatementKind, TypeExpr, TypeExprKind};
use ydb_yql::facts::{self, Facts, SourceKind, Values, bound};

use super::{QueryTables, coded};

/// Adds missing conditions on hash columns to a query, and `VIEW` where YDB could choose an index. Returns `None` if
/// there is nothing to add.
pub(super) fn fixed(text: &str, tables: &QueryTables<'_>) -> Option<String> {
    let edits = edits(text, tables).filter(|edits| !edits.is_empty())?;
    let (out, _) = edits.print(text)?;
    ydb_yql::parse(&out).is_ok().then_some(out)
}

/// Lists the texts that are to be added to a query, with their byte positions.
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
                // A named query is read in several places, but its text is changed once.
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

/// Finds the conditions that a scope lacks, in the form that the server computes. No condition is made for a bucket
/// whose inputs have no values: the author of the query must name all buckets.
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
    /// Calls `run` with a writer of conditions that knows the declared types and those of columns.
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

/// Declared and bound `$names` of a query. A name that is bound twice is unknown.
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

    /// Returns the type of a parameter that is declared and not bound.
    pub(super) fn declared(&self, name: &str) -> Option<&'q TypeExpr> {
        if self.bound.contains_key(name) { None } else { self.declared.get(name).copied() }
    }

    /// Returns the expression that a name is bound to. The inner `None` means that it is unknown; the outer one that
    /// the name is not bound.
    pub(super) fn bound(&self, name: &str) -> Option<Option<&'q Expr>> {
        self.bound.get(name).copied()
    }

    /// Lists the parameters with a known declared type, or item type of a list, and `true` if they may be NULL.
    pub(super) fn types_declared(&self) -> Vec<(&'q str, YdbType, bool)> {
        let declared = self.declared.iter().filter(|(name, _)| !self.bound.contains_key(*name));
        let known = |(name, ty): (&&'q str, &&'q TypeExpr)| {
            let item = if let TypeExprKind::List(item) = &ty.kind { item } else { *ty };
            typed(item).map(|(ty, optional)| (*name, ty, optional))
        };
        declared.filter_map(known).collect()
    }
}
