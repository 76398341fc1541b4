use ydb_keys::{YdbRow, YdbTable};

// Flattened rows of a row with `of`: their columns are columns of the table too, and of its index.
mod flatten {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id), index(by_name, on(name)))]
    struct Customer {
        id: String,
        name: String,
        age: Option<u32>,
    }

    #[derive(YdbRow)]
    struct Who {
        name: String,
        size: u64,
    }

    #[derive(YdbRow)]
    struct Age {
        age: u32,
    }

    #[derive(YdbRow)]
    #[ydb(of = Customer)]
    struct Contact {
        #[ydb(flatten)]
        who: Who,
        id: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Customer, covered_by = by_name)]
    struct Covered {
        name: String,
        #[ydb(flatten)]
        age: Age,
    }
}

// The table's column is not called like its field; a renamed one that is unlike all; a case of the row's own.
mod rename {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts", rename_all = "camelCase", primary_key(user_name))]
    struct Account {
        user_name: String,
        e_mail: Option<String>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Account)]
    struct Name {
        user_name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of = Account, rename_all = "kebab-case")]
    struct Mail {
        #[ydb(rename = "address")]
        mail: Option<String>,
        user_name: String,
    }
}

// A row reads a column that is nearly one of the table's.
mod typo {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), cover(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        comment: Option<String>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct OrderTotal {
        order_id: u64,
        amuont: Option<f64>,
    }
}

fn main() {}
