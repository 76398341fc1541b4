use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

// A partition key of two times, which an alias hides.
mod dates {
    use super::*;

    type Moment = SystemTime;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(day, at, id))]
    #[ydb(partition_by_hash(day, at))]
    struct Event {
        #[ydb(type = "Date")]
        day: Moment,
        at: Moment,
        id: u64,
    }
}

// The whole primary key is times, and by default it is the partition key.
mod default {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(at))]
    struct Event {
        at: SystemTime,
        id: u64,
    }
}

// The documentation: partitioned by event_timestamp alone.
mod docs_ad_events {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "ad_events")]
    #[ydb(store = column)]
    #[ydb(primary_key(event_timestamp, user_id, campaign_id))]
    #[ydb(partition_by_hash(event_timestamp))]
    struct AdEvent {
        user_id: String,
        event_timestamp: SystemTime,
        event_id: Option<u64>,
        campaign_id: u64,
        ad_id: Option<u64>,
        event_type: Option<String>,
    }
}

// Column tables partitioned by 8-bit integers, and by these and dates.
mod eight_bits {
    use chrono::NaiveDate;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column, primary_key(kind, name), partition_by_hash(kind))]
    struct Kinds {
        kind: u8,
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(store = column, primary_key(day, kind))]
    struct DaysAndKinds {
        day: NaiveDate,
        kind: i8,
    }
}

// A partition key without columns.
mod empty {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "ad_events")]
    #[ydb(store = column)]
    #[ydb(primary_key(event_timestamp, user_id, campaign_id))]
    #[ydb(partition_by_hash())]
    struct AdEvent {
        user_id: String,
        event_timestamp: SystemTime,
        event_id: Option<u64>,
        campaign_id: u64,
        ad_id: Option<u64>,
        event_type: Option<String>,
    }
}

// A partition key of one enum.
mod an_enum {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id, status))]
    #[ydb(partition_by_hash(status))]
    struct Event {
        id: u64,
        status: Status,
    }
}

// A partition key of an enum and a time.
mod enum_and_time {
    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id, status, at))]
    #[ydb(partition_by_hash(status, at))]
    struct Event {
        id: u64,
        status: Status,
        at: SystemTime,
    }
}

// A partition key outside the primary key.
mod not_in_the_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "ad_events")]
    #[ydb(store = column)]
    #[ydb(primary_key(event_timestamp, user_id, campaign_id))]
    #[ydb(partition_by_hash(user_id, ad_id))]
    struct AdEvent {
        user_id: String,
        event_timestamp: SystemTime,
        event_id: Option<u64>,
        campaign_id: u64,
        ad_id: Option<u64>,
        event_type: Option<String>,
    }
}

// A partition key of a row table.
mod row_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partition_by_hash(order_id))]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
