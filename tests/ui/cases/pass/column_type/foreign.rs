// Types of other crates and of the standard library, as each of the types that they are stored as.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use rust_decimal::Decimal;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(address, id))]
struct Order {
    address: IpAddr,
    id: [u8; 16],
    #[ydb(type = "Utf8")]
    v4: Ipv4Addr,
    v6: Option<Ipv6Addr>,
    name: Box<str>,
    #[ydb(type = "Json")]
    note: Option<Cow<'static, str>>,
    #[ydb(type = "String")]
    tag: Arc<str>,
    amount: Decimal,
    #[ydb(type = "Decimal(35,35)", default = "0.5")]
    rate: Decimal,
    #[ydb(type = "Decimal(1,0)")]
    count: Option<Decimal>,
}

fn main() {}
