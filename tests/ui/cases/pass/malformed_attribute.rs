use ydb_keys::YdbTable;

// Each word where it belongs.
mod known {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_load))]
    #[ydb(rename_all = "snake_case")]
    struct Order {
        order_id: u64,
        #[ydb(family = "default")]
        amount: Option<f64>,
    }
}

// All words in one attribute, with a comma at the end.
mod one_attribute {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_id,), store = row,)]
    struct Order {
        #[ydb(rename = "id", dispersed,)]
        order_id: u64,
    }
}

// Attributes of other derives next to ours.
mod other_derives {
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(YdbTable, Debug, Clone, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[serde(rename = "id")]
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// The words of a row.
mod row {
    use ydb_keys::YdbRow;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name), index(by_code, on(code)))]
    struct Country {
        name: String,
        code: String,
    }

    #[derive(YdbRow)]
    #[ydb(of = Country, covered_by = by_code, rename_all = "snake_case", crate = ydb_keys)]
    struct Part {
        name: String,
        #[ydb(rename = "code")]
        iso: String,
    }

    #[derive(YdbRow)]
    struct Total {
        #[ydb(json)]
        tags: Vec<String>,
        #[ydb(skip)]
        cached: u64,
    }

    pub fn run() {
        let fields = |part: Part, total: Total| (part.name, part.iso, total.tags, total.cached);
        let _ = |country: Country| (country.name, country.code, fields);
    }
}

// Each word in its form.
mod well_formed {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(crate = ydb_keys)]
    #[ydb(partitioning(by_size = 512, by_load, max = 100))]
    #[ydb(ttl(column = at, after = "P30D"))]
    #[ydb(index(by_at_and_state, on(state, at), async))]
    #[ydb(family(cold, data = "hdd"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        #[ydb(default = 7)]
        state: i32,
    }
}

// Literals of all kinds as defaults, a hash with a name, a field that is called like a function or a word.
mod near_mistakes {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(unique_hash = xxh3(unique), unique), index(by_index, on(index), unique))]
    struct Thing {
        unique: String,
        index: String,
        #[ydb(default = -1)]
        a: i64,
        #[ydb(default = 1_000)]
        b: u64,
        #[ydb(default = "None")]
        c: Option<String>,
        #[ydb(default = b"x", rename = "name")]
        d: Vec<u8>,
        #[ydb(default = false,)]
        xxh3: bool,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(xxh3))]
    struct Called {
        xxh3: String,
    }
}

fn main() {
    row::run();
}
