//! Composes the text of a query that is sent: with the paths of its tables, and with the computed columns that the
//! program leaves out.
//!
//! If all inputs of a computed column are parameters, the column becomes a parameter itself, which the client computes.
//! Otherwise the server computes it by the expression of the hash. After IN the client computes a list of hashes:
//!
//! ```text
//! o.order_id = $id       o.order_hash = $order_hash_1 AND o.order_id = $id
//! o.order_id IN $ids     (o.order_hash, o.order_id) IN ListZip($order_hash_1, $ids) AND o.order_id IN $ids
//! ```
//!
//! The text of the program is changed at parts of its syntax tree. Then the result is judged once more, like YDB reads
//! it: the conditions of the new text must find each table in the way that the compiler has promised.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use ydb_yql::Span;
use ydb_yql::ast::{self, DeleteKind, Expr, ExprKind, StatementKind, UpdateKind};
use ydb_yql::facts::code::Known;
use ydb_yql::facts::{Comparison, Facts, Met, SourceKind, Values, children, code};

use super::hashes::{Client, Computed, SentRows, hole, refused};
use super::writes;
use crate::error::Result;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::queries::added::{added, name, type_of};
use ydb_keys_core::queries::edits::Edits;
use ydb_keys_core::queries::{
    Access, Adds, Choice, Hole, Query, Scope, SourceKind as Found, accesses, certain_accesses, choices,
};

/// Texts by the paths of their tables.
type Texts = HashMap<Vec<Option<String>>, Result<Arc<Composed>>>;

/// Texts of queries by the addresses of the queries. There is one map for all of them, because a static for each query
/// would be another item that the compiler checks.
static COMPOSED: LazyLock<RwLock<HashMap<usize, Texts>>> = LazyLock::new(RwLock::default);

/// Number of combinations of paths for which texts of one query are kept. Further texts are composed each time.
const KEPT: usize = 1000;

pub(super) fn composed(query: &'static Query<'static>, places: &[Option<String>]) -> Result<Arc<Composed>> {
    let address = std::ptr::from_ref(query).addr();
    // A panic cannot leave the map half-changed: it only ever gains finished texts.
    let all = COMPOSED.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(composed) = all.get(&address).and_then(|texts| texts.get(places)) {
        return composed.clone();
    }
    drop(all);
    let composed = compose(query, places).map(Arc::new);
    let mut all = COMPOSED.write().unwrap_or_else(PoisonError::into_inner);
    let texts = all.entry(address).or_default();
    if texts.len() < KEPT {
        texts.insert(places.to_vec(), composed.clone());
    }
    composed
}

/// Composed text without its declarations.
#[derive(Debug)]
pub(crate) struct Composed {
    pub(crate) text: String,
    /// Parameters that the client computes.
    pub(crate) computed: Vec<Computed>,
    /// Rows to which the client adds columns.
    pub(crate) rows: Vec<SentRows>,
    /// Parameters that must be integers, because a hash is computed from them as integers.
    pub(crate) exact: Vec<String>,
    /// Parameters that are lists of values of a key.
    pub(crate) searched: Vec<String>,
}

/// Composes the text with the tables at these paths, or at their own.
///
/// # Errors
/// The part of the text that cannot be completed. Nothing is sent then, because a row without its hash would be lost,
/// and a condition without the hash would read the whole table.
pub(super) fn compose(query: &'static Query<'static>, places: &[Option<String>]) -> Result<Composed> {
    let Ok(tree) = ydb_yql::parse(query.plain) else {
        // A text that is not understood is sent as it is.
        let mut edits = Edits::default();
        place(query, places, &HashMap::new(), &mut edits);
        let (text, _) = edits.print(query.plain).ok_or_else(|| refused("its models overlap"))?;
        let (computed, rows, exact, searched) = Default::default();
        return Ok(Composed { text, computed, rows, exact, searched });
    };
    let facts = Facts::of(&tree);
    let mut compose = Compose { query, tree: &tree, facts: &facts, edits: Edits::default() };
    let mut client = Client::new(query, &tree);
    compose.labels();
    compose.conditions(&mut client)?;
    writes::add(query, &tree, &mut client, &mut compose.edits)?;
    place(query, places, &pins(query, &facts), &mut compose.edits);
    let (text, anew) = compose.edits.print(query.plain).ok_or_else(|| refused("its parts overlap"))?;
    let begins: Vec<u32> = query.holes.iter().map(|hole| anew.get(&hole.0).copied().unwrap_or(u32::MAX)).collect();
    judge_again(query, &facts, &text, &begins)?;
    let text = if query.combination.is_some() { ydb_yql::pieces::squeeze(&text) } else { text };
    let Client { computed, rows, exact, .. } = client;
    Ok(Composed { text, computed, rows, exact, searched: searched(query, &facts) })
}

/// Writes the paths of the tables, with the indexes that are read.
fn place(query: &Query<'_>, places: &[Option<String>], pins: &HashMap<usize, Option<Choice<'_>>>, edits: &mut Edits) {
    let holes = query.holes.iter().zip(query.tables).zip(places).enumerate();
    for (number, ((&Hole(start, end, index), table), place)) in holes {
        let path = Name(place.as_deref().unwrap_or(table.name));
        let pin = index.map(Choice::Index).or(pins.get(&number).copied().flatten());
        let view = match pin {
            Some(Choice::Index(index)) => format!(" VIEW {}", Name(index)),
            Some(Choice::Key) => " VIEW PRIMARY KEY".to_owned(),
            None => String::new(),
        };
        edits.instead(Span { start, end }, format!("{path}{view}"));
    }
}

/// Finds the models for which YDB could choose an index, and the index or key to read. The text names it, so that all
/// servers read the rows in the way that the compiler has judged. For a named query that is read in different ways, the
/// server chooses.
fn pins(query: &'static Query<'static>, facts: &Facts) -> HashMap<usize, Option<Choice<'static>>> {
    let mut pins = HashMap::new();
    for (of, scope) in facts.scopes.iter().zip(query.scopes()) {
        for (source, choice) in of.sources.iter().zip(choices(&scope, Adds::Library)) {
            if let SourceKind::Table(table) = &source.kind
                && let Some(number) = hole(query, table)
            {
                let pin = pins.entry(number).or_insert(choice);
                *pin = pin.filter(|pin| Some(*pin) == choice);
            }
        }
    }
    pins
}

/// Returns the parameters that are lists of values of a key.
fn searched(query: &'static Query<'static>, facts: &Facts) -> Vec<String> {
    let mut found = Vec::new();
    for of in &facts.scopes {
        for Comparison { column, value, group } in &of.compared {
            let (Met::List(list), Some(_)) = (value, group) else { continue };
            let is_key = of.sources.iter().enumerate().any(|(number, source)| {
                let SourceKind::Table(table) = &source.kind else { return false };
                let is_own = column.source.is_none_or(|of| of == number);
                let Some(table) = hole(query, table).map(|hole| query.tables[hole]) else { return false };
                let in_index = table.indexes.iter().flat_map(|index| index.on).map(|&on| table.columns[on].name);
                is_own && table.primary_key().chain(in_index).any(|name| *name == *column.name.name)
            });
            let name = list.name.to_string();
            if is_key && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

struct Compose<'c> {
    query: &'static Query<'static>,
    tree: &'c ast::Query,
    facts: &'c Facts,
    edits: Edits,
}

impl Compose<'_> {
    /// Gives each model without an alias the name of its type, as in the text of the program, because its path is
    /// another name. UPDATE and DELETE take no alias, so there the qualifying name is removed.
    fn labels(&mut self) {
        let mut named = HashSet::new();
        for source in self.facts.scopes.iter().flat_map(|scope| &scope.sources) {
            let (SourceKind::Table(table) | SourceKind::Altered(table)) = &source.kind else { continue };
            let (Some(number), Some(label), Some(_)) = (hole(self.query, table), &source.label, source.unnamed) else {
                continue;
            };
            // A named query is read in each place that uses it.
            if named.insert(number) {
                let part = self.part(number, table, source.unnamed);
                self.edits.around(part, "", format!(" AS {}", Name(label)));
            }
        }
        for statement in &self.tree.statements {
            let (table, mut exprs): (_, Vec<&Expr>) = match &statement.kind {
                StatementKind::Update(update) => match &update.kind {
                    UpdateKind::Set { assignments, filter } => {
                        (&update.table, assignments.iter().map(|(_, value)| value).chain(filter).collect())
                    }
                    UpdateKind::On { .. } => continue,
                },
                StatementKind::Delete(delete) => match &delete.kind {
                    DeleteKind::Where(filter) => (&delete.table, filter.iter().collect()),
                    DeleteKind::On { .. } => continue,
                },
                _ => continue,
            };
            if hole(self.query, table).is_none() {
                continue;
            }
            while let Some(expr) = exprs.pop() {
                match &expr.kind {
                    ExprKind::Column { qualifier: Some(qualifier), name: column }
                        if qualifier.name == table.path.name =>
                    {
                        self.edits.instead(expr.span, name(&column.name));
                    }
                    _ => children(expr, &mut |child| exprs.push(child)),
                }
            }
        }
    }

    /// Returns the place of a model that is a source, without its alias.
    fn part(&self, number: usize, table: &ast::TableName, unnamed: Option<u32>) -> Span {
        let Hole(start, end, _) = self.query.holes[number];
        Span { start, end: end.max(table.span().end).max(unnamed.unwrap_or(0)) }
    }

    fn conditions(&mut self, client: &mut Client<'_>) -> Result<()> {
        let mut written = HashSet::new();
        for (of, scope) in self.facts.scopes.iter().zip(self.query.scopes()) {
            for added in added(of, &scope) {
                let source = &of.sources[added.source];
                let SourceKind::Table(table) = &source.kind else { continue };
                let Some(number) = hole(self.query, table) else { continue };
                // A named query is read in each place that uses it.
                if !written.insert((added.place.span.start, added.hash.name, number)) {
                    continue;
                }
                let column = |column: &_| type_of(column, &scope);
                let condition = added.condition(self.query.plain, &mut client.comparing(&column));
                let condition = condition.ok_or_else(|| {
                    let (column, table) = (added.hash.name, self.query.tables[number].name);
                    refused(format!("`{column}` of table `{table}` cannot be computed from its conditions"))
                })?;
                let part = self.part(number, table, source.unnamed);
                added.write(of, &condition, part, &mut self.edits);
            }
        }
        Ok(())
    }
}

/// Judges the composed text like YDB reads it, when nobody adds anything to it any more. The models begin at the bytes
/// `begins`.
fn judge_again(query: &'static Query<'static>, facts: &Facts, text: &str, begins: &[u32]) -> Result<()> {
    let promised = of_holes(query, facts, &|table| hole(query, table), &|scope| accesses(scope, Adds::Library));
    let Ok(tree) = ydb_yql::parse(text) else { return Err(refused("its text with hashes is not YQL any more")) };
    let facts = Facts::of(&tree);
    let at = |table: &ast::TableName| begins.iter().position(|begin| *begin == table.path.span.start);
    let code = code(text, &facts, &Values::default(), &|table| Some(Known::Table(at(table)?, table.view.clone())));
    let names: Vec<&str> = code.names.iter().map(|name| &**name).collect();
    let sent = Query { text, code: &code.numbers, names: &names, ..*query };
    // An OR of several sources is not certain, although the compiler may have counted only on the condition added to
    // it.
    let found = of_holes(&sent, &facts, &at, &|scope| certain_accesses(scope, Adds::Nobody));
    for (number, promised) in promised {
        if matches!(promised, Access::Full | Access::Unknown) {
            continue;
        }
        let found = found.iter().filter(|(other, _)| *other == number).map(|(_, access)| *access).max();
        if found.is_none_or(|found| found > promised) {
            let (table, found) = (query.tables[number].name, found.unwrap_or(Access::Unknown).name());
            let promised = promised.name();
            return Err(refused(format!("table `{table}` would be read as `{found}`, and not as `{promised}`")));
        }
    }
    Ok(())
}

/// Returns how the rows of each model of a text are found.
fn of_holes(
    query: &Query<'_>,
    facts: &Facts,
    at: &dyn Fn(&ast::TableName) -> Option<usize>,
    accesses: &dyn Fn(&Scope<'_>) -> [Access; 64],
) -> Vec<(usize, Access)> {
    let mut found = Vec::new();
    for (of, scope) in facts.scopes.iter().zip(query.scopes()) {
        let accesses = accesses(&scope);
        for (number, source) in of.sources.iter().enumerate() {
            let SourceKind::Table(table) = &source.kind else { continue };
            let is_read = scope.is_understood && number < scope.sources;
            if let (true, Some(hole)) = (is_read, at(table))
                && matches!(scope.source(number).kind, Found::Table(..))
            {
                found.push((hole, accesses.get(number).copied().unwrap_or(Access::Unknown)));
            }
        }
    }
    found
}
