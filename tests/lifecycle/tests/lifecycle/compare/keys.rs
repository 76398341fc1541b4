//! Compares keys, hashes and stores, which only a copy into a new table can change.

use insta::assert_snapshot;
use ydb_keys::schema::Store;
use ydb_keys::{Layout, YdbTable, YdbType};
use ydb_keys_migrate::__internal::{HashSample, LiveSettings, compare};

use super::orders::{column, orders, plan, required, with, with_column};

#[test]
fn another_order_of_the_key() {
    assert_snapshot!(plan(&with(|table| table.primary_key.reverse())), @r"
    shop/orders: 1 difference
      - primary key: (`order_hash`, `order_id`) in the model, (`order_id`, `order_hash`) in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the primary key is (`order_id`, `order_hash`), but the model declares (`order_hash`, `order_id`): YDB cannot change the key of a table
      What `apply --rekey` does:
        - create `shop/orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn a_key_without_a_hash() {
    let live = with(|table| {
        table.columns.remove(0);
        table.primary_key.remove(0);
        table.attributes.clear();
    });
    assert_snapshot!(plan(&live), @r"
    shop/orders: 1 difference
      - primary key: (`order_hash`, `order_id`) in the model, (`order_id`) in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the primary key is (`order_id`), but the model declares (`order_hash`, `order_id`): YDB cannot change the key of a table
      What `apply --rekey` does:
        - create `shop/orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn a_key_column_that_is_not_there() {
    let live = with(|table| {
        table.columns.retain(|column| column.name != "order_id");
        table.columns.push(required("number", YdbType::Uint32));
        table.primary_key = vec!["order_hash".into(), "number".into()];
    });
    assert_snapshot!(plan(&live), @r"
    shop/orders: 3 differences
      - column `order_id` Uint64 NOT NULL: only in the model
      - column `number` Uint32 NOT NULL: only in the table
      - primary key: (`order_hash`, `order_id`) in the model, (`order_hash`, `number`) in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the primary key is (`order_hash`, `number`), but the model declares (`order_hash`, `order_id`): YDB cannot change the key of a table
      Besides the rows, the new table gets:
        - column `number`, where it can be NULL, unless `--allow-destructive` drops it
      The copy cannot start until this is done:
        - key column `order_id` is not in the table, so a copy has no values for it. Keep the old key in the model and declare the column as an `Option`, apply, fill it in all rows, then add it to the key
    ");
}

#[test]
fn a_hash_column_of_another_type() {
    let live = with_column("order_hash", |live| *live = column("order_hash", YdbType::Int64));
    assert_snapshot!(plan(&live), @r"
    shop/orders: 2 differences
      - column `order_hash`: Uint64 in the model, Int64 in the table
      - column `order_hash`: NOT NULL in the model, may be NULL in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - hash column `order_hash`: a hash is a Uint64, and YDB cannot change the type of a column
        - hash column `order_hash`: YDB cannot add NOT NULL to an existing column
      What `apply --rekey` does:
        - create `shop/orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn another_layout() {
    let other = "v1: order_hash = int_hash64(order_id Uint64), order_id Uint64";
    let live = with(|table| drop(table.attributes.insert(Layout::ATTRIBUTE.into(), other.into())));
    assert_snapshot!(plan(&live), @r"
    shop/orders: 1 difference
      - layout of the key:
          model: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
          table: v1: order_hash = int_hash64(order_id Uint64), order_id Uint64
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the keys that the model computes differ from those of the rows: every row needs a new key
      The copy cannot start until this is done:
        - the table has the column `order_hash = int_hash64(order_id Uint64)`, the model has `order_hash = numeric_hash(order_id Uint64)`, and programs from before the swap would go on writing the former: give the column of the new model another name, `primary_key(order_hash_2 = numeric_hash(order_id), order_id)`
    ");
}

#[test]
fn a_layout_of_the_future() {
    let live = with(|table| drop(table.attributes.insert(Layout::ATTRIBUTE.into(), "v4: whatever".into())));
    assert_snapshot!(plan(&live), @r"
    shop/orders: 1 difference
      - layout of the key:
          model: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
          table: v4: whatever
      Do this by hand first; until then, `apply` does not change this table:
        - a newer release of ydb-keys wrote the attribute ydb_keys.layout: update the library
    ");
}

#[test]
fn a_damaged_layout() {
    let live = with(|table| drop(table.attributes.insert(Layout::ATTRIBUTE.into(), "foo".into())));
    assert_snapshot!(plan(&live), @r"
    shop/orders: 1 difference
      - layout of the key:
          model: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
          table: foo
      Do this by hand first; until then, `apply` does not change this table:
        - the attribute ydb_keys.layout is damaged: no release of ydb-keys writes such a line. Drop it with `ydb table attribute drop --attributes ydb_keys.layout shop/orders`; then a sample of rows is compared instead, and `apply` writes the layout again
    ");
    let live = with(|table| drop(table.attributes.insert(Layout::ATTRIBUTE.into(), "foo\n\u{1b}[2J".into())));
    let text = plan(&live).to_string();
    assert!(text.contains("\n      table: foo\\u000a\\u001b[2J\n"), "{text}");
}

#[test]
fn no_layout_and_rows_with_another_hash() {
    let sampled = |rows, differing| {
        with(|table| {
            table.attributes.clear();
            table.hash_sample = Some(HashSample { rows, differing, first: Vec::new() });
        })
    };
    assert_snapshot!(plan(&sampled(1000, 1000)), @r"
    shop/orders: 1 difference
      - hash: 1000 of 1000 sampled rows have a hash that differs from the model's
          model: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the values of `order_hash` differ from the hashes that the model computes: the model does not find these rows
      What `apply --rekey` does:
        - create `shop/orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - nothing says how the table computes the column `order_hash`. Programs that compute it in another way than the model would go on writing after the swap; if there are any, give the column of the new model another name, `primary_key(order_hash_2 = numeric_hash(order_id), order_id)`
        - swap the names in one transaction, and keep the old table as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
    // The hashes are as the model computes them, or there are no rows: the layout can be written.
    assert_snapshot!(plan(&sampled(1000, 0)), @r"
    shop/orders: no difference
      Steps, one statement per request:
        -- 1 of 1
        -- set the table's attribute ydb_keys.layout, for which YQL has no statement:
        -- v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
    ");
    assert_eq!(plan(&sampled(0, 0)), plan(&sampled(1000, 0)));
}

#[test]
fn no_layout_and_no_sample() {
    assert_snapshot!(plan(&with(|table| table.attributes.clear())), @r"
    shop/orders: no difference
      Not compared:
        - values of `order_hash`: no rows were sampled
    ");
}

#[derive(YdbTable)]
#[ydb(table = "events", store = column, partition_by_hash(user), partitioning(min = 8))]
#[ydb(primary_key(user, at))]
struct Event {
    user: u64,
    #[ydb(type = "Timestamp")]
    at: std::time::SystemTime,
}

fn events() -> ydb_keys_migrate::__internal::LiveTable {
    let mut table = orders();
    table.path = "events".into();
    table.columns = vec![required("user", YdbType::Uint64), required("at", YdbType::Timestamp)];
    table.primary_key = vec!["user".into(), "at".into()];
    table.store = Store::Column;
    table.indexes.clear();
    table.attributes.insert(Layout::ATTRIBUTE.into(), "v1: user Uint64, at Timestamp".into());
    table.settings = Some(LiveSettings { partition_by: vec!["user".into()], min: Some(8), ..LiveSettings::default() });
    table
}

#[test]
fn a_column_table_as_the_model_says() {
    assert_snapshot!(compare(Event::TABLE, "events", Some(&events())), @"events: no difference");
}

#[test]
fn another_store() {
    let mut live = events();
    live.store = Store::Row;
    live.settings = Some(LiveSettings::default());
    assert_snapshot!(compare(Event::TABLE, "events", Some(&live)), @r"
    events: 1 difference
      - store: column table in the model, row table in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the table is a row table, but the model declares a column table: YDB cannot change the store of a table
      What `apply --rekey` does:
        - rename an empty column table, to find out whether this server can; if not, no row is copied (ydb #14976)
        - create `events__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `events__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn another_partition_key() {
    let mut live = events();
    live.settings.as_mut().unwrap().partition_by = live.primary_key.clone();
    assert_snapshot!(compare(Event::TABLE, "events", Some(&live)), @r"
    events: 1 difference
      - PARTITION BY HASH: (`user`) in the model, (`user`, `at`) in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the table has PARTITION BY HASH (`user`, `at`), but the model declares (`user`): YDB cannot change it
      What `apply --rekey` does:
        - rename an empty column table, to find out whether this server can; if not, no row is copied (ydb #14976)
        - create `events__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `events__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn another_number_of_partitions_of_a_column_table() {
    let mut live = events();
    live.settings.as_mut().unwrap().min = Some(64);
    assert_snapshot!(compare(Event::TABLE, "events", Some(&live)), @r"
    events: 1 difference
      - AUTO_PARTITIONING_MIN_PARTITIONS_COUNT: 8 in the model, 64 in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the column table has 64 partitions, but the model declares 8: YDB cannot change the number
      What `apply --rekey` does:
        - rename an empty column table, to find out whether this server can; if not, no row is copied (ydb #14976)
        - create `events__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `events__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn changefeeds_and_undeclared_settings() {
    let live = with(|table| {
        table.primary_key.reverse();
        table.columns.push(column("legacy", YdbType::Utf8));
        let settings = table.settings.as_mut().unwrap();
        settings.changefeeds = vec!["updates".into()];
        settings.index_settings = vec![("by_customer".into(), "AUTO_PARTITIONING_BY_LOAD = ENABLED".into())];
    });
    assert_snapshot!(plan(&live), @r"
    shop/orders: 2 differences
      - column `legacy` Utf8: only in the table
      - primary key: (`order_hash`, `order_id`) in the model, (`order_id`, `order_hash`) in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the primary key is (`order_id`, `order_hash`), but the model declares (`order_hash`, `order_id`): YDB cannot change the key of a table
      Besides the rows, the new table gets:
        - column `legacy`, unless `--allow-destructive` drops it
        - settings of index `by_customer`: AUTO_PARTITIONING_BY_LOAD = ENABLED
      The copy cannot start until this is done:
        - changefeed `updates`: YDB cannot rename a table that has a changefeed. When its readers are done, run ALTER TABLE `shop/orders` DROP CHANGEFEED `updates`; after the copy, run ALTER TABLE `shop/orders` ADD CHANGEFEED `updates`
    ");
}
