// A number for a bool.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = 1)]
    value: bool,
}

fn main() {}
