//! Tests scans with a filter: each way to read gives the rows of the range for which the condition is true.

use e2e_tests::Database;
use futures_util::TryStreamExt as _;
use ydb_keys::statements::{Condition, Select};
use ydb_keys::{PageToken, YdbTable};
use ydb_keys_bulk::BulkSelect as _;

/// Model with a bucket in front of the key, and indexes with and without one.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/filtered_events", primary_key(shard = xxh3(id) % 3, day, id))]
#[ydb(index(by_kind, on(kind, id), cover(note)))]
#[ydb(index(by_size, on(size_shard = xxh3(id) % 2, size, id)))]
struct Event {
    day: u32,
    id: u64,
    kind: u32,
    size: i64,
    note: Option<String>,
    most: Option<i64>,
}

/// Model with a hash in front of the key.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/filtered_messages", primary_key(chat_hash = numeric_hash(chat), chat, number))]
struct Message {
    chat: u64,
    number: u64,
    author: u64,
    note: Option<String>,
}

fn events() -> Vec<Event> {
    let note = |id: u64| (!id.is_multiple_of(3)).then(|| format!("n{}", id % 5));
    let most = |id: u64| (!id.is_multiple_of(4)).then_some(id as i64 % 7);
    (0..60_u64)
        .map(|id| Event {
            day: id as u32 / 6,
            id,
            kind: id as u32 % 2,
            size: id as i64 % 10,
            note: note(id),
            most: most(id),
        })
        .collect()
}

fn messages() -> Vec<Message> {
    let note = |n: u64| (!n.is_multiple_of(3)).then(|| format!("n{}", n % 5));
    (0..60).map(|n| Message { chat: n / 20, number: n % 20, author: n % 4, note: note(n) }).collect()
}

/// Tests all ways to read the rows.
async fn is_read<T: YdbTable + Clone + std::fmt::Debug + PartialEq + Send + Sync + Unpin>(
    database: &Database,
    scan: &Select<T>,
    expected: &[T],
) {
    let client = database.client();
    assert_eq!(scan.fetch(client).await.unwrap(), expected);
    assert_eq!(scan.first(client).await.unwrap().as_ref(), expected.first());
    assert_eq!(scan.clone().count().fetch(client).await.unwrap(), expected.len() as u64);
    assert_eq!(scan.clone().exists().fetch(client).await.unwrap(), !expected.is_empty());
    let mut reversed = expected.to_vec();
    reversed.reverse();
    assert_eq!(scan.clone().descending().fetch(client).await.unwrap(), reversed);
    for size in [1, 2, 7, 100] {
        let some = &expected[..expected.len().min(size as usize)];
        assert_eq!(scan.clone().limit(size).fetch(client).await.unwrap(), some);
        assert_eq!(scan.clone().limit(size).count().fetch(client).await.unwrap(), some.len() as u64);
        let streamed: Vec<T> = scan.clone().stream(client).batch(size).try_collect().await.unwrap();
        assert_eq!(streamed, expected);
        let (mut paged, mut token) = (Vec::new(), None::<PageToken>);
        loop {
            let page = scan.clone().descending().page(size, token.as_ref()).fetch(client).await.unwrap();
            assert!(page.rows.len() as u64 == size || page.next.is_none());
            paged.extend(page.rows);
            token = page.next;
            if token.is_none() {
                break;
            }
        }
        assert_eq!(paged, reversed);
    }
}

/// Condition of a filter, written in Rust.
type Holds = fn(&Event) -> bool;

fn conditions() -> Vec<(Condition<Event>, Holds)> {
    let c = Event::COLUMNS;
    vec![
        (c.kind.eq(1), |event| event.kind == 1),
        (c.note.is_null(), |event| event.note.is_none()),
        (c.note.ne("n1").and(c.size.lt(7)), |event| {
            event.note.as_ref().is_some_and(|note| note != "n1") && event.size < 7
        }),
        (!c.note.eq("n1"), |event| event.note.as_ref().is_some_and(|note| note != "n1")),
        (c.size.gt(c.most).or(c.id.le(5)), |event| event.most.is_some_and(|most| event.size > most) || event.id <= 5),
        (c.kind.eq(9), |_| false),
    ]
}

#[tokio::test]
async fn scans_of_buckets_and_indexes() {
    let database = Database::with::<Event>().await;
    let rows = events();
    Event::upsert_many(&rows).exec(database.client()).await.unwrap();
    let mut by_size = rows.clone();
    by_size.sort_by_key(|row| (row.size, row.id));
    for (condition, holds) in conditions() {
        let filtered = |rows: &[Event], inside: Holds| -> Vec<Event> {
            rows.iter().filter(|row| inside(row) && holds(row)).cloned().collect()
        };
        let all = Event::scan().full_scan().filter(condition.clone()).select::<Event>();
        is_read(&database, &all, &filtered(&rows, |_| true)).await;
        let days = Event::scan().day(3..=7).filter(condition.clone()).select::<Event>();
        is_read(&database, &days, &filtered(&rows, |row| (3..=7).contains(&row.day))).await;
        let one = Event::scan().day(3).id(18..).select::<Event>().filter(condition.clone());
        is_read(&database, &one, &filtered(&rows, |row| row.day == 3)).await;
        let by_kind = Event::index::<EventByKind>().kind(1).filter(condition.clone()).select::<Event>();
        is_read(&database, &by_kind, &filtered(&rows, |row| row.kind == 1)).await;
        let sizes = Event::index::<EventBySize>().size(4..).filter(condition.clone()).select::<Event>();
        is_read(&database, &sizes, &filtered(&by_size, |row| row.size >= 4)).await;
        // An export reads in parts.
        let bulk = database.bulk().await;
        for scan in [all, days] {
            let mut exported: Vec<Event> = Vec::new();
            for stream in scan.clone().export(&bulk).split(4).await.unwrap() {
                exported.extend(stream.try_collect::<Vec<_>>().await.unwrap());
            }
            exported.sort_by_key(|row| row.id);
            assert_eq!(exported, scan.fetch(database.client()).await.unwrap());
        }
    }
}

#[tokio::test]
async fn scans_behind_a_hash() {
    let database = Database::with::<Message>().await;
    let client = database.client();
    let rows = messages();
    Message::insert_many(&rows).exec(client).await.unwrap();
    let c = Message::COLUMNS;
    let condition = || c.author.eq(2).or(c.note.eq("n4"));
    let holds = |row: &Message| row.author == 2 || row.note.as_deref() == Some("n4");
    let expected: Vec<Message> = rows.iter().filter(|row| row.chat == 1 && holds(row)).cloned().collect();
    let scan = || Message::scan().chat(1).filter(condition());
    is_read(&database, &scan().select::<Message>(), &expected).await;
    let late: Vec<Message> = expected.iter().filter(|row| row.number > 9).cloned().collect();
    is_read(&database, &Message::scan().filter(condition()).chat(1).number(10..).select::<Message>(), &late).await;
    assert_eq!(scan().after((1, 9)).fetch(client).await.unwrap(), late);
    let two = scan().filter(c.number.gt(9)).filter(c.note.is_not_null()).fetch(client).await.unwrap();
    assert_eq!(two, late.iter().filter(|row| row.note.is_some()).cloned().collect::<Vec<_>>());
    // A token of a page is that of a place, whatever is filtered.
    let page = Message::scan().chat(1).page(10, None).fetch(client).await.unwrap();
    let next = scan().page(100, page.next.as_ref()).fetch(client).await.unwrap();
    assert_eq!(next.rows, late);
    scan().delete().exec(client).await.unwrap();
    let left: Vec<Message> = rows.iter().filter(|row| row.chat == 1 && !holds(row)).cloned().collect();
    assert_eq!(Message::scan().chat(1).fetch(client).await.unwrap(), left);
    assert_eq!(Message::scan().chat(2).count().fetch(client).await.unwrap(), 20);
}
