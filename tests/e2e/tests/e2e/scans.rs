//! Tests reads of ranges of the key: every form of range, both directions, limits, and other operations than reading
//! rows.

use std::ops::Bound::{Excluded, Included, Unbounded};

use e2e_tests::{Database, is};
use ydb_keys::{ErrorKind, YdbTable};

use crate::models::*;

/// Compares every operation of a scan with its rows in order.
macro_rules! scan {
    ($database:expr, $scan:expr, $expected:expr) => {{
        let (label, expected) = (stringify!($scan), $expected);
        let mut reversed = expected.clone();
        reversed.reverse();
        let q = &mut $database.q();
        assert_eq!($scan.fetch(&mut *q).await.unwrap(), expected, "{label}");
        assert_eq!($scan.descending().fetch(&mut *q).await.unwrap(), reversed, "descending {label}");
        assert_eq!($scan.limit(2).fetch(&mut *q).await.unwrap(), expected[..expected.len().min(2)], "limit {label}");
        let last = reversed[..reversed.len().min(3)].to_vec();
        assert_eq!($scan.descending().limit(3).fetch(&mut *q).await.unwrap(), last, "descending limit {label}");
        assert_eq!($scan.first(&mut *q).await.unwrap().as_ref(), expected.first(), "first {label}");
        assert_eq!($scan.descending().first(&mut *q).await.unwrap().as_ref(), expected.last(), "last {label}");
        assert_eq!($scan.count().fetch(&mut *q).await.unwrap(), expected.len() as u64, "count {label}");
        assert_eq!(
            $scan.limit(2).count().fetch(&mut *q).await.unwrap(),
            expected.len().min(2) as u64,
            "count of limit {label}"
        );
        assert_eq!($scan.exists().fetch(&mut *q).await.unwrap(), !expected.is_empty(), "exists {label}");
        let mut streamed = Vec::new();
        let mut rows = $scan.stream(&mut *q).batch(2);
        while let Some(row) = rows.try_next().await.unwrap() {
            streamed.push(row);
        }
        drop(rows);
        assert_eq!(streamed, expected, "stream {label}");
        let (mut paged, mut token) = (Vec::new(), None);
        loop {
            let page = $scan.descending().page(2, token.as_ref()).fetch(&mut *q).await.unwrap();
            assert!(page.rows.len() == 2 || page.next.is_none(), "{label}");
            paged.extend(page.rows);
            token = page.next;
            if token.is_none() {
                break;
            }
        }
        assert_eq!(paged, reversed, "pages {label}");
    }};
}

/// Runs a scan after each of its rows.
macro_rules! after {
    ($database:expr, $scan:expr, $expected:expr) => {{
        let (label, expected) = (stringify!($scan), $expected);
        let mut reversed = expected.clone();
        reversed.reverse();
        for (n, row) in expected.iter().enumerate() {
            let rest = $scan.after(row.key().unwrap()).fetch(&mut $database.q()).await.unwrap();
            assert_eq!(rest, expected[n + 1..], "after {n} of {label}");
            let rest = $scan.descending().after(row.key().unwrap()).fetch(&mut $database.q()).await.unwrap();
            assert_eq!(rest, reversed[reversed.len() - n..], "descending after {n} of {label}");
        }
    }};
}

/// Creates three documents with versions -3 to 3.
async fn documents() -> (Database, Vec<Document>) {
    let database = Database::with::<Document>().await;
    let version = |document: u64, version| Document { document, version, text: format!("{document} {version}") };
    let rows: Vec<_> = [0, 1 << 62, u64::MAX].into_iter().flat_map(|d| (-3..=3).map(move |v| version(d, v))).collect();
    // In an order of their own.
    let mut shuffled = rows.clone();
    shuffled.sort_by_key(|row| (row.version.wrapping_mul(5) % 7, row.document));
    Document::upsert_many(&shuffled).exec(&mut database.q()).await.unwrap();
    (database, rows)
}

fn only(rows: &[Document], keep: impl Fn(u64, i32) -> bool) -> Vec<Document> {
    rows.iter().filter(|row| keep(row.document, row.version)).cloned().collect()
}

#[tokio::test]
async fn every_form_of_range() {
    let (database, rows) = documents().await;
    let d = 1 << 62;
    let of = |keep: fn(i32) -> bool| only(&rows, |document, version| document == 1 << 62 && keep(version));
    scan!(database, Document::scan().document(d), of(|_| true));
    scan!(database, Document::scan().document(d).version(..), of(|_| true));
    scan!(database, Document::scan().document(d).version(-1), of(|v| v == -1));
    scan!(database, Document::scan().document(d).version(-1..2), of(|v| (-1..2).contains(&v)));
    scan!(database, Document::scan().document(d).version(-1..=2), of(|v| (-1..=2).contains(&v)));
    scan!(database, Document::scan().document(d).version(1..), of(|v| v >= 1));
    scan!(database, Document::scan().document(d).version(..1), of(|v| v < 1));
    scan!(database, Document::scan().document(d).version(..=1), of(|v| v <= 1));
    scan!(database, Document::scan().document(d).version((Excluded(-1), Included(2))), of(|v| v > -1 && v <= 2));
    scan!(database, Document::scan().document(d).version((Excluded(-1), Excluded(2))), of(|v| v > -1 && v < 2));
    scan!(database, Document::scan().document(d).version((Included(-1), Unbounded)), of(|v| v >= -1));
    scan!(database, Document::scan().document(d).version((Unbounded, Excluded(2))), of(|v| v < 2));
}

#[tokio::test]
async fn ranges_at_and_beyond_the_ends() {
    let (database, rows) = documents().await;
    let none = Vec::<Document>::new;
    scan!(database, Document::scan().document(5), none());
    scan!(database, Document::scan().document(0).version(4..), none());
    scan!(database, Document::scan().document(0).version(2..2), none());
    scan!(database, Document::scan().document(0).version((Excluded(3), Unbounded)), none());
    let inverted = (Included(2), Included(-2));
    scan!(database, Document::scan().document(0).version(inverted), none());
    scan!(
        database,
        Document::scan().document(u64::MAX).version(i32::MIN..=i32::MAX),
        only(&rows, |d, _| d == u64::MAX)
    );
}

/// Tests that a leading column that is spread by itself takes a range.
#[tokio::test]
async fn ranges_of_the_leading_column() {
    let (database, rows) = documents().await;
    scan!(database, Document::scan().full_scan(), rows.clone());
    scan!(database, Document::scan().document(1..), only(&rows, |d, _| d >= 1));
    scan!(database, Document::scan().document(..u64::MAX), only(&rows, |d, _| d < u64::MAX));
    scan!(database, Document::scan().document((Excluded(0), Excluded(u64::MAX))), only(&rows, |d, _| d == 1 << 62));
}

#[tokio::test]
async fn behind_a_key() {
    let (database, rows) = documents().await;
    after!(database, Document::scan().full_scan(), rows.clone());
    after!(database, Document::scan().document(0), only(&rows, |d, _| d == 0));
    after!(database, Document::scan().document(0).version(-1..=1), only(&rows, |d, v| d == 0 && (-1..=1).contains(&v)));
    // A key that no row has.
    let rest = Document::scan().document(0).after((0, 100)).fetch(&mut database.q()).await.unwrap();
    assert_eq!(rest, []);
    let rest = Document::scan().full_scan().after((5, 0)).fetch(&mut database.q()).await.unwrap();
    assert_eq!(rest, only(&rows, |d, _| d > 0));
    // A key of another document.
    let error = Document::scan().document(0).after((5, 0)).fetch(&mut database.q()).await.unwrap_err();
    assert_eq!((error.table(), error.column()), (Some("ydb_keys_e2e/documents"), Some("document")));
    let text = "`after` is the key of a row of (5), the scan reads rows of (0)\n";
    assert!(is(&error, ErrorKind::Usage, &[text]), "{error}");
}

/// Tests several events of one user: their hash is fixed, and they are in the order of time.
#[tokio::test]
async fn behind_a_hash_the_rest_of_the_key_is_in_order() {
    let database = Database::with::<UserEvent>().await;
    let mut rows = samples::<UserEvent>(23);
    UserEvent::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    rows.retain(|event| event.userid == 3);
    let of = |keep: fn(&UserEvent) -> bool| rows.iter().filter(|event| keep(event)).cloned().collect::<Vec<_>>();
    scan!(database, UserEvent::scan().userid(3), of(|_| true));
    after!(database, UserEvent::scan().userid(3), of(|_| true));
    scan!(database, UserEvent::scan().userid(3).timestamp(at(8)..), of(|event| event.timestamp >= at(8)));
    scan!(database, UserEvent::scan().userid(3).timestamp(at(8)), of(|event| event.timestamp == at(8)));
    scan!(
        database,
        UserEvent::scan().userid(3).timestamp((Excluded(at(3)), Included(at(13)))),
        of(|event| event.timestamp > at(3) && event.timestamp <= at(13))
    );
    scan!(database, UserEvent::scan().userid(99), Vec::<UserEvent>::new());
}

/// Tests the whole table in the order of the hash: NumericHash of 0, 1, 2, 3, 42 is 0x6a.., 0x20.., 0x55.., 0xbb..,
/// 0xb6...
#[tokio::test]
async fn a_full_scan_is_in_the_order_of_the_hash() {
    let database = Database::with::<Order>().await;
    Order::upsert_many(&[0, 1, 2, 3, 42].map(Order::sample)).exec(&mut database.q()).await.unwrap();
    let rows: Vec<_> = [1, 2, 0, 42, 3].map(Order::sample).into();
    scan!(database, Order::scan().full_scan(), rows.clone());
    after!(database, Order::scan().full_scan(), rows.clone());
    scan!(database, Order::scan().order_id(42), vec![Order::sample(42)]);
}

#[tokio::test]
async fn of_a_hash_over_several_columns() {
    let database = Database::with::<Visit>().await;
    let rows = samples::<Visit>(24);
    Visit::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    // Users 0 and 1, sites 0 to 2: each pair has four visits, in the order of time.
    let of: Vec<_> = rows.iter().filter(|visit| visit.user == 1 && visit.site == "site 2").cloned().collect();
    assert_eq!(of.len(), 4);
    scan!(database, Visit::scan().site("site 2").user(1), of.clone());
    after!(database, Visit::scan().site("site 2").user(1), of.clone());
    scan!(database, Visit::scan().site("site 2").user(1).at(of[1].at..of[3].at), of[1..3].to_vec());
}

#[tokio::test]
async fn of_texts() {
    let database = Database::with::<Customer>().await;
    // Texts are compared byte by byte: capitals first, letters of other alphabets last.
    let emails = ["", "A", "AA", "B", "a", "a\0", "ab", "b", "é", "я", "名"];
    let rows = emails.map(|email| Customer { email: email.into(), name: None, photo: None }).to_vec();
    Customer::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    scan!(database, Customer::scan().full_scan(), rows.clone());
    after!(database, Customer::scan().full_scan(), rows.clone());
    scan!(database, Customer::scan().email("a".to_owned().."b".to_owned()), rows[4..7].to_vec());
    scan!(database, Customer::scan().email("é".to_owned()..), rows[8..].to_vec());
    scan!(database, Customer::scan().email("ab"), rows[6..7].to_vec());
}

/// Tests UUIDs: YDB compares their 16 stored bytes, whose first three groups are little-endian.
#[tokio::test]
async fn of_uuids() {
    let database = Database::with::<File>().await;
    let texts = [
        "00000002-0000-4000-8000-000000000000", // stored 02 00 00 00
        "00000100-0000-4000-8000-000000000000", // stored 00 01 00 00
        "01000000-0000-4000-8000-000000000000", // stored 00 00 00 01
    ];
    let files = texts.map(|text| File { id: text.parse().unwrap(), owner: None, bytes: vec![] });
    File::upsert_many(&files).exec(&mut database.q()).await.unwrap();
    let rows: Vec<_> = [&files[2], &files[1], &files[0]].map(Clone::clone).into();
    scan!(database, File::scan().full_scan(), rows.clone());
    after!(database, File::scan().full_scan(), rows.clone());
    scan!(database, File::scan().id(files[1].id..), rows[1..].to_vec());
    scan!(database, File::scan().id(..files[0].id), rows[..2].to_vec());
}

/// Tests that NULL comes before all values.
#[tokio::test]
async fn of_nullable_columns() {
    let database = Database::with::<Sale>().await;
    let sale = |region: Option<&str>, id| Sale { account: 7, region: region.map(Into::into), id, amount: None };
    let rows = vec![
        sale(None, -1),
        sale(None, 1),
        sale(Some(""), 0),
        sale(Some("north"), -5),
        sale(Some("north"), 5),
        sale(Some("south"), 0),
    ];
    Sale::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    let region = |region: &str| Some(region.to_owned());
    scan!(database, Sale::scan().account(7), rows.clone());
    after!(database, Sale::scan().account(7), rows.clone());
    after!(database, Sale::scan().full_scan(), rows.clone());
    scan!(database, Sale::scan().account(7).region(None), rows[..2].to_vec());
    after!(database, Sale::scan().account(7).region(None), rows[..2].to_vec());
    scan!(database, Sale::scan().account(7).region(None).id(0..), rows[1..2].to_vec());
    scan!(database, Sale::scan().account(7).region(region("north")), rows[3..5].to_vec());
    scan!(database, Sale::scan().account(7).region(region("north")).id(..0), rows[3..4].to_vec());
    scan!(database, Sale::scan().account(7).region(region("")..), rows[2..].to_vec());
    scan!(database, Sale::scan().account(7).region(..region("north")), rows[..3].to_vec());
    scan!(database, Sale::scan().account(7).region(None..=region("north")), rows[..5].to_vec());
    scan!(database, Sale::scan().account(7).region((Excluded(None), Unbounded)), rows[2..].to_vec());
}

#[tokio::test]
async fn of_a_column_table() {
    let database = Database::with::<AdEvent>().await;
    let rows = samples::<AdEvent>(24);
    AdEvent::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    let mut sorted = rows.clone();
    sorted.sort_by(|a, b| {
        let key = |event: &AdEvent| (event.event_timestamp, event.user_id.clone(), event.campaign_id);
        key(a).cmp(&key(b))
    });
    let since: Vec<_> = sorted.iter().filter(|event| event.event_timestamp >= at(3)).cloned().collect();
    scan!(database, AdEvent::scan().event_timestamp(at(3)..), since.clone());
    after!(database, AdEvent::scan().event_timestamp(at(3)..), since.clone());
    let of: Vec<_> = sorted.iter().filter(|e| e.event_timestamp == at(3) && e.user_id == "user 1").cloned().collect();
    assert!(!of.is_empty());
    scan!(database, AdEvent::scan().event_timestamp(at(3)).user_id("user 1"), of.clone());
}

#[tokio::test]
async fn of_newtypes_enums_and_decimals() {
    let database = Database::with::<Task>().await;
    let rows = samples::<Task>(12);
    Task::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    let of: Vec<_> = rows.iter().filter(|task| task.task_id == TaskId(2)).cloned().collect();
    assert_eq!(of.len(), 2);
    let mut found = Task::scan().task_id(TaskId(2)).fetch(&mut database.q()).await.unwrap();
    // By the texts of the statuses, which are stored.
    assert!(found.is_sorted_by_key(|task| match task.status {
        Status::Done => "closed",
        Status::InProgress => "in_progress",
        Status::New => "new",
    }));
    found.sort_by_key(|task| task.settings.sizes.len());
    assert_eq!(found, of);
    let one = of[0].clone();
    scan!(database, Task::scan().task_id(TaskId(2)).status(one.status).priority(Priority::Low..), vec![one.clone()]);

    database.create::<Price>().await;
    let mut rows: Vec<_> = samples::<Price>(9).into_iter().filter(|price| price.shop == "shop 1").collect();
    Price::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    rows.sort_by_key(|price| price.price.scaled());
    scan!(database, Price::scan().shop("shop 1"), rows.clone());
    scan!(database, Price::scan().shop("shop 1").price(rows[1].price..), rows[1..].to_vec());
    after!(database, Price::scan().shop("shop 1"), rows.clone());
}

#[tokio::test]
async fn stretches_are_deleted() {
    let (database, rows) = documents().await;
    let mut q = database.q();
    let left = async || Document::scan().full_scan().fetch(&mut database.q()).await.unwrap();
    Document::scan().document(0).version(1..3).delete().exec(&mut q).await.unwrap();
    assert_eq!(left().await, only(&rows, |d, v| d != 0 || !(1..3).contains(&v)));
    Document::scan().document(0).delete().exec(&mut q).await.unwrap();
    assert_eq!(left().await, only(&rows, |d, _| d != 0));
    Document::scan().document(5).delete().exec(&mut q).await.unwrap();
    Document::scan().document(2..u64::MAX).delete().exec(&mut q).await.unwrap();
    assert_eq!(left().await, only(&rows, |d, _| d == u64::MAX));
    Document::scan().full_scan().delete().exec(&mut q).await.unwrap();
    assert_eq!(left().await, []);
}

#[tokio::test]
async fn a_deletion_has_no_limit() {
    let (database, rows) = documents().await;
    let mut q = database.q();
    let error = Document::scan().document(0).limit(1).delete().exec(&mut q).await.unwrap_err();
    assert!(
        is(&error, ErrorKind::Usage, &["table `ydb_keys_e2e/documents`", "a deletion cannot have a limit"]),
        "{error:?}"
    );
    assert_eq!(database.count(Document::TABLE).await, rows.len() as u64);
}

/// Tests that a text column takes borrowed texts in every form of range.
#[tokio::test]
async fn ranges_of_borrowed_texts() {
    let database = Database::with::<Customer>().await;
    let rows: Vec<_> = ["a", "b", "c", "d", "e"]
        .map(|email| Customer { email: email.into(), ..Customer::sample(0) })
        .into_iter()
        .collect();
    Customer::upsert_many(&rows).exec(&mut database.q()).await.unwrap();
    let q = &mut database.q();
    assert_eq!(Customer::scan().email("c").fetch(&mut *q).await.unwrap(), rows[2..3]);
    assert_eq!(Customer::scan().email("b".."d").fetch(&mut *q).await.unwrap(), rows[1..3]);
    assert_eq!(Customer::scan().email("b"..="d").fetch(&mut *q).await.unwrap(), rows[1..4]);
    assert_eq!(Customer::scan().email("d"..).fetch(&mut *q).await.unwrap(), rows[3..]);
    assert_eq!(Customer::scan().email(.."b").fetch(&mut *q).await.unwrap(), rows[..1]);
    assert_eq!(Customer::scan().email(..="b").fetch(&mut *q).await.unwrap(), rows[..2]);
    assert_eq!(Customer::scan().email((Excluded("b"), Included("d"))).fetch(&mut *q).await.unwrap(), rows[2..4]);
}
