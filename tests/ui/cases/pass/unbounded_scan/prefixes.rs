// Every prefix that fixes the inputs of the hash.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    timestamp: SystemTime,
    userid: u64,
    userevent: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "visits")]
#[ydb(primary_key(visit_hash = xxh3(site, userid), site, userid, at))]
struct Visit {
    site: String,
    userid: u64,
    at: SystemTime,
}

#[derive(YdbTable)]
#[ydb(table = "accounts")]
#[ydb(primary_key(name, number))]
struct Account {
    name: String,
    number: u64,
}

fn main() {
    let at = SystemTime::UNIX_EPOCH;
    let _ = UserEvent::scan().userid(1).statement();
    let _ = UserEvent::scan().userid(1).timestamp(at).statement();
    let _ = UserEvent::scan().userid(1).timestamp(at).delete().statement();
    let _ = Visit::scan().site("a".to_owned()).userid(1).statement();
    let _ = Visit::scan().site("a".to_owned()).userid(1).at(at).statement();
    let _ = Account::scan().name("a".to_owned()).statement();
    let _ = Account::scan().name("a".to_owned()).number(1).statement();
    let _ = Account::scan().name("a".to_owned()..).statement();
    let _ = Account::scan().name("a").number(1).statement();
    let _ = Account::scan().name("a".."b").statement();
}
