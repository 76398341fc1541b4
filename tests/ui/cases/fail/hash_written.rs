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

// An UPDATE of the hash, of its input, and of a key without a hash.
mod update {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("UPDATE {Order} SET order_hash = 1 WHERE order_id = $id", id);
        let _ = yql!(
            "UPDATE {Order}
             SET note = 'new'u, order_id = $id + 1
             WHERE order_id = $id",
            id = id as Uint64
        );
        let _ = yql!("UPDATE {Customer} SET id = 2 WHERE id = $id", id);
        let _ = yql!("BATCH UPDATE {Order} SET order_id = 2 WHERE order_id = $id", id);
    }
}

// A hash column that the text writes itself: in a list, in a query, below a star, and in a branch.
mod written {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("UPSERT INTO {Order} (order_id, customer_id, note, order_hash) VALUES ($id, 1, 'a'u, 5)", id);
        let _ = yql!("UPDATE {Order} ON (order_id, order_hash, note) VALUES ($id, 5, 'a'u)", id);
        let _ = yql!(
            "UPSERT INTO {Order}
             SELECT order_id + 1 AS order_id, customer_id, note, order_hash FROM {Order} WHERE order_id = 1"
        );
        let _ = yql!(
            "UPSERT INTO {Order}
             SELECT * FROM (SELECT order_id + 1 AS order_id, customer_id, note, 5ul AS order_hash FROM {Order} WHERE order_id = 1)"
        );
        let _ = yql!(
            "UPSERT INTO {Order}
             SELECT order_id, customer_id, note FROM {Order} WHERE order_id = 1
             UNION ALL SELECT order_id, customer_id, note, 5ul AS order_hash FROM {Order} WHERE order_id = 2"
        );
    }
}

// Rows of the server, where only the program computes the hash: of a query, of an expression, of a star, and of keys to delete.
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

    fn run(token: String) {
        let _ = yql!("UPSERT INTO {Session} SELECT name AS token, id AS customer_id FROM {Customer} WHERE id = 1");
        let _ = yql!("UPSERT INTO {Session} (token, customer_id) VALUES ('a'u, 1), ($token || 'b'u, 2)", token);
        let _ = yql!("UPSERT INTO {Session} SELECT c.*, c.name AS token FROM {Customer} AS c WHERE c.id = 1");
        let _ = yql!("UPSERT INTO {Session} SELECT * FROM (SELECT name AS token FROM {Customer} WHERE id = 1)");
        let _ = yql!("DELETE FROM {Session} ON SELECT name AS token FROM {Customer} WHERE id = 1");
    }
}

fn main() {}
