//! Models with a hash in front of the key, by each function, over one column and over several.

use std::time::SystemTime;

use ydb_keys::YdbTable;

use super::{Sample, at};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/orders", primary_key(order_hash = numeric_hash(order_id), order_id), partitioning(uniform = 16))]
pub(crate) struct Order {
    pub(crate) order_id: u64,
    pub(crate) customer_id: Option<u64>,
    pub(crate) amount: Option<f64>,
    pub(crate) note: Option<String>,
}

impl Sample for Order {
    fn sample(n: u64) -> Self {
        Order {
            order_id: n,
            customer_id: Some(n / 3),
            amount: (!n.is_multiple_of(4)).then_some(n as f64 / 2.0),
            note: None,
        }
    }

    fn changed(&self) -> Self {
        Order { customer_id: None, amount: Some(-1.5), note: Some("зміна".into()), ..self.clone() }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/accounts", primary_key(hash = int_hash64(number), number), partitioning(uniform = 16))]
pub(crate) struct Account {
    pub(crate) number: u64,
    pub(crate) sum: i64,
}

impl Sample for Account {
    fn sample(n: u64) -> Self {
        Account { number: n, sum: -(n as i64) }
    }

    fn changed(&self) -> Self {
        Account { sum: i64::MIN, ..self.clone() }
    }
}

/// Model of YDB's documentation: one hash for all events of a user.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp), partitioning(uniform = 16))]
pub(crate) struct UserEvent {
    pub(crate) userid: u64,
    pub(crate) timestamp: SystemTime,
    pub(crate) userevent: Option<String>,
}

impl Sample for UserEvent {
    fn sample(n: u64) -> Self {
        UserEvent { userid: n % 5, timestamp: at(n), userevent: Some(format!("event {n}")) }
    }

    fn changed(&self) -> Self {
        UserEvent { userevent: None, ..self.clone() }
    }
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/members", primary_key(hash = xxh3(email), email), partitioning(uniform = 16))]
pub(crate) struct Member {
    pub(crate) email: String,
    pub(crate) points: u32,
}

impl Sample for Member {
    fn sample(n: u64) -> Self {
        let name = ["", "a", "ü", "名前", "'\\\"`"][(n % 5) as usize];
        Member { email: format!("{name}{n}@example.com"), points: n as u32 }
    }

    fn changed(&self) -> Self {
        Member { points: u32::MAX, ..self.clone() }
    }
}

/// Model with a hash over two columns, which follow in another order, before a third one.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/stats/visits")]
#[ydb(primary_key(visit_hash = xxh3(user, site), site, user, at), partitioning(uniform = 16))]
pub(crate) struct Visit {
    pub(crate) user: u64,
    pub(crate) site: String,
    #[ydb(type = "Datetime")]
    pub(crate) at: SystemTime,
    pub(crate) pages: Option<u32>,
}

impl Sample for Visit {
    fn sample(n: u64) -> Self {
        Visit { user: n % 2, site: format!("site {}", n % 3), at: at(n), pages: Some(n as u32) }
    }

    fn changed(&self) -> Self {
        Visit { pages: None, ..self.clone() }
    }
}
