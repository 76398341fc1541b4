// A generic newtype.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
struct Id<T>(T);

fn main() {}
