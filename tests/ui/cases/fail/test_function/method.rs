// A method.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

impl Order {
    #[ydb_keys_derive::test(Order)]
    async fn finds_itself(&self, client: Client) {}
}

fn main() {}
