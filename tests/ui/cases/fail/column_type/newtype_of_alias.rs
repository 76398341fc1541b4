// A newtype around an option behind an alias.

use ydb_keys::YdbColumn;

type Maybe = Option<u64>;

#[derive(YdbColumn)]
struct Number(Maybe);

fn main() {}
