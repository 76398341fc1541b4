// BulkUpsert of a column table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(user_id), store = column)]
struct Click {
    user_id: String,
    campaign_id: u64,
}

fn main() {
    let _ = Click::bulk_upsert(&[]);
}
