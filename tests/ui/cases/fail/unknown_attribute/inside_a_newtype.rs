// An attribute on the field of a newtype.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
struct OrderId(#[ydb(dispersed)] u64);

fn main() {}
