//! Copies a table by way of Parquet files: an export of several parts at a time, then a load into a table with another key.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, fs, process};

use clap::Parser;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use support::{Database, Failure, Result};
use tokio::task::JoinSet;
use ydb_keys::YdbTable;
use ydb_keys_bulk::{Bulk, Connection, ExportStream, from_record_batch};

/// Found by its number, in one partition.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/copy_table/orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), partitioning(uniform = 16))]
struct Order {
    order_id: u64,
    customer_id: u64,
    placed_at: SystemTime,
    note: Option<String>,
}

/// The orders with another key: all orders of a customer are in one partition.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/copy_table/orders_of_customers")]
#[ydb(primary_key(customer_hash = numeric_hash(customer_id), customer_id, order_id), partitioning(uniform = 16))]
struct OrderOfCustomer {
    customer_id: u64,
    order_id: u64,
    placed_at: SystemTime,
    note: Option<String>,
}

/// Exports a table to Parquet files, and loads them into a table with another key
#[derive(Parser)]
struct Options {
    /// How many rows the table has
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    rows: u64,
    /// How many parts are exported at the same time, each to a file of its own
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    parts: u32,
}

#[tokio::main]
async fn main() -> Result {
    let options = Options::parse();
    let database = Database::open(&[Order::TABLE, OrderOfCustomer::TABLE]).await?;
    let folder = env::temp_dir().join(format!("ydb-keys-copy-table-{}", process::id()));
    fs::create_dir(&folder)?;
    let copied = copy(&database, &folder, &options).await;
    fs::remove_dir_all(&folder)?;
    copied.and(database.close().await)
}

async fn copy(database: &Database, folder: &Path, options: &Options) -> Result {
    Order::TABLE.create_table().exec(&database.client).await?;
    OrderOfCustomer::TABLE.create_table().exec(&database.client).await?;
    let connection = Connection::open(database.address()).await?;
    Order::loader(&connection).load((0..options.rows).map(order)).await?;

    let files = export(&connection, folder, options.parts).await?;
    let report = load(&connection, &files).await?;
    println!("Loaded {report}.");

    let stored = OrderOfCustomer::scan().full_scan().count().fetch(&database.client).await?;
    if stored != options.rows {
        return Err(Failure::new(format!("the copy has {stored} rows instead of {}", options.rows)));
    }
    let of_one = OrderOfCustomer::scan().customer_id(7).count().fetch(&database.client).await?;
    println!("The copy has {stored} rows, {of_one} of them of customer 7, in one partition.");
    Ok(())
}

/// Writes each part of the table to a file of its own. While others write to the table, rows may be of different moments;
/// `Order::export(..).snapshot(..)` exports those of one.
async fn export(connection: &Connection, folder: &Path, parts: u32) -> Result<Vec<PathBuf>> {
    let mut tasks = JoinSet::new();
    for (number, part) in Order::export(connection).split(parts).await?.into_iter().enumerate() {
        tasks.spawn(write(part, folder.join(format!("orders-{number}.parquet"))));
    }
    let mut files = Vec::new();
    while let Some(written) = tasks.join_next().await {
        let (file, rows) = written??;
        println!("ExportStream {rows} rows to {}.", file.file_name().unwrap_or_default().display());
        files.push(file);
    }
    Ok(files)
}

/// Writes a part to a file, batch by batch, and returns how many rows it has.
async fn write(part: ExportStream<Order>, path: PathBuf) -> Result<(PathBuf, usize)> {
    let mut batches = part.record_batches();
    let mut writer = ArrowWriter::try_new(File::create(&path)?, batches.schema(), None)?;
    let mut rows = 0;
    while let Some(batch) = batches.try_next().await? {
        writer.write(&batch)?;
        rows += batch.num_rows();
    }
    writer.close()?;
    Ok((path, rows))
}

/// Loads the rows of the files. Their columns are found by name, and the new hash is computed.
async fn load(connection: &Connection, files: &[PathBuf]) -> Result<ydb_keys_bulk::LoadReport> {
    let mut loader = OrderOfCustomer::loader(connection).on_progress(|report| {
        if report.requests % 10 == 0 {
            println!("{:>9} rows loaded", report.rows)
        }
    });
    for file in files {
        for batch in ParquetRecordBatchReaderBuilder::try_new(File::open(file)?)?.build()? {
            for row in from_record_batch::<OrderOfCustomer>(&batch?)? {
                loader.push(row?).await?;
            }
        }
    }
    Ok(loader.finish().await?)
}

/// Every thousandth order is of the same customer.
fn order(number: u64) -> Order {
    let placed_at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000 + number);
    let note = number.is_multiple_of(5).then(|| format!("order {number}"));
    Order { order_id: number, customer_id: number % 1_000, placed_at, note }
}
