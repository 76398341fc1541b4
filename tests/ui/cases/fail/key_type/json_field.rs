// A field stored as JSON.

use serde::{Deserialize, Serialize};
use ydb_keys::YdbTable;

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Hash)]
struct Tags(Vec<String>);

#[derive(YdbTable)]
#[ydb(primary_key(id, tags))]
struct Thing {
    id: String,
    #[ydb(json)]
    tags: Tags,
}

fn main() {}
