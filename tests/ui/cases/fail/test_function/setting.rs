// Words in the parentheses that are neither models nor settings.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

#[ydb_keys_derive::test(Order, fixtures = "orders.sql", crat = ydb_keys)]
async fn finds_an_order(client: Client) {}

#[ydb_keys_derive::test(Order, clok, manual)]
async fn loses_an_order(client: Client) {}

#[ydb_keys_derive::test(Order, clock = manual, crate)]
async fn keeps_an_order(client: Client) {}

fn main() {}
