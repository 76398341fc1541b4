//! Entry points of the fuzz targets, and of tests like them. No input may cause a panic or an internal error.

use std::sync::Arc;

use parking_lot::Mutex;

use crate::error::Status;
use crate::session::{Config, Engine, ExecMode, QueryRequest, TxControl};

/// Number of inputs until an engine is replaced, so that the tables that inputs create do not pile up.
const INPUTS: usize = 256;

/// Statements that make the tables for queries: a table with three columns and two indexes, another row table, and a
/// column table. One more table is for batches of Arrow, and has the columns of those in `tests/arrow`.
const SCHEMA: [&str; 7] = [
    "CREATE TABLE all_types (k Uint64, b Bool, i8 Int8, i16 Int16, i32 Int32, i64 Int64, u8 Uint8, u16 Uint16, \
     u32 Uint32, u64 Uint64, f Float, d Double, date Date, dt Datetime, ts Timestamp, tu Timestamp, tz Timestamp, \
     iv Interval, date32 Date32, dt64 Datetime64, ts64 Timestamp64, iv64 Interval64, s String, u Utf8, j Json, y Yson, \
     jd JsonDocument, dy DyNumber, i Int64, d22 Decimal(22, 9), d35 Decimal(35, 10), special Decimal(22, 9), id Uuid, PRIMARY KEY (k))",
    "CREATE TABLE t (a Uint64 NOT NULL, b Utf8, c Int64, PRIMARY KEY (a), INDEX by_b GLOBAL ON (b) COVER (c), INDEX by_c GLOBAL ASYNC ON (c))",
    "CREATE TABLE e (k Utf8, v Double, d Decimal(22, 9), j Json, ts Timestamp, PRIMARY KEY (k, ts))",
    "CREATE TABLE o (k Uint32 NOT NULL, v String, PRIMARY KEY (k)) PARTITION BY HASH (k) WITH (STORE = COLUMN)",
    "UPSERT INTO t (a, b, c) VALUES (1, 'one'u, -1), (2, NULL, 2), (3, 'three'u, NULL), (18446744073709551615, ''u, 9223372036854775807)",
    "UPSERT INTO o (k, v) VALUES (1, 'x'), (2, NULL)",
    "UPSERT INTO e (k, v, d, j, ts) VALUES ('k'u, 1.5, Decimal('1.5', 22, 9), Json('[1]'), Timestamp('2024-01-01T00:00:00Z'))",
];

static ENGINE: Mutex<(Option<Arc<Engine>>, usize)> = Mutex::new((None, 0));

/// Parses a text.
pub fn parse(text: &str) {
    crate::yql::parse(text).ok();
}

/// Runs a text as a query on a small fixed schema.
pub fn query(text: &str) {
    run(&engine(), text);
}

/// Runs a query with long chains, made from the bytes.
pub fn chains(bytes: &[u8]) {
    run(&engine(), &text(bytes));
}

/// Decodes bytes as a message of the protocol and runs it. The first byte chooses the kind of message.
pub fn wire(bytes: &[u8]) {
    if let Some((&kind, message)) = bytes.split_first() {
        crate::wire::fuzz(engine(), kind, message);
    }
}

/// Loads bytes, as a schema and a batch of Arrow, into a table with columns of all types.
pub fn arrow(schema: &[u8], data: Vec<u8>) {
    crate::wire::fuzz_arrow(&engine(), schema, data);
}

fn engine() -> Arc<Engine> {
    let mut known = ENGINE.lock();
    known.1 += 1;
    match &known.0 {
        Some(engine) if !known.1.is_multiple_of(INPUTS) => Arc::clone(engine),
        _ => {
            let engine = Engine::new(Config::default());
            SCHEMA.iter().for_each(|statement| run(&engine, statement));
            known.0 = Some(Arc::clone(&engine));
            engine
        }
    }
}

fn run(engine: &Arc<Engine>, text: &str) {
    let request = QueryRequest {
        session: None,
        text: text.to_owned(),
        params: Default::default(),
        tx: TxControl::Implicit,
        mode: ExecMode::Execute,
    };
    let ended = engine.execute(request).and_then(|mut execution| {
        while execution.next()?.is_some() {}
        Ok(())
    });
    if let Err(error) = ended {
        assert_ne!(error.status, Status::InternalError, "{text}\n{error}");
    }
}

// Texts with long chains, made from bytes.
//
// Two bytes make a part of the text: the first byte chooses the part, and the second byte says how often it is
// repeated. Values, queries and lambdas build on those before them: `{h}` is the number of the last one, and `{i}` is
// the number of the next one.

/// Definitions of the values `$v0`, `$v1`, .., the queries `$q0`, .. and the lambdas `$f0`, ... The first letter tells
/// the kind.
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

/// Statements: a beginning, a part that is repeated, and an end.
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

/// Returns the text that the bytes describe.
pub(crate) fn text(choices: &[u8]) -> String {
    let mut text = String::new();
    // Numbers of values, queries and lambdas so far.
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
