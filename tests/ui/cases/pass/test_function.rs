#![allow(dead_code)]

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
