// A key column in a family.
mod key {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, data = "hdd"))]
    struct Order {
        #[ydb(family = "cold")]
        order_id: u64,
    }
}

fn main() {}
