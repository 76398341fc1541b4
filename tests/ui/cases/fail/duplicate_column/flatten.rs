// Columns of flattened rows that have the names of others.

use ydb_keys::YdbRow;

#[derive(YdbRow)]
struct City {
    id: u64,
    name: String,
}

// As a field of the row itself, before it and after it.
#[derive(YdbRow)]
struct Before {
    name: String,
    #[ydb(flatten)]
    city: City,
}

#[derive(YdbRow)]
struct After {
    #[ydb(flatten, prefix = "c_")]
    city: Option<City>,
    c_id: u64,
}

// As another flattened row.
#[derive(YdbRow)]
struct Both {
    #[ydb(flatten, prefix = "city_")]
    from: City,
    #[ydb(flatten, prefix = "city_")]
    to: City,
}

fn main() {}
