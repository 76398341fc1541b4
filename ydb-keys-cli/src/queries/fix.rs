//! The conditions on hash columns that a text lacks, and the text with them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use bumpalo::Bump;
use ydb_keys::__internal::ddl::{HashExpression, ValueLiteral};
use ydb_keys::__internal::queries::is_without_hash;
use ydb_keys::__internal::schema::any::{HashDef, Table};
use ydb_keys::__internal::types::parse;
use ydb_keys::{Value, YdbType};
use ydb_yql::Position;
use ydb_yql::ast::{ExprKind, Literal, StringSuffix};
use ydb_yql::facts::{self, Comparison, Facts, MAX_SOURCES, Met, Scope};

use super::borrow;
use super::tables::{Tables, hash_of, is_of};
use super::values::{Named, typed};

/// The text of a query with the conditions on hash columns that it lacks; `None` if there is none to add.
pub(crate) fn fixed(text: &str, tables: &Tables<'_>) -> Option<String> {
    let tree = ydb_yql::parse(text).ok()?;
    let named = Named::of(&tree);
    let mut additions = BTreeMap::new();
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
    let mut at = Position { line: 1, column: 1 };
    for character in text.chars() {
        if let Some(condition) = additions.get(&at) {
            out.push_str(condition);
            out.push_str(" AND ");
        }
        out.push(character);
        at = after(at, character);
    }
    ydb_yql::parse(&out).is_ok().then_some(out)
}

/// The conditions that give a source its hash, each with the place before which it belongs: one for each chain of ANDs
/// that compares all inputs with parameters or literals.
pub(super) fn conditions(
    text: &str,
    scope: &Scope,
    source: usize,
    (table, hash): (&Table<'_>, &HashDef<'_>),
    tables: &[Option<&Table<'_>>],
    named: &Named<'_>,
) -> Vec<(Position, String)> {
    let own = |comparison: &&Comparison| is_of(&comparison.column, source, tables, scope);
    let groups: BTreeSet<u32> = scope.compared.iter().filter(own).filter_map(|comparison| comparison.group).collect();
    let condition = |group| {
        let of = |name: &str| {
            let mut all = scope.compared.iter().filter(own).filter(|comparison| comparison.group == Some(group));
            all.find(|comparison| &*comparison.column.name.name == name)
        };
        if of(hash.name).is_some() {
            return None;
        }
        let (mut inputs, mut at, mut label) = (Vec::new(), None, None);
        for &input in hash.inputs {
            let column = &table.columns[input];
            let comparison = of(column.name)?;
            // A side in parentheses of its own does not begin where the comparison does.
            if between(text, comparison.at, comparison.until).contains(')') {
                return None;
            }
            inputs.push((value(&comparison.value, column.ty, hash, named)?, column.ty));
            at = Some(at.map_or(comparison.at, |at: Position| at.min(comparison.at)));
            label = label.or(comparison.column.source);
        }
        let label = label.and_then(|source| scope.sources[source].label.as_ref());
        let prefix = label.map_or(String::new(), |label| format!("{}.", name(label)));
        let expression = HashExpression { function: hash.function, inputs, buckets: hash.buckets };
        Some((at?, format!("{prefix}{} = {expression}", name(hash.name))))
    };
    groups.into_iter().filter_map(condition).collect()
}

/// What a column is compared with, as an input of its hash: with the type of the column, on which the hash depends.
pub(super) fn value(met: &Met, ty: YdbType, hash: &HashDef<'_>, named: &Named<'_>) -> Option<String> {
    let parameter = match met {
        Met::Literal(literal) => return Some(ValueLiteral(&literal_value(literal, ty)?, ty).to_string()),
        Met::Named(parameter) => &parameter.name,
        Met::List(_) | Met::Cast(_) | Met::Other => return None,
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

/// The text from one place to another.
fn between(text: &str, from: Position, to: Position) -> String {
    let mut at = Position { line: 1, column: 1 };
    let mut out = String::new();
    for character in text.chars() {
        if at >= from && at < to {
            out.push(character);
        }
        at = after(at, character);
    }
    out
}

const fn after(at: Position, character: char) -> Position {
    match character {
        '\n' => Position { line: at.line + 1, column: 1 },
        _ => Position { line: at.line, column: at.column + 1 },
    }
}
