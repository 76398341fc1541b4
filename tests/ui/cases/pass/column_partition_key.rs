use std::time::SystemTime;

use ydb_keys::YdbTable;

// A partition key of a time alone, allowed.
mod allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "ad_events")]
    #[ydb(store = column)]
    #[ydb(primary_key(event_timestamp, user_id, campaign_id))]
    #[ydb(partition_by_hash(event_timestamp))]
    #[ydb(allow(column_partition_key, reason = "a hundred rows a day"))]
    struct AdEvent {
        user_id: String,
        event_timestamp: SystemTime,
        event_id: Option<u64>,
        campaign_id: u64,
        ad_id: Option<u64>,
        event_type: Option<String>,
    }
}

// The documentation: PARTITION BY HASH (user_id, event_timestamp).
mod docs_ad_events {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "ad_events")]
    #[ydb(store = column)]
    #[ydb(primary_key(event_timestamp, user_id, campaign_id))]
    #[ydb(partition_by_hash(user_id, event_timestamp))]
    struct AdEvent {
        user_id: String,
        event_timestamp: SystemTime,
        event_id: Option<u64>,
        campaign_id: u64,
        ad_id: Option<u64>,
        event_type: Option<String>,
    }
}

// The documentation: partitioned by user_id.
mod docs_ad_events_user {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "ad_events")]
    #[ydb(store = column)]
    #[ydb(primary_key(event_timestamp, user_id, campaign_id))]
    #[ydb(partition_by_hash(user_id))]
    struct AdEvent {
        user_id: String,
        event_timestamp: SystemTime,
        event_id: Option<u64>,
        campaign_id: u64,
        ad_id: Option<u64>,
        event_type: Option<String>,
    }
}

// A partition key of an enum and an id.
mod an_enum {
    use ydb_keys::YdbColumn;

    use super::*;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    enum Status {
        New,
        Paid,
    }

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id, status))]
    #[ydb(partition_by_hash(status, id))]
    struct Event {
        id: u64,
        status: Status,
    }
}

fn main() {}
