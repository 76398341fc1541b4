use ydb_keys::YdbTable;

// The range of everything.
mod range_full {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    pub fn run() {
        let _ = Account::scan().name("a".to_owned()).number(..).statement();
    }
}

// All forms of a range, on the column after the prefix.
mod ranges {
    use std::ops::Bound;
    use std::time::{Duration, SystemTime};

    use super::*;

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

    pub fn run() {
        let (from, to) = (SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + Duration::from_secs(60));
        let scan = || UserEvent::scan().userid(1);
        let _ = scan().timestamp(from..to).statement();
        let _ = scan().timestamp(from..=to).statement();
        let _ = scan().timestamp(from..).statement();
        let _ = scan().timestamp(..to).statement();
        let _ = scan().timestamp(..=to).statement();
        let _ = scan().timestamp((Bound::Excluded(from), Bound::Unbounded)).statement();
        let _ = scan().timestamp(from..to).descending().limit(10).after((1, from)).statement();
        let _ = Visit::scan().site("a".to_owned()).userid(1).at(from..to).delete().statement();
    }
}

fn main() {
    range_full::run();
    ranges::run();
}
