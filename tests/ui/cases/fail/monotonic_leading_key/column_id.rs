// An id that begins with the time.

use ydb_keys::YdbTable;
use ydb_keys::ids::ColumnId;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Message {
    id: ColumnId,
    text: String,
}

fn main() {}
