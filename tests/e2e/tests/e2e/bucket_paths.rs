//! Tests that every way to write or read by key computes the buckets of the key and of the indexes: the stored values,
//! read by hand, are those of the page on hashes.

use e2e_tests::Database;
use ydb_keys::__internal::Phase;
use ydb_keys::{DualWriter, WriteOutcome, YdbRow, YdbTable, add, transact};

/// Model with a bucket in front of the key and of an index, and a hash in front of another index.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_paths", primary_key(shard = numeric_hash(id) % 7, at, id))]
#[ydb(index(by_size, on(size_shard = int_hash64(id) % 5, size), async))]
#[ydb(index(by_id, on(id_hash = int_hash64(id), id), async))]
struct Item {
    at: u32,
    id: u64,
    size: Option<i64>,
    seen: u32,
}

/// Model with the same buckets, and a version.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_versions", primary_key(shard = numeric_hash(id) % 7, at, id))]
#[ydb(index(by_size, on(size_shard = int_hash64(id) % 5, size), async))]
struct Versioned {
    at: u32,
    id: u64,
    size: Option<i64>,
    #[ydb(version)]
    version: i32,
}

/// Model with other buckets, for the table that rows are moved to.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_paths", primary_key(shard_2 = numeric_hash(id) % 14, at, id))]
#[ydb(index(by_size, on(size_shard_2 = int_hash64(id) % 10, size), async))]
#[ydb(index(by_id, on(id_hash = int_hash64(id), id), async))]
struct Rekeyed {
    at: u32,
    id: u64,
    size: Option<i64>,
    seen: u32,
}

/// Model without an index, for `bulk_upsert` and `read_rows`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/bucket_bulk", primary_key(shard = numeric_hash(id) % 7, at, id))]
struct Bulk {
    at: u32,
    id: u64,
    size: Option<i64>,
}

/// Row with the computed columns as fields.
#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = Item)]
struct Stored {
    shard: u32,
    size_shard: u32,
    id_hash: u64,
    id: u64,
}

/// Computes `Digest::NumericHash`, as docs/guide/src/hashes.md writes it in Python.
fn numeric_hash(mut x: u64) -> u64 {
    x = x.wrapping_add(!(x << 32));
    x ^= x >> 22;
    x = x.wrapping_add(!(x << 13));
    x ^= x >> 8;
    x = x.wrapping_add(x << 3);
    x ^= x >> 15;
    x = x.wrapping_add(!(x << 27));
    x ^ (x >> 31)
}

/// Computes `Digest::IntHash64`.
fn int_hash64(mut x: u64) -> u64 {
    x ^= 0x4CF2_D2BA_AE6D_A887;
    x ^= x >> 33;
    x = x.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    x ^= x >> 33;
    x = x.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    x ^ (x >> 33)
}

fn item(id: u64) -> Item {
    Item { at: (id / 3) as u32, id, size: (!id.is_multiple_of(4)).then_some(100 - id as i64), seen: 0 }
}

/// Returns the ids of the stored rows, in their order, and checks the computed columns by the ids.
async fn stored(database: &Database, path: &str, (buckets, indexed): (u64, u64)) -> Vec<u64> {
    stored_as(database, path, ["shard", "size_shard"], (buckets, indexed)).await
}

async fn stored_as(database: &Database, path: &str, names: [&str; 2], (buckets, indexed): (u64, u64)) -> Vec<u64> {
    let columns = names.join(", ");
    let rows = database.rows(&format!("SELECT {columns}, id FROM `ydb_keys_e2e/{path}` ORDER BY id")).await;
    let row = |mut row: ydb::Row| {
        let [shard, size_shard] = names.map(|name| u32::try_from(row.remove_field_by_name(name).unwrap()).unwrap());
        let id: u64 = row.remove_field_by_name("id").unwrap().try_into().unwrap();
        assert_eq!(u64::from(shard), numeric_hash(id) % buckets, "{id}");
        assert_eq!(u64::from(size_shard), int_hash64(id) % indexed, "{id}");
        id
    };
    rows.into_iter().map(row).collect()
}

async fn items(database: &Database) -> Vec<u64> {
    let ids = stored(database, "bucket_paths", (7, 5)).await;
    let hashes = database.column::<u64>("SELECT id_hash FROM `ydb_keys_e2e/bucket_paths` ORDER BY id").await;
    assert_eq!(hashes, ids.iter().map(|id| int_hash64(*id)).collect::<Vec<_>>());
    ids
}

#[tokio::test]
async fn each_write_stores_the_buckets() {
    let database = Database::with::<Item>().await;
    let client = database.client();
    item(1).insert().exec(client).await.unwrap();
    item(2).upsert().exec(client).await.unwrap();
    item(3).replace().exec(client).await.unwrap();
    Item::insert_many(&[item(4), item(5)]).exec(client).await.unwrap();
    Item::upsert_many(&[item(5), item(6), item(7)]).exec(client).await.unwrap();
    Item::replace_many(&[item(7), item(8)]).exec(client).await.unwrap();
    assert_eq!(items(&database).await, [1, 2, 3, 4, 5, 6, 7, 8]);
    // What is returned is the row that was written.
    assert_eq!(item(9).insert().fetch(client).await.unwrap(), item(9));
    assert_eq!(item(10).upsert().fetch(client).await.unwrap(), item(10));
    transact(client, async |tx| {
        item(11).insert().exec(&tx).await?;
        assert_eq!(Item::get((3, 11)).fetch(&tx).await?, Some(item(11)));
        Item::delete((3, 10)).exec(&tx).await
    })
    .await
    .unwrap();
    assert_eq!(items(&database).await, [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
}

#[tokio::test]
async fn each_change_finds_the_row_and_keeps_the_buckets() {
    let database = Database::with::<Item>().await;
    let client = database.client();
    let rows: Vec<Item> = (1..=9).map(item).collect();
    Item::insert_many(&rows).exec(client).await.unwrap();
    Item::update((0, 1)).seen(add(2_u32)).exec(client).await.unwrap();
    let changed = Item::update((0, 2)).size(None).seen(add(1_u32)).fetch(client).await.unwrap();
    assert_eq!(changed, WriteOutcome::Row(Item { size: None, seen: 1, ..item(2) }));
    let row = Item { seen: 5, size: Some(-1), ..item(3) };
    Item::update_many(std::slice::from_ref(&row)).exec(client).await.unwrap();
    let row = Item::modify((1, 4), |row| row.seen = 4).fetch(client).await.unwrap();
    assert_eq!(row, Some(Item { seen: 4, ..item(4) }));
    assert_eq!(items(&database).await, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(Item::get((1, 3)).fetch(client).await.unwrap(), Some(Item { seen: 5, size: Some(-1), ..item(3) }));
    Item::delete((1, 5)).exec(client).await.unwrap();
    Item::delete_many([(2, 6), (2, 7)]).exec(client).await.unwrap();
    assert_eq!(items(&database).await, [1, 2, 3, 4, 8, 9]);
}

#[tokio::test]
async fn each_read_finds_the_row() {
    let database = Database::with::<Item>().await;
    let client = database.client();
    let rows: Vec<Item> = (1..=30).map(item).collect();
    Item::upsert_many(&rows).exec(client).await.unwrap();
    assert_eq!(Item::HASH_COLUMN, Some("shard"));
    for row in &rows {
        let key = (row.at, row.id);
        assert_eq!(Item::get(key).fetch(client).await.unwrap().as_ref(), Some(row));
        assert!(Item::exists(key).fetch(client).await.unwrap());
        assert!(!Item::exists((row.at + 1, row.id)).fetch(client).await.unwrap());
        // The bucket is a field of a row that asks for it.
        let stored = Item::get(key).select::<Stored>().fetch(client).await.unwrap().unwrap();
        let (shard, size_shard) = ((numeric_hash(row.id) % 7) as u32, (int_hash64(row.id) % 5) as u32);
        assert_eq!(stored, Stored { shard, size_shard, id_hash: int_hash64(row.id), id: row.id });
    }
    let keys = || rows.iter().map(|row| (row.at, row.id));
    let mut found = Item::get_many(keys()).fetch(client).await.unwrap();
    found.sort_by_key(|row| row.id);
    assert_eq!(found, rows);
}

/// Tests keys with their buckets as parameters of users' own queries.
#[tokio::test]
async fn keys_as_parameters() {
    let database = Database::with::<Item>().await;
    let mut q = database.q();
    let rows: Vec<Item> = (1..=5).map(item).collect();
    Item::upsert_many(&rows).exec(&mut q).await.unwrap();
    for row in &rows {
        let params = Item::key_params((row.at, row.id));
        let condition = "shard = $shard AND at = $at AND id = $id";
        let text = format!("{}SELECT * FROM `ydb_keys_e2e/bucket_paths` WHERE {condition}", params.declarations());
        let found = q.query_result_set(text).params(params.values().unwrap()).await.unwrap();
        let found: Vec<Item> = found.rows().map(|row| ydb::FromYdbRow::from_row(row).unwrap()).collect();
        assert_eq!(found, std::slice::from_ref(row));
    }
    let list = Item::key_list(rows.iter().map(|row| (row.at, row.id)));
    let text = format!(
        "{}SELECT t.id AS id FROM AS_TABLE($keys) AS k JOIN `ydb_keys_e2e/bucket_paths` AS t USING (shard, at, id)",
        list.declarations()
    );
    let found = q.query_result_set(text).params(list.values().unwrap()).await.unwrap();
    assert_eq!(found.rows().count(), rows.len());
}

#[tokio::test]
async fn calls_without_text() {
    let database = Database::with::<Bulk>().await;
    let client = database.client();
    let rows: Vec<Bulk> = (1..=30).map(item).map(|Item { at, id, size, .. }| Bulk { at, id, size }).collect();
    Bulk::bulk_upsert(&rows).exec(client).await.unwrap();
    let mut found = Bulk::read_rows(rows.iter().map(|row| (row.at, row.id))).fetch(client).await.unwrap();
    found.sort_by_key(|row| row.id);
    assert_eq!(found, rows);
    let shards = database.column::<u32>("SELECT shard FROM `ydb_keys_e2e/bucket_bulk` ORDER BY id").await;
    assert_eq!(shards, rows.iter().map(|row| (numeric_hash(row.id) % 7) as u32).collect::<Vec<_>>());
}

#[tokio::test]
async fn rows_with_a_version() {
    let database = Database::with::<Versioned>().await;
    let client = database.client();
    let row = Versioned { at: 1, id: 42, size: Some(1), version: 0 };
    let row = row.insert().fetch(client).await.unwrap();
    let first = row.version;
    let row = Versioned { size: None, ..row }.upsert().fetch(client).await.unwrap();
    assert_eq!(row, Versioned { at: 1, id: 42, size: None, version: first + 1 });
    let row = Versioned::modify((1, 42), |row| row.size = Some(9)).fetch(client).await.unwrap().unwrap();
    assert_eq!(row.version, first + 2);
    Versioned { at: 2, id: 43, size: None, version: 0 }.upsert().exec(client).await.unwrap();
    assert_eq!(stored(&database, "bucket_versions", (7, 5)).await, [42, 43]);
}

#[tokio::test]
async fn a_dual_writes_both_buckets() {
    let database = Database::with::<Item>().await;
    let client = database.client();
    let copy = "ydb_keys_e2e/bucket_paths__ydb_keys_new";
    database.create_at(copy, Rekeyed::at_path(copy).create_table().to_string()).await;
    database.enter::<Item, Rekeyed>(Item::TABLE.name, Phase::Both).await;
    let writer = DualWriter::<Item, Rekeyed>::open(client).await.unwrap();
    let row = |id| {
        let Item { at, id, size, seen } = item(id);
        Rekeyed { at, id, size, seen }
    };
    for id in 1..=20 {
        writer.upsert(&row(id)).exec(client).await.unwrap();
    }
    for id in 1..=9 {
        writer.delete(&row(id)).exec(client).await.unwrap();
    }
    let left: Vec<u64> = (10..=20).collect();
    assert_eq!(items(&database).await, left);
    let names = ["shard_2", "size_shard_2"];
    assert_eq!(stored_as(&database, "bucket_paths__ydb_keys_new", names, (14, 10)).await, left);
}
