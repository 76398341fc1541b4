// A family with one setting.
mod one {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, compression = "off"))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

fn main() {}
