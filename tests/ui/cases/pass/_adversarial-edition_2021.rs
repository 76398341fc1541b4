// edition: 2021
// A crate of edition 2021: a field that edition 2024 would take for a keyword.
#![deny(warnings, rust_2018_idioms, rust_2021_compatibility)]

use ydb_keys::{YdbColumn, YdbRow, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct Id(u64);

#[derive(YdbColumn)]
#[allow(dead_code)]
enum State {
    New,
    Old,
}

#[derive(YdbTable)]
#[ydb(primary_key(gen, r#async), index(by_try, on(gen, state)))]
struct Model {
    gen: Id,
    r#async: String,
    state: Option<State>,
    #[ydb(skip)]
    skipped: u8,
}

#[derive(YdbRow)]
#[ydb(of = Model, covered_by = by_try)]
struct Part {
    gen: Id,
    state: Option<State>,
}

fn main() {
    let _ = Model::scan().gen(Id(1)).r#async("a").statement();
    let _ = |model: Model, part: Part| (model.skipped, part.gen, part.state);
}
