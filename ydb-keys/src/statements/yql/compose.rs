//! The text of a query as it is sent: tables at their places, and the computed columns that it leaves out.
//!
//! A computed column whose inputs are parameters becomes a parameter itself, which the client computes; otherwise the
//! server computes it by the expression of the hash. Behind IN it is a list beside the list:
//!
//! ```text
//! o.order_id = $id       o.order_hash = $order_hash_1 AND o.order_id = $id
//! o.order_id IN $ids     (o.order_hash, o.order_id) IN ListZip($order_hash_1, $ids) AND o.order_id IN $ids
//! ```

use ydb_yql::Span;
use ydb_yql::ast::{ExprKind, Query as Tree, StatementKind};
use ydb_yql::facts::{Facts, Met};

use super::site::Site;
use super::writes;
use crate::ddl::Name;
use crate::queries::added::{Added, Types, added, inserted, literal_value, name};
use crate::queries::{SourceKind, index_hash, is_without_hash};
use crate::schema::{ColumnDef, HashDef, Table};
use crate::types::Value;

/// A text without its declarations.
#[derive(Debug)]
pub(crate) struct Composed {
    pub(crate) text: String,
    /// The parameters that the client computes.
    pub(crate) computed: Vec<Computed>,
}

/// A parameter that the client computes from others.
#[derive(Debug, PartialEq)]
pub(crate) struct Computed {
    /// Without its `$`.
    pub(crate) name: String,
    pub(crate) hash: HashDef,
    /// One of them may be a list.
    pub(crate) inputs: Vec<Input>,
}

/// An input of a hash.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Input {
    /// The parameter of this name.
    Parameter(String),
    /// A literal of the text.
    Value(Value<'static>),
}

/// What is added to a text.
pub(super) struct Additions<'s> {
    pub(super) site: &'s Site,
    pub(super) text: &'s str,
    /// The names that the text binds to queries.
    pub(super) queries: Vec<String>,
    pub(super) insertions: Vec<(usize, String)>,
    pub(super) computed: Vec<Computed>,
}

/// The text with the tables at these places, or at their own.
pub(super) fn compose(site: &Site, places: &[Option<String>]) -> Composed {
    let (mut text, mut tables) = (String::new(), Vec::new());
    let mut pieces = site.pieces.iter();
    text.extend(pieces.next().copied());
    for ((hole, place), piece) in site.holes.iter().zip(places).zip(pieces) {
        let path = place.as_deref().unwrap_or(hole.table.name);
        text.push_str(&Name(path).to_string());
        tables.push((path, hole.table));
        if let Some(index) = hole.index {
            text.push_str(&format!(" VIEW {}", Name(index)));
        }
        if let Some(label) = hole.label {
            text.push_str(&format!(" AS {}", Name(label)));
        }
        text.push_str(piece);
    }
    match ydb_yql::parse(&text) {
        Ok(tree) => with_computed(site, text, &tree, &tables),
        // A text that is not understood is sent as it is.
        Err(_) => Composed { text, computed: Vec::new() },
    }
}

fn with_computed(site: &Site, text: String, tree: &Tree, tables: &[(&str, &'static Table)]) -> Composed {
    let queries = tree.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Let { names, value } if names.len() > 1 || matches!(value.kind, ExprKind::Subquery(_)) => {
            Some(names)
        }
        _ => None,
    });
    let queries = queries.flatten().map(|name| name.name.to_string()).collect();
    let mut additions = Additions { site, text: &text, queries, insertions: Vec::new(), computed: Vec::new() };
    let facts = Facts::of(tree);
    for (of, scope) in facts.scopes.iter().zip(site.query.scopes) {
        for (number, source) in scope.sources.iter().enumerate() {
            if let SourceKind::Table(table, index) = source.kind
                && let Some(hash) = index_hash(table, index)
                && scope.is_understood
                && is_without_hash(scope, number)
            {
                let found = added(of, scope, number, (table, hash));
                for added in &found {
                    additions.condition(added, |text, types| added.in_server(text, scope, types));
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

impl Additions<'_> {
    /// The server does not try all buckets by itself: it is told to.
    fn all_buckets(&mut self, hash: HashDef, buckets: u32, label: Option<&str>, filter: Span) {
        let prefix = label.map_or(String::new(), |label| format!("{}.", name(label)));
        let all: Vec<String> = (0..buckets).map(|bucket| format!("{bucket}u")).collect();
        let condition = format!("{prefix}{} IN ({}) AND (", name(hash.name), all.join(", "));
        self.insertions.push((filter.start as usize, condition));
        self.insertions.push((filter.end as usize, ")".to_owned()));
    }

    fn condition(&mut self, added: &Added<'_, 'static>, in_server: impl FnOnce(&str, &Types<'_>) -> Option<String>) {
        let inputs = added.inputs.iter().map(|(comparison, column)| input(&comparison.value, column));
        let inputs = inputs.collect::<Option<_>>();
        let lists: Vec<&(&_, &ColumnDef)> =
            added.inputs.iter().filter(|(comparison, _)| matches!(comparison.value, Met::List(_))).collect();
        let left = format!("{}{}", added.prefix, name(added.hash.name));
        let condition = match (inputs.and_then(|inputs| self.computed(added.hash, inputs)), &lists[..]) {
            (Some(computed), []) => Some(format!("{left} = ${computed}")),
            (Some(computed), [(comparison, column)]) => {
                let Met::List(list) = &comparison.value else { return };
                let list = &list.name;
                Some(format!("({left}, {}{}) IN ListZip(${computed}, ${list})", added.prefix, name(column.name)))
            }
            _ => self.in_server(in_server),
        };
        self.insertions.extend(condition.map(|condition| (added.start, condition + " AND ")));
    }

    /// The name of the parameter with a hash of these; `None` if none of them is a value that the program gives.
    pub(super) fn computed(&mut self, hash: HashDef, inputs: Vec<Input>) -> Option<String> {
        let parameters = self.site.query.parameters;
        let given = |input: &Input| match input {
            Input::Parameter(name) => parameters.iter().any(|parameter| parameter.name == name),
            Input::Value(_) => true,
        };
        if !inputs.iter().all(given) || inputs.iter().all(|input| matches!(input, Input::Value(_))) {
            return None;
        }
        if let Some(there) = self.computed.iter().find(|other| other.hash == hash && other.inputs == inputs) {
            return Some(there.name.clone());
        }
        let bare: String = hash.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let name = format!("{bare}_{}", self.computed.len() + 1);
        self.computed.push(Computed { name: name.clone(), hash, inputs });
        Some(name)
    }

    /// A text that the server computes.
    pub(super) fn in_server(&self, make: impl FnOnce(&str, &Types<'_>) -> Option<String>) -> Option<String> {
        let declared = |name: &str| {
            let number = self.site.query.parameters.iter().position(|parameter| parameter.name == name)?;
            self.site.types[number]
        };
        let is_query = |name: &str| self.queries.iter().any(|query| query == name);
        make(self.text, &Types { declared: &declared, is_query: &is_query })
    }
}

/// What a column is compared with, as an input of a hash that the client computes.
pub(super) fn input(met: &Met, column: &ColumnDef) -> Option<Input> {
    match met {
        Met::Named(name) | Met::List(name) => Some(Input::Parameter(name.name.to_string())),
        Met::Literal(literal) => literal_value(literal, column.ty).map(Input::Value),
        _ => None,
    }
}
