// The greatest and the least numbers of the float types.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Reading {
    name: String,
    #[ydb(default = 3.4028235e38)]
    a: f32,
    #[ydb(default = -1.7976931348623157e308)]
    b: f64,
    #[ydb(default = 1.4e-45)]
    c: f32,
    #[ydb(default = 4.9E-324)]
    d: Option<f64>,
    #[ydb(default = 0e999)]
    e: f64,
    #[ydb(default = -0.0)]
    f: f32,
    #[ydb(default = 1_000.000_1)]
    g: f64,
}

fn main() {}
