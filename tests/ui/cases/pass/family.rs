// A key column in the default family.
mod default {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, data = "hdd"))]
    struct Order {
        #[ydb(family = "default")]
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

// A family that is declared, and the default one.
mod declared {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, data = "hdd", compression = "zstd"))]
    #[ydb(family(default, data = "ssd"))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

// Two families of different names.
mod distinct {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, data = "hdd"))]
    #[ydb(family(hot, data = "ssd"))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

// A family with one setting.
mod one {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, compression = "off"))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

// Compressions that are known.
mod known {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(family(cold, compression = "lz4"))]
    #[ydb(family(hot, compression = "off"))]
    struct Order {
        order_id: u64,
        #[ydb(family = "cold")]
        note: Option<String>,
    }
}

fn main() {}
