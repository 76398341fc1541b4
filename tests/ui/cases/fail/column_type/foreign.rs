// Types of other crates and of the standard library, as types that they are not stored as.

use std::net::IpAddr;
use std::sync::Arc;

use rust_decimal::Decimal;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Order {
    name: Arc<str>,
    #[ydb(type = "Double")]
    amount: Decimal,
    #[ydb(type = "Decimal(36,2)")]
    total: Option<Decimal>,
    #[ydb(type = "Uuid")]
    id: [u8; 16],
    #[ydb(type = "Uint32")]
    address: IpAddr,
}

fn main() {}
