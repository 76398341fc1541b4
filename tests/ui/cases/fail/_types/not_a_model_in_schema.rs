// A struct that is not a model, in the list of models.

use ydb_keys::{Table, schema};

struct Order {
    order_id: u64,
}

fn main() {
    let _: &[&Table] = schema![Order];
}
