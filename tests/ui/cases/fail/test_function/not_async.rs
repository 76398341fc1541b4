// A test that is not async.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

#[ydb_keys_derive::test(Order)]
fn finds_an_order(client: Client) {}

fn main() {}
