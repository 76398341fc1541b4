// A UUID that is declared to grow leads.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    #[ydb(monotonic)]
    id: Uuid,
}

fn main() {}
