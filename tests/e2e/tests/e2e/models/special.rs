//! Models of a column table, and of a table whose key comes from a sequence.

use std::time::SystemTime;

use ydb_keys::YdbTable;

use super::{Sample, at};

/// Model of the column table of YDB's documentation.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/ad_events", store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id), partition_by_hash(user_id, event_timestamp))]
#[ydb(partitioning(min = 4))]
pub(crate) struct AdEvent {
    pub(crate) user_id: String,
    pub(crate) event_timestamp: SystemTime,
    pub(crate) event_id: Option<u64>,
    pub(crate) campaign_id: u64,
    pub(crate) event_type: Option<String>,
}

impl Sample for AdEvent {
    fn sample(n: u64) -> Self {
        AdEvent {
            user_id: format!("user {}", n % 3),
            event_timestamp: at(n / 4),
            event_id: Some(n),
            campaign_id: n % 4,
            event_type: n.is_multiple_of(2).then(|| "click".into()),
        }
    }

    fn changed(&self) -> Self {
        AdEvent { event_id: None, event_type: Some("view".into()), ..self.clone() }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/tickets", primary_key(tenant_hash = xxh3(tenant), tenant, number))]
pub(crate) struct Ticket {
    pub(crate) tenant: String,
    #[ydb(serial)]
    pub(crate) number: i64,
    #[ydb(serial)]
    pub(crate) queue: i32,
    #[ydb(default = "new")]
    pub(crate) status: Option<String>,
}

impl Sample for Ticket {
    fn sample(n: u64) -> Self {
        Ticket {
            tenant: format!("tenant {}", n % 2),
            number: n as i64 + 1000,
            queue: n as i32,
            status: Some("open".into()),
        }
    }

    fn changed(&self) -> Self {
        Ticket { queue: -1, status: None, ..self.clone() }
    }
}
