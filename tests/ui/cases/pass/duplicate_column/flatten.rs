// Flattened rows whose prefixes keep them apart.

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

fn main() {
    let _ = |trip: Trip| (trip.name, trip.from.id, trip.from.name, trip.to, trip.to_);
}
