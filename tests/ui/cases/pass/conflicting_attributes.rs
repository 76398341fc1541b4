// One of two that contradict each other.
mod one_of_two {
    use ydb_keys::{YdbColumn, YdbTable};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id, number))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
        #[ydb(monotonic)]
        number: u64,
        #[ydb(skip)]
        _cache: u64,
    }

    #[derive(YdbColumn)]
    #[ydb(as = "Uint8")]
    enum Status {
        New = 1,
        Paid = 2,
    }
}

fn main() {}
