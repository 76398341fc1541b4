//! Tests of expressions: literals, names, precedence, suffixes.

use super::assert_trees;

/// Asserts that each case parses to its tree as the text after `SELECT`.
fn assert_expressions(cases: &[(&str, &str)]) {
    let cases: Vec<_> =
        cases.iter().map(|(text, tree)| (format!("SELECT {text}"), format!("(select {tree})"))).collect();
    let cases: Vec<_> = cases.iter().map(|(text, tree)| (text.as_str(), tree.as_str())).collect();
    assert_trees(&cases);
}

#[test]
fn numbers() {
    assert_expressions(&[
        ("1", "1"),
        ("1t, 2s, 3l, 4ut, 5us, 6u, 7ul", "1t 2s 3l 4ut 5us 6u 7ul"),
        ("1T, 2UL", "1t 2ul"),
        ("0xFF, 0x1fUL, 0o17, 0b101, 0B1u", "255 31ul 15 5 1u"),
        ("0x0b", "11"),
        ("18446744073709551615", "18446744073709551615"),
        ("1.5, 1., 1e3, 1.5E-2, 2.5f, 1e1F", "1.5 1.0 1000.0 0.015 2.5f 10.0f"),
        ("-5, +5, ~5", "(minus 5) (plus 5) (~ 5)"),
        ("true, FALSE, Null", "true false NULL"),
    ]);
}

#[test]
fn strings() {
    assert_expressions(&[
        ("'abc', \"abc\"", "'abc' 'abc'"),
        ("'a\"b', \"a'b\"", r#"'a\"b' 'a\'b'"#),
        (r"'\t\n\r\b\f\a\v'", r"'\t\n\r\x08\x0c\x07\x0b'"),
        (r"'\101\x42\u0043\U00000044'", "'ABCD'"),
        (r"'\377\xff'", r"'\xff\xff'"),
        (r"'\u00e9'", r"'\xc3\xa9'"),
        (r#"'it\'s', "\"", '\\', '\q\4'"#, r#"'it\'s' '\"' '\\' 'q4'"#),
        ("'a'u, 'a'U, 'a'j, 'a'y, \"a\"s", "'a'u 'a'u 'a'j 'a'y 'a's"),
        ("'two\nlines'", r"'two\nlines'"),
        ("@@raw \\n 'x'@@, @@@@, @@a@@@@b@@u", r"'raw \\n \'x\'' '' 'a@@b'u"),
        ("@@foo@@@", "'foo@'"),
        ("''", "''"),
    ]);
}

#[test]
fn names() {
    assert_expressions(&[
        ("a, _b1, `c d`, `e\\`f`, `g``h`, `\\x41`", "a _b1 c d e`f g`h A"),
        ("t.a, `t`.`b`, t.a.b, t.limit", "t.a t.b (. t.a b) t.limit"),
        ("$a, $`b c`, $Limit, $true, $list", "$a $b c $Limit $true $list"),
        ("$s.name, $t.0, $l[1], $d['k'].x", "(. $s name) (. $t 0) (at $l 1) (. (at $d 'k') x)"),
        // Keywords that the grammar accepts as names.
        (
            "key, value, data, index, user, hash, offset, group, order",
            "key value data index user hash offset group order",
        ),
        ("and, in, is, like, end, `select`, rows, schema, compact", "and in is like end select rows schema compact"),
        ("column, decimal, case_", "column decimal case_"),
    ]);
}

#[test]
fn precedence() {
    assert_expressions(&[
        ("a OR b AND c", "(or a (and b c))"),
        ("a AND b OR c", "(or (and a b) c)"),
        // XOR binds tighter than AND.
        ("a AND b XOR c", "(and a (xor b c))"),
        ("a xor b xor c", "(xor (xor a b) c)"),
        ("a = b AND c != d", "(and (= a b) (!= c d))"),
        ("a == b, a <> b", "(= a b) (!= a b)"),
        ("a = b = c", "(= (= a b) c)"),
        // Order binds tighter than equality.
        ("a = b < c", "(= a (< b c))"),
        ("a < b <= c", "(<= (< a b) c)"),
        ("a > b, a >= b", "(> a b) (>= a b)"),
        // Bit operators have one level, are read from the left, and bind less tightly than sums.
        ("a | b & c ^ d", "(^ (& (| a b) c) d)"),
        ("a << 1 + 2", "(<< a (+ 1 2))"),
        ("a >> 1, a >>| 2, a |<< 3", "(>> a 1) (>>| a 2) (|<< a 3)"),
        ("a > b >> c", "(> a (>> b c))"),
        ("a ?? b ?? c", "(?? (?? a b) c)"),
        ("a | b ?? c | d", "(?? (| a b) (| c d))"),
        ("a ?? b = c", "(= (?? a b) c)"),
        ("a + b * c - d", "(- (+ a (* b c)) d)"),
        ("a * b / c % d", "(% (/ (* a b) c) d)"),
        // `||` binds tighter than products.
        ("a * b || c", "(* a (|| b c))"),
        ("a || b || c", "(|| (|| a b) c)"),
        ("-a * b", "(* (minus a) b)"),
        ("-a.b", "(minus a.b)"),
        ("a - -b", "(- a (minus b))"),
        // NOT is a prefix like any other: it applies only to the next operand.
        ("NOT a = b", "(= (not a) b)"),
        ("NOT a AND b", "(and (not a) b)"),
        ("NOT (a = b)", "(not (= a b))"),
        ("(a + b) * c", "(* (+ a b) c)"),
        // Long chains of OR and AND are balanced.
        ("a OR b OR c", "(or (or a b) c)"),
        ("a AND b AND c AND d", "(and (and (and a b) c) d)"),
    ]);
}

#[test]
fn conditions() {
    assert_expressions(&[
        ("a IS NULL, a ISNULL", "(null a) (null a)"),
        ("a IS NOT NULL, a NOTNULL, a NOT NULL", "(not-null a) (not-null a) (not-null a)"),
        ("a IS DISTINCT FROM b, a IS NOT DISTINCT FROM b", "(distinct a b) (not-distinct a b)"),
        ("a BETWEEN 1 AND 2 AND b", "(and (between a 1 2) b)"),
        ("a NOT BETWEEN SYMMETRIC 1 + 1 AND 2", "(not-between-symmetric a (+ 1 1) 2)"),
        ("a BETWEEN ASYMMETRIC 1 AND 2", "(between a 1 2)"),
        ("a LIKE 'x%'", "(like a 'x%')"),
        ("a NOT ILIKE 'x%' ESCAPE '!'", "(not-ilike a 'x%' '!')"),
        ("a REGEXP 'x', a RLIKE 'x', a NOT MATCH 'x'", "(regexp a 'x') (regexp a 'x') (not-match a 'x')"),
        ("a IN (1, 2)", "(in a [1 2])"),
        ("a IN (1)", "(in a [1])"),
        ("a NOT IN (1,)", "(not-in a [1])"),
        ("a IN $x, a IN AsList(1)", "(in a $x) (in a (AsList 1))"),
        ("a IN COMPACT (1)", "(in a [1])"),
        ("a IN (SELECT 1)", "(in a (select 1))"),
        ("a IN ($x)", "(in a [$x])"),
        ("(a, b) IN ((1, 2), (3, 4))", "(in (tuple a b) [(tuple 1 2) (tuple 3 4)])"),
        ("a IN (1, 2) AND b", "(and (in a [1 2]) b)"),
        ("(a, b) > (1, 2)", "(> (tuple a b) (tuple 1 2))"),
        ("a + 1 IN (1)", "(in (+ a 1) [1])"),
    ]);
}

#[test]
fn calls() {
    assert_expressions(&[
        ("f(), f(1), f(1, 2,)", "(f) (f 1) (f 1 2)"),
        ("COUNT(*), count(DISTINCT a), sum(ALL a)", "(COUNT *) (count distinct a) (sum a)"),
        ("AsStruct(1 AS a, 2 AS `b`)", "(AsStruct 1:a 2:b)"),
        ("Digest::XXH3(ToBytes(a))", "(Digest::XXH3 (ToBytes a))"),
        ("DateTime::MakeDate(x).y", "(. (DateTime::MakeDate x) y)"),
        (
            "Decimal('1.5', 22, 9), Interval(\"P1D\"), Date('2020-01-01')",
            "(Decimal '1.5' 22 9) (Interval 'P1D') (Date '2020-01-01')",
        ),
        ("FromBytes(a, Uint64), Nothing(Int32?)", "(FromBytes a <Uint64>) (Nothing <Int32?>)"),
        (
            "Nothing(Optional<Decimal(22,9)>), ListCreate(Tuple<Int32,String?>)",
            "(Nothing <Decimal(22,9)?>) (ListCreate <Tuple<Int32 String?>>)",
        ),
        ("CAST(a AS Uint64?), CAST(a + 1 AS Decimal(22, 9))", "(cast a Uint64?) (cast (+ a 1) Decimal(22,9))"),
        ("BITCAST(a AS Uint64)", "(bitcast a Uint64)"),
        ("CASE WHEN a THEN 1 ELSE 2 END", "(case (when a 1) (else 2))"),
        ("CASE a WHEN 1 THEN 'x' WHEN 2 THEN 'y' ELSE 'z' END", "(case a (when 1 'x') (when 2 'y') (else 'z'))"),
        ("EXISTS (SELECT 1), NOT EXISTS (SELECT 1)", "(exists (select 1)) (not (exists (select 1)))"),
        ("(SELECT 1) + 1", "(+ (sub (select 1)) 1)"),
        ("if(a, 1, 2), replace(a, 'x', 'y')", "(if a 1 2) (replace a 'x' 'y')"),
    ]);
}

#[test]
fn containers() {
    assert_expressions(&[
        ("(), (1), (1,), (1, 2)", "(tuple) 1 (tuple 1) (tuple 1 2)"),
        ("(1 AS a, 2 AS b)", "(struct a:1 b:2)"),
        ("[], [1, 2,], {}, {1, 2}, {'k': 1}", "(list) (list 1 2) (dict) (dict 1 2) (dict 'k':1)"),
        ("<|a: 1, 'b': 2, `c`: 3|>", "(struct a:1 b:2 c:3)"),
        ("ListMap($l, ($x) -> ($x + 1))", "(ListMap $l (lambda [$x] (+ $x 1)))"),
        ("ListMap($l, ($x, $y) -> { RETURN $x; })", "(ListMap $l (lambda [$x $y] $x))"),
        ("JSON_VALUE(j, '$.a')", "(JSON_VALUE j '$.a')"),
        (
            "JSON_VALUE(j, '$.a' PASSING 1 + 2 AS x, y AS 'Y z' RETURNING Uint64 DEFAULT -1 ON EMPTY ERROR ON ERROR)",
            "(JSON_VALUE j '$.a' (passing x (+ 1 2)) (passing Y z y) (returning Uint64) (empty (minus 1)) (error error))",
        ),
        ("JSON_EXISTS(j, '$' UNKNOWN ON ERROR)", "(JSON_EXISTS j '$' (error unknown))"),
        (
            "JSON_QUERY(j, '$' WITH UNCONDITIONAL ARRAY WRAPPER NULL ON ERROR)",
            "(JSON_QUERY j '$' unconditional (error null))",
        ),
        (
            "JSON_QUERY(j, '$' WITHOUT ARRAY WRAPPER EMPTY ARRAY ON EMPTY EMPTY OBJECT ON ERROR)",
            "(JSON_QUERY j '$' (empty emptyarray) (error emptyobject))",
        ),
        (
            "ListMap($l, ($x) -> { $y = $x + 1; $a, $b = ($y, 2); RETURN $a; })",
            "(ListMap $l (lambda [$x] (body (let [$y] (+ $x 1)) (let [$a $b] (tuple $y 2)) $a)))",
        ),
        ("() -> (1)", "(lambda [] 1)"),
    ]);
}
