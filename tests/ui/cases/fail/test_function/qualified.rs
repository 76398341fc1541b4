// A test with a word that a test cannot have.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

#[ydb_keys_derive::test(Order)]
async unsafe fn finds_an_order(client: Client) {}

fn main() {}
