// Types called like those that every table can have, and decimals that no table can have all the same.

use ydb_keys::{Decimal, YdbTable};

type Duration = Decimal<50, 60>;
#[allow(non_camel_case_types)]
type u64 = Decimal<36, 0>;
type SystemTime = Option<String>;
type String = Decimal<0, 0>;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    id: uuid::Uuid,
    took: Duration,
    amount: u64,
    price: SystemTime,
    exact: Decimal<35, 35>,
}

fn main() {}
