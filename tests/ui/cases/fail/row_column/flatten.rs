// Flattened rows of a row with `of`: their columns are columns of the table too, and of its index.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(id), index(by_name, on(name)))]
struct Customer {
    id: String,
    name: String,
    age: Option<u32>,
}

#[derive(YdbRow)]
struct Who {
    name: String,
    size: u64,
}

#[derive(YdbRow)]
struct Age {
    age: u32,
}

#[derive(YdbRow)]
#[ydb(of = Customer)]
struct Contact {
    #[ydb(flatten)]
    who: Who,
    id: u64,
}

#[derive(YdbRow)]
#[ydb(of = Customer, covered_by = by_name)]
struct Covered {
    name: String,
    #[ydb(flatten)]
    age: Age,
}

fn main() {}
