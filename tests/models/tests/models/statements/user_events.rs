//! Tests statements of the documentation's user events, hashed over the user, and over the whole key.

use std::ops::Bound;
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use ydb_keys::YdbTable;

use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
pub(crate) struct UserEvent {
    pub(crate) userid: u64,
    pub(crate) timestamp: SystemTime,
    pub(crate) userevent: Option<String>,
}

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(timestamp, userid), userid, timestamp))]
pub(crate) struct SpreadUserEvent {
    pub(crate) timestamp: SystemTime,
    pub(crate) userid: u64,
    pub(crate) userevent: Option<String>,
}

/// Generates any second that a Timestamp can hold.
pub(crate) fn any_time() -> impl Strategy<Value = SystemTime> {
    (0..4_291_747_200_u64).prop_map(|second| SystemTime::UNIX_EPOCH + Duration::from_secs(second))
}

pub(crate) fn any_event() -> impl Strategy<Value = UserEvent> {
    (any::<u64>(), any_time(), any::<Option<String>>()).prop_map(|(userid, timestamp, userevent)| UserEvent {
        userid,
        timestamp,
        userevent,
    })
}

/// Returns 2024-05-06T07:08:09Z.
pub(crate) fn at() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_714_979_289)
}

#[test]
fn goldens() {
    let at = at();
    let later = at + Duration::from_secs(60);
    let event = UserEvent { userid: 42, timestamp: at, userevent: Some("login".to_owned()) };
    let rows = [event.clone(), UserEvent { userid: 43, timestamp: later, userevent: None }];
    let of = |userid: u64| UserEvent::scan().userid(userid);
    let token = || (42, at);
    insta::assert_snapshot!(
        "user_events",
        golden(&[
            ("insert", event.insert().statement()),
            ("upsert", event.upsert().statement()),
            ("replace", event.replace().statement()),
            ("insert_many", UserEvent::insert_many(&rows).statement()),
            ("upsert_many", UserEvent::upsert_many(&rows).statement()),
            ("replace_many", UserEvent::replace_many(&rows).statement()),
            ("update", UserEvent::update((42, at)).userevent(Some("logout".to_owned())).statement()),
            ("update_many", UserEvent::update_many(&rows).statement()),
            ("delete", UserEvent::delete((42, at)).statement()),
            ("delete_many", UserEvent::delete_many([(42, at), (43, later)]).statement()),
            ("get", UserEvent::get((42, at)).statement()),
            ("get_many", UserEvent::get_many([(42, at), (43, later)]).statement()),
            ("prefix", of(42).statement()),
            ("prefix, descending", of(42).descending().statement()),
            ("prefix, limit", of(42).limit(100).statement()),
            ("prefix, page", of(42).after(token()).limit(100).statement()),
            ("prefix, page, descending", of(42).descending().after(token()).limit(100).statement()),
            ("from..to", of(42).timestamp(at..later).statement()),
            ("from..=to", of(42).timestamp(at..=later).statement()),
            ("from..", of(42).timestamp(at..).statement()),
            ("..to", of(42).timestamp(..later).statement()),
            ("..=to", of(42).timestamp(..=later).statement()),
            ("after from", of(42).timestamp((Bound::Excluded(at), Bound::Unbounded)).statement()),
            ("after from, up to to", of(42).timestamp((Bound::Excluded(at), Bound::Included(later))).statement()),
            ("no bound", of(42).timestamp((Bound::Unbounded, Bound::Unbounded)).statement()),
            ("from..to, page", of(42).timestamp(at..later).after(token()).limit(10).statement()),
            (
                "from..to, page, descending",
                of(42).timestamp(at..later).descending().after(token()).limit(10).statement()
            ),
            ("whole key", of(42).timestamp(at).statement()),
            ("after the whole key", of(42).timestamp(at).after(token()).statement()),
            ("full scan", UserEvent::scan().full_scan().statement()),
            ("full scan, page", UserEvent::scan().full_scan().after(token()).limit(10).statement()),
            ("full scan of a range", UserEvent::scan().userid(40..50).full_scan().statement()),
            ("delete a prefix", of(42).delete().statement()),
            ("delete a range", of(42).timestamp(..at).delete().statement()),
            ("exists", UserEvent::exists((42, at)).statement()),
            ("any of a prefix", of(42).exists().statement()),
            (
                "any of a range, page, descending",
                of(42).timestamp(at..).descending().after(token()).exists().statement()
            ),
            ("count a prefix", of(42).count().statement()),
            ("count after", of(42).timestamp(..=later).after(token()).count().statement()),
            ("count a page", of(42).timestamp(at..later).after(token()).limit(10).count().statement()),
        ])
    );
}

#[test]
fn goldens_of_the_hash_over_the_whole_key() {
    let at = at();
    let event = SpreadUserEvent { timestamp: at, userid: 42, userevent: None };
    let token = || (42, at);
    insta::assert_snapshot!(
        "spread_user_events",
        golden(&[
            ("upsert", event.upsert().statement()),
            ("upsert_many", SpreadUserEvent::upsert_many(std::slice::from_ref(&event)).statement()),
            ("update", SpreadUserEvent::update((42, at)).userevent(None).statement()),
            ("delete", SpreadUserEvent::delete((42, at)).statement()),
            ("get", SpreadUserEvent::get((42, at)).statement()),
            ("get_many", SpreadUserEvent::get_many([(42, at)]).statement()),
            ("whole key", SpreadUserEvent::scan().userid(42).timestamp(at).statement()),
            ("prefix without its hash", SpreadUserEvent::scan().userid(42).full_scan().statement()),
            (
                "prefix and range without their hash, page",
                SpreadUserEvent::scan().userid(42).timestamp(at..).full_scan().after(token()).limit(5).statement()
            ),
        ])
    );
}
