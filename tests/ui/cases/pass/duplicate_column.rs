use ydb_keys::YdbTable;

// A computed column for the key and for each index.
#[allow(dead_code)]
mod computed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
    #[ydb(index(by_name, on(name_shard = xxh3(id) % 16, name)))]
    #[ydb(index(by_time, on(time_shard = xxh3(id) % 16, changed)))]
    struct Event {
        id: u64,
        at: u64,
        changed: u64,
        name: String,
    }
}

// Each name once.
mod distinct {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(userhash = xxh3(userid), userid))]
    struct User {
        userid: u64,
        #[ydb(rename = "amount")]
        price: Option<f64>,
    }
}

// Flattened rows whose prefixes keep them apart.
mod flatten {
    use ydb_keys::YdbRow;

    #[derive(YdbRow)]
    struct City {
        id: u64,
        name: String,
    }

    #[derive(YdbRow)]
    struct Trip {
        name: String,
        #[ydb(flatten, prefix = "from_")]
        from: City,
        #[ydb(flatten, prefix = "to_")]
        to: Option<City>,
        to_: u64,
    }

    pub fn run() {
        let _ = |trip: Trip| (trip.name, trip.from.id, trip.from.name, trip.to, trip.to_);
    }
}

// Two models of a dual writer: the hash has another name, and the bucket of the index is computed as before.
mod before_and_after {
    use ydb_keys::__private::rules::computed_alike;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
    #[ydb(index(by_customer, on(shard = xxh3(order_id) % 8, customer_id)))]
    struct Old {
        order_id: u64,
        customer_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash_2 = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(shard = xxh3(order_id) % 8, customer_id)))]
    struct New {
        order_id: u64,
        customer_id: u64,
    }

    const _: () = computed_alike(Old::TABLE, New::TABLE);
}

fn main() {
    flatten::run();
}
