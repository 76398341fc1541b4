//! Explained plans: which keys of which tables a query reads.

use std::ops::Bound;

use super::request::PlannedRead;
use crate::catalog::Table;
use crate::exec::{KeySpan, spans};
use crate::expr::Env;
use crate::plan::rel::{JoinStrategy, Rel, RelKind, Scan};
use crate::plan::steps::{Plan, Step};
use crate::types::{Type, Value, to_text};

/// Which keys of which tables a plan reads; without `env` the values of parameters are not known.
pub(super) fn explain(plan: &Plan, env: Option<&Env>) -> Vec<PlannedRead> {
    let mut out = Vec::new();
    for step in &plan.steps {
        match step {
            Step::Subquery(subquery) => reads(&subquery.rel, env, &mut out),
            Step::Result(rel) => reads(rel, env, &mut out),
            Step::Write(write) => reads(&write.source, env, &mut out),
            Step::Scheme(_) | Step::ShowCreate(_) => {}
        }
    }
    out
}

fn reads(rel: &Rel, env: Option<&Env>, out: &mut Vec<PlannedRead>) {
    match &rel.kind {
        RelKind::SysView(view) => line(out, view, "all"),
        RelKind::Scan(scan) => {
            line(out, scan.read_table(), &describe(scan, env));
            lookups_in_main(scan, out);
        }
        RelKind::Join(join) => {
            reads(&join.first, env, out);
            for joined in &join.joined {
                match (&joined.strategy, &joined.right.kind) {
                    (JoinStrategy::Lookup(_), RelKind::Scan(scan)) => {
                        line(out, scan.read_table(), "lookup");
                        lookups_in_main(scan, out);
                    }
                    _ => reads(&joined.right, env, out),
                }
            }
        }
        _ => rel.for_each_input(&mut |input| reads(input, env, out)),
    }
}

/// Adds the lookups in the main table, if the index lacks a column.
fn lookups_in_main(scan: &Scan, out: &mut Vec<PlannedRead>) {
    let Some(index) = &scan.index else { return };
    if scan.needed.iter().any(|&column| index.column(&scan.table.columns[column].name).is_none()) {
        line(out, &scan.table, "lookup");
    }
}

fn line(out: &mut Vec<PlannedRead>, table: &Table, keys: &str) {
    let key = table.key.iter().map(|&column| table.columns[column].name.to_string()).collect();
    out.push(PlannedRead { path: table.path.to_string(), key, keys: keys.to_owned() });
}

fn describe(scan: &Scan, env: Option<&Env>) -> String {
    let types = &scan.access.key_types;
    let Some(env) = env else {
        return if scan.access.terms.is_some() { "range by parameters" } else { "all" }.to_owned();
    };
    match spans(&scan.access, env) {
        Ok(None) => "all".to_owned(),
        Ok(Some(spans)) if spans.is_empty() => "empty".to_owned(),
        Ok(Some(spans)) => {
            let points: Option<Vec<String>> = spans.iter().map(|span| point(span, types)).collect();
            match points {
                Some(points) => format!("point {}", points.join(", ")),
                None => {
                    let ranges: Vec<String> = spans.iter().map(|span| range(span, types)).collect();
                    format!("range {}", ranges.join(", "))
                }
            }
        }
        Err(error) => format!("all (the range is unknown: {error})"),
    }
}

/// A span of one whole key.
fn point(span: &KeySpan, types: &[Type]) -> Option<String> {
    match (&span.from, &span.to) {
        (Bound::Included(from), Bound::Included(to)) if from == to && from.len() == types.len() => {
            Some(tuple(from, types, None))
        }
        _ => None,
    }
}

fn range(span: &KeySpan, types: &[Type]) -> String {
    let to = bound(&span.to);
    // If one end is a prefix of the other, its remaining columns are unbounded.
    let begins = |longer: &[Value], shorter: &[Value]| longer.len() > shorter.len() && longer.starts_with(shorter);
    let from = match &span.from {
        Bound::Unbounded => "(-inf".to_owned(),
        Bound::Included(values) if values.is_empty() => "(-inf".to_owned(),
        Bound::Included(values) if begins(to, values) => format!("({}", tuple(values, types, Some("-inf"))),
        Bound::Included(values) => format!("[{}", tuple(values, types, None)),
        Bound::Excluded(values) => format!("({}", tuple(values, types, None)),
    };
    let to = match &span.to {
        Bound::Unbounded => "+inf)".to_owned(),
        Bound::Included(values) if begins(bound(&span.from), values) => {
            format!("{})", tuple(values, types, Some("+inf")))
        }
        Bound::Included(values) => format!("{}]", tuple(values, types, None)),
        Bound::Excluded(values) => format!("{})", tuple(values, types, None)),
    };
    format!("{from}, {to}")
}

fn bound(bound: &Bound<Vec<Value>>) -> &[Value] {
    match bound {
        Bound::Included(values) | Bound::Excluded(values) => values,
        Bound::Unbounded => &[],
    }
}

fn tuple(values: &[Value], types: &[Type], end: Option<&str>) -> String {
    let mut parts: Vec<String> = values.iter().zip(types).map(|(value, ty)| literal(value, ty)).collect();
    parts.extend(end.map(str::to_owned));
    format!("({})", parts.join(", "))
}

fn literal(value: &Value, ty: &Type) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Text(text) => format!("'{text}'"),
        Value::Bytes(bytes) => format!("b'{}'", bytes.escape_ascii()),
        other => to_text(other, ty.unwrap_optional()),
    }
}
