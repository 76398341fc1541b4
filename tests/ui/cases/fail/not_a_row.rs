use ydb_keys::YdbRow;

// Reading rows as something that is none.
mod bound {
    use super::*;

    struct Order {
        id: u64,
    }

    fn read<R: YdbRow>() {}

    fn run() {
        read::<Order>();
    }
}

// What cannot be flattened: structs that are not rows, and types of columns.
mod flatten {
    use super::*;

    struct Customer {
        id: u64,
    }

    #[derive(YdbRow)]
    struct Sale {
        order_id: u64,
        #[ydb(flatten, prefix = "c_")]
        customer: Customer,
    }

    #[derive(YdbRow)]
    struct OuterSale {
        order_id: u64,
        #[ydb(flatten, prefix = "c_")]
        customer: Option<Customer>,
        #[ydb(flatten)]
        amount: f64,
    }
}

// A model is a row already.
mod model {
    use ydb_keys::YdbTable;

    use super::*;

    #[derive(YdbTable, YdbRow)]
    #[ydb(table = "orders", primary_key(id))]
    struct Order {
        id: String,
        #[ydb(type = "Json")]
        body: Option<String>,
    }
}

// What is no struct with columns.
mod shapes {
    use super::*;

    #[derive(YdbRow)]
    struct Tuple(u64);

    #[derive(YdbRow)]
    enum Status {
        New,
    }

    #[derive(YdbRow)]
    struct Unit;

    #[derive(YdbRow)]
    struct Empty {}

    #[derive(YdbRow)]
    struct Skipped {
        #[ydb(skip)]
        cached: u64,
    }
}

fn main() {}
