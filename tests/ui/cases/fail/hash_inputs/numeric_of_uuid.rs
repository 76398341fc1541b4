// A hash of a number over a UUID behind an alias.

use uuid::Uuid;
use ydb_keys::YdbTable;

type Id = Uuid;

#[derive(YdbTable)]
#[ydb(primary_key(id_hash = int_hash64(id), id))]
struct User {
    id: Id,
}

fn main() {}
