// Two rules allowed, each with its reason.
mod with_reason {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, line))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    #[ydb(allow(nullable_key, reason = "old rows have no line"))]
    struct Event {
        at: SystemTime,
        line: Option<u64>,
    }
}

// Every rule allowed where it is broken.
mod each {
    use std::time::SystemTime;

    use uuid::Uuid;
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(name, line))]
    #[ydb(allow(nullable_key, reason = "few rows"))]
    struct NullableKey {
        name: String,
        line: Option<u64>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    #[ydb(allow(monotonic_leading_key, reason = "few rows"))]
    struct MonotonicLeadingKey {
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(undeclared_leading_key, reason = "few rows"))]
    struct UndeclaredLeadingKey {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(flag))]
    #[ydb(allow(low_cardinality_leading_key, reason = "few rows"))]
    struct LowCardinalityLeadingKey {
        flag: bool,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    #[ydb(index(by_flag, on(flag)))]
    #[ydb(allow(hot_index, reason = "few rows"))]
    struct HotIndex {
        name: String,
        flag: bool,
    }

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(at))]
    #[ydb(allow(column_partition_key, reason = "few rows"))]
    struct ColumnPartitionKey {
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    #[ydb(allow(large_key, reason = "few rows"))]
    #[ydb(allow(large_row, reason = "few rows"))]
    struct Large {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(allow(monotonic_leading_key, reason = "ids of version 7, few rows"))]
    struct TimeOrderedUuid {
        id: Uuid,
    }
}

// A permission to read all rows where a query does, and where that is not known.
mod query {
    use ydb_keys::{YdbTable, yql};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        tags: Option<String>,
    }

    pub fn run() {
        let _ = yql!("SELECT * FROM {Order}", full_scan(Order, reason = "a nightly report"));
        let _ = yql!(
            "SELECT tag FROM {Order} FLATTEN BY (String::SplitToList(tags, ',') AS tag)",
            full_scan(Order, reason = "a nightly report")
        );
    }
}

fn main() {
    query::run();
}
