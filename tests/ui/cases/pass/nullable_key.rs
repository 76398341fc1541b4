use ydb_keys::{YdbColumn, YdbTable};

// An optional column after the first, allowed.
mod allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer_id, order_id))]
    #[ydb(allow(nullable_key, reason = "old rows have no id"))]
    struct Order {
        customer_id: String,
        order_id: Option<u64>,
    }
}

// An optional column after a hash of another, allowed.
mod allowed_behind_a_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id, line))]
    #[ydb(allow(nullable_key, reason = "old rows have no line"))]
    struct Order {
        order_id: u64,
        line: Option<u32>,
    }
}

// A type of one's own that is called Option.
mod misleading_name {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Option(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    struct Order {
        customer: String,
        order_id: Option,
    }
}

// A key without NOT NULL, and one of its columns with NULL.
mod key_not_null {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id, line), key_not_null = false)]
    #[ydb(allow(nullable_key, reason = "old rows have no line"))]
    struct Order {
        order_id: u64,
        line: Option<u32>,
    }
}

// A column that is never NULL, behind an alias and a newtype.
mod not_optional {
    use super::*;

    type Number = u64;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderId(Number);

    #[derive(YdbTable)]
    #[ydb(primary_key(customer_id, order_id, line))]
    struct Order {
        customer_id: String,
        order_id: OrderId,
        line: Number,
        amount: Option<f64>,
    }
}

fn main() {}
