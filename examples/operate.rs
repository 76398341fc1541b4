//! Shows the output of `ydb-keys` for a database whose tables were made without this library. The guide's pages on
//! operating contain the output. The engine runs in the same process.
#![recursion_limit = "256"] // the client's futures are deeply nested

use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, io, process};

use clap::Parser;
use support::{BoxFuture, Result};
use ydb::Client;
use ydb_embedded::{Server, Thresholds};
use ydb_keys_cli::Streams;

/// Statements for a log whose key begins with the time, and for a small table with handwritten ids.
const TABLES: [&str; 2] = [
    "CREATE TABLE `audit/events` (at Timestamp NOT NULL, userid Uint64 NOT NULL, what Utf8, PRIMARY KEY (at, userid))
     WITH (TTL = Interval('P30D') ON at, AUTO_PARTITIONING_PARTITION_SIZE_MB = 8, AUTO_PARTITIONING_BY_LOAD = ENABLED,
         AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 8, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 8)",
    "CREATE TABLE `shop/countries` (id Uint64 NOT NULL, name Utf8, PRIMARY KEY (id))",
];

/// File of the accepted findings, by its path in the guide.
const FILE: &str = "ydb/known.allow";
const KNOWN: &str = "# Tables that stay as they are.
shop/countries:undeclared_leading_key=two hundred rows, written once a year
";

/// Number of events, of ten days, that are written before the commands run.
const BEFORE: u64 = 8_000;

/// Number of writers while `hot` watches.
const WRITERS: u64 = 8;

/// Shows what the program `ydb-keys` prints about a database
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    // The speed of this machine must not decide where a table is split.
    let thresholds = Thresholds { split_operations_per_second: 50_000, ..Thresholds::default() };
    let server = Server::builder().thresholds(thresholds).start().await?;
    let client = support::client(server.connection_string()).await?;
    for table in TABLES {
        client.query_client().exec(table).await?;
    }
    client
        .query_client()
        .exec("UPSERT INTO `shop/countries` (id, name) VALUES (40ul, 'Austria'), (56ul, 'Belgium')")
        .await?;
    for first in (0..BEFORE).step_by(100) {
        write(&client, first, 100).await?;
    }
    // Sets the counters of the countries to zero: the load of two rows differs from machine to machine.
    server.restart_tablets("shop/countries")?;

    let file = env::temp_dir().join(format!("operate-{}.allow", process::id()));
    fs::write(&file, KNOWN)?;
    let file = file.to_string_lossy();
    let run = |arguments: &[&str]| run(arguments, server.connection_string(), &file);
    run(&["lint"]);
    run(&["lint", "--below", "shop", "--allow", FILE, "--json"]);
    fs::remove_file(&*file)?;

    // Several at once: a busy machine writes enough statements in two seconds, too.
    let client = Arc::new(client);
    let loads: Vec<_> = (0..WRITERS).map(|writer| tokio::spawn(load(Arc::clone(&client), writer))).collect();
    run(&["hot", "--seconds", "2"]);
    loads.iter().for_each(|load| load.abort());

    run(&["explain", "partitioning_by_load"]);
    run(&["hash", "numeric_hash", "1001"]);
    run(&["hash", "xxh3", "Timestamp:2024-05-06T07:08:09Z", "42", "--buckets", "16"]);
    Ok(())
}

/// Prints a command and its output, without the places of its database and file.
fn run(arguments: &[&str], connection: &str, file: &str) {
    println!("$ ydb-keys {}", arguments.join(" "));
    let mut all = vec!["ydb-keys"];
    all.extend(arguments.iter().map(|&argument| if argument == FILE { file } else { argument }));
    if ["lint", "hot"].contains(&arguments[0]) {
        all.extend(["--connection", connection]);
    }
    // Both to stdout, so that the lines keep their order.
    let (mut input, mut out, mut err) = (io::empty(), io::stdout(), io::stdout());
    let status = ydb_keys_cli::run_without_models(all, Streams::new(&mut input, &mut out, &mut err));
    println!("(exit code {})\n", status.code());
}

/// Writes new events until it is stopped; each writer has its own.
fn load(client: Arc<Client>, writer: u64) -> BoxFuture<'static, Result> {
    Box::pin(async move {
        for first in (BEFORE + 8 * writer..).step_by(8 * WRITERS as usize) {
            write(&client, first, 8).await?;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    })
}

/// Writes `count` events from number `first` on: one every 108 seconds, so 8,000 events take ten days.
async fn write(client: &Client, first: u64, count: u64) -> Result {
    let row = |number| {
        let at = (1_763_000_000 + number * 108) * 1_000_000;
        format!("(Unwrap(CAST({at}ul AS Timestamp)), {}ul, 'looked at the list of orders'u)", number % 97)
    };
    let rows: Vec<String> = (first..first + count).map(row).collect();
    let text = format!("UPSERT INTO `audit/events` (at, userid, what) VALUES {}", rows.join(", "));
    client.query_client().exec(text).await?;
    Ok(())
}
