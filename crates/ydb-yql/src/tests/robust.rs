//! Tests that no text panics, overflows the stack or takes long.

use std::fmt::Write as _;

use proptest::prelude::*;

use crate::advice::{advice, lookalike};
use crate::{Error, ErrorKind, parse};

fn assert_no_yql(error: &Error, text: &str) {
    assert!(matches!(error.kind, ErrorKind::Syntax | ErrorKind::Refused), "{error} of {text}");
}

/// Parses texts on a stack of the usual size. The trees are dropped on this stack, too.
fn on_small_stack(texts: Vec<String>) {
    let run = move || texts.iter().map(|text| parse(text).map(drop)).collect::<Vec<_>>();
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread");
    for result in thread.join().expect("no overflow") {
        if let Err(error) = result {
            assert_no_yql(&error, "a deep text");
        }
    }
}

#[test]
fn deep_texts_are_errors() {
    let deep = |open: &str, inside: &str, close: &str| {
        let text = format!("SELECT {}{inside}{}", open.repeat(20_000), close.repeat(20_000));
        let error = parse(&text).expect_err("too deep");
        assert_no_yql(&error, open);
        text
    };
    let texts = vec![
        deep("(", "1", ")"),
        deep("[", "1", "]"),
        deep("f(", "1", ")"),
        deep("{", "1", "}"),
        deep("<|a:", "1", "|>"),
        deep("CASE WHEN ", "1", " THEN 1 ELSE 2 END"),
        deep("(SELECT ", "1", ")"),
        deep("EXISTS(SELECT ", "1", ")"),
        deep("1 + (", "1", ")"),
        deep("($x) -> (", "1", ")"),
        deep("CAST(", "1", " AS Int32)"),
        deep("CAST(1 AS List<", "Int32", ">)"),
        deep("f() OVER (PARTITION BY ", "1", ")"),
        deep("f() OVER (ROWS ", "1", " PRECEDING)"),
        deep("1 FROM t GROUP BY GROUPING SETS(", "1", ")"),
        deep("1 IN (", "1", ")"),
        deep("1 = ", "1", ""),
        deep("1 < ", "1", ""),
        deep("", "1", ".a"),
        deep("", "1", "[0]"),
        deep("* FROM (SELECT ", "1", ")"),
        deep("CAST(1 AS Int32", "", "?"),
    ];
    on_small_stack(texts);
}

#[test]
fn the_deepest_texts_parse_on_a_small_stack() {
    let nested = |least: usize, open: &str, inside: &str, close: &str| {
        let fits =
            |count: &usize| parse(&format!("SELECT {}{inside}{}", open.repeat(*count), close.repeat(*count))).is_ok();
        let most = (1..400).take_while(fits).last().expect("some depth");
        assert!(most >= least, "{open} only {most} deep");
        format!("SELECT {}{inside}{}", open.repeat(most), close.repeat(most))
    };
    let texts = vec![
        nested(90, "(", "1", ")"),
        nested(60, "f(1 + ", "1", ")"),
        nested(90, "CASE WHEN 1 = ", "1", " THEN 1 ELSE 2 END"),
        nested(35, "1 IN (SELECT ", "1", ")"),
        nested(45, "f() OVER (PARTITION BY ", "1", ")"),
        nested(190, "1 = ", "1", ""),
        nested(15, "(1, (SELECT * FROM (SELECT 1 FROM t WHERE a = ", "1", ")))"),
    ];
    on_small_stack(texts);
}

#[test]
fn long_texts_parse() {
    let many = |part: &str| part.repeat(20_000);
    let texts = [
        format!("SELECT 1 WHERE a = 1{}", many(" OR a = 2 AND b")),
        format!("SELECT 1{}", many(" + 1 - 1 * 1 << 1")),
        format!("SELECT 1{}", many(" ?? 1")),
        format!("SELECT 'a'{}", many(" || 'b'")),
        format!("SELECT true{}", many(" XOR true")),
        format!("SELECT CASE WHEN a THEN 1{} ELSE 2 END", many(" WHEN b THEN 1")),
        format!("SELECT 1{}", many(" UNION ALL SELECT 1 UNION SELECT 2")),
        format!("SELECT 1 FROM a{}", many(" JOIN b ON a.x = b.x CROSS JOIN c")),
        many("$a = $a + 1; $q = SELECT * FROM $q;"),
        format!("SELECT 1 IN (1{})", many(", 2")),
        format!("SELECT 1{}", many(", a.b")),
        format!("SELECT '{}', `{}`, {}", many("x"), many("y"), many("z")),
        format!("SELECT 1{}", many("\n-- a comment\n/* another */ ")),
        format!("SELECT 0.{}", many("1")),
        many("SELECT 1;"),
        format!("INSERT INTO t (a) VALUES (1){}", many(", (2)")),
    ];
    for text in texts {
        if let Err(error) = parse(&text) {
            panic!("{error} of {}", &text[..40]);
        }
    }
}

/// Words and signs of YQL, for random texts.
const PIECES: &[&str] = &[
    "SELECT",
    "FROM",
    "WHERE",
    "a",
    "t",
    "$x",
    "(",
    ")",
    "(",
    ")",
    ",",
    ";",
    ".",
    "*",
    "=",
    "<",
    ">",
    "|",
    "?",
    "+",
    "-",
    "NOT",
    "NULL",
    "IS",
    "IN",
    "AS",
    "1",
    "'s'",
    "1.5",
    "@@",
    "@",
    "$",
    "[",
    "]",
    "{",
    "}",
    "<|",
    "|>",
    "->",
    "::",
    ":",
    "VALUES",
    "INSERT",
    "INTO",
    "UPSERT",
    "UPDATE",
    "SET",
    "DELETE",
    "ON",
    "CREATE",
    "TABLE",
    "PRIMARY",
    "KEY",
    "INDEX",
    "GLOBAL",
    "WITH",
    "ALTER",
    "ADD",
    "COLUMN",
    "DROP",
    "FAMILY",
    "DEFAULT",
    "JOIN",
    "LEFT",
    "UNION",
    "ALL",
    "GROUP",
    "ORDER",
    "BY",
    "LIMIT",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "CAST",
    "Int32",
    "List",
    "Decimal",
    "Optional",
    "Struct",
    "Tuple",
    "EXISTS",
    "BETWEEN",
    "AND",
    "OR",
    "LIKE",
    "DECLARE",
    "PRAGMA",
    "TTL",
    "VIEW",
    "USING",
    "RETURNING",
    "`q`",
    "NULLS",
    "WITHOUT",
    "DISTINCT",
    "HAVING",
    "AS_TABLE",
    "RESET",
    "RENAME",
    "TO",
    "PARTITION",
    "HASH",
    "x'00'",
    "DISCARD",
    "RETURN",
    "FILTER",
];

/// Parses a text, and asks for advice on its error. A character that begins no token must always get advice.
fn read(text: &str) {
    if let Err(error) = parse(text) {
        let found = advice(text, &error, &["a"]);
        assert!(found.is_some() || !error.is_unrecognized(), "no advice for {error} of {text}");
    }
    let _ = lookalike(text, "x");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn token_soup_never_panics(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..40)) {
        let mut text = String::new();
        for piece in pieces {
            let _ = write!(text, "{piece} ");
        }
        read(&text);
        read(&format!("SELECT {text}"));
        read(&format!("CREATE TABLE t ({text}"));
        read(&format!("ALTER TABLE t {text}"));
        read(&text.replace(' ', ""));
    }

    #[test]
    fn repeated_tokens_never_panic(
        parts in prop::collection::vec((prop::collection::vec(prop::sample::select(PIECES), 1..5), 0..600_usize), 0..5)
    ) {
        let text: String = parts.iter().map(|(pieces, times)| (pieces.join(" ") + " ").repeat(*times)).collect();
        read(&text);
        read(&format!("SELECT {text}"));
        read(&format!("SELECT 1 FROM t {text}"));
    }

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let text = String::from_utf8_lossy(&bytes);
        read(&text);
        read(&format!("SELECT {text}"));
        read(&format!("SELECT '{text}"));
    }

    #[test]
    fn characters_never_panic(text in r#"[ -~\n'"`\\@é]{0,60}"#) {
        read(&text);
        read(&format!("SELECT {text}'"));
        read(&format!("SELECT `{text}`"));
    }
}
