// A newtype around an option.

use ydb_keys::YdbColumn;

#[derive(YdbColumn)]
struct Number(Option<u64>);

fn main() {}
