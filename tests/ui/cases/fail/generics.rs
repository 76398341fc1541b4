use ydb_keys::YdbTable;

// A table of a constant.
mod a_constant {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order<const N: usize> {
        id: String,
    }
}

// A table that borrows.
mod lifetime {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order<'a> {
        id: &'a str,
    }
}

// A generic newtype.
mod newtype {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    struct Id<T>(T);
}

// A row that borrows.
mod row {
    use ydb_keys::YdbRow;

    #[derive(YdbRow)]
    struct Name<'a> {
        name: &'a str,
    }
}

// A generic table.
mod a_type {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order<T> {
        id: String,
        value: T,
    }
}

// Users of a generic table see the one error.
mod used {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order<T> {
        id: String,
        value: T,
    }

    fn run() {
        let _ = Order::<u64>::TABLE;
    }
}

fn main() {}
