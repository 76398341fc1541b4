use ydb_keys::YdbTable;

// A signed integer behind an alias and a newtype leads.
mod alias {
    use ydb_keys::YdbColumn;

    use super::*;

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
}

// A bucket leads: equal parts of its type's range have no bucket but the first.
mod bucket {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
    #[ydb(partitioning(uniform = 16, by_load))]
    struct Event {
        at: SystemTime,
        id: u64,
    }
}

// An integer of another width leads.
mod small {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(uniform = 4))]
    struct User {
        #[ydb(dispersed)]
        id: i64,
    }
}

// A text leads.
mod text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    #[ydb(partitioning(uniform = 4))]
    struct User {
        name: String,
    }
}

fn main() {}
