// A number with a suffix.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = 5u32)]
    value: u32,
}

fn main() {}
