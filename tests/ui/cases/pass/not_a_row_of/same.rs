// A row of the table, named by a path.

use ydb_keys::{RowOf, YdbRow};

mod models {
    #[derive(ydb_keys::YdbTable)]
    #[ydb(primary_key(name))]
    pub struct Country {
        pub name: String,
    }
}

#[derive(YdbRow)]
#[ydb(of = crate::models::Country)]
struct Name {
    name: String,
}

fn read<R: RowOf<models::Country>>() {}

fn main() {
    read::<Name>();
    let _ = |name: Name, country: models::Country| (name.name, country.name);
}
