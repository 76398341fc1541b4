//! Tests any value of any type, on any path.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, NaiveDate, TimeDelta};
use e2e_tests::Database;
use proptest::option;
use proptest::prelude::*;
use uuid::Uuid;
use ydb_keys::__private::tests::{BulkUpsertable, ReadableRows};
use ydb_keys::{Decimal, YdbTable};
use ydb_keys_bulk::{BulkSelect, Format};

use super::check;
use crate::models::*;
use crate::ways::{ALL, Way, write, write_bulk};

const DAY: i64 = 86_400;
const DAYS: i64 = 49_673;

/// Generates a number, often at a limit of its range.
fn number<N: Copy + std::fmt::Debug + 'static>(low: N, high: N) -> BoxedStrategy<N>
where
    std::ops::RangeInclusive<N>: Strategy<Value = N>,
{
    prop_oneof![1 => Just(low), 1 => Just(high), 6 => low..=high].boxed()
}

fn time(micros: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_micros(micros)
}

fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|x| x.to_string()),
        any::<i32>().prop_map(|x| x.to_string()),
        "[a-z]{0,5}".prop_map(|x| format!("\"{x}\"")),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|x| format!("[{}]", x.join(","))),
            inner.prop_map(|x| format!("{{\"a\":{x}}}")),
        ]
    })
}

prop_compose! {
    fn required()(
        (id, name) in (prop::collection::vec(any::<u8>(), 0..40), "\\PC{0,20}"),
        (int8, int16, int32, int64) in (any::<i8>(), any::<i16>(), any::<i32>(), number(i64::MIN, i64::MAX)),
        (uint8, uint16, uint32, uint64) in (any::<u8>(), any::<u16>(), any::<u32>(), number(u64::MIN, u64::MAX)),
        (bool_, float, double) in (any::<bool>(), any::<f32>(), any::<f64>()),
        (scaled, uuid) in (number(1 - 10_i128.pow(22), 10_i128.pow(22) - 1), any::<u128>()),
        (bytes, text_bytes, utf8) in (prop::collection::vec(any::<u8>(), 0..200), "\\PC{0,20}", any::<String>()),
        (json, json_document) in (json(), json()),
        (date, datetime) in (number(0, DAYS as u64 - 1), number(0, (DAYS * DAY) as u64 - 1)),
        (timestamp, interval) in (number(0, (DAYS * DAY) as u64 * 1_000_000 - 1), number(-4_291_747_199_999_999_i64, 4_291_747_199_999_999)),
        // Within what `chrono` can tell.
        (date32, datetime64) in (-50_000_000_i64..50_000_000, -4_000_000_000_000_i64..4_000_000_000_000),
        (timestamp64, interval64) in (-4_000_000_000_000_000_000_i64..4_000_000_000_000_000_000, number(-9_223_339_708_799_999_999_i64, 9_223_339_708_799_999_999)),
    ) -> Required {
        Required {
            id, name, bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double,
            decimal: Decimal::from_scaled(scaled).unwrap(),
            bytes, text_bytes, utf8, json, json_document,
            yson: b"[1;#]".to_vec(),
            uuid: Uuid::from_u128(uuid),
            date: time(date * DAY as u64 * 1_000_000),
            datetime: time(datetime * 1_000_000),
            timestamp: time(timestamp),
            interval: TimeDelta::microseconds(interval),
            date32: NaiveDate::default() + TimeDelta::days(date32),
            datetime64: DateTime::from_timestamp(datetime64, 0).unwrap().naive_utc(),
            timestamp64: DateTime::from_timestamp_micros(timestamp64).unwrap(),
            interval64: TimeDelta::microseconds(interval64),
            length: Duration::from_micros(interval.unsigned_abs()),
        }
    }
}

/// Generates a row in which any column may be NULL.
fn nullable() -> impl Strategy<Value = Nullable> {
    (required(), any::<u32>(), option::of(Just(()))).prop_map(|(row, mask, all)| {
        let mut bit = 0;
        // A third of the rows is full.
        let mut keep = || {
            bit += 1;
            all.is_none() || mask & (1 << bit) != 0
        };
        Nullable {
            name: row.name,
            bool_: keep().then_some(row.bool_),
            int8: keep().then_some(row.int8),
            int16: keep().then_some(row.int16),
            int32: keep().then_some(row.int32),
            int64: keep().then_some(row.int64),
            uint8: keep().then_some(row.uint8),
            uint16: keep().then_some(row.uint16),
            uint32: keep().then_some(row.uint32),
            uint64: keep().then_some(row.uint64),
            float: keep().then_some(row.float),
            double: keep().then_some(row.double),
            decimal: keep().then_some(row.decimal),
            bytes: keep().then_some(row.bytes),
            utf8: keep().then_some(row.utf8),
            json: keep().then_some(row.json),
            json_document: keep().then_some(row.json_document),
            yson: keep().then_some(row.yson),
            uuid: keep().then_some(row.uuid),
            date: keep().then_some(row.date),
            datetime: keep().then_some(row.datetime),
            timestamp: keep().then_some(row.timestamp),
            interval: keep().then_some(row.interval),
            date32: keep().then_some(row.date32),
            datetime64: keep().then_some(row.datetime64),
            timestamp64: keep().then_some(row.timestamp64),
            interval64: keep().then_some(row.interval64),
        }
    })
}

/// Ways to write a row into a table without that key.
#[derive(Clone, Copy, Debug)]
enum Path {
    By(Way),
    Bulk,
    UpdateMany,
}

fn path() -> impl Strategy<Value = Path> {
    prop_oneof![6 => prop::sample::select(ALL).prop_map(Path::By), 1 => Just(Path::Bulk), 1 => Just(Path::UpdateMany)]
}

/// Writes a row in one way, and reads it in all ways. `before` is another row with its key.
async fn round_trip<T>(database: &Database, path: Path, row: &T, before: &T)
where
    T: Sample + BulkUpsertable<T::SyncIndexes> + ReadableRows<T::AnyIndexes>,
{
    let mut q = database.q();
    let key = || row.key().unwrap();
    T::delete(key()).exec(&mut q).await.unwrap();
    let rows = std::slice::from_ref(row);
    match path {
        Path::By(way) => write(database, way, rows).await,
        Path::Bulk => write_bulk(database, rows).await,
        Path::UpdateMany => {
            before.upsert().exec(&mut q).await.unwrap();
            T::update_many(rows).exec(&mut q).await.unwrap();
        }
    }
    assert_eq!(T::get(key()).fetch(&mut q).await.unwrap().as_ref(), Some(row), "get");
    assert_eq!(T::get_many([key()]).fetch(&mut q).await.unwrap(), rows, "get_many");
    assert_eq!(T::read_rows([key()]).fetch(database.client()).await.unwrap(), rows, "read_rows");
    assert!(T::exists(key()).fetch(&mut q).await.unwrap(), "exists");
}

#[test]
fn required_values_come_back() {
    let database = futures_util::FutureExt::shared(async {
        let database = Database::with::<Required>().await;
        let connection = database.bulk().await;
        std::sync::Arc::new((database, connection))
    });
    check(64, &(path(), required(), required()), async |(path, row, other)| {
        let both = database.clone().await;
        let (database, connection) = &*both;
        let before = Required { id: row.id.clone(), name: row.name.clone(), ..other };
        round_trip(database, path, &row, &before).await;
        let mut q = database.q();
        let scan = || Required::scan().id(row.id.clone()).name(row.name.clone());
        assert_eq!(scan().fetch(&mut q).await.unwrap(), std::slice::from_ref(&row));
        assert_eq!(scan().stream(&mut q).try_next().await.unwrap().as_ref(), Some(&row));
        assert_eq!(scan().page(1, None).fetch(&mut q).await.unwrap().rows, std::slice::from_ref(&row));
        for format in [Format::Arrow, Format::Protobuf] {
            let exported = scan().select::<Required>().export(connection).format(format).stream().try_next().await;
            assert_eq!(exported.unwrap().as_ref(), Some(&row), "{format}");
        }
    });
}

#[test]
fn nullable_values_come_back() {
    let database = futures_util::FutureExt::shared(async {
        let database = Database::with::<Nullable>().await;
        let connection = database.bulk().await;
        std::sync::Arc::new((database, connection))
    });
    check(64, &(path(), nullable(), nullable()), async |(path, row, other)| {
        let both = database.clone().await;
        let (database, connection) = &*both;
        let before = Nullable { name: row.name.clone(), ..other };
        round_trip(database, path, &row, &before).await;
        for format in [Format::Arrow, Format::Protobuf] {
            let scan = Nullable::scan().name(row.name.clone()).select::<Nullable>();
            let exported = scan.export(connection).format(format).stream().try_next().await;
            assert_eq!(exported.unwrap().as_ref(), Some(&row), "{format}");
        }
        let found = Nullable::scan().name(row.name.clone()).first(&mut database.q()).await.unwrap();
        assert_eq!(found, Some(row));
    });
}

/// Tests two rows of a column table, written together.
#[test]
fn values_of_a_column_table_come_back() {
    let database = futures_util::FutureExt::shared(async { std::sync::Arc::new(Database::with::<AdEvent>().await) });
    let event =
        ("\\PC{0,9}", 0..4_000_000_000_000_000_u64, any::<u64>(), any::<Option<u64>>(), any::<Option<String>>())
            .prop_map(|(user_id, at, campaign_id, event_id, event_type)| AdEvent {
                user_id,
                event_timestamp: time(at),
                event_id,
                campaign_id,
                event_type,
            });
    check(32, &(any::<bool>(), event), async |(bulk, row)| {
        let database = database.clone().await;
        let mut q = database.q();
        let rows = std::slice::from_ref(&row);
        match bulk {
            true => write_bulk(&database, rows).await,
            false => write(&database, Way::UpsertMany, rows).await,
        }
        assert_eq!(AdEvent::get(row.key().unwrap()).fetch(&mut q).await.unwrap().as_ref(), Some(&row));
        let found = AdEvent::scan().event_timestamp(row.event_timestamp..=row.event_timestamp).fetch(&mut q).await;
        assert!(found.unwrap().contains(&row));
    });
}
