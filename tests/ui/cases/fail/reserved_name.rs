use ydb_keys::YdbTable;

// An indexed column called like a method of the scan.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name), index(by_limit, on(limit)))]
    struct Quota {
        name: String,
        limit: u64,
    }
}

// A key column called like a method of the scan.
mod key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name, limit))]
    struct Quota {
        name: String,
        limit: u64,
    }
}

// A key column called like the method that chooses columns.
mod select {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(select))]
    struct Query {
        select: String,
    }
}

// A column called like a method of the update.
mod setter {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Account {
        name: String,
        statement: Option<String>,
    }
}

fn main() {}
