//! Reads the latest 50 events of all users, page by page, while 16 writers add events with growing ids and times: from
//! an index on the time, and from a table whose key begins with a bucket.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use clap::Parser;
use support::{BoxFuture, Database, Failure, Measured, Partition, Result, partitions_when, picture, terminal};
use tokio::task::JoinSet;
use ydb::Client;
use ydb_keys::{Page, PageToken, YdbTable};

const EVENTS: u64 = 48_000;
const BATCH: u64 = 100;
const WRITERS: usize = 16;
const PAGE: u64 = 50;
/// Number of pages after which a reader begins again with the latest one.
const PAGES: usize = 10;

/// Model with an index on the time. A hash spreads the table, but nothing spreads its index: it does not compile
/// without the `allow`.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/latest/by_index")]
#[ydb(primary_key(event_hash = numeric_hash(event_id), event_id))]
#[ydb(index(by_time, on(at), cover(kind)))]
#[ydb(allow(hot_index, reason = "the hot index of this comparison"))]
#[ydb(partitioning(uniform = 16))]
struct IndexedEvent {
    event_id: u64,
    at: SystemTime,
    kind: u32,
}

/// Model with 16 buckets, each in the order of the time. YDB splits the table between them.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/latest/by_bucket")]
#[ydb(primary_key(shard = numeric_hash(event_id) % 16, at, event_id))]
#[ydb(partitioning(by_load = off))]
#[ydb(allow(partitioning_by_load, reason = "a partition that is split begins its counters again"))]
struct Event {
    at: SystemTime,
    event_id: u64,
    kind: u32,
}

/// Writes events and reads the latest ones, through an index on the time and from a table with buckets
#[derive(Parser)]
struct Options {
    /// The file for the picture; by default in the system's temporary directory
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Operations that both models have.
trait Latest: YdbTable<Version = ()> + Send + Sync {
    /// Path of the table or index that pages are read from, and its key.
    const READ: (&'static str, &'static str);

    fn new(event_id: u64) -> Self;

    fn at(&self) -> (SystemTime, u64);

    /// Reads the latest events, or those after the page of the token.
    fn page(client: &Client, token: Option<PageToken>) -> BoxFuture<'_, ydb_keys::Result<Page<Self>>>;
}

impl Latest for IndexedEvent {
    const READ: (&'static str, &'static str) =
        ("ydb_keys_examples/latest/by_index/by_time/indexImplTable", "INDEX by_time ON (at)");

    fn new(event_id: u64) -> Self {
        IndexedEvent { event_id, at: SystemTime::now(), kind: 0 }
    }

    fn at(&self) -> (SystemTime, u64) {
        (self.at, self.event_id)
    }

    fn page(client: &Client, token: Option<PageToken>) -> BoxFuture<'_, ydb_keys::Result<Page<Self>>> {
        Box::pin(async move {
            let latest = Self::index::<IndexedEventByTime>().full_scan().descending();
            latest.page(PAGE, token.as_ref()).fetch(client).await
        })
    }
}

impl Latest for Event {
    const READ: (&'static str, &'static str) = (Self::TABLE.name, "PRIMARY KEY (shard, at, event_id)");

    fn new(event_id: u64) -> Self {
        Event { at: SystemTime::now(), event_id, kind: 0 }
    }

    fn at(&self) -> (SystemTime, u64) {
        (self.at, self.event_id)
    }

    fn page(client: &Client, token: Option<PageToken>) -> BoxFuture<'_, ydb_keys::Result<Page<Self>>> {
        Box::pin(async move { Self::scan().full_scan().descending().page(PAGE, token.as_ref()).fetch(client).await })
    }
}

/// Measurements of one model.
struct Run {
    measured: Measured,
    writing: Duration,
    /// Time of each page.
    pages: Vec<Duration>,
    /// Number of partitions that one page reads.
    partitions: usize,
    /// Number of rows that one page reads.
    rows: u64,
}

#[tokio::main]
async fn main() -> Result {
    let options = Options::parse();
    let svg = options.svg.unwrap_or_else(|| std::env::temp_dir().join("ydb-keys-latest.svg"));
    let database = Database::open(&[IndexedEvent::TABLE, Event::TABLE]).await?;
    println!("{EVENTS} events, written by {WRITERS} writers in batches of {BATCH}, while a reader pages through the");
    println!("latest events of everyone, {PAGE} a page.\n");
    let runs = compare(&database.client).await;
    database.close().await?;
    let (by_index, by_bucket) = runs?;

    for run in [&by_index, &by_bucket] {
        run.show();
    }
    let measured = [by_index.measured, by_bucket.measured];
    println!();
    terminal::show(&measured);
    println!(
        "\nEvery event belongs to the end of the index, on one partition. The end of the table is in each bucket."
    );
    println!("A page of the index is one short range, a page of the buckets is 16.");
    std::fs::write(&svg, picture::draw("events in order of time, by an index and by buckets", &measured))
        .map_err(|error| Failure::new(format!("cannot write the picture to {}: {error}", svg.display())))?;
    println!("\nThe same as a picture: {}", svg.display());
    Ok(())
}

async fn compare(client: &Client) -> Result<(Run, Run)> {
    Ok((run::<IndexedEvent>(client).await?, run::<Event>(client).await?))
}

async fn run<T: Latest>(client: &Client) -> Result<Run> {
    T::TABLE.create_table().exec(client).await?;
    let (start, next) = (Instant::now(), Arc::new(AtomicU64::new(1)));
    let mut writers = JoinSet::new();
    for _ in 0..WRITERS {
        let (mut q, next) = (client.query_client(), next.clone());
        writers.spawn(async move {
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first > EVENTS {
                    return Ok::<(), ydb_keys::Error>(());
                }
                let batch: Vec<T> = (first..first + BATCH).map(T::new).collect();
                T::upsert_many(&batch).exec(&mut q).idempotent(true).await?;
            }
        });
    }
    let mut pages = Vec::new();
    while !writers.is_empty() {
        leaf_through::<T>(client, &mut pages).await?;
        while let Some(writer) = writers.try_join_next() {
            writer??;
        }
    }
    let writing = start.elapsed();
    let (path, key) = T::READ;
    let updates = |all: &[Partition]| all.iter().map(|partition| partition.updates).sum::<u64>() >= EVENTS;
    let before = partitions_when(client, path, updates).await?;
    T::page(client, None).await?;
    let reads = |all: &[Partition]| all.iter().map(|partition| partition.reads).sum::<u64>();
    let after = partitions_when(client, path, |all| reads(all) >= reads(&before) + PAGE).await?;
    let partitions = before.iter().zip(&after).filter(|(before, after)| before.ranges != after.ranges).count();
    let rows = reads(&after) - reads(&before);
    Ok(Run { measured: Measured { key, partitions: after }, writing, pages, partitions, rows })
}

/// Reads some pages. Each continues exactly after the one before, whatever is written meanwhile.
async fn leaf_through<T: Latest>(client: &Client, pages: &mut Vec<Duration>) -> Result {
    let (mut token, mut last) = (None, None);
    for _ in 0..PAGES {
        let start = Instant::now();
        let page = T::page(client, token).await?;
        pages.push(start.elapsed());
        for event in &page.rows {
            let at = event.at();
            if last.replace(at).is_some_and(|last| at.0 > last.0 || at == last) {
                return Err(Failure::new("an event is out of order"));
            }
        }
        token = page.next;
        if token.is_none() {
            break;
        }
    }
    Ok(())
}

impl Run {
    fn show(&self) {
        let mut pages = self.pages.clone();
        pages.sort();
        let median = pages.get(pages.len() / 2).copied().unwrap_or_default();
        println!(
            "{:<34}  {:>5.1} s of writing; a page: {:>5.1} ms, {} rows from {} of {} partitions",
            self.measured.key,
            self.writing.as_secs_f64(),
            median.as_secs_f64() * 1e3,
            self.rows,
            self.partitions,
            self.measured.partitions.len(),
        );
    }
}
