//! Long chains of all kinds are ordinary statements, because programs generate them. They must get their answer.

use std::fmt::Write as _;

use ydb_grpc::ydb_proto::value::Value as Sent;

use crate::child::{Answer, Child};

/// Number of members of a chain.
const MEMBERS: usize = 1_000;

/// Returns the number of rows of an answer that must be a success.
#[track_caller]
fn rows(name: &str, answer: &Answer) -> usize {
    assert_eq!(answer.status, Ok(()), "{name}");
    answer.rows
}

/// Returns the number in the only row.
#[track_caller]
fn number(name: &str, answer: &Answer) -> i64 {
    assert_eq!(rows(name, answer), 1, "{name}");
    match answer.value.as_ref().unwrap().value.as_ref().unwrap() {
        Sent::Int32Value(number) => i64::from(*number),
        Sent::Int64Value(number) => *number,
        Sent::Uint64Value(number) => i64::try_from(*number).unwrap(),
        Sent::BoolValue(truth) => i64::from(*truth),
        other => panic!("{name}: {other:?}"),
    }
}

fn members(part: impl Fn(usize) -> String, between: &str) -> String {
    (0..MEMBERS).map(part).collect::<Vec<_>>().join(between)
}

/// Repeats `text` with `{i}` replaced by the numbers from 1 on, and `{h}` by the number before.
fn repeated(text: &str, times: usize) -> String {
    (1..=times).fold(String::new(), |mut all, i| {
        write!(all, "{}", text.replace("{i}", &i.to_string()).replace("{h}", &(i - 1).to_string())).unwrap();
        all
    })
}

#[tokio::test]
async fn operators() {
    let mut child = Child::start().await;
    let chain = |part: &str, operator: &str| vec![part; MEMBERS].join(operator);
    for (name, expression, expected) in [
        ("plus", chain("1", " + "), 1_000),
        ("plus and minus", chain("3 - 2", " + "), 1_000),
        ("or", chain("false", " OR "), 0),
        ("and", chain("true", " AND "), 1),
        ("xor", chain("true", " XOR "), 0),
        ("bits", chain("1u", " | ").replace("1u", "1ul"), 1),
        ("concat", format!("CAST(LENGTH({}) AS Int32) ?? 0", chain("'ab'", " || ")), 2_000),
        ("coalesce", format!("CAST(NULL AS Int32) ?? {} ?? 7", chain("CAST(NULL AS Int32)", " ?? ")), 7),
        ("COALESCE", format!("COALESCE({}, 7)", chain("CAST(NULL AS Int32)", ", ")), 7),
        ("IN", format!("999 IN ({})", members(|i| i.to_string(), ", ")), 1),
        ("CASE", format!("CASE {} ELSE 7 END", members(|i| format!("WHEN 1 = 2 THEN {i}"), " ")), 7),
        ("CASE of", format!("CASE 999 {} ELSE 7 END", members(|i| format!("WHEN {i} THEN {i}"), " ")), 999),
        ("AsList", format!("ListLength(AsList({}))", chain("1", ", ")), 1_000),
        ("a list", format!("ListLength([{}])", chain("1", ", ")), 1_000),
    ] {
        let answer = child.ask(name, &format!("SELECT {expression}")).await;
        assert_eq!(number(name, &answer), expected, "{name}");
    }
}

#[tokio::test]
async fn selects() {
    let mut child = Child::start().await;
    for (name, text, expected) in [
        ("UNION ALL", members(|i| format!("SELECT {i} AS a"), " UNION ALL "), MEMBERS),
        ("UNION", members(|i| format!("SELECT {i} AS a"), " UNION "), MEMBERS),
        ("both", members(|_| "SELECT 1 AS a".to_owned(), " UNION SELECT 2 AS a UNION ALL "), 3),
        ("UNION of parts", members(|i| format!("(SELECT {i} AS a LIMIT 1)"), " UNION ALL "), MEMBERS),
        (
            "UNION as a source",
            format!("SELECT * FROM ({})", members(|i| format!("SELECT {i} AS a"), " UNION ALL ")),
            MEMBERS,
        ),
        ("VALUES", format!("SELECT * FROM (VALUES {}) AS t", members(|i| format!("({i}, {i})"), ", ")), MEMBERS),
        ("a SELECT list", format!("SELECT {}", members(|i| format!("{i} AS a{i}"), ", ")), 1),
        ("statements", members(|i| format!("SELECT {i}"), ";"), MEMBERS),
    ] {
        assert_eq!(rows(name, &child.ask(name, &text).await), expected, "{name}");
    }
}

#[tokio::test]
async fn joins() {
    let mut child = Child::start().await;
    let create = "CREATE TABLE t (k Int32 NOT NULL, v Int32 NOT NULL, PRIMARY KEY (k))";
    for text in [create, "UPSERT INTO t (k, v) VALUES (1, 1), (2, 1)"] {
        assert_eq!(child.ask("a table", text).await.status, Ok(()));
    }
    for joins in [250, MEMBERS] {
        for (kind, column, expected) in [
            ("JOIN", "k", 2),
            ("LEFT JOIN", "k", 2),
            ("RIGHT JOIN", "k", 2),
            ("FULL JOIN", "k", 2),
            ("JOIN", "v", 2),
            ("LEFT SEMI JOIN", "v", 2),
            ("LEFT ONLY JOIN", "v", 0),
        ] {
            // The join by v has two rows for each row, so the second source has only one row.
            let other = if column == "v" { "(SELECT k, v FROM t WHERE k = 1)" } else { "t" };
            let chain = repeated(&format!(" {kind} {other} AS t{{i}} ON t0.{column} = t{{i}}.{column}"), joins);
            let name = format!("{joins} times {kind} ON {column}");
            let answer = child.ask(&name, &format!("SELECT t0.k AS k FROM t AS t0{chain}")).await;
            assert_eq!(rows(&name, &answer), expected, "{name}");
        }
        let chain = repeated(" RIGHT SEMI JOIN t AS t{i} ON t{h}.k = t{i}.k", joins);
        let name = format!("{joins} times RIGHT SEMI JOIN");
        let answer = child.ask(&name, &format!("SELECT t{joins}.k AS k FROM t AS t0{chain}")).await;
        assert_eq!(rows(&name, &answer), 2, "{name}");
        let chain = repeated(" CROSS JOIN (SELECT 1 AS a) AS t{i}", joins);
        let name = format!("{joins} times CROSS JOIN");
        let answer = child.ask(&name, &format!("SELECT COUNT(*) FROM t AS t0{chain}")).await;
        assert_eq!(number(&name, &answer), 2, "{name}");
    }
}

#[tokio::test]
async fn named_values() {
    let mut child = Child::start().await;
    for (name, first, next, expected) in [
        ("plus", "$a0 = 0;", "$a{i} = $a{h} + 1;", 1_000),
        ("a right operand", "$a0 = 0;", "$a{i} = 1 + $a{h};", 1_000),
        ("two uses", "$a0 = 1;", "$a{i} = $a{h} + $a{h} - $a{h};", 1),
        ("one name", "$a0 = 0;", "$a0 = $a0 + 1;", 1_000),
        ("calls", "$a0 = 0;", "$a{i} = IF($a{h} < 0, $a{h}, $a{h} + 1);", 1_000),
        ("others", "$a0 = 7;", "$a{i} = $a{h};", 7),
        ("scalar queries", "$a0 = 0;", "$a{i} = (SELECT COALESCE($a{h}, 0) + 1);", 1_000),
    ] {
        let last = if next.contains("{i}") { MEMBERS } else { 0 };
        let text = format!("{first}{}SELECT CAST($a{last} AS Int32)", repeated(next, MEMBERS));
        assert_eq!(number(name, &child.ask(name, &text).await), expected, "{name}");
    }
    let text = format!("$a0 = AsTuple(1, 2);{}SELECT $a", repeated("$a, $b = $a0; $a0 = AsTuple($b, $a);", MEMBERS));
    assert_eq!(number("tuples", &child.ask("tuples", &text).await), 2);
}

#[tokio::test]
async fn named_queries() {
    let mut child = Child::start().await;
    let create = "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))";
    for text in [create, "UPSERT INTO t (k) VALUES (1), (2)"] {
        assert_eq!(child.ask("a table", text).await.status, Ok(()));
    }
    for (name, first, next, times, last, expected) in [
        ("unused ones", "", "$q{i} = SELECT k FROM t;", 10_000, "SELECT * FROM $q10000", 2),
        ("a chain", "$q0 = SELECT k FROM t;", "$q{i} = SELECT * FROM $q{h};", 10_000, "SELECT * FROM $q10000", 2),
        (
            "a chain of conditions",
            "$q0 = SELECT k FROM t;",
            "$q{i} = SELECT k FROM $q{h} WHERE k > 1;",
            1_000,
            "SELECT * FROM $q1000",
            1,
        ),
        (
            "sets",
            "$q0 = SELECT k FROM t;",
            "$q{i} = SELECT k FROM t WHERE k IN $q{h};",
            1_000,
            "SELECT * FROM $q1000",
            2,
        ),
        ("uses", "$q0 = SELECT k FROM t;", "SELECT * FROM $q0 WHERE k = {i};", 1_000, "", 2),
    ] {
        let text = format!("{first}{}{last}", repeated(next, times));
        assert_eq!(rows(name, &child.ask(name, &text).await), expected, "{name}");
    }
}
