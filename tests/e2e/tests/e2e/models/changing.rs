//! Models of tables whose rows are changed by expressions and conditions.

use std::time::SystemTime;

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Copy, Debug, PartialEq)]
pub(crate) struct Points(pub(crate) u32);

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/wallets")]
#[ydb(primary_key(account_hash = xxh3(account), account))]
pub(crate) struct Wallet {
    pub(crate) account: String,
    pub(crate) balance: i64,
    #[ydb(rename = "the-limit")]
    pub(crate) limit: Option<i64>,
    pub(crate) points: Points,
    pub(crate) small: Option<u8>,
    pub(crate) log: Option<String>,
    pub(crate) raw: Vec<u8>,
    pub(crate) changed_at: Option<SystemTime>,
    #[ydb(type = "Datetime")]
    pub(crate) seconds: SystemTime,
    #[ydb(type = "Date")]
    pub(crate) day: SystemTime,
    #[ydb(type = "Timestamp64")]
    pub(crate) wide: SystemTime,
    #[ydb(type = "Datetime64")]
    pub(crate) wide_seconds: Option<SystemTime>,
    #[ydb(type = "Date32")]
    pub(crate) wide_day: SystemTime,
    pub(crate) score: Option<f64>,
}

impl Wallet {
    pub(crate) fn of(account: &str) -> Self {
        let at = super::at(0);
        Wallet {
            account: account.into(),
            balance: 100,
            limit: None,
            points: Points(5),
            small: Some(250),
            log: None,
            raw: b"a".to_vec(),
            changed_at: None,
            seconds: at,
            day: SystemTime::UNIX_EPOCH,
            wide: at,
            wide_seconds: None,
            wide_day: SystemTime::UNIX_EPOCH,
            score: Some(1.5),
        }
    }
}

/// Model with numbers for conditions and expressions.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/gauges")]
#[ydb(primary_key(id_hash = numeric_hash(id), id))]
pub(crate) struct Gauge {
    pub(crate) id: u64,
    pub(crate) a: Option<i8>,
    pub(crate) b: Option<i8>,
    pub(crate) c: i8,
    pub(crate) wide: Option<u64>,
    pub(crate) text: Option<String>,
    pub(crate) other: Option<String>,
}

/// Model of rows with a version.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/pages")]
#[ydb(primary_key(id_hash = numeric_hash(id), id))]
pub(crate) struct Page {
    pub(crate) id: u64,
    pub(crate) title: String,
    pub(crate) views: u64,
    pub(crate) note: Option<String>,
    #[ydb(version)]
    pub(crate) version: i32,
}

impl Page {
    pub(crate) fn of(title: &str) -> Self {
        Page { id: 1, title: title.into(), views: 0, note: None, version: 0 }
    }
}
