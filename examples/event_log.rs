//! Events of users, in time order for each user: a read of one user's events touches one partition of many.

use std::time::{Duration, SystemTime};

use clap::Parser;
use support::{Database, Partition, Result, partitions_when};
use ydb::Client;
use ydb_keys::{YdbTable, yql};

const USERS: u64 = 1_000;
const EVENTS_OF_EACH: u64 = 20;

/// Event of a user. If `timestamp` led the key, all new events would go to the last partition. If `userid` led it and
/// ids were sequential, the events of all new users would. A hash of the user leads instead, and all events of one user
/// lie together.
///
/// Two events of a user in one microsecond would be one row. If that can happen, the key ends with an id of the event.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/event_log/user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
#[ydb(partitioning(uniform = 16), ttl(column = timestamp, after = "P30D"))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

/// Reads the events of one user in time order, and counts the partitions that each read touches
#[derive(Parser)]
struct Options {}

#[tokio::main]
async fn main() -> Result {
    Options::parse();
    let database = Database::open(&[UserEvent::TABLE]).await?;
    story(&database.client).await.and(database.close().await)
}

async fn story(client: &Client) -> Result {
    UserEvent::TABLE.create_table().exec(client).await?;

    let now = SystemTime::now();
    let events = events(now);
    UserEvent::upsert_many(&events).exec(client).await?;
    println!("Wrote {} events of {USERS} users, over the last two days.", events.len());

    let before = partitions_when(client, UserEvent::TABLE.name, |all| updates(all) >= events.len() as u64).await?;
    let (least, most) = (before.iter().map(|p| p.rows).min(), before.iter().map(|p| p.rows).max());
    let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
    println!("The hash spreads them over {} partitions, with {least} to {most} rows each.\n", before.len());

    println!("                                      rows   rows read   partitions touched");
    let all = UserEvent::scan().userid(42).fetch(client).await?;
    let before = report(client, "all events of user 42", all.len(), before).await?;

    let newest = UserEvent::scan().userid(42).descending().limit(3).fetch(client).await?;
    let before = report(client, "the newest three", newest.len(), before).await?;

    let hour = Duration::from_secs(3600);
    let recent = UserEvent::scan().userid(42).timestamp(now - 6 * hour..).fetch(client).await?;
    let before = report(client, "of the last six hours", recent.len(), before).await?;

    // The time alone is not a prefix of the key, so every partition is read. Neither a scan of the model nor a query
    // compiles without `full_scan`.
    let of_all = yql!(
        "SELECT COUNT(*) FROM {UserEvent} WHERE timestamp >= $from",
        from = now - 6 * hour,
        full_scan(UserEvent, reason = "shows what a scan of the table costs")
    );
    let count: u64 = of_all.fetch_one(client).await?;
    report(client, "six hours of all users, by hand", count as usize, before).await?;

    println!("\nUser 42, newest first:");
    for event in &newest {
        let minutes = now.duration_since(event.timestamp)?.as_secs() / 60;
        println!("  {:>2} h {:02} min ago  {}", minutes / 60, minutes % 60, event.userevent.as_deref().unwrap_or(""));
    }
    Ok(())
}

/// Returns events: each user has one every two and a half hours, the latest within the last hour.
fn events(now: SystemTime) -> Vec<UserEvent> {
    let actions = ["login", "search", "view", "purchase", "logout"];
    let event = |userid, i| {
        let ago = Duration::from_secs(60 * (i * 150 + userid % 60));
        UserEvent { userid, timestamp: now - ago, userevent: Some(actions[(i % 5) as usize].to_owned()) }
    };
    (0..USERS).flat_map(|userid| (0..EVENTS_OF_EACH).map(move |i| event(userid, i))).collect()
}

/// Prints the rows and partitions of a read, by the counters before and after it.
async fn report(client: &Client, what: &str, rows: usize, before: Vec<Partition>) -> Result<Vec<Partition>> {
    let after =
        partitions_when(client, UserEvent::TABLE.name, |all| reads(all) >= reads(&before) + rows as u64).await?;
    let touched = after.iter().zip(&before).filter(|(after, before)| after.ranges > before.ranges).count();
    let read = reads(&after) - reads(&before);
    println!("  {what:<32} {rows:>7} {read:>11} {touched:>14} of {}", after.len());
    Ok(after)
}

fn updates(partitions: &[Partition]) -> u64 {
    partitions.iter().map(|partition| partition.updates).sum()
}

fn reads(partitions: &[Partition]) -> u64 {
    partitions.iter().map(|partition| partition.reads).sum()
}
