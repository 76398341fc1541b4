// Settings of a schedule that are not numbers, or have no effect.

#![allow(dead_code, unused_variables)]

struct Client;
struct Order;

#[ydb_keys_derive::test(Order, schedule)]
async fn finds_an_order(client: Client) {}

#[ydb_keys_derive::test(Order, schedule = 0, faults = "two")]
async fn loses_an_order(client: Client) {}

#[ydb_keys_derive::test(Order, faults = 2)]
async fn keeps_an_order(client: Client) {}

#[ydb_keys_derive::test(Order, shedule = 10)]
async fn misspells_an_order(client: Client) {}

fn main() {}
