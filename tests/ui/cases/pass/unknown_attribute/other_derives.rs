// Attributes of other derives beside ours.

use serde::{Deserialize, Serialize};
use ydb_keys::YdbTable;

#[derive(YdbTable, Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[ydb(primary_key(order_id))]
struct Order {
    #[serde(rename = "id")]
    #[ydb(dispersed)]
    order_id: u64,
}

fn main() {}
