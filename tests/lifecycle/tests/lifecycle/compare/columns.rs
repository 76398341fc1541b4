//! Compares columns that differ.

use insta::assert_snapshot;
use ydb_keys::schema::Store;
use ydb_keys::{YdbTable, YdbType};
use ydb_keys_migrate::__internal::{LiveDefault, LiveFamily, LiveSettings, LiveTable, compare};

use super::orders::{Order, column, plan, required, with, with_column};

#[test]
fn a_table_as_the_model_says() {
    assert_snapshot!(plan(&super::orders::orders()), @"shop/orders: no difference");
}

#[test]
fn no_table() {
    assert_snapshot!(compare(Order::TABLE, "elsewhere/orders", None), @r#"
    elsewhere/orders: 1 difference
      - the table does not exist
      Steps, one statement per request:
        -- 1 of 2
        CREATE TABLE `elsewhere/orders` (
            `order_hash` Uint64 NOT NULL,
            `order_id` Uint64 NOT NULL,
            `customer` Utf8 NOT NULL,
            `created` Timestamp NOT NULL,
            `status` Utf8 NOT NULL DEFAULT 'new'u,
            `priority` Uint8 DEFAULT 3ut,
            `note` Utf8 FAMILY `cold`,
            INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`),
            INDEX `by_status` GLOBAL ASYNC ON (`customer`),
            FAMILY `cold` (DATA = "hdd", COMPRESSION = "lz4"),
            PRIMARY KEY (`order_hash`, `order_id`)
        )
        WITH (
            AUTO_PARTITIONING_BY_SIZE = ENABLED,
            AUTO_PARTITIONING_PARTITION_SIZE_MB = 1000,
            AUTO_PARTITIONING_BY_LOAD = ENABLED,
            AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4,
            AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 64,
            KEY_BLOOM_FILTER = ENABLED,
            READ_REPLICAS_SETTINGS = "PER_AZ:1",
            TTL = Interval("P30D") ON `created`
        );
        -- 2 of 2
        -- set the table's attribute ydb_keys.layout, for which YQL has no statement:
        -- v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64
    "#);
}

#[test]
fn a_missing_column() {
    assert_snapshot!(plan(&with(|table| table.columns.retain(|column| column.name != "note"))), @r"
    shop/orders: 1 difference
      - column `note` Utf8 FAMILY `cold`: only in the model
      Steps, one statement per request:
        -- 1 of 1
        -- programs without the column: `replace` sets it to NULL
        ALTER TABLE `shop/orders` ADD COLUMN `note` Utf8 FAMILY `cold`;
    ");
}

#[test]
fn a_missing_column_with_a_default() {
    assert_snapshot!(plan(&with(|table| {
        table.columns.retain(|column| column.name != "status" && column.name != "priority");
        table.indexes.clear();
    })), @r"
    shop/orders: 4 differences
      - column `status` Utf8 NOT NULL DEFAULT 'new'u: only in the model
      - column `priority` Uint8 DEFAULT 3ut: only in the model
      - index `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`): only in the model
      - index `by_status` GLOBAL ASYNC ON (`customer`): only in the model
      Steps, one statement per request:
        -- 1 of 4
        -- programs without the column: bulk upserts and loaders fail, so stop those first; `replace` sets it to its default
        ALTER TABLE `shop/orders` ADD COLUMN `status` Utf8 NOT NULL DEFAULT 'new'u;
        -- 2 of 4
        -- programs without the column: bulk upserts and loaders fail, so stop those first; `replace` sets it to its default
        ALTER TABLE `shop/orders` ADD COLUMN `priority` Uint8 DEFAULT 3ut;
        -- 3 of 4
        ALTER TABLE `shop/orders` ADD INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`);
        -- wait until index `by_customer` is built
        -- 4 of 4
        ALTER TABLE `shop/orders` ADD INDEX `by_status` GLOBAL ASYNC ON (`customer`);
        -- wait until index `by_status` is built
    ");
}

#[test]
fn a_missing_column_that_must_be_filled() {
    assert_snapshot!(plan(&with(|table| table.columns.retain(|column| column.name != "customer"))), @r"
    shop/orders: 1 difference
      - column `customer` Utf8 NOT NULL: only in the model
      Do this by hand first; until then, `apply` does not change this table:
        - column `customer`: YDB adds a NOT NULL column only with a default. Give the field a default (`#[ydb(default = ...)]`) or make it an `Option`. For NOT NULL without a default, make it an `Option`, apply, fill it in all rows, then make it required again, which copies the rows into a new table
    ");
}

#[test]
fn an_extra_column() {
    let extra = required("legacy", YdbType::Int32);
    assert_snapshot!(plan(&with(|table| table.columns.push(extra))), @r"
    shop/orders: 1 difference
      - column `legacy` Int32 NOT NULL: only in the table
      Steps, one statement per request:
        -- 1 of 1
        -- destructive: all values of `legacy` are lost
        ALTER TABLE `shop/orders` DROP COLUMN `legacy`;
    ");
}

#[test]
fn another_type() {
    assert_snapshot!(plan(&with_column("priority", |live| *live = column("priority", YdbType::Int64))), @r"
    shop/orders: 1 difference
      - column `priority`: Uint8 in the model, Int64 in the table
      Do this by hand first; until then, `apply` does not change this table:
        - column `priority`: YDB cannot change the type of a column. Keep it as Int64 in the model, add an optional field of type Uint8 under another name, apply, fill the new column, move readers and writers to it, then remove `priority` from the model
    ");
}

#[test]
fn another_type_in_the_key() {
    assert_snapshot!(plan(&with_column("order_id", |live| *live = required("order_id", YdbType::Int64))), @r#"
    shop/orders: 1 difference
      - column `order_id`: Uint64 in the model, Int64 in the table
      Do this by hand first; until then, `apply` does not change this table:
        - key column `order_id`: YDB cannot change the type of a column, and the copy into a new table does not convert values. Give the model another path (`#[ydb(table = "..")]`), apply, and copy the rows with a program that converts them
    "#);
}

#[test]
fn a_type_that_no_model_has() {
    assert_snapshot!(plan(&with_column("note", |live| (live.ty, live.type_text) = (None, "pgvarchar".into()))), @r"
    shop/orders: 1 difference
      - column `note`: Utf8 in the model, pgvarchar in the table
      Do this by hand first; until then, `apply` does not change this table:
        - column `note`: a model cannot have a column of type pgvarchar, and YDB cannot change the type of a column. Give the field another name, add that column with ALTER TABLE and fill it. Then `note` is only in the table, and `apply` leaves it alone: drop it when nothing reads it
    ");
}

#[test]
fn not_null_in_the_table_only() {
    assert_snapshot!(plan(&with_column("note", |live| live.nullable = false)), @r"
    shop/orders: 1 difference
      - column `note`: may be NULL in the model, NOT NULL in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` ALTER COLUMN `note` DROP NOT NULL;
    ");
}

#[test]
fn not_null_in_the_model_only() {
    assert_snapshot!(plan(&with_column("customer", |live| live.nullable = true)), @r"
    shop/orders: 1 difference
      - column `customer`: NOT NULL in the model, may be NULL in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - column `customer`: YDB cannot add NOT NULL to an existing column. Before the copy, fill `customer` in the rows where it is NULL
      What `apply --rekey` does:
        - create `shop/orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn another_default() {
    let other =
        |live: &mut ydb_keys_migrate::__internal::LiveColumn| live.default = LiveDefault::Literal("'old'".into());
    assert_snapshot!(plan(&with_column("status", other)), @r"
    shop/orders: 1 difference
      - column `status`: default 'new'u in the model, default 'old' in the table
      Steps, one statement per request:
        -- 1 of 1
        -- YDB has this statement since 26.2
        ALTER TABLE `shop/orders` ALTER COLUMN `status` SET DEFAULT 'new'u;
    ");
}

#[test]
fn a_default_in_the_model_only() {
    assert_snapshot!(plan(&with_column("priority", |live| live.default = LiveDefault::None)), @r"
    shop/orders: 1 difference
      - column `priority`: default 3ut in the model, no default in the table
      Steps, one statement per request:
        -- 1 of 1
        -- YDB has this statement since 26.2
        ALTER TABLE `shop/orders` ALTER COLUMN `priority` SET DEFAULT 3ut;
    ");
}

#[test]
fn a_default_in_the_table_only() {
    assert_snapshot!(plan(&with_column("note", |live| live.default = LiveDefault::Literal("'-'".into()))), @r"
    shop/orders: 1 difference
      - column `note`: no default in the model, default '-' in the table
      Steps, one statement per request:
        -- 1 of 1
        -- YDB has this statement since 26.2
        ALTER TABLE `shop/orders` ALTER COLUMN `note` DROP DEFAULT;
    ");
}

#[test]
fn a_default_in_the_table_only_of_a_not_null_column() {
    assert_snapshot!(plan(&with_column("customer", |live| live.default = LiveDefault::Literal("''".into()))), @r"
    shop/orders: 1 difference
      - column `customer`: no default in the model, default '' in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - column `customer`: YDB cannot drop the default of a NOT NULL column. To avoid the copy, keep the default in the model (`#[ydb(default = ...)]`)
      What `apply --rekey` does:
        - create `shop/orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn a_default_that_cannot_be_read() {
    let call = |live: &mut ydb_keys_migrate::__internal::LiveColumn| {
        live.default = LiveDefault::Literal("Unknown::Call(1)".into())
    };
    assert_snapshot!(plan(&with_column("status", call)), @r"
    shop/orders: no difference
      Not compared:
        - default of `status`: cannot read what the server prints: Unknown::Call(1)
    ");
}

#[test]
fn another_family() {
    assert_snapshot!(plan(&with_column("note", |live| live.family = None)), @r"
    shop/orders: 1 difference
      - column `note`: family `cold` in the model, family `default` in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` ALTER COLUMN `note` SET FAMILY `cold`;
    ");
    assert_snapshot!(plan(&with_column("status", |live| live.family = Some("cold".into()))), @r"
    shop/orders: 1 difference
      - column `status`: family `default` in the model, family `cold` in the table
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` ALTER COLUMN `status` SET FAMILY `default`;
    ");
}

#[derive(YdbTable)]
#[ydb(table = "readings", store = column, primary_key(id), family(cold, compression = "lz4"))]
struct Reading {
    id: u64,
    #[ydb(family = "cold")]
    note: Option<String>,
}

/// Tests a new family of a column table, whose columns' families the server does not report.
#[test]
fn a_new_family_of_a_column_table() {
    let live = |families: Vec<LiveFamily>| {
        with(|table| {
            table.store = Store::Column;
            table.columns = vec![required("id", YdbType::Uint64), column("note", YdbType::Utf8)];
            table.primary_key = vec!["id".into()];
            table.attributes.insert(ydb_keys::Layout::ATTRIBUTE.into(), "v1: id Uint64".into());
            table.indexes.clear();
            table.settings = Some(LiveSettings { families, ..LiveSettings::default() });
        })
    };
    let of_readings = |table: &LiveTable| compare(Reading::TABLE, "readings", Some(table)).to_string();
    let plan = of_readings(&live(Vec::new()));
    let (family, moved) = ("ADD FAMILY `cold` (COMPRESSION = \"lz4\")", "ALTER COLUMN `note` SET FAMILY `cold`");
    assert!(plan.find(family).unwrap() < plan.find(moved).unwrap(), "{plan}");
    // It exists already, so the column may be in it.
    let cold = LiveFamily { name: "cold".into(), data: None, compression: Some("lz4".into()), cache_mode: None };
    let plan = of_readings(&live(vec![cold]));
    assert!(!plan.contains(moved) && plan.contains("family of `note`: the server does not report it"), "{plan}");
}

/// Tests the plan's effects on older programs: BulkUpsert needs all columns of a column table, and all NOT NULL columns
/// of any table.
#[test]
fn what_older_programs_meet_is_in_the_plan() {
    let notes = |table: &LiveTable, model: &'static ydb_keys::Table| {
        let plan = compare(model, "t", Some(table));
        plan.steps.iter().filter_map(|step| step.note.clone()).collect::<Vec<_>>()
    };
    let missing = with(|table| table.columns.retain(|column| !["note", "status"].contains(&column.name.as_str())));
    let fails = "programs without the column: bulk upserts and loaders fail, so stop those first; ";
    let of_rows = notes(&missing, Order::TABLE);
    assert!(of_rows.contains(&format!("{fails}`replace` sets it to its default")), "{of_rows:?}");
    assert!(of_rows.contains(&"programs without the column: `replace` sets it to NULL".to_owned()), "{of_rows:?}");
    let readings = with(|table| {
        table.store = Store::Column;
        table.columns = vec![required("id", YdbType::Uint64)];
        table.primary_key = vec!["id".into()];
        table.attributes.insert(ydb_keys::Layout::ATTRIBUTE.into(), "v1: id Uint64".into());
        table.indexes.clear();
        table.settings = Some(LiveSettings::default());
    });
    let of_columns = notes(&readings, Reading::TABLE);
    assert!(of_columns.contains(&format!("{fails}`replace` sets it to NULL")), "{of_columns:?}");
}

#[derive(YdbTable)]
#[ydb(table = "counters", primary_key(name, number))]
struct Counter {
    name: String,
    #[ydb(serial)]
    number: i64,
    #[ydb(serial)]
    turn: i32,
}

fn counters(numbers: [Option<bool>; 2]) -> LiveTable {
    with(|table| {
        table.columns = vec![required("name", YdbType::Utf8), required("number", YdbType::Int64)];
        table.columns.push(required("turn", YdbType::Int32));
        for (column, serial) in table.columns[1..].iter_mut().zip(numbers) {
            column.serial = serial;
        }
        table.primary_key = vec!["name".into(), "number".into()];
        table.attributes.insert(ydb_keys::Layout::ATTRIBUTE.into(), "v1: name Utf8, number Int64".into());
        table.indexes.clear();
        table.settings = Some(LiveSettings::default());
    })
}

#[test]
fn serial_in_the_model_only() {
    let live = counters([Some(true), Some(false)]);
    assert_snapshot!(compare(Counter::TABLE, "counters", Some(&live)), @r"
    counters: 1 difference
      - column `turn`: serial in the model, not serial in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - column `turn`: YDB cannot add a sequence to an existing column
      What `apply --rekey` does:
        - create `counters__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - move the new sequence of `number`, `turn` past all numbers that the old one has given, before the swap and again after it; a gap is left for writers who take numbers in between, and the copy reports a gap that was too small
        - swap the names in one transaction, and keep the old table as `counters__ydb_keys_old` until `apply --drop-old`
    ");
}

#[test]
fn a_missing_serial_column() {
    let mut live = counters([Some(true), Some(true)]);
    live.columns.pop();
    assert_snapshot!(compare(Counter::TABLE, "counters", Some(&live)), @r"
    counters: 1 difference
      - column `turn` Serial NOT NULL: only in the model
      Do this by hand first; until then, `apply` does not change this table:
        - column `turn`: YDB cannot add a serial column. Declare the field as an `Option` without `serial`, apply, fill it with numbers in all rows, then declare it serial again, which copies the rows into a new table
    ");
}

#[test]
fn serial_in_the_table_only() {
    let live = with_column("priority", |live| {
        live.serial = Some(true);
        live.default = LiveDefault::None;
    });
    assert_snapshot!(plan(&live), @r"
    shop/orders: 1 difference
      - column `priority`: not serial in the model, serial in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - column `priority`: YDB cannot remove the sequence of a column
      What `apply --rekey` does:
        - create `shop/orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `shop/orders__ydb_keys_old` until `apply --drop-old`
    ");
}
