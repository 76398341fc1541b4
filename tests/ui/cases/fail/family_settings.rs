// A family without settings.
mod none {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

fn main() {}
