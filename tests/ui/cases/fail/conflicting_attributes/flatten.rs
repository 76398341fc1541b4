// Attributes of one column beside `flatten`, and a prefix without it.

use ydb_keys::YdbRow;

#[derive(YdbRow)]
struct City {
    name: String,
}

#[derive(YdbRow)]
struct Sale {
    #[ydb(flatten, rename = "c")]
    from: City,
    #[ydb(json, flatten, prefix = "to_")]
    to: City,
    #[ydb(skip, flatten, prefix = "d_")]
    shown: bool,
    #[ydb(prefix = "x_")]
    order_id: u64,
}

fn main() {}
