//! Tests exports as record batches of Arrow, and record batches as rows.

use std::sync::Arc;

use arrow_array::cast::AsArray as _;
use arrow_array::types::{
    Date32Type, Decimal128Type, DurationMicrosecondType, TimestampMicrosecondType, TimestampSecondType,
};
use arrow_array::{
    ArrayRef, Date32Array, Int64Array, LargeStringArray, RecordBatch, StringArray, TimestampMicrosecondArray,
};
use arrow_schema::{DataType, TimeUnit};
use e2e_tests::{Database, is};
use futures_util::TryStreamExt as _;
use ydb_keys::statements::Select;
use ydb_keys::{ErrorKind, YdbRow, YdbTable};
use ydb_keys_bulk::{Bulk, BulkSelect, Format, from_record_batch};

use crate::bulk_export::{Blob, blobs, rest};
use crate::models::*;
use crate::ways::{Way, write};

fn rows_of<R: YdbRow>(batches: &[RecordBatch]) -> Vec<R> {
    batches.iter().flat_map(|batch| from_record_batch::<R>(batch).unwrap()).collect::<Result<_, _>>().unwrap()
}

/// Tests that rows can be read back from their batches, which are the same in both formats.
async fn is_in_records<T: Sample>(scan: impl Fn() -> Select<T>) {
    let database = Database::with::<T>().await;
    let connection = database.bulk().await;
    let none: Vec<RecordBatch> = T::export(&connection).stream().record_batches().try_collect().await.unwrap();
    assert!(none.is_empty());
    write(&database, Way::UpsertMany, &samples::<T>(40)).await;
    let expected = scan().fetch(database.client()).await.unwrap();
    let mut read: Vec<Vec<RecordBatch>> = Vec::new();
    for format in [Format::Arrow, Format::Protobuf] {
        let batches = T::export(&connection).batch(15).format(format).stream().record_batches();
        let schema = batches.schema();
        let batches: Vec<RecordBatch> = batches.try_collect().await.unwrap();
        assert!(batches.iter().all(|batch| batch.schema() == schema && batch.num_rows() > 0));
        assert_eq!(batches.len(), 3);
        assert_eq!(rows_of::<T>(&batches), expected, "{format}");
        read.push(batches);
    }
    assert_eq!(read[0], read[1]);
}

macro_rules! kinds {
    ($($kind:ident: $model:ty;)*) => {$(
        #[tokio::test]
        async fn $kind() {
            is_in_records::<$model>(|| <$model>::scan().full_scan().select()).await;
        }
    )*};
}

kinds! {
    required_types: Required;
    nullable_types: Nullable;
    key_types: KeyTypes;
    newtypes_enums_json: Task;
    decimals: Price;
    column_table: AdEvent;
    odd_names: Odd;
    nullable_key: Sale;
}

/// Tests the types and values of the guide's page, written by hand.
#[tokio::test]
async fn values_have_the_types_of_their_meaning() {
    let database = Database::with::<Nullable>().await;
    let connection = database.bulk().await;
    database
        .run(
            "UPSERT INTO `ydb_keys_e2e/nullable_types` (name, bool_, decimal, json, uuid, `date`, `datetime`, `timestamp`, \
             `interval`, date32, datetime64, timestamp64, interval64, yson) VALUES \
             ('a'u, true, Decimal('-1.5', 22, 9), Json('[1]'), Uuid('00010203-0405-0607-0809-0a0b0c0d0e0f'), \
             Date('2024-02-29'), Datetime('2024-02-29T01:02:03Z'), Timestamp('2024-02-29T01:02:03.000004Z'), \
             Interval('-PT1.5S'), Date32('1969-12-31'), Datetime64('1969-12-31T23:59:59Z'), \
             Timestamp64('1969-12-31T23:59:59.999999Z'), Interval64('PT2S'), Yson('[1]')), \
             ('b'u, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
        )
        .await;
    for format in [Format::Arrow, Format::Protobuf] {
        let mut batches = Nullable::export(&connection).format(format).stream().record_batches();
        let batch = batches.try_next().await.unwrap().unwrap();
        assert_eq!(batches.try_next().await.unwrap(), None);
        let column = |name: &str| {
            let array = batch.column_by_name(name).unwrap();
            assert_eq!((array.len(), array.null_count()), (2, usize::from(name != "name")), "{name}");
            assert_eq!(batch.schema().field_with_name(name).unwrap().is_nullable(), name != "name");
            array.clone()
        };
        let ty = |name: &str| column(name).data_type().clone();
        let utc = |unit| DataType::Timestamp(unit, Some("UTC".into()));
        assert_eq!(column("name").as_string::<i32>().value(1), "b");
        assert!(column("bool_").as_boolean().value(0));
        assert_eq!(column("decimal").as_primitive::<Decimal128Type>().value(0), -1_500_000_000);
        assert_eq!(ty("decimal"), DataType::Decimal128(22, 9));
        assert_eq!(column("json").as_string::<i32>().value(0), "[1]");
        assert_eq!(column("yson").as_binary::<i32>().value(0), b"[1]");
        let uuid: Vec<u8> = (0..16).collect();
        assert_eq!(column("uuid").as_fixed_size_binary().value(0), uuid);
        assert_eq!(column("date").as_primitive::<Date32Type>().value(0), 19_782);
        assert_eq!(ty("datetime"), utc(TimeUnit::Second));
        assert_eq!(column("datetime").as_primitive::<TimestampSecondType>().value(0), 1_709_168_523);
        assert_eq!(ty("timestamp"), utc(TimeUnit::Microsecond));
        assert_eq!(column("timestamp").as_primitive::<TimestampMicrosecondType>().value(0), 1_709_168_523_000_004);
        assert_eq!(column("interval").as_primitive::<DurationMicrosecondType>().value(0), -1_500_000);
        assert_eq!(column("date32").as_primitive::<Date32Type>().value(0), -1);
        assert_eq!(column("datetime64").as_primitive::<TimestampSecondType>().value(0), -1);
        assert_eq!(ty("datetime64"), utc(TimeUnit::Second));
        assert_eq!(column("timestamp64").as_primitive::<TimestampMicrosecondType>().value(0), -1);
        assert_eq!(column("interval64").as_primitive::<DurationMicrosecondType>().value(0), 2_000_000);
        let extension =
            |name: &str| batch.schema().field_with_name(name).unwrap().extension_type_name().map(str::to_owned);
        assert_eq!(extension("uuid").as_deref(), Some("arrow.uuid"));
        assert_eq!(extension("json").as_deref(), Some("arrow.json"));
        assert_eq!(extension("name"), None);
    }
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = Blob)]
struct Data {
    data: Vec<u8>,
}

/// Tests a stream that reads rows, then batches of some columns, with its position after each.
#[tokio::test]
async fn batches_go_on_where_rows_ended() {
    let database = Database::with::<Blob>().await;
    let rows = blobs(50, 100_000);
    Blob::upsert_many(&rows).exec(database.client()).await.unwrap();
    let connection = database.bulk().await;
    let mut stream = Blob::export(&connection).batch(20).stream();
    for row in &rows[..3] {
        assert!(stream.try_next().await.unwrap().as_ref() == Some(row));
    }
    let (mut batches, mut seen) = (stream.record_batches(), 3);
    assert!(rest(Blob::export(&connection).resume(&batches.position().unwrap()).unwrap()).await == rows[3..]);
    while let Some(batch) = batches.try_next().await.unwrap() {
        assert!(rows_of::<Blob>(std::slice::from_ref(&batch)) == rows[seen..seen + batch.num_rows()]);
        seen += batch.num_rows();
        let resumed = Blob::export(&connection).resume(&batches.position().unwrap()).unwrap();
        assert!(rest(resumed).await == rows[seen..]);
    }
    assert_eq!(seen, 50);
    let data = Blob::scan().full_scan().select::<Data>().export(&connection).stream().record_batches();
    assert_eq!(data.schema().fields().len(), 1);
    let batches: Vec<RecordBatch> = data.try_collect().await.unwrap();
    assert!(rows_of::<Data>(&batches).iter().map(|row| &row.data).eq(rows.iter().map(|row| &row.data)));
}

/// Tests that a column of another type, or with NULL, is an error.
#[tokio::test]
async fn a_table_that_is_not_the_models_is_reported() {
    let database = Database::embedded().await;
    let connection = database.bulk().await;
    for (columns, data, expected) in [
        ("id Uint32 NOT NULL, data Utf8 NOT NULL", "'a'u", "expected String, found Utf8"),
        ("id Uint32 NOT NULL, data String", "NULL", "unexpected NULL"),
    ] {
        database.run(&format!("CREATE TABLE `ydb_keys_e2e/bulk_blobs` ({columns}, PRIMARY KEY (id))")).await;
        database.run(&format!("UPSERT INTO `ydb_keys_e2e/bulk_blobs` (id, data) VALUES (1u, {data})")).await;
        let mut batches = Blob::export(&connection).stream().record_batches();
        let begin = batches.position().unwrap();
        let error = batches.try_next().await.unwrap_err().to_string();
        assert!(error.starts_with(&format!("table `ydb_keys_e2e/bulk_blobs`, column `data`: {expected}")), "{error}");
        assert_eq!(batches.try_next().await.unwrap(), None);
        assert_eq!(batches.position().unwrap(), begin);
        database.run("DROP TABLE `ydb_keys_e2e/bulk_blobs`").await;
    }
}

/// Tests batches that another program made.
#[test]
fn batches_of_other_makers() {
    let emails: ArrayRef = Arc::new(StringArray::from(vec!["a@b", "c@d"]));
    let further: ArrayRef = Arc::new(StringArray::from(vec!["x", "y"]));
    #[derive(YdbRow, Debug, PartialEq)]
    struct Known {
        email: String,
        since: Option<std::time::SystemTime>,
    }
    let batch = |since: ArrayRef| {
        RecordBatch::try_from_iter([("since", since), ("further", further.clone()), ("email", emails.clone())]).unwrap()
    };
    let days: ArrayRef = Arc::new(Date32Array::from(vec![Some(1), None]));
    let rows: Vec<Known> = from_record_batch(&batch(days)).unwrap().collect::<Result<_, _>>().unwrap();
    let day = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(86_400);
    assert_eq!(rows, [Known { email: "a@b".into(), since: Some(day) }, Known { email: "c@d".into(), since: None }]);

    let refused = |since: ArrayRef| match from_record_batch::<Known>(&batch(since)) {
        Ok(_) => panic!("taken"),
        Err(error) => error.to_string(),
    };
    let large: ArrayRef = Arc::new(LargeStringArray::from(vec!["1", "2"]));
    assert_eq!(
        refused(large),
        "struct `Known`, column `since`: an array of type LargeUtf8 cannot be read; cast it to Timestamp(µs, \"UTC\")"
    );
    // A time of another type and unit is a time, and a number is none.
    let micros: ArrayRef = Arc::new(TimestampMicrosecondArray::from(vec![Some(86_400_000_000), None]));
    assert_eq!(from_record_batch::<Known>(&batch(micros)).unwrap().next().unwrap().unwrap().since, Some(day));
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1, 2]));
    let error = from_record_batch::<Known>(&batch(numbers)).unwrap().next().unwrap().unwrap_err();
    assert!(is(&error, ErrorKind::Decode, &["column `since`: ", "found Int64"]), "{error:?}");
    let missing = RecordBatch::try_from_iter([("email", emails.clone())]).unwrap();
    let Err(error) = from_record_batch::<Known>(&missing) else { panic!("taken") };
    assert!(is(&error, ErrorKind::Decode, &["no column `since`"]), "{error:?}");
    let null: ArrayRef = Arc::new(StringArray::from(vec![Some("a"), None]));
    let nulls =
        RecordBatch::try_from_iter([("email", null), ("since", Arc::new(Date32Array::from(vec![1, 2])) as ArrayRef)]);
    let mut rows = from_record_batch::<Known>(nulls.as_ref().unwrap()).unwrap();
    assert_eq!(rows.len(), 2);
    assert!(rows.next().unwrap().is_ok());
    assert!(is(&rows.next().unwrap().unwrap_err(), ErrorKind::Decode, &["column `email`: ", "unexpected NULL"]));
}
