//! Tests exports of tables and scans: each row once, in order, for any number of parts.

use e2e_tests::{Database, is};
use futures_util::TryStreamExt as _;
use ydb_embedded::{Behavior, Release, Server};
use ydb_keys::statements::Select;
use ydb_keys::{ErrorKind, PageToken, YdbRow, YdbTable};
use ydb_keys_bulk::{Bulk, BulkAt, BulkSelect, Connection, Export, ExportStream, Format};

use crate::models::*;
use crate::ways::{Way, write};

/// Returns the rows of each stream, read one after the other.
pub(crate) async fn read<T: YdbTable, R: YdbRow>(streams: Vec<ExportStream<T, R>>) -> Vec<Vec<R>> {
    let mut parts = Vec::new();
    for stream in streams {
        parts.push(stream.try_collect().await.unwrap());
    }
    parts
}

/// Returns all remaining rows of a stream.
pub(crate) async fn rest<T: YdbTable, R: YdbRow>(stream: ExportStream<T, R>) -> Vec<R> {
    stream.try_collect().await.unwrap()
}

/// Tests the export of a table with some rows, in any number of parts, in both formats and with requests of any size.
async fn is_exported<T: Sample>(scan: impl Fn() -> Select<T>) {
    let database = Database::with::<T>().await;
    let connection = database.bulk().await;
    let rows = samples::<T>(90);
    for (from, to) in [(0, 0), (0, 1), (1, 90)] {
        write(&database, Way::UpsertMany, &rows[from..to]).await;
        let expected = scan().fetch(database.client()).await.unwrap();
        assert_eq!(expected.len(), to);
        for (parts, batch, format) in
            [(1, 1, Format::Arrow), (3, 7, Format::Protobuf), (16, 1000, Format::Arrow), (16, 2, Format::Protobuf)]
        {
            let export = || T::export(&connection).batch(batch).format(format);
            let label = format!("{parts} parts, {batch} rows, {format}");
            let read = read(export().split(parts).await.unwrap()).await;
            assert!(read.len() <= parts as usize, "{label}");
            assert_eq!(read.concat(), expected, "{label}");
            let mut stream = export().stream();
            assert_eq!(stream.format(), None);
            let first = stream.try_next().await.unwrap();
            assert_eq!(first.as_ref(), expected.first());
            assert_eq!(stream.format(), first.map(|_| format), "{label}");
        }
    }
    assert_eq!(rest(scan().export(&connection).stream()).await, scan().fetch(database.client()).await.unwrap());
}

macro_rules! kinds {
    ($($kind:ident: $model:ty;)*) => {
        mod kinds {
            use super::*;

            $(
                #[tokio::test]
                async fn $kind() {
                    is_exported::<$model>(|| <$model>::scan().full_scan().select()).await;
                }
            )*
        }
    };
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
    adopted_indexes: AdoptedReceipt;
    nullable_key: Sale;
    odd_names: Odd;
    newtypes_enums_json: Task;
    decimals: Price;
    column_table: AdEvent;
    indexes: Purchase;
    async_index: Parcel;
    serial: Ticket;
    key_types: KeyTypes;
    required_types: Required;
    nullable_types: Nullable;
}

/// Tests DyNumber, the type that YDB's client does not know.
#[tokio::test]
async fn dynumbers() {
    let database = Database::with::<Metric>().await;
    database
        .run("UPSERT INTO `ydb_keys_e2e/metrics` (name, value) VALUES ('a'u, DyNumber('1.5')), ('b'u, NULL), ('c'u, DyNumber('-3e20'))")
        .await;
    let connection = database.bulk().await;
    let metric = |name: &str, value: Option<&str>| Metric { name: name.into(), value: value.map(Into::into) };
    for format in [Format::Arrow, Format::Protobuf] {
        let rows = rest(Metric::export(&connection).format(format).stream()).await;
        assert_eq!(rows, [metric("a", Some(".15e1")), metric("b", None), metric("c", Some("-.3e21"))], "{format}");
    }
}

/// Tests that a table is cut at the bounds of its partitions if the distribution of its key is unknown.
#[tokio::test]
async fn a_table_is_cut_between_its_partitions() {
    let database = Database::with::<Customer>().await;
    let client = database.client();
    Customer::bulk_upsert(&samples::<Customer>(200)).exec(client).await.unwrap();
    let connection = database.bulk().await;
    let all = Customer::scan().full_scan().fetch(client).await.unwrap();
    let ends = ["F", "M", "T"];
    let between = |from: Option<&str>, to: Option<&str>| -> Vec<Customer> {
        let inside = |row: &&Customer| {
            from.is_none_or(|from| row.email.as_str() >= from) && to.is_none_or(|to| row.email.as_str() < to)
        };
        all.iter().filter(inside).cloned().collect()
    };
    let four = [
        between(None, Some(ends[0])),
        between(Some(ends[0]), Some(ends[1])),
        between(Some(ends[1]), Some(ends[2])),
        between(Some(ends[2]), None),
    ];
    for parts in [4, 5, 100] {
        assert_eq!(read(Customer::export(&connection).split(parts).await.unwrap()).await, four);
    }
    let two = [between(None, Some("M")), between(Some("M"), None)];
    assert_eq!(read(Customer::export(&connection).split(2).await.unwrap()).await, two);
    for parts in [0, 1] {
        assert_eq!(read(Customer::export(&connection).split(parts).await.unwrap()).await, std::slice::from_ref(&all));
    }
    // The parts of a range, and of all rows from the last one on.
    let some = || Customer::scan().email("G".to_owned().."Z".to_owned());
    let expected = some().fetch(client).await.unwrap();
    let parts = read(some().select::<Customer>().export(&connection).split(9).await.unwrap()).await;
    assert_eq!((parts.len(), parts.concat()), (3, expected));
    let reversed = || Customer::scan().full_scan().descending().select::<Customer>();
    let parts = read(reversed().export(&connection).split(9).await.unwrap()).await;
    assert_eq!((parts.len(), parts.concat()), (4, reversed().fetch(client).await.unwrap()));
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bulk_tenants", primary_key(tenant, region, number))]
#[ydb(partitioning(at_keys(("a", "n", 5), ("a", "n", 9), ("a", "s"), ("b"), ("b", "n", 3))))]
#[ydb(allow(nullable_key, reason = "old rows have no region"))]
struct Tenant {
    tenant: String,
    region: Option<String>,
    number: u32,
    note: Option<String>,
}

fn tenants() -> Vec<Tenant> {
    let regions = [None, Some(""), Some("n"), Some("s")];
    let mut rows = Vec::new();
    for tenant in ["", "a", "b", "c"] {
        for region in regions {
            for number in 0..12 {
                let region = region.map(str::to_owned);
                rows.push(Tenant { tenant: tenant.into(), region, number, note: Some(format!("{tenant} {number}")) });
            }
        }
    }
    rows
}

/// Tests bounds of several columns, with NULL, and scans of a part of the key.
#[tokio::test]
async fn bounds_are_prefixes_of_the_key() {
    let database = Database::with::<Tenant>().await;
    let rows = tenants();
    Tenant::upsert_many(&rows).exec(database.client()).await.unwrap();
    let connection = database.bulk().await;
    for batch in [1, 5, 1000] {
        let parts = read(Tenant::export(&connection).batch(batch).split(6).await.unwrap()).await;
        assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [48 + 24 + 5, 4, 3, 12, 24 + 3, 9 + 12 + 48]);
        assert_eq!(parts.concat(), rows);
    }
    let parts = read(Tenant::export(&connection).split(3).await.unwrap()).await;
    assert_eq!((parts.len(), parts.concat()), (3, rows.clone()));

    // Of the bounds, those within the scan cut it.
    let of = |tenant: &str| -> Vec<Tenant> { rows.iter().filter(|row| row.tenant == tenant).cloned().collect() };
    let scan = || Tenant::scan().tenant("a".to_owned());
    let parts = read(scan().select::<Tenant>().export(&connection).batch(3).split(9).await.unwrap()).await;
    assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [24 + 5, 4, 3, 12]);
    assert_eq!(parts.concat(), of("a"));
    let mut backwards = of("b");
    backwards.reverse();
    let scan = || Tenant::scan().tenant("b".to_owned()).descending();
    let parts = read(scan().select::<Tenant>().export(&connection).batch(4).split(9).await.unwrap()).await;
    assert_eq!((parts.len(), parts.concat()), (2, backwards));
    // A part that ends or begins within other rows.
    for part in Tenant::scan().tenant("a".to_owned()).select::<Tenant>().export(&connection).split(4).await.unwrap() {
        let token = part.position().unwrap();
        let error = scan().select::<Tenant>().export(&connection).resume(&token).unwrap_err();
        assert!(is(&error, ErrorKind::PageToken, &[]), "{error:?}");
        let error =
            Tenant::scan().tenant("b".to_owned()).select::<Tenant>().export(&connection).resume(&token).unwrap_err();
        assert!(
            is(&error, ErrorKind::PageToken, &["column `tenant`", "the page token continues a scan of "]),
            "{error:?}"
        );
    }
    let scan = || Tenant::scan().tenant("a".to_owned()).region(Some("n".to_owned())).number(6..11);
    let parts = read(scan().select::<Tenant>().export(&connection).split(9).await.unwrap()).await;
    assert_eq!(parts.iter().map(Vec::len).collect::<Vec<_>>(), [3, 2]);
    let parts =
        read(Tenant::scan().tenant("c".to_owned()).select::<Tenant>().export(&connection).split(9).await.unwrap())
            .await;
    assert_eq!(parts, [of("c")]);
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bulk_feed", primary_key(shard = xxh3(event_id) % 8, at, event_id))]
#[ydb(index(by_kind, on(kind_shard = xxh3(event_id) % 4, kind), cover(size)))]
#[ydb(index(by_size, on(size), async))]
struct Event {
    at: u64,
    event_id: u64,
    kind: Option<i32>,
    size: i64,
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = Event)]
struct Size {
    size: i64,
}

fn bucket(event: &Event, buckets: u64) -> u64 {
    xxhash_rust::xxh3::xxh3_64(&event.event_id.to_le_bytes()) % buckets
}

fn events() -> Vec<Event> {
    let kind = |id: u64| (!id.is_multiple_of(5)).then_some(id as i32 % 10);
    (0..300).map(|id| Event { at: id / 3, event_id: id, kind: kind(id), size: id as i64 % 7 }).collect()
}

async fn feed() -> (Database, Connection, Vec<Event>) {
    let database = Database::with::<Event>().await;
    let mut rows = events();
    Event::upsert_many(&rows).exec(database.client()).await.unwrap();
    rows.sort_by_key(|event| (bucket(event, 8), event.at, event.event_id));
    let connection = database.bulk().await;
    (database, connection, rows)
}

/// Tests that with buckets the key and the order begin with the bucket.
#[tokio::test]
async fn buckets_are_exported_in_the_order_of_the_key() {
    let (_database, connection, rows) = feed().await;
    for (parts, streams) in [(1, 1), (3, 3), (8, 8), (50, 8)] {
        for batch in [3, 1000] {
            let read = read(Event::export(&connection).batch(batch).split(parts).await.unwrap()).await;
            assert_eq!((read.len(), read.concat()), (streams, rows.clone()), "{parts} parts");
        }
    }
}

/// Tests that a range after the bucket is read in each bucket.
#[tokio::test]
async fn scans_of_all_buckets_are_exported() {
    let (database, connection, rows) = feed().await;
    let inside = |row: &&Event| (20..60).contains(&row.at);
    let expected: Vec<Event> = rows.iter().filter(inside).cloned().collect();
    let scan = || Event::scan().at(20..60);
    for parts in [1, 3, 50] {
        for batch in [1, 4, 1000] {
            let export = scan().select::<Event>().export(&connection).batch(batch);
            assert_eq!(read(export.split(parts).await.unwrap()).await.concat(), expected, "{parts} parts");
            let export = scan().descending().select::<Event>().export(&connection).batch(batch);
            let mut backwards = read(export.split(parts).await.unwrap()).await.concat();
            backwards.reverse();
            assert_eq!(backwards, expected, "{parts} parts backwards");
        }
    }
    let one: Vec<Event> = rows.iter().filter(|row| row.at == 42).cloned().collect();
    assert_eq!(rest(Event::scan().at(42).select::<Event>().export(&connection).stream()).await, one);
    let one: Vec<Event> = rows.iter().filter(|row| row.at == 42 && row.event_id == 126).cloned().collect();
    assert_eq!(rest(Event::scan().at(42).event_id(126).select::<Event>().export(&connection).stream()).await, one);
    let sizes: Vec<i64> = expected.iter().map(|row| row.size).collect();
    let export = scan().select::<Size>().export(&connection).batch(5);
    let read: Vec<i64> = read(export.split(4).await.unwrap()).await.concat().iter().map(|row| row.size).collect();
    assert_eq!(read, sizes);
    // After a key, in each bucket.
    let after = Event::scan().at(20..).after((40, 121));
    let expected: Vec<Event> = rows.iter().filter(|row| (row.at, row.event_id) > (40, 121)).cloned().collect();
    assert_eq!(rest(after.select::<Event>().export(&connection).batch(2).stream()).await, expected);
    drop(database);
}

#[tokio::test]
async fn indexes_are_exported() {
    let (database, connection, mut rows) = feed().await;
    let null_first = |row: &Event| (row.kind.is_some(), row.kind);
    rows.sort_by_key(|row| (bucket(row, 4), null_first(row), bucket(row, 8), row.at, row.event_id));
    let all = || Event::index::<EventByKind>().full_scan().select::<Event>();
    for parts in [1, 2, 4] {
        let read = read(all().export(&connection).batch(9).split(parts).await.unwrap()).await;
        assert_eq!((read.len(), read.concat()), (parts as usize, rows.clone()));
    }
    let expected: Vec<Event> = rows.iter().filter(|row| row.kind == Some(3)).cloned().collect();
    let of_kind = Event::index::<EventByKind>().kind(Some(3)).select::<Event>().export(&connection).batch(2);
    assert_eq!(read(of_kind.split(3).await.unwrap()).await.concat(), expected);
    // An async index, which YDB reads in a mode of its own.
    let by_size = || Event::index::<EventBySize>().size(2..5);
    let expected = by_size().fetch(database.client()).await.unwrap();
    assert!(!expected.is_empty());
    let export = by_size().select::<Event>().export(&connection).batch(11);
    assert_eq!(read(export.split(4).await.unwrap()).await.concat(), expected);
}

#[tokio::test]
async fn scans_are_exported() {
    let database = Database::with::<UserEvent>().await;
    UserEvent::bulk_upsert(&samples::<UserEvent>(100)).exec(database.client()).await.unwrap();
    let connection = database.bulk().await;
    #[derive(YdbRow, Clone, Debug, PartialEq)]
    #[ydb(of = UserEvent)]
    struct Text {
        userevent: Option<String>,
    }
    let scan = || UserEvent::scan().userid(2);
    let expected = scan().select::<Text>().fetch(database.client()).await.unwrap();
    assert_eq!(expected.len(), 20);
    for parts in [1, 16] {
        let export = scan().select::<Text>().export(&connection).batch(3);
        assert_eq!(read(export.split(parts).await.unwrap()).await.concat(), expected);
    }
    let latest = || scan().descending().limit(7).select::<Text>();
    for batch in [1, 3, 7, 100] {
        let rows = rest(latest().export(&connection).batch(batch).stream()).await;
        assert_eq!(rows, latest().fetch(database.client()).await.unwrap());
    }
    let none = scan().limit(0).select::<Text>().export(&connection).stream();
    assert_eq!(rest(none).await, []);
    // A limit is that of one stream.
    assert_eq!(latest().export(&connection).split(1).await.unwrap().len(), 1);
    let error = latest().export(&connection).split(2).await.unwrap_err();
    assert!(is(&error, ErrorKind::Usage, &["a scan that is split cannot have a limit"]), "{error:?}");
    // A condition after a hash that the scan does not fix.
    let some = || UserEvent::scan().userid(1..4).full_scan();
    let expected = some().fetch(database.client()).await.unwrap();
    let parts = read(some().select::<UserEvent>().export(&connection).batch(4).split(5).await.unwrap()).await;
    assert_eq!((parts.len(), parts.concat()), (5, expected));
}

/// Stops after each number of rows, and continues in another stream from the text of its position.
async fn is_resumed<T: YdbTable + Clone + PartialEq + std::fmt::Debug>(export: impl Fn() -> Export<T>, parts: u32) {
    let count = export().split(parts).await.unwrap().len();
    for number in 0..count {
        let part = async || export().split(parts).await.unwrap().swap_remove(number);
        let expected = rest(part().await).await;
        for taken in 0..=expected.len() {
            let (mut stream, mut seen) = (part().await, Vec::new());
            for _ in 0..taken {
                seen.push(stream.try_next().await.unwrap().unwrap());
            }
            let stored = stream.position().unwrap().to_string();
            drop(stream);
            // The parts of the export do not count any more.
            let resumed = export().resume(&stored.parse::<PageToken>().unwrap()).unwrap();
            assert_eq!(resumed.position().unwrap().to_string(), stored);
            seen.extend(rest(resumed).await);
            assert_eq!(seen, expected, "part {number} after {taken} rows");
        }
    }
}

#[tokio::test]
async fn streams_go_on_after_any_row() {
    let database = Database::with::<UserEvent>().await;
    UserEvent::bulk_upsert(&samples::<UserEvent>(30)).exec(database.client()).await.unwrap();
    let connection = database.bulk().await;
    is_resumed(|| UserEvent::export(&connection).batch(4), 3).await;
    is_resumed(|| UserEvent::scan().userid(2).descending().select().export(&connection).batch(2), 1).await;

    database.create::<Tenant>().await;
    let rows: Vec<Tenant> = tenants().into_iter().filter(|row| row.number % 4 == 1).collect();
    Tenant::upsert_many(&rows).exec(database.client()).await.unwrap();
    is_resumed(|| Tenant::export(&connection).batch(5), 6).await;
    is_resumed(|| Tenant::scan().full_scan().descending().select().export(&connection).batch(5), 6).await;
    is_resumed(|| Tenant::scan().tenant("a".to_owned()).select().export(&connection).batch(2), 4).await;
}

#[tokio::test]
async fn streams_of_buckets_go_on_after_any_row() {
    let (_database, connection, _) = feed().await;
    is_resumed(|| Event::scan().at(20..25).select().export(&connection).batch(2), 3).await;
    is_resumed(|| Event::scan().at(20..25).descending().select().export(&connection).batch(2), 3).await;
    is_resumed(|| Event::scan().full_scan().after((95, u64::MAX)).select().export(&connection).batch(3), 5).await;
    is_resumed(|| Event::index::<EventByKind>().kind(Some(3)).select().export(&connection).batch(2), 2).await;
}

#[tokio::test]
async fn a_token_of_another_export_is_refused() {
    let database = Database::with::<UserEvent>().await;
    UserEvent::bulk_upsert(&samples::<UserEvent>(30)).exec(database.client()).await.unwrap();
    let connection = database.bulk().await;
    let mut stream = UserEvent::export(&connection).split(4).await.unwrap().remove(1);
    stream.try_next().await.unwrap().unwrap();
    let token = stream.position().unwrap();
    let scan = || UserEvent::scan().full_scan();
    assert!(scan().select::<UserEvent>().export(&connection).resume(&token).is_ok());
    let others = [
        UserEvent::scan().userid(2).select::<UserEvent>().export(&connection),
        UserEvent::scan().full_scan().descending().select().export(&connection),
    ];
    for other in others {
        let error = other.resume(&token).unwrap_err();
        assert!(is(&error, ErrorKind::PageToken, &["the page token belongs to another table or scan"]), "{error:?}");
    }
    let of = |user| UserEvent::scan().userid(user).select::<UserEvent>().export(&connection);
    let mut stream = of(2).stream();
    stream.try_next().await.unwrap().unwrap();
    let error = of(3).resume(&stream.position().unwrap()).unwrap_err();
    assert!(is(&error, ErrorKind::PageToken, &["column `userid`", "the page token continues a scan of "]), "{error:?}");
    let error = scan().select::<UserEvent>().resume(&token).fetch(database.client()).await.unwrap_err();
    assert!(is(&error, ErrorKind::PageToken, &["the page token belongs to another table or scan"]), "{error:?}");
    let mut rows = scan().stream(database.client());
    rows.try_next().await.unwrap().unwrap();
    let error = UserEvent::export(&connection).resume(&rows.position().unwrap().unwrap()).unwrap_err();
    assert!(is(&error, ErrorKind::PageToken, &["the page token belongs to another table or scan"]), "{error:?}");
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bulk_blobs", primary_key(id))]
pub(crate) struct Blob {
    #[ydb(dispersed)]
    pub(crate) id: u32,
    pub(crate) data: Vec<u8>,
}

/// Returns rows of this many bytes, spread over the whole domain of the key and in its order.
pub(crate) fn blobs(count: u32, bytes: usize) -> Vec<Blob> {
    let row = |n: u32| Blob { id: u32::MAX / count * n, data: vec![n as u8; bytes] };
    (0..count).map(row).collect()
}

/// Tests that streams that are begun and not read block neither each other nor their shared connection.
#[tokio::test]
async fn a_stream_that_is_not_read_blocks_no_other() {
    let database = Database::with::<Blob>().await;
    let rows = blobs(600, 100_000);
    for some in rows.chunks(100) {
        Blob::upsert_many(some).exec(database.client()).await.unwrap();
    }
    let connection = database.bulk().await;
    let mut streams = Blob::export(&connection).split(12).await.unwrap();
    assert_eq!(streams.len(), 12);
    let mut read = Vec::new();
    for stream in &mut streams {
        read.push(vec![stream.try_next().await.unwrap().unwrap()]);
    }
    for (rows, stream) in read.iter_mut().zip(streams).rev() {
        rows.extend(rest(stream).await);
    }
    assert!(read.concat() == rows);
}

/// Tests the error for another table at the path of the model.
#[tokio::test]
async fn a_table_that_is_not_the_models_is_reported() {
    let database = Database::embedded().await;
    let connection = database.bulk().await;
    let table = "ydb_keys_e2e/bulk_blobs";
    for (columns, expected) in [
        (
            "id Uint32 NOT NULL, data Utf8 NOT NULL",
            "table `ydb_keys_e2e/bulk_blobs`, column `data`: expected String, found Utf8\n\
             help: compare the model with the table: the command `diff`",
        ),
        (
            "id Uint32 NOT NULL, data String",
            "table `ydb_keys_e2e/bulk_blobs`, column `data`: unexpected NULL\n\
             help: make the field an `Option` if the column may hold NULL",
        ),
    ] {
        database.run(&format!("CREATE TABLE `{table}` ({columns}, PRIMARY KEY (id))")).await;
        let data = if columns.contains("Utf8") { "'a'u" } else { "NULL" };
        database.run(&format!("UPSERT INTO `{table}` (id, data) VALUES (1u, {data})")).await;
        for format in [Format::Arrow, Format::Protobuf] {
            let mut stream = Blob::export(&connection).format(format).stream();
            let begin = stream.position().unwrap();
            let error = stream.try_next().await.unwrap_err();
            assert_eq!(error.to_string(), expected);
            let scanned = Blob::scan().full_scan().fetch(database.client()).await.unwrap_err();
            assert_eq!(error.to_string(), scanned.to_string());
            assert_eq!(stream.try_next().await.unwrap(), None);
            assert_eq!(stream.position().unwrap(), begin);
        }
        database.run(&format!("DROP TABLE `{table}`")).await;
    }
    let error = Blob::export(&connection).split(2).await.unwrap().remove(0).try_next().await.unwrap_err();
    let text = error.to_string();
    assert!(error.to_string().contains(": the export stopped before its first row\n"), "{error:?}");
    assert!(
        text.starts_with("table `ydb_keys_e2e/bulk_blobs`: the export stopped before its first row\nSCHEME_ERROR"),
        "{text}"
    );
    let error = Customer::export(&connection).split(2).await.unwrap_err();
    assert!(error.to_string().starts_with("table `ydb_keys_e2e/customers`: export failed: SCHEME_ERROR"), "{error}");
}

/// Tests releases without Arrow in results: they refuse it, or ignore the request.
#[tokio::test]
async fn older_releases_answer_in_protobuf() {
    for (release, expected) in [
        (Release::V26_2, Format::Arrow),
        (Release::V26_1, Format::Protobuf),
        (Release::V25_4, Format::Protobuf),
        (Release::V25_1, Format::Protobuf),
    ] {
        let mut behavior = Behavior::strict();
        behavior.release = release;
        let server = Server::builder().behavior(behavior).start().await.unwrap();
        let database = Database::on(server).await;
        database.create::<Order>().await;
        Order::bulk_upsert(&samples::<Order>(50)).exec(database.client()).await.unwrap();
        let all = Order::scan().full_scan().fetch(database.client()).await.unwrap();
        let connection = database.bulk().await;
        let mut read = Vec::new();
        for mut stream in Order::export(&connection).batch(20).split(4).await.unwrap() {
            while let Some(row) = stream.try_next().await.unwrap() {
                read.push(row);
            }
            assert_eq!(stream.format(), Some(expected), "{release:?}");
        }
        assert_eq!(read, all);
    }
}

/// Tests the export of a table at another path, also an absolute one.
#[tokio::test]
async fn located_tables_are_exported() {
    let database = Database::embedded().await;
    let connection = database.bulk().await;
    let rows = samples::<Customer>(20);
    for path in ["ydb_keys_e2e/elsewhere", "/local/ydb_keys_e2e/absolute"] {
        let table = Customer::at_path(path);
        database.create_at(path, table.create_table().to_string()).await;
        table.upsert_many(&rows).exec(database.client()).await.unwrap();
        let expected = table.scan().full_scan().fetch(database.client()).await.unwrap();
        let export = table.export(&connection);
        assert_eq!(export.path(), path);
        let parts = read(export.split(4).await.unwrap()).await;
        assert_eq!((parts.len(), parts.concat()), (4, expected));
    }
}
