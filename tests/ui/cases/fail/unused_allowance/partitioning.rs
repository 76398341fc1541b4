// Allowances of advice on partitioning that the tables follow, or that is none for a column table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name), partitioning(min = 4, max = 200))]
#[ydb(allow(partitioning_gap, reason = "never split by load"), allow(partitioning_by_load, reason = "not said"))]
struct BySize {
    name: String,
}

#[derive(YdbTable)]
#[ydb(store = column, primary_key(name), partitioning(min = 4))]
#[ydb(allow(partitioning_by_load, reason = "a column table"))]
struct Columns {
    name: String,
}

fn main() {}
