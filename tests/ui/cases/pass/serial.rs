// Sequences of 16, 32 and 64 bits, one of them a newtype.
mod signed {
    use ydb_keys::{YdbColumn, YdbTable};

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Number(i64);

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        #[ydb(serial)]
        number: Number,
        #[ydb(serial)]
        short: i16,
        #[ydb(serial)]
        middle: i32,
    }
}

// A sequence that is never NULL.
mod not_null {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, number))]
    struct Order {
        customer: String,
        number: u64,
        #[ydb(serial)]
        receipt: i64,
    }
}

// A default without a sequence.
mod default {
    use uuid::Uuid;
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
        #[ydb(default = 1)]
        number: i64,
    }
}

// A sequence in a row table.
mod row_table {
    use uuid::Uuid;
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = row)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
        #[ydb(serial)]
        number: i64,
    }
}

fn main() {}
