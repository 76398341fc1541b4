// An attribute of a field on a newtype.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(serial)]
struct OrderId(u64);

fn main() {}
