//! Tests statements of a table with nullable key columns, which was allowed: NULL is a value like any other.

use std::ops::Bound;

use proptest::prelude::*;
use ydb_keys::{Value, YdbTable};

use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "sales", primary_key(account, region, id))]
#[ydb(allow(nullable_key, reason = "sales of before 2020 have no region"))]
pub(crate) struct Sale {
    #[ydb(dispersed)]
    pub(crate) account: u64,
    pub(crate) region: Option<String>,
    pub(crate) id: i32,
    pub(crate) amount: Option<f64>,
}

pub(crate) fn any_sale() -> impl Strategy<Value = Sale> {
    (any::<u64>(), any::<Option<String>>(), any::<i32>(), any::<Option<f64>>())
        .prop_map(|(account, region, id, amount)| Sale { account, region, id, amount })
}

/// Returns the place of a row in the order of the key.
fn place(region: &Option<String>) -> Vec<Value<'static>> {
    let region = region.clone().map_or(Value::Null, |region| Value::Utf8(region.into()));
    vec![Value::Uint64(1), region, Value::Int32(2)]
}

fn texts(region: Option<String>) -> String {
    let sale = Sale { account: 1, region: region.clone(), id: 2, amount: None };
    let rows = std::slice::from_ref(&sale);
    let key = || (1, region.clone(), 2);
    let at = || Sale::scan().account(1);
    golden(&[
        ("insert", sale.insert().statement()),
        ("upsert_many", Sale::upsert_many(rows).statement()),
        ("update", Sale::update(key()).amount(Some(1.5)).statement()),
        ("update_many", Sale::update_many(rows).statement()),
        ("delete", Sale::delete(key()).statement()),
        ("delete_many", Sale::delete_many([key()]).statement()),
        ("get", Sale::get(key()).statement()),
        ("get_many", Sale::get_many([key()]).statement()),
        ("prefix", at().region(region.clone()).statement()),
        ("from..", at().region(region.clone()..).statement()),
        ("..to", at().region(..region.clone()).statement()),
        ("..=to", at().region(..=region.clone()).statement()),
        ("from..=to", at().region(region.clone()..=region.clone()).statement()),
        ("after from", at().region((Bound::Excluded(region.clone()), Bound::Unbounded)).statement()),
        ("prefix and range", at().region(region.clone()).id(1..).statement()),
        ("page", at().after(key()).limit(10).statement()),
        ("page, descending", at().descending().after(key()).limit(10).statement()),
        ("full scan, page", Sale::scan().full_scan().after(key()).statement()),
        ("delete a prefix", at().region(region.clone()).delete().statement()),
        ("delete a range", at().region(..region.clone()).delete().statement()),
        ("exists", Sale::exists(key()).statement()),
        ("any of a range", at().region(region.clone()..).exists().statement()),
        ("count after", at().after(key()).count().statement()),
        ("batch", at().select::<Sale>().batch(9, None)),
        ("next batch", at().select::<Sale>().batch(9, Some(place(&region)))),
    ])
}

#[test]
fn goldens() {
    insta::assert_snapshot!("sales", texts(Some("north".to_owned())));
}

/// Tests that NULL is in the text, also for operations by whole keys.
#[test]
fn goldens_of_null() {
    insta::assert_snapshot!("sales_null", texts(None));
}

/// Tests that the text has `region IS NULL`, for which YDB reads a point; with a parameter it may not.
#[test]
fn null_in_a_whole_key_is_said_in_the_text() {
    let key = |region: Option<&str>| (1, region.map(str::to_owned), 2);
    let (get, delete) = (Sale::get(key(None)), Sale::delete(key(None)));
    let condition = "WHERE `account` = $account AND `region` IS NULL AND `id` = $id;";
    for statement in [get.statement().unwrap(), delete.statement().unwrap()] {
        assert!(statement.text().ends_with(condition), "{}", statement.text());
        assert_eq!(statement.params().len(), 2);
    }
    let get = Sale::get(key(Some("north")));
    let statement = get.statement().unwrap();
    assert!(statement.text().ends_with("WHERE `account` = $account AND `region` = $region AND `id` = $id;"));
}

/// Tests a page after NULL, by hand: NULL comes first, so later rows have a region, or the same account, no region and
/// a greater id.
#[test]
fn a_page_goes_on_after_null() {
    let key = |region: Option<&str>| (1, region.map(str::to_owned), 2);
    let page = |region, descending: bool| {
        let scan = Sale::scan().account(1).after(key(region)).limit(10);
        let scan = if descending { scan.descending() } else { scan };
        let text = scan.statement().unwrap().text().to_owned();
        let (_, condition) = text.split_once("WHERE `account` = $account AND ").unwrap();
        condition.split_once("\nORDER BY").unwrap().0.to_owned()
    };
    assert_eq!(
        page(Some("north"), false),
        "(`region` > $after_region OR (`region` = $after_region AND `id` > $after_id))"
    );
    assert_eq!(page(None, false), "(`region` IS NOT NULL OR (`region` IS NULL AND `id` > $after_id))");
    assert_eq!(
        page(Some("north"), true),
        "(`region` < $after_region OR `region` IS NULL OR (`region` = $after_region AND `id` < $after_id))"
    );
    assert_eq!(page(None, true), "(`region` IS NULL AND `id` < $after_id)");
}
