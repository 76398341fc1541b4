//! Tests of statements that read and write.

use super::super::parse;
use super::assert_trees;

#[test]
fn small_statements() {
    assert_trees(&[
        ("", ""),
        (";;; -- nothing\n/* at all */", ""),
        ("SELECT 1;; SELECT 2;", "(select 1); (select 2)"),
        ("COMMIT; rollback", "commit; rollback"),
        ("PRAGMA TablePathPrefix = \"/local\"", "(pragma TablePathPrefix '/local')"),
        ("PRAGMA TablePathPrefix(\"/local\", 1, -2, on, $x);", "(pragma TablePathPrefix '/local' 1 (minus 2) on $x)"),
        (
            "PRAGMA ydb.OptEnableOlapPushdown = 'true'; PRAGMA SimpleColumns",
            "(pragma ydb.OptEnableOlapPushdown 'true'); (pragma SimpleColumns)",
        ),
        ("DECLARE $x AS Uint64; DECLARE $y AS Utf8?;", "(declare $x Uint64); (declare $y Utf8?)"),
        (
            "DECLARE $r AS List<Struct<id: Uint64, 'name': Utf8?, d:Decimal(22,9)>>",
            "(declare $r List<Struct<id:Uint64 name:Utf8? d:Decimal(22,9)>>)",
        ),
        ("DECLARE $t AS Tuple<Int32,Dict<String,Optional<Date>>>", "(declare $t Tuple<Int32 Dict<String Date?>>)"),
        ("DECLARE $e AS Struct<>; DECLARE $f AS Tuple<>;", "(declare $e Struct<>); (declare $f Tuple<>)"),
        ("$x = 1 + 1", "(let $x (+ 1 1))"),
        ("$x = SELECT a FROM t; SELECT * FROM $x", "(let $x (sub (select a (from t)))); (select * (from $x))"),
        ("$x = (SELECT a FROM t)", "(let $x (sub (select a (from t))))"),
        ("$a, $b = (1, 2)", "(let $a $b (tuple 1 2))"),
        ("$f = ($x) -> ($x * 2)", "(let $f (lambda [$x] (* $x 2)))"),
        ("--!syntax_v1\nSELECT 1", "(select 1)"),
        ("--!ansi_lexer\n--!syntax_v1\nSELECT \"a\"\"b\" /* /* */ */", "(select a\"b)"),
        ("DROP TABLE t; DROP TABLE IF EXISTS `a/b`", "(drop t); (drop if-exists a/b)"),
        ("TRUNCATE TABLE t; SHOW CREATE TABLE `t`", "(truncate t); (show-create t)"),
        ("VALUES (1, 2), (3, 4)", "(values [1 2] [3 4])"),
    ]);
}

/// Unsupported constructs have trees with correct spans, too.
#[test]
fn what_is_read_past() {
    assert_trees(&[
        ("SELECT * FROM p:c.`t` AS x", "(select * (from t:x))"),
        ("SELECT * FROM @t; UPSERT INTO $t (a) VALUES (1)", "(select * (from t)); (upsert t [a] (values [1]))"),
        ("SELECT * FROM RANGE(`a`, ($x) -> ($x))", "(select * (from RANGE))"),
        ("SELECT 1p + 2, $f(1)(2)", "(select (+ (PgConst) 2) (($f 1) 2))"),
        ("SELECT List<Int32>, M::f, x'00'", "(select (DataType) (f) (Blob))"),
        (
            "SELECT ($a, $b?) -> { $c = $a; RETURN $c + $d; }",
            "(select (lambda [$a $b] (body (let [$c] $a) (+ $c $d))))",
        ),
        ("SELECT $x.$y, <|$k: 1|>", "(select (. $x y) (struct k:1))"),
        ("SELECT STREAM a FROM t INTO RESULT r", "(select a (from t))"),
        ("UPDATE t WITH (x = 1) SET t.a = 1", "(update t (set a 1))"),
        ("INSERT INTO t ERASE BY (a) VALUES (1)", "(insert t (values [1]))"),
    ]);
}

#[test]
fn select_lists() {
    assert_trees(&[
        ("SELECT *", "(select *)"),
        ("SELECT t.*, u.a, 1 AS one, 2 two, FROM t", "(select t.* u.a 1:one 2:two (from t))"),
        ("SELECT DISTINCT a FROM t", "(select distinct a (from t))"),
        ("SELECT ALL a FROM t", "(select a (from t))"),
        ("SELECT * WITHOUT a, t.b FROM t", "(select * (without a t.b) (from t))"),
        ("SELECT a AS list, b AS `x y` FROM t", "(select a:list b:x y (from t))"),
    ]);
}

#[test]
fn sources() {
    assert_trees(&[
        ("SELECT * FROM `dir/t`", "(select * (from dir/t))"),
        ("SELECT * FROM t AS x", "(select * (from t:x))"),
        ("SELECT * FROM t FLATTEN BY a", "(select * (from t (flatten-any a)))"),
        ("SELECT * FROM t AS x FLATTEN LIST BY x.a AS b", "(select * (from t:x (flatten-list x.a:b)))"),
        (
            "SELECT * FROM t FLATTEN OPTIONAL BY (a, f(b) AS c,) WHERE c",
            "(select * (from t (flatten-optional a (f b):c)) (where c))",
        ),
        ("SELECT * FROM t FLATTEN DICT BY (a)", "(select * (from t (flatten-dict a)))"),
        ("SELECT * FROM t x", "(select * (from t:x))"),
        ("FROM t SELECT a WHERE b", "(select a (from t) (where b))"),
        ("SELECT * FROM t VIEW idx AS x", "(select * (from t@idx:x))"),
        ("SELECT * FROM t VIEW PRIMARY KEY", "(select * (from t))"),
        ("SELECT * FROM AS_TABLE($rows) AS r", "(select * (from (as-table $rows):r))"),
        ("SELECT * FROM as_table(AsList(AsStruct(1 AS a)))", "(select * (from (as-table (AsList (AsStruct 1:a)))))"),
        ("SELECT * FROM $q AS q", "(select * (from $q:q))"),
        ("SELECT * FROM (SELECT 1) AS x", "(select * (from (select 1):x))"),
        ("SELECT * FROM (VALUES (1, 2), (3, 4)) AS t(a, b)", "(select * (from (values [1 2] [3 4])[a b]:t))"),
        ("SELECT * FROM ((SELECT 1) UNION ALL (SELECT 2))", "(select * (from (union-all (select 1) (select 2))))"),
        ("SELECT * FROM `.sys/partition_stats`", "(select * (from .sys/partition_stats))"),
    ]);
}

#[test]
fn joins() {
    assert_trees(&[
        ("SELECT * FROM a JOIN b ON a.x = b.x", "(select * (from a (inner b (= a.x b.x))))"),
        ("SELECT * FROM a INNER JOIN b USING (x, y)", "(select * (from a (inner b [x y])))"),
        ("SELECT * FROM a LEFT JOIN b USING (x)", "(select * (from a (left b [x])))"),
        ("SELECT * FROM a LEFT OUTER JOIN b USING (x)", "(select * (from a (left b [x])))"),
        ("SELECT * FROM a RIGHT JOIN b USING (x)", "(select * (from a (right b [x])))"),
        ("SELECT * FROM a FULL JOIN b USING (x)", "(select * (from a (full b [x])))"),
        ("SELECT * FROM a LEFT SEMI JOIN b USING (x)", "(select * (from a (leftsemi b [x])))"),
        ("SELECT * FROM a RIGHT SEMI JOIN b USING (x)", "(select * (from a (rightsemi b [x])))"),
        ("SELECT * FROM a LEFT ONLY JOIN b USING (x)", "(select * (from a (leftonly b [x])))"),
        ("SELECT * FROM a RIGHT ONLY JOIN b USING (x)", "(select * (from a (rightonly b [x])))"),
        ("SELECT * FROM a EXCLUSION JOIN b USING (x)", "(select * (from a (exclusion b [x])))"),
        ("SELECT * FROM a CROSS JOIN b", "(select * (from a (cross b)))"),
        (
            "PRAGMA AnsiImplicitCrossJoin; SELECT * FROM a, b AS c",
            "(pragma AnsiImplicitCrossJoin); (select * (from a (cross b:c)))",
        ),
        (
            "SELECT * FROM a AS x JOIN b AS y ON x.i = y.i JOIN c ON y.j = c.j",
            "(select * (from a:x (inner b:y (= x.i y.i)) (inner c (= y.j c.j))))",
        ),
        (
            "SELECT * FROM a VIEW i AS x LEFT JOIN (SELECT 1) AS y ON x.i = y.i",
            "(select * (from a@i:x (left (select 1):y (= x.i y.i))))",
        ),
    ]);
}

#[test]
fn clauses() {
    assert_trees(&[
        ("SELECT a FROM t WHERE a > 1 AND b", "(select a (from t) (where (and (> a 1) b)))"),
        (
            "SELECT a, COUNT(*) AS c FROM t GROUP BY a HAVING COUNT(*) > 1",
            "(select a (COUNT *):c (from t) (group a) (having (> (COUNT *) 1)))",
        ),
        ("SELECT k FROM t GROUP BY a + 1 AS k, b", "(select k (from t) (group (+ a 1):k b))"),
        (
            "SELECT a FROM t GROUP BY (a, b), ROLLUP(c, d AS e), CUBE(f), GROUPING SETS((), g, (h, i))",
            "(select a (from t) (group [a b] (rollup c d:e) (cube f) (sets [] g [h i])))",
        ),
        (
            "SELECT SUM(a) OVER w, LAG(a) IGNORE NULLS OVER (PARTITION BY b ORDER BY c DESC) FROM t WINDOW w AS ()",
            "(select (SUM a over w) (LAG a ignore-nulls over (window (partition b) (order (desc c)))) (from t) \
             (windows w (window)))",
        ),
        (
            "SELECT SUM(a) OVER (ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING), MIN(a) OVER (RANGE CURRENT ROW)",
            "(select (SUM a over (window (frame Rows (preceding 1) (following)))) \
             (MIN a over (window (frame Range current current))))",
        ),
        ("SELECT a FROM t ORDER BY a, b DESC, c ASC", "(query (select a (from t)) (order a (desc b) c))"),
        ("SELECT a FROM t LIMIT 10", "(query (select a (from t)) (limit 10))"),
        ("SELECT a FROM t LIMIT $n OFFSET $m", "(query (select a (from t)) (limit $n) (offset $m))"),
        ("SELECT a FROM t LIMIT 5, 10", "(query (select a (from t)) (limit 10) (offset 5))"),
        ("SELECT a FROM t ORDER BY a LIMIT 10 OFFSET 5", "(query (select a (from t)) (order a) (limit 10) (offset 5))"),
        ("(SELECT a FROM t ORDER BY a)", "(query (select a (from t)) (order a))"),
    ]);
}

#[test]
fn unions() {
    assert_trees(&[
        ("SELECT 1 UNION ALL SELECT 2", "(union-all (select 1) (select 2))"),
        ("SELECT 1 UNION SELECT 2", "(union (select 1) (select 2))"),
        ("SELECT 1 UNION DISTINCT SELECT 2 UNION ALL SELECT 3", "(union-all (union (select 1) (select 2)) (select 3))"),
        // ORDER BY and LIMIT after the last operand apply to the whole union.
        (
            "SELECT 1 AS a UNION ALL SELECT 2 AS a ORDER BY a LIMIT 1",
            "(query (union-all (select 1:a) (select 2:a)) (order a) (limit 1))",
        ),
        (
            "(SELECT a FROM t LIMIT 1) UNION ALL (SELECT a FROM u LIMIT 2)",
            "(union-all (query (select a (from t)) (limit 1)) (query (select a (from u)) (limit 2)))",
        ),
        ("$x = SELECT 1 UNION ALL SELECT 2", "(let $x (sub (union-all (select 1) (select 2))))"),
        ("SELECT ((SELECT 1) UNION ALL (SELECT 2))", "(select (sub (union-all (select 1) (select 2))))"),
    ]);
}

#[test]
fn writes() {
    assert_trees(&[
        ("INSERT INTO t (a, b) VALUES (1, 'x'), (2, NULL)", "(insert t [a b] (values [1 'x'] [2 NULL]))"),
        ("UPSERT INTO `d/t` (a,) VALUES ($a)", "(upsert d/t [a] (values [$a]))"),
        ("REPLACE INTO t SELECT * FROM AS_TABLE($rows)", "(replace t (select * (from (as-table $rows))))"),
        ("UPSERT INTO t (a) SELECT 1 AS a", "(upsert t [a] (select 1:a))"),
        ("UPSERT INTO t (SELECT 1 AS a)", "(upsert t (select 1:a))"),
        ("INSERT INTO t (select, from) VALUES (1, 2)", "(insert t [select from] (values [1 2]))"),
        ("UPSERT INTO t (a) VALUES (1) RETURNING *", "(upsert t [a] (values [1]) (returning *))"),
        ("UPSERT INTO t (a) VALUES (1) RETURNING a, b", "(upsert t [a] (values [1]) (returning a b))"),
        ("UPDATE t SET a = 1, b = b + 1 WHERE k = 1", "(update t (set a 1) (set b (+ b 1)) (where (= k 1)))"),
        ("UPDATE t SET a = 1", "(update t (set a 1))"),
        ("UPDATE t ON SELECT 1 AS k", "(update t (on (select 1:k)))"),
        ("UPDATE t ON (k, a) VALUES (1, 2) RETURNING k", "(update t (on [k a] (values [1 2])) (returning k))"),
        ("DELETE FROM t", "(delete t)"),
        ("DELETE FROM t WHERE a IN (1, 2) RETURNING *", "(delete t (where (in a [1 2])) (returning *))"),
        ("DELETE FROM t ON SELECT k FROM t VIEW i", "(delete t (on (select k (from t@i))))"),
        ("DELETE FROM t ON (k) VALUES (1)", "(delete t (on [k] (values [1])))"),
        ("BATCH UPDATE t SET a = 1; BATCH DELETE FROM t", "(update batch t (set a 1)); (delete batch t)"),
    ]);
}

#[test]
fn arguments_of_actions_are_no_parameters() {
    let parameters = |text: &str| {
        let query = parse(text).unwrap();
        query.parameters().into_iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(parameters("DEFINE ACTION $a($x, $y?) AS SELECT $x, $z; END DEFINE; DO $a($p, 1);"), ["z", "p"]);
    assert_eq!(parameters("EVALUATE FOR $i IN $all DO BEGIN SELECT $i; SELECT $other; END DO"), ["all", "other"]);
    assert_eq!(parameters("EVALUATE IF $c DO $a() ELSE DO BEGIN SELECT $d; END DO; SELECT $e"), ["c", "a", "d", "e"]);
    assert_eq!(parse("DO BEGIN SELECT 1; END DO; SELECT 2").unwrap().unsupported[0].1, "DO BEGIN");
}
