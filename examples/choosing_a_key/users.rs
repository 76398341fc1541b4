//! Measures keys of a user and a time: events, read user by user. The newest users are the most active ones.

use std::time::{Duration, SystemTime};

use support::Result;
use ydb_keys::YdbTable;

use crate::made::{at, random, since_epoch};
use crate::measure::{Measure, ROWS};
use crate::story::{Picture, Story};

#[derive(YdbTable)]
#[ydb(table = "user/time_first", primary_key(timestamp, userid))]
#[ydb(allow(monotonic_leading_key, reason = "the bad key of this comparison"))]
struct TimeFirst {
    timestamp: SystemTime,
    userid: u64,
    userevent: u32,
}

#[derive(YdbTable)]
#[ydb(table = "user/user_first", primary_key(userid, timestamp))]
#[ydb(allow(undeclared_leading_key, reason = "another bad key of this comparison"))]
struct UserFirst {
    userid: u64,
    timestamp: SystemTime,
    userevent: u32,
}

#[derive(YdbTable)]
#[ydb(table = "user/hash_of_user", primary_key(userhash = xxh3(userid), userid, timestamp))]
struct HashOfUser {
    userid: u64,
    timestamp: SystemTime,
    userevent: u32,
}

#[derive(YdbTable)]
#[ydb(table = "user/hash_of_both", primary_key(eventhash = xxh3(userid, timestamp), userid, timestamp))]
struct HashOfBoth {
    userid: u64,
    timestamp: SystemTime,
    userevent: u32,
}

#[derive(YdbTable)]
#[ydb(table = "user/bucket", primary_key(shard = xxh3(userid, timestamp) % 16, timestamp, userid))]
struct Bucket {
    timestamp: SystemTime,
    userid: u64,
    userevent: u32,
}

/// Returns the user of event `n`: a new one registers with every 16th event, and half of all events are of the newest
/// 50.
fn user(n: u64) -> u64 {
    let registered = 500 + n / 16;
    let random = random(n, 0);
    match random % 2 {
        0 => registered - (random >> 1) % 50,
        _ => 1 + (random >> 1) % registered,
    }
}

/// Returns the events as CSV, in order of arrival.
pub(crate) fn csv() -> String {
    let line = |n| {
        let since = since_epoch(n);
        // The 1st of January 2026 is the day of all of them.
        let second = since.as_secs() % 86_400;
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let micros = since.subsec_micros();
        format!("{},2026-01-01T{hour:02}:{minute:02}:{second:02}.{micros:06}Z,1\n", user(n))
    };
    std::iter::once("userid,timestamp,userevent\n".to_owned()).chain((0..ROWS).map(line)).collect()
}

pub(crate) async fn story(measure: &Measure) -> Result<Story<'_>> {
    let client = &measure.client;
    let (userid, timestamp) = (user(8_000), at(8_000));
    let minute = || timestamp..timestamp + Duration::from_secs(60);
    let start = since_epoch(8_000).as_micros();
    let user_by_hand = format!("WHERE userid = {userid} ORDER BY timestamp");
    let minute_by_hand = format!(
        "WHERE timestamp >= CAST({start}ul AS Timestamp) AND timestamp < CAST({}ul AS Timestamp)",
        start + 60_000_000
    );
    let mut choices = Vec::new();

    let row = |n| TimeFirst { timestamp: at(n), userid: user(n), userevent: 1 };
    let mut choice = measure.write("timestamp, userid", &(0..ROWS).map(row).collect::<Vec<_>>()).await?;
    choice.read(TimeFirst::get((timestamp, userid)).fetch(client)).await?;
    choice.query(&user_by_hand).await?;
    choice.read(TimeFirst::scan().timestamp(minute()).fetch(client)).await?;
    choices.push(choice);

    let row = |n| UserFirst { userid: user(n), timestamp: at(n), userevent: 1 };
    let mut choice = measure.write("userid, timestamp", &(0..ROWS).map(row).collect::<Vec<_>>()).await?;
    choice.read(UserFirst::get((userid, timestamp)).fetch(client)).await?;
    choice.read(UserFirst::scan().userid(userid).fetch(client)).await?;
    choice.query(&minute_by_hand).await?;
    choices.push(choice);

    let row = |n| HashOfUser { userid: user(n), timestamp: at(n), userevent: 1 };
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let mut choice = measure.write("userhash = xxh3(userid), userid, timestamp", &rows).await?;
    choice.read(HashOfUser::get((userid, timestamp)).fetch(client)).await?;
    choice.read(HashOfUser::scan().userid(userid).fetch(client)).await?;
    choice.query(&minute_by_hand).await?;
    choices.push(choice);

    let row = |n| HashOfBoth { userid: user(n), timestamp: at(n), userevent: 1 };
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let mut choice = measure.write("eventhash = xxh3(userid, timestamp), ..", &rows).await?;
    choice.read(HashOfBoth::get((userid, timestamp)).fetch(client)).await?;
    choice.query(&user_by_hand).await?;
    choice.query(&minute_by_hand).await?;
    choices.push(choice);

    let row = |n| Bucket { timestamp: at(n), userid: user(n), userevent: 1 };
    let rows: Vec<_> = (0..ROWS).map(row).collect();
    let mut choice = measure.write("shard = xxh3(userid, timestamp) % 16, ..", &rows).await?;
    choice.read(Bucket::get((timestamp, userid)).fetch(client)).await?;
    choice.query(&user_by_hand).await?;
    choice.read(Bucket::scan().timestamp(minute()).fetch(client)).await?;
    choices.push(choice);

    Ok(Story {
        title: "A user and a time: events, half of them of the 50 newest users",
        reads: &["one event", "of one user", "a minute"],
        choices,
        picture: Picture {
            file: "key-user",
            title: "A user and a time: 16,000 events in order of arrival",
            panels: &[
                (0, "The time first", "timestamp, userid"),
                (1, "The user first", "userid, timestamp"),
                (2, "A hash of the user first", "userhash, userid, timestamp"),
            ],
        },
    })
}
