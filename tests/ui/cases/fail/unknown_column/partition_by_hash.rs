// A partition key that is not a field.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(user_id))]
#[ydb(partition_by_hash(userid))]
struct Event {
    user_id: String,
}

fn main() {}
