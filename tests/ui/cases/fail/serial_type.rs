use ydb_keys::YdbTable;

// A sequence of texts.
mod text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer))]
    struct Order {
        customer: String,
        #[ydb(serial)]
        number: String,
    }
}

// A sequence of unsigned integers.
mod unsigned {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        #[ydb(serial)]
        number: u64,
    }
}

fn main() {}
