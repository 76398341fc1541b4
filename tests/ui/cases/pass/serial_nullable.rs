// A sequence that is never NULL.
mod not_null {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        number: u64,
        #[ydb(serial)]
        receipt: i64,
    }
}

fn main() {}
