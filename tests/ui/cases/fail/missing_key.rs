use ydb_keys::YdbTable;

// A key without columns.
mod empty {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key())]
    struct Order {
        order_id: u64,
    }
}

// A struct without fields.
mod no_fields {
    use super::*;

    #[derive(YdbTable)]
    struct Empty {}
}

// No key at all.
mod none {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }
}

fn main() {}
