// Some of a table's columns in a struct of their own, in a row with `of`.

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
}

#[derive(YdbRow)]
#[ydb(of = Customer, covered_by = by_name)]
struct Contact {
    #[ydb(flatten)]
    who: Who,
    id: String,
}

#[derive(YdbRow)]
struct Aged {
    ge: Option<u32>,
}

#[derive(YdbRow)]
#[ydb(of = Customer)]
struct Prefixed {
    name: String,
    #[ydb(flatten, prefix = "a")]
    aged: Option<Aged>,
}

fn main() {
    let _ = |contact: Contact| (contact.who.name, contact.id);
    let _ = |row: Prefixed| (row.name, row.aged.map(|aged| aged.ge));
}
