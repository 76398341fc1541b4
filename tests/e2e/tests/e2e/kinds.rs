//! Tests every kind of table by its key: rows of any write are found by any read by key.

use e2e_tests::Database;
use ydb_keys::__private::tests::{BulkUpsertable, ReadableRows};

use crate::models::*;
use crate::ways::{ALL, GIVEN, Way, write, write_bulk};

fn keys<T: Sample>(rows: &[T]) -> Vec<T::Key> {
    rows.iter().map(|row| row.key().unwrap()).collect()
}

/// Checks by every read by key that of the `known` rows exactly the `expected` ones exist.
async fn check<T: Sample>(database: &Database, known: &[T], expected: &[T], label: &str) {
    let mut q = database.q();
    for row in known {
        let key = row.key().unwrap();
        let there = expected.iter().find(|other| other.key().unwrap() == key);
        assert_eq!(T::get(key.clone()).fetch(&mut q).await.unwrap().as_ref(), there, "get, {label}");
        assert_eq!(T::exists(key).fetch(&mut q).await.unwrap(), there.is_some(), "exists, {label}");
    }
    let found = T::get_many(keys(known)).fetch(&mut q).await.unwrap();
    same_rows(&found, expected, &format!("get_many, {label}"));
    assert_eq!(database.count(T::TABLE).await, expected.len() as u64, "{label}");
}

/// Compares rows in any order.
fn same_rows<T: Sample>(found: &[T], expected: &[T], label: &str) {
    assert_eq!(found.len(), expected.len(), "{label}: {found:#?}");
    for row in expected {
        assert!(found.contains(row), "{label}: {row:#?} is not in {found:#?}");
    }
}

/// Tests that rows written in each way are found by their keys, and are gone when they are deleted.
async fn written_is_read<T: Sample>(ways: &[Way]) {
    let database = Database::with::<T>().await;
    let rows = samples::<T>(7);
    for way in ways {
        check(&database, &rows, &[], &format!("before {way:?}")).await;
        write(&database, *way, &rows[..5]).await;
        check(&database, &rows, &rows[..5], &format!("after {way:?}")).await;
        T::delete(rows[0].key().unwrap()).exec(&mut database.q()).await.unwrap();
        T::delete(rows[6].key().unwrap()).exec(&mut database.q()).await.unwrap();
        check(&database, &rows, &rows[1..5], &format!("after delete, {way:?}")).await;
        T::delete_many(keys(&rows[2..])).exec(&mut database.q()).await.unwrap();
        check(&database, &rows, &rows[1..2], &format!("after delete_many, {way:?}")).await;
        T::delete_many(keys(&rows)).exec(&mut database.q()).await.unwrap();
    }
}

/// Tests that each overwriting way changes an existing row, and no other row.
async fn written_again<T: Sample>() {
    let database = Database::with::<T>().await;
    let rows = samples::<T>(4);
    let changed = [rows[0].clone(), rows[1].changed(), rows[2].changed(), rows[3].clone()];
    assert_ne!(changed[1], rows[1]);
    for way in [Way::Upsert, Way::Replace, Way::UpsertMany, Way::ReplaceMany] {
        write(&database, way, &rows).await;
        check(&database, &rows, &rows, &format!("before {way:?}")).await;
        write(&database, way, &changed[1..3]).await;
        check(&database, &rows, &changed, &format!("after {way:?}")).await;
    }
}

/// Tests that a write of one row returns the stored row.
async fn fetched<T: Sample>(ways: &[Way]) {
    let database = Database::with::<T>().await;
    let mut q = database.q();
    let row = T::sample(1);
    if ways.contains(&Way::Insert) {
        assert_eq!(row.insert().fetch(&mut q).await.unwrap(), row);
        check(&database, std::slice::from_ref(&row), std::slice::from_ref(&row), "insert").await;
    }
    let changed = row.changed();
    assert_eq!(changed.upsert().fetch(&mut q).await.unwrap(), changed);
    check(&database, std::slice::from_ref(&row), &[changed], "upsert").await;
    assert_eq!(row.replace().fetch(&mut q).await.unwrap(), row);
    check(&database, std::slice::from_ref(&row), std::slice::from_ref(&row), "replace").await;
}

/// Tests that an update of many rows changes existing ones and creates none.
async fn updated<T: Sample>() {
    let database = Database::with::<T>().await;
    let mut q = database.q();
    let rows = samples::<T>(4);
    write(&database, Way::UpsertMany, &rows[..3]).await;
    let changed: Vec<T> = rows.iter().map(Sample::changed).collect();
    T::update_many(&changed[1..]).exec(&mut q).await.unwrap();
    let expected = [rows[0].clone(), changed[1].clone(), changed[2].clone()];
    check(&database, &rows, &expected, "after update_many").await;
}

/// Tests reads by keys that are given twice, and by none.
async fn repeated<T: Sample>() {
    let database = Database::with::<T>().await;
    let mut q = database.q();
    let rows = samples::<T>(3);
    write(&database, Way::UpsertMany, &rows[..2]).await;
    let twice = [rows[0].clone(), rows[1].clone(), rows[0].clone(), rows[2].clone()];
    let mut found = T::get_many(keys(&twice)).fetch(&mut q).await.unwrap();
    // A row for each time.
    same_rows(&found, &twice[..3], "twice");
    found.retain(|row| *row == rows[0]);
    assert_eq!(found.len(), 2);
    assert_eq!(T::get_many(keys::<T>(&[])).fetch(&mut q).await.unwrap(), []);
    write(&database, Way::InsertMany, &[] as &[T]).await;
    T::update_many(&[]).exec(&mut q).await.unwrap();
    T::delete_many(keys::<T>(&[])).exec(&mut q).await.unwrap();
    T::delete_many(keys(&twice)).exec(&mut q).await.unwrap();
    check(&database, &rows, &[], "deleted").await;
}

/// Tests BulkUpsert of new and existing rows.
async fn bulk<T: Sample + BulkUpsertable<T::SyncIndexes>>() {
    let database = Database::with::<T>().await;
    let rows = samples::<T>(6);
    write_bulk(&database, &rows[..4]).await;
    check(&database, &rows, &rows[..4], "bulk_upsert").await;
    let changed = [rows[3].changed(), rows[4].changed()];
    write_bulk(&database, &changed).await;
    let expected: Vec<T> = rows[..3].iter().chain(&changed).cloned().collect();
    check(&database, &rows, &expected, "bulk_upsert again").await;
    write_bulk(&database, &[] as &[T]).await;
    check(&database, &rows, &expected, "bulk_upsert of nothing").await;
}

/// Tests ReadRows with keys that exist, are absent, given twice, or none.
async fn read_rows<T: Sample + ReadableRows<T::AnyIndexes>>() {
    let database = Database::with::<T>().await;
    let rows = samples::<T>(5);
    write(&database, Way::UpsertMany, &rows[1..]).await;
    let read = async |keys| T::read_rows(keys).fetch(database.client()).await.unwrap();
    same_rows(&read(keys(&rows)).await, &rows[1..], "read_rows");
    assert_eq!(read(keys(&rows[..1])).await, []);
    assert_eq!(read(Vec::new()).await, []);
    let twice = read(keys(&[rows[1].clone(), rows[1].clone()])).await;
    assert!(!twice.is_empty() && twice.iter().all(|row| *row == rows[1]), "{twice:?}");
}

macro_rules! kinds {
    ($($kind:ident: $model:ty, $ways:expr $(, $more:ident)*;)*) => {$(
        mod $kind {
            use super::*;

            #[tokio::test]
            async fn what_is_written_is_read() {
                written_is_read::<$model>($ways).await;
            }

            #[tokio::test]
            async fn what_is_written_again_is_changed() {
                written_again::<$model>().await;
            }

            #[tokio::test]
            async fn what_is_stored_is_given() {
                fetched::<$model>($ways).await;
            }

            #[tokio::test]
            async fn what_exists_is_updated() {
                updated::<$model>().await;
            }

            #[tokio::test]
            async fn keys_are_repeated() {
                repeated::<$model>().await;
            }

            $(
                #[tokio::test]
                async fn $more() {
                    super::$more::<$model>().await;
                }
            )*
        }
    )*};
}

kinds! {
    numeric_hash: Order, ALL, bulk, read_rows;
    int_hash: Account, ALL, bulk, read_rows;
    hash_of_a_number: UserEvent, ALL, bulk, read_rows;
    hash_of_a_text: Member, ALL, bulk, read_rows;
    hash_of_several: Visit, ALL, bulk, read_rows;
    text_key: Customer, ALL, bulk, read_rows;
    dispersed_key: Document, ALL, bulk, read_rows;
    uuid_key: File, ALL, bulk, read_rows;
    time_key: Reading, ALL, bulk, read_rows;
    foreign_hash: ForeignUser, ALL, bulk, read_rows;
    foreign_signed_hash: ForeignVisit, ALL, bulk, read_rows;
    foreign_text: ForeignNote, ALL, bulk, read_rows;
    adopted_hash: AdoptedOrder, ALL, bulk, read_rows;
    adopted_hash_of_several: AdoptedVisit, ALL, bulk, read_rows;
    adopted_key: AdoptedName, ALL, bulk, read_rows;
    adopted_indexes: AdoptedReceipt, ALL;
    adopted_bucket: AdoptedFeed, ALL, bulk, read_rows;
    nullable_key: Sale, ALL, bulk, read_rows;
    odd_names: Odd, ALL, bulk, read_rows;
    newtypes_enums_json: Task, ALL, bulk, read_rows;
    decimals: Price, ALL, bulk, read_rows;
    column_table: AdEvent, ALL, bulk;
    indexes: Purchase, ALL;
    async_index: Parcel, ALL, bulk;
    serial: Ticket, GIVEN, bulk, read_rows;
    key_types: KeyTypes, ALL, bulk, read_rows;
    required_types: Required, ALL, bulk, read_rows;
    nullable_types: Nullable, ALL, bulk, read_rows;
}
