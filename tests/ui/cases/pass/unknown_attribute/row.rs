// The words of a row.

use ydb_keys::{YdbRow, YdbTable};

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

fn main() {
    let fields = |part: Part, total: Total| (part.name, part.iso, total.tags, total.cached);
    let _ = |country: Country| (country.name, country.code, fields);
}
