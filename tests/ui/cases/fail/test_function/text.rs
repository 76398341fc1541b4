// A model as a text.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

#[ydb_keys_derive::test("orders")]
async fn finds_an_order(client: Client) {}

fn main() {}
