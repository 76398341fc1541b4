// More digits than the decimal has.

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = "1000.00")]
    value: Decimal<5, 2>,
}

fn main() {}
