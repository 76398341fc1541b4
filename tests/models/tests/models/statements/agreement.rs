//! Checks that hold for every statement: declarations, uses and values of the parameters agree.

use std::collections::BTreeSet;

use ydb_keys::statements::{ParamType, ParamValue};
use ydb_keys::{Statement, Value, YdbType};

use super::golden::type_text;

/// Checks that the statement declares each parameter once, uses exactly those, and carries values of the declared
/// types.
pub(crate) fn assert_agrees(statement: &Statement<'_>) {
    let text = statement.text();
    let (declared, body): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with("DECLARE "));
    // A setting of the statement stands between both.
    let body = body.strip_prefix(&["PRAGMA ydb.CostBasedOptimizationLevel = \"1\";"]).unwrap_or(&body);
    let expected: Vec<String> =
        statement.params().map(|param| format!("DECLARE {} AS {};", param.name, type_text(param.ty))).collect();
    assert_eq!(declared, expected, "{text}");

    let names: BTreeSet<&str> = statement.params().map(|param| param.name).collect();
    assert_eq!(names.len(), expected.len(), "a name is declared twice: {text}");
    let body = body.join("\n");
    assert_eq!(used(&body), names, "{text}");
    assert!(body.ends_with(';') && !body.trim_end_matches(';').contains(';'), "{text}");
    assert!(text.len() <= 10_000, "{} bytes: {text}", text.len());
    // NULL is said in the text: YDB does not document that it makes key ranges of a test of a parameter.
    for name in names {
        for after in body.split(name).skip(1) {
            assert!(!after.starts_with(" IS "), "{text}");
        }
    }

    for param in statement.params() {
        match (param.ty, param.value) {
            (ParamType::One { ty, optional }, ParamValue::One(value)) => assert_value(value, *ty, *optional, text),
            (ParamType::Rows(members), ParamValue::Rows(rows)) => {
                for row in rows {
                    assert_eq!(row.len(), members.len(), "{text}");
                    for (value, member) in row.iter().zip(members) {
                        assert_value(value, member.ty, member.optional, text);
                    }
                }
            }
            (ty, value) => panic!("{ty:?} and {value:?}: {text}"),
        }
    }
}

/// Checks that a value has exactly the declared type; NULL only if the type is optional.
fn assert_value(value: &Value<'_>, ty: YdbType, optional: bool, text: &str) {
    match value.ydb_type() {
        Some(actual) => assert_eq!(actual, ty, "{text}"),
        None => assert!(optional, "NULL for a {ty}: {text}"),
    }
}

/// Returns the parameters that a text names.
fn used(body: &str) -> BTreeSet<&str> {
    let name_end = |rest: &str| rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    body.match_indices('$').map(|(at, _)| &body[at..=at + name_end(&body[at + 1..])]).collect()
}

/// Returns the values of the parameters that are no rows, by name without the `$`.
pub(crate) fn single_values<'a>(statement: &'a Statement<'_>) -> Vec<(&'a str, Value<'a>)> {
    statement
        .params()
        .map(|param| match param.value {
            ParamValue::One(value) => (param.name.trim_start_matches('$'), value.clone()),
            ParamValue::Rows(rows) => panic!("rows: {rows:?}"),
        })
        .collect()
}
