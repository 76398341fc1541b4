//! Tests one model in several directories and at several paths: its tables do not affect each other.

use e2e_tests::{Database, is};
use ydb_keys::{ErrorKind, TableAt, YdbTable};

use crate::models::*;

async fn tenant<T: YdbTable>(database: &Database, directory: &str) -> TableAt<T> {
    created(database, T::in_directory(directory)).await
}

async fn created<T: YdbTable>(database: &Database, located: TableAt<T>) -> TableAt<T> {
    database.create_at(located.path(), located.create_table().to_string()).await;
    located
}

#[tokio::test]
async fn tenants_see_their_own_rows() {
    let database = Database::with::<Order>().await;
    let acme = tenant::<Order>(&database, "ydb_keys_e2e/tenants/acme").await;
    let other = tenant::<Order>(&database, "ydb_keys_e2e/tenants/other-1.2").await;
    assert_eq!(acme.path(), "ydb_keys_e2e/tenants/acme/ydb_keys_e2e/orders");
    let mut q = database.q();
    let (one, two) = (Order::sample(1), Order::sample(1).changed());
    acme.insert(&one).exec(&mut q).await.unwrap();
    other.upsert(&two).exec(&mut q).await.unwrap();
    assert_eq!(acme.get(1).fetch(&mut q).await.unwrap(), Some(one));
    assert_eq!(other.get(1).fetch(&mut q).await.unwrap(), Some(two));
    // The table of the model itself is a third one.
    assert_eq!(Order::get(1).fetch(&mut q).await.unwrap(), None);
}

#[tokio::test]
async fn every_operation_of_a_located_table() {
    let database = Database::start().await;
    every_operation(&database, tenant(&database, "ydb_keys_e2e/tenants/every").await).await;
}

#[tokio::test]
async fn every_operation_at_a_path() {
    let database = Database::with::<Order>().await;
    every_operation(&database, created(&database, Order::at_path("ydb_keys_e2e/orders__ydb_keys_new")).await).await;
    // The model's own table is another one.
    assert_eq!(Order::scan().full_scan().count().fetch(&mut database.q()).await.unwrap(), 0);
    let absolute = format!("{}/ydb_keys_e2e/orders__ydb_keys_old", database.client().database());
    every_operation(&database, created(&database, Order::at_path(absolute)).await).await;
}

async fn every_operation(database: &Database, orders: TableAt<Order>) {
    let mut q = database.q();
    let rows = samples::<Order>(20);
    orders.insert_many(&rows[..5]).exec(&mut q).await.unwrap();
    orders.upsert_many(&rows[5..10]).exec(&mut q).await.unwrap();
    orders.replace_many(&rows[10..12]).exec(&mut q).await.unwrap();
    orders.bulk_upsert(&rows[12..18]).exec(database.client()).await.unwrap();
    orders.replace(&rows[18]).exec(&mut q).await.unwrap();
    assert_eq!(orders.insert(&rows[19]).fetch(&mut q).await.unwrap(), rows[19]);
    let sorted = |mut rows: Vec<Order>| {
        rows.sort_by_key(|order| order.order_id);
        rows
    };
    assert_eq!(sorted(orders.get_many(0..30_u64).fetch(&mut q).await.unwrap()), rows);
    assert_eq!(sorted(orders.read_rows(0..30_u64).fetch(database.client()).await.unwrap()), rows);
    assert_eq!(sorted(orders.scan().full_scan().fetch(&mut q).await.unwrap()), rows);
    assert_eq!(orders.scan().full_scan().count().fetch(&mut q).await.unwrap(), 20);
    assert_eq!(orders.scan().order_id(3).first(&mut q).await.unwrap().as_ref(), Some(&rows[3]));
    assert!(orders.exists(3).fetch(&mut q).await.unwrap());
    orders.update(3).amount(Some(-1.0)).exec(&mut q).await.unwrap();
    assert_eq!(orders.get(3).fetch(&mut q).await.unwrap().unwrap().amount, Some(-1.0));
    orders.update_many(&rows[3..4]).exec(&mut q).await.unwrap();
    assert_eq!(orders.get(3).fetch(&mut q).await.unwrap().as_ref(), Some(&rows[3]));
    orders.delete(3).exec(&mut q).await.unwrap();
    orders.delete_many(4..8_u64).exec(&mut q).await.unwrap();
    orders.scan().order_id(8).delete().exec(&mut q).await.unwrap();
    assert_eq!(orders.scan().full_scan().count().fetch(&mut q).await.unwrap(), 14);
    assert!(!orders.scan().order_id(8).exists().fetch(&mut q).await.unwrap());
    // A page token is bound to the model and the shape of the scan, not to the path.
    let page = orders.scan().full_scan().page(5, None).fetch(&mut q).await.unwrap();
    let rest = orders.scan().full_scan().page(50, page.next.as_ref()).fetch(&mut q).await.unwrap();
    assert_eq!((page.rows.len(), rest.rows.len(), rest.next), (5, 9, None));
}

#[tokio::test]
async fn an_index_of_a_located_table() {
    let database = Database::start().await;
    let purchases = tenant::<Purchase>(&database, "ydb_keys_e2e/tenants/index").await;
    let mut q = database.q();
    purchases.insert_many(&samples::<Purchase>(9)).exec(&mut q).await.unwrap();
    let found = purchases.index::<PurchaseByCustomer>().customer("customer 1").fetch(&mut q).await.unwrap();
    assert_eq!(found.len(), 3);
}

#[tokio::test]
async fn a_directory_may_be_absolute() {
    let database = Database::start().await;
    let directory = format!("{}/ydb_keys_e2e/tenants/absolute", database.client().database());
    let orders = tenant::<Order>(&database, &directory).await;
    let relative = Order::in_directory("ydb_keys_e2e/tenants/absolute");
    let mut q = database.q();
    orders.insert(&Order::sample(1)).exec(&mut q).await.unwrap();
    assert_eq!(relative.get(1).fetch(&mut q).await.unwrap(), Some(Order::sample(1)));
    // With an absolute path the table client alone is enough.
    let tables = database.client().table_client();
    orders.bulk_upsert(&[Order::sample(2)]).exec(&tables).await.unwrap();
    assert_eq!(orders.read_rows([2_u64]).fetch(&tables).await.unwrap(), [Order::sample(2)]);
    let error = relative.bulk_upsert(&[Order::sample(3)]).exec(&tables).await.unwrap_err();
    assert!(is(&error, ErrorKind::Usage, &["needs the table's absolute path", "bulk_upsert needs"]), "{error:?}");
    assert!(error.to_string().contains("ydb_keys_e2e/tenants/absolute"), "{error}");
}

#[tokio::test]
async fn errors_name_the_directory() {
    let database = Database::start().await;
    let orders = tenant::<Order>(&database, "ydb_keys_e2e/tenants/errors").await;
    let mut q = database.q();
    orders.insert(&Order::sample(1)).exec(&mut q).await.unwrap();
    let error = orders.insert(&Order::sample(1)).exec(&mut q).await.unwrap_err();
    assert!(error.to_string().contains("`ydb_keys_e2e/tenants/errors/ydb_keys_e2e/orders`"), "{error}");
}
