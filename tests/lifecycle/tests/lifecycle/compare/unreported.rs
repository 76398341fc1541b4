//! Tests that properties that an older server does not report are listed as not compared, and never count as equal.

use insta::assert_snapshot;
use ydb_keys::{Decimal, YdbTable, YdbType};
use ydb_keys_migrate::__internal::{LiveColumn, LiveDefault, LiveTable, compare};

use super::orders::{column, plan, required, with};

/// Returns a table as DescribeTable reports it: no settings, no defaults, no sequences.
fn of_an_older_server(change: impl FnOnce(&mut LiveTable)) -> LiveTable {
    with(|table| {
        table.settings = None;
        for column in &mut table.columns {
            (column.serial, column.default) = (None, LiveDefault::Unreported);
        }
        change(table);
    })
}

#[test]
fn everything_declared() {
    assert_snapshot!(plan(&of_an_older_server(|_| ())), @r"
    shop/orders: no difference
      Not compared:
        - default values, serial columns, TTL, partitioning, families, bloom filter, read replicas: SHOW CREATE TABLE is unavailable on this server (YDB 26.1 introduced it)
    ");
}

#[test]
fn a_new_column_with_a_default() {
    let live = of_an_older_server(|table| table.columns.retain(|column| column.name != "priority"));
    assert_snapshot!(plan(&live), @r"
    shop/orders: 1 difference
      - column `priority` Uint8 DEFAULT 3ut: only in the model
      Steps, one statement per request:
        -- 1 of 1
        -- programs without the column: bulk upserts and loaders fail, so stop those first; `replace` sets it to its default; YDB can add a column with a default since 26.1, and this server seems to be older
        ALTER TABLE `shop/orders` ADD COLUMN `priority` Uint8 DEFAULT 3ut;
      Not compared:
        - default values, serial columns, TTL, partitioning, families, bloom filter, read replicas: SHOW CREATE TABLE is unavailable on this server (YDB 26.1 introduced it)
    ");
}

#[test]
fn a_copy() {
    assert_snapshot!(plan(&of_an_older_server(|table| table.primary_key.reverse())), @r"
    shop/orders: 1 difference
      - primary key: (`order_hash`, `order_id`) in the model, (`order_id`, `order_hash`) in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - the primary key is (`order_id`, `order_hash`), but the model declares (`order_hash`, `order_id`): YDB cannot change the key of a table
      What `apply --rekey` does:
        - create `shop/orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `shop/orders__ydb_keys_old` until `apply --drop-old`
      Not compared:
        - default values, serial columns, TTL, partitioning, families, bloom filter, read replicas, changefeeds: SHOW CREATE TABLE is unavailable on this server (YDB 26.1 introduced it)
    ");
}

#[test]
fn decimals_without_their_parameters() {
    #[derive(YdbTable)]
    #[ydb(table = "prices", primary_key(id))]
    struct Price {
        #[ydb(dispersed)]
        id: u64,
        #[ydb(type = "Decimal(10,2)")]
        price: Decimal<10, 2>,
    }
    let live = of_an_older_server(|table| {
        let price = LiveColumn { ty: None, type_text: "Decimal".into(), ..required("price", YdbType::Uint64) };
        table.columns = vec![required("id", YdbType::Uint64), price];
        table.primary_key = vec!["id".into()];
        table.indexes.clear();
        table.attributes.insert(ydb_keys::Layout::ATTRIBUTE.into(), "v1: id Uint64".into());
    });
    assert_snapshot!(compare(Price::TABLE, "prices", Some(&live)), @r"
    prices: no difference
      Not compared:
        - precision and scale of `price`: the server does not report them
        - default values, serial columns, TTL: SHOW CREATE TABLE is unavailable on this server (YDB 26.1 introduced it)
    ");
    let live = with(|table| {
        table.columns = live.columns.clone();
        table.columns[1] = column("price", YdbType::Decimal { precision: 22, scale: 9 });
        table.columns[1].nullable = false;
        table.primary_key = vec!["id".into()];
        table.indexes.clear();
        table.attributes.insert(ydb_keys::Layout::ATTRIBUTE.into(), "v1: id Uint64".into());
        table.settings = Some(ydb_keys_migrate::__internal::LiveSettings::default());
    });
    assert_snapshot!(compare(Price::TABLE, "prices", Some(&live)), @r"
    prices: 1 difference
      - column `price`: Decimal(10,2) in the model, Decimal(22,9) in the table
      Do this by hand first; until then, `apply` does not change this table:
        - column `price`: YDB cannot change the type of a column. Keep it as Decimal(22,9) in the model, add an optional field of type Decimal(10,2) under another name, apply, fill the new column, move readers and writers to it, then remove `price` from the model
    ");
}
