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

fn main() {
    flatten::run();
}
