use std::time::SystemTime;

use ydb_keys::YdbTable;

// An optional column behind an alias.
mod alias {
    use super::*;

    type Maybe = Option<u64>;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer_id, order_id))]
    struct Order {
        customer_id: String,
        order_id: Maybe,
    }
}

// An optional column after the first.
mod behind {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer_id, order_id))]
    struct Order {
        customer_id: String,
        order_id: Option<u64>,
    }
}

// An optional column after a hash of another.
mod behind_a_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id, line))]
    struct Order {
        order_id: u64,
        line: Option<u32>,
    }
}

// An optional key column of a column table.
mod column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(user_id, at))]
    struct Event {
        user_id: String,
        at: Option<SystemTime>,
    }
}

// A column table refuses it, allowed or not.
mod column_table_allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(user_id, at))]
    #[ydb(allow(nullable_key, reason = "old rows have no time"))]
    struct Event {
        user_id: String,
        at: Option<SystemTime>,
    }
}

// An optional column behind an alias with a parameter, and behind a full path.
mod generic_alias {
    use super::*;

    type Maybe<T> = core::option::Option<T>;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer_id, order_id, line))]
    struct Order {
        customer_id: String,
        order_id: Maybe<u64>,
        line: ::std::option::Option<u32>,
    }
}

// An optional column that is hashed.
mod hash_input {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
    struct Order {
        order_id: Option<u64>,
    }
}

// An optional leading column.
mod leading {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: Option<u64>,
    }
}

// For the leading column it cannot be allowed, behind an alias neither.
mod leading_alias_allowed {
    use super::*;

    type Maybe = Option<String>;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    #[ydb(allow(nullable_key, reason = "old rows have no name"))]
    struct Order {
        name: Maybe,
    }
}

// For the leading column it cannot be allowed.
mod leading_allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    #[ydb(allow(nullable_key, reason = "old rows have no id"))]
    struct Order {
        #[ydb(dispersed)]
        order_id: Option<u64>,
    }
}

// An optional column of a key without NOT NULL: its fields stay what they are.
mod key_not_null {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), key_not_null = false)]
    struct Order {
        order_id: Option<u64>,
    }
}

// An option that a macro writes into the struct.
mod a_macro {
    use super::*;

    macro_rules! model {
        ($name:ident, $ty:ty) => {
            #[derive(YdbTable)]
            #[ydb(primary_key(customer, order_id))]
            struct $name {
                customer: String,
                order_id: $ty,
            }
        };
    }

    model!(Order, Option<u64>);
}

// An option under the name of an integer.
mod misleading_name {
    use super::*;

    #[allow(non_camel_case_types)]
    type u64 = Option<i64>;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    struct Order {
        customer: String,
        order_id: u64,
    }
}

// An optional newtype.
mod newtype {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderId(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(customer_id, order_id))]
    struct Order {
        customer_id: String,
        order_id: Option<OrderId>,
    }
}

// An option behind an associated type.
mod projection {
    use super::*;

    trait Model {
        type Id;
    }

    struct Orders;

    impl Model for Orders {
        type Id = Option<u64>;
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    struct Order {
        customer: String,
        order_id: <Orders as Model>::Id,
    }
}

fn main() {}
