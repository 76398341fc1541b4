// A text for a newtype over an integer behind an alias.

use uuid::Uuid;
use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn)]
struct Number(u64);

type Receipt = Number;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = "5")]
    value: Receipt,
}

fn main() {}
