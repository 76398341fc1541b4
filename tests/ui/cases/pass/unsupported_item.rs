#![allow(dead_code)]

// A table of its own for each type.
mod none {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
        value: u64,
    }
}

// A struct with named fields.
mod a_struct {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
    }
}

// Structs of one field, named or not, and an enum of one variant.
mod newtype {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    struct A(u64);

    #[derive(YdbColumn)]
    struct B {
        value: String,
    }

    #[derive(YdbColumn)]
    enum C {
        Only,
    }
}

// Each variant its text.
mod distinct {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    #[ydb(rename_all = "lowercase")]
    enum Status {
        New,
        #[ydb(rename = "old")]
        Paid,
    }
}

// Functions that are tests: what they return, what they take, and with which attributes.
mod tests {
    struct Client;
    struct Order;
    struct Customer;

    /// With documentation.
    #[ydb_keys_derive::test(Order, self::Customer)]
    async fn one(client: Client) {}

    #[ydb_keys_derive::test]
    #[ignore = "slow"]
    #[should_panic(expected = "x")]
    pub(crate) async fn two(mut client: Client, _: &Order) -> Result<(), std::io::Error> {
        Ok(())
    }

    #[ydb_keys_derive::test(Order, crate = ydb_keys,)]
    async fn three(Client: Client,) {}
}

fn main() {}
