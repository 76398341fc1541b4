//! Tests statements of the documentation's orders: a key of a hash and the number that is hashed.

use proptest::prelude::*;
use ydb_keys::statements::ParamValue;
use ydb_keys::{Value, YdbTable};

use super::agreement::single_values;
use super::golden::golden;

#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
pub(crate) struct Order {
    pub(crate) order_id: u64,
    pub(crate) customer_id: Option<u64>,
    pub(crate) amount: Option<f64>,
}

pub(crate) fn any_order() -> impl Strategy<Value = Order> {
    (any::<u64>(), any::<Option<u64>>(), any::<Option<f64>>()).prop_map(|(order_id, customer_id, amount)| Order {
        order_id,
        customer_id,
        amount,
    })
}

/// Results of `Digest::NumericHash` for 1001, 1002 and 1003, by YDB's own C++ function (`util/digest/numeric.h`).
const HASH_1001: u64 = 10138685143802077350;
const HASH_1002: u64 = 15958305154223385373;
const HASH_1003: u64 = 15691952052099529436;

/// Returns the row of the documentation's INSERT.
fn documented() -> Order {
    Order { order_id: 1001, customer_id: Some(10), amount: Some(999.99) }
}

#[test]
fn goldens() {
    let order = documented();
    let rows = [order.clone(), Order { order_id: 1002, customer_id: None, amount: None }];
    insta::assert_snapshot!(
        "orders",
        golden(&[
            ("insert", order.insert().statement()),
            ("upsert", order.upsert().statement()),
            ("replace", order.replace().statement()),
            ("insert_many", Order::insert_many(&rows).statement()),
            ("upsert_many", Order::upsert_many(&rows).statement()),
            ("replace_many", Order::replace_many(&rows).statement()),
            ("update one column", Order::update(1001).amount(Some(899.99)).statement()),
            ("update two columns", Order::update(1001).amount(None).customer_id(Some(11)).statement()),
            ("update_many", Order::update_many(&rows).statement()),
            ("delete", Order::delete(1001).statement()),
            ("delete_many", Order::delete_many([1001, 1002]).statement()),
            ("get", Order::get(1001).statement()),
            ("get_many", Order::get_many([1001, 1002, 1003]).statement()),
            ("scan the whole key", Order::scan().order_id(1001).statement()),
            ("scan after the whole key", Order::scan().order_id(1001).after(1001).statement()),
            ("full scan", Order::scan().full_scan().statement()),
            ("full scan, descending", Order::scan().full_scan().descending().statement()),
            ("full scan, page", Order::scan().full_scan().after(1001).limit(100).statement()),
            ("full scan, page, descending", Order::scan().full_scan().descending().after(1001).limit(100).statement()),
            ("full scan of a range", Order::scan().order_id(1000..2000).full_scan().statement()),
            ("delete the whole key", Order::scan().order_id(1001).delete().statement()),
            ("delete everything", Order::scan().full_scan().delete().statement()),
            ("delete a range", Order::scan().order_id(..=2000).full_scan().delete().statement()),
            ("exists", Order::exists(1001).statement()),
            ("any row", Order::scan().full_scan().exists().statement()),
            ("any of no row", Order::scan().full_scan().limit(0).exists().statement()),
            ("count all", Order::scan().full_scan().count().statement()),
            ("count at most", Order::scan().full_scan().limit(9).count().statement()),
        ])
    );
}

#[test]
fn get_carries_the_documented_hash() {
    let get = Order::get(1001);
    let statement = get.statement().unwrap();
    assert_eq!(
        single_values(&statement),
        [("order_hash", Value::Uint64(HASH_1001)), ("order_id", Value::Uint64(1001))]
    );
}

#[test]
fn insert_carries_the_documented_row() {
    let order = documented();
    let statement = order.insert().statement().unwrap();
    assert_eq!(
        single_values(&statement),
        [
            ("order_hash", Value::Uint64(HASH_1001)),
            ("order_id", Value::Uint64(1001)),
            ("customer_id", Value::Uint64(10)),
            ("amount", Value::Double(999.99)),
        ]
    );
}

#[test]
fn every_keyed_statement_carries_the_hash() {
    let keys = Order::get_many([1001, 1002, 1003]);
    let expected = |rows: &[(u64, u64)]| -> Vec<Vec<Value<'static>>> {
        rows.iter().map(|(hash, id)| vec![Value::Uint64(*hash), Value::Uint64(*id)]).collect()
    };
    let rows = expected(&[(HASH_1001, 1001), (HASH_1002, 1002), (HASH_1003, 1003)]);
    let statement = keys.statement().unwrap();
    assert_eq!(statement.params().map(|param| param.value.clone()).collect::<Vec<_>>(), [ParamValue::Rows(rows)]);

    let delete = Order::delete(1002);
    assert_eq!(single_values(&delete.statement().unwrap())[0], ("order_hash", Value::Uint64(HASH_1002)));
    let update = Order::update(1003).amount(None);
    assert_eq!(
        single_values(&update.statement().unwrap()),
        [("amount", Value::Null), ("order_hash", Value::Uint64(HASH_1003)), ("order_id", Value::Uint64(1003))]
    );
    let page = Order::scan().full_scan().after(1002);
    assert_eq!(
        single_values(&page.statement().unwrap()),
        [("after_order_hash", Value::Uint64(HASH_1002)), ("after_order_id", Value::Uint64(1002))]
    );
}
