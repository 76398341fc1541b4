// An option that a macro writes into the struct.

use ydb_keys::YdbTable;

macro_rules! model {
    ($name:ident, $ty:ty) => {
        #[derive(YdbTable)]
        #[ydb(primary_key(customer, order_id))]
        struct $name {
            customer: String,
            order_id: $ty,
        }
    };
}

model!(Order, Option<u64>);

fn main() {}
