// Ids that spread by themselves lead keys without a hash, a declaration or an allowance.

use ydb_keys::YdbTable;
use ydb_keys::ids::{ColumnId, JavaRowId, JavaTextId, Reversed, RowId};

#[derive(YdbTable)]
#[ydb(primary_key(id, line))]
struct Order {
    id: RowId,
    line: ColumnId,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct JavaOrder {
    id: JavaRowId,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct JavaNote {
    id: JavaTextId<12>,
}

#[derive(YdbTable)]
#[ydb(primary_key(number), partitioning(uniform = 4))]
struct Invoice {
    number: Reversed<u64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(number))]
struct Ticket {
    number: Reversed<i64>,
}

fn main() {}
