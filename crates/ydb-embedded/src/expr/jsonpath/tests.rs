//! Tests of paths with the examples of YDB's documentation and of its tests (`jsonpath/ut`).

mod second;

use std::sync::Arc;

use super::{Json, Path, PathFailure};

/// Returns the values that a path finds as texts, `error` with its code, or `mistake`.
fn found(json: &str, path: &str, variables: &[(&str, &str)]) -> String {
    let json = Json::parse(json, false).unwrap_or_else(|| panic!("{json} is no JSON"));
    let variables: Vec<(Arc<str>, Json)> =
        variables.iter().map(|(name, value)| (Arc::from(*name), Json::parse(value, false).unwrap())).collect();
    let Ok(path) = Path::parse(path) else { return "mistake".to_owned() };
    match path.find(&json, &variables, &mut |_| Ok(())) {
        Ok(values) => values.iter().map(Json::printed).collect::<Vec<_>>().join(", "),
        Err(PathFailure::Path(error)) => format!("error {}", error.code),
        Err(PathFailure::Stopped(error)) => panic!("{error:?}"),
    }
}

fn check(cases: &[(&str, &str, &str)]) {
    let wrong: Vec<String> = cases
        .iter()
        .map(|(json, path, expected)| (json, path, expected, found(json, path, &[])))
        .filter(|(.., expected, found)| found != *expected)
        .map(|(json, path, expected, found)| format!("{path} of {json}\n    expected {expected}\n    found    {found}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Checks paths that give the same result in both modes.
fn check_both(cases: &[(&str, &str, &str)]) {
    let in_mode = |mode: &str| {
        let paths: Vec<String> = cases.iter().map(|(_, path, _)| format!("{mode}{path}")).collect();
        let cases: Vec<_> = cases.iter().zip(&paths).map(|((json, _, found), path)| (*json, &**path, *found)).collect();
        check(&cases);
    };
    ["", "lax ", "strict "].iter().for_each(|mode| in_mode(mode));
}

const FRIENDS: &str = r#"{"friends": [{"name": "Nik", "age": 18}, {"name": "Kate", "age": 72}, {"name": "Foma", "age": 50},
    {"name": "Jora", "age": 60}], "range": {"from": 1.9, "to": [2, 3.2]}}"#;

#[test]
fn values_and_literals() {
    check_both(&[
        (r#"{"key": 123}"#, "$", r#"{"key":123}"#),
        ("[1, 2, 3]", "$", "[1,2,3]"),
        (r#""some""#, "123", "123"),
        ("1", "1234e-1", "123.4"),
        ("1", "12.3e0", "12.3"),
        ("1", "1.23E+1", "12.3"),
        ("1", "null", "null"),
        ("1", "true", "true"),
        ("1", r#""привет""#, r#""привет""#),
        ("1", "\"a\\n\\\"\\u0041\\x41\"", r#""a\n\"AA""#),
        ("[]", "-3", "-3"),
        ("-1", "-$", "1"),
        ("[1, 2, 3]", "-$[*]", "-1, -2, -3"),
        ("30000000000000000000000000", "-$", "-3e+25"),
        ("18446744073709551615", "+$", "18446744073709551615"),
    ]);
}

#[test]
fn members() {
    check_both(&[
        (r#"{"key": 123, "_a_28_$_": 456}"#, "   $._a_28_$_  ", "456"),
        (r#"{"k\"ey": 1}"#, r#"$."k\"ey""#, "1"),
        (r#"{"another key": 1}"#, "$.'another key'", "1"),
        (r#"{"прием отбой": 1}"#, r#"$."прием отбой""#, "1"),
        (r#"{"to": {"size": {"last": 1}}}"#, "$.to.size.last", "1"),
        (r#"{"b": 1, "a": 2}"#, "$.*", "2, 1"),
        (r#"{"f": {"Nik": {"age": 18}, "Kate": {"age": 72}}}"#, "$.f.*.age", "72, 18"),
        ("{}", "$.*.key", ""),
    ]);
    check(&[
        (r#"{"name": "Amos", "friends": [{"name": "Jim"}, {"name": "Alex"}]}"#, "$.friends.name", r#""Jim", "Alex""#),
        (r#"{"friends": [{"name": "Jim"}]}"#, "strict $.friends.name", "error 4701"),
        ("{}", "$.surname", ""),
        ("{}", "strict $.surname", "error 4702"),
        (r#"[{"key": 1}, {"key": 2}]"#, "$.*", "1, 2"),
        (r#"[{"key": 1}, {"key": 2}]"#, "strict $.*", "error 4701"),
        // Only one level of arrays is unpacked.
        (r#"[[{"key": 1}]]"#, "$.key", ""),
        (r#"[{"key": [{"nested": 28}]}, {"key": [{"nested": 29}]}]"#, "$.key.nested", "28, 29"),
        (r#"{"first": {"key": 1}, "second": []}"#, "$.*.*", "1"),
    ]);
}

#[test]
fn items_of_arrays() {
    check_both(&[
        ("[1, 2, 3, 4, 5, 6]", "$[5, 0 to 2, 0, 0, 3 to 5, 2]", "6, 1, 2, 3, 1, 1, 4, 5, 6, 3"),
        ("[1, 2, 3]", "$[last to last]", "3"),
        ("[1, 2, 3, 4]", "$[last, last-1, last - 2]", "4, 3, 2"),
        ("[[1, 2, 3, 4], [5, 6]]", "$[*][last]", "4, 6"),
        (FRIENDS, "$.friends[$.range.from to $.range.to[last]].age", "72, 50, 60"),
        (FRIENDS, "$.friends[last, $.range.from].name", r#""Jora", "Kate""#),
        ("[[1], [2], [3, 4, 5]]", "$[*][*]", "1, 2, 3, 4, 5"),
        ("{}", "last", "error 4707"),
        (FRIENDS, "$.friends[$.range.to[*]]", "error 4704"),
        ("[1]", r#"$["0"]"#, "error 4704"),
    ]);
    check(&[
        (r#"{"name": "Avasarala"}"#, "lax $[0].name", r#""Avasarala""#),
        (r#"{"name": "Avasarala"}"#, "strict $[0].name", "error 4703"),
        ("[[1], 2, [3]]", "$[*][0]", "1, 2, 3"),
        ("[1, 2]", "strict $[*][*]", "error 4703"),
        ("[1, 2, 3]", "$[50]", ""),
        ("[1, 2, 3]", "strict $[50]", "error 4705"),
        ("[1, 2, 3]", "$[-1, 1 to 2]", "2, 3"),
        ("[1, 2, 3]", "$[0, -1 to 3, 2 to 2]", "1, 3"),
        ("[1, 2, 3, 4, 5]", "$[3 to 0]", ""),
        ("[1, 2, 3, 4, 5]", "strict $[3 to 0]", "error 4706"),
        ("[1, 2]", "strict $[0 to 2]", "error 4705"),
        ("[]", "$[last]", ""),
        ("[]", "strict $[last]", "error 4705"),
    ]);
}

#[test]
fn arithmetic() {
    check_both(&[
        ("[]", "(1 + 2) * 3", "9"),
        ("[]", "1 / 2", "0.5"),
        ("[]", "5 % 2 + 20 % 2", "1"),
        ("[-32.4, 5.2]", "$[0] % $[1]", "-1.2"),
        ("[]", "- 1 + 1", "0"),
        ("[]", "2 - 3 - 4", "-5"),
        ("0", "1 / $", "error 4712"),
        ("0.00000000000000000001", "1 % $", "error 4712"),
        ("1", "1e308 * 10", "error 4713"),
        ("[1, 2, 3]", "$[*] + 1", "error 4709"),
        ("[1, 2, 3]", "1 + $", "error 4710"),
        ("[1, 2, {}, 4]", "-$[*]", "error 4708"),
    ]);
}

#[test]
fn conditions_have_three_values() {
    // The three paths are true, false and null.
    let (yes, no, unknown) = ("(true == true)", "(true != true)", "(1 < true)");
    for (left, sign, right, expected) in [
        (unknown, "||", unknown, "null"),
        (unknown, "||", no, "null"),
        (unknown, "||", yes, "true"),
        (yes, "||", unknown, "true"),
        (no, "||", no, "false"),
        (unknown, "&&", no, "false"),
        (no, "&&", unknown, "false"),
        (unknown, "&&", yes, "null"),
        (yes, "&&", yes, "true"),
    ] {
        check_both(&[("1", &format!("{left} {sign} {right}"), expected)]);
    }
    check_both(&[
        ("1", &format!("!{unknown}"), "null"),
        ("1", &format!("!{yes}"), "false"),
        ("1", &format!("{no} && {no} || {yes}"), "true"),
        ("1", &format!("{no} && ({no} || {yes})"), "false"),
        ("1", "(1 == 2) is unknown", "false"),
        ("1", r#"(1 == "string") is unknown"#, "true"),
        (r#"{"name": 1}"#, "exists ($.name)", "true"),
        ("1", "!exists ($ ? (@ > 1))", "true"),
    ]);
    check(&[("{}", "exists ($.name)", "false"), ("{}", "strict exists ($.name)", "null")]);
}

#[test]
fn comparisons() {
    for sign in ["==", "<", "<=", ">", ">=", "!=", "<>"] {
        check_both(&[
            ("1", &format!("null {sign} 1"), "false"),
            ("1", &format!("null {sign} null"), if sign == "==" { "true" } else { "false" }),
            ("[[]]", &format!("$ {sign} 1"), "null"),
            ("{}", &format!("$ {sign} $"), "null"),
            ("1", &format!("1 {sign} true"), "null"),
        ]);
    }
    check_both(&[
        ("1", "1.23 < 4.56", "true"),
        ("1", "1.00000000000000000001 == 1.00000000000000000002", "true"),
        ("1", r#""abc" <= "abd""#, "true"),
        ("1", "true > false", "true"),
        (r#"{"left": [10, 30, 40], "right": [1, 2, 15]}"#, "$.left[*] < $.right[*]", "true"),
        (r#"{"left": [10, 30, 40], "right": [1, 2, 3]}"#, "$.left[*] < $.right[*]", "false"),
        // If one side has an error, the comparison is unknown.
        ("[1, 2]", "$[$] < 3", "null"),
    ]);
    let mixed = r#"{"left": [1, 2], "right": [4, "Inaros"]}"#;
    check(&[
        (mixed, "lax $.left < $.right", "true"),
        (mixed, "strict $.left[*] < $.right[*]", "null"),
        // Arrays that are not unpacked cannot be compared.
        (mixed, "strict $.left < $.right", "null"),
        (r#"{"left": ["string", 2], "right": [4, 5]}"#, "$.left < $.right", "null"),
    ]);
}

#[test]
fn filters() {
    let people = r#"[{"name": "James", "age": 35, "money": 500}, {"name": "Naomi", "age": 30, "money": 345}]"#;
    check_both(&[
        (people, "$[*] ? (@.age > 32) . name", r#""James""#),
        (people, "$[*] ? (@.age > 20) ? (@.money < 400) . name", r#""Naomi""#),
        (people, "$[*] ? (@.age > 20 && @.money < 400) . name", r#""Naomi""#),
        // An error in a condition makes the filter skip the value, and does not fail the path.
        (people, r#"$[*] ? (@.age > 32 && @.name.double() > 1) . name"#, ""),
        ("{}", "@", "error 4715"),
    ]);
    check(&[
        // In the inner filter, `@` is another value than in the outer filter. In lax mode the items are filtered.
        ("[[1, 5], [2, 3]]", "strict $[*] ? (exists (@[*] ? (@ > 4)))", "[1,5]"),
        ("[[1, 5], [2, 3]]", "$[*] ? (exists (@[*] ? (@ > 4)))", "5"),
        (people, "$ ? (@.age > 32) . name", r#""James""#),
        (people, "strict $ ? (@.age > 32)", ""),
        (r#"{"points": 41}"#, "strict $ ? (exists (@.name)).name", ""),
        (r#"{"x": [1, "one"]}"#, "strict $.x ? (2 > @[*])", ""),
    ]);
}

#[test]
fn methods() {
    check_both(&[
        ("[-1.23, 4.56, 3, 0]", "$[*].abs()", "1.23, 4.56, 3, 0"),
        ("[-1.23, 4.56, 3, 0]", "$[*].floor()", "-2, 4, 3, 0"),
        ("[-1.23, 4.56, 3, 0]", "$[*].ceiling()", "-1, 5, 3, 0"),
        ("-123.45", "$.ceiling().abs().floor()", "123"),
        (r#"["123", "0.567", "567e-3", "1.23e+1"]"#, "$[*].double()", "123, 0.567, 0.567, 12.3"),
        (r#""-123.45e1""#, "$.double().abs().floor()", "1234"),
        (
            r#"[null, true, 1, "a", [], {}]"#,
            "$[*].type()",
            r#""null", "boolean", "number", "string", "array", "object""#,
        ),
        ("1", "(1.3).ceiling()", "2"),
        (r#"{"array": [1, 2, 3], "object": {"a": 1, "b": 2}}"#, "$.array.size()", "3"),
        (r#"{"array": [1, 2, 3], "object": {"a": 1, "b": 2}}"#, "$.object.size()", "1"),
        (
            r#"{"name": "Chrisjen", "age": 70}"#,
            "$.keyvalue()",
            r#"{"name":"age","value":70}, {"name":"name","value":"Chrisjen"}"#,
        ),
        ("[\"1\"]", "$[*].abs()", "error 4716"),
        ("[1]", "$[*].double()", "error 4717"),
        (r#""hi stranger""#, "$.double()", "error 4718"),
        (r#""inf""#, "$.double()", "error 4718"),
        (r#""1e999""#, "$.double()", "error 4719"),
        ("[1]", "$[*].keyvalue()", "error 4720"),
    ]);
    check(&[
        ("[-1, 2]", "$.abs()", "1, 2"),
        ("[-1, 2]", "strict $.abs()", "error 4716"),
        (r#"[{"one": 1, "two": 2, "three": 3}]"#, "$.keyvalue().name", r#""one", "three", "two""#),
    ]);
}

#[test]
fn texts() {
    check_both(&[
        ("1", r#""James Holden" starts with "James""#, "true"),
        ("1", r#""James Holden" starts with "Amos""#, "false"),
        (r#"["b", "c"]"#, r#""abcd" starts with $[*]"#, "false"),
        ("1", r#"1 starts with "a""#, "error 4723"),
        ("1", r#""123456" like_regex "^[0-9]+$""#, "true"),
        ("1", r#""123abcd456" like_regex "^[0-9]+$""#, "false"),
        ("1", r#""Naomi Nagata" like_regex "nag""#, "false"),
        ("1", r#""Naomi Nagata" like_regex "nag" flag "i""#, "true"),
    ]);
    check(&[
        (r#"["a", 1.45, 50]"#, r#""abcd" starts with $[*]"#, "true"),
        (r#"[1.45, 50, "a"]"#, r#""abcd" starts with $[*]"#, "null"),
        (r#"["a", 1.45, 50]"#, r#"strict "abcd" starts with $[*]"#, "null"),
        (r#"["string", "123"]"#, r#"$ like_regex "[0-9]+""#, "true"),
        (r#"[123, "123"]"#, r#"$ like_regex "[0-9]+""#, "null"),
        (r#"["123", 123]"#, r#"strict $[*] like_regex "[0-9]+""#, "null"),
    ]);
}

#[test]
fn variables() {
    let of = |path, variables: &[(&str, &str)]| found("123", path, variables);
    assert_eq!(of("$ + $var", &[("var", "456")]), "579");
    assert_eq!(of("$var.key[2 to last]", &[("var", r#"{"key": [1, 2, 3, 4, 5]}"#)]), "3, 4, 5");
    assert_eq!(of("strict $to + $strict", &[("to", "1"), ("strict", "2")]), "3");
    assert_eq!(of("$other", &[("var", "1")]), "error 4711");
}

#[test]
fn what_is_no_path() {
    let texts = [
        "strict",
        "strict smth.key",
        "strict $.",
        "strict $.$key",
        "strict $.28key",
        "strict $.ke^y",
        "$.привет",
        "lax",
        "12.",
        "12..3",
        "12.3e",
        "12.3e++1",
        "1e100000000000000000000000000000000",
        "true || false",
        "1 && (true == true)",
        "!true",
        "$[*] ? (@.active) . id",
        "!(1 > 2).type()",
        "(null) is unknown",
        "(12 * 12) is unknown",
        r#"$ like_regex "[[[""#,
        r#"$ like_regex "[0-9]+" flag "x""#,
        "$.first second",
        "",
        "$[]",
        "$.method()",
        "'single'",
        "$ ? @.a",
        "--1",
        "1 < 2 < 3",
        "\"open",
        "$ like_regex 'a'",
        "exists $.a",
    ];
    let paths: Vec<&str> = texts.iter().copied().filter(|text| found("{}", text, &[]) != "mistake").collect();
    assert_eq!(paths, [""; 0]);
    let deep = format!("{}1{}", "(".repeat(100), ")".repeat(100));
    assert_eq!(found("1", &deep, &[]), "mistake");
    assert_eq!(found("1", &format!("1{}", " + 1".repeat(10_000)), &[]), "10001");
    assert_eq!(
        Path::parse("strict $.a +\n  ?").unwrap_err().to_string(),
        "jsonpath:2:2: Error: Unexpected '?', code: 4700"
    );
}

/// The places and the texts come from YDB's own test (`json2/test/canondata`).
#[test]
fn errors_have_their_places() {
    for (json, expected) in [
        ("{}", "jsonpath:1:8: Error: Member not found, code: 4702"),
        ("[]", "jsonpath:1:8: Error: Expected object, code: 4701"),
    ] {
        let found = Path::parse("strict $.x").unwrap().find(&Json::parse(json, false).unwrap(), &[], &mut |_| Ok(()));
        match found {
            Err(PathFailure::Path(error)) => assert_eq!(error.to_string(), expected),
            other => panic!("{other:?}"),
        }
    }
}

/// Checks that a path ends when it makes too many values from values.
#[test]
fn the_work_of_a_path_is_bounded() {
    let path = Path::parse(&format!("$.a{}", "[0, 0, 0, 0]".repeat(60))).unwrap();
    let mut left = 10_000_usize;
    let mut spend = |count: usize| match left.checked_sub(count) {
        Some(rest) => {
            left = rest;
            Ok(())
        }
        None => Err(crate::error::Error::new(crate::error::Status::Timeout, "too much")),
    };
    let found = path.find(&Json::parse(r#"{"a": [1]}"#, false).unwrap(), &[], &mut spend);
    assert!(matches!(found, Err(PathFailure::Stopped(_))), "{found:?}");
}
