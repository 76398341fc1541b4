//! Statements that are short, but double with each line: they are shared, or refused before they take time or memory.

use ydb_grpc::ydb_proto::value::Value as Sent;

use crate::child::Child;

const GENERIC_ERROR: i32 = 400_080;
const OVERLOADED: i32 = 400_060;

/// `next` for each level, with its number for `{i}` and the one before it for `{h}`.
fn levels(first: &str, next: &str, count: usize) -> String {
    let line = |i: usize| next.replace("{i}", &i.to_string()).replace("{h}", &(i - 1).to_string());
    first.to_owned() + &(1..=count).map(line).collect::<String>()
}

#[tokio::test]
async fn what_can_be_shared_is() {
    let mut child = Child::start().await;
    for text in ["CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))", "UPSERT INTO t (k) VALUES (1)"] {
        assert_eq!(child.ask("a table", text).await.status, Ok(()));
    }
    let sum = levels("$a0 = 1l;", "$a{i} = $a{h} + $a{h};", 60) + "SELECT $a60";
    let answer = child.ask("sums", &sum).await;
    assert_eq!(answer.value.unwrap().value, Some(Sent::Int64Value(1 << 60)));
    let joins = "$q{i} = SELECT a.k AS k FROM $q{h} AS a JOIN $q{h} AS b ON a.k = b.k;";
    let scalars = "$q{i} = SELECT $q{h} AS k FROM $q{h} WHERE k IN $q{h};";
    for (name, next) in [("joins", joins), ("scalars", scalars)] {
        let answer = child.ask(name, &(levels("$q0 = SELECT k FROM t;", next, 60) + "SELECT * FROM $q60")).await;
        assert_eq!((answer.status, answer.rows), (Ok(()), 1), "{name}");
    }
    let lists = levels("$l0 = AsList(1);", "$l{i} = AsList($l{h}, $l{h});", 24) + "SELECT ListLength($l24)";
    let answer = child.ask("lists", &lists).await;
    assert_eq!(answer.value.unwrap().value, Some(Sent::Uint64Value(2)));
}

#[tokio::test]
async fn what_cannot_is_refused() {
    let mut child = Child::start().await;
    let memory = (OVERLOADED, "Mkql memory limit exceeded");
    let nodes = (GENERIC_ERROR, "Too many allocated nodes");
    let deep = (GENERIC_ERROR, "nested too deeply");
    let nested =
        |open: &str, inside: &str, close: &str| format!("SELECT {}{inside}{}", open.repeat(60), close.repeat(60));
    for (name, text, (status, message)) in [
        ("a list of lists", levels("$l0 = AsList(1);", "$l{i} = AsList($l{h}, $l{h});", 40) + "SELECT $l40", memory),
        ("a list", levels("$l0 = AsList(1);", "$l{i} = ListExtend($l{h}, $l{h});", 40) + "SELECT $l40", memory),
        ("a string", levels("$s0 = 'abc';", "$s{i} = $s{h} || $s{h};", 40) + "SELECT LENGTH($s40)", memory),
        (
            "rows",
            levels("$q0 = SELECT 1 AS a;", "$q{i} = SELECT * FROM $q{h} UNION ALL SELECT * FROM $q{h};", 40)
                + "SELECT * FROM $q40",
            memory,
        ),
        (
            "lambdas",
            levels(
                "$l = [1, 2]; $f0 = ($x) -> ($x);",
                "$f{i} = ($x) -> (AsTuple(ListMap($l, $f{h}), ListMap($l, $f{h})));",
                15,
            ) + "SELECT ListMap($l, $f15)",
            nodes,
        ),
        (
            "calls of lambdas",
            levels("$f0 = ($x) -> ($x);", "$f{i} = ($x) -> (AsTuple($f{h}($x), $f{h}($x), $f{h}($x)));", 12)
                + "SELECT $f12(1)",
            nodes,
        ),
        ("BETWEEN", nested("(", "true", " BETWEEN true AND false)"), nodes),
        ("CASE", nested("CASE ", "1", " WHEN 1 THEN 1 WHEN 2 THEN 2 ELSE 3 END"), nodes),
        ("a type", levels("$l0 = AsList(1);", "$l{i} = AsList($l{h});", 1_000) + "SELECT $l1000", deep),
        (
            "a chain of lambdas",
            levels("$l = [1]; $f0 = ($x) -> ($x);", "$f{i} = ($x) -> (ListMap($l, $f{h}));", 1_000) + "SELECT 1",
            deep,
        ),
    ] {
        match child.ask(name, &text).await.status {
            Err((found, messages)) => {
                assert!(found == status && messages.contains(message), "{name}: {found} {messages}")
            }
            Ok(()) => panic!("{name}: was accepted"),
        }
    }
}
