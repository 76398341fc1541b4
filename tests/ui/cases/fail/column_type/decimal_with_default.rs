// A decimal that cannot be, with a default: one error for each field.

use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Product {
    name: String,
    #[ydb(default = "1.5")]
    a: Decimal<5, 9>,
    #[ydb(default = 1.5)]
    b: Option<Decimal<36, 2>>,
    #[ydb(default = 7)]
    c: Decimal<0, 0>,
}

fn main() {}
