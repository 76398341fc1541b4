// A text that is not a variant of the enum.

use uuid::Uuid;
use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    New,
    Paid,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order {
    id: Uuid,
    #[ydb(default = "Lost")]
    status: Status,
}

fn main() {}
