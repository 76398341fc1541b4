//! What a load and an export cost the client.
use std::time::Instant;
use ydb_keys::__private::tests::arrow_message;
use ydb_keys_benches::model::Order;

fn main() {
    let rows = Order::first(20_000);
    for _ in 0..8 {
        let start = Instant::now();
        let (_, data) = arrow_message(&rows).unwrap();
        println!("{} ns a row, {} bytes", start.elapsed().as_nanos() / 20_000, data.len());
    }
}
