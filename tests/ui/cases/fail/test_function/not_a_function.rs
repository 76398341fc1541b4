// The attribute on something that is not a function.

#![allow(dead_code, unused_variables)]

struct Order;

#[ydb_keys_derive::test(Order)]
struct FindsAnOrder;

fn main() {}
