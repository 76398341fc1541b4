//! Rows that are written with another number of values than the columns that are named for them.

use crate::ast::{Expr, Ident, Query, SelectBody, SelectItem, SelectQuery, UpdateKind};
use crate::ast::{InsertVerb, Statement, StatementKind};
use crate::error::Position;
use crate::facts::Mistake;

/// Finds the rows of a query with another number of values than of columns, in the order of the text. A mistake is placed
/// at the first value that is too much, or else at the row.
pub(super) fn miscounts(query: &Query) -> Vec<Mistake> {
    query.statements.iter().flat_map(of_statement).collect()
}

fn of_statement(statement: &Statement) -> Vec<Mistake> {
    let Some((_, columns, source)) = statement.kind.written() else { return Vec::new() };
    let mut body = &source.body;
    while let SelectBody::Query(query) = body {
        body = &query.body;
    }
    match (body, columns) {
        (SelectBody::Values(rows), Some(columns)) => {
            let row = |row: &Vec<Expr>| of_row(columns, row.iter().map(|value| value.at), "this row");
            rows.iter().filter_map(row).collect()
        }
        (SelectBody::Values(rows), None) if !rows.is_empty() => vec![without_columns(&statement.kind, source)],
        (SelectBody::Core(core), Some(columns)) => {
            let value = |item: &SelectItem| match item {
                SelectItem::Expr { expr, .. } => Some(expr.at),
                SelectItem::Star { .. } => None,
            };
            let values: Option<Vec<Position>> = core.items.iter().map(value).collect();
            values.and_then(|values| of_row(columns, values.into_iter(), "the SELECT")).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The fault of a row whose values are at these places.
fn of_row(columns: &[Ident], mut values: impl ExactSizeIterator<Item = Position>, row: &str) -> Option<Mistake> {
    let found = values.len();
    let counted = |count, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let numbers = format!("{row} has {} for {}", counted(found, "value"), counted(columns.len(), "column"));
    if found > columns.len() {
        let at = values.nth(columns.len())?;
        let cure = "remove what is too much, or name its column in the list".to_owned();
        return Some(Mistake { at, fault: numbers, cure });
    }
    let missing: Vec<String> = columns[found..].iter().map(|column| format!("`{}`", column.name)).collect();
    let cure = match &missing[..] {
        [] => return None,
        [.., last] if missing.len() > SHOWN => format!("write a value for each column, up to {last}"),
        missing => format!("write a value for {}, or remove it from the list of columns", missing.join(" and ")),
    };
    Some(Mistake { at: values.next()?, fault: numbers, cure })
}

/// How many columns are named one by one.
const SHOWN: usize = 3;

fn without_columns(statement: &StatementKind, source: &SelectQuery) -> Mistake {
    let written = match statement {
        StatementKind::Insert(insert) => match insert.verb {
            InsertVerb::Insert | InsertVerb::InsertOrRevert => "INSERT INTO .. (a, b) VALUES ..",
            InsertVerb::Upsert => "UPSERT INTO .. (a, b) VALUES ..",
            InsertVerb::Replace => "REPLACE INTO .. (a, b) VALUES ..",
        },
        StatementKind::Update(update) if matches!(update.kind, UpdateKind::On { .. }) => {
            "UPDATE .. ON (a, b) VALUES .."
        }
        _ => "DELETE FROM .. ON (a, b) VALUES ..",
    };
    Mistake {
        at: source.at,
        fault: "VALUES without the names of the columns".to_owned(),
        cure: format!("name the columns, as in `{written}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(u32, String)> {
        let tree = crate::parse(text).unwrap();
        miscounts(&tree)
            .into_iter()
            .map(|found| (found.at.column, format!("{}: {}", found.fault, found.cure)))
            .collect()
    }

    #[test]
    fn rows_of_another_length() {
        let short = "this row has 2 values for 3 columns: write a value for `c`, or remove it from the list of columns";
        let long = "this row has 3 values for 2 columns: remove what is too much, or name its column in the list";
        for (text, expected) in [
            ("INSERT INTO t (a, b, c) VALUES ($x, $y)", vec![(33, short)]),
            ("UPSERT INTO t (a, b) VALUES (1, 2, 3)", vec![(36, long)]),
            ("REPLACE INTO t (a, b) VALUES (1, 2), (1, 2, 3), (1, 2)", vec![(45, long)]),
            ("UPDATE t ON (a, b, c) VALUES (1, 2)", vec![(31, short)]),
            (
                "DELETE FROM t ON (a) VALUES (1, 2)",
                vec![(
                    33,
                    "this row has 2 values for 1 column: remove what is too much, or name its column in the list",
                )],
            ),
            (
                "INSERT INTO t (a) SELECT x, y FROM u",
                vec![(
                    29,
                    "the SELECT has 2 values for 1 column: remove what is too much, or name its column in the list",
                )],
            ),
            (
                "INSERT INTO t (a, b, c, d) SELECT 1, 2",
                vec![(
                    35,
                    "the SELECT has 2 values for 4 columns: write a value for `c` and `d`, or remove it from the list of columns",
                )],
            ),
            (
                "INSERT INTO t (a, b, c, d, e) (SELECT 1)",
                vec![(39, "the SELECT has 1 value for 5 columns: write a value for each column, up to `e`")],
            ),
            (
                "UPSERT INTO t VALUES (1)",
                vec![(
                    15,
                    "VALUES without the names of the columns: name the columns, as in `UPSERT INTO .. (a, b) VALUES ..`",
                )],
            ),
        ] {
            let expected: Vec<(u32, String)> = expected.into_iter().map(|(at, text)| (at, text.to_owned())).collect();
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn rows_of_the_right_length_and_of_an_unknown_one() {
        for text in [
            "INSERT INTO t (a, b) VALUES (1, 2), (3, 4)",
            "INSERT INTO t (a, b,) VALUES (1, 2)",
            "INSERT INTO t (a, b) SELECT x, y FROM u",
            "INSERT INTO t (a, b) SELECT * FROM u",
            "INSERT INTO t (a, b) SELECT u.*, 1 FROM u",
            "INSERT INTO t (a, b) SELECT x, y FROM u UNION ALL SELECT y, x FROM u",
            "INSERT INTO t SELECT x FROM u",
            "INSERT INTO t DEFAULT VALUES",
            "UPDATE t SET a = 1, b = 2",
            "SELECT * FROM (VALUES (1, 2)) AS v(a, b)",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }
}
