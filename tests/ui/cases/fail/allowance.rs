use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

// An allowance with an empty reason.
mod empty_reason {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow(monotonic_leading_key, reason = " "))]
    struct Event {
        at: SystemTime,
    }
}

// A rule that cannot be allowed.
mod firm {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(allow(column_type, reason = "we need it"))]
    struct Order {
        order_id: u64,
    }
}

// `allow` with each rule that cannot be allowed.
mod firm_ids {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(allow(missing_key, reason = "we need it"))]
    #[ydb(allow(unknown_column, reason = "we need it"))]
    #[ydb(allow(duplicate_column, reason = "we need it"))]
    #[ydb(allow(hash, reason = "we need it"))]
    #[ydb(allow(index, reason = "we need it"))]
    #[ydb(allow(changefeed, reason = "we need it"))]
    #[ydb(allow(partitioning, reason = "we need it"))]
    #[ydb(allow(ttl, reason = "we need it"))]
    #[ydb(allow(reserved_name, reason = "we need it"))]
    #[ydb(allow(serial, reason = "we need it"))]
    #[ydb(allow(version, reason = "we need it"))]
    #[ydb(allow(store_setting, reason = "we need it"))]
    #[ydb(allow(column_type, reason = "we need it"))]
    #[ydb(allow(limits, reason = "we need it"))]
    #[ydb(allow(family, reason = "we need it"))]
    #[ydb(allow(row, reason = "we need it"))]
    #[ydb(allow(malformed_attribute, reason = "we need it"))]
    #[ydb(allow(conflicting_attributes, reason = "we need it"))]
    #[ydb(allow(allowance, reason = "we need it"))]
    #[ydb(allow(full_scan, reason = "we need it"))]
    #[ydb(allow(unsupported_item, reason = "we need it"))]
    struct Order {
        order_id: u64,
    }
}

// An allowance without a reason.
mod no_reason {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow(monotonic_leading_key))]
    struct Event {
        at: SystemTime,
    }
}

// An allowance of nothing.
mod no_rule {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(allow())]
    struct Order {
        order_id: u64,
    }
}

// An allowance with a reason, but no rule.
mod reason_only {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(allow(reason = "few rows"))]
    struct Order {
        order_id: u64,
    }
}

// A rule allowed twice.
mod twice {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    #[ydb(allow(monotonic_leading_key, reason = "really few"))]
    struct Event {
        at: SystemTime,
    }
}

// An allowance of a rule that is nearly one.
mod unknown {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow(monotonic_key, reason = "few rows"))]
    struct Event {
        at: SystemTime,
    }
}

// The partition key has many values.
mod column_partition_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(at, id))]
    #[ydb(allow(column_partition_key, reason = "few rows"))]
    struct Thing {
        id: u64,
        at: SystemTime,
    }
}

// A row table has no partition key.
mod column_partition_key_row {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(column_partition_key, reason = "few rows"))]
    struct Thing {
        id: Uuid,
    }
}

// The rules of leading columns are not those of column tables.
mod column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(at, id))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    #[ydb(allow(undeclared_leading_key, reason = "few rows"))]
    #[ydb(allow(low_cardinality_leading_key, reason = "few rows"))]
    struct Thing {
        id: u64,
        at: SystemTime,
    }
}

// The index starts with a column that is spread.
mod hot_index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(index(by_name, on(name)))]
    #[ydb(allow(hot_index, reason = "few rows"))]
    struct Thing {
        id: Uuid,
        name: String,
    }
}

// There is no index.
mod hot_index_none {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(hot_index, reason = "few rows"))]
    struct Thing {
        id: Uuid,
    }
}

// A key of one UUID cannot be large.
mod large_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(large_key, reason = "few rows"))]
    struct Thing {
        id: Uuid,
        name: String,
    }
}

// A row of numbers cannot be large.
mod large_row {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(large_row, reason = "few rows"))]
    struct Thing {
        id: Uuid,
        value: u64,
    }
}

// A column table has no higher limit.
mod large_row_column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    #[ydb(allow(large_row, reason = "few rows"))]
    struct Thing {
        id: u64,
        name: String,
    }
}

// The leading column has many values.
mod low_cardinality_leading_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, flag))]
    #[ydb(allow(low_cardinality_leading_key, reason = "few rows"))]
    struct Thing {
        id: String,
        flag: bool,
    }
}

// The leading column does not grow.
mod monotonic_leading_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, at))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    struct Thing {
        id: String,
        at: SystemTime,
    }
}

// A hash leads.
mod monotonic_leading_key_hashed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(at), at))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    struct Thing {
        at: SystemTime,
    }
}

// No key column is nullable.
mod nullable_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(nullable_key, reason = "few rows"))]
    struct Thing {
        id: Uuid,
        value: Option<u64>,
    }
}

// Allowances of advice on partitioning that the tables follow, or that is none for a column table.
mod partitioning {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(min = 4, max = 200))]
    #[ydb(allow(partitioning_by_load, reason = "not said"))]
    struct BySize {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(store = column, primary_key(name), partitioning(min = 4))]
    #[ydb(allow(partitioning_by_load, reason = "a column table"))]
    struct Columns {
        name: String,
    }
}

// A time grows; nothing about it is undeclared.
mod time_is_not_undeclared {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow(undeclared_leading_key, reason = "few rows"))]
    struct Thing {
        at: SystemTime,
    }
}

// The leading column says how it is spread.
mod undeclared_leading_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(undeclared_leading_key, reason = "few rows"))]
    struct Thing {
        #[ydb(dispersed)]
        id: u64,
    }
}

// The leading column is a text.
mod undeclared_leading_key_text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(undeclared_leading_key, reason = "few rows"))]
    struct Thing {
        id: String,
    }
}

// Another rule is broken than the allowed one: both are reported.
mod wrong_rule {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    struct Thing {
        id: u64,
    }
}

// A permission to read all rows, for a query that finds its rows by the key, and for a table that it does not read.
mod query {
    use ydb_keys::yql;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(email))]
    struct Customer {
        email: String,
    }

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id, full_scan(Order, reason = "was needed once"));
        let _ = yql!(
            "SELECT * FROM {Order}",
            full_scan(Order, reason = "a nightly report"),
            full_scan(Customer, reason = "was needed once"),
        );
    }
}

fn main() {}
