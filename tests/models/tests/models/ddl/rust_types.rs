//! Models with columns of other crates' types, newtypes, enums and documents.

use std::collections::BTreeMap;
use std::time::SystemTime;

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct ChronoTimes {
    id: Uuid,
    at: DateTime<Utc>,
    naive: NaiveDateTime,
    day: NaiveDate,
    took: TimeDelta,
    #[ydb(type = "Datetime64")]
    at_wide: Option<DateTime<Utc>>,
    #[ydb(type = "Date")]
    naive_day: Option<NaiveDateTime>,
    #[ydb(type = "Date32")]
    day_wide: Option<NaiveDate>,
    #[ydb(type = "Interval64")]
    took_wide: Option<TimeDelta>,
}

#[derive(Serialize, Deserialize)]
struct Address {
    street: String,
    lines: Vec<String>,
}

type Maybe<T> = Option<T>;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Documents {
    id: Uuid,
    value: serde_json::Value,
    #[ydb(type = "JsonDocument")]
    document: Option<serde_json::Value>,
    #[ydb(type = "Utf8")]
    text: serde_json::Value,
    #[ydb(json)]
    address: Address,
    #[ydb(json, type = "JsonDocument")]
    tags: BTreeMap<String, u64>,
    #[ydb(json, type = "Utf8")]
    optional: Option<Address>,
    /// Alias that hides the `Option` from the macro, but not from the compiler.
    #[ydb(json)]
    aliased: Maybe<Address>,
}

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct AccountId(u64);

#[derive(YdbColumn)]
#[ydb(type = "Datetime")]
struct Second(SystemTime);

#[derive(YdbColumn)]
#[ydb(monotonic)]
struct Sequence(u64);

#[derive(YdbColumn)]
struct Label(String);

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Newtypes {
    id: AccountId,
    made: Second,
    changed: Option<Second>,
    #[ydb(type = "Timestamp64")]
    exact: Option<SystemTime>,
    sequence: Sequence,
    label: Option<Label>,
}

#[derive(YdbColumn)]
#[ydb(rename_all = "kebab-case")]
enum Status {
    New,
    InDelivery,
    #[ydb(rename = "done")]
    Delivered,
}

#[derive(YdbColumn)]
#[ydb(as = "Uint8")]
enum Small {
    Zero = 0,
    Most = 255,
}

#[derive(YdbColumn)]
#[ydb(as = "Int64")]
enum Signed {
    Least = -2_147_483_648,
    One = 1,
}

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(as = "Int16")]
enum Kind {
    Click = 1,
    View = 2,
}

#[derive(YdbTable)]
#[ydb(primary_key(id, kind))]
struct Enums {
    id: Uuid,
    status: Status,
    last_status: Option<Status>,
    small: Small,
    signed: Option<Signed>,
    kind: Kind,
}

#[test]
fn goldens() {
    golden!(ChronoTimes, Documents, Newtypes, Enums);
}
