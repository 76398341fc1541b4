// Types called like others, of which a table can have columns.

use ydb_keys::{Decimal, YdbTable};

type Duration = Decimal<22, 9>;
#[allow(non_camel_case_types)]
type u64 = std::string::String;
#[allow(non_camel_case_types)]
type f64 = std::primitive::u64;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    id: u64,
    took: Duration,
    amount: Option<f64>,
}

fn main() {}
