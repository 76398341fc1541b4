//! Counts the partitions that each operation touches, and shows how sequential ids spread over partitions with and
//! without a hash, by the counters of the embedded engine.
//!
//! `cargo run --release -p ydb-keys-benches --bin partitions`

#![recursion_limit = "256"]

use ydb::{Client, ClientBuilder};
use ydb_embedded::{PartitionStats, Server};
use ydb_keys::YdbTable;
use ydb_keys_benches::{Outcome, sized};

/// Number of users; `EVENTS` is the number of events of each.
const USERS: u64 = 200;
const EVENTS: u64 = 100;

#[derive(YdbTable)]
#[ydb(table = "events", primary_key(user_hash = numeric_hash(user_id), user_id, event_id))]
#[ydb(partitioning(uniform = 16), index(by_campaign, on(campaign)))]
struct Event {
    user_id: u64,
    event_id: u64,
    campaign: String,
    amount: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(table = "hashed", primary_key(order_hash = numeric_hash(order_id), order_id), partitioning(uniform = 16))]
struct Hashed {
    order_id: u64,
    amount: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(table = "plain", primary_key(order_id), partitioning(uniform = 16))]
#[ydb(allow(monotonic_leading_key, reason = "to be measured beside the table with a hash"))]
struct Plain {
    #[ydb(monotonic)]
    order_id: u64,
    amount: Option<f64>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    let server = Server::start().await?;
    let client = ClientBuilder::new_from_connection_string(server.connection_string())?.build().await?;
    touched(&server, &client).await?;
    spread(&server, &client).await
}

/// Runs every operation on a table of 16 partitions, keyed by a user's hash, the user and the event.
async fn touched(server: &Server, client: &Client) -> Outcome {
    let mut q = client.query_client();
    Event::TABLE.create_table().exec(&mut q).await?;
    let event = |n: u64| Event {
        user_id: n / EVENTS,
        event_id: n % EVENTS,
        campaign: format!("campaign {}", n % 1000),
        amount: Some(n as f64),
    };
    let events: Vec<Event> = (0..USERS * EVENTS).map(event).collect();
    Event::upsert_many(&events).exec(&mut q).await?;

    println!("partitions touched, of 16; {USERS} users with {EVENTS} events each");
    println!("{:<42} {:>5} {:>9}", "", "table", "its index");
    let mut meter = Meter { before: Counts::of(server)?, server };
    drop(Event::get((42, 7)).fetch(&mut q).await?);
    meter.print("get")?;
    drop(Event::get_many((0..100).map(|event| (42, event))).fetch(&mut q).await?);
    meter.print("get_many of 100 keys of one user")?;
    drop(Event::get_many((0..100).map(|user| (user, 7))).fetch(&mut q).await?);
    meter.print("get_many of 100 keys of 100 users")?;
    drop(Event::scan().user_id(42).fetch(&mut q).await?);
    meter.print("scan of one user")?;
    let page = Event::scan().user_id(42).page(10, None).fetch(&mut q).await?;
    meter.print("page of one user, the first")?;
    drop(Event::scan().user_id(42).page(10, page.next.as_ref()).fetch(&mut q).await?);
    meter.print("page of one user, the second")?;
    drop(Event::scan().full_scan().fetch(&mut q).await?);
    meter.print("scan of all users")?;
    event(4242).upsert().exec(&mut q).await?;
    meter.print("upsert")?;
    Event::update((42, 7)).amount(Some(1.0)).exec(&mut q).await?;
    meter.print("update")?;
    Event::delete((42, 7)).exec(&mut q).await?;
    meter.print("delete")?;
    Event::scan().user_id(42).event_id(10..20).delete().exec(&mut q).await?;
    meter.print("delete of a range of one user")?;
    let rows = Event::index::<EventByCampaign>().campaign("campaign 7").fetch(&mut q).await?;
    meter.print(&format!("scan of the index, full rows of {} users", rows.len()))
}

/// Counters of each partition of the table of [`Event`] and of its index.
struct Counts([Vec<[u64; 4]>; 2]);

impl Counts {
    fn of(server: &Server) -> Outcome<Self> {
        let counts = |stats: Vec<PartitionStats>| {
            let done = stats.into_iter().map(|partition| partition.counters);
            done.map(|done| [done.row_reads, done.range_reads, done.row_updates, done.row_deletes]).collect()
        };
        Ok(Counts([
            counts(server.partition_stats("events")?),
            counts(server.partition_stats("events/by_campaign/indexImplTable")?),
        ]))
    }
}

struct Meter<'s> {
    server: &'s Server,
    before: Counts,
}

impl Meter<'_> {
    /// Prints the number of partitions touched since the last call.
    fn print(&mut self, name: &str) -> Outcome {
        let now = Counts::of(self.server)?;
        let touched =
            |at: usize| now.0[at].iter().zip(&self.before.0[at]).filter(|(now, before)| now != before).count();
        println!("{name:<42} {:>5} {:>9}", touched(0), touched(1));
        self.before = now;
        Ok(())
    }
}

/// Writes the same sequential orders into two tables of 16 partitions.
async fn spread(server: &Server, client: &Client) -> Outcome {
    let mut q = client.query_client();
    Hashed::TABLE.create_table().exec(&mut q).await?;
    Plain::TABLE.create_table().exec(&mut q).await?;
    // Sequential.
    let orders = sized(100_000, 1000);
    for first in (0..orders).step_by(1000) {
        let ids = || first..first + 1000;
        let hashed: Vec<Hashed> = ids().map(|order_id| Hashed { order_id, amount: None }).collect();
        let plain: Vec<Plain> = ids().map(|order_id| Plain { order_id, amount: None }).collect();
        Hashed::bulk_upsert(&hashed).exec(client).await?;
        Plain::bulk_upsert(&plain).exec(client).await?;
    }
    println!("\nwrites of {orders} sequential orders to a partition, of 16");
    println!("{:<42} {:>7} {:>7} {:>7} {:>9}", "key", "least", "mean", "most", "most/mean");
    for (key, table) in [("(order_hash, order_id)", Hashed::TABLE), ("order_id", Plain::TABLE)] {
        let writes = server.partition_stats(table.name)?.into_iter().map(|partition| partition.counters.row_updates);
        let writes: Vec<u64> = writes.collect();
        let mean = writes.iter().sum::<u64>() as f64 / writes.len() as f64;
        let (least, most) = (writes.iter().min().copied().unwrap_or(0), writes.iter().max().copied().unwrap_or(0));
        println!("{key:<42} {least:>7} {mean:>7.0} {most:>7} {:>9.2}", most as f64 / mean);
    }
    Ok(())
}
