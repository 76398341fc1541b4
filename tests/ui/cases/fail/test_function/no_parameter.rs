// A test that cannot reach its database.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

#[ydb_keys_derive::test(Order)]
async fn finds_an_order() {}

fn main() {}
