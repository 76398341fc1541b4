//! Generated queries on the engine. Its plan and the partitions that it reads agree with the judgement, and a query
//! with the added hash finds the same rows.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

mod texts;
mod witness;

use std::collections::BTreeMap;

use ydb_embedded::Server;
use ydb_keys::ydb::{self, ClientBuilder, YdbResult};
use ydb_keys_bulk::__internal::explained;
use ydb_keys_bulk::Connection;

use super::by;
use crate::queries::plan::compared_reads;
use crate::queries::{JudgedQuery, Options, QueryTables, differences, fixed, judge, named, reads};
use Ty::{Number, Word};
use texts::{Generated, generated};

const SEEDS: u64 = 1200;

/// Results of a run.
#[derive(Default)]
struct Found {
    wrong: String,
    /// Number of reads that were compared with the plan, by the expected access.
    compared: BTreeMap<&'static str, u32>,
    /// Number of reads whose partitions were compared, by the expected access.
    touched: BTreeMap<&'static str, u32>,
    /// Number of queries whose rows were compared after adding the hash, and number of these that found rows.
    fixed: [u32; 2],
}

#[test]
fn the_engine_does_what_is_judged() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    by(DDL, |tables| runtime.block_on(compare(tables)));
}

async fn compare(tables: &QueryTables<'_>) {
    let shop = Shop::open().await;
    let mut found = Found::default();
    for seed in 0..SEEDS {
        let query = generated(seed);
        let judged = judged(&query.text, tables);
        let faults: Vec<_> =
            judged.errors.iter().filter(|fault| !matches!(fault.rule, "full_scan" | "missing_hash")).collect();
        if !faults.is_empty() {
            found.wrong += &format!("{seed} {}\n    {faults:?}\n", query.text);
            continue;
        }
        // The search for faults finds most queries without the choice of an index.
        let with_hash = judge(&named("test", &query.text)[0], tables, Options { implied_hash: true });
        let is_full = with_hash.sources.iter().any(|read| read.access == "full");
        if is_full != with_hash.errors.iter().any(|fault| fault.rule == "full_scan") {
            found.wrong += &format!("{seed} {}\n    {with_hash:?}\n", query.text);
        }
        check(&shop, seed, &query, &judged, tables, &mut found).await;
        let Some(text) = fixed(&query.text, tables) else { continue };
        let with = Generated { text, params: query.params.clone(), tables: query.tables.clone(), ..query };
        let now = self::judged(&with.text, tables);
        check(&shop, seed, &with, &now, tables, &mut found).await;
        if !with.changes {
            let (Ok(before), Ok(after)) = (rows(&shop, &query).await, rows(&shop, &with).await) else { continue };
            found.fixed[0] += 1;
            found.fixed[1] += u32::from(!before.is_empty());
            if before != after {
                found.wrong += &format!("{seed} {}\n    {} rows, not {}\n", with.text, after.len(), before.len());
            }
        }
    }
    assert!(found.wrong.is_empty(), "\n{}", found.wrong);
    // Queries that are not compared prove nothing.
    let at_least = |counts: &BTreeMap<&str, u32>, of: &str| counts.get(of).copied().unwrap_or_default();
    for access in ["point", "prefix", "range", "full"] {
        assert!(at_least(&found.compared, access) > 50, "{access}: {:?}", found.compared);
        assert!(at_least(&found.touched, access) > 10, "{access}: {:?}", found.touched);
    }
    assert!(found.fixed[0] > 50 && found.fixed[1] > 20, "{:?}", found.fixed);
}

fn judged(text: &str, tables: &QueryTables<'_>) -> JudgedQuery {
    judge(&named("test", text)[0], tables, Options { implied_hash: false })
}

/// Compares the plan and the touched partitions of a query with the judgement.
async fn check(
    shop: &Shop,
    seed: u64,
    query: &Generated,
    judged: &JudgedQuery,
    tables: &QueryTables<'_>,
    found: &mut Found,
) {
    let plan = match explained(&shop.connection, query.text.clone()).await {
        Ok(plan) => plan.unwrap_or_else(|| panic!("{}", query.text)),
        Err(error) => {
            found.wrong += &format!("{seed} {}\n    {error:?}\n", query.text);
            return;
        }
    };
    let planned = reads(&plan).unwrap();
    for difference in differences(judged, &planned, tables) {
        found.wrong += &format!("{seed} {}\n    {difference:?}\n    {planned:?}\n", query.text);
    }
    for access in compared_reads(judged, &planned, tables) {
        *found.compared.entry(access).or_default() += 1;
    }
    if query.changes && query.text.contains("DELETE") {
        return;
    }
    let before: Vec<Vec<u64>> = query.tables.iter().map(|table| shop.reads(table.name)).collect();
    let is_empty = match rows(shop, query).await {
        Ok(rows) => rows.is_empty(),
        Err(error) => {
            found.wrong += &format!("{seed} {}\n    {error:?}\n", query.text);
            return;
        }
    };
    for (table, before) in query.tables.iter().zip(before) {
        let after = shop.reads(table.name);
        let touched = before.iter().zip(&after).filter(|(before, after)| before != after).count();
        let mut of_table = judged.sources.iter().filter(|read| read.table == table.name);
        let (Some(read), None) = (of_table.next(), of_table.next()) else { continue };
        if read.index.is_some() {
            continue;
        }
        let is_narrow = query.narrow.is_some();
        let is_right = match read.access {
            "point" | "prefix" if is_narrow => touched <= query.values,
            "range" if is_narrow && table.is_ordered => touched < after.len(),
            // If the values contradict each other, nothing is read, or only one of several conditions is used.
            "full" if query.tables.len() == 1 => {
                touched == after.len() || touched == 0 && is_empty || query.text.contains(" OR ")
            }
            _ => continue,
        };
        *found.touched.entry(read.access).or_default() += 1;
        if !is_right {
            let of = after.len();
            found.wrong += &format!(
                "{seed} {}\n    {}: {touched} of {of} partitions for {}\n",
                query.text, table.name, read.access
            );
        }
    }
}

/// Returns the rows in a stable order.
async fn rows(shop: &Shop, query: &Generated) -> YdbResult<Vec<String>> {
    let mut client = shop.client.query_client();
    let text = query.text.clone();
    if query.changes {
        let exec = client.exec(text);
        query.params.iter().fold(exec, |exec, (name, value)| exec.param(name.clone(), value.clone())).await?;
        return Ok(Vec::new());
    }
    let asked = client.query_result_set(text);
    let asked = query.params.iter().fold(asked, |asked, (name, value)| asked.param(name.clone(), value.clone()));
    let set = asked.await?;
    // `remove_field` fails after the last field.
    let values =
        |mut row: ydb::Row| format!("{:?}", (0..).map_while(|field| row.remove_field(field).ok()).collect::<Vec<_>>());
    let mut rows: Vec<String> = set.rows().map(values).collect();
    rows.sort();
    Ok(rows)
}

// Tables that generated queries read: each form of a key, with and without NOT NULL, split into partitions. Their rows
// share values.

/// Type of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    /// A `Uint64` from 0 to 19.
    Number,
    /// A `Utf8` from a few words.
    Word,
}

/// Description of a table for the generator.
#[derive(Debug)]
struct Shape {
    name: &'static str,
    /// Columns without the hash, those of the key first.
    columns: &'static [(&'static str, Ty)],
    /// Number of columns that belong to the key.
    key: usize,
    /// Name and columns of an index.
    index: Option<(&'static str, &'static [&'static str])>,
    /// `true` if the key does not begin with the hash; a range then leaves partitions out.
    is_ordered: bool,
}

const TABLES: [Shape; 7] = [
    Shape {
        name: "orders",
        columns: &[("order_id", Number), ("customer_id", Number), ("amount", Number), ("note", Word)],
        key: 1,
        index: Some(("by_customer", &["customer_id", "amount"])),
        is_ordered: false,
    },
    Shape {
        name: "customers",
        columns: &[("customer_id", Number), ("name", Word), ("region", Word)],
        key: 1,
        index: Some(("by_region", &["region"])),
        is_ordered: false,
    },
    Shape {
        name: "readings",
        columns: &[("device", Word), ("at", Number), ("amount", Number)],
        key: 2,
        index: None,
        is_ordered: false,
    },
    Shape {
        name: "events",
        columns: &[("at", Number), ("event_id", Number), ("kind", Word)],
        key: 2,
        index: None,
        is_ordered: false,
    },
    Shape {
        name: "pairs",
        columns: &[("a", Number), ("w", Word), ("v", Number)],
        key: 2,
        index: None,
        is_ordered: false,
    },
    Shape {
        name: "places",
        columns: &[("a", Number), ("b", Number), ("c", Word), ("v", Number)],
        key: 3,
        index: Some(("by_v", &["v", "c"])),
        is_ordered: true,
    },
    Shape { name: "tags", columns: &[("tag", Word), ("v", Number)], key: 1, index: None, is_ordered: true },
];

/// Tables in the form that `ddl` writes.
const DDL: &str = "
CREATE TABLE orders (
    order_hash Uint64 NOT NULL, order_id Uint64 NOT NULL, customer_id Uint64, amount Uint64, note Utf8,
    PRIMARY KEY (order_hash, order_id), INDEX by_customer GLOBAL ON (customer_id, amount)
) WITH (UNIFORM_PARTITIONS = 4);
-- ydb_keys.layout: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
CREATE TABLE customers (
    id_hash Uint64 NOT NULL, customer_id Uint64 NOT NULL, name Utf8, region Utf8,
    PRIMARY KEY (id_hash, customer_id), INDEX by_region GLOBAL ON (region)
) WITH (UNIFORM_PARTITIONS = 4);
-- ydb_keys.layout: v1: id_hash = numeric_hash(customer_id Uint64), customer_id Uint64
CREATE TABLE readings (
    device_hash Uint64, device Utf8, at Uint64, amount Uint64,
    PRIMARY KEY (device_hash, device, at)
) WITH (UNIFORM_PARTITIONS = 4);
-- ydb_keys.layout: v3: device_hash = xxh3(device Utf8), device Utf8, at Uint64; key_not_null = false
CREATE TABLE events (
    shard Uint32 NOT NULL, at Uint64 NOT NULL, event_id Uint64 NOT NULL, kind Utf8, PRIMARY KEY (shard, at, event_id)
) WITH (PARTITION_AT_KEYS = (1, 2, 3));
-- ydb_keys.layout: v2: shard = numeric_hash(event_id Uint64) % 4, at Uint64, event_id Uint64
CREATE TABLE pairs (
    h Uint64 NOT NULL, a Uint64 NOT NULL, w Utf8 NOT NULL, v Uint64, PRIMARY KEY (h, a, w)
) WITH (UNIFORM_PARTITIONS = 4);
-- ydb_keys.layout: v1: h = xxh3(a Uint64, w Utf8), a Uint64, w Utf8
CREATE TABLE places (
    a Uint64, b Uint64 NOT NULL, c Utf8, v Uint64, PRIMARY KEY (a, b, c),
    INDEX by_v GLOBAL ON (v, c)
) WITH (PARTITION_AT_KEYS = (4, 8, 12, 16));
CREATE TABLE tags (tag Utf8 NOT NULL, v Uint64, PRIMARY KEY (tag)) WITH (PARTITION_AT_KEYS = ('b', 'c', 'd'));
";

const WORDS: [&str; 5] = ["apple", "banana", "bread", "cherry", "date"];

/// Upper limit of the numbers in all columns, exclusive.
const NUMBERS: u64 = 20;

/// Server with the tables and their rows.
struct Shop {
    server: Server,
    client: ydb::Client,
    connection: Connection,
}

impl Shop {
    async fn open() -> Self {
        let server = Server::start().await.unwrap();
        let builder = ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
        let client = builder.build().await.unwrap();
        let connection = Connection::open(server.connection_string()).await.unwrap();
        let shop = Self { server, client, connection };
        for statement in DDL.split(";\n").filter(|statement| statement.contains("CREATE TABLE")) {
            shop.run(statement).await;
        }
        let numbers = |n: u64| (n * 7 % NUMBERS, n * 3 % NUMBERS, WORDS[(n % 5) as usize]);
        for n in 0..NUMBERS {
            let (x, y, word) = numbers(n);
            for text in [
                format!(
                    "UPSERT INTO orders (order_hash, order_id, customer_id, amount, note) VALUES \
                     (Digest::NumericHash({n}ul), {n}, {x}, {y}, '{word}')"
                ),
                format!(
                    "UPSERT INTO customers (id_hash, customer_id, name, region) VALUES \
                     (Digest::NumericHash({n}ul), {n}, '{word}', '{}')",
                    WORDS[(n % 3) as usize]
                ),
                format!(
                    "UPSERT INTO readings (device_hash, device, at, amount) VALUES \
                     (Digest::XXH3('{word}'), '{word}', {n}, {y}), (Digest::XXH3('{word}'), '{word}', {x}, {n})"
                ),
                format!(
                    "UPSERT INTO events (shard, at, event_id, kind) VALUES \
                     (BITCAST(Unwrap(Digest::NumericHash({n}ul) % 4ul) AS Uint32), {x}, {n}, '{word}')"
                ),
                format!(
                    "UPSERT INTO pairs (h, a, w, v) VALUES (Digest::XXH3(ToBytes({n}ul) || ToBytes(LENGTH('{word}')) \
                     || '{word}'), {n}, '{word}', {x})"
                ),
                format!(
                    "UPSERT INTO places (a, b, c, v) VALUES ({n}, {x}, '{word}', {y}), ({n}, {y}, '{word}', {x}), \
                     ({n}, {y}, 'banana', NULL)"
                ),
                format!("UPSERT INTO tags (tag, v) VALUES ('{word}', {n})"),
            ] {
                shop.run(&text).await;
            }
        }
        shop
    }

    async fn run(&self, text: &str) {
        self.client.query_client().exec(text.to_owned()).await.unwrap_or_else(|error| panic!("{text}\n{error}"));
    }

    /// Returns the number of reads of each partition of a table.
    fn reads(&self, table: &str) -> Vec<u64> {
        let stats = self.server.partition_stats(table).unwrap();
        stats.iter().map(|partition| partition.counters.row_reads + partition.counters.range_reads).collect()
    }
}
