use uuid::Uuid;
use ydb_keys::YdbTable;

// A plain integer behind an alias leads.
mod alias {
    use super::*;

    type Id = u64;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id, line))]
    struct Order {
        order_id: Id,
        line: u32,
    }
}

// chrono's interval leads.
mod chrono_interval {
    use chrono::TimeDelta;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(length, id))]
    struct Track {
        length: TimeDelta,
        id: Uuid,
    }
}

// A decimal leads.
mod decimal {
    use ydb_keys::Decimal;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(account))]
    struct Account {
        account: Decimal<22, 0>,
    }
}

// The documentation: PRIMARY KEY (order_id).
mod docs_orders {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// The documentation: PRIMARY KEY (order_id, customer_id).
mod docs_orders_customer {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_id, customer_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// A DyNumber leads.
mod dynumber {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(account))]
    struct Account {
        #[ydb(type = "DyNumber")]
        account: String,
    }
}

// A plain integer leads.
mod integer {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: u64,
    }
}

// An interval leads.
mod interval {
    use std::time::Duration;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(length, id))]
    struct Track {
        length: Duration,
        id: Uuid,
    }
}

// The hash that is advised does not take the name of a field.
mod name_taken {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: u64,
        id_hash: u64,
    }
}

// A newtype over a newtype over an integer leads.
mod newtype {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Id(i64);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderId(Id);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: OrderId,
    }
}

// An integer of two bytes leads.
mod small {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard, id))]
    struct Order {
        shard: u16,
        id: Uuid,
    }
}

fn main() {}
