//! Measured operations, written on the bare SDK, and the SDK's part of them alone.

use std::time::Duration;

use ydb::{Client, QueryClient, ResultSet, Row, Value, YdbResult, ydb_struct};
use ydb_keys::hash::numeric_hash;

use crate::model::{ELSEWHERE, Order};
use crate::{Outcome, begin};

/// Timeout of each request: the default of `ydb-keys`.
const TIMEOUT: Duration = Duration::from_secs(30);

const UPSERT: &str = "DECLARE $order_hash AS Uint64;
DECLARE $order_id AS Uint64;
DECLARE $customer AS Utf8;
DECLARE $created_at AS Timestamp;
DECLARE $amount AS Double?;
UPSERT INTO `orders` (`order_hash`, `order_id`, `customer`, `created_at`, `amount`)
VALUES ($order_hash, $order_id, $customer, $created_at, $amount);";

const GET: &str = "DECLARE $order_hash AS Uint64;
DECLARE $order_id AS Uint64;
SELECT `order_id`, `customer`, `created_at`, `amount`
FROM `orders`
WHERE `order_hash` = $order_hash AND `order_id` = $order_id;";

const FETCH: &str = "SELECT `order_id`, `customer`, `created_at`, `amount`
FROM `orders`
ORDER BY `order_hash`, `order_id`;";

/// Makes a call without text and parameters, until it waits for a session: the SDK's part of a call.
pub fn build_nothing(q: &mut QueryClient) {
    begin(q.exec(String::new()).timeout(TIMEOUT));
}

/// Writes one row.
///
/// # Errors
/// The operation fails.
pub async fn upsert(q: &mut QueryClient, row: &Order) -> Outcome {
    q.exec(UPSERT)
        .param("$order_hash", numeric_hash(row.order_id))
        .param("$order_id", row.order_id)
        .param("$customer", row.customer.as_str())
        .param("$created_at", Value::Timestamp(row.created_at))
        .param("$amount", row.amount)
        .timeout(TIMEOUT)
        .await?;
    Ok(())
}

/// Does everything for an upsert except sending it.
pub fn build_upsert(q: &mut QueryClient, row: &Order) {
    begin(
        q.exec(UPSERT)
            .param("$order_hash", numeric_hash(row.order_id))
            .param("$order_id", row.order_id)
            .param("$customer", row.customer.as_str())
            .param("$created_at", Value::Timestamp(row.created_at))
            .param("$amount", row.amount)
            .timeout(TIMEOUT),
    );
}

/// Reads one row.
///
/// # Errors
/// The operation fails.
pub async fn get(q: &mut QueryClient, order_id: u64) -> Outcome<Option<Order>> {
    let row = q
        .query_row(GET)
        .param("$order_hash", numeric_hash(order_id))
        .param("$order_id", order_id)
        .idempotent(true)
        .timeout(TIMEOUT)
        .optional()
        .await?;
    Ok(row.map(order).transpose()?)
}

/// Does everything for a get except sending it.
pub fn build_get(q: &mut QueryClient, order_id: u64) {
    begin(
        q.query_row(GET)
            .param("$order_hash", numeric_hash(order_id))
            .param("$order_id", order_id)
            .idempotent(true)
            .timeout(TIMEOUT)
            .optional(),
    );
}

/// Reads all rows.
///
/// # Errors
/// The operation fails.
pub async fn fetch(q: &mut QueryClient) -> Outcome<Vec<Order>> {
    Ok(receive(q).await?.rows().map(order).collect::<YdbResult<_>>()?)
}

/// Does everything of [`fetch`] except decoding the rows.
///
/// # Errors
/// The operation fails.
pub async fn receive(q: &mut QueryClient) -> Outcome<ResultSet> {
    Ok(q.query_result_set(FETCH).idempotent(true).timeout(TIMEOUT).await?)
}

/// Writes many rows.
///
/// # Errors
/// The operation fails.
pub async fn bulk_upsert(client: &Client, rows: &[Order]) -> Outcome {
    send(client, encode(rows)).await
}

/// Does everything of [`bulk_upsert`] except sending the rows.
#[must_use]
pub fn encode(rows: &[Order]) -> Vec<Value> {
    rows.iter()
        .map(|row| {
            ydb_struct!(
                "order_hash" => numeric_hash(row.order_id),
                "order_id" => row.order_id,
                "customer" => row.customer.as_str(),
                "created_at" => Value::Timestamp(row.created_at),
                "amount" => row.amount,
            )
        })
        .collect()
}

/// Does everything of [`bulk_upsert`] except encoding the rows.
///
/// # Errors
/// The operation fails.
pub async fn send(client: &Client, rows: Vec<Value>) -> Outcome {
    Ok(client.table_client().bulk_upsert(format!("{ELSEWHERE}/orders"), rows).timeout(TIMEOUT).await?)
}

fn order(mut row: Row) -> YdbResult<Order> {
    Ok(Order {
        order_id: row.remove_field_by_name("order_id")?.try_into()?,
        customer: row.remove_field_by_name("customer")?.try_into()?,
        created_at: row.remove_field_by_name("created_at")?.try_into()?,
        amount: row.remove_field_by_name("amount")?.try_into()?,
    })
}
