//! The conditions on computed columns that a text lacks: where they belong, and what they say.
//!
//! A chain of ANDs that compares all inputs of a hash with values gives its column a value, too. The condition goes
//! before the first of these comparisons:
//!
//! ```text
//! o.order_id = $id        o.order_hash = Digest::NumericHash($id) AND o.order_id = $id
//! o.order_id IN (1, 2)    (o.order_hash, o.order_id) IN ((Digest::NumericHash(1), 1), ..) AND o.order_id IN (1, 2)
//! ```

use std::borrow::Cow;
use std::collections::BTreeSet;

use ydb_yql::ast::{Literal, StringSuffix, TypeExpr, TypeExprKind};
use ydb_yql::facts::{self, ColumnRef, Comparison, Met};

use super::facts::{Scope, SourceKind, column};
use crate::ddl::{HashExpression, Name, ValueLiteral};
use crate::schema::any::{HashDef, Table};
use crate::schema::column::ColumnDef;
use crate::types::{Value, YdbType, parse};

/// A condition on a computed column.
pub struct Added<'f, 't> {
    /// The byte of the text before which it belongs.
    pub start: usize,
    /// The source's name with a dot, or nothing.
    pub prefix: String,
    pub hash: HashDef<'t>,
    /// The inputs, and what each is compared with.
    pub inputs: Vec<(&'f Comparison, &'t ColumnDef<'t>)>,
}

/// What a text says of its `$names` and its types.
pub struct Types<'t> {
    /// The type of a parameter that is declared.
    pub declared: &'t dyn Fn(&str) -> Option<YdbType>,
    /// Whether a name stands for rows.
    pub is_query: &'t dyn Fn(&str) -> bool,
}

/// The conditions that give a source the computed column by which it is sorted.
pub fn added<'f, 't>(
    of: &'f facts::Scope,
    scope: &Scope<'_>,
    source: usize,
    (table, hash): (&'t Table<'t>, HashDef<'t>),
) -> Vec<Added<'f, 't>> {
    let own = |comparison: &&Comparison| is_of(&comparison.column, source, scope);
    let groups: BTreeSet<u32> = of.compared.iter().filter(own).filter_map(|comparison| comparison.group).collect();
    let condition = |group| {
        let of_column = |name: &str| {
            let all = of.compared.iter().filter(own).filter(|comparison| comparison.group == Some(group));
            // One value finds rows by itself, and a column of a join is the last choice.
            all.filter(|comparison| &*comparison.column.name.name == name).min_by_key(|comparison| {
                let is_join = comparison.by.as_ref().is_none_or(|by| !by.is_empty());
                (is_join, matches!(comparison.value, Met::List(_) | Met::Items(_)))
            })
        };
        if of_column(hash.name).is_some() {
            return None;
        }
        let columns = hash.inputs.iter().map(|&input| &table.columns[input]);
        let inputs = columns.map(|column| Some((of_column(column.name)?, column))).collect::<Option<Vec<_>>>()?;
        // A join compares with one side of it only.
        let others: Option<BTreeSet<usize>> = inputs
            .iter()
            .flat_map(|(comparison, _)| comparison.by.iter().flatten())
            .map(|column| (0..scope.sources).find(|&number| is_of(column, number, scope)))
            .collect();
        if others.is_none_or(|others| others.contains(&source) || others.len() > 1) {
            return None;
        }
        let start = inputs.iter().map(|(comparison, _)| comparison.span.start as usize).min()?;
        let label = inputs.iter().find_map(|(comparison, _)| comparison.column.source);
        // Another source may have a column of that name.
        let label = label.or((of.sources.len() > 1).then_some(source));
        let label = label.and_then(|source| of.sources[source].label.as_ref());
        let prefix = label.map_or(String::new(), |label| format!("{}.", name(label)));
        Some(Added { start, prefix, hash, inputs })
    };
    groups.into_iter().filter_map(condition).collect()
}

impl Added<'_, '_> {
    /// The condition, which the server computes; `None` where it cannot.
    pub fn in_server(&self, text: &str, scope: &Scope<'_>, types: &Types<'_>) -> Option<String> {
        let hash = &self.hash;
        let expression = |inputs| HashExpression { function: hash.function, inputs, buckets: hash.buckets };
        let left = format!("{}{}", self.prefix, name(hash.name));
        let input = |(comparison, column): &(&Comparison, &ColumnDef<'_>)| {
            let input = match &comparison.value {
                Met::Literal(_) | Met::Named(_) => value(&comparison.value, column.ty, hash, types)?,
                Met::List(_) | Met::Items(_) => return None,
                _ => written(text, comparison, column.ty, hash, scope)?,
            };
            Some((input, column.ty))
        };
        let is_items = |(comparison, _): &(&Comparison, _)| matches!(comparison.value, Met::Items(_));
        let Some(place) = self.inputs.iter().position(is_items) else {
            let inputs = self.inputs.iter().map(input).collect::<Option<Vec<_>>>()?;
            return Some(format!("{left} = {}", expression(inputs)));
        };
        let (Comparison { value: Met::Items(items), .. }, column) = &self.inputs[place] else { return None };
        let mut others = Vec::new();
        for (number, other) in self.inputs.iter().enumerate() {
            others.push(if number == place { (String::new(), column.ty) } else { input(other)? });
        }
        let item = |written: &str| {
            let mut inputs = others.clone();
            inputs[place].0 = cast(written, column.ty);
            format!("({}, {written})", expression(inputs))
        };
        let items: Vec<String> = items.iter().map(|span| item(span.of(text))).collect();
        Some(format!("({left}, {}{}) IN ({},)", self.prefix, name(column.name), items.join(", ")))
    }
}

/// Whether a column is certainly one of a source.
pub fn is_of(column: &ColumnRef, source: usize, scope: &Scope<'_>) -> bool {
    if let Some(of) = column.source {
        return of == source;
    }
    // Without a qualifier, it may be of a source whose columns are not known.
    let has = |number: usize| scope.has(number, &column.name.name).unwrap_or(true);
    (0..scope.sources).all(|number| has(number) == (number == source))
}

/// An expression, as an input of a hash. Its text is all that is known of it, so a cast gives it the column's type.
fn written(text: &str, comparison: &Comparison, ty: YdbType, hash: &HashDef<'_>, scope: &Scope<'_>) -> Option<String> {
    let by = comparison.by.as_ref()?;
    // A bucket of NULL would end the query.
    if hash.buckets.is_some() {
        return None;
    }
    let written = comparison.value_span.of(text);
    let known = match (&comparison.value, &by[..]) {
        (Met::Cast(ty), _) => typed(ty).map(|(ty, _)| ty),
        (Met::Column, [column]) => type_of(column, scope),
        _ => None,
    };
    Some(match comparison.value {
        _ if known.is_some_and(|known| known.same(ty)) => written.to_owned(),
        Met::Other if hash.inputs.len() > 1 => cast(written, ty),
        _ if is_text(ty) => written.to_owned(),
        _ => cast(written, ty),
    })
}

/// A text as one value: of the type, where its bytes depend on that.
pub(crate) fn cast(written: &str, ty: YdbType) -> String {
    if is_text(ty) { format!("({written})") } else { format!("CAST({written} AS {ty})") }
}

const fn is_text(ty: YdbType) -> bool {
    matches!(ty, YdbType::Utf8 | YdbType::String | YdbType::Uuid)
}

/// The type of a column of one of the tables.
fn type_of(of: &ColumnRef, scope: &Scope<'_>) -> Option<YdbType> {
    let number = (0..scope.sources).find(|&number| is_of(of, number, scope))?;
    let SourceKind::Table(table, _) = scope.source(number).kind else { return None };
    column(table, &of.name.name).map(|column| column.ty)
}

/// What a column is compared with, as an input of its hash: with the type of the column, on which the hash depends.
pub fn value(met: &Met, ty: YdbType, hash: &HashDef<'_>, types: &Types<'_>) -> Option<String> {
    let parameter = match met {
        Met::Literal(literal) => return Some(ValueLiteral(&literal_value(literal, ty)?, ty).to_string()),
        Met::Named(parameter) => &*parameter.name,
        _ => return None,
    };
    if (types.is_query)(parameter) {
        return None;
    }
    let is_same = (types.declared)(parameter).is_some_and(|declared| declared.same(ty))
        || is_text(ty)
        || hash.function.is_numeric() && ty.is_integer();
    Some(if is_same { format!("${parameter}") } else { format!("CAST(${parameter} AS {ty})") })
}

/// A literal as a value of a column.
pub fn literal_value(literal: &Literal, ty: YdbType) -> Option<Value<'static>> {
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

/// A type that a text names, and whether it is optional.
pub fn typed(ty: &TypeExpr) -> Option<(YdbType, bool)> {
    match &ty.kind {
        TypeExprKind::Name(name) => named_type(&name.name).map(|ty| (ty, false)),
        TypeExprKind::Optional(inner) => typed(inner).map(|(ty, _)| (ty, true)),
        TypeExprKind::Decimal { .. } => Some((YdbType::Decimal { precision: 22, scale: 9 }, false)),
        _ => None,
    }
}

/// The type of this name, which may be one of those that only columns have.
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

/// A name, in backquotes where it needs them.
pub fn name(name: &str) -> String {
    let is_plain = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && ydb_yql::parse(&format!("SELECT t.{name} FROM {name} AS t WHERE {name} = 1")).is_ok();
    if is_plain { name.to_owned() } else { Name(name).to_string() }
}

/// A text with insertions, each before a byte of it.
pub fn inserted(text: &str, mut insertions: Vec<(usize, String)>) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut copied = 0;
    // A named query is read wherever it is used.
    insertions.sort();
    insertions.dedup();
    for (start, insertion) in insertions {
        out += &text[copied..start];
        out += &insertion;
        copied = start;
    }
    out + &text[copied..]
}
