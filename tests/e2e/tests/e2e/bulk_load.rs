//! Tests loads: a loader writes the same rows as any other write, and its reports are right.

use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use e2e_tests::{Database, is, soon};
use futures_util::{StreamExt as _, poll, stream};
use ydb_embedded::{Behavior, Call, Fault, Release, Server};
use ydb_keys::__private::tests::BulkUpsertable;
use ydb_keys::{ErrorKind, YdbTable};
use ydb_keys_bulk::{Bulk as _, BulkAt, Format, LoadError, LoadReport};

use crate::models::*;

/// Tests rows of a kind of table, in several requests and in each format: they are found by their keys, under the hash
/// that the server computes.
async fn loaded<T: Sample + BulkUpsertable<T::SyncIndexes>>() {
    let database = Database::with::<T>().await;
    let connection = database.bulk().await;
    let rows = samples::<T>(100);
    let changed: Vec<T> = rows[40..].iter().map(Sample::changed).chain((100..140).map(T::sample)).collect();
    let now: Vec<T> = rows[..40].iter().chain(&changed).cloned().collect();
    for format in [Format::Arrow, Format::Protobuf] {
        let loader = || T::loader(&connection).format(format).rows_per_request(9).in_flight(3);
        let report = loader().load(rows.clone()).await.unwrap();
        assert_eq!((report.rows, report.superseded, report.requests, report.retries), (100, 0, 12, 0), "{format}");
        check(&database, &rows, &format!("{format}")).await;
        let report = loader().load(changed.clone()).await.unwrap();
        assert_eq!((report.rows, report.superseded), (100, 0), "{format}");
        check(&database, &now, &format!("{format}, again")).await;
        T::delete_many(now.iter().map(|row| row.key().unwrap()).collect::<Vec<_>>())
            .exec(&mut database.q())
            .await
            .unwrap();
    }
}

/// Checks that the table has exactly these rows.
async fn check<T: Sample>(database: &Database, expected: &[T], label: &str) {
    let mut q = database.q();
    for row in expected {
        let found = T::get(row.key().unwrap()).fetch(&mut q).await.unwrap();
        assert_eq!(found.as_ref(), Some(row), "{label}");
    }
    assert_eq!(database.count(T::TABLE).await, expected.len() as u64, "{label}");
    if let Some(hash) = T::TABLE.hash {
        let Some(expression) = hash.yql(T::TABLE) else { return };
        let column = hash.name;
        let text = format!("SELECT COUNT(*) FROM `{}` WHERE `{column}` = {expression}", T::TABLE.name);
        assert_eq!(database.one::<u64>(&text).await, expected.len() as u64, "{label}: {text}");
    }
}

macro_rules! kinds {
    ($($kind:ident: $model:ty;)*) => {$(
        #[tokio::test]
        async fn $kind() {
            loaded::<$model>().await;
        }
    )*};
}

kinds! {
    numeric_hash: Order;
    int_hash: Account;
    hash_of_a_number: UserEvent;
    hash_of_a_text: Member;
    hash_of_several: Visit;
    text_key: Customer;
    dispersed_key: Document;
    uuid_key: File;
    time_key: Reading;
    foreign_hash: ForeignUser;
    foreign_signed_hash: ForeignVisit;
    foreign_text: ForeignNote;
    adopted_hash: AdoptedOrder;
    adopted_hash_of_several: AdoptedVisit;
    adopted_key: AdoptedName;
    adopted_bucket: AdoptedFeed;
    nullable_key: Sale;
    odd_names: Odd;
    newtypes_enums_json: Task;
    decimals: Price;
    column_table: AdEvent;
    async_index: Parcel;
    serial: Ticket;
    key_types: KeyTypes;
    required_types: Required;
    nullable_types: Nullable;
}

/// Tests that the loader computes buckets.
#[tokio::test]
async fn buckets() {
    let database = Database::with::<Feed>().await;
    let connection = database.bulk().await;
    let rows: Vec<Feed> =
        (0..200).map(|id| Feed { at: id / 3, id, note: id.is_multiple_of(2).then(|| "n".into()) }).collect();
    Feed::loader(&connection).rows_per_request(64).load(rows.clone()).await.unwrap();
    let found: Vec<Feed> = Feed::scan().at(..).fetch(&mut database.q()).await.unwrap();
    assert_eq!(found, rows);
    let text =
        "SELECT COUNT(*) FROM `ydb_keys_e2e/load_feed` WHERE shard = CAST(Digest::XXH3(ToBytes(id)) % 4u AS Uint32)";
    assert_eq!(database.one::<u64>(text).await, 200);
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/load_feed", primary_key(shard = xxh3(id) % 4, at, id))]
struct Feed {
    at: u64,
    id: u64,
    note: Option<String>,
}

/// Tests that of equal keys the last pushed row stays: within a batch always, across batches with one request in
/// flight.
#[tokio::test]
async fn equal_keys() {
    for store in ["row", "column"] {
        let database = Database::start().await;
        let connection = database.bulk().await;
        let rows = |notes: &[u32]| notes.iter().map(|&note| (u64::from(note % 10), note)).collect::<Vec<_>>();
        let pushed = rows(&(0..100).collect::<Vec<_>>());
        let expected = |stored: Vec<(u64, u32)>| assert_eq!(stored, rows(&(90..100).collect::<Vec<_>>()), "{store}");
        if store == "row" {
            database.create::<Repeated>().await;
            let all: Vec<_> = pushed.iter().map(|&(id, note)| Repeated { id, note }).collect();
            let report = Repeated::loader(&connection).load(all.clone()).await.unwrap();
            assert_eq!((report.rows, report.superseded, report.requests), (100, 90, 1));
            let stored = || async {
                let rows = Repeated::scan().full_scan().fetch(&mut database.q()).await.unwrap();
                let mut stored: Vec<_> = rows.iter().map(|row| (row.id, row.note)).collect();
                stored.sort_unstable();
                stored
            };
            expected(stored().await);
            // Batches of twelve rows of ten keys.
            let report = Repeated::loader(&connection).rows_per_request(12).in_flight(1).load(all).await;
            assert_eq!(report.unwrap().rows, 100);
            expected(stored().await);
        } else {
            database.create::<RepeatedColumns>().await;
            let all = pushed.iter().map(|&(id, note)| RepeatedColumns { id, note });
            let report = RepeatedColumns::loader(&connection).load(all).await.unwrap();
            assert_eq!((report.rows, report.superseded, report.requests), (100, 90, 1));
            let rows = RepeatedColumns::scan().full_scan().fetch(&mut database.q()).await.unwrap();
            let mut stored: Vec<_> = rows.iter().map(|row| (row.id, row.note)).collect();
            stored.sort_unstable();
            expected(stored);
        }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/load_repeated", primary_key(hash = xxh3(id), id))]
struct Repeated {
    id: u64,
    note: u32,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/load_repeated_columns", store = column, primary_key(id))]
struct RepeatedColumns {
    id: u64,
    note: u32,
}

/// Tests that a row that cannot be stored is returned, and the loader continues.
#[tokio::test]
async fn rejected_rows() {
    let database = Database::with::<Member>().await;
    let connection = database.bulk().await;
    let mut wrong = Member::sample(500);
    wrong.email = "x".repeat(3000);
    let mut loader = Member::loader(&connection).rows_per_request(3);
    for n in 0..5 {
        loader.push(Member::sample(n)).await.unwrap();
        match loader.push(wrong.clone()).await {
            Err(LoadError::Rejected(rejected)) => {
                assert_eq!(rejected.row, wrong);
                assert!(is(&rejected.source, ErrorKind::TooLarge, &["the key ", " has 30", " bytes, more than 2048"]));
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(loader.finish().await.unwrap().rows, 5);
    check(&database, &samples::<Member>(5), "pushed").await;

    let mut rows = (5..8).map(Member::sample).chain([wrong.clone()]).chain((8..10).map(Member::sample));
    let error = loader.load(&mut rows).await.unwrap_err();
    assert!(matches!(&error, LoadError::Rejected(_)), "{error:?}");
    assert!(error.to_string().starts_with("the row was rejected: table `ydb_keys_e2e/members`: the key"), "{error}");
    // All before it are written.
    check(&database, &samples::<Member>(8), "before it").await;
    assert_eq!(loader.load(&mut rows).await.unwrap().rows, 10);
    check(&database, &samples::<Member>(10), "after it").await;

    // If the rows before it cannot be written, it comes back with them.
    let elsewhere = Member::at_path("ydb_keys_e2e/no_such_table");
    let rows = [Member::sample(0), wrong.clone(), Member::sample(1)];
    let LoadError::Failed(failure) = elsewhere.loader(&connection).load(rows).await.unwrap_err() else { panic!() };
    assert!(failure.possibly_written.positions.iter().cloned().flatten().eq([0]));
    assert!(failure.not_sent.positions.iter().cloned().flatten().eq([1]));
    assert_eq!(failure.into_rows(), [Member::sample(0), wrong]);
}

/// Tests a column with a DEFAULT that only the table has: YDB refuses the rows, and the error names the column and the
/// cure.
#[tokio::test]
async fn a_default_that_only_the_table_has() {
    let database = Database::with::<Account>().await;
    let connection = database.bulk().await;
    let table = Account::TABLE.name;
    database.run(&format!("ALTER TABLE `{table}` ADD COLUMN state Utf8 DEFAULT 'new'u")).await;
    let told = |error: &ydb_keys::Error, operation: &str| {
        let first = format!("table `{table}`: {operation} failed: SCHEME_ERROR");
        let cure = format!(
            "\nhelp: YDB's BulkUpsert fills in no DEFAULT, and `{table}` has `state` with one: add it to the model, or write the \
             rows with statements, such as `upsert_many`"
        );
        assert!(is(error, ErrorKind::Schema, &[&first, "Missing default columns: state", &cure]), "{error}");
    };
    let rows = samples::<Account>(3);
    for format in [Format::Arrow, Format::Protobuf] {
        told(Account::loader(&connection).format(format).load(rows.clone()).await.unwrap_err().error(), "load");
    }
    told(&Account::bulk_upsert(&rows).exec(database.client()).await.unwrap_err(), "bulk_upsert");
    assert_eq!(database.count(Account::TABLE).await, 0);
    Account::upsert_many(&rows).exec(database.client()).await.unwrap();
    assert_eq!(database.count(Account::TABLE).await, 3);
}

#[tokio::test]
async fn a_load_of_nothing() {
    let database = Database::with::<Account>().await;
    let connection = database.bulk().await;
    assert_eq!(Account::loader(&connection).finish().await.unwrap(), LoadReport::default());
    let report = Account::loader(&connection).load([]).await.unwrap();
    assert_eq!((report.rows, report.requests, report.format()), (0, 0, None));
}

/// Tests that progress adds up, and that the last event equals the report.
#[tokio::test]
async fn progress() {
    let database = Database::with::<Account>().await;
    let connection = database.bulk().await;
    let events = Arc::new(Mutex::new(Vec::<LoadReport>::new()));
    let seen = Arc::clone(&events);
    let on_progress = move |report: &LoadReport| seen.lock().unwrap().push(report.clone());
    let mut loader = Account::loader(&connection).rows_per_request(10).in_flight(4).on_progress(on_progress);
    let report = loader.load(samples::<Account>(95)).await.unwrap();
    let events = std::mem::take(&mut *events.lock().unwrap());
    assert_eq!((report.rows, report.requests, events.len()), (95, 10, 10));
    assert_eq!(report.format(), Some(Format::Arrow));
    assert!(report.bytes > 95 * 8 && report.rows_per_second() > 0.0, "{report}");
    assert!(events.windows(2).all(|pair| pair[0].rows < pair[1].rows && pair[0].bytes < pair[1].bytes));
    assert!(
        events.windows(2).all(|pair| pair[0].requests + 1 == pair[1].requests && pair[0].elapsed <= pair[1].elapsed)
    );
    let mut last = events[9].clone();
    last.elapsed = report.elapsed;
    assert_eq!(last, report);
    // The same loader may go on.
    loader.push(Account::sample(95)).await.unwrap();
    assert_eq!(loader.finish().await.unwrap().rows, 96);
    check(&database, &samples::<Account>(96), "again").await;
}

/// Tests that a push waits while as many requests as allowed are in flight, and the waiting row is in the loader.
#[tokio::test]
async fn room() {
    let database = Database::timed_with::<Account>().await;
    let connection = database.bulk().await;
    let bytes = one_row(&connection).await;
    let hour = Duration::from_secs(3600);
    for limit in ["requests", "bytes"] {
        database.faults().fail_next(2, Call::BulkUpsert, Fault::Delay(hour));
        let loader = Account::loader(&connection).rows_per_request(1);
        let mut loader = match limit {
            "requests" => loader.in_flight(2),
            _ => loader.memory(2 * bytes),
        };
        assert!(matches!(poll!(loader.push(Account::sample(0))), Poll::Ready(Ok(()))), "{limit}");
        assert!(matches!(poll!(loader.push(Account::sample(1))), Poll::Ready(Ok(()))), "{limit}");
        // Dropped before there is room.
        assert!(poll!(loader.push(Account::sample(2))).is_pending(), "{limit}");
        database.faulty().await;
        assert!(poll!(loader.push(Account::sample(3))).is_pending(), "{limit}");
        database.advance(hour);
        loader.push(Account::sample(4)).await.unwrap();
        assert_eq!(loader.finish().await.unwrap().rows, 5, "{limit}");
        check(&database, &samples::<Account>(5), limit).await;
    }
}

/// Returns the size in bytes of a request with one account.
async fn one_row(connection: &ydb_keys_bulk::Connection) -> usize {
    let report = Account::loader(connection).load([Account::sample(0)]).await.unwrap();
    report.bytes.try_into().unwrap()
}

/// Tests the limit of a request's size.
#[tokio::test]
async fn sizes() {
    let database = Database::with::<Parcel>().await;
    let connection = database.bulk().await;
    let rows: Vec<_> = (0..400).map(|n| Parcel { code: format!("{n:01000}"), receiver: None, grams: n }).collect();
    let report = Parcel::loader(&connection).bytes_per_request(100_000).load(rows.clone()).await.unwrap();
    assert!((4..=5).contains(&report.requests), "{report}");
    assert!((400_000..500_000).contains(&report.bytes), "{report}");
    assert_eq!(database.count(Parcel::TABLE).await, 400);
    // One row is sent however large it is.
    let report = Parcel::loader(&connection).memory(10).load(rows[..3].to_vec()).await.unwrap();
    assert_eq!((report.rows, report.requests), (3, 3));
}

/// Tests the table in another directory, by a relative and by an absolute path.
#[tokio::test]
async fn located() {
    let database = Database::start().await;
    let connection = database.bulk().await;
    let table = Account::in_directory("ydb_keys_e2e/tenants/acme");
    database.create_at(table.path(), table.create_table().to_string()).await;
    table.loader(&connection).load(samples::<Account>(3)).await.unwrap();
    let absolute = Account::at_path(format!("{}/{}", database.client().database(), table.path()));
    absolute.loader(&connection).load((3..5).map(Account::sample)).await.unwrap();
    assert_eq!(database.one::<u64>(&format!("SELECT COUNT(*) FROM `{}`", table.path())).await, 5);
}

/// Tests a stream of rows that pauses while progress is reported.
#[tokio::test]
async fn streams() {
    let database = Database::with::<Account>().await;
    let connection = database.bulk().await;
    let report = Account::loader(&connection).load_stream(stream::iter(samples::<Account>(10))).await.unwrap();
    assert_eq!(report.rows, 10);

    let (tell, told) = tokio::sync::oneshot::channel();
    let mut tell = Some(tell);
    let on_progress = move |report: &LoadReport| {
        assert_eq!(report.rows, 10);
        tell.take().map(|tell| tell.send(()));
    };
    let rows = stream::iter(samples::<Account>(10)).chain(
        // Ends when the first ten rows are acknowledged.
        stream::once(told).filter_map(|told| async move {
            told.unwrap();
            None
        }),
    );
    let mut loader = Account::loader(&connection).rows_per_request(10).on_progress(on_progress);
    let loading = loader.load_stream(rows);
    assert_eq!(soon(loading).await.unwrap().rows, 10);
    check(&database, &samples::<Account>(10), "streams").await;
}

/// Tests releases before 25.4, which refuse Decimal and Uuid in Arrow: the rows are sent again as protobuf, in their
/// order.
#[tokio::test]
async fn protobuf_where_arrow_will_not_do() {
    let mut behavior = Behavior::strict();
    behavior.release = Release::V25_2;
    let database = Database::on(Server::builder().behavior(behavior).start().await.unwrap()).await;
    let connection = database.bulk().await;
    database.create::<File>().await;
    database.create::<Price>().await;
    for in_flight in [1, 3] {
        let report =
            File::loader(&connection).rows_per_request(9).in_flight(in_flight).load(samples(100)).await.unwrap();
        assert_eq!((report.rows, report.requests, report.protobuf_requests), (100, 12, 12));
        assert!((1..=in_flight as u64 + 1).contains(&report.retries), "{report}");
        assert_eq!(report.format(), Some(Format::Protobuf));
        check(&database, &samples::<File>(100), "uuid").await;
        let report = Price::loader(&connection).in_flight(in_flight).load(samples(100)).await.unwrap();
        assert_eq!((report.requests, report.protobuf_requests, report.retries), (1, 1, 1));
        check(&database, &samples::<Price>(100), "decimal").await;
    }
    // Rows that wait are sent again, too: the last of equal keys stays.
    let (first, last) = (File::sample(1), File::sample(1).changed());
    let rows = [first.clone(), last.clone(), first, File::sample(2), last.clone()];
    File::loader(&connection).rows_per_request(1).in_flight(1).load(rows).await.unwrap();
    assert_eq!(File::get(last.key().unwrap()).fetch(&mut database.q()).await.unwrap(), Some(last));

    let error = Price::loader(&connection).format(Format::Arrow).load(samples(100)).await.unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("load failed: SCHEME_ERROR")
            && text.contains("Cannot convert arrow type to ydb one: fixed_size_binary[16]"),
        "{text}"
    );
}

/// Tests YDB's error for a missing table.
#[tokio::test]
async fn refused() {
    let database = Database::start().await;
    let connection = database.bulk().await;
    let error =
        Repeated::at_path("ydb_keys_e2e/no_such_table").loader(&connection).load([Repeated { id: 1, note: 2 }]).await;
    let Err(LoadError::Failed(failure)) = error else { panic!("{error:?}") };
    let text = failure.to_string();
    assert!(text.starts_with("table `ydb_keys_e2e/no_such_table`: load failed: SCHEME_ERROR"), "{text}");
    assert!(text.ends_with("; 0 rows written, 1 row (0..1) possibly written, 0 rows not sent"), "{text}");
    assert_eq!(failure.into_rows(), [Repeated { id: 1, note: 2 }]);
}
