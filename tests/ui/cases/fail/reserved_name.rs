use ydb_keys::YdbTable;

// An indexed column called like a method of the scan.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name), index(by_limit, on(limit)))]
    struct Quota {
        name: String,
        limit: u64,
    }
}

// A key column called like a method of the scan.
mod key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name, limit))]
    struct Quota {
        name: String,
        limit: u64,
    }
}

// A key column called like the method that chooses columns.
mod select {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(select))]
    struct Query {
        select: String,
    }
}

// A column called like a method of the update.
mod setter {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Account {
        name: String,
        statement: Option<String>,
    }
}

// Types of the fields that have the names of generated ones; and a key that is named like its model.
mod types_of_fields {
    use ydb_keys::{YdbColumn, YdbTable};

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct OrderKey(u64);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderByState(String);

    #[derive(YdbTable)]
    #[ydb(primary_key(id), index(by_state, on(state)))]
    struct Order {
        id: OrderKey,
        state: Option<OrderByState>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id), key = OrderKey)]
    struct Line {
        id: OrderKey,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id), key = Itself)]
    struct Itself {
        id: String,
    }
}

// A struct of the user's own that is called like the key.
mod the_key {
    use super::*;

    struct OrderKey(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// The same below the model.
mod the_key_below {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    struct OrderKey(u64);
}

fn main() {}
