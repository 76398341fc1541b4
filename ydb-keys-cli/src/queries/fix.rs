//! The conditions on hash columns that a text lacks, and the text with them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use bumpalo::Bump;
use ydb_keys::__internal::ddl::{HashExpression, ValueLiteral};
use ydb_keys::__internal::queries::is_without_hash;
use ydb_keys::__internal::schema::any::{ColumnDef, HashDef, Table};
use ydb_keys::__internal::types::parse;
use ydb_keys::{Value, YdbType};
use ydb_yql::ast::{ExprKind, Literal, StringSuffix};
use ydb_yql::facts::{self, ColumnRef, Comparison, Facts, MAX_SOURCES, Met, Scope};

use super::borrow;
use super::tables::{Tables, hash_of, is_of};
use super::values::{Named, typed};

/// The text of a query with the conditions on hash columns that it lacks; `None` if there is none to add.
pub(crate) fn fixed(text: &str, tables: &Tables<'_>) -> Option<String> {
    let tree = ydb_yql::parse(text).ok()?;
    let named = Named::of(&tree);
    let mut additions = Vec::new();
    for scope in &Facts::of(&tree).scopes {
        let found: Vec<_> = scope
            .sources
            .iter()
            .map(|source| match &source.kind {
                facts::SourceKind::Table(name) => tables.find(&name.path.name),
                facts::SourceKind::Rows(_) | facts::SourceKind::Altered(_) => None,
            })
            .collect();
        let arena = Bump::new();
        let borrowed = borrow::scope(scope, &found, &arena);
        for (number, (source, table)) in scope.sources.iter().zip(&found).enumerate().take(MAX_SOURCES) {
            let (facts::SourceKind::Table(name), Some(table)) = (&source.kind, table) else { continue };
            if let Some(hash) = hash_of(table, name)
                && !tables.is_guessed(table, &hash)
                && is_without_hash(&borrowed, number)
            {
                additions.extend(conditions(text, scope, number, (table, &hash), &found, &named));
            }
        }
    }
    if additions.is_empty() {
        return None;
    }
    let mut out = String::with_capacity(text.len() * 2);
    let mut copied = 0;
    // A named query is read wherever it is used.
    additions.sort();
    additions.dedup();
    for (start, condition) in additions {
        out += &text[copied..start];
        out += &format!("{condition} AND ");
        copied = start;
    }
    out += &text[copied..];
    ydb_yql::parse(&out).is_ok().then_some(out)
}

/// The conditions that give a source its hash, each with the byte of the text before which it belongs: one for each
/// chain of ANDs that compares all inputs with values, or with columns of one other source.
pub(super) fn conditions(
    text: &str,
    scope: &Scope,
    source: usize,
    (table, hash): (&Table<'_>, &HashDef<'_>),
    tables: &[Option<&Table<'_>>],
    named: &Named<'_>,
) -> Vec<(usize, String)> {
    let own = |comparison: &&Comparison| is_of(&comparison.column, source, tables, scope);
    let groups: BTreeSet<u32> = scope.compared.iter().filter(own).filter_map(|comparison| comparison.group).collect();
    let condition = |group| {
        let of = |name: &str| {
            let all = scope.compared.iter().filter(own).filter(|comparison| comparison.group == Some(group));
            // A value finds rows by itself.
            all.filter(|comparison| &*comparison.column.name.name == name)
                .min_by_key(|comparison| comparison.by.as_ref().is_none_or(|by| !by.is_empty()))
        };
        if of(hash.name).is_some() {
            return None;
        }
        let columns = hash.inputs.iter().map(|&input| &table.columns[input]);
        let met = columns.map(|column| Some((of(column.name)?, column))).collect::<Option<Vec<_>>>()?;
        // A join compares with one side of it only.
        let others: Option<BTreeSet<usize>> = met
            .iter()
            .flat_map(|(comparison, _)| comparison.by.iter().flatten())
            .map(|column| (0..scope.sources.len()).find(|&number| is_of(column, number, tables, scope)))
            .collect();
        if others.is_none_or(|others| others.contains(&source) || others.len() > 1) {
            return None;
        }
        let input = |(comparison, column): &(&Comparison, &ColumnDef<'_>)| {
            let input = match &comparison.value {
                Met::Literal(_) | Met::Named(_) => value(&comparison.value, column.ty, hash, named),
                _ => expression(text, comparison, column.ty, hash, |column| type_of(column, scope, tables)),
            };
            Some((input?, column.ty))
        };
        let inputs = met.iter().map(input).collect::<Option<Vec<_>>>()?;
        let start = met.iter().map(|(comparison, _)| comparison.span.start as usize).min()?;
        let label = met.iter().find_map(|(comparison, _)| comparison.column.source);
        let label = label.and_then(|source| scope.sources[source].label.as_ref());
        let prefix = label.map_or(String::new(), |label| format!("{}.", name(label)));
        let expression = HashExpression { function: hash.function, inputs, buckets: hash.buckets };
        Some((start, format!("{prefix}{} = {expression}", name(hash.name))))
    };
    groups.into_iter().filter_map(condition).collect()
}

/// An expression, as an input of a hash. Its text is all that is known of it, so a cast gives it the column's type.
fn expression(
    text: &str,
    comparison: &Comparison,
    ty: YdbType,
    hash: &HashDef<'_>,
    type_of: impl Fn(&ColumnRef) -> Option<YdbType>,
) -> Option<String> {
    let by = comparison.by.as_ref()?;
    // A bucket of NULL would end the query.
    if hash.buckets.is_some() {
        return None;
    }
    let written = comparison.value_span.of(text);
    let known = match (&comparison.value, &by[..]) {
        (Met::Cast(ty), _) => typed(ty).map(|(ty, _)| ty),
        (Met::Column, [column]) => type_of(column),
        _ => None,
    };
    Some(if known.is_some_and(|known| known.same(ty)) {
        written.to_owned()
    } else if !matches!(ty, YdbType::Utf8 | YdbType::String | YdbType::Uuid) {
        format!("CAST({written} AS {ty})")
    } else if hash.inputs.len() > 1 && matches!(comparison.value, Met::Other) {
        format!("({written})")
    } else {
        written.to_owned()
    })
}

/// The type of a column of one of the tables.
fn type_of(column: &ColumnRef, scope: &Scope, tables: &[Option<&Table<'_>>]) -> Option<YdbType> {
    let number = (0..scope.sources.len()).find(|&number| is_of(column, number, tables, scope))?;
    let mut columns = tables[number]?.columns.iter();
    columns.find(|other| other.name == &*column.name.name).map(|column| column.ty)
}

/// What a column is compared with, as an input of its hash: with the type of the column, on which the hash depends.
pub(super) fn value(met: &Met, ty: YdbType, hash: &HashDef<'_>, named: &Named<'_>) -> Option<String> {
    let parameter = match met {
        Met::Literal(literal) => return Some(ValueLiteral(&literal_value(literal, ty)?, ty).to_string()),
        Met::Named(parameter) => &parameter.name,
        Met::List(_) | Met::Cast(_) | Met::Column | Met::Other => return None,
    };
    if let Some(bound) = named.bound(parameter)
        && matches!(bound?.kind, ExprKind::Subquery(_))
    {
        return None;
    }
    let declared = named.declared(parameter).and_then(typed);
    let is_same = declared.is_some_and(|(declared, _)| declared.same(ty))
        || matches!(ty, YdbType::Utf8 | YdbType::String | YdbType::Uuid)
        || hash.function.is_numeric() && ty.is_integer();
    Some(if is_same { format!("${parameter}") } else { format!("CAST(${parameter} AS {ty})") })
}

/// A literal as a value of a column.
pub(super) fn literal_value(literal: &Literal, ty: YdbType) -> Option<Value<'static>> {
    match literal {
        Literal::Integer { value, .. } if ty.is_integer() => parse::integer(ty, &value.to_string()),
        Literal::String { bytes, suffix: None | Some(StringSuffix::Utf8 | StringSuffix::String) } => match ty {
            YdbType::Utf8 => Some(Value::Utf8(Cow::Owned(String::from_utf8(bytes.to_vec()).ok()?))),
            YdbType::String => Some(Value::String(Cow::Owned(bytes.to_vec()))),
            _ => None,
        },
        _ => None,
    }
}

/// A name, in backquotes where it needs them.
fn name(name: &str) -> String {
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && ydb_yql::parse(&format!("SELECT t.{name} FROM {name} AS t WHERE {name} = 1")).is_ok();
    if is_plain { name.to_owned() } else { ydb_keys::__internal::ddl::Name(name).to_string() }
}
