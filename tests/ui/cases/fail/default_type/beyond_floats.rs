// Floats that the types cannot hold: infinite there, or zero.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Reading {
    name: String,
    #[ydb(default = 1e300)]
    a: f32,
    #[ydb(default = 1e999)]
    b: f64,
    #[ydb(default = -3.5e38)]
    c: Option<f32>,
    #[ydb(default = 1e-50)]
    d: f32,
    #[ydb(default = 0.1e-400)]
    e: f64,
}

fn main() {}
