// A default of a JSON document.

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Thing {
    id: Uuid,
    #[ydb(default = "{}")]
    value: Option<serde_json::Value>,
}

fn main() {}
