use ydb_keys::YdbTable;

// A sequence that may be NULL behind an alias.
mod alias {
    use super::*;

    type Maybe = Option<i32>;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        number: u64,
        #[ydb(serial)]
        receipt: Maybe,
    }
}

// A sequence that may be NULL.
mod option {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        number: u64,
        #[ydb(serial)]
        receipt: Option<i64>,
    }
}

fn main() {}
