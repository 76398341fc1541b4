use ydb_keys::YdbTable;

// A bool in the key of a column table.
mod column_table_bool {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id, flag))]
    struct Thing {
        id: u64,
        flag: bool,
    }
}

// An interval in the key of a column table.
mod column_table_interval {
    use std::time::Duration;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id, length))]
    struct Thing {
        id: u64,
        length: Duration,
    }
}

// A UUID in the key of a column table.
mod column_table_uuid {
    use uuid::Uuid;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    struct Thing {
        id: Uuid,
    }
}

// A key column of a type that is not a key type (double).
mod double {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        value: f64,
    }
}

// A key column of a type that is not a key type (float).
mod float {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        value: f32,
    }
}

// A float that is hashed.
mod hashed_float {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(value), value))]
    struct Thing {
        value: f64,
    }
}

// A key column of a type that is not a key type (json).
mod json {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        value: serde_json::Value,
    }
}

// A key column of a type that is not a key type (json_document).
mod json_document {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        #[ydb(type = "JsonDocument")]
        value: String,
    }
}

// A field stored as JSON.
mod json_field {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Hash)]
    struct Tags(Vec<String>);

    #[derive(YdbTable)]
    #[ydb(primary_key(id, tags))]
    struct Thing {
        id: String,
        #[ydb(json)]
        tags: Tags,
    }
}

// A float leads.
mod leading {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(value))]
    struct Thing {
        value: f64,
    }
}

// A newtype over a float.
mod newtype {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq)]
    struct Price(f64);

    #[derive(YdbTable)]
    #[ydb(primary_key(id, price))]
    struct Thing {
        id: String,
        price: Price,
    }
}

// A key column of a type that is not a key type (yson).
mod yson {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, value))]
    struct Thing {
        id: String,
        #[ydb(type = "Yson")]
        value: Vec<u8>,
    }
}

// An index on a float.
mod index_double {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_amount, on(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// An index with a JSON document at the end.
mod second {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_tags, on(customer_id, tags)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        tags: Option<serde_json::Value>,
    }
}

fn main() {}
