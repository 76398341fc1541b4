// A newtype declared twice.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(dispersed, dispersed)]
struct OrderId(u64);

fn main() {}
