// A test that would be run twice.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

#[ydb_keys_derive::test(Order)]
#[test]
async fn finds_an_order(client: Client) {}

fn main() {}
