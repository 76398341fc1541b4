//! Formats statements for golden files: the text, then every parameter with its type and its value.

use std::fmt::Write as _;

use ydb_keys::statements::{ParamType, ParamValue};
use ydb_keys::{Result, Statement};

use super::agreement::assert_agrees;

/// Returns the statements, each under the name of its shape.
pub(crate) fn golden(shapes: &[(&str, Result<Statement<'_>>)]) -> String {
    let mut out = String::new();
    for (shape, statement) in shapes {
        let statement = statement.as_ref().unwrap();
        assert_agrees(statement);
        // Writing to a String cannot fail.
        let _ = writeln!(out, "-- {shape}\n{}", statement.text());
        for param in statement.params() {
            let _ = write!(out, "-- {}: {}", param.name, type_text(param.ty));
            let _ = match param.value {
                ParamValue::One(value) => writeln!(out, " = {value:?}"),
                ParamValue::Rows(rows) => {
                    rows.iter().try_for_each(|row| write!(out, "\n--   {row:?}")).and_then(|()| writeln!(out))
                }
            };
        }
        out.push('\n');
    }
    out
}

/// Returns the type as a `DECLARE` writes it.
pub(crate) fn type_text(ty: &ParamType) -> String {
    let optional = |optional: bool| if optional { "?" } else { "" };
    match ty {
        ParamType::One { ty, optional: nullable } => format!("{ty}{}", optional(*nullable)),
        ParamType::Rows(members) => {
            let members: Vec<String> = members
                .iter()
                .map(|member| format!("`{}`: {}{}", member.name, member.ty, optional(member.optional)))
                .collect();
            format!("List<Struct<{}>>", members.join(", "))
        }
    }
}
