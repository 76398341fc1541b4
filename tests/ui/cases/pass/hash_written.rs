#![deny(warnings)]
#![allow(dead_code)]

use ydb_keys::{YdbTable, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), index(by_customer, on(customer_id)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
    note: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Customer {
    #[ydb(dispersed)]
    id: u64,
    name: String,
    amount: Option<f64>,
}

// Columns outside of the key are updated, and the hash is compared and read as any other column.
mod others {
    use super::*;

    fn run(id: u64, hash: u64) {
        let _ = yql!("UPDATE {Order} SET note = 'new'u, amount = 1.0 WHERE order_id = $id", id);
        let _ = yql!("SELECT order_hash FROM {Order} WHERE order_hash = $hash AND order_id = $id", hash, id);
    }
}

// The hash of other programs, of values that the program has, and of rows that have it.
mod foreign {
    use super::*;

    mod fnv {
        use ydb_keys::ForeignHash;

        pub const HASH: ForeignHash = ForeignHash::new("fnv", 1).yql("Digest::Fnv64({token})");

        pub fn hash(token: &str) -> u64 {
            token.bytes().fold(0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
        }
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(token_hash = with(fnv)(token), token))]
    struct Session {
        token: String,
        customer_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(token_hash = with(fnv)(token), token))]
    struct OldSession {
        token: String,
        customer_id: u64,
    }

    fn run(token: String, rows: Vec<Session>) {
        let _ = yql!("UPSERT INTO {Session} SELECT * FROM AS_TABLE($rows)", rows);
        let _ = yql!("UPSERT INTO {Session} (token, customer_id) VALUES ('a'u, 1 + 1), ($token, 2)", token);
        let _ = yql!("UPSERT INTO {Session} SELECT $token AS token, id AS customer_id FROM {Customer} WHERE id = 1", token);
        let _ = yql!("UPSERT INTO {Session} SELECT * FROM {OldSession} WHERE token = $token", token);
        let _ = yql!("DELETE FROM {OldSession} ON SELECT * FROM {OldSession} WHERE token = $token", token);
    }
}

fn main() {}
