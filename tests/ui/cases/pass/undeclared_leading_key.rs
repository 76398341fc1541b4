use ydb_keys::YdbTable;

// A plain integer leads, allowed.
mod allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    #[ydb(allow(undeclared_leading_key, reason = "a hundred rows"))]
    struct Order {
        order_id: u64,
    }
}

// A plain integer after a text.
mod behind {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    struct Order {
        customer: String,
        order_id: u64,
    }
}

// A plain integer leads the key of a column table.
mod column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: u64,
    }
}

// A decimal, an interval and a DyNumber that are declared to be spread lead.
mod decimal {
    use std::time::Duration;

    use ydb_keys::Decimal;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(account))]
    struct Account {
        #[ydb(dispersed)]
        account: Decimal<22, 0>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(length))]
    struct Track {
        #[ydb(dispersed)]
        length: Duration,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(number))]
    struct Number {
        #[ydb(type = "DyNumber", dispersed)]
        number: String,
    }
}

// An integer that is declared to be spread leads.
mod dispersed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// The documentation: PRIMARY KEY (order_hash, order_id).
mod docs_orders_hashed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// A plain integer after its hash.
mod hashed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = int_hash64(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// Ids that spread by themselves lead keys without a hash, a declaration or an allowance.
mod ids {
    use ydb_keys::ids::{ColumnId, JavaRowId, JavaTextId, BitReversed, RowId};

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, line))]
    struct Order {
        id: RowId,
        line: ColumnId,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct JavaOrder {
        id: JavaRowId,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct JavaNote {
        id: JavaTextId<12>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(number), partitioning(uniform = 4))]
    struct Invoice {
        number: BitReversed<u64>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(number))]
    struct Ticket {
        number: BitReversed<i64>,
    }
}

// A newtype over a newtype that is declared to be spread leads.
mod newtype {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct Id(i64);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderId(Id);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: OrderId,
    }
}

fn main() {}
