use std::time::SystemTime;

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
    #[ydb(allow(key_type, reason = "we need it"))]
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
    #[ydb(allow(unknown_attribute, reason = "we need it"))]
    #[ydb(allow(malformed_attribute, reason = "we need it"))]
    #[ydb(allow(duplicate_attribute, reason = "we need it"))]
    #[ydb(allow(conflicting_attributes, reason = "we need it"))]
    #[ydb(allow(key_type, reason = "we need it"))]
    #[ydb(allow(hash_inputs, reason = "we need it"))]
    #[ydb(allow(hash_not_leading, reason = "we need it"))]
    #[ydb(allow(hash_on_column_table, reason = "we need it"))]
    #[ydb(allow(index_columns, reason = "we need it"))]
    #[ydb(allow(index_limit, reason = "we need it"))]
    #[ydb(allow(partitioning_bounds, reason = "we need it"))]
    #[ydb(allow(partitioning_store, reason = "we need it"))]
    #[ydb(allow(ttl_column, reason = "we need it"))]
    #[ydb(allow(serial_type, reason = "we need it"))]
    #[ydb(allow(default_type, reason = "we need it"))]
    #[ydb(allow(limits, reason = "we need it"))]
    #[ydb(allow(column_type, reason = "we need it"))]
    #[ydb(allow(family_unknown, reason = "we need it"))]
    #[ydb(allow(family_key, reason = "we need it"))]
    #[ydb(allow(family_compression, reason = "we need it"))]
    #[ydb(allow(store_setting, reason = "we need it"))]
    #[ydb(allow(generics, reason = "we need it"))]
    #[ydb(allow(not_a_table, reason = "we need it"))]
    #[ydb(allow(not_a_column, reason = "we need it"))]
    #[ydb(allow(duplicate_variant, reason = "we need it"))]
    #[ydb(allow(allowance, reason = "we need it"))]
    #[ydb(allow(unused_allowance, reason = "we need it"))]
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

fn main() {}
