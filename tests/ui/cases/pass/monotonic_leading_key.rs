use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

// A time leads, allowed.
mod allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(day))]
    #[ydb(allow(monotonic_leading_key, reason = "one row a day"))]
    struct Event {
        #[ydb(type = "Date")]
        day: SystemTime,
    }
}

// The cures of the help.
#[allow(dead_code)]
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(key_bucket = xxh3(event_id) % 16, at, event_id))]
    struct Taken {
        at: SystemTime,
        event_id: u64,
        shard: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(customer) % 16, number, customer))]
    struct Serial {
        #[ydb(serial)]
        number: i64,
        customer: String,
    }
}

// chrono's date and time after a hash.
mod of_chrono {
    use chrono::{DateTime, NaiveDate, Utc};

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id_hash = xxh3(id), id, day, at))]
    struct Event {
        id: String,
        day: NaiveDate,
        at: DateTime<Utc>,
    }
}

// A time leads the key of a column table, where order is not partitioning.
mod column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(at, id))]
    struct Event {
        at: SystemTime,
        id: u64,
    }
}

// A newtype that is declared to grow, after its hash.
mod declared_newtype {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(monotonic)]
    struct OrderId(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id, customer_id))]
    struct Order {
        order_id: OrderId,
        customer_id: u64,
    }
}

// The documentation: PRIMARY KEY (order_hash, order_id).
mod docs_orders_hashed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        #[ydb(monotonic)]
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// The documentation: a random identifier (such as UUID).
mod docs_orders_uuid {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: Uuid,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// The documentation: a hash of the entire primary key.
mod docs_user_events_hash_of_all {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "user_events")]
    #[ydb(primary_key(userhash = xxh3(timestamp, userid), timestamp, userid))]
    struct UserEvent {
        timestamp: SystemTime,
        userid: u64,
        userevent: Option<String>,
    }
}

// The documentation: PRIMARY KEY (userhash, userid, timestamp).
mod docs_user_events_hashed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "user_events")]
    #[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
    struct UserEvent {
        timestamp: SystemTime,
        userid: u64,
        userevent: Option<String>,
    }
}

// The documentation: PRIMARY KEY (userid, timestamp).
mod docs_user_events_reordered {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "user_events")]
    #[ydb(primary_key(userid, timestamp))]
    struct UserEvent {
        timestamp: SystemTime,
        #[ydb(dispersed)]
        userid: u64,
        userevent: Option<String>,
    }
}

// A serial after a column whose values are spread.
mod serial {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer_id, order_id))]
    struct Order {
        #[ydb(serial)]
        order_id: i64,
        #[ydb(dispersed)]
        customer_id: u64,
    }
}

// A text leads.
mod text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(email))]
    struct User {
        email: String,
    }
}

// A time comes after a column whose values are spread.
mod time {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, at))]
    struct Event {
        at: SystemTime,
        #[ydb(dispersed)]
        id: u64,
    }
}

// A time is the whole key, after its hash.
mod time_hashed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at_hash = numeric_hash(at), at))]
    struct Event {
        at: SystemTime,
    }
}

// A UUID leads.
mod a_uuid {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
    }
}

fn main() {}
