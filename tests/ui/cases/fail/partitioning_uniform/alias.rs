// A signed integer behind an alias and a newtype leads.

use ydb_keys::{YdbColumn, YdbTable};

type Id = i32;

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct UserId(Id);

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(partitioning(uniform = 4))]
struct User {
    id: UserId,
}

fn main() {}
