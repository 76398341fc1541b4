//! Tests statements of the parts of an export: ranges between prefixes of the sorted columns, hashes included.

use std::time::SystemTime;

use ydb_keys::statements::Select;
use ydb_keys::{Result, Statement, Value, YdbRow, YdbTable};
use ydb_keys_core::keys::Rest;

use super::buckets::{Feed, Topic, TopicBySize};
use super::golden::golden;
use super::nullable::Sale;
use super::user_events::UserEvent;

fn text(text: &'static str) -> Value<'static> {
    Value::Utf8(text.into())
}

/// Returns the statement for 100 rows of a part between these ends.
fn part<T: YdbTable, R: YdbRow>(
    select: &Select<T, R>,
    from: Vec<Value<'static>>,
    after: Option<Vec<Value<'static>>>,
    to: Vec<Value<'static>>,
) -> Result<Statement<'static>> {
    select.next_of(&Rest { from, after, to }, 100)
}

/// Tests parts of the domain of a hash, and parts between partitions.
#[test]
fn goldens_of_a_hash() {
    let rows = [UserEvent { userid: 42, timestamp: SystemTime::UNIX_EPOCH, userevent: None }];
    let all = || UserEvent::scan().full_scan().select::<UserEvent>();
    let last = || UserEvent::scan().full_scan().descending().select::<UserEvent>();
    let one = || UserEvent::scan().userid(42).select::<UserEvent>();
    let hash = 15_395_265_915_043_915_720;
    let row = || Some(vec![Value::Uint64(42), Value::Timestamp(1)]);
    let (from, to) = (|| vec![Value::Uint64(1 << 60)], || vec![Value::Uint64(1 << 63)]);
    let two = || vec![Value::Uint64(1 << 60), Value::Uint64(7)];
    let three = || vec![Value::Uint64(1 << 63), Value::Uint64(7), Value::Timestamp(5)];
    let within = || vec![Value::Uint64(hash), Value::Uint64(42), Value::Timestamp(5)];
    insta::assert_snapshot!(
        "parts_of_user_events",
        golden(&[
            ("upsert_many", UserEvent::upsert_many(&rows).statement()),
            ("all", part(&all(), vec![], None, vec![])),
            ("first part", part(&all(), vec![], None, to())),
            ("part", part(&all(), from(), None, to())),
            ("last part", part(&all(), from(), None, vec![])),
            ("next rows", part(&all(), from(), row(), to())),
            ("next rows of the last part", part(&all(), from(), row(), vec![])),
            ("descending part", part(&last(), from(), None, to())),
            ("descending, next rows", part(&last(), from(), row(), to())),
            ("part between two columns and three", part(&all(), two(), None, three())),
            ("next rows before three columns", part(&all(), two(), row(), three())),
            ("descending, next rows after three columns", part(&last(), three(), row(), vec![])),
            ("part of a prefix", part(&one(), vec![], None, within())),
            ("next rows of a prefix", part(&one(), vec![], row(), within())),
        ])
    );
}

/// Tests bounds with NULL, before and after other columns.
#[test]
fn goldens_with_null_in_the_key() {
    let sale = |region: Option<&str>| Sale { account: 1, region: region.map(Into::into), id: 2, amount: None };
    let rows = [sale(None), sale(Some("a"))];
    let all = || Sale::scan().full_scan().select::<Sale>();
    let last = || Sale::scan().full_scan().descending().select::<Sale>();
    let bound = |region| vec![Value::Uint64(1), region, Value::Int32(2)];
    let two = |region| vec![Value::Uint64(1), region];
    insta::assert_snapshot!(
        "parts_of_sales",
        golden(&[
            ("upsert_many", Sale::upsert_many(&rows).statement()),
            ("part", part(&all(), two(text("a")), None, two(text("b")))),
            ("part from NULL", part(&all(), bound(Value::Null), None, bound(text("b")))),
            ("part up to NULL", part(&all(), vec![], None, bound(Value::Null))),
            ("next rows", part(&all(), vec![], Some(bound(text("a"))), bound(text("b")))),
            ("next rows after NULL", part(&all(), vec![], Some(bound(Value::Null)), bound(Value::Null))),
            ("descending, next rows", part(&last(), bound(text("a")), Some(bound(text("b"))), vec![])),
            ("descending, next rows after NULL", part(&last(), bound(Value::Null), Some(bound(Value::Null)), vec![])),
        ])
    );
}

/// Tests a table with buckets: a part has several buckets.
#[test]
fn goldens_of_buckets() {
    let rows = [Feed { at: 1, event_id: 7, note: None }, Feed { at: 2, event_id: 8, note: None }];
    let all = || Feed::scan().full_scan().select::<Feed>();
    let last = || Feed::scan().full_scan().descending().select::<Feed>();
    let range = || Feed::scan().at(1..=2).select::<Feed>();
    let bucket = |bucket| vec![Value::Uint32(bucket)];
    let row = || Some(vec![Value::Uint64(1), Value::Uint64(7)]);
    insta::assert_snapshot!(
        "parts_of_feed",
        golden(&[
            ("upsert_many", Feed::upsert_many(&rows).statement()),
            ("all buckets", part(&all(), vec![], None, vec![])),
            ("some buckets", part(&all(), bucket(1), None, bucket(2))),
            ("next rows", part(&all(), bucket(1), row(), bucket(2))),
            ("descending, next rows", part(&last(), bucket(1), row(), bucket(2))),
            ("range, in the first bucket", part(&range(), bucket(1), None, bucket(2))),
            ("range, next rows", part(&range(), bucket(1), row(), bucket(2))),
        ])
    );
}

/// Tests an index, which has its own buckets, then its columns, then the key with the table's buckets.
#[test]
fn goldens_of_an_index() {
    let topic = |topic: Option<&str>| Topic { day: 1, topic: topic.map(Into::into), id: 7, size: 5, text: "x".into() };
    let rows = [topic(None), topic(Some("a"))];
    let all = || Topic::index::<TopicBySize>().full_scan().select::<Topic>();
    let size = || Topic::index::<TopicBySize>().size(5).select::<Topic>();
    let row = |topic| Some(vec![Value::Int64(5), Value::Uint32(1), topic, Value::Uint64(7)]);
    let bucket = || vec![Value::Uint32(1)];
    insta::assert_snapshot!(
        "parts_of_topics",
        golden(&[
            ("upsert_many", Topic::upsert_many(&rows).statement()),
            ("some buckets", part(&all(), bucket(), None, vec![])),
            ("next rows", part(&all(), bucket(), row(text("a")), vec![])),
            ("next rows after NULL", part(&all(), bucket(), row(Value::Null), vec![])),
            ("prefix, in the first bucket", part(&size(), bucket(), None, vec![])),
            ("prefix, next rows", part(&size(), bucket(), row(text("a")), vec![])),
        ])
    );
}
