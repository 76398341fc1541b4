//! Short statements that double with each line: their parts are shared, or they are refused before they take time or
//! memory.

use ydb_grpc::ydb_proto::value::Value as Sent;

use crate::child::Child;

const GENERIC_ERROR: i32 = 400_080;
const OVERLOADED: i32 = 400_060;

/// Returns `first` and then `next` for each level, with `{i}` replaced by its number and `{h}` by the number before.
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
    let tuples = levels("$a0 = 7;", "$a{i} = ($a{h}, $a{h});", 15)
        + &levels("$b0 = $a15;", "$b{i} = $b{h}.1;", 15)
        + "SELECT $b15";
    let answer = child.ask("tuples", &tuples).await;
    assert_eq!(answer.value.unwrap().value, Some(Sent::Int32Value(7)));
    let lists = levels("$l0 = AsList(1);", "$l{i} = AsList($l{h}, $l{h});", 24) + "SELECT ListLength($l24)";
    let answer = child.ask("lists", &lists).await;
    assert_eq!(answer.value.unwrap().value, Some(Sent::Uint64Value(2)));
}

/// All lists together would take 650 MB.
#[tokio::test]
async fn lists_of_many_rows_are_made_one_after_another() {
    let mut child = Child::start().await;
    let rows = "$rows = ListMap(ListFromRange(0ul, 100ul), ($i) -> (<|k: $i|>));";
    // Lists of one long text each take as much memory as lists of many numbers, and less work.
    let lists = "$lists = SELECT AsList(String::LeftPad(CAST(k AS String), 6500000, 'a')) AS l, Random(k) AS r \
                 FROM AS_TABLE($rows);";
    let answer =
        child.ask("lists of rows", &format!("{rows} {lists} SELECT SUM(ListLength(l)) FROM $lists WHERE r < 2")).await;
    assert_eq!(answer.value.unwrap().value, Some(Sent::Uint64Value(100)));
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
        assert_refused(&mut child, name, &text, status, message).await;
    }
}

#[tokio::test]
async fn types_do_not_double() {
    let mut child = Child::start().await;
    for (name, text) in [
        ("a tuple", levels("$a0 = 1;", "$a{i} = ($a{h}, $a{h});", 30) + "SELECT $a30.0"),
        ("a struct", levels("$a0 = 1;", "$a{i} = <|a: $a{h}, b: $a{h}|>;", 60) + "SELECT $a60.a"),
        ("a dict", levels("$a0 = AsList(1);", "$a{i} = {'k': ($a{h}, $a{h})};", 30) + "SELECT $a30"),
        ("a zipped list", levels("$a0 = AsList(1);", "$a{i} = ListZip($a{h}, $a{h});", 30) + "SELECT $a30"),
        (
            "columns",
            levels("$q0 = SELECT 1 AS a;", "$q{i} = SELECT (a, a) AS a FROM $q{h};", 30) + "SELECT a FROM $q30",
        ),
        ("a tuple of a lambda", format!("$f = ($x) -> (($x, $x)); SELECT {}1{}", "$f(".repeat(30), ")".repeat(30))),
    ] {
        assert_refused(&mut child, name, &text, GENERIC_ERROR, "The type is too large").await;
    }
}

/// Each value is refused before it exists, because the program must not use so much memory.
#[tokio::test]
async fn what_an_expression_makes_is_counted() {
    let [short, long] = [1_000, 1_000_000].map(|length| format!("String::LeftPad('', {length}, 'a')"));
    for (name, text) in [
        (
            "a list in tuples",
            levels("$l0 = ListReplicate(1, 1000000);", "$l{i} = AsList($l{h}, $l{h});", 4) + "SELECT $l4",
        ),
        ("replicas", "SELECT ListReplicate(ListReplicate(ListReplicate(1, 2000), 2000), 2000)".to_owned()),
        ("zipped", format!("$l = ListReplicate(1, 1000000); SELECT ListZip({}$l)", "$l, ".repeat(60))),
        (
            "lists of lists",
            format!("SELECT ListLength(AsList({}))", ["AsList(ListReplicate(1, 3000000))"; 60].join(",")),
        ),
        (
            "a list of parts",
            "SELECT String::SplitToList(String::ReplaceAll(String::LeftPad('', 1000000, 'a'), 'a', ',,,,,'), ',')"
                .to_owned(),
        ),
        ("replaced bytes", format!("SELECT String::ReplaceAll({short}, 'a', {long})")),
        (
            "replaced characters",
            format!("SELECT Unicode::ReplaceAll(CAST({short} AS Utf8), 'a'u, CAST({long} AS Utf8))"),
        ),
        (
            "a replaced byte",
            format!(
                "$s = String::ReplaceAll(String::LeftPad('', 40, 'a'), 'a', {long}); SELECT String::ReplaceFirst($s, 'a', $s)"
            ),
        ),
        ("digits", levels("$s0 = 'a';", "$s{i} = String::HexEncode($s{h});", 40) + "SELECT $s40"),
        (
            "a joined list",
            levels("$s0 = 'a';", "$s{i} = String::JoinFromList(ListReplicate($s{h}, 9), ',');", 40) + "SELECT $s40",
        ),
    ] {
        // Each statement gets a program of its own, because a program keeps freed memory.
        let mut child = Child::start().await;
        assert_refused(&mut child, name, &text, OVERLOADED, "Mkql memory limit exceeded").await;
    }
}

async fn assert_refused(child: &mut Child, name: &str, text: &str, status: i32, message: &str) {
    match child.ask(name, text).await.status {
        Err((found, messages)) => {
            assert!(found == status && messages.contains(message), "{name}: {found} {messages}")
        }
        Ok(()) => panic!("{name}: was accepted"),
    }
}
