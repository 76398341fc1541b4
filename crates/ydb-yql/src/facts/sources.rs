//! Qualifiers that name no source: a table's own name in place of its alias, or an alias that does not exist.

use super::{ColumnRef, Facts, Purpose, Scope, SourceKind};
use crate::error::Position;

/// A qualifier (the name before a dot) that names no source. No source can have a struct column of this name either.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownSource {
    /// Line and column of the qualifier.
    pub at: Position,
    /// Offset of the qualifier in bytes.
    pub start: u32,
    /// Description of the mistake.
    pub fault: String,
    /// Text to write instead.
    pub cure: String,
}

/// Finds the qualifiers of a text that name no source, in the order of the scopes.
pub fn unknown_sources(text: &str, facts: &Facts) -> Vec<UnknownSource> {
    facts.scopes.iter().flat_map(|scope| of_scope(text, scope)).collect()
}

fn of_scope<'s>(text: &'s str, scope: &'s Scope) -> impl Iterator<Item = UnknownSource> + use<'s> {
    let unknown = scope.columns.iter().filter(|column| column.doubtful && !may_be_column(scope, column));
    unknown.map(move |column| of_column(text, scope, column))
}

/// Returns `true` if a source that is no table may have a struct column of this name. A table has no struct columns.
fn may_be_column(scope: &Scope, column: &ColumnRef) -> bool {
    scope.sources.iter().any(|source| match &source.kind {
        SourceKind::Table(_) => false,
        SourceKind::Rows(names) => names.as_ref().is_none_or(|names| names.contains(&column.name.name)),
        SourceKind::Altered(_) => true,
    })
}

fn of_column(text: &str, scope: &Scope, column: &ColumnRef) -> UnknownSource {
    let name = &column.name;
    let member = member(text.get(name.span.end as usize..).unwrap_or_default());
    let labels: Vec<&str> = scope.sources.iter().filter_map(|source| source.label.as_deref()).collect();
    let fault = format!("no source is called `{}`", name.name);
    let (fault, cure) = match (scope.purpose, &labels[..]) {
        // UPDATE and DELETE have no alias.
        (Purpose::Update | Purpose::Delete | Purpose::BatchUpdate | Purpose::BatchDelete, _) => {
            (fault, format!("write `{member}` without it"))
        }
        (Purpose::Select, []) => (fault, format!("give the source this name, `FROM .. AS {}`", name.name)),
        (Purpose::Select, [only]) if is_plain(only) => {
            (format!("{fault}; the source is `{only}`"), format!("write `{only}.{member}`"))
        }
        (Purpose::Select, [only]) => (
            format!("{fault}; the source is `{only}`"),
            format!("give it this name, `FROM .. AS {}`, or write `{member}` alone", name.name),
        ),
        (Purpose::Select, all) => (
            format!("{fault}; the sources are `{}`", all.join("`, `")),
            format!("write one of these names before `.{member}`"),
        ),
    };
    UnknownSource { at: name.at, start: name.span.start, fault, cure }
}

/// Returns the name after the dot at the beginning of a text.
fn member(rest: &str) -> &str {
    let rest = rest.trim_start().trim_start_matches('.').trim_start();
    match rest.strip_prefix('`') {
        Some(quoted) => quoted.split('`').next().unwrap_or_default(),
        None => rest.split(|c: char| !is_part(c)).next().unwrap_or_default(),
    }
}

fn is_plain(name: &str) -> bool {
    name.chars().all(is_part)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let tree = crate::parse(text).unwrap();
        let found = unknown_sources(text, &Facts::of(&tree));
        found.into_iter().map(|found| format!("{}: {}: {}", found.at.column, found.fault, found.cure)).collect()
    }

    #[test]
    fn names_that_no_source_has() {
        for (text, expected) in [
            (
                "SELECT t.amount FROM orders WHERE id = 1",
                vec!["8: no source is called `t`; the source is `orders`: write `orders.amount`"],
            ),
            (
                "SELECT `orders`.`order id` FROM orders AS o",
                vec!["8: no source is called `orders`; the source is `o`: write `o.order id`"],
            ),
            (
                "SELECT o.id FROM orders AS o JOIN customers AS c ON cc.id = o.id",
                vec!["53: no source is called `cc`; the sources are `o`, `c`: write one of these names before `.id`"],
            ),
            (
                "SELECT o.id FROM `shop/orders`",
                vec![
                    "8: no source is called `o`; the source is `shop/orders`: give it this name, `FROM .. AS o`, or write `id` alone",
                ],
            ),
            (
                "SELECT o.id FROM (SELECT id FROM t)",
                vec!["8: no source is called `o`: give the source this name, `FROM .. AS o`"],
            ),
            ("UPDATE orders SET a = 1 WHERE o.id = 1", vec!["31: no source is called `o`: write `id` without it"]),
            ("DELETE FROM orders WHERE o.id = 1", vec!["26: no source is called `o`: write `id` without it"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn names_of_sources_and_of_structs() {
        for text in [
            "SELECT o.id, c.id FROM orders AS o JOIN customers c ON c.id = o.id",
            "SELECT orders.id FROM orders",
            "SELECT s.a FROM (SELECT AsStruct(1 AS a) AS s FROM t) AS x",
            "SELECT s.a FROM AS_TABLE($rows)",
            "SELECT l.a FROM t AS x JOIN ANY u AS v ON x.id = v.id",
            "SELECT AsStruct(1 AS a) AS s FROM t ORDER BY s.a",
            "SELECT k.a FROM t GROUP BY AsStruct(1 AS a) AS k",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }
}
