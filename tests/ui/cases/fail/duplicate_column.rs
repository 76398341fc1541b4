use ydb_keys::{YdbRow, YdbTable};

// Computed columns of one name: in a key and an index, in two indexes, and like a field.
mod computed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
    #[ydb(index(by_name, on(shard = xxh3(id) % 16, name)))]
    struct KeyAndIndex {
        id: u64,
        at: u64,
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id_hash = xxh3(id), id))]
    #[ydb(index(by_name, on(shard = xxh3(id) % 16, name)))]
    #[ydb(index(by_time, on(shard = xxh3(id) % 16, at)))]
    struct TwoIndexes {
        id: u64,
        at: u64,
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, id))]
    #[ydb(index(by_name, on(name_shard = xxh3(id) % 16, name)))]
    struct Fields {
        id: u64,
        shard: u64,
        #[ydb(rename = "name_shard")]
        part: u64,
        name: String,
    }
}

// Two fields of one name in the database.
mod fields {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
        amount: Option<f64>,
        #[ydb(rename = "amount")]
        price: Option<f64>,
    }
}

// Columns of flattened rows that have the names of others.
mod flatten {
    use super::*;

    #[derive(YdbRow)]
    struct City {
        id: u64,
        name: String,
    }

    // As a field of the row itself, before it and after it.
    #[derive(YdbRow)]
    struct Before {
        name: String,
        #[ydb(flatten)]
        city: City,
    }

    #[derive(YdbRow)]
    struct After {
        #[ydb(flatten, prefix = "c_")]
        city: Option<City>,
        c_id: u64,
    }

    // As another flattened row.
    #[derive(YdbRow)]
    struct Both {
        #[ydb(flatten, prefix = "city_")]
        from: City,
        #[ydb(flatten, prefix = "city_")]
        to: City,
    }
}

// A column twice in the hash.
mod hash_input {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id, order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// The hash column as a field.
mod hash_is_a_field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(userhash = xxh3(userid), userid))]
    struct User {
        userhash: u64,
        userid: u64,
    }
}

// A column twice in an index, and twice among the covered ones.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, customer_id), cover(amount, amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// A column twice in the key.
mod key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id, order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// Two fields that get one name from `rename_all`.
mod rename_all {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    #[ydb(rename_all = "lowercase")]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
        user_id: Option<u64>,
        userid: Option<u64>,
    }
}

// Two fields of a row of one name.
mod row {
    use super::*;

    #[derive(YdbRow)]
    struct Total {
        total: u64,
        #[ydb(rename = "total")]
        sum: u64,
    }
}

fn main() {}
