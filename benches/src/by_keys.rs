//! Measured operations, written with `ydb-keys`.

use ydb::{Client, QueryClient};
use ydb_keys::YdbTable;
use ydb_keys_bulk::{Bulk as _, Connection};

use crate::model::{ELSEWHERE, Order};
use crate::{Outcome, begin};

/// Writes one row.
///
/// # Errors
/// The operation fails.
pub async fn upsert(q: &mut QueryClient, row: &Order) -> Outcome {
    Ok(row.upsert().exec(&mut *q).await?)
}

/// Does everything for an upsert except sending it.
pub fn build_upsert(q: &mut QueryClient, row: &Order) {
    begin(row.upsert().exec(&mut *q));
}

/// Reads one row.
///
/// # Errors
/// The operation fails.
pub async fn get(q: &mut QueryClient, order_id: u64) -> Outcome<Option<Order>> {
    Ok(Order::get(order_id).fetch(&mut *q).await?)
}

/// Does everything for a get except sending it.
pub fn build_get(q: &mut QueryClient, order_id: u64) {
    begin(Order::get(order_id).fetch(&mut *q));
}

/// Reads all rows.
///
/// # Errors
/// The operation fails.
pub async fn fetch(q: &mut QueryClient) -> Outcome<Vec<Order>> {
    Ok(Order::scan().full_scan().fetch(&mut *q).await?)
}

/// Writes many rows.
///
/// # Errors
/// The operation fails.
pub async fn bulk_upsert(client: &Client, rows: &[Order]) -> Outcome {
    Ok(Order::in_directory(ELSEWHERE).bulk_upsert(rows).exec(client).await?)
}

/// Does everything for a bulk upsert of one request except sending it.
pub fn prepare_bulk_upsert(client: &Client, rows: &[Order]) {
    drop(Order::in_directory(ELSEWHERE).bulk_upsert(rows).exec(client));
}

/// Reads all rows on a connection of its own.
///
/// # Errors
/// The operation fails.
pub async fn export(connection: &Connection) -> Outcome<Vec<Order>> {
    let mut rows = Vec::new();
    let mut stream = Order::export(connection).stream();
    while let Some(row) = stream.try_next().await? {
        rows.push(row);
    }
    Ok(rows)
}
