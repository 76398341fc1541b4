//! Texts with chains in them, made of bytes.
//!
//! Two bytes make a part of the text: the first chooses it, the second says how often it is repeated. Values, queries
//! and lambdas build on those before them: `{h}` is the last one, and `{i}` the next one.

/// Definitions of the values `$v0`, `$v1`, .., the queries `$q0`, .. and the lambdas `$f0`, ..; the first letter says
/// which.
const DEFINITIONS: &[&str] = &[
    "$v{i} = 1;",
    "$v{i} = 'a';",
    "$v{i} = $v{h} + 1;",
    "$v{i} = 1 + $v{h};",
    "$v{i} = $v{h} + $v{h};",
    "$v{i} = $v{h} || $v{h};",
    "$v{i} = IF($v{h} > 3, $v{h}, $v{h} ?? 2);",
    "$v{i} = $v{h} BETWEEN $v{h} AND $v{h};",
    "$v{i} = CASE $v{h} WHEN 1 THEN $v{h} ELSE $v{h} END;",
    "$v{i} = AsList($v{h}, $v{h});",
    "$v{i} = ListExtend($v{h}, $v{h});",
    "$v{i} = ListMap($v{h}, $f{f});",
    "$v{i} = AsTuple($v{h}, 1).0;",
    "$v{i} = (SELECT $v{h});",
    "$v{i} = $q{q};",
    "$v{i} = Unwrap($v{h});",
    "$q{i} = SELECT a, b, c FROM t;",
    "$q{i} = SELECT * FROM $q{h};",
    "$q{i} = SELECT * FROM $q{h} WHERE a > 1;",
    "$q{i} = SELECT a, $v{v} AS c FROM $q{h} ORDER BY a LIMIT 2;",
    "$q{i} = SELECT a, COUNT(*) AS c FROM $q{h} GROUP BY a;",
    "$q{i} = SELECT x.a AS a, y.c AS c FROM $q{h} AS x JOIN $q{h} AS y ON x.a = y.a;",
    "$q{i} = SELECT x.a AS a FROM t AS x RIGHT JOIN $q{h} AS y ON x.a = y.a;",
    "$q{i} = SELECT a FROM $q{h} UNION ALL SELECT a FROM $q{h};",
    "$q{i} = SELECT a FROM $q{h} UNION SELECT a FROM t;",
    "$q{i} = SELECT a FROM t WHERE a IN $q{h};",
    "$q{i} = SELECT a FROM t WHERE a = $q{h};",
    "$f{i} = ($x) -> ($x);",
    "$f{i} = ($x) -> ($x + 1);",
    "$f{i} = ($x) -> (ListMap([1, 2], $f{h}));",
    "$f{i} = ($x) -> (AsTuple($x, ListMap([1], $f{h}), ListMap([2], $f{h})));",
];

/// Statements: a beginning, what is repeated, and an end.
const STATEMENTS: &[(&str, &str, &str)] = &[
    ("SELECT $v{v}", "", ";"),
    ("SELECT * FROM $q{q}", "", ";"),
    ("SELECT * FROM $q{q} WHERE a = 1", " AND a < {i}", ";"),
    ("SELECT 1 AS a", " UNION ALL SELECT {i} AS a", ";"),
    ("SELECT a FROM $q{q}", " UNION SELECT a FROM t", ";"),
    ("SELECT * FROM (SELECT 1 AS a", " UNION SELECT {i} AS b UNION ALL SELECT 1u AS a", ");"),
    ("SELECT t0.a FROM t AS t0", " JOIN t AS t{i} ON t0.a = t{i}.a", ";"),
    ("SELECT t0.a FROM t AS t0", " LEFT JOIN $q{q} AS t{i} ON t{h}.a = t{i}.a", ";"),
    ("SELECT * FROM t AS t0", " RIGHT JOIN t AS t{i} ON t{h}.a = t{i}.c", " WHERE t0.a = 1 AND t0.b = 'one';"),
    ("SELECT t0.a FROM t AS t0", " FULL JOIN t AS t{i} ON t{h}.c = t{i}.c", " ORDER BY t0.a LIMIT 3;"),
    ("SELECT t0.a FROM t AS t0", " LEFT ONLY JOIN e AS t{i} ON t0.b = t{i}.k", ";"),
    ("SELECT 1 FROM t AS t0", " RIGHT SEMI JOIN t AS t{i} ON t{h}.a = t{i}.a", ";"),
    ("SELECT a FROM t AS t0", " EXCLUSION JOIN (SELECT a AS x FROM t) AS t{i} ON t0.a = t{i}.x", ";"),
    ("SELECT 1", " + {i}", ";"),
    ("SELECT 1", " * 2 - {i}", ";"),
    ("SELECT true", " XOR true AND false OR true", ";"),
    ("SELECT 1", " ?? {i}", ";"),
    ("SELECT 'a'", " || 'b'", ";"),
    ("SELECT 1", " = {i}", ";"),
    ("SELECT ", "(", "1;"),
    ("SELECT CASE 1", " WHEN {i} THEN {h}", " ELSE 0 END;"),
    ("SELECT 1 IN (0", ", {i}", ");"),
    ("UPSERT INTO t (a, c) VALUES (1, $v{v})", ", ({i}, {h})", ";"),
    ("UPSERT INTO t SELECT a FROM $q{q}", "", ";"),
    ("DELETE FROM t WHERE a = 1", " OR a = {i}", ";"),
];

/// The text that bytes make.
pub(crate) fn text(choices: &[u8]) -> String {
    let mut text = String::new();
    // How many values, queries and lambdas there are.
    let mut counts = [0_usize; 3];
    for choice in choices.chunks_exact(2) {
        let times = match usize::from(choice[1]) {
            few if few < 128 => few % 8,
            many => (many - 127) * 8,
        };
        let which = usize::from(choice[0]);
        let last = |counts: &[usize; 3], part: &str| {
            let last = counts.map(|count| count.saturating_sub(1).to_string());
            part.replace("{v}", &last[0]).replace("{q}", &last[1]).replace("{f}", &last[2])
        };
        match DEFINITIONS.get(which % (DEFINITIONS.len() + STATEMENTS.len())) {
            Some(definition) => {
                let kind = "vqf".find(&definition[1..2]).unwrap_or_default();
                for _ in 0..times {
                    let (h, i) = (counts[kind].saturating_sub(1), counts[kind]);
                    let part = definition.replace("{h}", &h.to_string()).replace("{i}", &i.to_string());
                    text += &last(&counts, &part);
                    counts[kind] += 1;
                }
            }
            None => {
                let (begin, part, end) = STATEMENTS[which % STATEMENTS.len()];
                text += &last(&counts, begin);
                let part = last(&counts, part);
                for i in 1..=times {
                    text += &part.replace("{i}", &i.to_string()).replace("{h}", &(i - 1).to_string());
                }
                text += &last(&counts, end);
            }
        }
    }
    text
}
