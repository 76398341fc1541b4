//! Tests key structs: their equality, and maps of rows by key.

use std::hash::{BuildHasher, RandomState};
use std::time::{Duration, SystemTime};

use ydb_keys::__private::tests::ordered_bytes;
use ydb_keys::{Value, YdbKey, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(name, at))]
struct Event {
    name: String,
    #[ydb(type = "Timestamp")]
    at: SystemTime,
}

fn key(name: &str, seconds: u64) -> EventKey {
    EventKey { name: name.to_owned(), at: SystemTime::UNIX_EPOCH + Duration::from_secs(seconds) }
}

/// Returns a key with a time that a Timestamp cannot hold.
fn unstorable(name: &str, before: u64) -> EventKey {
    EventKey { name: name.to_owned(), at: SystemTime::UNIX_EPOCH - Duration::from_secs(before) }
}

#[test]
fn keys_that_no_column_can_hold_are_equal_to_themselves_only() {
    assert_eq!(unstorable("a", 1), unstorable("a", 1));
    assert_ne!(unstorable("a", 1), unstorable("a", 2));
    assert_ne!(unstorable("a", 1), key("a", 1));
}

#[test]
fn a_map_tells_keys_apart() {
    let hasher = RandomState::new();
    let hash = |key: EventKey| hasher.hash_one(key);
    assert_eq!(hash(key("a", 1)), hash(key("a", 1)));
    // Four times equal 64-bit hashes of random seeds do not happen.
    assert!((2..6).any(|second| hash(key("a", second)) != hash(key("a", 1))));
    assert!(["b", "c", "d", "e"].iter().any(|name| hash(key(name, 1)) != hash(key("a", 1))));
}

#[test]
fn a_key_without_a_hash_column_has_no_hash() {
    assert_eq!(key("a", 1).hash().unwrap(), None);
}

/// Tests that a value that no key holds has bytes, too, so that a list of values is never cut short: IEEE 754, the sign
/// first.
#[test]
fn floats_have_their_bytes() {
    assert_eq!(ordered_bytes(&[Value::Float(1.5)]), [1, 0x3f, 0xc0, 0, 0]);
    assert_eq!(ordered_bytes(&[Value::Double(-2.0)]), [1, 0xc0, 0, 0, 0, 0, 0, 0, 0]);
}
