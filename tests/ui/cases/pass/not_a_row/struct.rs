// A struct, and a model.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbRow)]
struct Total {
    total: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Country {
    name: String,
}

fn read<R: YdbRow>() -> usize {
    R::FIELDS.len()
}

fn main() {
    let fields = |total: Total, country: Country| (total.total, country.name);
    let _ = (read::<Total>(), read::<Country>(), fields);
}
