// A newtype of a type that the inner one cannot carry.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
#[ydb(type = "Date")]
struct Number(u64);

fn main() {}
