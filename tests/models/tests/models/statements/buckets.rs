//! Tests statements of tables and indexes with a bucket in front: several ranges, one order.

use std::ops::Bound;

use ydb_keys::{Value, YdbRow, YdbTable};

use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 3, at, event_id))]
pub(crate) struct Feed {
    pub(crate) at: u64,
    pub(crate) event_id: u64,
    pub(crate) note: Option<String>,
}

#[derive(YdbRow)]
#[allow(dead_code, reason = "its statements are read")]
#[ydb(of = Feed)]
struct Note {
    note: Option<String>,
}

#[derive(YdbRow)]
#[allow(dead_code, reason = "its statements are read")]
#[ydb(of = Feed)]
struct Event {
    event_id: u64,
}

/// Model with NULL in the key, after the bucket and another column.
#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "topics", primary_key(part = numeric_hash(id) % 2, day, topic, id))]
#[ydb(allow(nullable_key, reason = "a condition on the key with NULL"))]
#[ydb(index(by_size, on(size_part = numeric_hash(id) % 2, size)))]
pub(crate) struct Topic {
    pub(crate) day: u32,
    pub(crate) topic: Option<String>,
    pub(crate) id: u64,
    pub(crate) size: i64,
    pub(crate) text: String,
}

/// Model with a bucket in front of an index, whose rows lack a column of the table.
#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "shop/timed", primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_time, on(time_shard = xxh3(order_id) % 3, placed_at), cover(cents)))]
pub(crate) struct Timed {
    pub(crate) order_id: u64,
    pub(crate) placed_at: Option<u64>,
    pub(crate) cents: i64,
    pub(crate) note: Option<String>,
}

#[derive(YdbRow)]
#[allow(dead_code, reason = "its statements are read")]
#[ydb(of = Timed, covered_by = "by_time")]
struct Cents {
    order_id: u64,
    cents: i64,
}

#[test]
fn goldens_of_a_table() {
    let event = |at, event_id| Feed { at, event_id, note: Some("n".into()) };
    let rows = [event(1, 7), event(2, 8)];
    let all = || Feed::scan().full_scan();
    let range = || Feed::scan().at(1..=2);
    insta::assert_snapshot!(
        "feed",
        golden(&[
            ("upsert_many", Feed::upsert_many(&rows).statement()),
            ("get", Feed::get((1, 7)).statement()),
            ("get_many", Feed::get_many([(1, 7), (2, 8)]).statement()),
            ("full scan", all().statement()),
            ("full scan, descending", all().descending().statement()),
            ("limit", all().limit(50).statement()),
            ("limit, descending", all().descending().limit(50).statement()),
            ("range", range().statement()),
            ("range, limit", range().limit(50).statement()),
            ("prefix, limit", Feed::scan().at(1).limit(50).statement()),
            ("inputs fixed", Feed::scan().at(1).event_id(7).statement()),
            ("prefix and range of an input, limit", Feed::scan().at(1).event_id(7..).limit(50).statement()),
            ("after", all().after((1, 7)).statement()),
            ("after, limit", range().after((1, 7)).limit(50).statement()),
            ("after, limit, descending", range().descending().after((1, 7)).limit(50).statement()),
            ("page", all().page(50, None).statement()),
            ("page of a projection", all().page(50, None).select::<Note>().statement()),
            ("projection, limit", range().limit(50).select::<Event>().statement()),
            ("count", range().count().statement()),
            ("count at most", range().limit(5).count().statement()),
            ("any of a range", range().exists().statement()),
            ("delete a range", Feed::scan().at(..2).delete().statement()),
            ("delete a prefix", Feed::scan().at(1).delete().statement()),
        ])
    );
}

#[test]
fn goldens_with_null_in_the_key() {
    let topic = |topic: Option<&str>| Topic { day: 1, topic: topic.map(Into::into), id: 7, size: 5, text: "x".into() };
    let rows = [topic(None), topic(Some("a"))];
    let named = || Some("a".to_owned());
    let all = || Topic::scan().full_scan();
    let day = || Topic::scan().day(1);
    let by_size = || Topic::index::<TopicBySize>();
    let place = |topic: Value<'static>| {
        let values = vec![Value::Int64(5), Value::Uint32(1), topic, Value::Uint64(7)];
        by_size().full_scan().select::<Topic>().position(values).unwrap()
    };
    insta::assert_snapshot!(
        "topics",
        golden(&[
            ("upsert_many", Topic::upsert_many(&rows).statement()),
            ("prefix with NULL, limit", day().topic(None).limit(10).statement()),
            ("after NULL, limit", all().after((1, None, 7)).limit(10).statement()),
            ("after NULL, limit, descending", all().descending().after((1, None, 7)).limit(10).statement()),
            ("after, limit", day().after((1, named(), 7)).limit(10).statement()),
            ("after, limit, descending", day().descending().after((1, named(), 7)).limit(10).statement()),
            ("up to, limit", day().topic(..=named()).limit(10).statement()),
            (
                "after NULL up to, limit",
                day().topic((Bound::Excluded(None), Bound::Included(named()))).limit(10).statement()
            ),
            ("full rows of an index, limit", by_size().size(5).limit(10).statement()),
            (
                "full rows of an index, next batch after NULL",
                by_size().full_scan().select::<Topic>().batch(10, Some(place(Value::Null)))
            ),
        ])
    );
}

#[test]
fn goldens_of_an_index() {
    let timed = |order_id, placed_at| Timed { order_id, placed_at, cents: 5, note: None };
    let rows = [timed(7, Some(1)), timed(8, None)];
    let all = || Timed::index::<TimedByTime>().full_scan();
    let range = || Timed::index::<TimedByTime>().placed_at(Some(1)..);
    let place = |placed_at| all().select::<Timed>().position(vec![placed_at, Value::Uint64(7)]).unwrap();
    insta::assert_snapshot!(
        "timed",
        golden(&[
            ("upsert_many", Timed::upsert_many(&rows).statement()),
            ("full rows", range().statement()),
            ("full rows, limit", range().limit(50).statement()),
            ("full rows, limit, descending", all().descending().limit(50).statement()),
            ("full rows, page", all().page(50, None).statement()),
            ("covered rows", range().select::<Cents>().statement()),
            ("covered rows, page", range().page(50, None).select::<Cents>().statement()),
            ("covered rows, next batch", all().select::<Cents>().batch(50, Some(place(Value::Uint64(1))))),
            ("covered rows, next batch after NULL", all().select::<Cents>().batch(50, Some(place(Value::Null)))),
            (
                "full rows, next batch, descending",
                all().descending().select::<Timed>().batch(50, Some(place(Value::Uint64(1))))
            ),
            ("count", range().count().statement()),
            ("any", range().exists().statement()),
        ])
    );
}
