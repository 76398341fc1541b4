// An index on a decimal, and a float that is covered.
mod decimal {
    use ydb_keys::{Decimal, YdbTable};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_price, on(price), cover(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        price: Option<Decimal<22, 9>>,
    }
}

fn main() {}
