//! The ten tasks with the crate `ydb` alone. The lines between the marks `[task n]` and `[end]` are counted.
//!
//! The server computes the hashes, as in the SDK's own load test. Without its `DECLARE`s a statement needs YDB 25.1.

use std::collections::HashMap;

use support::Result;
use ydb::{Client, FromYdbRow, Row, Transaction, Value, YdbError, YdbResult, closure, ydb_params, ydb_struct};

pub(crate) const ORDERS: &str = "ydb_keys_examples/comparison/bare_orders";
pub(crate) const STOCK: &str = "ydb_keys_examples/comparison/bare_stock";

// [task 1]
#[derive(Clone)]
pub(crate) struct Order {
    pub(crate) customer_id: u64,
    pub(crate) order_id: u64,
    pub(crate) sku: String,
    pub(crate) amount: f64,
    pub(crate) status: String,
}

impl FromYdbRow for Order {
    fn from_row(mut row: Row) -> YdbResult<Self> {
        Ok(Order {
            customer_id: row.remove_field_by_name("customer_id")?.try_into()?,
            order_id: row.remove_field_by_name("order_id")?.try_into()?,
            sku: row.remove_field_by_name("sku")?.try_into()?,
            amount: row.remove_field_by_name("amount")?.try_into()?,
            status: row.remove_field_by_name("status")?.try_into()?,
        })
    }
}

const CREATE_ORDERS: &str = "
    CREATE TABLE IF NOT EXISTS `ydb_keys_examples/comparison/bare_orders` (
        customer_hash Uint64 NOT NULL,
        customer_id Uint64 NOT NULL,
        order_id Uint64 NOT NULL,
        sku Utf8 NOT NULL,
        amount Double NOT NULL,
        status Utf8 NOT NULL,
        INDEX by_sku GLOBAL ON (sku),
        PRIMARY KEY (customer_hash, customer_id, order_id)
    ) WITH (UNIFORM_PARTITIONS = 16)";

const CREATE_STOCK: &str = "
    CREATE TABLE IF NOT EXISTS `ydb_keys_examples/comparison/bare_stock` (
        sku_hash Uint64 NOT NULL,
        sku Utf8 NOT NULL,
        left Int64 NOT NULL,
        PRIMARY KEY (sku_hash, sku)
    ) WITH (UNIFORM_PARTITIONS = 4)";

pub(crate) async fn create(client: &Client) -> Result {
    client.query_client().exec(CREATE_ORDERS).await?;
    Ok(client.query_client().exec(CREATE_STOCK).await?)
}
// [end]

// [task 2]
const INSERT: &str = "
    INSERT INTO `ydb_keys_examples/comparison/bare_orders` (customer_hash, customer_id, order_id, sku, amount, status)
    VALUES (Digest::NumericHash($customer_id), $customer_id, $order_id, $sku, $amount, $status)";

const PRECONDITION_FAILED: i32 = 400_120;

fn params(order: &Order) -> HashMap<String, Value> {
    ydb_params!(
        "$customer_id" => order.customer_id,
        "$order_id" => order.order_id,
        "$sku" => order.sku.as_str(),
        "$amount" => order.amount,
        "$status" => order.status.as_str(),
    )
}

/// Inserts an order; returns `true` if it is new.
pub(crate) async fn insert(client: &Client, order: &Order) -> Result<bool> {
    match client.query_client().exec(INSERT).params(params(order)).await {
        Err(YdbError::YdbStatusError(status)) if status.operation_status == PRECONDITION_FAILED => Ok(false),
        other => Ok(other.map(|()| true)?),
    }
}
// [end]

// [task 3]
const GET: &str = "
    SELECT customer_id, order_id, sku, amount, status
    FROM `ydb_keys_examples/comparison/bare_orders`
    WHERE customer_hash = Digest::NumericHash($customer_id) AND customer_id = $customer_id AND order_id = $order_id";

pub(crate) async fn get(client: &Client, customer_id: u64, order_id: u64) -> Result<Option<Order>> {
    let params = ydb_params!("$customer_id" => customer_id, "$order_id" => order_id);
    Ok(client.query_client().query_row(GET).params(params).typed().optional().idempotent(true).await?)
}
// [end]

// [task 4]
const UPSERT_ALL: &str = "
    UPSERT INTO `ydb_keys_examples/comparison/bare_orders`
    SELECT Digest::NumericHash(customer_id) AS customer_hash, customer_id, order_id, sku, amount, status
    FROM AS_TABLE($rows)";

pub(crate) async fn upsert_all(client: &Client, orders: &[Order]) -> Result {
    let row = |order: &Order| {
        ydb_struct!(
            "customer_id" => order.customer_id,
            "order_id" => order.order_id,
            "sku" => order.sku.as_str(),
            "amount" => order.amount,
            "status" => order.status.as_str(),
        )
    };
    let Some(first) = orders.first() else { return Ok(()) };
    let rows = Value::list_from(row(first), orders.iter().map(row).collect())?;
    Ok(client.query_client().exec(UPSERT_ALL).param("$rows", rows).await?)
}
// [end]

// [task 5]
const PAGE: &str = "
    SELECT customer_id, order_id, sku, amount, status
    FROM `ydb_keys_examples/comparison/bare_orders`
    WHERE customer_hash = Digest::NumericHash($customer_id) AND customer_id = $customer_id AND order_id < $before
    ORDER BY customer_hash DESC, customer_id DESC, order_id DESC
    LIMIT 5";

/// Returns one page of a customer's orders, the newest first, and the token of the next page.
pub(crate) async fn page(client: &Client, customer: u64, token: Option<&str>) -> Result<(Vec<Order>, Option<String>)> {
    let before: u64 = token.map_or(Ok(u64::MAX), str::parse)?;
    let params = ydb_params!("$customer_id" => customer, "$before" => before);
    let found = client.query_client().query_result_set(PAGE).params(params).idempotent(true).await?;
    let mut orders: Vec<Order> = found.rows().map(Order::from_row).collect::<YdbResult<_>>()?;
    let more = orders.len() > 4;
    orders.truncate(4);
    let next = orders.last().filter(|_| more).map(|order| order.order_id.to_string());
    Ok((orders, next))
}
// [end]

// [task 6]
const PAY: &str = "
    UPDATE `ydb_keys_examples/comparison/bare_orders`
    SET status = 'paid'u
    WHERE customer_hash = Digest::NumericHash($customer_id) AND customer_id = $customer_id AND order_id = $order_id
        AND status = 'new'u
    RETURNING order_id";

/// Marks a new order as paid; returns `true` if it was new.
pub(crate) async fn pay(client: &Client, customer_id: u64, order_id: u64) -> Result<bool> {
    let params = ydb_params!("$customer_id" => customer_id, "$order_id" => order_id);
    Ok(client.query_client().query_row(PAY).params(params).optional().await?.is_some())
}
// [end]

// [task 7]
const TAKE: &str = "
    UPDATE `ydb_keys_examples/comparison/bare_stock`
    SET left = left - 1
    WHERE sku_hash = Digest::XXH3($sku) AND sku = $sku AND left > 0
    RETURNING sku";

/// Takes an item from the stock and inserts the order; returns `true` if there was an item.
pub(crate) async fn place(client: &Client, order: &Order) -> Result<bool> {
    let place = closure!([&order], async |tx: &mut Transaction| {
        let taken = tx.query_row(TAKE).param("$sku", order.sku.as_str()).optional().await?;
        if taken.is_none() {
            tx.rollback().await?;
            return Ok(false);
        }
        // A commit of its own is not retried when it is aborted.
        tx.exec(INSERT).params(params(order)).with_commit(true).await?;
        Ok(true)
    });
    Ok(client.query_client().retry_tx(place).await?)
}
// [end]

// [task 8]
const BY_SKU: &str = "
    SELECT customer_id, order_id, sku, amount, status
    FROM `ydb_keys_examples/comparison/bare_orders` VIEW by_sku
    WHERE sku = $sku
    LIMIT 20";

pub(crate) async fn by_sku(client: &Client, sku: &str) -> Result<Vec<Order>> {
    let found = client.query_client().query_result_set(BY_SKU).param("$sku", sku).idempotent(true).await?;
    Ok(found.rows().map(Order::from_row).collect::<YdbResult<_>>()?)
}
// [end]

// [task 9]
const ADD_NOTE: &str = "ALTER TABLE `ydb_keys_examples/comparison/bare_orders` ADD COLUMN note Utf8";

/// Adds the column `note`. The next deployment runs this again, so a column that exists is not an error.
pub(crate) async fn add_note(client: &Client) -> Result {
    let path = format!("{}/ydb_keys_examples/comparison/bare_orders", client.database());
    let table = client.table_client().describe_table(path).await?;
    if table.columns.iter().all(|column| column.name != "note") {
        client.query_client().exec(ADD_NOTE).await?;
    }
    Ok(())
}
// [end]

// [task 10]
const BUSIEST: &str = "
    SELECT CAST(MAX(RowUpdates) AS Double) / AVG(RowUpdates) AS skew
    FROM `.sys/partition_stats`
    WHERE Path = $path";

/// Returns the writes of the busiest partition divided by the mean: after a load with a good key about 1.
pub(crate) async fn skew(client: &Client) -> Result<Option<f64>> {
    let path = format!("{}/ydb_keys_examples/comparison/bare_orders", client.database());
    let mut row = client.query_client().query_row(BUSIEST).param("$path", path).idempotent(true).await?;
    Ok(row.remove_field_by_name("skew")?.try_into()?)
}
// [end]

const FORGOTTEN: &str = "
    SELECT customer_id, order_id, sku, amount, status -- refused: missing_hash
    FROM `ydb_keys_examples/comparison/bare_orders`
    WHERE customer_id = $customer_id AND order_id = $order_id";

/// Does the read of task 3 without the hash, which is easily forgotten. It finds the row, so no test of the result
/// fails.
pub(crate) async fn get_without_hash(client: &Client, customer_id: u64, order_id: u64) -> Result<Option<Order>> {
    let params = ydb_params!("$customer_id" => customer_id, "$order_id" => order_id);
    Ok(client.query_client().query_row(FORGOTTEN).params(params).typed().optional().idempotent(true).await?)
}

const STOCK_UP: &str = "
    UPSERT INTO `ydb_keys_examples/comparison/bare_stock` (sku_hash, sku, left)
    VALUES (Digest::XXH3($sku), $sku, $left)";

pub(crate) async fn stock_up(client: &Client, sku: &str, left: i64) -> Result {
    Ok(client.query_client().exec(STOCK_UP).params(ydb_params!("$sku" => sku, "$left" => left)).await?)
}
