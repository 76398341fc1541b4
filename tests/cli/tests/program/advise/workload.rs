//! Tests `advise --workload` on the engine: the proposals for spoiled schemas are applied, the queries run again, and
//! the counters of rows and partitions are those that were predicted.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use insta::assert_snapshot;
use serde_json::Value;
use ydb_embedded::Server;
use ydb_keys_cli::Status;

use super::advise;
use crate::directory::Directory;

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("workloads").join(name)
}

/// Table of a fixture: its columns with types, its key, its statistics.
#[derive(Clone, Debug, Default)]
struct Table {
    name: String,
    columns: Vec<(String, String)>,
    /// Computed column that leads the key, with its function and its inputs.
    hash: Option<(String, String, Vec<String>)>,
    create: String,
    rows: u64,
    partitions: u64,
    distinct: BTreeMap<String, u64>,
    growing: Vec<String>,
}

fn names(text: &str) -> Vec<String> {
    text.split(',').map(|name| name.split_whitespace().next().unwrap().to_owned()).collect()
}

/// Reads the tables of a schema, whose lines each have one column or one comment.
fn tables(schema: &str) -> Vec<Table> {
    let mut found: Vec<Table> = Vec::new();
    for line in schema.lines() {
        if let Some(name) = line.strip_prefix("CREATE TABLE ") {
            found.push(Table { name: name.split(' ').next().unwrap().to_owned(), ..Table::default() });
        }
        let Some(table) = found.last_mut() else { continue };
        match line.strip_prefix("-- ydb_keys.").and_then(|rest| rest.split_once(": ")) {
            Some(("rows", rows)) => table.rows = rows.parse().unwrap(),
            Some(("partitions", count)) => table.partitions = count.parse().unwrap(),
            Some(("growing", all)) => table.growing = names(all),
            Some(("distinct", all)) => {
                let one = |part: &str| {
                    let (name, count) = part.trim().split_once(' ').unwrap();
                    (name.to_owned(), count.parse().unwrap())
                };
                table.distinct = all.split(',').map(one).collect();
            }
            Some(("layout", layout)) => {
                let (name, call) = layout.split_once(": ").unwrap().1.split_once(" = ").unwrap();
                let (function, inputs) = call.split_once('(').unwrap();
                let inputs = names(inputs.split_once(')').unwrap().0);
                table.hash = Some((name.to_owned(), function.to_owned(), inputs));
            }
            _ if line.starts_with("--") => {}
            _ => {
                table.create += &format!("{line}\n");
                let mut words = line.trim().trim_end_matches(',').split(' ');
                if let (true, Some(name), Some(ty)) = (line.starts_with("    "), words.next(), words.next())
                    && !matches!(name, "PRIMARY" | "INDEX")
                {
                    table.columns.push((name.to_owned(), ty.to_owned()));
                }
            }
        }
    }
    found
}

fn mixed(number: u64) -> u64 {
    let mixed = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}

impl Table {
    fn ty(&self, column: &str) -> &str {
        &self.columns.iter().find(|(name, _)| name == column).unwrap().1
    }

    fn distinct(&self, column: &str) -> u64 {
        self.distinct.get(column).copied().unwrap_or(self.rows).clamp(1, self.rows)
    }

    /// Number of the value that a row has in a column: growing, or spread over all values.
    fn number(&self, row: u64, column: &str) -> u64 {
        let distinct = self.distinct(column);
        match self.growing.iter().any(|name| name == column) {
            true => row * distinct / self.rows,
            // Each value of a unique column once: 7919 and the number of rows have no common factor.
            false if distinct == self.rows => row * 7919 % self.rows,
            false => mixed(row * 31 + mixed(column.bytes().map(u64::from).sum())) % distinct,
        }
    }

    fn literal(&self, column: &str, number: u64) -> String {
        match self.ty(column) {
            "Uint64" => format!("{number}ul"),
            "Uint32" => format!("{number}u"),
            "Uint8" => format!("{number}ut"),
            "Uint16" => format!("{number}us"),
            "Int64" => format!("{number}l"),
            "Int32" => format!("{number}"),
            "Double" => format!("{number}.5"),
            "Utf8" => format!("'text{number:08}'u"),
            "Date" => format!("Unwrap(CAST({}u AS Date))", 10_000 + number % 10_000),
            "Timestamp" => format!("Unwrap(CAST({}ul AS Timestamp))", 1_700_000_000_000_000 + number * 1_000_000),
            "Uuid" => {
                let (high, low) = (mixed(number), mixed(number + 1));
                let node = low & 0xffff_ffff_ffff;
                format!(
                    "Uuid(\"{:08x}-{:04x}-4{:03x}-a{:03x}-{node:012x}\")",
                    high >> 32,
                    high >> 16 & 0xffff,
                    high & 0xfff,
                    low >> 52
                )
            }
            other => panic!("no value of type {other}"),
        }
    }

    /// Number that a hash column has for the values of its inputs.
    fn hash(&self, inputs: &[String], numbers: &dyn Fn(&str) -> u64) -> u64 {
        inputs.iter().fold(7, |hash, input| mixed(hash ^ numbers(input).wrapping_add(1)))
    }

    fn hash_of_row(&self, row: u64) -> String {
        let (_, function, inputs) = self.hash.as_ref().unwrap();
        match function.as_str() {
            "numeric_hash" => {
                format!("Digest::NumericHash({})", self.literal(&inputs[0], self.number(row, &inputs[0])))
            }
            _ => format!("{}ul", self.hash(inputs, &|input| self.number(row, input))),
        }
    }
}

/// Engine with the tables of a fixture.
struct Bench {
    server: Server,
    runtime: tokio::runtime::Runtime,
    client: ydb::Client,
}

impl Bench {
    fn start() -> Self {
        let server = Server::start_blocking().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let client = runtime.block_on(async {
            let builder = ydb::ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
            let client = Box::pin(builder.build()).await.unwrap();
            let sessions =
                ydb::SessionPoolSettings::default().with_session_create_timeout(std::time::Duration::from_secs(60));
            client.with_session_pool(sessions).await.unwrap()
        });
        Bench { server, runtime, client }
    }

    fn run(&self, text: &str) {
        let done = self.runtime.block_on(Box::pin(async { self.client.query_client().exec(text).await }));
        done.unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    /// Returns the rows of a query, as sorted texts.
    fn rows(&self, text: &str) -> Vec<String> {
        let set = self.runtime.block_on(Box::pin(async { self.client.query_client().query_result_set(text).await }));
        let set = set.unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut rows: Vec<String> = set.rows().map(|row| format!("{row:?}")).collect();
        rows.sort();
        rows
    }

    /// Makes a table and its rows. A new key has the computed column `lead`, with this number for a row.
    fn fill(&self, table: &Table, create: &str, lead: Option<(&str, &dyn Fn(u64) -> String)>) {
        self.run(create);
        let columns: Vec<&str> = table.columns.iter().map(|(name, _)| name.as_str()).collect();
        for first in (0..table.rows).step_by(1000) {
            let row = |row: u64| {
                let value = |column: &&str| match &table.hash {
                    Some((hash, ..)) if hash == column => table.hash_of_row(row),
                    _ => table.literal(column, table.number(row, column)),
                };
                let own = columns.iter().map(value).chain(lead.map(|(_, number)| number(row)));
                format!("({})", own.collect::<Vec<_>>().join(", "))
            };
            let rows: Vec<String> = (first..table.rows.min(first + 1000)).map(row).collect();
            let names: Vec<&str> = columns.iter().copied().chain(lead.map(|(name, _)| name)).collect();
            self.run(&format!("UPSERT INTO {} ({}) VALUES {}", table.name, names.join(", "), rows.join(", ")));
        }
    }

    /// Counts the rows that were read so far, and the reads of each partition, of tables and their indexes.
    fn counters(&self, tables: &[Table], indexes: &[String]) -> (u64, Vec<u64>) {
        let paths = tables.iter().map(|table| table.name.clone());
        let all = paths.chain(indexes.iter().cloned()).filter_map(|path| self.server.partition_stats(&path).ok());
        let counters: Vec<_> = all.flatten().map(|partition| partition.counters).collect();
        let rows = counters.iter().map(|counters| counters.row_reads + counters.range_read_rows).sum();
        (rows, counters.iter().map(|counters| counters.row_reads + counters.range_reads).collect())
    }
}

/// New key of a proposal: `name = function(inputs) % buckets`, and the attribute's columns.
struct NewKey {
    name: String,
    inputs: Vec<String>,
    buckets: Option<u64>,
    columns: String,
}

fn new_key(attribute: &str) -> Option<NewKey> {
    let key = attribute.strip_prefix("primary_key(")?.strip_suffix(')')?;
    let (lead, columns) = key.split_once("), ").or_else(|| key.split_once(", "))?;
    let (name, call) = match key.split_once(" = ") {
        Some((name, call)) => (name, call),
        None => {
            return Some(NewKey { name: String::new(), inputs: Vec::new(), buckets: None, columns: key.to_owned() });
        }
    };
    let inputs = names(call.split_once('(')?.1.split_once(')')?.0);
    // `% 16, happened_at` when the columns follow a bucket.
    let after = call.split_once(')')?.1;
    let buckets = after.strip_prefix(" % ").map(|rest| rest.split(',').next().unwrap().parse().unwrap());
    let columns = if buckets.is_some() { after.split_once(", ")?.1 } else { columns };
    let _ = lead;
    Some(NewKey { name: name.to_owned(), inputs, buckets, columns: columns.to_owned() })
}

/// SELECT of a fixture.
struct Select {
    name: String,
    text: String,
}

fn selects(queries: &str) -> Vec<Select> {
    let parts = queries.split("-- name: ").skip(1);
    let one = |part: &str| {
        let (name, text) = part.split_once('\n').unwrap();
        let text: Vec<&str> = text.lines().filter(|line| !line.starts_with("--")).collect();
        Select { name: name.trim().to_owned(), text: text.join("\n").trim().trim_end_matches(';').to_owned() }
    };
    parts.map(one).filter(|select| select.text.starts_with("SELECT")).collect()
}

/// Parameters of a text, each with the column and the operator that it is compared with.
fn parameters(text: &str) -> BTreeMap<String, (String, String)> {
    let spaced = text.replace(['(', ')', ',', ';'], " ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut found = BTreeMap::new();
    for at in 2..words.len() {
        let Some(name) = words[at].strip_prefix('$') else { continue };
        let compared = match words[at - 1] {
            "=" | "<" | "<=" | ">" | ">=" | "BETWEEN" => (words[at - 2], words[at - 1]),
            "AND" if words.get(at - 3) == Some(&"BETWEEN") => (words[at - 4], "AND"),
            "LIMIT" => ("", "LIMIT"),
            _ => continue,
        };
        let column = compared.0.rsplit('.').next().unwrap();
        found.entry(name.to_owned()).or_insert((column.to_owned(), compared.1.to_owned()));
    }
    found
}

/// Runs a query so often, with the values of some rows, and returns the mean of its rows and partitions.
fn measured(
    bench: &Bench,
    tables: &[Table],
    indexes: &[String],
    select: &Select,
    key: Option<(&str, &NewKey)>,
    turns: u64,
) -> (f64, f64) {
    let table = tables.iter().find(|table| select.text.contains(&format!("FROM {}", table.name))).unwrap();
    let (mut rows, mut partitions) = (0, 0);
    for turn in 0..turns {
        let row = mixed(turn * 1_000_003) % table.rows;
        let mut text = select.text.clone();
        let of = parameters(&select.text);
        let number = |column: &str, operator: &str| match operator {
            "=" => table.number(row, column),
            "<" | "<=" => table.distinct(column) / 3,
            "BETWEEN" => table.distinct(column) * 45 / 100,
            "AND" => table.distinct(column) * 55 / 100,
            _ => table.distinct(column) * 2 / 3,
        };
        let mut by_length: Vec<_> = of.iter().collect();
        by_length.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        for (name, (column, operator)) in by_length {
            let value = match operator.as_str() {
                "LIMIT" => "50".to_owned(),
                _ => table.literal(column, number(column, operator)),
            };
            text = text.replace(&format!("${name}"), &value);
        }
        let mut texts = vec![text.clone()];
        if let Some((_, key)) = key.filter(|(of, key)| *of == table.name && !key.name.is_empty()) {
            let is_given =
                key.inputs.iter().all(|input| of.values().any(|(column, operator)| column == input && operator == "="));
            let hash = table.hash(&key.inputs, &|input| table.number(row, input));
            let with = |value: String| text.replacen("WHERE", &format!("WHERE {} = {value} AND", key.name), 1);
            texts = match (is_given, key.buckets) {
                (true, None) => vec![with(format!("{hash}ul"))],
                (true, Some(buckets)) => vec![with(format!("{}u", hash % buckets))],
                // A page in order reads each bucket.
                (false, Some(buckets)) => (0..buckets).map(|bucket| with(format!("{bucket}u"))).collect(),
                (false, None) => vec![text.clone()],
            };
        }
        let before = bench.counters(tables, indexes);
        texts.iter().for_each(|text| bench.run(text));
        let after = bench.counters(tables, indexes);
        rows += after.0 - before.0;
        partitions += before.1.iter().zip(&after.1).filter(|(one, other)| one != other).count() as u64;
    }
    (rows as f64 / turns as f64, partitions as f64 / turns as f64)
}

/// Applies the first proposal for a fixture, and compares the queries that it changes with the prediction.
fn is_as_predicted(name: &str) {
    let read = |file: &str| fs::read_to_string(directory(name).join(file)).unwrap();
    let (schema, queries) = (read("schema.sql"), read("queries.sql"));
    let mut tables = tables(&schema);
    let bench = Bench::start();
    for table in &mut tables {
        let is_spread = table.hash.is_some();
        let uniform = format!(
            ")\nWITH (UNIFORM_PARTITIONS = {0}, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {0});\n",
            table.partitions
        );
        let create = if is_spread { table.create.replace(");\n", &uniform) } else { table.create.clone() };
        bench.fill(table, &create, None);
        table.partitions = bench.server.partition_stats(&table.name).unwrap().len() as u64;
    }
    let indexes = |schema: &str| -> Vec<String> {
        let mut found = Vec::new();
        for (table, part) in tables.iter().zip(schema.split("CREATE TABLE ").skip(1)) {
            let words: Vec<&str> = part.split_whitespace().collect();
            let names = words.windows(2).filter(|pair| pair[0] == "INDEX").map(|pair| pair[1]);
            found.extend(names.map(|index| format!("{}/{index}/indexImplTable", table.name)));
        }
        found
    };
    // The command is told how many partitions there are.
    let mut told = schema.clone();
    let lines: Vec<String> =
        schema.lines().filter(|line| line.starts_with("-- ydb_keys.partitions")).map(str::to_owned).collect();
    for (table, line) in tables.iter().zip(lines) {
        let (start, rest) = told.split_once(&format!("CREATE TABLE {} ", table.name)).unwrap();
        told = format!(
            "{start}CREATE TABLE {} {}",
            table.name,
            rest.replacen(&line, &format!("-- ydb_keys.partitions: {}", table.partitions), 1)
        );
    }
    let place = Directory::with(&[]);
    fs::create_dir(place.path().join("ddl")).unwrap();
    fs::write(place.path().join("ddl/schema.sql"), &told).unwrap();
    fs::write(place.path().join("queries.yql"), &queries).unwrap();
    let path = |file: &str| place.path().join(file).to_str().unwrap().to_owned();
    let args = ["--workload", "--queries", &path("queries.yql"), "--schema", &path("ddl"), "--json"];
    let printed = advise(&mut io::empty(), 80, &args);
    assert_eq!(printed.status, Status::Done, "{}", printed.err);
    let advice: Value = serde_json::from_str(&printed.out).unwrap();
    let proposal = &advice["advice"]["proposals"][0];
    let mut selects = selects(&queries);
    // The proposals count from the texts that need no change of the schema.
    for rewrite in advice["advice"]["rewrites"].as_array().unwrap() {
        if let (Some(text), Some(select)) =
            (rewrite["text"].as_str(), selects.iter_mut().find(|select| rewrite["name"] == select.name.as_str()))
        {
            let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("--")).collect();
            lines.join("\n").trim().trim_end_matches(';').clone_into(&mut select.text);
        }
    }
    let changes: Vec<(&Select, &Value)> = proposal["queries"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|change| {
            let select = selects.iter().find(|select| change["name"] == select.name.as_str())?;
            Some((select, change))
        })
        .collect();
    let mut own = indexes(&schema);
    let compare = |own: &[String], when: &str, key: Option<(&str, &NewKey)>| {
        for (select, change) in &changes {
            let predicted = |what: &str| change[when][what].as_f64().unwrap();
            // The fewer rows a run reads, the more runs have the predicted mean.
            let turns = if predicted("rows") > 1000.0 { 8 } else { 100 };
            let (rows, partitions) = measured(&bench, &tables, own, select, key, turns);
            let is_close = |found: f64, predicted: f64| (found - predicted).abs() <= (predicted * 0.1).max(0.5);
            assert!(
                is_close(rows, predicted("rows")) && is_close(partitions, predicted("partitions")),
                "{name}, {} {when}: {rows} rows of {partitions} partitions, not {} of {}",
                select.name,
                predicted("rows"),
                predicted("partitions")
            );
        }
    };
    compare(&own, "before", None);
    let statements: Vec<&str> =
        proposal["statements"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    let key = new_key(proposal["attribute"].as_str().unwrap());
    let of = proposal["table"].as_str().unwrap();
    match &key {
        Some(key) => {
            let table = tables.iter().find(|table| table.name == of).unwrap();
            bench.run(&format!("DROP TABLE {of}"));
            let lead = if key.name.is_empty() { String::new() } else { format!("{}, ", key.name) };
            let kept: Vec<&str> =
                table.create.lines().filter(|line| !line.contains("PRIMARY KEY") && !line.starts_with(')')).collect();
            let column = match key.buckets {
                _ if key.name.is_empty() => String::new(),
                Some(_) => format!("    {} Uint32 NOT NULL,\n", key.name),
                None => format!("    {} Uint64 NOT NULL,\n", key.name),
            };
            let with = match (&key.buckets, key.name.is_empty()) {
                (None, false) => format!(
                    " WITH (UNIFORM_PARTITIONS = {0}, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = {0})",
                    table.partitions
                ),
                (Some(buckets), _) => {
                    let bounds: Vec<String> = (1..*buckets).map(|bucket| format!("({bucket})")).collect();
                    format!(" WITH (PARTITION_AT_KEYS = ({}))", bounds.join(", "))
                }
                (None, true) => String::new(),
            };
            let create = format!("{}\n{column}    PRIMARY KEY ({lead}{})\n){with};", kept.join("\n"), key.columns);
            let number = |row: u64| {
                let hash = table.hash(&key.inputs, &|input| table.number(row, input));
                key.buckets.map_or_else(|| format!("{hash}ul"), |buckets| format!("{}u", hash % buckets))
            };
            let lead = (!key.name.is_empty()).then_some((key.name.as_str(), &number as &dyn Fn(u64) -> String));
            bench.fill(table, &create, lead);
        }
        None => statements.iter().for_each(|statement| bench.run(statement)),
    }
    let added = statements.iter().filter_map(|text| text.split("ADD INDEX `").nth(1)?.split('`').next());
    own.extend(added.map(|index| format!("{of}/{index}/indexImplTable")));
    compare(&own, "after", key.as_ref().map(|key| (of, key)));
}

macro_rules! fixtures {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            is_as_predicted(stringify!($name));
        }
    )*};
}

fixtures! {
    missing_index index_in_the_wrong_order key_in_the_wrong_order hash_missing hash_over_the_wrong_column
    bucket_where_order_is_needed two_indexes_where_one_serves unused_index covering_column_missing
}

/// Runs the command on a schema and queries, and returns its status and what it printed.
fn on_files(schema: &str, queries: &str, more: &[&str]) -> (Status, String) {
    let place = Directory::with(&[]);
    fs::create_dir(place.path().join("ddl")).unwrap();
    fs::write(place.path().join("ddl/schema.sql"), schema).unwrap();
    fs::write(place.path().join("queries.yql"), queries).unwrap();
    let root = place.path().to_str().unwrap();
    let (file, ddl) = (format!("{root}/queries.yql"), format!("{root}/ddl"));
    let printed =
        advise(&mut io::empty(), 100, &[&["--workload", "--queries", &file, "--schema", &ddl], more].concat());
    (printed.status, (printed.out + &printed.err).replace(root, "DIR"))
}

const ORDERS: &str = "\
CREATE TABLE orders (
    order_id Utf8 NOT NULL, customer_id Uint64, email Utf8, name Utf8, placed_at Timestamp, tags Json, PRIMARY KEY (order_id),
    INDEX by_customer GLOBAL ON (customer_id), INDEX by_email GLOBAL ON (email), INDEX by_time GLOBAL ON (name, placed_at)
);
-- ydb_keys.rows: 40000
-- ydb_keys.partitions: 8
-- ydb_keys.distinct: customer_id 4000, email 40000, placed_at 40000, name 9000
";

#[test]
fn wrong_input() {
    let refused = |schema: &str, queries: &str| {
        let (status, text) = on_files(schema, queries, &[]);
        assert_eq!(status, Status::Failed, "{text}");
        text
    };
    let query = "-- name: one\n-- runs: 40/s\nSELECT * FROM orders WHERE order_id = $id;\n";
    let all = [
        refused(ORDERS, &query.replace("40/s", "often")),
        refused(ORDERS, ""),
        refused(ORDERS, "-- name: other\nSELECT * FROM `.sys/partition_stats`"),
        refused("-- nothing\n", query),
        refused(&ORDERS.replace("rows: 40000", "rows: many"), query),
        refused(&ORDERS.replace("email 40000", "email"), query),
        refused("-- ydb_keys.rows: 5\nCREATE TABLE t (a Utf8, PRIMARY KEY (a));", query),
    ];
    assert_snapshot!("workload_wrong_input", all.join("\n"));
    let no_schema = advise(&mut io::empty(), 80, &["--workload", "--schema", "ddl"]);
    assert_eq!(no_schema.status, Status::Failed);
    assert!(no_schema.err.contains("--queries"), "{}", no_schema.err);
}

#[test]
fn texts_that_no_schema_helps() {
    let (status, text) = on_files(
        ORDERS,
        "\
-- name: of_a_day
-- runs: 2/s
SELECT order_id FROM orders WHERE name = $name AND CAST(placed_at AS Date) = $day;

-- name: by_either
-- runs: 3/s
SELECT order_id, name FROM orders WHERE customer_id = $customer OR email = $email;

-- name: begins
-- runs: 1/min
SELECT order_id FROM orders WHERE StartsWith(email, 'ann');

-- name: contains
-- runs: 1/min
SELECT order_id FROM orders WHERE name LIKE '%ann%';

-- name: lower
-- runs: 1/min
SELECT order_id FROM orders WHERE Unicode::ToLower(email) = $email;

-- name: broken
SELECT order_id FROM orders WHERE;
",
        &[],
    );
    assert_eq!(status, Status::Done);
    assert_snapshot!("workload_rewritten", text);
}

/// Tests that rewritten queries return the rows of the old ones, with columns that are NULL in some rows.
#[test]
fn rewritten_queries_return_the_same_rows() {
    let bench = Bench::start();
    bench.run(
        "CREATE TABLE visits (id Uint64 NOT NULL, shop Uint64, guest Uint64, name Utf8, at Timestamp, PRIMARY KEY (id), \
         INDEX by_shop GLOBAL ON (shop), INDEX by_guest GLOBAL ON (guest), INDEX by_time GLOBAL ON (name, at))",
    );
    let some = |is: bool, value: String| if is { value } else { "NULL".to_owned() };
    let rows = (0..400_u64).map(|id| {
        let at = format!("CAST({}ul AS Timestamp)", 1_700_000_000_000_000 + mixed(id) % 5 * 40_000_000_000);
        let values = [
            some(mixed(id + 1) & 3 > 0, format!("{}ul", mixed(id + 2) % 5)),
            some(mixed(id + 3) & 3 > 0, format!("{}ul", mixed(id + 4) % 5)),
            some(mixed(id + 5) & 3 > 0, format!("'{}'u", ["ann", "anna", "bo"][mixed(id + 6) as usize % 3])),
            some(mixed(id + 7) & 3 > 0, at),
        ];
        format!("({id}ul, {})", values.join(", "))
    });
    let rows: Vec<String> = rows.collect();
    bench.run(&format!("UPSERT INTO visits (id, shop, guest, name, at) VALUES {}", rows.join(", ")));
    let schema = "CREATE TABLE visits (id Uint64 NOT NULL, shop Uint64, guest Uint64, name Utf8, at Timestamp, PRIMARY KEY (id), \
        INDEX by_shop GLOBAL ON (shop), INDEX by_guest GLOBAL ON (guest), INDEX by_time GLOBAL ON (name, at));\n\
        -- ydb_keys.rows: 40000\n-- ydb_keys.distinct: shop 4000, guest 4000, name 4000, at 4000\n\
        CREATE TABLE log (bucket Uint32 NOT NULL, at Timestamp NOT NULL, id Uint64 NOT NULL, PRIMARY KEY (bucket, at, id));\n\
        -- ydb_keys.layout: v2: bucket = xxh3(id Uint64) % 4, at Timestamp, id Uint64\n-- ydb_keys.rows: 40000\n";
    bench.run("CREATE TABLE log (bucket Uint32 NOT NULL, at Timestamp NOT NULL, id Uint64 NOT NULL, PRIMARY KEY (bucket, at, id))");
    let lines = (0..200_u64).map(|id| {
        format!("({}u, Unwrap(CAST({}ul AS Timestamp)), {id}ul)", mixed(id) % 4, 1_700_000_000_000_000 + id * 1_000_000)
    });
    bench.run(&format!("UPSERT INTO log (bucket, at, id) VALUES {}", lines.collect::<Vec<_>>().join(", ")));
    let texts = [
        "SELECT id FROM log WHERE at >= CAST(1700000050000000ul AS Timestamp) AND at < CAST(1700000060000000ul AS Timestamp)",
        "SELECT id FROM visits WHERE shop = 2 OR guest = 3",
        "SELECT shop FROM visits WHERE (guest = 1 OR shop = 1 OR guest IN (2ul, 3ul)) AND id < 300",
        "SELECT id FROM visits WHERE StartsWith(name, 'ann')",
        "SELECT id FROM visits WHERE name = 'bo' AND CAST(at AS Date) = Date('2023-11-15')",
        "SELECT id FROM visits WHERE CAST(at AS Date) = CAST('2023-11-14' AS Date) AND name = 'anna'",
    ];
    let queries = texts.iter().enumerate().map(|(at, text)| format!("-- name: q{at}\n-- runs: 9/s\n{text};\n"));
    let (_, text) = on_files(schema, &queries.collect::<String>(), &["--json"]);
    let advice: Value = serde_json::from_str(&text).unwrap();
    let rewrites = advice["advice"]["rewrites"].as_array().unwrap();
    assert_eq!(rewrites.len(), texts.len(), "{text}");
    for rewrite in rewrites {
        let at: usize = rewrite["name"].as_str().unwrap()[1..].parse().unwrap();
        let (old, new) = (bench.rows(texts[at]), bench.rows(rewrite["text"].as_str().unwrap()));
        assert!(!old.is_empty() && old == new, "{}: {old:?}, not {new:?}", rewrite["text"]);
    }
}
