//! Keys, hashes, stores: what only a copy into a new table changes.

use insta::assert_snapshot;
use ydb_keys::migrate::{HashSample, LiveSettings, compare};
use ydb_keys::schema::Store;
use ydb_keys::{Layout, YdbTable, YdbType};

use super::orders::{column, orders, plan, required, with, with_column};

#[test]
fn another_order_of_the_key() {
    assert_snapshot!(plan(&with(|table| table.primary_key.reverse())), @r"
    shop/orders: 1 difference
      - primary key: (`order_hash`, `order_id`) in the model, (`order_id`, `order_hash`) in the table
      No ALTER TABLE can do this; a copy into a new table can, for:
        - the primary key is (`order_id`, `order_hash`) and shall be (`order_hash`, `order_id`): YDB never changes the key of a table
      The copy, which `apply --rekey` carries out:
        - create `shop/orders__ydb_keys_new`, as the model says
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare both tables by counts and by a digest of each page, and copy again what differs
        - swap the names in one transaction; the old table stays as `shop/orders__ydb_keys_old` until `apply --drop-old`
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
      No ALTER TABLE can do this; a copy into a new table can, for:
        - the primary key is (`order_id`) and shall be (`order_hash`, `order_id`): YDB never changes the key of a table
      The copy, which `apply --rekey` carries out:
        - create `shop/orders__ydb_keys_new`, as the model says
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare both tables by counts and by a digest of each page, and copy again what differs
        - swap the names in one transaction; the old table stays as `shop/orders__ydb_keys_old` until `apply --drop-old`
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
      No ALTER TABLE can do this; a copy into a new table can, for:
        - the primary key is (`order_hash`, `number`) and shall be (`order_hash`, `order_id`): YDB never changes the key of a table
      The new table will not have:
        - column `number`
      The copy cannot begin until this is done:
        - key column `order_id` is not in the table, so a copy has nothing to put there. Keep the old key in the model and declare the column as an `Option`, apply, fill it in all rows, then put it into the key
    ");
}

#[test]
fn a_hash_column_of_another_type() {
    let live = with_column("order_hash", |live| *live = column("order_hash", YdbType::Int64));
    assert_snapshot!(plan(&live), @r"
    shop/orders: 2 differences
      - column `order_hash`: Uint64 in the model, Int64 in the table
      - column `order_hash`: NOT NULL in the model, may be NULL in the table
      No ALTER TABLE can do this; a copy into a new table can, for:
        - hash column `order_hash`: a hash is a Uint64, and YDB never changes the type of a column
        - hash column `order_hash`: YDB makes no column NOT NULL that is already there
      The copy, which `apply --rekey` carries out:
        - create `shop/orders__ydb_keys_new`, as the model says
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare both tables by counts and by a digest of each page, and copy again what differs
        - swap the names in one transaction; the old table stays as `shop/orders__ydb_keys_old` until `apply --drop-old`
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
      No ALTER TABLE can do this; a copy into a new table can, for:
        - the model computes other keys than the rows have: every row needs a new key
      The copy, which `apply --rekey` carries out:
        - create `shop/orders__ydb_keys_new`, as the model says
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare both tables by counts and by a digest of each page, and copy again what differs
        - swap the names in one transaction; the old table stays as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn a_layout_of_the_future() {
    let live = with(|table| drop(table.attributes.insert(Layout::ATTRIBUTE.into(), "v2: whatever".into())));
    assert_snapshot!(plan(&live), @r"
    shop/orders: 1 difference
      - layout of the key:
          model: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
          table: v2: whatever
      By hand, before anything else is done to this table:
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
      By hand, before anything else is done to this table:
        - the attribute ydb_keys.layout is damaged: no release of ydb-keys writes such a line. Drop it with `ydb table attribute drop --attributes ydb_keys.layout`; then rows are looked at instead, and `apply` writes the layout again
    ");
}

#[test]
fn no_layout_and_rows_with_another_hash() {
    let sampled = |rows, differing| {
        with(|table| {
            table.attributes.clear();
            table.hash_sample = Some(HashSample { rows, differing });
        })
    };
    assert_snapshot!(plan(&sampled(1000, 1000)), @r"
    shop/orders: 1 difference
      - hash: 1000 of 1000 rows looked at hold other hashes than the model computes
          model: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
      No ALTER TABLE can do this; a copy into a new table can, for:
        - `order_hash` holds other numbers than the model computes: the model does not find these rows
      The copy, which `apply --rekey` carries out:
        - create `shop/orders__ydb_keys_new`, as the model says
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare both tables by counts and by a digest of each page, and copy again what differs
        - swap the names in one transaction; the old table stays as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
    // As the model computes it, or without rows: the layout can be written down.
    assert_snapshot!(plan(&sampled(1000, 0)), @r"
    shop/orders: no difference
      Steps, one statement a request:
        -- 1 of 1
        -- set the table's attribute ydb_keys.layout, for which YQL has no statement:
        -- v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
    ");
    assert_eq!(plan(&sampled(0, 0)), plan(&sampled(1000, 0)));
}

#[test]
fn no_layout_and_nobody_looked() {
    assert_snapshot!(plan(&with(|table| table.attributes.clear())), @r"
    shop/orders: no difference
      Not compared:
        - values of `order_hash`: no rows were looked at
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

fn events() -> ydb_keys::migrate::LiveTable {
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
      No ALTER TABLE can do this; a copy into a new table can, for:
        - the table is a row table, but the model declares a column table: YDB cannot change the store of a table
      The copy, which `apply --rekey` carries out:
        - rename an empty column table first, to see whether this server can: before it does, no row is copied (ydb #14976)
        - create `events__ydb_keys_new`, as the model says
        - copy the rows in pages of the old key, each page in one transaction
        - compare both tables by counts and by a digest of each page, and copy again what differs
        - swap the names in one transaction; the old table stays as `events__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn another_partition_key() {
    let mut live = events();
    live.settings.as_mut().unwrap().partition_by = live.primary_key.clone();
    assert_snapshot!(compare(Event::TABLE, "events", Some(&live)), @r"
    events: 1 difference
      - PARTITION BY HASH: (`user`) in the model, (`user`, `at`) in the table
      No ALTER TABLE can do this; a copy into a new table can, for:
        - PARTITION BY HASH (`user`, `at`) shall be (`user`): YDB never changes it
      The copy, which `apply --rekey` carries out:
        - rename an empty column table first, to see whether this server can: before it does, no row is copied (ydb #14976)
        - create `events__ydb_keys_new`, as the model says
        - copy the rows in pages of the old key, each page in one transaction
        - compare both tables by counts and by a digest of each page, and copy again what differs
        - swap the names in one transaction; the old table stays as `events__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn another_number_of_partitions_of_a_column_table() {
    let mut live = events();
    live.settings.as_mut().unwrap().min = Some(64);
    assert_snapshot!(compare(Event::TABLE, "events", Some(&live)), @r"
    events: 1 difference
      - AUTO_PARTITIONING_MIN_PARTITIONS_COUNT: 8 in the model, 64 in the table
      No ALTER TABLE can do this; a copy into a new table can, for:
        - the column table has 64 partitions and shall have 8: YDB never changes the number
      The copy, which `apply --rekey` carries out:
        - rename an empty column table first, to see whether this server can: before it does, no row is copied (ydb #14976)
        - create `events__ydb_keys_new`, as the model says
        - copy the rows in pages of the old key, each page in one transaction
        - compare both tables by counts and by a digest of each page, and copy again what differs
        - swap the names in one transaction; the old table stays as `events__ydb_keys_old` until `apply --drop-old`
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
      No ALTER TABLE can do this; a copy into a new table can, for:
        - the primary key is (`order_id`, `order_hash`) and shall be (`order_hash`, `order_id`): YDB never changes the key of a table
      The new table will not have:
        - column `legacy`
        - settings of index `by_customer`: AUTO_PARTITIONING_BY_LOAD = ENABLED
      The copy cannot begin until this is done:
        - changefeed `updates`: YDB renames no table that has one. When its readers are done, run ALTER TABLE `shop/orders` DROP CHANGEFEED `updates`; after the copy, run ALTER TABLE `shop/orders` ADD CHANGEFEED `updates`
    ");
}
