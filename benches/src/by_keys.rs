//! The operations by `ydb-keys`.

use ydb::{Client, QueryClient};
use ydb_keys::YdbTable;

use crate::Outcome;
use crate::model::{ELSEWHERE, Order};

/// Writes one row.
///
/// # Errors
/// Those of the operation.
pub async fn upsert(q: &mut QueryClient, row: &Order) -> Outcome {
    Ok(row.upsert().exec(q).await?)
}

/// All of an upsert but the sending.
pub fn build_upsert(q: &mut QueryClient, row: &Order) {
    drop(row.upsert().exec(q));
}

/// Reads one row.
///
/// # Errors
/// Those of the operation.
pub async fn get(q: &mut QueryClient, order_id: u64) -> Outcome<Option<Order>> {
    Ok(Order::get(order_id).fetch(q).await?)
}

/// All of a get but the sending.
pub fn build_get(q: &mut QueryClient, order_id: u64) {
    drop(Order::get(order_id).fetch(q));
}

/// Reads all rows.
///
/// # Errors
/// Those of the operation.
pub async fn fetch(q: &mut QueryClient) -> Outcome<Vec<Order>> {
    Ok(Order::scan().full_scan().fetch(q).await?)
}

/// Writes many rows.
///
/// # Errors
/// Those of the operation.
pub async fn bulk_upsert(client: &Client, rows: &[Order]) -> Outcome {
    Ok(Order::below(ELSEWHERE).bulk_upsert(rows).exec(client).await?)
}
