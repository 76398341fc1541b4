use ydb_keys::YdbTable;

// A key column in a family.
mod key {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, data = "hdd"))]
    struct Order {
        #[ydb(family = "cold")]
        order_id: u64,
    }
}

// A family that is nearly one.
mod typo {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(clod, data = "hdd"))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

// A family that is not declared.
mod undeclared {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

// A family declared twice.
mod twice {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, data = "hdd"))]
    #[ydb(family(cold, data = "ssd"))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

// A family without settings.
mod none {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

// A compression that is not known.
mod unknown {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, compression = "gzip"))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

fn main() {}
