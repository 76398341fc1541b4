//! Compares indexes that differ.

use insta::assert_snapshot;
use ydb_keys::YdbTable;
use ydb_keys_migrate::__internal::{LiveIndexKind, LiveSettings, compare};

use super::orders::{index, plan, with};

#[test]
fn a_missing_index() {
    assert_snapshot!(plan(&with(|table| drop(table.indexes.remove(0)))), @r"
    shop/orders: 1 difference
      - index `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`): only in the model
      Steps, one statement per request:
        -- 1 of 1
        ALTER TABLE `shop/orders` ADD INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`);
        -- wait until index `by_customer` is built
    ");
}

#[test]
fn an_extra_index() {
    let extra = index("by_note", LiveIndexKind::Async, &["note", "created"], &["customer"]);
    assert_snapshot!(plan(&with(|table| table.indexes.push(extra))), @r"
    shop/orders: 1 difference
      - index `by_note` GLOBAL ASYNC ON (`note`, `created`) COVER (`customer`): only in the table
      Steps, one statement per request:
        -- 1 of 1
        -- destructive: queries that read through `by_note` will fail
        ALTER TABLE `shop/orders` DROP INDEX `by_note`;
    ");
}

#[test]
fn an_extra_index_of_a_kind_that_models_do_not_have() {
    let extra = index("by_meaning", LiveIndexKind::Other, &["note"], &[]);
    assert_snapshot!(plan(&with(|table| table.indexes.push(extra))), @r"
    shop/orders: no difference
      Left alone, because a model cannot declare it:
        - INDEX `by_meaning` ON (`note`), of a kind that a model cannot declare
    ");
}

#[test]
fn another_column_order() {
    assert_snapshot!(plan(&with(|table| table.indexes[0].on.reverse())), @r"
    shop/orders: 1 difference
      - index `by_customer`:
          model: INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`)
          table: INDEX `by_customer` GLOBAL SYNC ON (`created`, `customer`) COVER (`status`, `note`)
      Steps, one statement per request:
        -- 1 of 3
        ALTER TABLE `shop/orders` ADD INDEX `by_customer__ydb_keys_new` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`);
        -- wait until index `by_customer__ydb_keys_new` is built
        -- 2 of 3
        -- destructive: queries that read through `by_customer` fail until the next step is done
        ALTER TABLE `shop/orders` DROP INDEX `by_customer`;
        -- 3 of 3
        ALTER TABLE `shop/orders` RENAME INDEX `by_customer__ydb_keys_new` TO `by_customer`;
    ");
}

#[test]
fn another_cover() {
    assert_snapshot!(plan(&with(|table| drop(table.indexes[0].cover.pop()))), @r"
    shop/orders: 1 difference
      - index `by_customer`:
          model: INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`)
          table: INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`status`)
      Steps, one statement per request:
        -- 1 of 3
        ALTER TABLE `shop/orders` ADD INDEX `by_customer__ydb_keys_new` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`);
        -- wait until index `by_customer__ydb_keys_new` is built
        -- 2 of 3
        -- destructive: queries that read through `by_customer` fail until the next step is done
        ALTER TABLE `shop/orders` DROP INDEX `by_customer`;
        -- 3 of 3
        ALTER TABLE `shop/orders` RENAME INDEX `by_customer__ydb_keys_new` TO `by_customer`;
    ");
}

#[test]
fn another_kind() {
    assert_snapshot!(plan(&with(|table| table.indexes[1].kind = LiveIndexKind::Unique)), @r"
    shop/orders: 1 difference
      - index `by_status`:
          model: INDEX `by_status` GLOBAL ASYNC ON (`customer`)
          table: INDEX `by_status` GLOBAL UNIQUE SYNC ON (`customer`)
      Steps, one statement per request:
        -- 1 of 3
        ALTER TABLE `shop/orders` ADD INDEX `by_status__ydb_keys_new` GLOBAL ASYNC ON (`customer`);
        -- wait until index `by_status__ydb_keys_new` is built
        -- 2 of 3
        -- destructive: queries that read through `by_status` fail until the next step is done
        ALTER TABLE `shop/orders` DROP INDEX `by_status`;
        -- 3 of 3
        ALTER TABLE `shop/orders` RENAME INDEX `by_status__ydb_keys_new` TO `by_status`;
    ");
}

/// Tests that an index of a kind that no model can declare is not dropped, although it has the name of the model's
/// index.
#[test]
fn a_kind_that_models_do_not_have() {
    assert_snapshot!(plan(&with(|table| table.indexes[1].kind = LiveIndexKind::Other)), @r"
    shop/orders: 1 difference
      - index `by_status`:
          model: INDEX `by_status` GLOBAL ASYNC ON (`customer`)
          table: INDEX `by_status` ON (`customer`), of a kind that a model cannot declare
      Do this by hand first; until then, `apply` does not change this table:
        - index `by_status`: the table's index `by_status` is of a kind that a model cannot declare, so it is left alone. Give the model's index another name, or rename or drop the one in the table
    ");
}

#[test]
fn an_index_that_is_not_built_yet() {
    assert_snapshot!(plan(&with(|table| table.indexes[1].ready = false)), @r"
    shop/orders: 1 difference
      - index `by_status`: not built yet
      Steps, one statement per request:
        -- 1 of 1
        -- wait until index `by_status` is built
    ");
}

#[test]
fn no_room_for_another_index() {
    let live = with(|table| {
        table.indexes[0].on.reverse();
        let more = (2..20).map(|number| index(&format!("vector{number}"), LiveIndexKind::Other, &["note"], &[]));
        table.indexes.extend(more);
    });
    let text = plan(&live).to_string();
    let steps = text.split("  Left alone,").next().unwrap();
    assert_snapshot!(steps, @r"
    shop/orders: 1 difference
      - index `by_customer`:
          model: INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`)
          table: INDEX `by_customer` GLOBAL SYNC ON (`created`, `customer`) COVER (`status`, `note`)
      Steps, one statement per request:
        -- 1 of 2
        -- destructive: queries that read through `by_customer` fail until it is rebuilt: a table can have at most 20 indexes, so there is no room to build the new one first
        ALTER TABLE `shop/orders` DROP INDEX `by_customer`;
        -- 2 of 2
        ALTER TABLE `shop/orders` ADD INDEX `by_customer` GLOBAL SYNC ON (`customer`, `created`) COVER (`note`, `status`);
        -- wait until index `by_customer` is built
    ");
}

#[derive(YdbTable)]
#[ydb(table = "users", primary_key(id), index(by_mail, on(mail), unique))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    mail: String,
}

#[test]
fn a_unique_index_on_a_table_that_is_there() {
    use super::orders::required;
    use ydb_keys::YdbType;
    let live = |indexes| {
        with(|table| {
            table.columns = vec![required("id", YdbType::Uint64), required("mail", YdbType::Utf8)];
            table.primary_key = vec!["id".into()];
            table.indexes = indexes;
            table.attributes.insert(ydb_keys::Layout::ATTRIBUTE.into(), "v1: id Uint64".into());
            table.settings = Some(LiveSettings::default());
        })
    };
    let missing = live(vec![]);
    assert_snapshot!(compare(User::TABLE, "users", Some(&missing)), @r"
    users: 1 difference
      - index `by_mail` GLOBAL UNIQUE SYNC ON (`mail`): only in the model
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - index `by_mail`: YDB creates a unique index only together with its table. The copy stops if two rows have the same values
      What `apply --rekey` does:
        - create `users__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `users__ydb_keys_old` until `apply --drop-old`
    ");
    let other_kind = live(vec![index("by_mail", LiveIndexKind::Sync, &["mail"], &[])]);
    assert_snapshot!(compare(User::TABLE, "users", Some(&other_kind)), @r"
    users: 1 difference
      - index `by_mail`:
          model: INDEX `by_mail` GLOBAL UNIQUE SYNC ON (`mail`)
          table: INDEX `by_mail` GLOBAL SYNC ON (`mail`)
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - index `by_mail`: YDB creates a unique index only together with its table. The copy stops if two rows have the same values
      What `apply --rekey` does:
        - create `users__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `users__ydb_keys_old` until `apply --drop-old`
    ");
}
