//! Tests statements of a table at a path that is known at run time.

use std::ptr;

use ydb_keys::statements::{BulkUpsert, ReadRows};
use ydb_keys::{TableAt, Value, YdbTable};
use ydb_keys_core::schema::member::Member;

use super::golden::golden;
use super::indexes::{Purchase, PurchaseByCustomer};
use super::orders::Order;

#[test]
fn goldens() {
    insta::assert_snapshot!("orders_of_a_tenant", goldens_of(&Order::in_directory("tenants/acme")));
}

/// Tests that a path gives the same texts as the directory and the model's own path.
#[test]
fn goldens_of_a_path() {
    let at = goldens_of(&Order::at_path("orders__ydb_keys_new"));
    assert_eq!(
        at.replace("orders__ydb_keys_new", "tenants/acme/orders"),
        goldens_of(&Order::in_directory("tenants/acme"))
    );
    assert_eq!(at.matches("`orders__ydb_keys_new`").count(), 17, "{at}");
}

fn goldens_of(orders: &TableAt<Order>) -> String {
    let order = Order { order_id: 1001, customer_id: Some(10), amount: Some(999.99) };
    let rows = [order.clone(), Order { order_id: 1002, customer_id: None, amount: None }];
    golden(&[
        ("insert", orders.insert(&order).statement()),
        ("upsert", orders.upsert(&order).statement()),
        ("replace", orders.replace(&order).statement()),
        ("insert_many", orders.insert_many(&rows).statement()),
        ("upsert_many", orders.upsert_many(&rows).statement()),
        ("replace_many", orders.replace_many(&rows).statement()),
        ("update", orders.update(1001).amount(None).statement()),
        ("update_many", orders.update_many(&rows).statement()),
        ("delete", orders.delete(1001).statement()),
        ("delete_many", orders.delete_many([1001, 1002]).statement()),
        ("get", orders.get(1001).statement()),
        ("get_many", orders.get_many([1001, 1002]).statement()),
        ("exists", orders.exists(1001).statement()),
        ("prefix", orders.scan().order_id(1001).statement()),
        ("full scan", orders.scan().full_scan().statement()),
        ("count all", orders.scan().full_scan().count().statement()),
        ("delete a prefix", orders.scan().order_id(1001).delete().statement()),
    ])
}

#[test]
fn paths() {
    let path = |directory: &str| Order::in_directory(directory).path().to_owned();
    assert_eq!(path("tenants/acme"), "tenants/acme/orders");
    assert_eq!(path("tenants/acme/"), "tenants/acme/orders");
    assert_eq!(path(""), "orders");
    assert_eq!(path("/local/acme"), "/local/acme/orders");
    assert_eq!(path("/"), "/orders");
    assert_eq!(Order::in_directory(String::from("a")).path(), "a/orders");
    for path in ["orders__ydb_keys_new", "archive/orders", "/local/archive/orders", "it's a `path`"] {
        assert_eq!(Order::at_path(path).path(), path);
    }
    assert_eq!(Order::at_path(String::from("a/b")).path(), "a/b");
}

#[test]
fn a_located_index_is_read_through_the_located_table() {
    let purchases = Purchase::in_directory("/local/acme");
    let scan = purchases.index::<PurchaseByCustomer>().customer(7);
    let text = scan.statement().unwrap().text().to_owned();
    assert!(text.contains("FROM `/local/acme/shop/purchases` VIEW `by_customer`\n"), "{text}");
}

#[test]
fn a_table_is_created_at_its_place() {
    let orders = Order::in_directory("tenants/acme");
    let there = orders.create_table().if_not_exists().to_string();
    assert!(there.starts_with("CREATE TABLE IF NOT EXISTS `tenants/acme/orders` (\n"), "{there}");
    let here = Order::TABLE.create_table().if_not_exists().to_string();
    assert_eq!(there.replace("tenants/acme/", ""), here);
    let copy = Order::at_path("/local/copies/orders").create_table().if_not_exists().to_string();
    assert_eq!(copy.replace("/local/copies/", ""), here);
}

/// Tests that clones of a place share its texts; another place has its own.
#[test]
fn texts_are_built_once_for_each_place() {
    let orders = Order::in_directory("a");
    let clone = orders.clone();
    let (one, two) = (orders.get(1), clone.get(2));
    assert!(ptr::eq(one.statement().unwrap().text(), two.statement().unwrap().text()));
    let other = Order::in_directory("a");
    assert_ne!(orders.get(1).statement().unwrap().text().as_ptr(), other.get(1).statement().unwrap().text().as_ptr());
    assert_eq!(format!("{orders:?}"), r#"TableAt("a/orders")"#);
}

#[test]
fn rows_and_keys_for_calls_beside_yql() {
    let rows = [Order { order_id: 1001, customer_id: None, amount: None }];
    let bulk = Order::bulk_upsert(&rows);
    assert_eq!((bulk.path(), bulk.rows().len()), ("orders", 1));
    let orders = Order::in_directory("/local/acme");
    assert_eq!(orders.bulk_upsert(&rows).path(), "/local/acme/orders");
    let read = orders.read_rows([1001, 1002]);
    assert_eq!((read.path(), read.keys()), ("/local/acme/orders", &[1001.into(), 1002.into()][..]));
    assert_eq!(Order::read_rows([1]).path(), "orders");

    let names = |members: Vec<Member>| members.iter().map(|member| member.name).collect::<Vec<_>>();
    let hash = || Value::Uint64(10138685143802077350);
    assert_eq!(names(BulkUpsert::<Order>::members()), ["order_hash", "order_id", "customer_id", "amount"]);
    let values = BulkUpsert::values(&rows[0]).unwrap();
    assert_eq!(values, [hash(), Value::Uint64(1001), Value::Null, Value::Null]);
    assert_eq!(names(ReadRows::<Order>::members()), ["order_hash", "order_id"]);
    assert_eq!(ReadRows::<Order>::values(&read.keys()[0]).unwrap(), [hash(), Value::Uint64(1001)]);
}
