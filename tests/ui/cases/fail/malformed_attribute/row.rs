// The words of a row in other forms.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Country {
    name: String,
}

#[derive(YdbRow)]
#[ydb(of = "Country", covered_by(by_name))]
struct Part {
    #[ydb(json = true)]
    name: String,
}

#[derive(YdbRow)]
#[ydb(of)]
struct Other {
    name: String,
}

fn main() {}
