//! Tests of the faults of types, writes and hashes, and of the text that `--fix` writes.

use super::super::{JudgedQuery, Options, QueryTables, fixed, judge, named};
use super::{DDL, by, faults};

/// Tables whose hashes are declared.
pub(in crate::queries) const LAID_OUT: &str = "
CREATE TABLE orders (
    order_hash Uint64 NOT NULL, order_id Uint64 NOT NULL, customer_id Uint64, amount Double, placed_at Timestamp,
    note Utf8 NOT NULL DEFAULT 'none', paid Bool, mark Uuid,
    PRIMARY KEY (order_hash, order_id)
);
-- ydb_keys.layout: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
CREATE TABLE readings (
    device_hash Uint64 NOT NULL, device Utf8 NOT NULL, at Timestamp NOT NULL, value Double NOT NULL, id BigSerial,
    PRIMARY KEY (device_hash, device, at)
);
-- ydb_keys.layout: v1: device_hash = xxh3(device Utf8), device Utf8, at Timestamp
CREATE TABLE pairs (
    h Uint64 NOT NULL, a Int32 NOT NULL, b Timestamp NOT NULL, v Utf8, PRIMARY KEY (h, a, b)
);
-- ydb_keys.layout: v1: h = xxh3(a Int32, b Timestamp), a Int32, b Timestamp
CREATE TABLE events (
    shard Uint32 NOT NULL, at Timestamp NOT NULL, event_id Utf8 NOT NULL, kind Utf8, PRIMARY KEY (shard, at, event_id)
);
-- ydb_keys.layout: v2: shard = xxh3(event_id Utf8) % 16, at Timestamp, event_id Utf8
";

/// The database does not try all buckets of a table; the text must name them.
#[test]
fn buckets_are_named() {
    fn judged(ddl: &str, text: &str, implied_hash: bool) -> JudgedQuery {
        by(ddl, |tables| judge(&named("test", text)[0], tables, Options { implied_hash }))
    }
    let text = "SELECT * FROM events WHERE at > $since";
    let message = |ddl| judged(ddl, text, false).errors.remove(0).message;
    assert_eq!(judged(LAID_OUT, text, false).errors[0].rule, "missing_hash");
    assert_eq!(
        message(LAID_OUT),
        "`shard` is not given, so all rows of table `events` are read: name all buckets, as in `shard IN (0, 1, 2, 3, 4, \
         5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)`"
    );
    assert!(message(DDL).ends_with("name all buckets, as in `shard IN (0, 1, ..)`"), "{}", message(DDL));
    let reads = |text| judged(LAID_OUT, text, false).sources[0].access;
    assert_eq!((reads(text), reads("SELECT * FROM events WHERE shard IN (0, 1) AND at > $since")), ("full", "range"));
    assert_eq!(judged(LAID_OUT, text, true).sources[0].access, "range");
    assert!(judged(LAID_OUT, &format!("-- full_scan(a report)\n{text}"), false).ok);
    // If an input has a value, the bucket is added like any hash.
    let with_input = judged(LAID_OUT, "SELECT * FROM events WHERE at = $at AND event_id = $id", false);
    assert!(with_input.errors[0].message.contains("`--fix` does it"), "{:?}", with_input.errors);
    // An input that is only bounded, or fixed only in one alternative, does not determine a bucket.
    for condition in ["at > $since AND event_id > 'x'", "at > $since OR event_id = 'x'"] {
        let judged = judged(LAID_OUT, &format!("SELECT * FROM events WHERE {condition}"), false);
        assert!(judged.errors[0].message.contains("name all buckets"), "{:?}", judged.errors);
    }
}

/// A dot and brackets find the members of Json and Yson: YDB adds `Yson::Lookup` (its documentation, udf/list/yson).
/// Their types and values are not checked, and a member with the name of a column is not that column.
#[test]
fn members_of_json() {
    const DOCUMENTS: &str =
        "CREATE TABLE docs (id Uint64 NOT NULL, data Json, raw Yson, text Utf8 NOT NULL, PRIMARY KEY (id));";
    let cases = [
        ("SELECT data.a, raw.a, data['a'], raw['a'].b FROM docs WHERE id = 1", ""),
        ("SELECT Yson::ConvertToString(data.a) AS a FROM docs AS d WHERE d.id = 1", ""),
        ("SELECT d.data.a.b FROM docs AS d WHERE d.id = 1 AND Yson::LookupInt64(d.data, 'n') = 5", ""),
        ("SELECT * FROM docs WHERE id = 1 AND Yson::ConvertToInt64(data.id) = 5 AND Yson::Contains(raw, 'x')", ""),
        ("UPDATE docs SET data = Yson::SerializeJson(Yson::From(1)) WHERE id = 1", ""),
        ("UPSERT INTO docs SELECT id, Yson::ConvertToString(data.text) AS text FROM docs WHERE id = 1", ""),
        ("UPSERT INTO docs (id, text) SELECT id, data.text FROM docs WHERE id = 1", ""),
        ("SELECT * FROM docs WHERE Yson::ConvertToUint64(data.id) = 1", "full_scan 1:15"),
        ("SELECT datum.a FROM docs WHERE id = 1", "unknown_column 1:8"),
    ];
    by(DOCUMENTS, |tables| {
        for (text, expected) in cases {
            assert_eq!(faults(&judge(&named("test", text)[0], tables, Options::default())), expected, "{text}");
        }
    });
}

#[test]
fn faults_of_types_and_writes() {
    let cases = [
        // A text is compared with a number, in every place where they can meet.
        ("SELECT * FROM orders WHERE order_id = '1'", "type_mismatch 1:28"),
        ("SELECT * FROM orders WHERE '1' = order_id", "type_mismatch 1:34"),
        ("SELECT * FROM orders WHERE order_id IN ('1', '2')", "type_mismatch 1:28"),
        ("SELECT * FROM readings WHERE device = 5", "type_mismatch 1:30"),
        ("SELECT * FROM readings WHERE device = 'd' AND at > '2026-01-01'", "type_mismatch 1:47"),
        ("SELECT * FROM readings WHERE device = 'd' AND at BETWEEN 'a' AND $b", "type_mismatch 1:47"),
        ("DECLARE $d AS Int32; SELECT * FROM readings WHERE device = $d", "type_mismatch 1:60"),
        ("DECLARE $d AS List<Int32>; SELECT * FROM readings WHERE device IN $d", "type_mismatch 1:67"),
        ("SELECT * FROM orders WHERE order_id = 1 AND paid = 1", "type_mismatch 1:45"),
        ("SELECT * FROM orders WHERE order_id = 1 AND mark = 'x'", "type_mismatch 1:45"),
        // Types that YDB converts, or that are uncertain.
        ("SELECT * FROM orders WHERE order_id = 1 AND amount = 1 AND note = 'x' AND note = 'x'u", ""),
        ("SELECT * FROM orders WHERE order_id = CAST('1' AS Uint64)", ""),
        ("DECLARE $d AS Optional<String>; SELECT * FROM readings WHERE device = $d", ""),
        ("DECLARE $at AS Datetime; SELECT * FROM readings WHERE device = 'd' AND at > $at", ""),
        ("$id = 1; SELECT * FROM orders WHERE order_id = $id", ""),
        ("DECLARE $x AS Utf8; $x = 1; SELECT * FROM orders WHERE order_id = $x", ""),
        ("SELECT * FROM orders WHERE order_id = NULL", ""),
        ("SELECT * FROM orders AS o JOIN AS_TABLE($r) AS r ON r.id = o.order_id WHERE value = 'x'", ""),
        // Values that are written.
        ("UPDATE orders SET amount = 'x', paid = 1 WHERE order_id = 1", "type_mismatch 1:28, type_mismatch 1:40"),
        ("UPDATE orders SET note = NULL WHERE order_id = 1", "type_mismatch 1:26"),
        ("UPDATE orders SET amount = NULL WHERE order_id = 1", ""),
        ("DECLARE $n AS Utf8?; UPDATE orders SET note = $n WHERE order_id = 1", "type_mismatch 1:47"),
        ("UPSERT INTO orders (order_hash, order_id, mark) VALUES ($h, 1, 'x')", "type_mismatch 1:64"),
        ("UPSERT INTO orders (order_hash, order_id, note) VALUES ($h, 1, 'x'), ($h, 'y', 'z')", "type_mismatch 1:75"),
        ("UPSERT INTO orders (order_hash, order_id, note) SELECT $h, 'x', $n", "type_mismatch 1:60"),
        // Several values in the place of one; `{id}` is a set in YQL.
        ("SELECT * FROM orders WHERE order_id = {id}", "type_mismatch 1:39"),
        ("SELECT * FROM orders WHERE order_id = {order_id}", "full_scan 1:15, type_mismatch 1:39"),
        ("SELECT * FROM orders WHERE {} = order_id", "type_mismatch 1:28"),
        ("SELECT * FROM orders WHERE order_id = AsList(1, 2)", "type_mismatch 1:39"),
        ("SELECT * FROM orders WHERE order_id = 1 AND amount > [1]", "type_mismatch 1:54"),
        ("SELECT * FROM orders WHERE order_id = 1 AND amount BETWEEN 1 AND (2, 3)", "type_mismatch 1:66"),
        ("$ids = [1, 2]; SELECT * FROM orders WHERE order_id = $ids", "type_mismatch 1:54"),
        ("SELECT * FROM orders WHERE order_id = 1 LIMIT {n}", "type_mismatch 1:47"),
        ("UPDATE orders SET note = {note}, paid = [true] WHERE order_id = 1", "type_mismatch 1:26, type_mismatch 1:41"),
        ("UPSERT INTO orders (order_hash, order_id) VALUES ($h, {id})", "type_mismatch 1:55"),
        // Several values in places for several, or compared with columns that may hold them.
        ("SELECT * FROM orders WHERE order_id IN [1, 2] OR order_id IN AsList(1, 2) OR order_id IN (1, 2)", ""),
        ("$ids = [1, 2]; SELECT * FROM orders WHERE order_id IN $ids", ""),
        ("SELECT * FROM AS_TABLE($rows) AS r WHERE tags = {a} AND other = [b]", ""),
        ("SELECT {order_id}, [note] FROM orders WHERE order_id = 1 AND (order_id, amount) = (1, 2.0)", ""),
        ("SELECT * FROM orders WHERE order_id = 1 AND {1} = {1} AND f({1}) = [1]", ""),
        // Columns that rows must have; a column with a default and a serial column may be left out.
        ("UPSERT INTO orders (order_id) VALUES (1)", ""),
        ("UPSERT INTO orders (order_hash, amount) VALUES ($h, 1)", "missing_column 1:13"),
        ("UPSERT INTO readings (device, at) VALUES ('d', $at)", "missing_column 1:13"),
        ("INSERT INTO readings (device, value) VALUES ('d', 1)", "missing_column 1:13"),
        ("INSERT INTO readings (device) VALUES ('d')", "missing_column 1:13, missing_column 1:13"),
        ("INSERT INTO readings SELECT * FROM AS_TABLE($rows)", ""),
        ("UPDATE readings ON (device, at) SELECT $d, $at", ""),
        // Columns that may be NULL, each checked against the table of its own statement.
        ("UPDATE orders ON SELECT order_id, note, amount FROM orders WHERE order_id = 1", ""),
        ("UPDATE readings ON SELECT device, at, r.id AS value FROM readings AS r WHERE device = 'd' AND at = $at", ""),
        (
            "UPSERT INTO orders (order_id, amount) SELECT order_id, amount FROM orders WHERE order_id = 1; \
             UPSERT INTO orders (note, order_id) SELECT note, customer_id FROM orders WHERE order_id = 1",
            "type_mismatch 1:144",
        ),
        ("DELETE FROM readings ON (device) VALUES ('d')", "missing_column 1:13"),
        // The numbers of values and of columns differ.
        ("INSERT INTO readings (device, at, value) VALUES ('d', $t)", "syntax 1:50"),
        ("UPDATE readings ON (device, at) VALUES ('d', $t), ('d', $t, 1)", "syntax 1:61"),
        ("UPDATE readings ON (device, at) SELECT device, at, value FROM readings WHERE device = 'd'", "syntax 1:52"),
        ("UPDATE readings ON (device, at) SELECT * FROM readings WHERE device = 'd'", ""),
        ("DELETE FROM readings ON VALUES ('d', $t)", "syntax 1:25"),
        // Values by a name, with a sign, by a CAST.
        ("$id = 'x'; SELECT * FROM orders WHERE order_id = $id", "type_mismatch 1:39"),
        ("$id = 'x'; $id = 1; SELECT * FROM orders WHERE order_id = $id", ""),
        ("UPDATE orders SET note = -5 WHERE order_id = 1", "type_mismatch 1:26"),
        ("UPDATE orders SET mark = CAST('x' AS Uuid), paid = CAST(1 AS Bool) WHERE order_id = 1", ""),
        ("UPDATE orders SET placed_at = CAST('x' AS Utf8?) WHERE order_id = 1", "type_mismatch 1:31"),
        ("UPSERT INTO c.orders (order_id) VALUES ('x'); UPDATE c.orders SET order_id = 'x' WHERE order_id = 1", ""),
        ("DECLARE $p AS Bool; UPDATE orders SET note = $p, paid = $p WHERE order_id = 1", "type_mismatch 1:46"),
        // All faults of a query are reported, except those that follow from another one.
        ("SELECT * FROM orders WHERE order_id = 'x' AND paid = 1", "type_mismatch 1:28, type_mismatch 1:47"),
        ("SELECT o.x, y FROM orders AS o WHERE amount = 1", "unknown_column 1:10, unknown_column 1:13, full_scan 1:20"),
        ("SELECT * FROM orders WHERE order = 5 AND note = 5", "unknown_column 1:28, type_mismatch 1:42"),
        (
            "SELECT x FROM orders WHERE orderid = 5 AND note = 5",
            "unknown_column 1:8, unknown_column 1:28, type_mismatch 1:44",
        ),
        (
            "SELECT o.note FROM orders AS o JOIN readings AS r ON r.device = o.nothing WHERE o.order_id = 1",
            "unknown_column 1:67",
        ),
        ("INSERT INTO readings (device, att, values) VALUES ('d', $t, 1)", "unknown_column 1:31, unknown_column 1:36"),
        (
            "INSERT INTO readings (device, other) VALUES ('d', 1)",
            "missing_column 1:13, missing_column 1:13, unknown_column 1:31",
        ),
        // Hash columns.
        ("UPSERT INTO orders (order_hash, order_id) VALUES (1, $id)", "hash_written 1:51"),
        ("UPSERT INTO orders (order_hash, order_id) VALUES (7043286788186012453, 42)", "hash_written 1:51"),
        ("UPSERT INTO orders (order_hash, order_id) VALUES ($h, $id)", ""),
        ("UPSERT INTO orders (order_hash, order_id) VALUES (Digest::NumericHash($id), $id)", ""),
        ("UPSERT INTO orders (order_hash, order_id) VALUES (Digest::XXH3(ToBytes($id)), $id)", "hash_written 1:51"),
        ("UPSERT INTO orders (order_hash, order_id) VALUES (Digest::NumericHash($other), $id)", "hash_written 1:51"),
        ("$h = Digest::NumericHash($id); UPSERT INTO orders (order_hash, order_id) VALUES ($h, $id)", ""),
        ("UPSERT INTO orders (order_hash, order_id) SELECT order_hash, order_id FROM orders WHERE order_id = 1", ""),
        ("UPSERT INTO orders SELECT Digest::NumericHash(order_id) AS order_hash, order_id FROM AS_TABLE($rows)", ""),
        ("UPSERT INTO readings (device_hash, device, at, value) VALUES ('x', 'd', $at, 1)", "hash_written 1:63"),
        ("UPDATE orders SET order_hash = 1 WHERE order_id = 1", "hash_written 1:19"),
        ("UPDATE orders SET order_id = 2 WHERE order_id = 1", "hash_written 1:19"),
        ("SELECT * FROM orders WHERE order_hash = 1 AND order_id = 42", "hash_written 1:28"),
        ("SELECT * FROM orders WHERE order_hash = 1 AND order_id = $id", ""),
        ("SELECT * FROM orders WHERE order_hash > 1 AND order_hash < 9 OR order_hash = 5", ""),
        ("SELECT * FROM orders WHERE order_hash = 'x' AND order_id = 1", "type_mismatch 1:28"),
        ("UPDATE readings SET at = $at WHERE device = 'd'", "hash_written 1:21"),
        ("UPDATE events SET event_id = 'x' WHERE at = $at AND event_id = 'y'", "hash_written 1:19"),
    ];
    let wrong: Vec<String> = cases
        .iter()
        .map(|(text, expected)| {
            let judged = by(LAID_OUT, |tables| judge(&named("test", text)[0], tables, Options { implied_hash: true }));
            (text, expected, faults(&judged), judged)
        })
        .filter(|(_, expected, found, _)| found != *expected)
        .map(|(text, expected, found, judged)| {
            format!("{text}\n    expected {expected}\n    found    {found} {:?}", judged.errors)
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_wrong_hash_is_cured_over_the_values_of_its_row() {
    let text = "UPSERT INTO orders (order_hash, order_id) VALUES (1, $id)";
    let judged = by(LAID_OUT, |tables| judge(&named("test", text)[0], tables, Options { implied_hash: true }));
    let message = &judged.errors[0].message;
    assert!(message.ends_with(": write `Digest::NumericHash($id)`"), "{message}");
}

/// The added expressions are those that `hash-sql` prints, for values of the columns' types.
#[test]
fn the_missing_condition_goes_next_to_the_inputs() {
    let cases = [
        (
            "SELECT * FROM orders WHERE order_id = $id",
            "SELECT * FROM orders WHERE order_hash = Digest::NumericHash($id) AND order_id = $id",
        ),
        (
            "SELECT * FROM orders AS o\nWHERE o.amount > 1 -- é\n  AND 42 = o.order_id",
            "SELECT * FROM orders AS o\nWHERE o.amount > 1 -- é\n  AND o.order_hash = Digest::NumericHash(42ul) AND 42 = o.order_id",
        ),
        (
            "SELECT * FROM orders WHERE order_id = 1 OR (order_id = $b AND amount > 1)",
            "SELECT * FROM orders WHERE (order_hash = Digest::NumericHash(1ul) AND order_id = 1) OR \
             (order_hash = Digest::NumericHash($b) AND order_id = $b AND amount > 1)",
        ),
        (
            "SELECT * FROM readings WHERE device = 'd' AND at > $t",
            "SELECT * FROM readings WHERE device_hash = Digest::XXH3('d'u) AND device = 'd' AND at > $t",
        ),
        (
            "DECLARE $a AS Int32; SELECT * FROM pairs WHERE b = $b AND a = $a",
            "DECLARE $a AS Int32; SELECT * FROM pairs WHERE h = Digest::XXH3(ToBytes($a) || \
             ToBytes(CAST(CAST($b AS Timestamp) AS Uint64))) AND b = $b AND a = $a",
        ),
        (
            "DECLARE $a AS Int64; DECLARE $b AS Timestamp; SELECT * FROM pairs WHERE a = $a AND b = $b",
            "DECLARE $a AS Int64; DECLARE $b AS Timestamp; SELECT * FROM pairs WHERE h = Digest::XXH3(ToBytes(CAST($a \
             AS Int32)) || ToBytes(CAST($b AS Uint64))) AND a = $a AND b = $b",
        ),
        (
            "DELETE FROM events WHERE at = $at AND event_id = $e",
            "DELETE FROM events WHERE at = $at AND shard = BITCAST(Unwrap(Digest::XXH3($e) % 16ul) AS Uint32) AND \
             event_id = $e",
        ),
        (
            "$q = SELECT * FROM orders WHERE order_id = $id; SELECT 1 FROM $q AS a CROSS JOIN $q AS b",
            "$q = SELECT * FROM orders WHERE order_hash = Digest::NumericHash($id) AND order_id = $id; SELECT 1 FROM $q \
             AS a CROSS JOIN $q AS b",
        ),
        (
            "SELECT * FROM orders WHERE (order_id) = $id",
            "SELECT * FROM orders WHERE order_hash = Digest::NumericHash($id) AND (order_id) = $id",
        ),
        (
            "SELECT * FROM orders AS `o` WHERE note = 'x' AND (`o`.order_id = ($a + 1) * 2)",
            "SELECT * FROM orders AS `o` WHERE note = 'x' AND o.order_hash = Digest::NumericHash(CAST(($a + 1) * 2 AS \
             Uint64)) AND (`o`.order_id = ($a + 1) * 2)",
        ),
        (
            "SELECT * FROM orders WHERE order_id = CAST($id AS Uint64) OR order_id = CAST('7' AS Int32)",
            "SELECT * FROM orders WHERE (order_hash = Digest::NumericHash(CAST($id AS Uint64)) AND order_id = CAST($id AS \
             Uint64)) OR (order_hash = Digest::NumericHash(CAST(CAST('7' AS Int32) AS Uint64)) AND order_id = CAST('7' AS \
             Int32))",
        ),
        (
            "SELECT * FROM readings WHERE device = $a || 'é' || $b",
            "SELECT * FROM readings WHERE device_hash = Digest::XXH3($a || 'é' || $b) AND device = $a || 'é' || $b",
        ),
        (
            "SELECT r.id FROM readings AS r JOIN orders AS o ON o.order_id = r.id WHERE r.device = 'd'",
            "SELECT r.id FROM readings AS r JOIN orders AS o ON o.order_hash = Digest::NumericHash(CAST(r.id AS Uint64)) \
             AND o.order_id = r.id WHERE r.device_hash = Digest::XXH3('d'u) AND r.device = 'd'",
        ),
        (
            "SELECT 1 FROM orders AS a CROSS JOIN orders AS b WHERE a.order_id = b.order_id AND a.order_id = $id",
            "SELECT 1 FROM orders AS a CROSS JOIN orders AS b WHERE b.order_hash = Digest::NumericHash(a.order_id) AND \
             a.order_id = b.order_id AND a.order_hash = Digest::NumericHash($id) AND a.order_id = $id",
        ),
        (
            "SELECT o.note FROM AS_TABLE($r) AS r JOIN orders AS o ON r.id = o.order_id",
            "SELECT o.note FROM AS_TABLE($r) AS r JOIN orders AS o ON o.order_hash = Digest::NumericHash(CAST(r.id AS \
             Uint64)) AND r.id = o.order_id",
        ),
    ];
    for (text, expected) in cases {
        let fix = |text: &str| by(LAID_OUT, |tables| fixed(text, tables));
        assert_eq!(fix(text).as_deref(), Some(expected));
        assert_eq!(fix(expected), None, "of {expected}");
        let judged = by(LAID_OUT, |tables| judge(&named("test", expected)[0], tables, Options { implied_hash: false }));
        assert_eq!(faults(&judged), "", "of {expected}");
    }
}

#[test]
fn what_cannot_be_written_stays() {
    let cases = [
        "SELECT * FROM orders WHERE order_id IN $ids",
        "SELECT * FROM orders WHERE NOT (order_id = $id)",
        "SELECT * FROM orders WHERE order_id = customer_id + 1",
        "SELECT * FROM orders WHERE order_id = (SELECT MAX(a) FROM pairs WHERE h = 1)",
        "SELECT * FROM orders WHERE order_id = ListFold($l, 0, ($x, $y) -> ($x + $y))",
        "SELECT * FROM events WHERE at = $at AND event_id = $a || $b",
        "SELECT p.v FROM pairs AS p JOIN orders AS o ON p.a = o.amount JOIN readings AS r ON p.b = r.at",
        "SELECT * FROM orders WHERE order_id = 1 OR amount = 1",
        "SELECT * FROM pairs WHERE a = 1 AND (b = $b OR b = $c)",
        "SELECT o.amount FROM orders AS o LEFT JOIN AS_TABLE($r) AS r ON r.id = o.order_id",
        "SELECT * FROM orders WHERE order_hash = $h AND order_id = $id",
        "SELECT * FROM readings",
        "SELECT",
    ];
    for text in cases {
        assert_eq!(by(LAID_OUT, |tables| fixed(text, tables)), None, "of {text}");
    }
    // No condition is made with a function that is not declared.
    assert_eq!(by(DDL, |tables| fixed("SELECT * FROM orders WHERE order_id = 1", tables)), None);
}

/// A column that is only named a hash may be the hash of a file, or no hash: only a layout makes a wrong value a fault.
#[test]
fn a_hash_by_its_name_is_a_question() {
    const FILES: &str = "CREATE TABLE files (file_hash Uint64 NOT NULL, name Utf8 NOT NULL, size Uint64, PRIMARY KEY \
                         (file_hash, name));\n";
    const LAYOUT: &str = "-- ydb_keys.layout: v1: file_hash = xxh3(name Utf8), name Utf8\n";
    let judged = |ddl: &str, is_sampled: bool, text: &str| {
        by(ddl, |tables| {
            let (paths, none) = (["files"], [].as_slice());
            let (guessed, sampled) = if is_sampled { (none, &paths[..]) } else { (tables.guessed, none) };
            judge(&named("test", text)[0], &QueryTables { guessed, sampled, ..*tables }, Options { implied_hash: true })
        })
    };
    let laid_out = format!("{FILES}{LAYOUT}");
    let write = |value: &str| format!("UPSERT INTO files (file_hash, name) VALUES ({value}, 'a')");
    // Each case: the statement, and the result by the name, by the rows and by a layout. `?` stands for a question.
    let cases = [
        (write("1"), "?", "?", "hash_written"),
        (write("Digest::NumericHash(5ul)"), "", "?", "hash_written"),
        (write("Digest::XXH3('a')"), "", "", ""),
        (write("$h"), "", "", ""),
        (write("'x'"), "type_mismatch", "type_mismatch", "hash_written"),
        (write("NULL"), "type_mismatch", "type_mismatch", "hash_written"),
        ("SELECT * FROM files WHERE file_hash = 1 AND name = 'a'".to_owned(), "", "?", "hash_written"),
        // YDB never changes a key column of a row, with any name.
        ("UPDATE files SET file_hash = 1 WHERE name = 'a'".to_owned(), "hash_written", "hash_written", "hash_written"),
    ];
    for (text, by_name, by_rows, by_layout) in cases {
        for (ddl, is_sampled, expected) in
            [(FILES, false, by_name), (FILES, true, by_rows), (&*laid_out, false, by_layout)]
        {
            let judged = judged(ddl, is_sampled, &text);
            let errors: Vec<&str> = judged.errors.iter().map(|fault| fault.rule).collect();
            let questions = judged.questions.iter().map(|question| {
                assert_eq!(question.rule, "hash_written");
                "?"
            });
            let found = errors.into_iter().chain(questions).collect::<Vec<_>>().join(", ");
            assert_eq!((&*found, judged.ok), (expected, matches!(expected, "" | "?")), "{text}: {judged:?}");
        }
    }
    let question = &judged(FILES, false, &write("1")).questions[0];
    assert_eq!(
        (question.line, question.column, &*question.message),
        (
            1,
            45,
            "`file_hash` has the name of a hash, and what is written into it is no hash of `name` that is known here: if \
             it is meant to be one, let the layout of the table (`ydb_keys.layout`) say how it is computed"
        )
    );
}

/// A name before a dot is the name of a source, unless it is a column.
#[test]
fn a_source_that_does_not_exist() {
    for (text, expected) in [
        (
            "SELECT o.amount FROM orders WHERE order_hash = 1 AND order_id = 1",
            "no source is called `o`; the source is `orders`: write `orders.amount`",
        ),
        (
            "SELECT o.amount FROM orders AS o JOIN readings AS r ON r.device_hash = oo.order_hash AND r.device = 'x' \
             WHERE o.order_hash = 1",
            "no source is called `oo`; the sources are `o`, `r`: write one of these names before `.order_hash`",
        ),
    ] {
        let judged = by(LAID_OUT, |tables| judge(&named("test", text)[0], tables, Options { implied_hash: true }));
        let found = judged.errors.iter().find(|fault| fault.rule == "unknown_column").map(|fault| &*fault.message);
        assert_eq!(found, Some(expected), "{text}: {:?}", judged.errors);
    }
}

/// Only a SELECT can read an index, and BATCH statements take no rows from a SELECT.
#[test]
fn a_scan_is_cured_in_the_words_of_its_statement() {
    let ddl = "CREATE TABLE `shop/orders` (order_hash Uint64 NOT NULL, order_id Uint64 NOT NULL, customer Uint64, PRIMARY \
               KEY (order_hash, order_id), INDEX by_customer GLOBAL ASYNC ON (customer));";
    let cases = [
        ("SELECT * FROM", "read through an index, `VIEW by_customer`"),
        (
            "DELETE FROM",
            "find the rows through an index, `DELETE FROM `shop/orders` ON SELECT order_hash, order_id FROM `shop/orders` VIEW by_customer \
             WHERE ..`",
        ),
        (
            "BATCH DELETE FROM",
            "find the rows through an index and without BATCH, `DELETE FROM `shop/orders` ON SELECT order_hash, order_id FROM \
             `shop/orders` VIEW by_customer WHERE ..`",
        ),
    ];
    for (verb, cure) in cases {
        let text = format!("{verb} `shop/orders` WHERE customer = 7");
        let judged = by(ddl, |tables| judge(&named("test", &text)[0], tables, Options { implied_hash: true }));
        let expected = format!(
            "all rows of table `shop/orders` are read: compare `order_id` with a value by `=` or `IN`; or {cure}; or"
        );
        assert!(judged.errors[0].message.starts_with(&expected), "{}\n{expected}", judged.errors[0].message);
    }
    // The advised text is not a scan and has no fault.
    let advised = "DELETE FROM `shop/orders` ON SELECT order_hash, order_id FROM `shop/orders` VIEW by_customer WHERE customer = 7";
    assert_eq!(faults(&by(ddl, |tables| judge(&named("test", advised)[0], tables, Options::default()))), "");
}
