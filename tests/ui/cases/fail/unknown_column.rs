use ydb_keys::YdbTable;

// The hash column as an index column.
mod hash_column {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_hash, on(order_hash)))]
    struct Order {
        order_id: u64,
    }
}

// The hash column as an input of itself.
mod hash_of_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_hash), order_id))]
    struct Order {
        order_id: u64,
    }
}

// An indexed and a covered column that are no fields.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(costumer_id), cover(amuont)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// A key column that is nothing like a field.
mod key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id, customer))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// A partition key that is not a field.
mod partition_by_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(user_id))]
    #[ydb(partition_by_hash(userid))]
    struct Event {
        user_id: String,
    }
}

// Raw names of no field: the hints name fields as they are.
mod raw {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(r#typ), r#type, r#match))]
    struct Order {
        r#type: String,
    }
}

// A skipped field is no column.
mod skipped {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id, cache))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
        #[ydb(skip)]
        cache: u64,
    }
}

// A key column by its name in the database.
mod sql_name {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        #[ydb(rename = "id", dispersed)]
        order_id: u64,
    }
}

// A TTL column that is not a field.
mod ttl {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = create_at, after = "P30D"))]
    struct Order {
        order_id: u64,
        created_at: SystemTime,
    }
}

// Columns of a query that its tables do not have: qualified and not, in ON, in a condition, in what is written.
mod query {
    use ydb_keys::yql;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }

    #[derive(YdbTable)]
    #[ydb(table = "shop/customers", primary_key(id))]
    struct Customer {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }

    pub fn run(id: u64) {
        let _ = yql!("SELECT amont FROM {Order} WHERE order_id = $id", id);
        let _ = yql!(
            r#"
            SELECT o.order_id, o.amont, c.name
            FROM {Order} AS o
            JOIN {Customer} AS c ON c.id = o.customer_id
            WHERE o.order_id = $id
            "#,
            id
        );
        let _ = yql!(
            "SELECT amount, nam
             FROM {Order} AS o
             JOIN {Customer} AS c ON c.id = o.customer_id
             WHERE o.order_id = $id",
            id
        );
        let _ = yql!("SELECT amount FROM {Order} JOIN {Customer} ON Customer.idd = Order.customer_id WHERE order_id = $id", id);
        let _ = yql!("SELECT amount FROM {Order} WHERE order_id = $id ORDER BY `created at`", id);
        let _ = yql!("UPDATE {Order} SET amont = 1.0 WHERE order_id = $id", id);
        let _ = yql!("UPSERT INTO {Order} (order_id, custommer_id) VALUES ($id, 1)", id);
        let _ = yql!("SELECT r.ide AS id FROM (SELECT id FROM {Customer} WHERE id = $id) AS r", id);
    }
}

// Names before a dot that no source has: the table's own name, an alias that is not there, the model beside its alias,
// and those of an UPDATE, which has none.
mod sources {
    use ydb_keys::yql;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }

    #[derive(YdbTable)]
    #[ydb(table = "customers", primary_key(id))]
    struct Customer {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }

    pub fn run(id: u64) {
        let _ = yql!("SELECT orders.amount FROM {Order} WHERE order_id = $id", id);
        let _ = yql!(
            "SELECT o.amount, c.name
             FROM {Order} AS o
             JOIN {Customer} AS c ON c.id = oo.customer_id
             WHERE o.order_id = $id",
            id
        );
        let _ = yql!("SELECT amount FROM {Order} AS o WHERE Order.order_id = $id", id);
        let _ = yql!("UPDATE {Order} SET amount = 1.0 WHERE o.order_id = $id", id);
        let _ = yql!("SELECT r.id AS id FROM (SELECT id FROM {Customer} WHERE id = $id)", id);
    }
}

// A key column that is not a field, but nearly one.
mod typo {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(userhash = xxh3(user_id), userid))]
    struct User {
        userid: u64,
    }
}

fn main() {
    query::run(1);
}
