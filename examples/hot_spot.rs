//! Writes the same 100,000 orders into two tables, one keyed by the order's id, one by a hash of the id. YDB's
//! counters show which partitions did the work, in the terminal and as a picture.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Parser;
use support::{Database, Failure, Measured, Partition, Result, partitions_when, picture, terminal};
use tokio::task::JoinSet;
use ydb::Client;
use ydb_keys::YdbTable;

/// Id of the first order: the shop has had fifteen million orders, which this example leaves out.
const FIRST: u64 = 15_000_001;
const ORDERS: u64 = 100_000;
const BATCH: u64 = 1_000;
const WRITERS: usize = 4;

/// Model that does not compile without the `allow`: the rule `undeclared_leading_key` asks whether the ids are a
/// sequence.
///
/// YDB has split the table as it grew, here after every million orders.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/hot_spot/orders_by_id")]
#[ydb(primary_key(order_id))]
#[ydb(allow(undeclared_leading_key, reason = "the bad key of this comparison"))]
#[ydb(partitioning(at_keys(
    1_000_001, 2_000_001, 3_000_001, 4_000_001, 5_000_001, 6_000_001, 7_000_001, 8_000_001, 9_000_001, 10_000_001,
    11_000_001, 12_000_001, 13_000_001, 14_000_001, 15_000_001
)))]
struct OrderById {
    order_id: u64,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

/// Model with the cure of YDB's documentation: a hash of the id.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/hot_spot/orders_by_hash")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(uniform = 16))]
struct OrderByHash {
    order_id: u64,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

/// Writes the same orders under two keys, and shows how much each partition had to write
#[derive(Parser)]
struct Options {
    /// The file for the picture; by default in the system's temporary directory
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> Result {
    let options = Options::parse();
    let svg = options.svg.unwrap_or_else(|| std::env::temp_dir().join("ydb-keys-hot-spot.svg"));
    let database = Database::open(&[OrderById::TABLE, OrderByHash::TABLE]).await?;
    let measured = compare(&database.client).await;
    database.close().await?;
    let measured = measured?;

    terminal::show(&measured);
    println!("\nWith the id alone, the last of 16 partitions does all the work, on one core.");
    println!("Splitting it does not help: the next id always belongs to the last partition.");
    std::fs::write(&svg, picture::draw("100,000 sequential orders under two primary keys", &measured))
        .map_err(|error| Failure::new(format!("cannot write the picture to {}: {error}", svg.display())))?;
    println!("\nThe same as a picture: {}", svg.display());
    Ok(())
}

async fn compare(client: &Client) -> Result<[Measured; 2]> {
    println!("{ORDERS} orders with sequential ids, written by {WRITERS} writers in batches of {BATCH},");
    println!("into two tables of 16 partitions each.\n");
    let by_id = |order_id| OrderById { order_id, customer_id: Some(order_id % 997), amount: Some(10.0) };
    let by_hash = |order_id| OrderByHash { order_id, customer_id: Some(order_id % 997), amount: Some(10.0) };
    Ok([
        Measured { key: "PRIMARY KEY (order_id)", partitions: fill(client, by_id).await? },
        Measured { key: "PRIMARY KEY (order_hash, order_id)", partitions: fill(client, by_hash).await? },
    ])
}

/// Creates a table and writes the orders into it: several writers take the next ids in turn, as from a sequence.
async fn fill<T: YdbTable<Version = ()> + Send + Sync>(client: &Client, order: fn(u64) -> T) -> Result<Vec<Partition>> {
    T::TABLE.create_table().exec(&mut client.query_client()).await?;
    let next = Arc::new(AtomicU64::new(FIRST));
    let mut writers = JoinSet::new();
    for _ in 0..WRITERS {
        let (mut q, next) = (client.query_client(), next.clone());
        writers.spawn(async move {
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= FIRST + ORDERS {
                    return Ok::<(), ydb_keys::Error>(());
                }
                let batch: Vec<T> = (first..first + BATCH).map(order).collect();
                T::upsert_many(&batch).exec(&mut q).await?;
            }
        });
    }
    while let Some(writer) = writers.join_next().await {
        writer??;
    }
    partitions_when(client, T::TABLE.name, |all| all.iter().map(|partition| partition.updates).sum::<u64>() >= ORDERS)
        .await
}
