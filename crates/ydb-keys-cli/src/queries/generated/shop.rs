//! The tables that generated queries read: each form of a key, with and without NOT NULL, split into partitions, with rows
//! whose values meet.

use ydb_embedded::Server;
use ydb_keys::ydb::{self, ClientBuilder};
use ydb_keys_bulk::Connection;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    /// A `Uint64` from 0 to 19.
    Number,
    /// A `Utf8`: one of a few words.
    Word,
}

/// A table as the generator knows it.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) name: &'static str,
    /// The columns, but for the hash, those of the key first.
    pub(super) columns: &'static [(&'static str, Ty)],
    /// How many of them belong to the key.
    pub(super) key: usize,
    /// An index, and its columns.
    pub(super) index: Option<(&'static str, &'static [&'static str])>,
    /// Whether the first column of the key is not the hash, so that ranges of it leave partitions out.
    pub(super) is_ordered: bool,
}

use Ty::{Number, Word};

pub(super) const TABLES: [Shape; 7] = [
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

/// As `ddl` writes it.
pub(super) const DDL: &str = "
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

pub(super) const WORDS: [&str; 5] = ["apple", "banana", "bread", "cherry", "date"];

/// The numbers of all columns are below this.
pub(super) const NUMBERS: u64 = 20;

/// A server with the tables and their rows.
pub(super) struct Shop {
    pub(super) server: Server,
    pub(super) client: ydb::Client,
    pub(super) connection: Connection,
}

impl Shop {
    pub(super) async fn open() -> Self {
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

    /// How often each partition of a table was read.
    pub(super) fn reads(&self, table: &str) -> Vec<u64> {
        let stats = self.server.partition_stats(table).unwrap();
        stats.iter().map(|partition| partition.counters.row_reads + partition.counters.range_reads).collect()
    }
}
