//! The conditions on computed columns that a text lacks: their places and their text.
//!
//! A conjunction that compares all inputs of a hash with values gives its column a value, too. The condition on that
//! column goes before the first of these comparisons:
//!
//! ```text
//! o.order_id = $id        o.order_hash = Digest::NumericHash($id) AND o.order_id = $id
//! o.order_id IN (1, 2)    (o.order_hash, o.order_id) IN ((Digest::NumericHash(1), 1), ..) AND o.order_id IN (1, 2)
//! at > $since             shard IN (0u, 1u, 2u, 3u) AND at > $since
//! ```
//!
//! `addition.rs` decides what is added to which conjunction.

use std::borrow::Cow;

use ydb_yql::Span;
use ydb_yql::ast::{Literal, StringSuffix, TypeExpr, TypeExprKind};
use ydb_yql::facts::{self, Equality, Met, Node, Place, Purpose};

use super::access::{Addition, Lead, View};
use super::edits::Edits;
use super::facts::{Scope, Source, SourceKind, column};
use super::fault::Adds;
use super::key::index_hash;
use super::order::of_resolved;
use super::resolved::Resolved;
use crate::ddl::{HashExpression, Name, ValueLiteral};
use crate::schema::any::{HashDef, Table};
use crate::schema::column::ColumnDef;
use crate::types::{Value, YdbType, parse};

/// A condition on the computed column that leads the key of a source.
pub struct Added<'f, 't> {
    /// Number of the source.
    pub source: usize,
    /// Comparison before which the condition is written.
    pub place: Place,
    /// `true` if that comparison is in an ON.
    pub is_on: bool,
    /// Name of the source with a dot, or nothing.
    pub prefix: String,
    pub hash: HashDef<'t>,
    /// Values that the inputs equal; empty where all buckets are named.
    pub inputs: Vec<Given<'f, 't>>,
}

/// Value that an input of a hash equals.
#[derive(Clone, Copy)]
pub struct Given<'f, 't> {
    pub met: &'f Met,
    /// Place of the value in the text.
    pub span: Span,
    /// Columns from which the value comes.
    pub by: &'f [facts::ColumnRef],
    pub column: &'t ColumnDef<'t>,
}

/// Writer of hashes into a text.
pub trait Hashes<'t> {
    /// Returns the hash of values as an expression that never fails; `None` if there is no such expression.
    fn one(&mut self, hash: HashDef<'t>, inputs: &[Given<'_, 't>]) -> Option<String>;

    /// Returns the hashes of values as a list, where one of the values is a parameter that is a list.
    fn list(&mut self, hash: HashDef<'t>, inputs: &[Given<'_, 't>]) -> Option<String>;
}

/// Returns the conditions that a scope lacks, for the sources that YDB finds better with them.
pub fn added<'f, 't>(of: &'f facts::Scope, scope: &Scope<'t>) -> Vec<Added<'f, 't>> {
    let columns = Resolved::of(scope);
    let mut found = Vec::new();
    if !scope.is_understood || columns.is_beyond {
        return found;
    }
    let with = of_resolved(scope, &columns, Adds::Library);
    for source in 0..scope.sources {
        let SourceKind::Table(table, named) = scope.source(source).kind else { continue };
        let chosen = with.index[source].checked_sub(1).map(|index| table.indexes[index].name);
        let Some(hash) = index_hash(table, named.or(chosen)) else { continue };
        let view = View::new(scope, &columns, with.before[source], Adds::Library);
        let view = View { through: chosen.map(|index| (source, index)), ..view };
        if with.access[source] as u8 >= (View { adds: Adds::Nobody, ..view }).by_key(source).access as u8 {
            continue;
        }
        let mut conditions = scope.conditions();
        for condition in &of.conditions {
            if condition.bounds.contains(&source) {
                let kind = SourceKind::Table(table, named.or(chosen));
                let lead = Lead::of(&Source { kind, ..scope.source(source) });
                let mut walk = Walk { of, view, lead, source, table, hash, is_on: condition.is_on, found: &mut found };
                walk.node(&condition.node, conditions.at + 3);
            }
            conditions = conditions.after(conditions.at + scope.query.number(conditions.at));
        }
    }
    found
}

/// Walk over the conjunctions of a condition.
struct Walk<'w, 'f, 't> {
    of: &'f facts::Scope,
    view: View<'w>,
    lead: Lead<'t>,
    source: usize,
    table: &'t Table<'t>,
    hash: HashDef<'t>,
    is_on: bool,
    found: &'w mut Vec<Added<'f, 't>>,
}

impl<'f, 't> Walk<'_, 'f, 't> {
    /// Finds the conditions for a conjunction, whose numbers begin at `at`, and for the conjunctions in its
    /// alternatives.
    fn node(&mut self, node: &'f Node, at: usize) {
        let nodes = match node {
            Node::All(nodes) => &nodes[..],
            node => std::slice::from_ref(node),
        };
        let list = self.view.conjunction(at);
        let (lead, source) = (&self.lead, self.source);
        let is_named = self.view.node(at, source, None, lead).0 & lead.bit != 0;
        match if is_named { None } else { self.view.addition(at, source, lead) } {
            Some(Addition::Hash) => {
                let inputs = self.hash.inputs.iter().map(|&input| {
                    let choice = self.view.choice(list, self.source, self.table, input)?;
                    given(nodes.get(choice.number)?, &self.table.columns[input])
                });
                if let Some(inputs) = inputs.collect::<Option<Vec<_>>>() {
                    let first = inputs.iter().min_by_key(|(place, _, _)| place.span.start);
                    if let Some(&(place, label, _)) = first {
                        let inputs = inputs.into_iter().map(|(_, _, given)| given).collect();
                        self.push(place, label, inputs);
                    }
                }
            }
            Some(Addition::Buckets(number)) => {
                if let Some(
                    Node::Fixed { columns, value: Some(Equality { place, .. }), .. }
                    | Node::Bounded { columns, place: Some(place), .. },
                ) = nodes.get(number)
                {
                    self.push(*place, columns.first().and_then(|column| column.source), Vec::new());
                }
            }
            None => {}
        }
        let mut next = list.at;
        for node in nodes {
            if let Node::Any(alternatives) = node {
                let mut at = next + 3;
                for alternative in alternatives {
                    self.node(alternative, at);
                    at = self.view.end(at);
                }
            }
            next = self.view.end(next);
        }
    }

    fn push(&mut self, place: Place, label: Option<usize>, inputs: Vec<Given<'f, 't>>) {
        // A qualifier is written if another source may have a column of that name. UPDATE and DELETE have no names of
        // sources.
        let label = label.or((self.of.sources.len() > 1).then_some(self.source));
        let label = label.filter(|_| self.of.purpose == Purpose::Select);
        let label = label.and_then(|source| self.of.sources[source].label.as_ref());
        let prefix = label.map_or(String::new(), |label| format!("{}.", name(label)));
        let (source, is_on, hash) = (self.source, self.is_on, self.hash);
        self.found.push(Added { source, place, is_on, prefix, hash, inputs });
    }
}

/// Returns the place of an equality, the source that qualifies its column, and its value.
fn given<'f, 't>(node: &'f Node, column: &'t ColumnDef<'t>) -> Option<(Place, Option<usize>, Given<'f, 't>)> {
    let Node::Fixed { columns, by, value: Some(Equality { place, met: Some(met), span }), .. } = node else {
        return None;
    };
    Some((*place, columns.first()?.source, Given { met, span: *span, by, column }))
}

impl<'t> Added<'_, 't> {
    /// Returns the text of the condition; `None` if nobody can compute the hash.
    pub fn condition(&self, text: &str, hashes: &mut dyn Hashes<'t>) -> Option<String> {
        let (hash, inputs) = (self.hash, &self.inputs);
        let left = format!("{}{}", self.prefix, name(hash.name));
        if let (Some(buckets), []) = (hash.buckets, &inputs[..]) {
            let all: Vec<String> = (0..buckets).map(|bucket| format!("{bucket}u")).collect();
            return Some(format!("{left} IN ({})", all.join(", ")));
        }
        let pair = |column: &ColumnDef<'_>| format!("({left}, {}{})", self.prefix, name(column.name));
        for (number, input) in inputs.iter().enumerate() {
            match input.met {
                Met::List(list) => {
                    let computed = hashes.list(hash, inputs)?;
                    return Some(format!("{} IN ListZip({computed}, ${})", pair(input.column), list.name));
                }
                Met::Items(items) => {
                    let item = |(met, span): &(Met, Span)| {
                        let mut inputs = inputs.clone();
                        inputs[number] = Given { met, span: *span, ..*input };
                        Some(format!("({}, {})", hashes.one(hash, &inputs)?, span.of(text)))
                    };
                    let items = items.iter().map(item).collect::<Option<Vec<_>>>()?;
                    return Some(format!("{} IN ({},)", pair(input.column), items.join(", ")));
                }
                _ => {}
            }
        }
        Some(format!("{left} = {}", hashes.one(hash, inputs)?))
    }

    /// Writes the condition into its conjunction. YDB takes an ON only as equalities of two sources, so a condition on
    /// all buckets goes beside the ON: into WHERE if each row has a row of each source, or else around the source.
    /// `source` is the place of that source without its alias.
    pub fn write(&self, of: &facts::Scope, condition: &str, source: Span, edits: &mut Edits) {
        match (self.is_on && self.inputs.is_empty(), of.filter, of.from) {
            (true, Some(filter), _) if of.is_inner => edits.around(filter, format!("{condition} AND ("), ")"),
            (true, None, Some(from)) if of.is_inner => edits.around(from, "", format!(" WHERE {condition}")),
            (true, ..) => {
                let condition = &condition[self.prefix.len()..];
                edits.around(source, "(SELECT * FROM ", format!(" WHERE {condition})"));
            }
            _ if self.place.is_alone => edits.around(self.place.span, format!("({condition} AND "), ")"),
            _ => edits.around(self.place.span, format!("{condition} AND "), ""),
        }
    }
}

/// Hashes that the server computes.
pub struct InServer<'q> {
    /// The text of the query.
    pub text: &'q str,
    /// Function that returns the type of a declared parameter, and whether it may be NULL.
    pub declared: &'q dyn Fn(&str) -> Option<(YdbType, bool)>,
    /// Function that returns the type of a column, if a table has the column.
    pub column: &'q dyn Fn(&facts::ColumnRef) -> Option<YdbType>,
}

impl<'t> Hashes<'t> for InServer<'_> {
    fn one(&mut self, hash: HashDef<'t>, inputs: &[Given<'_, 't>]) -> Option<String> {
        let of = |input: &Given<'_, 't>| Some((self.value(hash, input, inputs.len())?, input.column.ty));
        // A comparison with a value that the column cannot hold is never true, so any number will do.
        if inputs.iter().any(|input| is_never(input)) {
            return Some(ValueLiteral(&Value::zero(hash.ty()), hash.ty()).to_string());
        }
        let names = inputs.iter().map(|input| input.column.name);
        let inputs = inputs.iter().map(of).collect::<Option<Vec<_>>>()?;
        if let Some(foreign) = hash.foreign() {
            return foreign.filled_in(names.zip(inputs.iter().map(|(value, _)| value.clone())));
        }
        Some(HashExpression { function: hash.function, inputs, buckets: hash.buckets, optional: false }.to_string())
    }

    fn list(&mut self, _: HashDef<'t>, _: &[Given<'_, 't>]) -> Option<String> {
        None
    }
}

/// Returns `true` if a value is a literal that the column certainly does not hold.
pub fn is_never(input: &Given<'_, '_>) -> bool {
    matches!(input.met, Met::Literal(literal) if literal_value(literal, input.column.ty).is_none())
}

impl InServer<'_> {
    /// Returns the value that an input equals, in the type of its column, because the hash depends on the type.
    fn value(&self, hash: HashDef<'_>, input: &Given<'_, '_>, count: usize) -> Option<String> {
        let (ty, written) = (input.column.ty, input.span.of(self.text));
        let known = match (input.met, input.by) {
            (Met::Literal(literal), _) => return Some(ValueLiteral(&literal_value(literal, ty)?, ty).to_string()),
            (Met::Named(parameter), _) => {
                let declared = (self.declared)(&parameter.name);
                // NULL has no bucket, and `Unwrap` would end the query.
                if hash.buckets.is_some() && declared.is_some_and(|(_, optional)| optional) {
                    return None;
                }
                let is_same = declared.is_some_and(|(declared, _)| declared.same(ty))
                    || is_text(ty)
                    || hash.function.is_numeric() && ty.is_integer() && declared.is_none();
                let name = &parameter.name;
                return Some(if is_same { format!("${name}") } else { format!("CAST(${name} AS {ty})") });
            }
            (Met::Cast(ty), _) => typed(ty).map(|(ty, _)| ty),
            (Met::Column, [column]) => (self.column)(column),
            _ => None,
        };
        Some(match input.met {
            _ if known.is_some_and(|known| known.same(ty)) => written.to_owned(),
            Met::Exact(_) | Met::Other if count > 1 => cast(written, ty),
            _ if is_text(ty) => written.to_owned(),
            _ => cast(written, ty),
        })
    }
}

/// Returns the type of a column, if a table of the scope has the column.
pub fn type_of(of: &facts::ColumnRef, scope: &Scope<'_>) -> Option<YdbType> {
    let number = (0..scope.sources).find(|&number| is_of(of, number, scope))?;
    let SourceKind::Table(table, _) = scope.source(number).kind else { return None };
    column(table, &of.name.name).map(|column| column.ty)
}

/// Returns `true` if a column certainly belongs to a source.
pub fn is_of(column: &facts::ColumnRef, source: usize, scope: &Scope<'_>) -> bool {
    if let Some(of) = column.source {
        return of == source;
    }
    // Without a qualifier, the column may belong to a source whose columns are not known.
    let has = |number: usize| scope.has(number, &column.name.name).unwrap_or(true);
    (0..scope.sources).all(|number| has(number) == (number == source))
}

/// Returns an expression as one value, cast to the type if the hashed bytes depend on the type.
pub fn cast(written: &str, ty: YdbType) -> String {
    if is_text(ty) { format!("({written})") } else { format!("CAST({written} AS {ty})") }
}

const fn is_text(ty: YdbType) -> bool {
    matches!(ty, YdbType::Utf8 | YdbType::String | YdbType::Uuid)
}

/// Returns a literal as a value of a column of this type; `None` if the column cannot hold it.
pub fn literal_value(literal: &Literal, ty: YdbType) -> Option<Value<'static>> {
    match literal {
        Literal::Integer { value, .. } if ty.is_integer() => parse::integer(ty, &value.to_string()),
        Literal::Bool(value) if ty.same(YdbType::Bool) => Some(Value::Bool(*value)),
        Literal::String { bytes, suffix: None | Some(StringSuffix::Utf8 | StringSuffix::String) } => match ty {
            YdbType::Utf8 => Some(Value::Utf8(Cow::Owned(String::from_utf8(bytes.to_vec()).ok()?))),
            YdbType::String => Some(Value::String(Cow::Owned(bytes.to_vec()))),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the type that a text names, and whether it is optional.
pub fn typed(ty: &TypeExpr) -> Option<(YdbType, bool)> {
    match &ty.kind {
        TypeExprKind::Name(name) => named_type(&name.name).map(|ty| (ty, false)),
        TypeExprKind::Optional(inner) => typed(inner).map(|(ty, _)| (ty, true)),
        TypeExprKind::Decimal { .. } => Some((YdbType::Decimal { precision: 22, scale: 9 }, false)),
        _ => None,
    }
}

/// Returns the type of this name. The name may be an alias, or one that only columns have, such as `Serial`.
pub fn named_type(name: &str) -> Option<YdbType> {
    let plain = YdbType::PLAIN.into_iter().find(|ty| name.eq_ignore_ascii_case(ty.name()));
    plain.or_else(|| match name.to_ascii_lowercase().as_str() {
        "text" => Some(YdbType::Utf8),
        "bytes" => Some(YdbType::String),
        "smallserial" | "serial2" => Some(YdbType::Int16),
        "serial" | "serial4" | "int" | "integer" => Some(YdbType::Int32),
        "bigserial" | "serial8" | "bigint" => Some(YdbType::Int64),
        "smallint" => Some(YdbType::Int16),
        "tinyint" => Some(YdbType::Int8),
        "decimal" => Some(YdbType::Decimal { precision: 22, scale: 9 }),
        _ => None,
    })
}

/// Returns a name, in backticks if it needs them.
pub fn name(name: &str) -> String {
    if ydb_yql::is_name(name) { name.to_owned() } else { Name(name).to_string() }
}
