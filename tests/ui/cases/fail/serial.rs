use ydb_keys::YdbTable;

// A sequence of texts.
mod text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer))]
    struct Order {
        customer: String,
        #[ydb(serial)]
        number: String,
    }
}

// A sequence of unsigned integers.
mod unsigned {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        #[ydb(serial)]
        number: u64,
    }
}

// A sequence that may be NULL behind an alias.
mod alias {
    use super::*;

    type Maybe = Option<i32>;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        number: u64,
        #[ydb(serial)]
        receipt: Maybe,
    }
}

// A sequence that may be NULL.
mod option {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        number: u64,
        #[ydb(serial)]
        receipt: Option<i64>,
    }
}

// A sequence with a default.
mod both {
    use uuid::Uuid;
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
        #[ydb(serial, default = 1)]
        number: i64,
    }
}

// A sequence in a column table.
mod column_table {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    struct Order {
        id: u64,
        #[ydb(serial)]
        number: i64,
    }
}

fn main() {}
