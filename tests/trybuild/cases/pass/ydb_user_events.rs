//! YDB's page on primary keys: the events of users under its three good keys.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(userid, timestamp))]
struct Reordered {
    #[ydb(dispersed)]
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

#[derive(YdbTable)]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct Hashed {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

/// Of the page's older version, `HASH(timestamp, userid)`.
#[derive(YdbTable)]
#[ydb(primary_key(event_hash = xxh3(timestamp, userid), userid, timestamp))]
struct HashOfAll {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

fn main() {
    let keys = [Reordered::TABLE, Hashed::TABLE, HashOfAll::TABLE].map(|table| table.create_table().to_string());
    assert!(keys[0].contains("PRIMARY KEY (`userid`, `timestamp`)"));
    assert!(keys[1].contains("PRIMARY KEY (`userhash`, `userid`, `timestamp`)"));
    assert!(keys[2].contains("PRIMARY KEY (`event_hash`, `userid`, `timestamp`)"));
}
