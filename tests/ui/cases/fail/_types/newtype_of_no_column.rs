// A newtype around a type that is not a column.

use ydb_keys::YdbColumn;

struct Point {
    x: f64,
}

#[derive(YdbColumn)]
struct Place(Point);

fn main() {}
