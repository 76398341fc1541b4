use ydb_keys::{YdbColumn, YdbRow, YdbTable};

// A case that serde has not.
mod case {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(rename_all = "snakecase")]
    struct Order {
        order_id: u64,
    }
}

// An attribute of a newtype on an enum, and one of the enum on a variant.
mod an_enum {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(dispersed)]
    enum Status {
        New,
        #[ydb(rename_all = "lowercase")]
        Paid,
    }
}

// A word that is nearly an attribute of a field.
mod field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(disperse)]
        order_id: u64,
    }
}

// Rows of queries are flattened; a table has its own columns only.
mod flatten {
    use super::*;

    #[derive(YdbRow)]
    struct City {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Sale {
        id: String,
        #[ydb(flatten, prefix = "city_")]
        city: City,
    }
}

// Unknown words inside settings.
mod inside {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_laod))]
    #[ydb(ttl(colunm = at, after = "P1D"))]
    #[ydb(index(by_at, on(at), coverr(at)))]
    #[ydb(family(cold, media = "hdd"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
    }
}

// An attribute on the field of a newtype.
mod inside_a_newtype {
    use super::*;

    #[derive(YdbColumn)]
    struct OrderId(#[ydb(dispersed)] u64);
}

// An attribute of a field on a newtype.
mod newtype {
    use super::*;

    #[derive(YdbColumn)]
    #[ydb(serial)]
    struct OrderId(u64);
}

// A word that is like no attribute.
mod nothing_like_it {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(engine = "rocksdb")]
    struct Order {
        order_id: u64,
    }
}

// An attribute of a field on the struct.
mod of_a_field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    #[ydb(dispersed)]
    struct Order {
        order_id: u64,
    }
}

// An attribute of the struct on a field.
mod of_the_struct {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        #[ydb(index(by_id, on(order_id)))]
        order_id: u64,
    }
}

// Words of a table on a row and on its fields, a word of a field on the struct, unknown words, and `of` on a table.
mod row {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(of = Order, primary_key(name))]
    struct Country {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(table = "orders", json, dispersed, covred_by = by_customer)]
    struct Total {
        #[ydb(type = "Double")]
        total: Option<f64>,
        #[ydb(monotonic, of = Country)]
        count: u64,
        #[ydb(renam = "x")]
        max: u64,
    }
}

// A store that is neither rows nor columns.
mod store {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(store = colunm)]
    struct Order {
        order_id: u64,
    }
}

// A word that is nearly an attribute of the struct.
mod a_struct {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_kye(order_id))]
    struct Order {
        order_id: u64,
    }
}

// The name and the key of the table in other words: that there is no key is not an error beside these.
mod without_a_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table_name = "orders")]
    struct Order {
        order_id: u64,
    }

    #[derive(YdbTable)]
    struct Visit {
        #[ydb(primary_key)]
        visit_id: u64,
    }
}

// Words in the parentheses that are neither models nor settings.
#[allow(dead_code, unused_variables)]
mod test_setting {
    struct Client;
    struct Order;

    #[ydb_keys_derive::test(Order, fixtures = "orders.sql", crat = ydb_keys)]
    async fn finds_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, clok, manual)]
    async fn loses_an_order(client: Client) {}

    #[ydb_keys_derive::test(Order, clock = manual, crate)]
    async fn keeps_an_order(client: Client) {}
}

fn main() {}
