// A text for an integer.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = "5")]
    value: u32,
}

fn main() {}
