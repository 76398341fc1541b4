// A UUID leads.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    id: Uuid,
}

fn main() {}
