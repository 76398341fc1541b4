//! Tests of accesses: by the definitions in the design, and by the reads that YDB's own tests assert.

use std::collections::HashMap;

use super::super::{JudgedQuery, Options, judge, named};
use super::{by, judged};

/// Formats the accesses of a query: `orders point, customers prefix`, with the index after a colon.
pub(super) fn accesses(judged: &JudgedQuery) -> String {
    let sources = judged.sources.iter().map(|read| match &read.index {
        Some(index) => format!("{}:{index} {}", read.table, read.access),
        None => format!("{} {}", read.table, read.access),
    });
    sources.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_access_of_each_source() {
    let cases = [
        // Conditions on the whole key, in all forms that a value can have.
        ("SELECT * FROM orders WHERE order_id = 1", "orders point"),
        ("SELECT * FROM orders WHERE 1 = order_id", "orders point"),
        ("SELECT * FROM orders WHERE order_id = $id", "orders point"),
        ("SELECT * FROM orders WHERE order_id IN (1, 2)", "orders point"),
        ("SELECT * FROM orders WHERE order_id IN $ids", "orders point"),
        ("SELECT * FROM orders AS o WHERE o.order_id = CAST($id AS Uint64) + 1", "orders point"),
        ("SELECT * FROM places WHERE (a, b, c) = (1, 2, 'x')", "places point"),
        ("SELECT * FROM places WHERE (a, b, c) IN $keys", "places point"),
        ("SELECT * FROM places WHERE (a, b) IN ((1, 2), (3, 4)) AND c == 'x'", "places point"),
        (
            "SELECT * FROM orders WHERE order_id IN (SELECT id FROM customers WHERE id = 1)",
            "orders point, customers point",
        ),
        // Conditions on the first columns.
        ("SELECT * FROM places WHERE a = 1", "places prefix"),
        ("SELECT * FROM places WHERE a = 1 AND c = 'x'", "places prefix"),
        ("SELECT * FROM readings WHERE device = 'd' LIMIT 10", "readings prefix"),
        // Conditions with a range.
        ("SELECT * FROM readings WHERE device = 'd' AND at > $since", "readings range"),
        ("SELECT * FROM readings WHERE device = 'd' AND at BETWEEN $a AND $b", "readings range"),
        ("SELECT * FROM places WHERE a > 1", "places range"),
        ("SELECT * FROM places WHERE (a, b) > (1, 2)", "places range"),
        ("SELECT * FROM places WHERE a = 1 AND (b, c) >= ($b, $c)", "places range"),
        ("SELECT * FROM places WHERE a = 1 AND b = 2 AND c LIKE 'x%'", "places range"),
        ("SELECT * FROM places WHERE a = 1 AND b = 2 AND c LIKE '%x'", "places prefix"),
        // All buckets are read, each by the columns after it.
        ("SELECT * FROM events WHERE at > $since", "events range"),
        ("SELECT * FROM events WHERE shard IN (0, 1, 2) AND at > $since", "events range"),
        ("SELECT * FROM events WHERE kind = 'x'", "events full"),
        // A range of an input does not fix the hash. A hash column that the text names is treated like any other
        // column.
        ("SELECT * FROM orders WHERE order_id > 1", "orders full"),
        ("SELECT * FROM readings WHERE device_hash = $h AND at > $x", "readings prefix"),
        ("SELECT * FROM readings WHERE device_hash = $h AND device = $d AND at > $x", "readings range"),
        // Queries without a condition that bounds the key.
        ("SELECT * FROM places", "places full"),
        // A LIMIT without an order: any rows will do.
        ("SELECT * FROM places LIMIT 10", "places unknown"),
        ("SELECT * FROM (SELECT a FROM places) LIMIT 10", "places unknown"),
        ("SELECT COUNT(*) FROM places LIMIT 10", "places full"),
        ("SELECT * FROM places WHERE b = 1 LIMIT 10", "places full"),
        // Constant conditions. YDB may see that no row is read.
        ("SELECT * FROM places WHERE false", "places unknown"),
        ("SELECT * FROM places WHERE b = 1 AND 1 > 2", "places unknown"),
        ("$none = false; SELECT * FROM places WHERE $none", "places unknown"),
        ("$loop = NOT $loop; SELECT * FROM places WHERE $loop", "places full"),
        ("SELECT * FROM places WHERE b = 1 OR NOT false", "places full"),
        ("SELECT * FROM places WHERE (a = 1) = true AND (b != 2) = false", "places unknown"),
        ("SELECT * FROM places WHERE IF(1 = 1, a = 1, b = 2)", "places unknown"),
        ("SELECT * FROM places WHERE IF($p, a = 1, a = 2)", "places full"),
        // HAVING with conditions on the grouped keys.
        ("SELECT a, COUNT(*) FROM places GROUP BY a HAVING a = 1", "places prefix"),
        ("SELECT a, COUNT(*) FROM places GROUP BY a HAVING a = 1 AND COUNT(*) > 5", "places prefix"),
        ("SELECT a, COUNT(*) FROM places GROUP BY a HAVING a = 1 OR COUNT(*) > 5", "places full"),
        ("SELECT k, SUM(v) FROM places GROUP BY a AS k HAVING k > 1", "places range"),
        ("SELECT k, SUM(v) FROM places GROUP BY a + 1 AS k HAVING k > 1", "places full"),
        ("SELECT a, b FROM places GROUP BY ROLLUP(a, b) HAVING a = 1", "places unknown"),
        (
            "SELECT * FROM (SELECT a, b AS x, COUNT(*) AS n FROM places GROUP BY a, b) WHERE a = 1 AND x > 2",
            "places range",
        ),
        ("SELECT * FROM (SELECT a, MAX(b) AS b FROM places GROUP BY a) WHERE b = 1", "places full"),
        ("SELECT * FROM (SELECT a, SUM(v) AS a2 FROM places GROUP BY a LIMIT 5) WHERE a = 1", "places full"),
        ("SELECT * FROM places WHERE b = 1", "places full"),
        ("SELECT * FROM places WHERE a != 1", "places range"),
        ("SELECT * FROM places WHERE NOT (a = 1)", "places range"),
        ("SELECT * FROM places WHERE a NOT IN (1)", "places full"),
        ("SELECT * FROM places WHERE a + 1 = 2", "places full"),
        ("SELECT * FROM places WHERE CAST(a AS Utf8) = '1'", "places full"),
        ("SELECT * FROM places WHERE a = b", "places full"),
        ("SELECT * FROM places WHERE $all OR a = 1", "places full"),
        ("SELECT * FROM places WHERE $p IS NULL OR a = $p", "places full"),
        // OR takes the weakest access.
        ("SELECT * FROM places WHERE a = 1 OR a = 2", "places prefix"),
        ("SELECT * FROM places WHERE a = 1 OR a > 5", "places range"),
        ("SELECT * FROM places WHERE (a = 1 AND b = 2 OR a = 3) AND c = 'x'", "places prefix"),
        ("SELECT * FROM places WHERE a = 1 OR b = 1", "places full"),
        // An alternative names the hash or all buckets, and another one the inputs.
        ("SELECT * FROM orders WHERE order_id = 1 OR order_hash = 5", "orders prefix"),
        ("SELECT * FROM readings WHERE device = 'd' OR device_hash > $h", "readings range"),
        ("SELECT * FROM orders WHERE order_id > 1 OR order_hash = 5", "orders full"),
        ("SELECT * FROM events WHERE at > $t OR event_id = 'x'", "events range"),
        ("SELECT * FROM events WHERE shard = 1 OR at > $t", "events range"),
        ("SELECT * FROM events WHERE shard = 1 OR kind = 'x'", "events full"),
        // Conditions that are not understood, which matter only in some queries.
        ("SELECT * FROM places WHERE StartsWith(c, 'x') AND a = 1 AND b = 2", "places unknown"),
        ("SELECT * FROM places WHERE StartsWith(c, 'x') AND a = 1", "places prefix"),
        // Indexes.
        ("SELECT * FROM orders VIEW by_customer WHERE customer_id = 1", "orders:by_customer prefix"),
        ("SELECT * FROM orders VIEW by_customer WHERE customer_id = 1 AND placed_at > $t", "orders:by_customer range"),
        ("SELECT * FROM orders VIEW by_customer WHERE order_id = 1", "orders:by_customer full"),
        ("SELECT * FROM orders VIEW by_customer WHERE customer_id IS NULL", "orders:by_customer prefix"),
        // The opposite of a comparison is a comparison, too.
        ("SELECT * FROM places WHERE NOT (a >= 5)", "places range"),
        ("SELECT * FROM places ORDER BY a LIMIT 10", "places first"),
        ("SELECT * FROM places WHERE NOT (5 <= a OR b = 1)", "places range"),
        ("SELECT * FROM places WHERE NOT (a != 1) AND NOT (NOT (b = 2))", "places prefix"),
        ("SELECT * FROM places WHERE NOT (a < 1 AND b = 1)", "places full"),
        ("SELECT * FROM places WHERE NOT (a < 1 AND a > 5)", "places range"),
        ("SELECT * FROM places WHERE NOT ((a, b) < (1, 2))", "places unknown"),
        ("SELECT * FROM places WHERE NOT (a BETWEEN 1 AND 5)", "places range"),
        // Joins. Conditions on one side of an INNER JOIN also hold for the equal columns of the other side.
        ("SELECT 1 FROM places AS p JOIN places AS q ON q.a = p.a WHERE p.a = 1", "places prefix, places prefix"),
        (
            "SELECT 1 FROM places AS p JOIN places AS q ON q.a = p.b JOIN places AS r ON r.a = q.a WHERE p.b > 1",
            "places full, places range, places prefix",
        ),
        (
            "SELECT 1 FROM (SELECT b FROM places WHERE a = 1) AS p JOIN orders AS o ON o.customer_id = p.b WHERE p.b = 2",
            "places prefix, orders unknown",
        ),
        // The name of the table is computed.
        ("$t = 'places'; SELECT * FROM $t", ""),
        // A Double bounds no range of integers.
        ("DECLARE $d AS Double; SELECT * FROM places WHERE a > $d", "places full"),
        ("DECLARE $d AS Double?; SELECT * FROM places WHERE a = $d", "places full"),
        ("SELECT * FROM places ORDER BY a LIMIT 10", "places first"),
        // The prefix is the directory of all paths that are not absolute.
        ("PRAGMA TablePathPrefix = '/local/shop'; SELECT * FROM places WHERE a = 1", "places prefix"),
        ("PRAGMA TablePathPrefix(ydb, '/local'); SELECT * FROM orders AS o WHERE o.order_id = 1", "orders point"),
        ("PRAGMA TablePathPrefix('/local'); UPDATE places SET v = 1 WHERE places.a = 1", "places prefix"),
        (
            "PRAGMA TablePathPrefix('/local'); DELETE FROM places ON SELECT * FROM places WHERE a = 1",
            "places point, places prefix",
        ),
        ("PRAGMA TablePathPrefix('/x'); SELECT places.v FROM places WHERE places.a = 1", "places prefix"),
        ("SELECT 1 FROM places AS p LEFT JOIN places AS q ON q.b = p.a WHERE p.a > 1", "places range, places full"),
        (
            "SELECT o.amount FROM orders AS o JOIN customers AS c ON c.id = o.customer_id WHERE o.order_id IN $ids",
            "orders point, customers point",
        ),
        (
            "SELECT o.amount FROM customers AS c JOIN orders AS o ON c.id = o.customer_id WHERE o.order_id IN $ids",
            "customers point, orders point",
        ),
        (
            "SELECT o.amount FROM orders AS o LEFT JOIN customers AS c ON c.id = o.customer_id WHERE o.order_id = 1",
            "orders point, customers point",
        ),
        (
            "SELECT o.amount FROM customers AS c LEFT JOIN orders AS o ON o.order_id = c.id WHERE c.region = 'x'",
            "customers full, orders point",
        ),
        // The left side of a join is not looked up by the right one.
        (
            "SELECT 1 FROM customers AS c LEFT JOIN orders AS o ON c.id = o.customer_id WHERE o.order_id = 1",
            "customers full, orders point",
        ),
        ("SELECT 1 FROM orders AS o JOIN customers AS c ON c.id = o.customer_id", "orders full, customers point"),
        (
            "SELECT 1 FROM orders AS o CROSS JOIN customers AS c WHERE c.id = 1 AND o.order_id = 1",
            "orders point, customers point",
        ),
        ("SELECT 1 FROM AS_TABLE($rows) AS r JOIN orders AS o ON o.order_id = r.id", "orders point"),
        // No test of YDB shows if it swaps the sides of this join.
        ("SELECT 1 FROM orders AS o RIGHT JOIN AS_TABLE($rows) AS r ON o.order_id = r.id", "orders unknown"),
        ("SELECT 1 FROM orders AS o RIGHT JOIN customers AS c ON o.order_id = c.id", "orders full, customers full"),
        (
            "SELECT 1 FROM orders AS o JOIN (SELECT id FROM customers WHERE id = 1) AS c ON c.id = o.order_id",
            "customers point, orders point",
        ),
        (
            "SELECT 1 FROM places AS p JOIN places AS q USING (a) WHERE p.b = 1 AND q.a = 1",
            "places prefix, places prefix",
        ),
        // Alternatives about both sides may become a condition on each side, or not.
        (
            "SELECT 1 FROM places AS p JOIN customers AS c ON c.name = p.c WHERE p.a = 1 AND c.region = 'x' OR p.a = 3",
            "places unknown, customers full",
        ),
        (
            "SELECT 1 FROM places AS p JOIN customers AS c ON c.name = p.c WHERE p.a = 1 AND c.id = 2 OR p.b = 3",
            "places full, customers full",
        ),
        // Named expressions count where they are used.
        ("$q = SELECT * FROM orders WHERE order_id = 1; SELECT * FROM $q", "orders point"),
        ("$q = SELECT * FROM orders; SELECT 1", ""),
        (
            "$q = (SELECT id FROM customers WHERE id = 1); SELECT * FROM orders WHERE order_id IN $q",
            "orders point, customers point",
        ),
        (
            "SELECT 1 FROM orders WHERE order_id = 1 UNION ALL SELECT 2 FROM orders WHERE amount > 1",
            "orders point, orders full",
        ),
        // Writes.
        ("UPDATE orders SET amount = 1 WHERE order_id = 1", "orders point"),
        ("UPDATE orders SET amount = 1 WHERE amount = 2", "orders full"),
        ("DELETE FROM places WHERE a = 1", "places prefix"),
        ("UPDATE orders ON SELECT * FROM AS_TABLE($rows)", "orders point"),
        (
            "DELETE FROM orders ON SELECT order_hash, order_id FROM orders VIEW by_customer WHERE customer_id = 1",
            "orders point, orders:by_customer prefix",
        ),
        ("UPSERT INTO orders (order_hash, order_id) VALUES (1, 2)", ""),
        ("UPSERT INTO places SELECT * FROM places WHERE a = 1", "places prefix"),
        ("SELECT * FROM facts WHERE v > 1", "facts full"),
        // Forms that the engine does not run; YDB may.
        ("SELECT * FROM orders WITH INFER_SCHEMA WHERE order_id = 1", "orders point"),
        ("SELECT * FROM orders WITH (a, b = 'c') WHERE order_id = 1", "orders point"),
        ("SELECT a FROM places WHERE a = 1 ASSUME ORDER BY a", "places prefix"),
        (
            "SELECT id FROM customers WHERE id = 1 EXCEPT SELECT order_id FROM orders WHERE order_id = 2",
            "customers point, orders point",
        ),
        ("SELECT 1 INTERSECT SELECT order_id FROM orders WHERE amount = 2", "orders full"),
        ("DISCARD SELECT * FROM orders WHERE order_id = 1", "orders point"),
        ("SELECT CURRENT_TIMESTAMP FROM orders WHERE order_id = 1", "orders point"),
        ("SELECT JSON_VALUE(name, '$.a' RETURNING Utf8 NULL ON ERROR) FROM customers WHERE id = 1", "customers point"),
        ("SELECT * FROM places WHERE a = 1 AND JSON_EXISTS(CAST(c AS Json), '$.x')", "places prefix"),
        ("SELECT * FROM places WHERE JSON_VALUE(CAST(c AS Json), '$.x') = 'y'", "places full"),
        ("SELECT * FROM places WHERE a = 1 OR JSON_EXISTS(CAST(c AS Json), '$.x')", "places full"),
        ("SELECT * FROM places WHERE NOT JSON_EXISTS(CAST(c AS Json), '$.x' PASSING a AS a)", "places full"),
        ("SELECT * FROM places WHERE a = JSON_VALUE($doc, '$.a' RETURNING Uint64)", "places prefix"),
        ("SELECT * FROM places WHERE a = JSON_VALUE(CAST(c AS Json), '$.a' RETURNING Uint64)", "places full"),
        ("SELECT * FROM places WHERE a = JSON_VALUE($doc, '$' PASSING b AS b DEFAULT v ON ERROR)", "places full"),
        ("SELECT ListMap([1], ($x) -> { $a = $x + 1; RETURN $a; }) FROM places WHERE a = 1", "places prefix"),
        (
            "SELECT * FROM places FLATTEN BY (String::SplitToList(c, ',') AS w) WHERE a = 1 AND w = 'x'",
            "places unknown",
        ),
        // Rows of a parameter, unpacked or not: the table that they are joined with is looked up.
        ("SELECT * FROM AS_TABLE($rows) AS r JOIN places AS p ON p.a = r.id", "places prefix"),
        (
            "SELECT * FROM AS_TABLE($rows) AS r FLATTEN LIST BY ids AS id JOIN places AS p ON p.a = r.id",
            "places prefix",
        ),
        ("SELECT a FROM places WHERE a = 1 GROUP BY ROLLUP((a, b), c)", "places prefix"),
        ("SELECT COUNT(*) FILTER (WHERE b = 2) FROM places WHERE a = 1", "places prefix"),
        ("UPDATE places SET (v) = (1) WHERE a = 1", "places prefix"),
        ("UPDATE orders SET (amount, customer_id) = (1, 2) WHERE order_id = 1", "orders point"),
        ("SELECT * FROM orders SAMPLE 0.1 WHERE amount > 1", "orders unknown"),
        ("SELECT * FROM orders AS o FLATTEN LIST BY (o.amount AS x) WHERE x = 1", "orders unknown"),
        (
            "SELECT * FROM orders AS o JOIN places FLATTEN COLUMNS ON places.a = o.order_id",
            "orders unknown, places unknown",
        ),
        // Tables of other sources: joins with them are unknown.
        ("SELECT * FROM c.orders WHERE amount = 1", ""),
        ("SELECT * FROM p:c.orders AS x JOIN orders AS o ON o.order_id = x.order_id", "orders unknown"),
        ("INSERT INTO c.orders SELECT * FROM places WHERE a = 1", "places prefix"),
        ("UPDATE c.orders SET x = 1 WHERE y = 2; DELETE FROM @tmp WHERE z = 1; UPSERT INTO $t (a) VALUES (1)", ""),
        ("SELECT * FROM `folder`.'x' WITH (SCHEMA = (x Int32), FORMAT = 'csv') WHERE x = 1", ""),
        ("SELECT * FROM places MATCH_RECOGNIZE (PATTERN (a) DEFINE a AS v > 1) WHERE a = 1", "places unknown"),
        // Other clauses that the parser accepts.
        ("UPSERT INTO places WITH TRUNCATE (a, b, c) VALUES (1, 2, 'x')", ""),
        ("UPDATE places SET places.v = 1 WHERE a = 1", "places prefix"),
        ("SELECT * FROM orders WHERE order_id = 1p AND amount = 'x'pt", "orders point"),
        ("$f = ($x) -> { $y = $x + 1; RETURN $y; }; SELECT $f(a) FROM places WHERE a = $f(1)", "places prefix"),
        ("SELECT Variant(1, 'a', Variant<a: Int32>), $t.$n, $f(1)(2) FROM places WHERE a = 1", "places prefix"),
        ("SELECT SUM(v) OVER (w ORDER BY c) FROM places WHERE a = 1 WINDOW w AS (PARTITION BY b)", "places prefix"),
        ("SELECT STREAM * WITHOUT IF EXISTS b FROM places WHERE a = 1 INTO RESULT `x` LIMIT 1", "places prefix"),
        ("SELECT * FROM places WHERE a = 1 AND c GLOB 'x*'", "places prefix"),
        ("SELECT a FROM places WHERE a = 1 GROUP BY HOP(b, 'PT1S', 'PT1S', 'PT1S'), a", "places prefix"),
        // Tuples of columns and other expressions.
        ("SELECT * FROM places WHERE (a, 1) IN ((5, 1)) AND b = 1", "places unknown"),
        ("SELECT * FROM places WHERE (a + 1, 5) > (1, b)", "places full"),
        ("SELECT * FROM places WHERE (a + 1, 5) > (1, a)", "places unknown"),
        // Statements of actions.
        (
            "DEFINE ACTION $a($id, $x?) AS SELECT * FROM orders WHERE order_id = $id; END DEFINE; DO $a(5);",
            "orders point",
        ),
        (
            "DO BEGIN SELECT * FROM orders WHERE order_id = 1; DELETE FROM places WHERE b = 1; END DO",
            "orders point, places full",
        ),
        (
            "EVALUATE IF $a > 1 DO BEGIN SELECT * FROM orders WHERE order_id = 1; END DO ELSE DO BEGIN SELECT * FROM places \
             WHERE a = 1; END DO; SELECT 1",
            "orders point, places prefix",
        ),
        (
            "EVALUATE FOR $i IN $list DO BEGIN UPSERT INTO places SELECT * FROM places WHERE a = $i; END DO",
            "places prefix",
        ),
        // Texts that are not understood.
        ("SELECT * FROM RANGE(`a`) JOIN places AS p ON p.a = 1", "places unknown"),
        ("SELECT * FROM places FLATTEN BY v WHERE a = 1", "places unknown"),
        (
            "SELECT * FROM orders VIEW by_customer AS o JOIN ANY customers AS c ON c.id = o.customer_id",
            "orders:by_customer unknown, customers unknown",
        ),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .map(|(text, expected)| (text, expected, accesses(&judged(text, true))))
        .filter(|(_, expected, found)| found != *expected)
        .map(|(text, expected, found)| format!("{text}\n    expected {expected}\n    found    {found}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Queries as users of YDB write them. The access of each source follows from the definitions in the design.
#[test]
fn the_access_of_queries_as_they_are_written() {
    let cases = [
        // Keyset pages: the tuple bounds the first column that is not fixed.
        ("DECLARE $a AS Uint64; SELECT * FROM places WHERE (a, b) > ($a, $b) ORDER BY a, b LIMIT 10", "places range"),
        ("SELECT * FROM places WHERE a = $a AND (b, c) > ($b, $c) ORDER BY b, c LIMIT 10", "places range"),
        ("SELECT * FROM readings WHERE device = $d AND at >= $from AND at < $to", "readings range"),
        ("SELECT * FROM readings WHERE at >= $from AND at < $to", "readings full"),
        ("SELECT * FROM readings WHERE device IN $devices", "readings prefix"),
        ("SELECT * FROM readings WHERE device LIKE 'x%'", "readings full"),
        ("SELECT * FROM places WHERE a = 1 AND b = 2 AND c LIKE 'x%'", "places range"),
        ("SELECT * FROM places WHERE a = 1 AND b = 2 AND c LIKE '%x'", "places prefix"),
        ("SELECT * FROM places WHERE a BETWEEN 1 AND 5 AND b = 1", "places range"),
        ("SELECT * FROM places WHERE a NOT BETWEEN 1 AND 5", "places range"),
        // Tuples of IN.
        ("SELECT * FROM places WHERE (a, b) IN ((1, 2), (3, 4))", "places prefix"),
        ("SELECT * FROM orders WHERE (order_hash, order_id) IN $keys", "orders point"),
        ("SELECT * FROM readings WHERE (device, at) IN $keys", "readings point"),
        ("SELECT * FROM places WHERE (b, c) IN ((1, 'x'), (2, 'y'))", "places full"),
        // Aggregates and windows read the rows that WHERE leaves.
        ("SELECT COUNT(*) FROM readings WHERE device = $d", "readings prefix"),
        ("SELECT customer_id, COUNT(*) AS n FROM orders GROUP BY customer_id", "orders full"),
        ("SELECT a, MAX(v) AS top FROM places WHERE a = 1 GROUP BY a HAVING MAX(v) > 1 ORDER BY top", "places prefix"),
        ("SELECT b, ROW_NUMBER() OVER (PARTITION BY b ORDER BY c) AS n FROM places WHERE a = 1", "places prefix"),
        ("SELECT SUM(v) OVER w AS s FROM places WHERE a = 1 WINDOW w AS (PARTITION BY b)", "places prefix"),
        ("SELECT DISTINCT b FROM places WHERE a = 1", "places prefix"),
        // USING, and joins of three.
        ("SELECT 1 FROM AS_TABLE($rows) AS r JOIN places AS p USING (a, b, c)", "places point"),
        ("SELECT 1 FROM places AS p LEFT JOIN places AS q USING (a, b) WHERE p.a = 1", "places prefix, places prefix"),
        (
            "SELECT 1 FROM AS_TABLE($ids) AS i JOIN orders AS o ON o.order_id = i.id \
             JOIN customers AS c ON c.id = o.customer_id",
            "orders point, customers point",
        ),
        (
            "SELECT c.name FROM customers AS c LEFT SEMI JOIN orders AS o ON c.id = o.customer_id WHERE c.id = 1",
            "customers point, orders full",
        ),
        (
            "SELECT c.name FROM customers AS c LEFT ONLY JOIN orders VIEW by_customer AS o ON c.id = o.customer_id \
             WHERE c.id = $id",
            "customers point, orders:by_customer prefix",
        ),
        (
            "SELECT 1 FROM orders AS o FULL JOIN customers AS c ON c.id = o.customer_id WHERE o.order_id = 1",
            "orders point, customers full",
        ),
        // An index is read first, and the rows are looked up by its columns.
        (
            "SELECT o.amount FROM orders VIEW by_customer AS i JOIN orders AS o ON o.order_id = i.order_id \
             WHERE i.customer_id = $c",
            "orders:by_customer prefix, orders point",
        ),
        (
            "$i = SELECT order_id FROM orders VIEW by_customer WHERE customer_id = $c AND placed_at > $t; \
             SELECT * FROM orders WHERE order_id IN $i",
            "orders point, orders:by_customer range",
        ),
        // Queries within queries.
        ("SELECT x.b FROM (SELECT b FROM places WHERE a = 1 ORDER BY b LIMIT 1) AS x WHERE x.b > 1", "places prefix"),
        (
            "SELECT (SELECT MAX(v) FROM places WHERE a = 1) AS top, name FROM customers WHERE id = 1",
            "customers point, places prefix",
        ),
        ("SELECT * FROM orders WHERE EXISTS (SELECT 1 FROM places WHERE a = 1)", "orders full, places prefix"),
        ("SELECT * FROM orders WHERE order_id NOT IN (SELECT id FROM customers)", "orders full, customers full"),
        (
            "SELECT a FROM places WHERE a = 1 UNION SELECT id FROM customers WHERE id = 1",
            "places prefix, customers point",
        ),
        (
            "$all = (SELECT * FROM places WHERE a = 1); SELECT b FROM $all UNION ALL SELECT v FROM $all",
            "places prefix, places prefix",
        ),
        // Writes.
        ("UPSERT INTO places SELECT * FROM AS_TABLE($rows)", ""),
        (
            "REPLACE INTO places (a, b, c, v) SELECT a, b, c, v FROM places VIEW nothing WHERE a = 1",
            "places:nothing unknown",
        ),
        ("UPDATE places ON SELECT a, b, c, v + 1 AS v FROM places WHERE a = 1", "places point, places prefix"),
        ("DELETE FROM readings WHERE device = $d AND at < $until", "readings range"),
        ("DELETE FROM orders WHERE order_id IN $ids RETURNING order_id", "orders point"),
        ("UPDATE orders SET amount = amount + 1 WHERE order_id = $id AND amount < 10", "orders point"),
        ("DELETE FROM orders", "orders full"),
        ("BATCH DELETE FROM orders", "orders full"),
        ("BATCH DELETE FROM readings WHERE device = $d AND at < $until", "readings range"),
        ("BATCH UPDATE orders SET amount = 1 WHERE order_id IN $ids", "orders point"),
        // Keys that are NULL or NOT NULL.
        ("SELECT * FROM orders VIEW by_customer WHERE customer_id IS NOT NULL", "orders:by_customer range"),
        ("SELECT * FROM places WHERE a = 1 AND b IS NOT NULL", "places prefix"),
        ("SELECT * FROM places WHERE COALESCE(a = 1, false)", "places prefix"),
        ("SELECT * FROM places WHERE IF($x, a = 1, a = 2)", "places full"),
        ("SELECT * FROM places WHERE a IS NOT DISTINCT FROM $a", "places prefix"),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .map(|(text, expected)| (text, expected, accesses(&judged(text, true))))
        .filter(|(_, expected, found)| found != *expected)
        .map(|(text, expected, found)| format!("{text}\n    expected {expected}\n    found    {found}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Reads that YDB's tests assert (`tests/data/asserted_access.txt`).
const CASES: &str = include_str!("../../../../../tests/data/asserted_access.txt");

/// Result of a comparison, ordered from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Outcome {
    Same,
    /// The checker does not know the access.
    Unknown,
    /// Another bounded read, or another index.
    Other,
    /// The checker lets a query pass that reads all rows.
    Accepted,
    /// The checker refuses a query that YDB reads by an index or a range.
    Refused,
}

fn outcome(asserted: &str, said: &str) -> Outcome {
    let mut words = asserted.split(' ');
    let how = words.next().unwrap_or_default();
    let index = words.find_map(|word| word.strip_prefix("index="));
    let (said, said_index) = said.split_once(':').map_or((said, None), |(said, index)| (said, Some(index)));
    match (how, said) {
        // If no row is read, every answer is right.
        ("none", _) => Outcome::Same,
        (_, "unknown") => Outcome::Unknown,
        ("full", "full") => Outcome::Same,
        ("full", _) => Outcome::Accepted,
        (_, "full") => Outcome::Refused,
        _ if index != said_index => Outcome::Other,
        // The plan does not show from where the rows of a join are looked up.
        ("lookup", _) => Outcome::Same,
        _ if how == said => Outcome::Same,
        _ => Outcome::Other,
    }
}

#[test]
fn the_checker_says_what_ydb_reads() {
    let tables: HashMap<&str, &str> =
        CASES.lines().filter_map(|line| line.strip_prefix("table ")).filter_map(|line| line.split_once('\t')).collect();
    let (mut counts, mut lines) = (HashMap::<Outcome, u32>::new(), Vec::new());
    for line in CASES.lines().filter(|line| !line.starts_with('#') && !line.starts_with("table ")) {
        let [name, numbers, text, reads, _] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let ddl: String = numbers.split(',').map(|number| format!("{};\n", tables[number])).collect();
        let judged = by(&ddl, |tables| judge(&named("test", text)[0], tables, Options { implied_hash: false }));
        for read in reads.split("; ") {
            let (table, asserted) = read.split_once(' ').unwrap();
            let said = judged.sources.iter().filter(|source| source.table == table);
            let said = said.map(|source| match &source.index {
                Some(index) => format!("{}:{index}", source.access),
                None => source.access.to_string(),
            });
            // If a table is read twice, the file has the worse access.
            let said: Vec<String> = said.collect();
            let worst = said.iter().map(|said| outcome(asserted, said)).min();
            let worst = worst.unwrap_or_else(|| panic!("{name}: {table} is not read: {judged:?}"));
            *counts.entry(worst).or_default() += 1;
            if worst != Outcome::Same {
                lines.push(format!("{worst:?} {name}: {table} {asserted}, said {}: {text}", said.join(", ")));
            }
        }
    }
    lines.sort();
    let all = format!("{}\n{counts:?}", lines.join("\n"));
    // The file has no access for a named query that is read twice, for a table beside rows that a UNION writes, and for
    // a table that a query in parentheses renames for a join.
    let unsaid =
        ["Unknown choice_union_used_twice: ", "Unknown suite_join_of_constants: ", "Unknown suite_cross_of_renamed: "];
    assert_eq!(lines.len(), 4, "{all}");
    assert!(lines.iter().all(|line| unsaid.iter().any(|start| line.starts_with(start))), "{all}");
}
