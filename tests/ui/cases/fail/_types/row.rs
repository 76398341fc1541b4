// A row of a type that is not a column, and one of what is not a model.

use ydb_keys::YdbRow;

struct Money(i64);

struct Order {
    id: u64,
}

#[derive(YdbRow)]
struct Total {
    total: Money,
    #[ydb(json)]
    all: Money,
}

#[derive(YdbRow)]
#[ydb(of = Order)]
struct Part {
    id: u64,
}

#[derive(YdbRow)]
#[ydb(of = Nothing)]
struct None {
    id: u64,
}

fn main() {}
