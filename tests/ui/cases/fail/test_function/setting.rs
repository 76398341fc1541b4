// Words in the parentheses that are not models.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

#[ydb_keys_derive::test(Order, fixtures = "orders.sql", crat = ydb_keys)]
async fn finds_an_order(client: Client) {}

fn main() {}
