//! The entry points of the fuzz targets, and of tests like them: no input may cause a panic, or an internal error.

pub(crate) mod chained;

use std::sync::Arc;

use parking_lot::Mutex;

use crate::error::Status;
use crate::session::{Config, Engine, ExecMode, QueryRequest, TxControl};

/// An engine is replaced after this many inputs, so that what they create does not pile up.
const INPUTS: usize = 256;

/// The tables that queries find: one with three columns and two indexes, an empty one, and a column table. Batches of
/// Arrow find one more, with the columns of those in `tests/arrow`.
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

/// Parses any text.
pub fn parse(text: &str) {
    crate::yql::parse(text).ok();
}

/// Runs any text as a query on a small fixed schema.
pub fn query(text: &str) {
    run(&engine(), text);
}

/// Runs a query with long chains, which bytes choose.
pub fn chains(bytes: &[u8]) {
    run(&engine(), &chained::text(bytes));
}

/// Decodes any bytes as a message of the protocol and runs it: the first byte chooses the message.
pub fn wire(bytes: &[u8]) {
    if let Some((&kind, message)) = bytes.split_first() {
        crate::wire::fuzz(engine(), kind, message);
    }
}

/// Loads any bytes as a schema and a batch of Arrow into a table whose columns have all types.
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
