//! Tests tables with buckets: their layouts, and the rows that are sampled without one.

use e2e_tests::Database;
use ydb_keys::__private::tests::FoundLayout;
use ydb_keys::{Layout, Table, YdbTable};

use super::{differs, passes, write_layout};

#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 16, at, event_id))]
struct Feed {
    at: u64,
    event_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 32, at, event_id))]
struct Feed32 {
    at: u64,
    event_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = xxh3(event_id) % 8, at, event_id))]
struct Feed8 {
    at: u64,
    event_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = int_hash64(event_id) % 16, at, event_id))]
struct OtherFeed {
    at: u64,
    event_id: u64,
}

/// Model with its indexes in another order than their columns.
#[derive(YdbTable)]
#[ydb(table = "sales", primary_key(sale_hash = numeric_hash(sale_id), sale_id))]
#[ydb(index(by_time, on(time_shard = xxh3(sale_id) % 4, sold_at)))]
#[ydb(index(by_amount, on(amount_shard = int_hash64(sale_id) % 2, amount), async))]
struct Sale {
    sale_id: u64,
    sold_at: u64,
    amount: Option<u32>,
}

const FEED: &str = "v2: shard = xxh3(event_id Uint64) % 16, at Uint64, event_id Uint64";
const SALE: &str = "v2: sale_hash = numeric_hash(sale_id Uint64), sale_id Uint64; \
                    amount_shard = int_hash64(sale_id Uint64) % 2; time_shard = xxh3(sale_id Uint64) % 4";

async fn database(table: &'static Table) -> Database {
    let database = Database::own().await;
    database.run(&table.create_table().to_string()).await;
    database
}

async fn found(database: &Database, table: &'static Table) -> FoundLayout {
    match ydb_keys::check(database.client(), &[table]).await {
        Err(ydb_keys::CheckError::Differs(mut all)) => all.remove(0).found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_format_is_frozen() {
    assert_eq!(Layout::of(Feed::TABLE).to_string(), FEED);
    assert_eq!(Layout::of(Sale::TABLE).to_string(), SALE);
}

#[tokio::test]
async fn written_layouts_are_compared() {
    let database = database(Feed::TABLE).await;
    write_layout(&database, "feed", FEED).await;
    passes(&database, &[Feed::TABLE]).await;
    assert_eq!(found(&database, Feed32::TABLE).await, FoundLayout::Written(FEED.parse().unwrap()));
    let message = format!(
        "the database does not match the program's models\n\n\
         table `feed` has another layout than its model\n  \
           model  v2: shard = xxh3(event_id Uint64) % 32, at Uint64, event_id Uint64\n  \
           table  v2: shard = xxh3(event_id Uint64) % 16, at Uint64, event_id Uint64\n{:45}^\n  \
           The program would compute other hashes than the rows have: reads by key would miss existing rows,\n  \
           and writes would duplicate them.\n  \
           Restore the table's layout in the model, or copy the table to the model's layout with\n  \
           `apply --rekey --table feed` of your migration program (`ydb_keys_cli`).",
        ""
    );
    assert_eq!(differs(&database, &[Feed32::TABLE]).await, message);
}

/// Tests rows of other buckets. The first rows all have bucket 0, which may be the same with twice as many buckets.
#[tokio::test]
async fn rows_of_other_buckets_differ() {
    let feed = database(Feed::TABLE).await;
    passes(&feed, &[Feed::TABLE, Feed32::TABLE]).await;
    let rows: Vec<Feed> = (0..3000).map(|event_id| Feed { at: event_id / 3, event_id }).collect();
    Feed::upsert_many(&rows).exec(feed.client()).await.unwrap();
    passes(&feed, &[Feed::TABLE]).await;
    for other in [Feed32::TABLE, Feed8::TABLE, OtherFeed::TABLE] {
        assert!(matches!(found(&feed, other).await, FoundLayout::Hash { column: "shard", .. }));
    }
    let finer = database(Feed32::TABLE).await;
    let rows: Vec<Feed32> = (0..3000).map(|event_id| Feed32 { at: event_id / 3, event_id }).collect();
    Feed32::upsert_many(&rows).exec(finer.client()).await.unwrap();
    passes(&finer, &[Feed32::TABLE]).await;
    let FoundLayout::Hash { rows, differing, .. } = found(&finer, Feed::TABLE).await else { panic!() };
    // 16 buckets with up to 58 rows each, which agree, and 58 rows beyond them, which do not.
    assert_eq!((rows, differing), (17 * 58, 58));
}

#[tokio::test]
async fn the_columns_of_indexes_are_sampled_too() {
    let database = database(Sale::TABLE).await;
    let rows: Vec<Sale> = (0..50).map(|sale_id| Sale { sale_id, sold_at: sale_id, amount: None }).collect();
    Sale::upsert_many(&rows).exec(database.client()).await.unwrap();
    passes(&database, &[Sale::TABLE]).await;
    database.run("UPDATE sales SET time_shard = 3u - time_shard WHERE sale_id < 7").await;
    let hash = FoundLayout::Hash { column: "time_shard", rows: 50, differing: 7, first: Vec::new() };
    assert_eq!(found(&database, Sale::TABLE).await, hash);
    let message = differs(&database, &[Sale::TABLE]).await;
    assert!(message.contains("has other values of `time_shard` than its model computes\n"), "{message}");
    assert!(message.contains("could miss rows, and writes could leave rows out of them.\n"), "{message}");
    assert!(message.ends_with("`apply --table sales` of your migration program (`ydb_keys_cli`)."), "{message}");
}

#[tokio::test]
async fn a_column_of_an_index_that_is_not_there() {
    let database = Database::own().await;
    database.run("CREATE TABLE sales (sale_hash Uint64 NOT NULL, sale_id Uint64 NOT NULL, amount_shard Uint64, PRIMARY KEY (sale_hash, sale_id))").await;
    let column = |name, found: Option<&str>| FoundLayout::Column { name, found: found.map(str::to_owned) };
    assert_eq!(found(&database, Sale::TABLE).await, column("time_shard", None));
    database.run("ALTER TABLE sales ADD COLUMN time_shard Uint32").await;
    assert_eq!(found(&database, Sale::TABLE).await, column("amount_shard", Some("Uint64")));
    // A layout without the columns of indexes, and one with another function for one of them.
    write_layout(&database, "sales", "v1: sale_hash = numeric_hash(sale_id Uint64), sale_id Uint64").await;
    let message = differs(&database, &[Sale::TABLE]).await;
    assert!(message.ends_with("`apply --table sales` of your migration program (`ydb_keys_cli`)."), "{message}");
    write_layout(&database, "sales", &SALE.replace("% 4", "% 8")).await;
    let message = differs(&database, &[Sale::TABLE]).await;
    assert!(
        message.ends_with("`apply --rekey --table sales` of your migration program (`ydb_keys_cli`)."),
        "{message}"
    );
}
