//! Tests the hashes in the golden statements against an independent implementation.
//!
//! The numbers were made with PyPI `xxhash` 4.1, `xxhash.xxh3_64_intdigest(bytes)`, over the bytes written beside each.

use std::time::SystemTime;

use ydb_keys::{Statement, Value, YdbTable};

use super::agreement::single_values;
use super::serial::Ticket;
use super::user_events::{SpreadUserEvent, UserEvent, at};
use super::visits::Visit;

fn hash(statement: &Statement<'_>, column: &str) -> Option<u64> {
    single_values(statement).into_iter().find_map(|(name, value)| match value {
        Value::Uint64(hash) if name == column => Some(hash),
        _ => None,
    })
}

#[test]
fn of_one_number() {
    // struct.pack('<Q', 42) and 43
    for (userid, expected) in [(42, 15395265915043915720), (43, 16228773556431963628)] {
        assert_eq!(hash(&UserEvent::get((userid, at())).statement().unwrap(), "userhash"), Some(expected));
        assert_eq!(hash(&UserEvent::scan().userid(userid).statement().unwrap(), "userhash"), Some(expected));
        let event = UserEvent { userid, timestamp: SystemTime::UNIX_EPOCH, userevent: None };
        assert_eq!(hash(&event.upsert().statement().unwrap(), "userhash"), Some(expected));
    }
}

#[test]
fn of_a_time_and_a_number() {
    // struct.pack('<QQ', 1714979289000000, 42)
    let expected = Some(13016671078585954744);
    assert_eq!(hash(&SpreadUserEvent::get((42, at())).statement().unwrap(), "userhash"), expected);
    let scan = SpreadUserEvent::scan().userid(42).timestamp(at());
    assert_eq!(hash(&scan.statement().unwrap(), "userhash"), expected);
}

#[test]
fn of_a_text_and_a_number() {
    // struct.pack('<I', 4) + b'docs' + struct.pack('<I', 7), and the same of b'blog' and 9
    for (site, device, expected) in [("docs", 7, 9930649489818594934), ("blog", 9, 4296948214141254031)] {
        let scan = Visit::scan().device(device).site(site.to_owned());
        assert_eq!(hash(&scan.statement().unwrap(), "visit_hash"), Some(expected));
        let delete = Visit::delete((device, site.to_owned(), at()));
        assert_eq!(hash(&delete.statement().unwrap(), "visit_hash"), Some(expected));
    }
}

#[test]
fn of_a_text() {
    // b'acme' and b'zeta', without a length
    for (tenant, expected) in [("acme", 4948779126678378721), ("zeta", 4650187384188171851)] {
        assert_eq!(hash(&Ticket::get((tenant.to_owned(), 5)).statement().unwrap(), "tenant_hash"), Some(expected));
        let ticket = Ticket { tenant: tenant.to_owned(), number: 0, queue: 0, status: None };
        assert_eq!(hash(&ticket.insert().statement().unwrap(), "tenant_hash"), Some(expected));
    }
}
