//! Tests that the futures of all operations are `Send`; compiling is the test.

use ydb::{Client, QueryClient, Transaction};
use ydb_keys::YdbTable;

use crate::models::*;

const fn is_send<F: IntoFuture<IntoFuture: Send>>(_: &F) {}

const fn is_send_value<V: Send>(_: &V) {}

#[expect(dead_code, reason = "compiled, never run")]
fn of_single_rows(q: &mut QueryClient, tx: &mut Transaction, row: &Order, ticket: &Ticket) {
    is_send(&row.insert().exec(&mut *q));
    is_send(&row.insert().exec(&mut *tx));
    is_send(&ticket.insert().fetch(&mut *q));
    is_send(&ticket.insert().fetch(&mut *tx));
    is_send(&row.upsert().exec(&mut *q));
    is_send(&row.replace().exec(&mut *tx));
    is_send(&Order::get(1).fetch(&mut *q));
    is_send(&Order::get(1).fetch(&mut *tx));
    is_send(&Order::exists(1).fetch(&mut *q));
    is_send(&Order::exists(1).fetch(&mut *tx));
    is_send(&Order::update(1).amount(None).exec(&mut *q));
    is_send(&Order::update(1).amount(None).exec(&mut *tx));
    is_send(&Order::delete(1).exec(&mut *q));
    is_send(&Order::delete(1).exec(&mut *tx));
}

#[expect(dead_code, reason = "compiled, never run")]
fn of_many_rows(client: &Client, q: &mut QueryClient, tx: &mut Transaction, rows: &[Order]) {
    is_send(&Order::insert_many(rows).exec(&mut *q));
    is_send(&Order::upsert_many(rows).exec(&mut *tx));
    is_send(&Order::replace_many(rows).exec(&mut *q));
    is_send(&Order::update_many(rows).exec(&mut *q));
    is_send(&Order::update_many(rows).exec(&mut *tx));
    is_send(&Order::delete_many([1_u64]).exec(&mut *q));
    is_send(&Order::delete_many([1_u64]).exec(&mut *tx));
    is_send(&Order::get_many([1_u64]).fetch(&mut *q));
    is_send(&Order::get_many([1_u64]).fetch(&mut *tx));
    is_send(&Order::bulk_upsert(rows).exec(client));
    is_send(&Order::bulk_upsert(rows).exec(&client.table_client()));
    is_send(&Order::read_rows([1_u64]).fetch(client));
}

#[expect(dead_code, reason = "compiled, never run")]
fn of_scans(q: &mut QueryClient, tx: &mut Transaction) {
    let scan = || UserEvent::scan().userid(1).timestamp(at(0)..);
    is_send(&scan().fetch(&mut *q));
    is_send(&scan().fetch(&mut *tx));
    is_send(&scan().first(&mut *q));
    is_send(&scan().first(&mut *tx));
    is_send(&scan().count().fetch(&mut *q));
    is_send(&scan().exists().fetch(&mut *tx));
    is_send(&scan().page(1, None).fetch(&mut *q));
    is_send(&scan().page(1, None).fetch(&mut *tx));
    is_send(&scan().delete().exec(&mut *q));
    is_send(&scan().delete().exec(&mut *tx));
    is_send_value(&scan().stream(&mut *tx));
    let mut stream = scan().stream(&mut *q);
    is_send_value(&stream);
    is_send_value(&stream.try_next());
}

#[expect(dead_code, reason = "compiled, never run")]
fn of_indexes_and_located_tables(q: &mut QueryClient, tx: &mut Transaction, row: &Purchase) {
    is_send(&Purchase::index::<PurchaseByCustomer>().customer("a").fetch(&mut *q));
    is_send(&Purchase::index::<PurchaseByCustomer>().customer("a").first(&mut *tx));
    is_send_value(&Purchase::index::<PurchaseByCustomer>().customer("a").stream(&mut *q));
    let located = Purchase::in_directory("a");
    is_send_value(&located);
    is_send(&located.create_table().exec(&mut *q));
    is_send(&located.insert(row).exec(&mut *q));
    is_send(&located.get(1).fetch(&mut *tx));
    is_send(&located.scan().id(1).fetch(&mut *q));
    is_send(&located.index::<PurchaseByCity>().city(None).count().fetch(&mut *q));
}

/// Runs operations in a task that owns all values, and shares what can be shared.
#[expect(dead_code, reason = "compiled, never run")]
fn of_a_task(client: Client, order: Order) {
    drop(tokio::spawn(async move {
        let mut q = client.query_client();
        let orders = Order::in_directory("a");
        orders.upsert(&order).exec(&mut q).await?;
        Order::bulk_upsert(std::slice::from_ref(&order)).exec(&client).await?;
        let mut stream = orders.scan().full_scan().stream(&mut q);
        while let Some(row) = stream.try_next().await? {
            drop(row);
        }
        drop(stream);
        let page = Order::scan().full_scan().page(10, None).fetch(&mut q).await?;
        orders.scan().full_scan().page(10, page.next.as_ref()).fetch(&mut q).await?;
        Order::get(order.order_id).fetch(&mut q).await
    }));
}
