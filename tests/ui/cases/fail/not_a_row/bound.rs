// Reading rows as something that is none.

use ydb_keys::YdbRow;

struct Order {
    id: u64,
}

fn read<R: YdbRow>() {}

fn main() {
    read::<Order>();
}
