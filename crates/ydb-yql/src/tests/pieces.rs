//! Tests of optional pieces: the texts that result from them, and the pieces that are refused.

use super::super::parse;
use crate::pieces::{Cause, Combination, Pieces};

fn pieces(text: &str) -> Pieces {
    Pieces::of(text, &|_| true).unwrap().unwrap()
}

fn texts(text: &str) -> Vec<(String, String)> {
    let pieces = pieces(text);
    let squeezed = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let of = |combination: &Combination| {
        let sent = pieces.text(text, combination);
        assert_eq!(sent.len(), text.len());
        (pieces.name(text, combination), squeezed(sent))
    };
    pieces.combinations().iter().map(of).collect()
}

fn refused(text: &str) -> (u32, u32, String) {
    let fault = Pieces::of(text, &|name| name != "local").unwrap_err();
    (fault.at.line, fault.at.column, fault.fault)
}

#[test]
fn each_condition_doubles_the_texts() {
    let text = "SELECT a FROM t WHERE k = $k {? AND s = $s } {? AND d >= $d }";
    let expected = [
        ("", "SELECT a FROM t WHERE k = $k AND s = $s AND d >= $d"),
        ("without `s` and with `d`", "SELECT a FROM t WHERE k = $k AND d >= $d"),
        ("without `d` and with `s`", "SELECT a FROM t WHERE k = $k AND s = $s"),
        ("without `s`, `d`", "SELECT a FROM t WHERE k = $k"),
    ];
    let expected = expected.map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert_eq!(texts(text), expected);
}

#[test]
fn pieces_of_the_same_parameters_go_together() {
    let text =
        "SELECT a {?, $x AS x} FROM t {? WHERE d BETWEEN $from AND $to } ORDER BY a {?, $to - $from } {? LIMIT $x }";
    assert_eq!(pieces(text).conditions(), [vec!["x"], vec!["from", "to"]]);
    assert_eq!(texts(text).len(), 4);
    assert_eq!(texts(text)[3].1, "SELECT a FROM t ORDER BY a");
}

#[test]
fn a_condition_that_holds_another_one_is_never_alone() {
    // With `b` and without `a`, no condition holds. No values make only the second condition hold.
    let text = "SELECT 1 {? + $a } {? + $a * $b }";
    assert_eq!(
        texts(text).iter().map(|(name, _)| &**name).collect::<Vec<_>>(),
        ["", "without `b` and with `a`", "without `a`, `b`"]
    );
}

#[test]
fn a_choice_has_a_text_for_each_part() {
    let text = "SELECT a FROM t ORDER BY {order: placed_at DESC | amount | COALESCE(a, b), c} LIMIT 5";
    let expected = [
        ("", "SELECT a FROM t ORDER BY placed_at DESC LIMIT 5"),
        ("ordered by `amount`", "SELECT a FROM t ORDER BY amount LIMIT 5"),
        ("ordered by `COALESCE(a, b), c`", "SELECT a FROM t ORDER BY COALESCE(a, b), c LIMIT 5"),
    ];
    assert_eq!(texts(text), expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
    assert_eq!(texts("SELECT a FROM t {? WHERE a = $a } ORDER BY {order: a | b}").len(), 4);
}

#[test]
fn each_combination_has_a_name_of_its_own() {
    let names = |text: &str| texts(text).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let overlapping = names("SELECT 1 {? + $a * $b } {? + $a * $c }");
    let expected = ["", "without `b` and with `a`, `c`", "without `c` and with `a`, `b`", "without `a`, `b`, `c`"];
    assert_eq!(overlapping, expected);
    let choices = names("SELECT ROW_NUMBER() OVER (ORDER BY {o: a | b}) ORDER BY {p: a | b}");
    assert_eq!(choices, ["", "`o` = `a` and `p` = `b`", "`o` = `b` and `p` = `a`", "`o` = `b` and `p` = `b`"]);
}

#[test]
fn a_cause_has_only_what_makes_a_fault() {
    let text = "SELECT a FROM t {? WHERE a = $a } {? AND b = $b } ORDER BY {order: a | b}";
    let (pieces, combinations) = (pieces(text), pieces(text).combinations());
    let ids: Vec<u64> = combinations.iter().map(|of| pieces.id(of)).collect();
    let cause = |fails: &dyn Fn(bool, bool, usize) -> bool| {
        let fails = |of: &Combination| fails(of.sent & 1 == 1, of.sent & 2 == 2, of.chosen[0]);
        let failing: Vec<usize> = (0..ids.len()).filter(|&at| fails(&combinations[at])).collect();
        let cause = Cause::of(&ids, failing.iter().map(|at| 1 << at).sum());
        pieces.cause(text, cause, &combinations[failing[0]])
    };
    assert_eq!(cause(&|_, _, _| true), "");
    assert_eq!(cause(&|a, _, _| a), "with `a`");
    assert_eq!(cause(&|a, b, _| b && !a), "without `a` and with `b`");
    assert_eq!(cause(&|_, _, part| part == 1), "ordered by `b`");
    assert_eq!(cause(&|_, b, part| !b && part == 0), "without `b` and ordered by `a`");
    // Several causes: the first one.
    assert_eq!(cause(&|a, b, _| !a || !b), "without `a`");
}

#[test]
fn what_is_no_piece_stays() {
    for text in [
        "SELECT 1",
        "SELECT '{? x }', \"{?\" -- {? $a }\n",
        "SELECT {1: 'a'}, {'a', 'b'}",
        "SELECT {order: 1}",
        "SELECT {order: (1 | 2), other: f(1 | 2)}",
        "SELECT '",
    ] {
        assert!(Pieces::of(text, &|_| true).unwrap().is_none(), "{text}");
    }
    // A comment, a string and braces within a piece belong to the piece.
    let text = "SELECT 1 WHERE true {? AND x IN {$a} -- }\n AND y = '}' } AND z";
    assert_eq!(texts(text)[1].1, "SELECT 1 WHERE true AND z");
}

#[test]
fn other_letters_keep_their_bytes() {
    let text = "SELECT 'ж' {? , 'яё', $a } , `ц`\r\n FROM t";
    let pieces = pieces(text);
    let sent = pieces.text(text, &Combination { sent: 0, chosen: Vec::new() });
    assert_eq!(sent.len(), text.len());
    assert!(sent.contains("'ж'") && sent.contains("`ц`\r\n") && !sent.contains('я'));
    assert!(parse(&sent).is_ok());
}

#[test]
fn mistakes_are_named_with_their_places() {
    assert_eq!(refused("SELECT {? 1 }"), (1, 8, "no parameter decides whether this piece is sent".into()));
    assert_eq!(refused("SELECT {? $local }"), (1, 11, "`$local` has no value".into()));
    let defined = "no parameter decides whether this piece is sent: the text itself defines `$local`";
    assert_eq!(refused("$local = 1; SELECT {? $local }").2, defined);
    assert_eq!(refused("SELECT 1\n{? + $a"), (2, 1, "this `{` is not closed".into()));
    assert_eq!(refused("SELECT {? $a {? $b } }"), (1, 14, "a piece is within another piece".into()));
    let both = "`$a` decides whether this piece is sent, and line 1, column 8 needs its value in any case";
    assert_eq!(refused("SELECT $a {? + $a }"), (1, 16, both.into()));
    assert_eq!(refused("SELECT '{? $a }'").2, "a piece is within a literal or a name");
    assert_eq!(refused("SELECT 1 ORDER BY {o: a}").2, "`o` has nothing to choose from");
    assert_eq!(refused("SELECT 1 ORDER BY {o: a | }").2, "a part of the choice is empty");
    assert_eq!(refused("SELECT 1 ORDER BY {o: a | $b}").2, "a part of a choice has a parameter or braces");
    assert_eq!(refused("SELECT 1 { ? + $a }"), (1, 10, "`{` and `?` are apart".into()));
    assert_eq!(refused("SELECT 1 {? ORDER BY {o: a | b} + $a }"), (1, 22, "a choice is within a piece".into()));
    let apart = "the choice `p` does not stand right after ORDER BY";
    assert_eq!(refused("SELECT 1 ORDER BY {o: a | b}, {p: a | b}"), (1, 31, apart.into()));
    assert_eq!(refused("SELECT {p: a, b | c} {? + $a }"), (1, 8, apart.into()));
    let same = "`$o` and the choice `o` have the same name";
    assert_eq!(refused("SELECT $o ORDER BY {o: a | b}"), (1, 20, same.into()));
    assert!(Pieces::of("$o = 1; SELECT $o ORDER BY {o: a | b}", &|_| true).is_ok());
    let empty = "the text has no statement if all pieces are left out";
    for text in [" {? SELECT $a }", "PRAGMA x; DECLARE $a AS Int32; $b = 1; {? SELECT $a; } ;"] {
        assert_eq!(refused(text).2, empty, "{text}");
    }
    assert!(Pieces::of("{? UPDATE t SET a = $a; } SELECT 1", &|_| true).is_ok());
    let cure = |text: &str| Pieces::of(text, &|_| true).unwrap_err().cure;
    let closes_nothing = "write `}` after the piece; a `}` in a comment or in quotes closes nothing";
    assert_eq!(cure("SELECT 1 {? + $a -- }\n"), closes_nothing);
    assert_eq!(cure("SELECT 1 {? + $a {1: '}'}"), closes_nothing);
    assert_eq!(cure("SELECT 1 {? + $a {1: 2}"), "write `}` after the piece");
    let seven: String = (0..7).map(|number| format!("{{? + $p{number} }}")).collect();
    assert_eq!(refused(&format!("SELECT 1 {seven}")).2, "the pieces depend on 7 conditions");
    let six: String = (0..6).map(|number| format!("{{? + $p{number} }}")).collect();
    assert_eq!(texts(&format!("SELECT 1 {six}")).len(), 64);
    assert_eq!(refused(&format!("SELECT 1 {six} ORDER BY {{o: a | b}}")).2, "the text stands for 128 queries");
}
