use ydb_keys::YdbTable;

// A split point beyond 64 bits.
mod beyond_u64 {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys(18446744073709551616)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// No split points, and one without values.
mod empty {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys()))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys((), 10)))]
    struct Empty {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// The same split point twice.
mod equal {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys((10, "b"), (10, "b"))))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// A float and a number with a suffix.
mod float {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys(1.5, 10u64)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// A text where the hash leads.
mod hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name_hash = xxh3(name), name))]
    #[ydb(partitioning(at_keys("m")))]
    struct User {
        name: String,
    }
}

// A negative split point.
mod negative {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys(-5, 5)))]
    struct User {
        #[ydb(dispersed)]
        id: i64,
    }
}

// A split point before its own beginning.
mod prefix_last {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys((10, "b"), 10)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// A split point for a time.
mod time {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, at))]
    #[ydb(partitioning(at_keys((10, "2024-01-01T00:00:00Z"))))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        at: SystemTime,
    }
}

// A split point beyond the range of its column.
mod too_large {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys(100, 70000)))]
    struct User {
        #[ydb(dispersed)]
        id: u16,
    }
}

// A split point of more values than the key has.
mod too_long {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys((10, "b"))))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// Split points of the wrong type.
mod wrong_type {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys("ten", (20, 5), (30, true))))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// Split points out of order.
mod unsorted {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys(10, 5)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

fn main() {}
