//! Tests of the advice for habits of other libraries and other SQLs.

use super::super::parse;
use crate::advice::{advice, lookalike};

/// Returns the column, the fault and the cure for a text of one line.
fn advised(text: &str, given: &[&str]) -> String {
    let error = parse(text).expect_err(text);
    let found = advice(text, &error, given).unwrap_or_else(|| panic!("no advice for {text}: {error}"));
    format!("{}: {}: {}", found.at.column, found.fault, found.cure)
}

#[test]
fn placeholders_with_names() {
    for (text, expected) in [
        ("SELECT * FROM t WHERE a = :id", "27: `:id` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = @id", "27: `@id` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = &id", "27: `&id` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = %(id)s", "27: `%(id)s` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = ${id}", "27: `${id}` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = $(id)", "27: `$(id)` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = #{id}", "27: `#{id}` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = {id:?}", "27: `{id:?}` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = {id as u64}", "27: `{id as u64}` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = %{id}", "27: `%{id}` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = ${ order.id }", "27: `${ order.id }` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = $$id", "27: `$$id` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t LIMIT {limit}", "23: `{limit}` is not a parameter in YQL: write `$limit`"),
        ("SELECT * FROM t WHERE a IN (:ids)", "29: `:ids` is not a parameter in YQL: write `$ids`"),
        ("SELECT * FROM t WHERE a IN :ids", "28: `:ids` is not a parameter in YQL: write `$ids`"),
        ("SELECT * FROM t WHERE a BETWEEN :low AND :high", "33: `:low` is not a parameter in YQL: write `$low`"),
        ("SELECT * FROM t LIMIT :n", "23: `:n` is not a parameter in YQL: write `$n`"),
        ("SELECT :id", "8: `:id` is not a parameter in YQL: write `$id`"),
        ("UPDATE t SET a = :v", "18: `:v` is not a parameter in YQL: write `$v`"),
        ("INSERT INTO t (a) VALUES (:v)", "27: `:v` is not a parameter in YQL: write `$v`"),
        ("SELECT f(:v)", "10: `:v` is not a parameter in YQL: write `$v`"),
        ("SELECT CASE WHEN :v THEN 1 ELSE 2 END", "18: `:v` is not a parameter in YQL: write `$v`"),
        ("@x = 5; SELECT @x", "1: `@x` is not a parameter in YQL: write `$x`"),
    ] {
        assert_eq!(advised(text, &["other"]), expected, "{text}");
    }
}

#[test]
fn placeholders_without_names_take_those_of_the_values() {
    for (text, sign) in [
        ("SELECT * FROM t WHERE a = ?", "?"),
        ("SELECT * FROM t WHERE a = ?1", "?1"),
        ("SELECT * FROM t WHERE a = $1", "$1"),
        ("SELECT * FROM t WHERE a = $ 1", "$1"),
        ("SELECT * FROM t WHERE a = :1", ":1"),
        ("SELECT * FROM t WHERE a = %s", "%s"),
        ("SELECT * FROM t WHERE a = %d", "%d"),
    ] {
        assert_eq!(advised(text, &["x", "y"]), format!("27: `{sign}` is not a parameter in YQL: write `$x`"));
        let without = format!("27: `{sign}` is not a parameter in YQL: write a name, as in `$a`");
        assert_eq!(advised(text, &[]), without, "{text}");
    }
    let both = "SELECT * FROM t WHERE a = $a LIMIT ?";
    assert_eq!(advised(both, &["a", "n"]), "36: `?` is not a parameter in YQL: write `$n`");
    assert_eq!(advised(both, &["b", "a", "limit"]), "36: `?` is not a parameter in YQL: write `$limit`");
    assert_eq!(advised("SELECT $2", &["x", "y"]), "8: `$2` is not a parameter in YQL: write `$y`");
    assert_eq!(advised("SELECT $0", &["x"]), "8: `$0` is not a parameter in YQL: write a name, as in `$id`");
}

#[test]
fn placeholders_without_names_take_those_of_columns() {
    for (text, name) in [
        ("SELECT * FROM t WHERE t.a = ?", "a"),
        ("SELECT * FROM t WHERE `a` >= ?", "a"),
        ("SELECT * FROM t WHERE a IN (?, ?)", "a"),
        ("SELECT * FROM t WHERE a NOT IN ?", "a"),
        ("SELECT * FROM t WHERE a LIKE ?", "a"),
        ("SELECT * FROM t WHERE a BETWEEN ? AND ?", "a"),
        ("SELECT * FROM t WHERE a = 1 LIMIT ?", "limit"),
        ("SELECT * FROM t WHERE a = 1 LIMIT 1 OFFSET ?", "offset"),
        ("INSERT INTO t (a, b) VALUES (?, ?)", "a"),
        ("UPDATE t SET note = ? WHERE a = ?", "note"),
        ("SELECT ?", "id"),
        ("SELECT * FROM t WHERE ?", "id"),
        ("SELECT * FROM t WHERE a = 1 AND ?", "id"),
    ] {
        let found = advised(text, &[]);
        assert!(found.ends_with(&format!("write a name, as in `${name}`")), "{found} of {text}");
    }
}

#[test]
fn what_is_not_closed() {
    for (text, expected) in [
        (
            "SELECT 'abc",
            r#"8: the string that begins here is not closed: write `'` at its end; inside of it, write `\'`, or quote it by `"`"#,
        ),
        (
            "SELECT \"abc",
            r#"8: the string that begins here is not closed: write `"` at its end; inside of it, write `\"`, or quote it by `'`"#,
        ),
        ("SELECT `abc", "8: the quoted name that begins here is not closed: write a backtick at its end"),
        (
            "SELECT 1 /* abc",
            "10: the comment that begins here is not closed: write `*/` at its end; a comment of one line begins with `--`",
        ),
        ("SELECT @@ abc", "8: the string that begins here is not closed: write `@@` at its end"),
        (
            "SELECT @@abc",
            "8: the string that begins here with `@@` is not closed: write `$abc` for a parameter, or `@@` at the end of the string",
        ),
    ] {
        assert_eq!(advised(text, &[]), expected, "{text}");
    }
}

#[test]
fn characters_that_begin_no_token() {
    for (text, expected) in [
        ("SELECT 1 # one", "10: `#` does not begin a comment in YQL: write `--`"),
        ("SELECT !a", "8: `!` is not an operator of YQL: write `NOT`, or `!=`"),
        ("SELECT ‘a’", "8: `‘` is not a quote of YQL: write `'` around a string, and backticks around a name"),
        ("SELECT\u{a0}1", "7: this is the character U+00A0, which is not a space of YQL: write a space instead"),
        (
            "\u{feff}SELECT 1",
            "1: YQL does not know the byte order mark, U+FEFF, with which some editors begin a file: save the text as UTF-8 without it",
        ),
        (
            "SELECT größe",
            "10: `ö` cannot be in a name without quotes: write the whole name in backticks; or a text as a string, in quotes",
        ),
        ("SELECT \0", "8: `U+0000` is not a character of YQL outside of strings and quoted names: remove it"),
        ("SELECT \\1", r"8: `\` is not a character of YQL outside of strings and quoted names: remove it"),
    ] {
        assert_eq!(advised(text, &[]), expected, "{text}");
    }
}

#[test]
fn habits_of_other_languages() {
    for (text, expected) in [
        ("SELECT $a::Uint64", "10: `::` is not a cast in YQL: write `CAST($a AS Uint64)`"),
        ("SELECT t.a::bigint FROM t", "11: `::` is not a cast in YQL: write `CAST(t.a AS Int64)`"),
        ("SELECT (1 + 2)::text", "15: `::` is not a cast in YQL: write `CAST(.. AS Utf8)`"),
        (
            "SELECT * FROM t WHERE a = 'it''s'",
            "30: `''` is not a quote within a string of YQL: write `\\'`, or quote the string by `\"`",
        ),
        (
            "SELECT a FROM \"orders\"",
            "15: a name is expected here, and \"orders\" is a string: write the name in backticks, `orders`",
        ),
        ("SELECT 1 AS 'a'", "13: a name is expected here, and 'a' is a string: write the name in backticks, `a`"),
        (
            "SELECT E'a\\n'",
            "8: a string of YQL has no prefix, such as `E`: write `'a\\n'`; a letter after it says its type, as in \
             `'a\\n'u` for a Utf8",
        ),
        ("SELECT 'a' \"b\"", "12: two strings follow each other: write `||` between them"),
        ("SELECT $$a$$", "8: `$$` does not begin a string in YQL: write the text in quotes, or between `@@` and `@@`"),
        (
            "SELECT * FROM ? WHERE a = 1",
            "15: a table cannot be a parameter: write its path; in the macros `yql!` and `yql_file!` the model, as in \
             `{Order}`",
        ),
        ("SELECT a && b", "10: `&&` is not an operator of YQL: write `AND`"),
        ("SELECT 1 // one", "10: `//` does not begin a comment in YQL: write `--`"),
        (
            "SELECT * FROM t WHERE a = ANY($ids)",
            "27: `= ANY (..)` is not YQL: write `IN` and the list, as in `IN $ids`",
        ),
        (
            "INSERT INTO t (a) VALUES (1) ON CONFLICT DO NOTHING",
            "30: `ON CONFLICT` is not YQL: write `UPSERT INTO` in place of `INSERT INTO`: it writes the row whether there \
             is one with its key or not",
        ),
        (
            "SELECT * FROM t WHERE a = 1 FOR UPDATE",
            "29: `FOR UPDATE` is not YQL: remove it: a transaction is not committed if others have changed the rows \
             that it has read",
        ),
        (
            "SELECT * FROM {Order} WHERE a = 1",
            "15: braces cannot be the name of a table: write the path of the table; models in braces are for the macros \
             `yql!` and `yql_file!`",
        ),
    ] {
        assert_eq!(advised(text, &[]), expected, "{text}");
    }
}

#[test]
fn places_count_characters_and_lines() {
    let text = "SELECT 'Grüße'\nFROM t\r\nWHERE `é` = 'ü' AND a = :id";
    let error = parse(text).unwrap_err();
    let at = advice(text, &error, &[]).unwrap().at;
    assert_eq!((at.line, at.column), (3, 25));
}

/// Other errors get no advice and keep YDB's words.
#[test]
fn other_errors_get_no_advice() {
    for text in [
        "SELECT a ? 1 : 2",
        "SELECT ?? 2",
        "SELECT",
        "SELECT 1 2",
        "SELECT (1",
        "SELECT a FROM t WHERE WHERE a = 1",
        "SELECT 5 % FROM t",
        "SELECT a : b",
        "SELECT 1 + * FROM t",
        "SELECT $ = 1",
        "SELECT a & & b",
        "SELECT '\\x4'",
        "SELECT any",
        "SELECT {a, FROM t",
        "SELECT {a: 1 b}",
        "SELECT {'a':1:2}",
        "SELECT * FROM t WHERE a = $b$",
        "INSERT INTO t (a) VALUES",
        "SELECT {a: } FROM t",
        "SELECT a FROM t WHERE a = 1 FOR",
        "CREATE TABLE t (a)",
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!(advice(text, &error, &["id"]), None, "{text}: {error}");
    }
}

#[test]
fn what_looks_like_a_parameter() {
    let found = |text: &str| {
        let found = lookalike(text, "id")?;
        Some(format!("{}: {}: {}", found.at.column, found.fault, found.cure))
    };
    for (text, expected) in [
        ("SELECT * FROM t WHERE a = {id}", "27: `{id}` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = '{id}'", "28: `{id}` is not a parameter in YQL: write `$id`, without quotes"),
        ("SELECT * FROM t WHERE a = {{ id }}", "27: `{{ id }}` is not a parameter in YQL: write `$id`"),
        (
            "SELECT * FROM t WHERE a = {id.number}",
            "27: `{id.number}` is not a parameter in YQL: write `$number`, and give it its value by a name, \
             `number = id.number`",
        ),
        (
            "SELECT * FROM t WHERE a = `$id`",
            "28: $id in backticks is the name of a column: write `$id` without backticks",
        ),
        ("SELECT * FROM t WHERE a = id", "27: `id` without `$` is a column: write `$id` for the parameter"),
        ("SELECT * FROM t WHERE a = {}", "27: `{}` is not a parameter in YQL: write `$id`"),
        ("SELECT * FROM t WHERE a = {0}", "27: `{0}` is not a parameter in YQL: write `$id`"),
        (
            "SELECT * FROM t WHERE a = '$id'",
            "28: `$id` in quotes is a part of a string: write `$id` without quotes; join texts by `||`, as in `'a' || $id`",
        ),
        (
            "SELECT * FROM t WHERE a LIKE \"%$id%\"",
            "32: `$id` in quotes is a part of a string: write `$id` without quotes; join texts by `||`, as in `'a' || $id`",
        ),
        ("SELECT 1 -- $id", "13: `$id` is in a comment: write `$id` into the text"),
        ("SELECT 1 /* $id */", "13: `$id` is in a comment: write `$id` into the text"),
    ] {
        assert_eq!(found(text).as_deref(), Some(expected), "{text}");
    }
    for text in [
        "SELECT 1",
        "SELECT '$idx'",
        "SELECT id",
        "SELECT 1 -- {id}",
        "SELECT a = id.b, a = idx",
        "SELECT {a}, 'a = id'",
    ] {
        assert_eq!(found(text), None, "{text}");
    }
}
