//! Tests of texts that are not YQL, and of YQL that the engine does not support.

use crate::{ErrorKind, parse};

/// Returns the kind of the error, and its place and message as YDB reports them.
fn message(text: &str) -> (ErrorKind, String) {
    let error = match parse(text) {
        Ok(query) => {
            let (at, message) = query.unsupported.into_iter().next().expect(text);
            return (ErrorKind::Unsupported, format!("{}:{}: {message}", at.line, at.column));
        }
        Err(error) => error,
    };
    let column = error.at.column - u32::from(error.kind == ErrorKind::Syntax);
    (error.kind, format!("{}:{column}: {}", error.at.line, error.message))
}

#[test]
fn unsupported_constructs_are_named() {
    let cases = [
        ("SELECT SUM(a) OVER (w) FROM t", "1:21: a window that extends another one"),
        ("SELECT SUM(a) FILTER (WHERE b) FROM t", "1:15: FILTER"),
        ("SELECT LAG(a) IGNORE NULLS FROM t", "1:15: IGNORE NULLS without OVER"),
        ("SELECT a FROM t WINDOW w AS (PARTITION BY a AS b)", "1:45: an alias in PARTITION BY"),
        ("SELECT a FROM t WINDOW w AS (ROWS 1 PRECEDING EXCLUDE TIES)", "1:47: EXCLUDE"),
        ("SELECT * FROM t FLATTEN COLUMNS", "1:17: FLATTEN COLUMNS"),
        ("SELECT * FROM t MATCH_RECOGNIZE (PATTERN (a) DEFINE a AS true)", "1:17: MATCH_RECOGNIZE"),
        ("SELECT * FROM t SAMPLE 0.1", "1:17: SAMPLE"),
        ("SELECT * FROM t TABLESAMPLE BERNOULLI(1)", "1:17: TABLESAMPLE"),
        ("SELECT a FROM t GROUP BY ROLLUP((a, b), c)", "1:33: a list of keys in ROLLUP or CUBE"),
        ("SELECT a FROM t GROUP BY HOP(a, b, c, d)", "1:26: HOP"),
        ("SELECT a FROM t ASSUME ORDER BY a", "1:17: ASSUME ORDER BY"),
        ("SELECT 1 INTERSECT SELECT 2", "1:10: INTERSECT"),
        ("SELECT 1 EXCEPT SELECT 2", "1:10: EXCEPT"),
        ("SELECT * FROM (DISCARD SELECT 1)", "1:16: DISCARD"),
        ("(DISCARD SELECT 1)", "1:2: DISCARD"),
        ("PROCESS t", "1:1: PROCESS"),
        ("REDUCE t ON a USING f(x)", "1:1: REDUCE"),
        ("WITH x AS (SELECT 1) SELECT * FROM x", "1:1: WITH"),
        ("DEFINE ACTION $a() AS SELECT 1; END DEFINE", "1:1: DEFINE ACTION"),
        ("DO $a()", "1:1: DO"),
        ("EVALUATE IF true DO $a()", "1:1: EVALUATE"),
        ("IMPORT m SYMBOLS $f", "1:1: IMPORT"),
        ("EXPLAIN SELECT 1", "1:1: EXPLAIN"),
        ("USE plato", "1:1: USE"),
        ("ANALYZE t", "1:1: ANALYZE"),
        ("BACKUP `c`", "1:1: BACKUP"),
        ("CREATE VIEW v AS SELECT 1", "1:1: CREATE VIEW"),
        ("CREATE TOPIC t", "1:1: CREATE TOPIC"),
        ("CREATE USER u", "1:1: CREATE USER"),
        ("CREATE EXTERNAL TABLE t (a Int32)", "1:1: CREATE EXTERNAL TABLE"),
        ("CREATE OR REPLACE TABLE t (a Int32)", "1:1: CREATE OR REPLACE"),
        ("CREATE TABLE t (a) AS SELECT 1 AS a", "1:18: a column without a type"),
        ("CREATE TABLE t (a Int32 AS (1) STORED)", "1:25: a generated column"),
        ("DROP TOPIC t", "1:1: DROP TOPIC"),
        ("ALTER TOPIC t SET (a = 1)", "1:15: ALTER TOPIC SET"),
        ("ALTER TABLE t REBUILD INDEX i", "1:15: REBUILD INDEX"),
        ("INSERT INTO c.t (a) VALUES (1)", "1:13: a cluster name"),
        ("UPDATE t SET (a, b) = (1, 2)", "1:14: SET of several columns at once"),
        ("SELECT $f(1)(2)", "1:13: a call of a value"),
        ("SELECT a COLLATE b", "1:10: COLLATE"),
        ("SELECT CURRENT_TIMESTAMP", "1:8: CURRENT_TIMESTAMP"),
        ("SELECT 1p", "1:8: a literal with a suffix for PostgreSQL's types"),
        ("SELECT f(($x) -> { $y = (SELECT 1); RETURN $y; })", "1:25: a query or a lambda as a name within a lambda"),
        ("SELECT ($x?) -> ($x)", "1:11: an optional argument of a lambda"),
        ("DECLARE $x AS Variant<Int32>", "1:15: the type Variant"),
        ("SELECT * FROM RANGE(`a`)", "1:15: the table function RANGE"),
        ("SELECT * FROM t WITH (x)", "1:17: a table hint"),
    ];
    for (text, start) in cases {
        assert_eq!(message(text), (ErrorKind::Unsupported, start.to_owned()), "of {text}");
    }
}

#[test]
fn syntax_errors_read_like_antlrs() {
    let cases = [
        ("SELEC 1", "1:0: mismatched input 'SELEC' expecting {"),
        // YDB's own test expects this message at this position.
        ("select @@@@@@", "1:12: extraneous input '@' expecting {"),
        ("SELECT 1 2", "1:9: extraneous input '2' expecting {"),
        ("SELECT", "1:6: mismatched input '<EOF>' expecting {"),
        ("SELECT (1", "1:9: mismatched input '<EOF>' expecting {"),
        ("SELECT 'abc", "1:7: token recognition error at: ''abc'"),
        ("SELECT #", "1:7: token recognition error at: '#'"),
        ("SELECT\n  é", "2:2: token recognition error at: 'é'"),
        ("SELECT 'é', #", "1:12: token recognition error at: '#'"),
        ("SELECT `a", "1:7: token recognition error at: '`a'"),
        ("SELECT 1 /* open", "1:9: token recognition error at: '/'"),
        ("SELECT \0", "1:7: token recognition error at: '\0'"),
        ("SELECT - -1", ""),
        ("SELECT NOT NOT a", "1:11: mismatched input 'NOT' expecting {"),
        ("SELECT 1 = 2 IS NULL", "1:16: extraneous input 'NULL' expecting"),
        ("SELECT a FROM", "1:13: mismatched input '<EOF>' expecting"),
        ("SELECT FROM t", "1:7: mismatched input 'FROM' expecting"),
        ("SELECT any", "1:7: mismatched input 'any' expecting"),
        ("SELECT a key FROM t", "1:9: mismatched input 'key' expecting"),
        ("CREATE TABLE t (column Int32)", "1:16: mismatched input 'column' expecting"),
        ("CREATE TABLE t ()", "1:16: mismatched input ')' expecting"),
        ("CREATE TABLE t (a List<Int32)", "1:28: mismatched input ')' expecting"),
        ("CREATE TABLE t (a Int32) WITH (PARTITION_AT_KEYS = (-1))", "1:52: mismatched input '-' expecting"),
        ("CREATE FOO t", "1:7: mismatched input 'FOO' expecting TABLE"),
        ("INSERT INTO t $x", "1:14: mismatched input '$' expecting"),
        ("UPSERT t VALUES (1)", "1:7: mismatched input 't' expecting INTO"),
        ("UPDATE t a = 1", "1:9: mismatched input 'a' expecting"),
        ("ALTER TABLE t FOO", "1:14: mismatched input 'FOO' expecting {ADD, DROP, ALTER, SET"),
        ("DECLARE x AS Int32", "1:8: mismatched input 'x' expecting '$'"),
        ("$x = (SELECT 1) UNION ALL (SELECT 2)", "1:16: mismatched input 'UNION' expecting"),
        ("SELECT a IN (1) + 2", "1:16: mismatched input '+' expecting"),
        ("SELECT a IS NULL = b", "1:17: mismatched input '=' expecting"),
        ("SELECT 1; foo", "1:10: mismatched input 'foo' expecting {"),
        ("SELECT f(1 2)", "1:11: extraneous input '2' expecting"),
        ("SELECT $x.0.1", "1:10: mismatched input '0.1' expecting"),
    ];
    for (text, start) in cases {
        let (kind, message) = message(text);
        assert_eq!(kind, ErrorKind::Syntax, "{message} of {text}");
        assert!(message.starts_with(start), "{message} of {text}");
    }
}

#[test]
fn the_translators_refusals() {
    let cases = [
        ("SELECT '\\x4'", "1:8: Failed to parse string literal: Invalid hexadecimal value near byte 4"),
        ("SELECT '\\08'", "1:8: Failed to parse string literal: Invalid octal value near byte 3"),
        ("SELECT '\\ud800'", "1:8: Failed to parse string literal: Invalid unicode value near byte 6"),
        ("SELECT `\\019`", "1:8: Cannot parse broken identifier: Invalid octal value"),
        (
            "SELECT 18446744073709551616",
            "1:8: Failed to parse number from string: 18446744073709551616, number limit overflow",
        ),
        ("SELECT 0o8", "1:8: Failed to parse number from string: 0o8, char: '8' is out of base: 8"),
        // These cases are from YDB's tests.
        ("SELECT 'foo\\x1\\xfe'", "1:8: Failed to parse string literal: Invalid hexadecimal value near byte 7"),
        ("SELECT CASE WHEN a THEN 1 END", "1:8: ELSE is required"),
        ("SELECT 1n", "1:8: Failed to parse number from string: 1n, invalid suffix"),
        // These cases are from YDB's tests. Their columns count from 1.
        ("\n\t\t\t\tUPSERT INTO \"users\" (id) VALUES (1);\n\t\t\t", "2:17: String literal can not be used here"),
        ("SELECT 'it''s'", "1:12: String literal can not be used here"),
        ("SELECT 1 AS 'a'", "1:13: String literal can not be used here"),
        (
            "SELECT a FROM A, B",
            "1:16: Cartesian product of tables is disabled. Please use explicit CROSS JOIN or enable it via PRAGMA AnsiImplicitCrossJoin",
        ),
        ("SELECT a FROM x JOIN y", "1:23: Expected ON or USING expression"),
        ("SELECT a FROM x CROSS JOIN y ON x.a = y.a", "1:30: Cross join should not have ON or USING expression"),
        ("SELECT 1 LIMIT 1 UNION ALL SELECT 2", "1:16: LIMIT within UNION ALL is only allowed after last subquery"),
        (
            "SELECT a FROM t ORDER BY a UNION ALL SELECT 2",
            "1:26: ORDER BY within UNION ALL is only allowed after last subquery",
        ),
        ("SELECT 1?", "1:9: Unexpected token '?' at the end of expression"),
        ("CREATE TABLE t (v Bool NOT NULL NOT NULL)", "1:33: 'NULL/NOT NULL' option can be specified only once"),
    ];
    for (text, start) in cases {
        assert_eq!(message(text), (ErrorKind::Refused, start.to_owned()), "of {text}");
    }
}

#[test]
fn a_default_takes_no_bare_not_null() {
    for value in ["false NOT NULL", "(false + true NOT NULL)", "(NULL NOT NULL)"] {
        let (kind, message) = message(&format!("CREATE TABLE t (v Bool DEFAULT {value})"));
        assert_eq!(kind, ErrorKind::Refused);
        assert!(
            message.starts_with("1:24: 'DEFAULT' option can not use expr which contains literall 'NOT NULL'"),
            "{message}"
        );
    }
}

/// YDB's grammar reads each text in the same way.
#[test]
fn clauses_of_json_and_statements_of_lambdas() {
    let read = [
        "JSON_VALUE(a, 'x' PASSING 1 AS a, 2 AS \"b\" RETURNING Int32 NULL ON EMPTY ERROR ON ERROR)",
        "JSON_VALUE(a, 'x' DEFAULT 1 + 2 ON EMPTY DEFAULT f(x) ON ERROR)",
        "JSON_VALUE(a, 'x' PASSING 1 AS int32)",
        "JSON_VALUE(a, 'x' PASSING 1 AS key) + 1",
        "JSON_EXISTS(a, 'x' PASSING 1 AS a TRUE ON ERROR)",
        "JSON_EXISTS(a, 'x'u UNKNOWN ON ERROR)",
        "JSON_QUERY(a, 'x' WITH CONDITIONAL ARRAY WRAPPER ERROR ON ERROR)",
        "JSON_QUERY(a, 'x' WITH WRAPPER)",
        "JSON_QUERY(a, 'x' WITHOUT WRAPPER EMPTY ARRAY ON EMPTY EMPTY OBJECT ON ERROR)",
        "f(($x) -> { $y, $z = $x; RETURN $y; })",
        "f(($x) -> { RETURN $x; ; })",
        "f(($x) -> { ;; $y = 1;; RETURN $y })",
    ];
    let refused = [
        "JSON_VALUE(a, 'x' RETURNING Decimal(22,9))",
        "JSON_VALUE(a, 'x' RETURNING Int32?)",
        "JSON_VALUE(a, 'x' RETURNING List<Int32>)",
        "JSON_VALUE(a, 'x' PASSING 1 AS select)",
        "JSON_VALUE(a, 'x' PASSING)",
        "JSON_VALUE(a, 'x' PASSING 1)",
        "JSON_VALUE(a, 'x' PASSING 1 AS $b)",
        "JSON_VALUE(a, $x)",
        "JSON_VALUE(a)",
        "JSON_VALUE(a, 'x',)",
        "JSON_VALUE(a, 'x' TRUE ON ERROR)",
        "JSON_EXISTS(a, 'x' NULL ON ERROR)",
        "JSON_QUERY(a, 'x' NULL ON ERROR NULL ON EMPTY)",
        "JSON_QUERY(a, 'x' DEFAULT 1 ON ERROR)",
        "JSON_QUERY(a, 'x' RETURNING Json)",
        "f(($x) -> { $y = $x RETURN $y; })",
    ];
    let is_read = |text: &&str| parse(&format!("SELECT {text}")).is_ok_and(|query| query.unsupported.is_empty());
    assert_eq!(read.iter().filter(|text| !is_read(text)).collect::<Vec<_>>(), [&""; 0]);
    assert_eq!(refused.iter().filter(|text| is_read(text)).collect::<Vec<_>>(), [&""; 0]);
    for (text, is_read) in [
        ("DISCARD FROM t SELECT a", true),
        ("DISCARD SELECT 1 UNION ALL SELECT 2", true),
        ("DISCARD VALUES (1)", false),
        ("DISCARD (SELECT 1)", false),
        ("DISCARD DISCARD SELECT 1", false),
    ] {
        assert_eq!(parse(text).is_ok_and(|query| query.unsupported.is_empty()), is_read, "{text}");
    }
}
