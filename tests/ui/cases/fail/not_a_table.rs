use ydb_keys::YdbTable;

// An enum as a table.
mod an_enum {
    use super::*;

    #[derive(YdbTable)]
    enum Order {
        New,
        Paid,
    }
}

// A table without names.
mod tuple {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order(u64);
}

// A union as a table.
mod union {
    use super::*;

    #[derive(YdbTable)]
    union Order {
        a: u64,
        b: i64,
    }
}

// A struct without fields as a table.
mod unit {
    use super::*;

    #[derive(YdbTable)]
    struct Order;
}

fn main() {}
