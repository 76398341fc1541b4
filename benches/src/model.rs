//! Measured table of five columns, and its rows.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ydb::Client;
use ydb_keys::YdbTable;

use crate::Outcome;

/// Number of rows read at once.
pub const READ: u64 = 10_000;
/// Number of rows written at once.
pub const BULK: u64 = 20_000;
/// Directory that bulk upserts write to, so reads always see the same rows.
pub const ELSEWHERE: &str = "/local/bulk";

/// Row of the measured table: four columns and the hash.
#[derive(Clone, Debug, PartialEq, YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id), partitioning(uniform = 4))]
pub struct Order {
    /// Sequential number.
    pub order_id: u64,
    /// Text of 17 characters.
    pub customer: String,
    /// Timestamp column.
    pub created_at: SystemTime,
    /// NULL in every eighth row.
    pub amount: Option<f64>,
}

impl Order {
    /// Returns the row with this number.
    #[must_use]
    pub fn number(order_id: u64) -> Self {
        Order {
            order_id,
            customer: format!("customer-{:08}", order_id % 1000),
            created_at: UNIX_EPOCH + Duration::from_micros(1_700_000_000_000_000 + order_id),
            amount: (!order_id.is_multiple_of(8)).then_some(order_id as f64 / 4.0),
        }
    }

    /// Returns the first rows.
    #[must_use]
    pub fn first(count: u64) -> Vec<Self> {
        (0..count).map(Order::number).collect()
    }
}

/// Creates the tables, and writes [`READ`] rows into one of them.
///
/// # Errors
/// The server refuses.
pub async fn prepare(client: &Client) -> Outcome {
    let mut q = client.query_client();
    Order::TABLE.create_table().exec(&mut q).await?;
    Order::in_directory(ELSEWHERE).create_table().exec(&mut q).await?;
    Order::bulk_upsert(&Order::first(READ)).exec(client).await?;
    Ok(())
}
