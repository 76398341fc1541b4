// A newtype that is growing and spread at once.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(monotonic)]
#[ydb(dispersed)]
struct OrderId(u64);

fn main() {}
