//! Tests of definitions in files and in the output of SHOW CREATE TABLE: parts that are kept as text, and errors.

use proptest::prelude::*;

use super::printer;
use crate::ast::{Query, SettingValue, StatementKind};
use crate::{ErrorKind, Form, definitions, leading_string, parse, printed_settings, printed_values};

/// Returns the trees of the statements, and the parts that are kept as text.
fn read(text: &str, form: Form) -> (String, Vec<String>) {
    let read = definitions(text, form).unwrap_or_else(|error| panic!("{error} in {text}"));
    let query = Query { statements: read.statements, unused: Vec::new(), unsupported: Vec::new() };
    (printer::query(&query), read.unread.into_iter().map(|unread| unread.text).collect())
}

#[test]
fn a_file_keeps_what_ydb_knows_and_the_parser_does_not() {
    let cases = [
        (
            "CREATE TABLE t (a Int32, b Int32 GENERATED ALWAYS AS (a + 1) STORED NOT NULL, PRIMARY KEY (a))",
            "(create t (col a Int32) (col b Int32 not-null) key[a])",
            "b GENERATED ALWAYS AS (a + 1) STORED",
        ),
        ("CREATE TABLE t (a Utf8 ENCODING(DICT) FAMILY f)", "(create t (col a Utf8 (family f)))", "a ENCODING(DICT)"),
        ("CREATE TABLE t (a Int32, STATISTICS s ON (a))", "(create t (col a Int32))", "STATISTICS s ON (a)"),
        ("CREATE TABLE t (a Int32) TABLESTORE s", "(create t (col a Int32))", "TABLESTORE s"),
        ("ALTER TABLE t REBUILD INDEX i, DROP COLUMN a", "(alter t (drop a))", "ALTER TABLE t REBUILD INDEX i"),
        ("CREATE VIEW v AS SELECT f(1, ';'); DROP TABLE t", "(drop t)", "CREATE VIEW v AS SELECT f(1, ';')"),
        (
            "CREATE TABLE t (PRIMARY KEY (a)) AS SELECT a FROM u",
            "",
            "CREATE TABLE t (PRIMARY KEY (a)) AS SELECT a FROM u",
        ),
    ];
    for (text, tree, kept) in cases {
        assert_eq!(read(text, Form::File), (tree.to_owned(), vec![kept.to_owned()]), "{text}");
        assert_eq!(parse(text).map(drop).unwrap_err().kind, ErrorKind::Unsupported, "{text}");
    }
    assert_eq!(read("ALTER TABLE t RENAME COLUMN a TO b", Form::File).0, "(alter t (rename-column a b))");
}

/// YDB, too, would refuse these mistakes.
#[test]
fn a_file_has_no_other_mistakes() {
    let cases = [
        "CREATE TABLE t (a Int32, PRIMARY KEY a)",
        "CREATE TABLE t (a Int32 CHECK (a > 0), PRIMARY KEY (a))",
        "CREATE TABLE t (a Int32, INDEX i ON (a), PRIMARY KEY (a))",
        "CREATE TABLE t (a Int32, PRIMARY KEY (a)) WITH (A = (1, 2)",
        "ALTER TABLE t ADD COLUMN",
        "CREATE TOPIC u; ALTER TABLE t ADD COLUMN b",
        "CREATE TABLE t (`a Int32)",
    ];
    for text in cases {
        let file = definitions(text, Form::File).map(drop).unwrap_err();
        let query = parse(text.trim_start_matches("CREATE TOPIC u; ")).map(drop).unwrap_err();
        assert_eq!((file.kind, &file.message), (query.kind, &query.message), "{text}");
    }
}

#[test]
fn what_is_printed_is_kept_with_its_place() {
    let text = "CREATE TABLE `t` (`a` pgint4 NEW 5 NOT NULL, LATER (x), INDEX `i` GLOBAL SYNC USING z ON (`a`) MORE, \
                PRIMARY KEY (`a`)) WITH (A = B C, TTL = Interval('P1D') ON 2-b);\nCREATE SOMETHING (a, b);";
    let read = definitions(text, Form::Printed).unwrap();
    let kept: Vec<(&str, &str, bool)> =
        read.unread.iter().map(|unread| (unread.span.of(text), &*unread.text, unread.is_statement)).collect();
    let something = "CREATE SOMETHING (a, b)";
    assert_eq!(kept, [("NEW 5", "`a` NEW 5", false), ("LATER (x)", "LATER (x)", false), (something, something, true)]);
    let StatementKind::CreateTable(create) = &read.statements[0].kind else { panic!("a table") };
    assert_eq!(create.indexes[0].span.of(text), "INDEX `i` GLOBAL SYNC USING z ON (`a`) MORE");
    assert!(create.indexes[0].unread.is_some());
    let settings: Vec<_> = create.settings.iter().map(|set| (set.span.of(text), set.has_more)).collect();
    assert_eq!(settings, [("A = B C", true), ("TTL = Interval('P1D') ON 2-b", false)]);
    let SettingValue::Ttl { column, .. } = &create.settings[1].value else { panic!("a TTL") };
    assert_eq!(&*column.name, "2-b");
}

#[test]
fn parts_of_what_is_printed() {
    let settings = |text: &str| -> Vec<String> {
        let settings = printed_settings(text).unwrap();
        settings.iter().map(|setting| setting.span.of(text).to_owned()).collect()
    };
    assert_eq!(settings("A = 1, NEW, B = f('x', 2) MORE,"), ["A = 1", "B = f('x', 2) MORE"]);
    assert!(printed_settings("A = (").is_err());
    assert_eq!(
        printed_values("10, 'a, (b', CAST('1' AS Decimal(22, 9))"),
        ["10", "'a, (b'", "CAST('1' AS Decimal(22, 9))"]
    );
    assert_eq!(printed_values("'open"), [""; 0]);
    assert_eq!(printed_values(""), [""; 0]);
    assert_eq!(leading_string(r"'it\'s'u"), Some((b"it's".to_vec(), "u")));
    assert_eq!(leading_string("'\\xFF' AS x"), Some((vec![0xFF], " AS x")));
    for none in ["", "5", "'open", "'\\x0'", "é'"] {
        assert_eq!(leading_string(none), None, "{none}");
    }
}

proptest! {
    /// No text causes a panic, and the parts that are kept are parts of the text.
    #[test]
    fn no_text_panics(words in prop::collection::vec(prop::sample::select(&[
        "CREATE ", "TABLE ", "ALTER ", "`t` ", "(", ")", ", ", ";", "INDEX ", "`i` ", "GLOBAL ", "ON ", "WITH ", "A ", "= ",
        "TTL ", "FAMILY ", "PRIMARY KEY ", "'x' ", "5 ", "Uint64 ", "DEFAULT ", "é ", "-- ", "$x ", "DO ", "BEGIN ", "IF ",
        "COMPRESSION ", "CHANGEFEED ", "SET ", "TABLESTORE ", "AS ", "SEQUENCE ", "RESTART ", "STATISTICS ",
    ][..]), 0..30)) {
        let text = words.concat();
        for start in ["", "CREATE TABLE `t` (`k` Uint64, ", "CREATE TABLE t (k Uint64, PRIMARY KEY (k)); ALTER TABLE t "] {
            let text = format!("{start}{text}");
            for form in [Form::Query, Form::File, Form::Printed] {
                if let Ok(read) = definitions(&text, form) {
                    prop_assert!(read.unread.iter().all(|unread| unread.text.contains(unread.span.of(&text))));
                }
            }
            let _ = printed_settings(&text);
            let _ = printed_values(&text);
        }
    }
}
