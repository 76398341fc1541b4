//! The text of a query as it is sent: tables at their places, and the computed columns that it leaves out.
//!
//! A computed column whose inputs are parameters becomes a parameter itself, which the client computes; otherwise the
//! server computes it by the expression of the hash. After IN the client computes a list of hashes:
//!
//! ```text
//! o.order_id = $id       o.order_hash = $order_hash_1 AND o.order_id = $id
//! o.order_id IN $ids     (o.order_hash, o.order_id) IN ListZip($order_hash_1, $ids) AND o.order_id IN $ids
//! ```

use ydb_yql::ast::{self, ExprKind, StatementKind};
use ydb_yql::facts::Facts;

use super::additions::{Additions, Computed};
use super::writes;
use crate::ddl::Name;
use crate::queries::added::{added, inserted};
use crate::queries::{Query, SourceKind, index_hash, is_without_hash};
use crate::schema::Table;

/// A text without its declarations.
#[derive(Debug)]
pub(crate) struct Composed {
    pub(crate) text: String,
    /// The parameters that the client computes.
    pub(crate) computed: Vec<Computed>,
}

/// The text with the tables at these places, or at their own.
pub(super) fn compose(query: &'static Query<'static>, places: &[Option<String>]) -> Composed {
    let (mut text, mut tables) = (String::new(), Vec::new());
    let mut pieces = query.pieces.iter();
    text.extend(pieces.next().copied());
    for ((&table, place), piece) in query.tables.iter().zip(places).zip(pieces) {
        let path = place.as_deref().unwrap_or(table.name);
        text.push_str(&Name(path).to_string());
        tables.push((path, table));
        text.push_str(piece);
    }
    match ydb_yql::parse(&text) {
        Ok(tree) => with_computed(query, text, &tree, &tables),
        // A text that is not understood is sent as it is.
        Err(_) => Composed { text, computed: Vec::new() },
    }
}

fn with_computed(
    query: &'static Query<'static>,
    text: String,
    tree: &ast::Query,
    tables: &[(&str, &'static Table)],
) -> Composed {
    let queries = tree.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Let { names, value } if names.len() > 1 || matches!(value.kind, ExprKind::Subquery(_)) => {
            Some(names)
        }
        _ => None,
    });
    let queries = queries.flatten().map(|name| name.name.to_string()).collect();
    let mut additions = Additions { query, text: &text, queries, insertions: Vec::new(), computed: Vec::new() };
    let facts = Facts::of(tree);
    for (of, scope) in facts.scopes.iter().zip(query.scopes()) {
        for number in 0..scope.sources {
            if let SourceKind::Table(table, index) = scope.source(number).kind
                && let Some(hash) = index_hash(table, index)
                && scope.is_understood
                && is_without_hash(&scope, number)
            {
                let found = added(of, &scope, number, (table, hash));
                for added in &found {
                    additions.condition(added, |text, types| added.in_server(text, &scope, types));
                }
                if let (Some(buckets), [], Some(filter)) = (hash.buckets, &found[..], of.filter) {
                    let label = of.sources[number].label.as_ref().filter(|_| of.sources.len() > 1);
                    additions.all_buckets(hash, buckets, label.map(|label| &**label), filter);
                }
            }
        }
    }
    writes::added(&mut additions, tree, tables);
    let Additions { insertions, computed, .. } = additions;
    Composed { text: inserted(&text, insertions), computed }
}
