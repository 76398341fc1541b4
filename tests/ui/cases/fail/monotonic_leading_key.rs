use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

// An alias of a time leads.
mod alias {
    use super::*;

    type Moment = SystemTime;
    type When = Moment;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        at: When,
        id: String,
    }
}

// A time leads, with a bool, another time and an option after it: the cure hashes none of them.
mod behind_few_values {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, paid, day, shop, id))]
    #[ydb(allow(nullable_key, reason = "old rows have no shop"))]
    struct Event {
        at: SystemTime,
        paid: bool,
        day: SystemTime,
        shop: Option<u64>,
        id: String,
    }
}

// A key and its cures: the bucket is called differently where the name is taken, and is made of no serial.
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, event_id))]
    struct Taken {
        at: SystemTime,
        event_id: u64,
        shard: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(number, customer))]
    struct Serial {
        #[ydb(serial)]
        number: i64,
        customer: String,
    }
}

// chrono's date leads, as an alias.
mod chrono_date {
    use chrono::NaiveDate;

    use super::*;

    type Day = NaiveDate;

    #[derive(YdbTable)]
    #[ydb(primary_key(day, id))]
    struct Event {
        day: Day,
        id: String,
    }
}

// chrono's time leads.
mod chrono_date_time {
    use chrono::{DateTime, Utc};

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        at: DateTime<Utc>,
        id: String,
    }
}

// chrono's time without a zone leads.
mod chrono_naive {
    use chrono::NaiveDateTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        at: NaiveDateTime,
        id: String,
    }
}

// An id that begins with the time.
mod column_id {
    use ydb_keys::ids::ColumnId;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Message {
        id: ColumnId,
        text: String,
    }
}

// A newtype that is declared to grow leads, named by an alias.
mod declared_newtype {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(monotonic)]
    struct OrderId(u64);

    type Id = OrderId;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id, customer_id))]
    struct Order {
        order_id: Id,
        customer_id: u64,
    }
}

// A text that is declared to grow leads.
mod declared_text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(ulid))]
    struct Order {
        #[ydb(monotonic)]
        ulid: String,
    }
}

// A UUID that is declared to grow leads.
mod declared_uuid {
    use uuid::Uuid;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        #[ydb(monotonic)]
        id: Uuid,
    }
}

// A newtype that is called spread over one that is declared to grow leads.
mod dispersed_newtype_of_declared {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(monotonic)]
    struct Sequence(u64);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct OrderId(Sequence);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: OrderId,
    }
}

// A newtype over a time that is called spread leads.
mod dispersed_newtype_of_time {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct Moment(SystemTime);

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    struct Event {
        at: Moment,
    }
}

// A field calls spread what its type calls growing.
mod dispersed_over_declared {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(monotonic)]
    struct OrderId(u64);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: OrderId,
    }
}

// A time that is called spread.
mod dispersed_time {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    struct Event {
        #[ydb(dispersed)]
        at: SystemTime,
    }
}

// The documentation: PRIMARY KEY (order_id), a sequence.
mod docs_orders {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(monotonic)]
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// The documentation: PRIMARY KEY (order_id, customer_id), a sequence first.
mod docs_orders_customer {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_id, customer_id))]
    struct Order {
        #[ydb(monotonic)]
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// The documentation: a Serial as the leading column.
mod docs_orders_serial {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(serial)]
        order_id: i64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// The documentation: PRIMARY KEY (timestamp, userid).
mod docs_user_events {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "user_events")]
    #[ydb(primary_key(timestamp, userid))]
    struct UserEvent {
        timestamp: SystemTime,
        userid: u64,
        userevent: Option<String>,
    }
}

// A time under the name of an integer leads.
mod misleading_name {
    use super::*;

    #[allow(non_camel_case_types)]
    type u64 = SystemTime;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// A newtype over a newtype over a time leads.
mod newtype {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Moment(SystemTime);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct Created {
        at: Moment,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        at: Created,
        id: String,
    }
}

// A newtype inherits that the one inside is declared to grow.
mod newtype_of_declared {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(monotonic)]
    struct Sequence(u64);

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    struct OrderId(Sequence);

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: OrderId,
    }
}

// A serial leads.
mod serial {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id, customer_id))]
    struct Order {
        #[ydb(serial)]
        order_id: i64,
        customer_id: u64,
    }
}

// A serial is the whole key.
mod serial_alone {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(serial)]
        order_id: i32,
    }
}

// A time leads.
mod time {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        at: SystemTime,
        id: u64,
    }
}

// A time is the whole key.
mod time_alone {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at))]
    struct Event {
        at: SystemTime,
    }
}

// A time stored as Date leads.
mod type_date {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        #[ydb(type = "Date")]
        at: SystemTime,
        id: String,
    }
}

// A time stored as Date32 leads.
mod type_date32 {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        #[ydb(type = "Date32")]
        at: SystemTime,
        id: String,
    }
}

// A time stored as Datetime leads.
mod type_datetime {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        #[ydb(type = "Datetime")]
        at: SystemTime,
        id: String,
    }
}

// A time stored as Datetime64 leads.
mod type_datetime64 {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        #[ydb(type = "Datetime64")]
        at: SystemTime,
        id: String,
    }
}

// A time stored as Timestamp64 leads.
mod type_timestamp64 {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(at, id))]
    struct Event {
        #[ydb(type = "Timestamp64")]
        at: SystemTime,
        id: String,
    }
}

fn main() {}
