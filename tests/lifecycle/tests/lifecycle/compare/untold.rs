//! What an older server does not tell is not compared, and never taken for equal.

use insta::assert_snapshot;
use ydb_keys::migrate::{LiveColumn, LiveDefault, LiveTable, compare};
use ydb_keys::{Decimal, YdbTable, YdbType};

use super::orders::{column, plan, required, with};

/// What DescribeTable tells: no settings, no defaults, no sequences.
fn of_an_older_server(change: impl FnOnce(&mut LiveTable)) -> LiveTable {
    with(|table| {
        table.settings = None;
        for column in &mut table.columns {
            (column.serial, column.default) = (None, LiveDefault::Untold);
        }
        change(table);
    })
}

#[test]
fn everything_declared() {
    assert_snapshot!(plan(&of_an_older_server(|_| ())), @"");
}

#[test]
fn a_new_column_with_a_default() {
    let live = of_an_older_server(|table| table.columns.retain(|column| column.name != "priority"));
    assert_snapshot!(plan(&live), @"");
}

#[test]
fn a_copy() {
    assert_snapshot!(plan(&of_an_older_server(|table| table.primary_key.reverse())), @"");
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
        table.attributes.insert(ydb_keys::LAYOUT_ATTRIBUTE.into(), "v1: id Uint64".into());
    });
    assert_snapshot!(compare(Price::TABLE, "prices", Some(&live)), @"");
    let live = with(|table| {
        table.columns = live.columns.clone();
        table.columns[1] = column("price", YdbType::Decimal { precision: 22, scale: 9 });
        table.columns[1].nullable = false;
        table.primary_key = vec!["id".into()];
        table.indexes.clear();
        table.attributes.insert(ydb_keys::LAYOUT_ATTRIBUTE.into(), "v1: id Uint64".into());
        table.settings = Some(ydb_keys::migrate::LiveSettings::default());
    });
    assert_snapshot!(compare(Price::TABLE, "prices", Some(&live)), @"");
}
