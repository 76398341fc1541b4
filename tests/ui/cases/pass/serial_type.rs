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

fn main() {}
